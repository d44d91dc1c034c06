"""Beleaguered Castle: the aces start on the foundations, all cards are open and move singly."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class BeleagueredCastle(Patience):
    """A position of Beleaguered Castle; the last card of each pile is its top.

    (In PySolFC as many cards move together as could move one by one by way of empty piles. In
    AisleRiot cards may come back from the foundations.)
    """

    name = "castle"
    called = "Beleaguered Castle"
    piles = (Foundations(4, start="aces"), Tableau((6,) * 8, build="any"))
