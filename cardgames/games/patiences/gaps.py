"""Gaps: single cards move to the gaps in four rows, until each row has a suit in order."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.shifting import Gapped, Ordered


class Gaps(Patience):
    """A position of Gaps.

    It is also called Montana.

    (In the Gaps of PySolFC, the gaps may lie anywhere after a redeal.)
    """

    piles = (Gapped(redeals=2), Ordered())
