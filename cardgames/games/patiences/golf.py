"""Golf: the waste takes cards one rank above or below its top, but no ace next to a king."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Stock, Tableau, Waste


class Golf(Patience):
    name = "golf"
    piles = (
        Tableau((5,) * 7, build="none", fill="none"),
        Waste(takes="neighbor", dealt=1),
        Stock(),
    )
