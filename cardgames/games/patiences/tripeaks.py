"""TriPeaks: cards of three overlapping peaks go to the waste, up or down in rank."""

from cardgames.patience.game import Patience
from cardgames.patience.kinds.taking import PEAKS
from cardgames.patience.piles import Overlapping, Stock, Waste


class TriPeaks(Patience):
    """A position of TriPeaks.

    (PySolFC plays by the same rules, and calls the game Three Peaks.)
    """

    called = "TriPeaks"
    piles = (Overlapping(PEAKS, hidden=3), Waste(takes="around", dealt=1), Stock())
