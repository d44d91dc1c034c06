"""The talon, which is the stock and the waste together, as a search sees it."""

from functools import lru_cache
from typing import TypeAlias

Phase: TypeAlias = tuple[int, int]
"""The number of cards in the waste, and the number of redeals so far.

The cards of the talon have an order, in which they are turned; so the first number says which of
them are in the waste.
"""


class Talon:
    """The rules of turning: any card that turning can bring up is one step away."""

    def __init__(self, draw: int, redeals: int | None) -> None:
        """Turn DRAW cards at a time, and allow this number of REDEALS; None is no limit."""
        self.draw = draw
        self.redeals = redeals

    def coming(self, size: int, phase: Phase) -> tuple[Phase, ...]:
        """Return the phases to which turning can lead from PHASE, if the talon has SIZE cards.

        These are the ones with a card on the waste, each with as few redeals as possible.
        """
        return _coming(size, *phase, self.draw, self.redeals)

    def covers(self, other: Phase, phase: Phase) -> bool:
        """Can all cards that come up later from PHASE come up from the phase OTHER as well?"""
        (turned, redeals), (turned2, redeals2) = other, phase
        if turned2 % self.draw == 0 and (self.redeals is None or redeals < redeals2):
            return True
        same = (turned2 - turned) % self.draw == 0
        return same and turned <= turned2 and redeals <= redeals2

    def least(self, turned: int, size: int) -> int:
        """Return 0 if the same cards come up with TURNED cards in the waste as with none.

        Otherwise return TURNED. The talon has SIZE cards.
        """
        begins_again = self.redeals is None and (turned % self.draw == 0 or turned == size)
        return 0 if begins_again else turned


@lru_cache(maxsize=1 << 14)
def _coming(size: int, turned: int, redeals: int, draw: int, most: int | None) -> tuple[Phase, ...]:
    """Return the result of `Talon.coming`, by DRAW cards at a time and MOST redeals.

    A search asks for the same few thousand of them again and again.
    """
    if not size:
        return ()
    coming = {count: redeals for count in (*range(turned, size, draw), size) if count}
    if most is None or redeals < most:
        for count in (*range(draw, size, draw), size):
            coming.setdefault(count, redeals if most is None else redeals + 1)
    return tuple(sorted(coming.items()))
