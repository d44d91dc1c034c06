"""The one source of chance: java.util.Random, and decks shuffled with it.

The generator is the published one of the Java library (a linear congruential generator of
48 bits), the shuffle that of java.util.Collections, so a seed deals the same cards on every
machine and every Python, and the same as the Canfield program that these games follow.
"""

from collections.abc import MutableSequence
from typing import Final, TypeVar

from cardgames.cards import DECK, Pile

_MULTIPLIER = 0x5DEECE66D
_MASK = (1 << 48) - 1

SEEDS: Final = (-(2**63), 2**63 - 1)
"""The least and the greatest seed."""

Item = TypeVar("Item")


class Random:
    """java.util.Random, as far as dealing needs it."""

    def __init__(self, seed: int) -> None:
        """Start from SEED; seeds alike in their low 48 bits give the same numbers."""
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def copy(self) -> "Random":
        """A generator that will draw the same numbers as this one."""
        twin = Random(0)
        twin._state = self._state
        return twin

    def _next_31_bits(self) -> int:
        self._state = (self._state * _MULTIPLIER + 0xB) & _MASK
        return self._state >> 17

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to BOUND - 1, each alike; BOUND is 1 to 2**31 - 1."""
        if bound & -bound == bound:
            return (bound * self._next_31_bits()) >> 31
        while True:
            bits = self._next_31_bits()
            value = bits % bound
            if bits - value + bound - 1 < 1 << 31:
                return value

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Shuffle in place as java.util.Collections.shuffle does."""
        for size in range(len(items), 1, -1):
            drawn = self.below(size)
            items[size - 1], items[drawn] = items[drawn], items[size - 1]


def shuffled_deck(random: Random) -> Pile:
    """A fresh deck, shuffled; cards are dealt from its end, the top."""
    cards = list(DECK)
    random.shuffle(cards)
    return tuple(cards)
