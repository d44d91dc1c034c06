"""Accordion: a row of all cards is folded into one pile, by suits and ranks."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.shifting import Folded, Folding


class Accordion(Patience):
    """A position of Accordion.

    (Whole piles move elsewhere: only their top cards matter, so here these are shown.)
    """

    piles = (Folding(52), Folded())
