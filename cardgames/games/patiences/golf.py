"""Golf: tableau cards go to the waste, one rank up or down, but never between king and ace."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Stock, Tableau, Waste


class Golf(Patience):
    name = "golf"
    piles = (
        Tableau((5,) * 7, build="none", fill="none"),
        Waste(takes="neighbor", dealt=1),
        Stock(),
    )
