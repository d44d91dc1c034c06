"""The one source of chance: java.util.Random, and decks shuffled with it.

The generator is the published one of the Java library (a linear congruential generator of
48 bits), the shuffle that of java.util.Collections, so a seed deals the same cards on every
machine and every Python, and the same as the Canfield program that these games follow.
"""

from collections.abc import MutableSequence
from functools import cache
from operator import mod
from struct import Struct
from typing import Final, TypeVar

from cardgames.model.cards import DECK, Pile

_MULTIPLIER = 0x5DEECE66D
_MASK = (1 << 48) - 1
_64_BITS = (1 << 64) - 1

SEEDS: Final = (-(2**63), 2**63 - 1)
"""The least and the greatest seed."""

Item = TypeVar("Item")


class Random:
    """java.util.Random, as far as dealing needs it."""

    def __init__(self, seed: int) -> None:
        """Start from SEED; seeds alike in their low 48 bits give the same numbers."""
        self._state = (seed ^ _MULTIPLIER) & _MASK

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
        last = len(items)
        for drawn in self._below_each(last):
            last -= 1
            item = items[drawn]
            items[drawn] = items[last]
            items[last] = item

    def _below_each(self, size: int) -> list[int]:
        """Draw below SIZE, below SIZE - 1, and so on to below 2."""
        steps = _Steps.to_shuffle(size)
        drawn = steps.drawn(self._state)
        if drawn is None:
            return [self.below(bound) for bound in range(size, 1, -1)]
        self._state = steps.state_after(self._state)
        return drawn


class _Steps:
    """The steps of the generator in a shuffle, all taken at once: four times as fast.

    After k steps a state s has become a*s + c, where a and c follow from k alone. With the a of
    all steps side by side in one large number, and the c in another, a single multiplication
    makes all the states.
    """

    LANE = 128
    """The bits from one step to the next in the large numbers: a product of 96 bits fits in."""
    SHIFT = 15
    """What brings the 31 bits drawn, 17 to 47 of a state, to a place that Struct can read."""

    def __init__(self, size: int) -> None:
        self._bounds = range(size, 1, -1)
        self._last = (1, 0)
        self._factors = self._terms = self._kept = 0
        for lane in range(0, self.LANE * len(self._bounds), self.LANE):
            factor, term = self._last
            self._last = (factor * _MULTIPLIER & _MASK, (term * _MULTIPLIER + 0xB) & _MASK)
            self._factors |= self._last[0] << lane + self.SHIFT
            self._terms |= self._last[1] << lane + self.SHIFT
            self._kept |= (1 << 31) - 1 << lane + 32
        self._struct = Struct("<" + "4xI8x" * len(self._bounds))
        self._powers = [
            (step, 32 - bound.bit_length())
            for step, bound in enumerate(self._bounds)
            if bound & -bound == bound
        ]

    @staticmethod
    @cache
    def to_shuffle(size: int) -> "_Steps":
        """The steps to shuffle SIZE items."""
        return _Steps(size)

    def drawn(self, state: int) -> list[int] | None:
        """The number drawn below each bound, from STATE; None if one might be drawn again."""
        lanes = state * self._factors + self._terms & self._kept
        bits = self._struct.unpack(lanes.to_bytes(self._struct.size, "little"))
        if not bits or max(bits) >= (1 << 31) - len(bits) - 1:
            return None
        drawn = list(map(mod, bits, self._bounds))
        for step, shift in self._powers:
            drawn[step] = bits[step] >> shift
        return drawn

    def state_after(self, state: int) -> int:
        """What STATE has become after all steps."""
        factor, term = self._last
        return state * factor + term & _MASK


def stream(*numbers: int) -> Random:
    """A generator of its own for the purpose that NUMBERS name, each as unlike as the next.

    The numbers are mixed as SplitMix64 does it (Steele, Lea and Flood, 2014).
    """
    state = 0
    for number in numbers:
        state = (state + number + 0x9E3779B97F4A7C15) & _64_BITS
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _64_BITS
        state ^= state >> 31
    return Random(state)


def shuffled_deck(random: Random) -> Pile:
    """A fresh deck, shuffled; cards are dealt from its end, the top."""
    cards = list(DECK)
    random.shuffle(cards)
    return tuple(cards)
