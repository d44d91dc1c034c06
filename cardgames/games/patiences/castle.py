"""Beleaguered Castle: the aces start on the foundations, all cards are open and move singly."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class BeleagueredCastle(Patience):
    name = "castle"
    called = "Beleaguered Castle"
    piles = (Foundations(4, start="aces"), Tableau((6,) * 8, build="any"))
