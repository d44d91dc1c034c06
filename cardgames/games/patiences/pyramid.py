"""Pyramid: pairs that make 13, and single kings, leave a pyramid of overlapping cards."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.taking import pyramid
from cardgames.patience.piles import Discard, Overlapping, Stock, Waste


class Pyramid(Patience):
    """A position of Pyramid.

    Jacks count 11, queens 12 and kings 13.

    (In PySolFC you must also take off the cards of the stock and the waste, and the top card of the
    stock may be one of a pair.)
    """

    piles = (Overlapping(pyramid(7)), Stock(redeals=2), Waste(), Discard(pairs="thirteen"))
