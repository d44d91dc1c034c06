"""Forty Thieves: two packs, one card moves at a time, and the stock is turned only once."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste


class FortyThieves(Patience):
    name = "fortythieves"
    called = "Forty Thieves"
    packs = 2
    piles = (Tableau((4,) * 10, build="suit"), Foundations(8), Stock(), Waste())
