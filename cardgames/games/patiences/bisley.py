"""Bisley: thirteen piles built up or down in suit; foundations go up from aces, down from kings."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class Bisley(Patience):
    """A position of Bisley; the last card of each pile is its top.

    (PySolFC deals twelve piles of four cards.)
    """

    piles = (
        Foundations(8, start="aces", order="meet"),
        Tableau((4,) * 9 + (3,) * 4, build="suit", ways="both", fill="none"),
    )
