"""Osmosis: each foundation takes a suit; a rank must first lie on the previous foundation."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.foundations import Osmotic
from cardgames.patience.piles import Stock, Tableau, Waste


class Osmosis(Patience):
    """A position of Osmosis.

    Other programs call the tableau the reserves.

    (PySolFC plays by the same rules. AisleRiot turns one card at a time, with two redeals.)
    """

    piles = (
        Tableau((4,) * 4, down=(3,) * 4, build="none", fill="none"),
        Osmotic(),
        Stock(draw=3, redeals=None),
        Waste(),
    )
