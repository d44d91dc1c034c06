"""Fortress: ten open piles, built up or down in suit, card by card."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Tableau


class Fortress(Patience):
    """A position of Fortress; the last card of each pile is its top.

    (AisleRiot deals each of the four rows of five cards to one side; the piles are the same.)
    """

    piles = (Tableau((6, 6) + (5,) * 8, build="suit", ways="both"), Foundations(4))
