"""Klondike in text: its board."""

from collections.abc import Iterable
from typing import Any, Final

from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import BACK
from cardgames.text.patience import PatiencePlayer, dollars, redeals_note, rows, stock_note

ROWS: Final = 18
"""The rows of the tableau that a terminal of 24 lines has room for."""


class KlondikePlayer(PatiencePlayer):
    """Plays Klondike in text."""

    def picture(self, game: Any) -> Iterable[str]:
        """Lay out stock, waste and foundations above, and the seven tableau piles below."""
        look = self.look
        stock = look.cells[BACK if game.stock else None]
        founded = "".join([f"  {look.top(pile)}" for pile in game.foundations])
        piles = [self.column(game, t) for t in range(1, 8)]
        lines = [f"  {stock}  {look.top(game.waste)}{' ' * 6}{founded}", ""]
        lines += [row.rstrip() for row in rows(piles, " " * 6)]
        if not look.notes:
            return lines
        lines[1] = look.dim("".join([f"{t:>6}" for t in range(1, 8)]))
        notes = [dollars(game.score()), stock_note(game), redeals_note(game)]
        return self.noted(lines, [*notes, f"{game.locked()} face down"], 48)

    def column(self, game: Klondike, t: int) -> list[str]:
        """Return the cells of tableau pile T; at a terminal one that is too high is folded."""
        pile, down = game.tableau[t - 1], game.down[t - 1]
        seen = [BACK] * down + [*pile[down:]]
        cells = [f"  {self.look.cells[card]}" for card in seen]
        if self.look.notes and (folded := len(cells) - ROWS + 1) > 1:
            cells[1 : 1 + folded] = [self.look.dim(f"{f'+{folded}':>6}")]
        return cells or [f"  {self.look.cells[None]}"]

    def sentences(self, game: Any) -> Iterable[str]:
        """Tell the board in sentences."""
        yield from self.foundations_in_words(game)
        for t, (pile, down) in enumerate(zip(game.tableau, game.down), 1):
            below = f", {down} face down" if down else ""
            yield f"Tableau {t}{below}: {self.named(pile[down:])}."
        yield from self.stock_in_words(game)
