"""Bristol: eight fans with the kings at the bottom, and a stock that is dealt to three reserves."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Reserves, Stock, Tableau


class Bristol(Patience):
    """A position of Bristol; the last card of each pile is its top.

    (PySolFC and AisleRiot also deal the first three cards to the reserves.)
    """

    piles = (
        Tableau((3,) * 8, build="any", fill="none", sunk=True),
        Reserves((1,) * 3),
        Foundations(4, mixed=True),
        Stock(to="reserves"),
    )
