"""Forty Thieves: two packs, one card moves at a time, and the stock is turned only once."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste


class FortyThieves(Patience):
    """A position of Forty Thieves; the last card of each pile is its top.

    (PySolFC turns the first card of the stock with the deal, and cards may come back from the
    foundations. In AisleRiot as many cards move together as could move one by one by way of empty
    piles. Both show all cards of the waste in a fan; here 'show waste' does.)
    """

    name = "fortythieves"
    called = "Forty Thieves"
    packs = 2
    piles = (Tableau((4,) * 10, build="suit"), Foundations(8), Stock(), Waste())
