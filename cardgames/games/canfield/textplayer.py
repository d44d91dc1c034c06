"""Canfield in text: its board."""

from collections.abc import Iterable
from typing import Any

from cardgames.model.piles import RESERVE, WASTE, foundation, tableau
from cardgames.play.language import Dialect
from cardgames.text.patience import PatiencePlayer, dollars, rows, stock_note
from cardgames.text.wording import counted


class CanfieldPlayer(PatiencePlayer):
    """Plays Canfield in text."""

    dialect = Dialect({"t": tableau, "f": foundation, "r": RESERVE, "w": WASTE}, enter="card")

    def picture(self, game: Any) -> Iterable[str]:
        """Lay out the board as in the program that this game follows.

        The foundations are above, reserve, stock and waste at the left, the tableau at the right.
        """
        look, cells = self.look, self.look.cells
        tableau = rows([[cells[card] for card in pile] for pile in game.tableau], cells[None])
        stock = " ### " if game.stock else " --- "
        lines = [
            "          " + "".join([look.top(pile) for pile in game.foundations]),
            " " * 13 + look.dim("1   2   3   4") if look.notes else "",
            f"{look.top(game.reserve)}      {tableau[0] if tableau else ' ---' * 4}",
            f"{stock}{look.top(game.waste)[1:]}  {tableau[1] if len(tableau) > 1 else ''}",
            *["          " + row for row in tableau[2:]],
        ]
        if look.notes:
            reserve = f"reserve {len(game.reserve)}"
            notes = (f"base {game.base.label}", dollars(game.score()), reserve, stock_note(game))
            lines = self.noted(lines, notes, 32)
        if game.options.reserve == "open":
            lines.append("  reserve:" + "".join([cells[card] for card in game.reserve]))
        return lines

    def sentences(self, game: Any) -> Iterable[str]:
        """Tell the board in sentences."""
        reserve = game.reserve if game.options.reserve == "open" else game.reserve[-1:]
        yield f"Base rank: {game.base.name.lower()}."
        yield from self.foundations_in_words(game)
        yield from self.piles_in_words("Tableau", game.tableau)
        yield f"Reserve, {counted(len(game.reserve), 'card')}: {self.named(reserve)}."
        yield from self.stock_in_words(game)
