"""Gypsy and its kin: the stock is dealt in rows to a tableau of alternating colors."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau


class Gypsy(Patience):
    """A position of Gypsy; the last card of each pile is its top.

    (PySolFC and AisleRiot play by the same rules.)
    """

    packs = 2
    piles = (
        Tableau((3,) * 8, down=(2,) * 8, together="run"),
        Stock(to="tableau"),
        Foundations(8, back="any"),
    )


class Easthaven(Patience):
    """A position of Easthaven; the last card of each pile is its top.

    (PySolFC plays by the same rules. In AisleRiot only a king may go to an empty pile, every pile
    must be filled before a row is dealt, and cards stay on the foundations.)
    """

    piles = (
        Tableau((3,) * 7, down=(2,) * 7, together="run"),
        Stock(to="tableau"),
        Foundations(4, back="any"),
    )
