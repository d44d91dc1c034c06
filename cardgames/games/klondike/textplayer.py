"""Klondike in text: its board."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardgames.games.klondike.game import KlondikeOptions
from cardgames.model.cards import BACK
from cardgames.text.patience import PANEL, StockPlayer, beside, rows
from cardgames.text.wording import counted

AT_CASINO: Final = ("vegas", "casino")
"""The variants that are played for money."""
GAP: Final = " "
"""The space before each cell of the tableau at a terminal."""
PITCH: Final = 5
"""The width of a tableau pile at a terminal, in columns, including the gap."""


class KlondikePlayer(StockPlayer):
    """Plays Klondike in text."""

    large = (74, 30)

    def picture(self, game: Any) -> Iterable[str]:
        """Lay out stock, waste and foundations above, and the seven tableau piles below.

        The tallest possible pile, six cards face down and a run from king to ace, needs 21 lines:
        few enough for a terminal of 24.
        """
        look = self.look
        stock = look.cells[BACK if game.stock else None]
        founded = "".join([f"  {top}" for top in look.tops(game.foundations)])
        lines = [f"  {stock}  {look.top(game.waste)}{' ' * 6}{founded}", ""]
        return lines + [row.rstrip() for row in self._tableau(game, "  ")]

    def layout(self, game: Any) -> Iterable[str]:
        """Lay out the tableau beside stock and waste, or below them on a narrow screen."""
        dim, tops, left = self.look.dim, self.tops(game), self.stock_and_waste(game)
        numbers, tableau = self.numbers(7, GAP), self._tableau(game, GAP)
        if self.look.columns > PANEL + 7 * PITCH:
            notes = (f"{game.locked()} face down", *self.notes(game))
            left += [dim(f" {note}") for note in notes]
            name = dim(f"{'foundations':>{3 * PITCH - 1}} ")
            above = name + "".join([f"{GAP}{cell}" for cell in tops])
            return beside(left, [above, numbers, *tableau])
        head = beside(left, [dim("  foundations"), "".join(tops)])
        below = dim(f" {', '.join(self.notes(game))}")
        return [*head, below, numbers, *[row.rstrip() for row in tableau]]

    def spread(self, game: Any) -> Iterable[str]:
        """Return the lines of the board with large cards."""
        from cardgames.games.klondike.table import spread  # which only a large terminal needs

        return spread(self, game)

    def in_dollars(self, game: Any) -> bool:
        """Is the profit shown: in a script's output, or in the variants of the casino?"""
        return not self.look.notes or any(
            game.options == KlondikeOptions(**KlondikeOptions.variants[name]) for name in AT_CASINO
        )

    def _tableau(self, game: Any, gap: str) -> list[str]:
        """Return the lines of the tableau, with a GAP before each cell."""
        cells = self.cells(game) if gap == GAP else self.look.cells
        piles = [[f"{gap}{cells[card]}" for card in pile or [None]] for pile in game.tableau_seen()]
        return rows(piles, gap + 4 * " ")

    def seen_now(self, before: Any, after: Any) -> Iterator[str]:
        """Yield phrases about changes of stock and waste, and about tableau cards turned over."""
        yield from super().seen_now(before, after)
        for t, (old, new) in enumerate(zip(before.down, after.down), 1):
            if new < old:
                yield f"{self.named(after.tableau[t - 1][-1:])} turned up on tableau {t}"
            elif new > old:
                yield f"tableau {t}, {counted(new, 'card')} face down"

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences."""
        yield from self.foundations_in_words(game)
        for t, (pile, down) in enumerate(zip(game.tableau, game.down), 1):
            below = f", {down} face down" if down else ""
            yield f"Tableau {t}{below}: {self.named(pile[down:])}."
        yield from self.stock_in_words(game)
