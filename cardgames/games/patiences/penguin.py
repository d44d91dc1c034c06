"""Penguin: the first card sets the base rank, whose other cards start foundations; seven cells."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Tableau


class Penguin(Patience):
    """A position of Penguin; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    piles = (
        Foundations(4, start="copies"),
        Tableau((7,) * 7, build="suit", around=True, together="run", fill="king"),
        Cells(7),
    )
