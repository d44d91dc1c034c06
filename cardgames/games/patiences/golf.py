"""Golf: the tableau is played off, up or down by one rank, but never from king to ace."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Stock, Tableau, Waste


class Golf(Patience):
    name = "golf"
    piles = (
        Tableau((5,) * 7, build="none", fill="none"),
        Waste(takes="neighbor", dealt=1),
        Stock(),
    )
