"""Deals and their seeds: the random numbers, the shuffled decks, and dates used as seeds.

The generator is java.util.Random of the Java library, a 48-bit linear congruential generator,
and the shuffle is that of java.util.Collections. So a seed deals the same cards on every machine
and every Python version, and the same cards as the Canfield program that these games follow.
Only the seed decides what is dealt.
"""

import re
from collections.abc import MutableSequence
from datetime import date
from functools import cache
from operator import mod
from struct import Struct
from typing import Any, Final, TypeAlias

from cardgames.model.cards import DECK, Item, Pile
from cardgames.model.commands import Whole
from cardgames.model.errors import InvalidCommand, quoted

_MULTIPLIER = 0x5DEECE66D
_MASK = (1 << 48) - 1
_64_BITS = (1 << 64) - 1

SEEDS: Final = (-(2**63), 2**63 - 1)  # the lowest and the highest seed


class Random:
    """A random number generator equal to java.util.Random, with only the methods needed here."""

    def __init__(self, seed: int) -> None:  # only its low 48 bits count
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, all equally likely; `bound` is 1 to 2**31 - 1."""
        while True:
            self._state = (self._state * _MULTIPLIER + 0xB) & _MASK
            bits = self._state >> 17
            value = bits % bound
            if bits - value + bound <= 1 << 31:  # else draw again: low numbers would be likelier
                # For a power of two, Java takes the high bits, which are more random.
                return value if bound & bound - 1 else (bound * bits) >> 31

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Shuffle `items` in place as java.util.Collections.shuffle does."""
        last = len(items)
        for drawn in self._below_each(last):
            last -= 1
            items[drawn], items[last] = items[last], items[drawn]

    def _below_each(self, size: int) -> list[int]:
        """Draw a number below `size`, then one below `size` - 1, and so on down to one below 2."""
        steps = _steps(size)
        bits = steps.bits(self._state)
        if max(bits, default=0) >= (1 << 31) - size:  # one of them may have to be drawn again
            return [self.below(bound) for bound in steps.bounds]
        self._state = (self._state * steps.factor + steps.term) & _MASK
        drawn = list(map(mod, bits, steps.bounds))
        for number, shift in steps.powers:
            drawn[number] = bits[number] >> shift
        return drawn


class _Steps:
    """Makes all random bits for a shuffle of `size` items at once, which saves a third of the time.

    After k steps, the state s of the generator has become a*s + c; a and c depend only on k. One
    large number consists of the a of every step, and another number of the c of every step. Each a
    and each c has a lane of 128 bits. So one multiplication and one addition make all states. The
    time matters because simulations shuffle millions of decks.
    """

    def __init__(self, size: int) -> None:
        self.bounds = range(size, 1, -1)
        self.factor, self.term = 1, 0  # the a and c of the last step
        self._factors = self._terms = self._kept = 0
        # The drawn bits are bits 17 to 47 of a state. A shift by 15 moves them to whole bytes.
        for lane in range(15, 15 + 128 * len(self.bounds), 128):
            self.factor = self.factor * _MULTIPLIER & _MASK
            self.term = (self.term * _MULTIPLIER + 0xB) & _MASK
            self._factors |= self.factor << lane
            self._terms |= self.term << lane
            self._kept |= (1 << 31) - 1 << lane + 17
        self._struct = Struct("<" + "4xI8x" * len(self.bounds))
        # for each bound that is a power of two: its number, and the shift to its high bits
        self.powers = [
            (number, 32 - bound.bit_length())
            for number, bound in enumerate(self.bounds)
            if bound & bound - 1 == 0
        ]

    def bits(self, state: int) -> tuple[int, ...]:
        """Return the bits that each step draws, if the generator starts from `state`."""
        lanes = state * self._factors + self._terms & self._kept
        return self._struct.unpack(lanes.to_bytes(self._struct.size, "little"))


_steps: Final = cache(_Steps)


def stream(*numbers: int) -> Random:
    """Return a generator whose seed is made from `numbers`.

    Similar numbers make unrelated generators.
    """
    state = 0  # mixed as in SplitMix64 (Steele, Lea and Flood, 2014)
    for number in numbers:
        state = (state + number + 0x9E3779B97F4A7C15) & _64_BITS
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _64_BITS
        state ^= state >> 31
    return Random(state)


def shuffled_deck(random: Random, fresh: Pile = DECK) -> Pile:
    """Return the deck `fresh` shuffled; cards are dealt from its end, which is the top."""
    cards = list(fresh)
    random.shuffle(cards)
    return tuple(cards)


NUMBERS: Final = (1, 1_000_000)  # the lowest and the highest number of a Microsoft deal
NUMBERED_PILES: Final = (7, 7, 7, 7, 6, 6, 6, 6)  # the piles of a Microsoft deal


def is_numbered(game: Any) -> bool:
    """Does `game` deal one pack into the same piles as Microsoft's deals?"""
    layout = game.laid_out(game.options_type()) if hasattr(game, "laid_out") else None
    return layout is not None and layout.packs == 1 and layout.tableau.sizes == NUMBERED_PILES


Day: TypeAlias = date

LEVELS: Final = ("easy", "medium", "hard")  # how hard it is to win a deal that can be won
TODAY: Final = "CARDGAMES_TODAY"  # the environment variable that overrides the date of today
SEEDS_BELOW: Final = 1_000_000  # the program's own seeds are below this, so they are short to type


def seed_of(day: Day) -> int:
    """Return the seed of `day`, which is the same in every game, on every machine, forever."""
    from hashlib import sha256

    # A hash, since the first cards of neighboring seeds are similar.
    digest = sha256(f"cardgames {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest, "big") % SEEDS_BELOW


def read_day(word: str) -> Day:
    """Read a date such as '2026-11-21'; raises InvalidCommand."""
    found = re.fullmatch(r"(?a)(\d{4})-(\d\d)-(\d\d)", word)
    if found is None:
        raise InvalidCommand(f"a date is written as 2026-11-21, not as {quoted(word)}")
    year, month, day = map(int, found.groups())
    try:
        return date(year, month, day)
    except ValueError:
        if year == 0:
            why = "the first year is 0001"
        elif not 1 <= month <= 12:
            why = "the months are 01 to 12"
        else:
            days = (date(year, month + 1, 1) - date(year, month, 1)).days if month < 12 else 31
            why = f"that month has the days 01 to {days}"
        raise InvalidCommand(f"there is no date {word}: {why}") from None


class SeedOrDay(Whole):
    """The seed of a deal, or a date instead."""

    kind = "a whole number or a date such as 2026-11-21"

    def parse(self, word: str) -> Any:
        like_a_date = re.fullmatch(r"(?a)\d+-\d+-\d+", word)
        return read_day(word) if like_a_date else super().parse(word)
