"""Forty Thieves and its kin: two packs, and the stock is turned only once, card by card."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste


class FortyThieves(Patience):
    """A position of Forty Thieves; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations. In AisleRiot cards move together if there is room to move them one by one through
    empty piles. Both programs show all cards of the waste in a fan; here 'show waste' lists them.)
    """

    packs = 2
    piles = (Tableau((4,) * 10, build="suit"), Foundations(8), Stock(), Waste())


class Josephine(Patience):
    """A position of Josephine; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations.)
    """

    packs = 2
    piles = (Tableau((4,) * 10, build="suit", together="run"), Foundations(8), Stock(), Waste())


class Streets(Patience):
    """A position of Streets; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations.)
    """

    packs = 2
    piles = (Tableau((4,) * 10), Foundations(8), Stock(), Waste())


class NumberTen(Patience):
    """A position of Number Ten; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations.)
    """

    packs = 2
    piles = (Tableau((4,) * 10, down=(2,) * 10, together="run"), Foundations(8), Stock(), Waste())


class RankAndFile(Patience):
    """A position of Rank and File; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations.)
    """

    packs = 2
    piles = (Tableau((4,) * 10, down=(3,) * 10, together="built"), Foundations(8), Stock(), Waste())


class Indian(Patience):
    """A position of Indian; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations.)
    """

    packs = 2
    piles = (Tableau((3,) * 10, down=(1,) * 10, build="others"), Foundations(8), Stock(), Waste())


class Maria(Patience):
    """A position of Maria; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock, and cards may come back from the
    foundations.)
    """

    packs = 2
    piles = (Tableau((4,) * 9), Foundations(8), Stock(), Waste())


class Lucas(Patience):
    """A position of Lucas; the last card of each pile is its top.

    (In PySolFC runs move together, and the aces are not taken out before the deal.)
    """

    packs = 2
    piles = (
        Foundations(8, start="aces"),
        Tableau((3,) * 13, build="suit"),
        Stock(draw=1, redeals=0),
        Waste(),
    )
