"""Klondike in text: its board in scripts."""

from collections.abc import Iterable

from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import BACK
from cardgames.patience.game import Patience
from cardgames.text.layout import rows
from cardgames.text.patience import PatienceTextPlayer


class KlondikePlayer(PatienceTextPlayer, game=Klondike, solved=True):
    large = (74, 30)

    def picture(self, game: Patience) -> Iterable[str]:
        """Lay out stock, waste and foundations above, and the seven tableau piles below.

        The tallest possible pile has six cards face down and a run from king to ace. It needs 21
        lines: few enough for a terminal with 24 lines.
        """
        look = self.look
        stock = look.cells[BACK if game.stock else None]
        founded = "".join([f"  {top}" for top in look.tops(game.foundations)])
        lines = [f"  {stock}  {look.top(game.waste)}{' ' * 6}{founded}", ""]
        piles = [[f"  {look.cells[card]}" for card in p or [None]] for p in game.tableau_seen()]
        return lines + [row.rstrip() for row in rows(piles, " " * 6)]
