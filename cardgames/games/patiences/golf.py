"""Golf: the waste takes cards one rank above or below its top, but no ace next to a king."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Stock, Tableau, Waste


class Golf(Patience):
    """A position of Golf; the last card of each pile is its top.

    (So in PySolFC. In AisleRiot nothing lies on a king, as in PySolFC's Dead King Golf, and the
    waste is empty at first. Both show all cards of the waste in a fan; here 'show waste' does.)
    """

    piles = (
        Tableau((5,) * 7, build="none", fill="none"),
        Waste(takes="neighbor", dealt=1),
        Stock(),
    )
