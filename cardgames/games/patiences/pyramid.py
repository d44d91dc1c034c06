"""Pyramid: cards that make 13 leave a pyramid of overlapping cards in pairs, kings alone."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Discard, Overlapping, Stock, Waste
from cardgames.patience.kinds.taking import pyramid


class Pyramid(Patience):
    """A position of Pyramid.

    Jacks count 11, queens 12 and kings 13.

    (PySolFC wants the cards of stock and waste taken off, too, and lets the top card of the stock
    be paired.)
    """

    piles = (Overlapping(pyramid(7)), Stock(redeals=2), Waste(), Discard(pairs="thirteen"))
