"""Miss Milligan: two packs, dealt in rows, and a pocket once the stock is dealt."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Stock, Tableau


class MissMilligan(Patience):
    """A position of Miss Milligan; the last card of each pile is its top.

    (In PySolFC the pocket, here the cell, takes a whole run.)
    """

    packs = 2
    piles = (
        Tableau((1,) * 8, together="run", fill="king"),
        Cells(1, late=True),
        Foundations(8),
        Stock(to="tableau"),
    )
