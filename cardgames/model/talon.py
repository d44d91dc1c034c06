"""The talon, which is the stock and the waste together, as a search sees it."""

from functools import lru_cache


class Talon:
    """The rules of turning: any card that turning can bring up is one step away.

    The cards of the talon have an order, in which they are turned; so a number says which of them
    are in the waste.
    """

    def __init__(self, draw: int, redeals: int | None) -> None:
        """Turn DRAW cards at a time, and allow this number of REDEALS; None is no limit."""
        self.draw = draw
        self.redeals = redeals

    def turns(self, size: int, turned: int, redeals: int) -> list[tuple[int, int]]:
        """Return how many cards can lie in the waste by turning, and the least redeals for each.

        The talon has SIZE cards, TURNED of them are in the waste, and there were some REDEALS.
        """
        return _turns(size, turned, redeals, self.draw, self.redeals)

    def covers(self, turned: int, redeals: int, turned2: int, redeals2: int) -> bool:
        """Can all cards that come up later with TURNED2 cards in the waste come up with TURNED?

        REDEALS2 and REDEALS are the numbers of redeals that there were.
        """
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
def _turns(
    size: int, turned: int, redeals: int, draw: int, most: int | None
) -> list[tuple[int, int]]:
    """Return the result of `Talon.turns`, by DRAW cards at a time and MOST redeals."""
    if not size:
        return []
    coming = {count: redeals for count in (*range(turned, size, draw), size) if count}
    if most is None or redeals < most:
        for count in (*range(draw, size, draw), size):
            coming.setdefault(count, redeals if most is None else redeals + 1)
    return sorted(coming.items())
