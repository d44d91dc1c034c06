"""Scorpion and Wasp: runs from king to ace are made in the tableau; any cards move together."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau


class Scorpion(Patience):
    """A position of Scorpion; the last card of each pile is its top.

    (In PySolFC a complete run may stay in the tableau; in AisleRiot it always does.)
    """

    piles = (
        Tableau((7,) * 7, down=(3, 3, 3, 3, 0, 0, 0), build="suit", together="open", fill="king"),
        Stock(to="tableau"),
        Foundations(4, runs=True),
    )


class Wasp(Patience):
    """A position of Wasp; the last card of each pile is its top.

    (In PySolFC a complete run may stay in the tableau.)
    """

    piles = (
        Tableau((7,) * 7, down=(3, 3, 3, 3, 0, 0, 0), build="suit", together="open"),
        Stock(to="tableau"),
        Foundations(4, runs=True),
    )
