"""Calculation and Sir Tommy: each card goes to a heap or a foundation; suits do not matter."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Reserve, Tableau


class Calculation(Patience):
    """A position of Calculation; the last card of each pile is its top.

    (PySolFC plays by the same rules.)
    """

    piles = (
        Foundations(4, start="each", order="steps", mixed=True),
        Tableau((0,) * 4, build="any", ways="any"),
        Reserve(48, seen=False),
    )


class SirTommy(Patience):
    """A position of Sir Tommy; the last card of each pile is its top.

    (PySolFC plays by the same rules, and calls the game Numerica.)
    """

    piles = (
        Foundations(4, mixed=True),
        Tableau((0,) * 4, build="any", ways="any"),
        Reserve(52, seen=False),
    )
