"""Gaps: the gaps of four rows take one card after the other, until each row holds a suit."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.shifting import Gapped, Ordered


class Gaps(Patience):
    """A position of Gaps.

    It is also called Montana.

    (In PySolFC's game of this name the gaps of a redeal lie anywhere.)
    """

    piles = (Gapped(redeals=2), Ordered())
