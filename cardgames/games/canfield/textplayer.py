"""Canfield in text: its board in scripts."""

from collections.abc import Iterable

from cardgames.games.canfield.game import Canfield
from cardgames.patience.game import Patience
from cardgames.text.layout import rows
from cardgames.text.patience import PatienceTextPlayer


class CanfieldPlayer(PatienceTextPlayer, game=Canfield, solved=True):
    large = (60, 25)

    def picture(self, game: Patience) -> Iterable[str]:
        """Lay out the board as in the program that this game follows.

        The foundations are at the top. The reserve, stock and waste are at the left, and the
        tableau is at the right.
        """
        look, cells = self.look, self.look.cells
        tableau = rows([[cells[card] for card in pile] for pile in game.tableau], cells[None])
        stock = " ### " if game.stock else " --- "
        lines = [
            "          " + "".join(look.tops(game.foundations)),
            "",
            f"{look.top(game.reserve)}      {tableau[0] if tableau else ' ---' * 4}",
            f"{stock}{look.top(game.waste)[1:]}  {tableau[1] if len(tableau) > 1 else ''}",
            *["          " + row for row in tableau[2:]],
        ]
        if game.options.reserve == "open":
            lines.append("  reserve:" + "".join([cells[card] for card in game.reserve]))
        return lines

    def founded_text(self, game: Patience) -> str:
        given, cards = (4, "twos") if game.options.base == "twos" else (1, "base card")
        if game.founded() == given:
            return f"no card is on a foundation yet but the {cards}"
        return super().founded_text(game)
