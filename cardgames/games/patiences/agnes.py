"""Agnes Bernauer: Klondike with all cards face up, and a stock dealt in rows to seven reserves."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Reserves, Stock, Tableau


class Agnes(Patience):
    """A position of Agnes; the last card of each pile is its top.

    (PySolFC calls the game Agnes Bernauer. There, cards of the base rank may also be put in the
    tableau.)
    """

    piles = (
        Tableau(range(1, 8), together="run", fill="king"),
        Reserves((1,) * 7),
        Foundations(4, start="card"),
        Stock(to="reserves"),
    )
