"""Klondike in text: its board."""

from collections.abc import Iterable
from typing import Any

from cardgames.model.cards import BACK
from cardgames.text.patience import PatiencePlayer, dollars, redeals_note, rows, stock_note


class KlondikePlayer(PatiencePlayer):
    """Plays Klondike in text."""

    def picture(self, game: Any) -> Iterable[str]:
        """Lay out stock, waste and foundations above, and the seven tableau piles below.

        The highest pile, six cards face down below a whole run, makes 21 lines, which a terminal
        of 24 has room for.
        """
        look = self.look
        stock = look.cells[BACK if game.stock else None]
        founded = "".join([f"  {look.top(pile)}" for pile in game.foundations])
        piles = [
            [f"  {look.cells[card]}" for card in pile or [None]] for pile in game.tableau_seen()
        ]
        lines = [f"  {stock}  {look.top(game.waste)}{' ' * 6}{founded}", ""]
        lines += [row.rstrip() for row in rows(piles, " " * 6)]
        if not look.notes:
            return lines
        lines[1] = look.dim("".join([f"{t:>6}" for t in range(1, 8)]))
        notes = [dollars(game.score()), stock_note(game), redeals_note(game)]
        return self.noted(lines, [*notes, f"{game.locked()} face down"], 48)

    def sentences(self, game: Any) -> Iterable[str]:
        """Tell the board in sentences."""
        yield from self.foundations_in_words(game)
        for t, (pile, down) in enumerate(zip(game.tableau, game.down), 1):
            below = f", {down} face down" if down else ""
            yield f"Tableau {t}{below}: {self.named(pile[down:])}."
        yield from self.stock_in_words(game)
