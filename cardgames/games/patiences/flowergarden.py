"""Flower Garden: six beds, built in any suits, and a bouquet of 16 cards in reserve."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Reserves, Tableau


class FlowerGarden(Patience):
    """A position of Flower Garden; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    piles = (Tableau((6,) * 6, build="any"), Reserves((1,) * 16), Foundations(4))
