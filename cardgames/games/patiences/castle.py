"""Beleaguered Castle and its kin: all cards are open, and move one at a time."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class BeleagueredCastle(Patience):
    """A position of Beleaguered Castle; the last card of each pile is its top.

    (In PySolFC cards move together if there is room to move them one by one through empty piles.
    In AisleRiot cards may come back from the foundations.)
    """

    name = "castle"
    piles = (Foundations(4, start="aces"), Tableau((6,) * 8, build="any"))


class StreetsAndAlleys(Patience):
    """A position of Streets and Alleys; the last card of each pile is its top.

    (In PySolFC cards move together if there is room to move them one by one through empty piles.
    In AisleRiot cards may come back from the foundations.)
    """

    piles = (Tableau((7, 7, 7, 7, 6, 6, 6, 6), build="any"), Foundations(4))


class Somerset(Patience):
    """A position of Somerset; the last card of each pile is its top.

    (In PySolFC cards move together if there is room to move them one by one through empty piles,
    and cards may come back from the foundations.)
    """

    piles = (Tableau((1, 2, 3, 4, 5, 6, 7, 8, 8, 8)), Foundations(4))
