"""Gaps: the gaps of four rows take one card after the other, until each row holds a suit."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.shifting import Gapped, Ordered


class Gaps(Patience):
    """A position of Gaps.

    It is also called Montana.

    (In the Gaps of PySolFC, the gaps may lie anywhere after a redeal.)
    """

    piles = (Gapped(redeals=2), Ordered())
