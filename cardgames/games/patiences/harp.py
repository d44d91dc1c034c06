"""Games like Klondike, for one or two packs; they differ in the piles and in what fills them."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste


class Westcliff(Patience):
    """A position of Westcliff; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock.)
    """

    piles = (Tableau((3,) * 10, down=(2,) * 10, together="built"), Stock(), Waste(), Foundations(4))


class ThumbAndPouch(Patience):
    """A position of Thumb and Pouch; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock.)
    """

    piles = (
        Tableau(range(1, 8), down=range(7), build="others", together="built"),
        Stock(),
        Waste(),
        Foundations(4, back="any"),
    )


class AustralianPatience(Patience):
    """A position of Australian Patience; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock.)
    """

    name = "australian"
    piles = (
        Tableau((4,) * 7, build="suit", together="open", fill="king"),
        Stock(),
        Waste(),
        Foundations(4, back="any"),
    )


class BigHarp(Patience):
    """A position of Big Harp; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock.)
    """

    packs = 2
    piles = (
        Tableau(range(10, 0, -1), down=range(9, -1, -1), together="built"),
        Stock(),
        Waste(),
        Foundations(8, back="any"),
    )


class DoubleKlondike(Patience):
    """A position of Double Klondike; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock.)
    """

    packs = 2
    piles = (
        Tableau(range(1, 10), down=range(9), together="built", fill="king"),
        Stock(redeals=None),
        Waste(),
        Foundations(8, back="any"),
    )


class Gargantua(Patience):
    """A position of Gargantua; the last card of each pile is its top.

    (In PySolFC the deal also turns the first card of the stock.)
    """

    packs = 2
    piles = (
        Tableau(range(1, 10), down=range(9), together="built", fill="king"),
        Stock(redeals=1),
        Waste(),
        Foundations(8, back="any"),
    )
