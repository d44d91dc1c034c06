"""Baker's Dozen: thirteen piles built in any suit, with the kings at the bottom of their piles."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class BakersDozen(Patience):
    """A position of Baker's Dozen; the last card of each pile is its top.

    (In PySolFC and AisleRiot cards may come back from the foundations.)
    """

    called = "Baker's Dozen"
    piles = (Tableau((4,) * 13, build="any", fill="none", sunk=True), Foundations(4))
