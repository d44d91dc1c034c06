"""Accordion: a row of all cards is folded into one pile, by suits and ranks."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.shifting import Folded, Folding


class Accordion(Patience):
    """A position of Accordion.

    (In other programs whole piles move. Only the top cards matter, so only they are shown here.)
    """

    piles = (Folding(52), Folded())
