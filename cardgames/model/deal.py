"""Deals and their seeds: the random numbers, the shuffled decks, and dates used as seeds.

The generator is java.util.Random of the Java library, a 48-bit linear congruential generator,
and the shuffle is that of java.util.Collections. So a seed deals the same cards on every machine
and every Python version, and the same cards as the Canfield program that these games follow.
A deal depends on no other chance, and not on today's date.
"""

import re
from collections.abc import MutableSequence
from datetime import date
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

    def __init__(self, seed: int) -> None:  # only the low 48 bits of SEED count
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to BOUND - 1, all equally likely; BOUND is 1 to 2**31 - 1."""
        while True:
            self._state = (self._state * _MULTIPLIER + 0xB) & _MASK
            bits = self._state >> 17
            value = bits % bound
            if bits - value + bound <= 1 << 31:  # else draw again: low numbers would be likelier
                # For a power of two, Java takes the high bits, which are more random.
                return value if bound & bound - 1 else (bound * bits) >> 31

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Shuffle ITEMS in place as java.util.Collections.shuffle does."""
        state = self._state
        for size in range(len(items), 1, -1):
            # The steps of `below`, repeated here for speed: simulations shuffle millions of decks.
            while True:
                state = (state * _MULTIPLIER + 0xB) & _MASK
                bits = state >> 17
                drawn = bits % size
                if bits - drawn + size <= 1 << 31:
                    break
            if size & size - 1 == 0:
                drawn = (size * bits) >> 31
            items[drawn], items[size - 1] = items[size - 1], items[drawn]
        self._state = state


def stream(*numbers: int) -> Random:
    """Return a generator seeded by NUMBERS; neighboring numbers give unrelated generators."""
    state = 0  # mixed as in SplitMix64 (Steele, Lea and Flood, 2014)
    for number in numbers:
        state = (state + number + 0x9E3779B97F4A7C15) & _64_BITS
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _64_BITS
        state ^= state >> 31
    return Random(state)


def shuffled_deck(random: Random, fresh: Pile = DECK) -> Pile:
    """Return the deck FRESH shuffled; cards are dealt from its end, which is the top."""
    cards = list(fresh)
    random.shuffle(cards)
    return tuple(cards)


Day: TypeAlias = date

LEVELS: Final = ("easy", "medium", "hard")  # how hard it is to win a deal that can be won
TODAY: Final = "CARDGAMES_TODAY"  # the environment variable that overrides the date of today
SEEDS_BELOW: Final = 1_000_000  # the program's own seeds are below this, so they are short to type


def seed_of(day: Day) -> int:
    """Return the seed that belongs to DAY in every game, on every machine, forever."""
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
