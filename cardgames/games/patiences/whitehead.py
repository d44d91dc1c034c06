"""Whitehead: all cards are open, built in one color; runs in one suit move together."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste


class Whitehead(Patience):
    """A position of Whitehead; the last card of each pile is its top.

    (In PySolFC and AisleRiot cards may come back from the foundations.)
    """

    piles = (
        Tableau((1, 2, 3, 4, 5, 6, 7), build="color", run="suit", together="run"),
        Foundations(4),
        Stock(draw=1, redeals=0),
        Waste(),
    )
