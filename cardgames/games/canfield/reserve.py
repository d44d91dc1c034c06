"""An easier game than Canfield, whose losses prove many positions lost almost at a glance.

In it the cards of the talon and of the foundations are free: each can be laid down at any time.
A card is founded, and so becomes free, as soon as no lower card of its suit is locked in the
reserve or buried in the tableau. Who cannot play the reserve to its end with so much help cannot
win Canfield from there.

A free card is laid down only to carry another one, so all that matters is the tableau and how much
of the reserve is left; and most positions of a search have these in common with hundreds of others.
"""

from collections.abc import Iterator
from typing import Final

from cardgames.games.canfield.coding import ALL, PART, Coding, Piles, laid
from cardgames.patience.quick import ONE

MOST_TRIES: Final = 300
"""The number of positions tried for one proof; where cards lie on any suit, there is no end."""
MORE_TRIES: Final = {1: 20, 2: 20, 4: 3}
"""The number that each new question adds to those that may still be tried.

It depends on how many cards can carry another one, as each way to lay down free cards counts.
"""


class EasierGame:
    """The easier game, for one reserve."""

    def __init__(self, coding: Coding, reserve: bytes, fills: bool) -> None:
        """Play with this RESERVE, the last card on top, which FILLS empty piles at once or not."""
        self._parents = coding.parents
        self._reserve = reserve
        self._fills = fills
        self._known: dict[tuple[bytes, int], bool] = {}
        """Whether the reserve can be played, by the tableau and the number of its cards."""
        self._more_tries = MORE_TRIES[len(coding.parents[4])]
        self._left = MOST_TRIES
        """The number of positions that may still be tried before nothing is proved."""
        self.tries = 0
        """The number of positions tried so far."""

    def is_lost(self, tableau: bytes, left: int) -> bool:
        """Is it lost with the piles of TABLEAU, sorted, and LEFT cards in the reserve?"""
        known = self._known.get((tableau, left))
        if known is None:
            self._left = min(self._left + self._more_tries, MOST_TRIES)
            known = self._known[tableau, left] = self._can_be_won(tableau.split(PART), left)
        return not known

    def _can_be_won(self, piles: Piles, left: int) -> bool:
        piles, left = self._founded(piles, left)
        if not left:
            return not any(piles)
        key = PART.join(sorted(piles)), left
        known = self._known.get(key)
        if known is None:
            self._left -= 1
            self.tries += 1
            known = self._known[key] = self._left < 0 or any(
                self._can_be_won(*after) for after in self._steps(piles, left)
            )
        return known

    def _steps(self, piles: Piles, left: int) -> Iterator[tuple[Piles, int]]:
        """Yield each way to play the top of the reserve, which cannot be founded, or a pile."""
        top = self._reserve[left - 1 : left]
        for piles1, number in self._openings(piles, left, top[0]):
            yield laid(piles1, number, top), left - 1
        if b"" in piles:
            yield laid(piles, piles.index(b""), top), left - 1
        for number, pile in enumerate(piles):
            if pile:
                rest = piles.copy()
                rest[number] = b""
                for piles1, to in self._openings(rest, left, pile[0]):
                    yield laid(piles1, to, pile), left

    def _openings(self, piles: Piles, left: int, card: int) -> Iterator[tuple[Piles, int]]:
        """Yield each way to have a card on top of a pile that can carry CARD, with its number."""
        tops = [pile[-1] if pile else -1 for pile in piles]
        highest = max(tops) | 3
        for parent in self._parents[card]:
            if parent in tops:
                yield piles, tops.index(parent)
            elif parent | 3 < highest and self._is_free(parent, piles, left):
                for piles1, number in self._openings(piles, left, parent):
                    yield laid(piles1, number, ONE[parent]), number

    def _is_free(self, card: int, piles: Piles, left: int) -> bool:
        return card not in b"".join(piles) and card not in self._reserve[:left]

    def _founded(self, piles: Piles, left: int) -> tuple[Piles, int]:
        """Return what is left of tableau and reserve when all is founded that can be.

        Nothing is lost by that, as founded cards are free, and an empty pile is filled at once.
        """
        piles, heads = piles.copy(), [0, 1, 2, 3]
        locked = set(self._reserve[:left]).union(*[pile[:-1] for pile in piles])
        going_on = True
        while going_on:
            going_on = False
            for suit in range(4):
                while heads[suit] < ALL and heads[suit] not in locked:
                    heads[suit] += 4
            for number, pile in enumerate(piles):
                while pile and pile[-1] < heads[pile[-1] & 3]:
                    pile = piles[number] = pile[:-1]
                    locked.difference_update(pile[-1:])
                    going_on = True
                if not pile and left and self._fills:
                    left -= 1
                    piles[number] = self._reserve[left : left + 1]
                    locked.discard(self._reserve[left])
                    going_on = True
            while left and self._reserve[left - 1] == heads[self._reserve[left - 1] & 3]:
                left -= 1
                locked.discard(self._reserve[left])
                heads[self._reserve[left] & 3] += 4
                going_on = True
        return piles, left
