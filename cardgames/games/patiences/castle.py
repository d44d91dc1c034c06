"""Beleaguered Castle: the aces are up, all other cards are open, and one moves at a time."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class BeleagueredCastle(Patience):
    name = "castle"
    called = "Beleaguered Castle"
    piles = (Foundations(4, start="aces"), Tableau((6,) * 8, build="any"))
