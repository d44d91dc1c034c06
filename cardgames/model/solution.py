"""What a solver finds out about a position."""

from enum import Enum
from typing import NamedTuple

from cardgames.model.game import Move


class Verdict(Enum):
    """Whether a position can be won."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


class Solution(NamedTuple):
    """The verdict about a position, and how it was found."""

    verdict: Verdict
    positions: int
    """The number of positions that the search looked at."""
    moves: tuple[Move, ...] = ()
    """The moves that win, if the position is winnable."""
