"""King Albert: nine piles of one to nine cards, and seven cards in reserve."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Reserves, Tableau


class KingAlbert(Patience):
    """A position of King Albert; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    piles = (Tableau(range(1, 10)), Reserves((1,) * 7), Foundations(4))
