"""Klondike in sets of cards, for its solver: an integer with a bit for each card.

Parts of piles move freely, so which card lies on which need not be known: it is enough which cards
lie on others at all, and whether there is room for all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any, Final

from cardgames.model.cards import BACK, Rank, build_by
from cardgames.patience import building
from cardgames.patience.building import BIT, SUITS, union
from cardgames.patience.founding import is_height_safe

HIDDEN: Final = 52
"""The number of a card that is not known; the others have the numbers 0 to 51."""
CARDS: Final = BIT[HIDDEN] - 1
"""The set of all cards."""
ROW: Final = 0b1111
"""The four cards of a rank, in the place of the aces."""
KINGS: Final = ROW << 48
"""The set of the kings."""
NUMBERS: Final = building.numbers(Rank.ACE) | {BACK: HIDDEN}
"""The number of each card, 4 times its height plus the number of its suit."""


def members(cards: int) -> Iterator[int]:
    """Yield the numbers of the cards in a set, the lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def set_of(cards: Iterable[Any]) -> int:
    """Return the set of CARDS."""
    return union([BIT[NUMBERS[card]] for card in cards])


@cache
def carriers(build: str) -> Sequence[tuple[int, ...]]:
    """Return for each card those on which it can be put; BUILD is the option of Klondike."""
    return building.carriers(build_by(build), False)


@cache
def room(build: str) -> bytes:
    """Return a table of which cards of a rank have room on which cards of the next higher rank.

    At 16 * LYING + UNDER it has a 1 if each of the suits LYING can lie on another one of the suits
    UNDER, and else a 0. Both are four bits; BUILD is the option of Klondike.
    """
    suits = build_by(build).suits
    onto = [[SUITS.index(suit) for suit in suits[own]] for own in SUITS]
    found = bytearray(256)
    for lying in range(16):
        rows = list(members(lying))
        for places in permutations(range(4), len(rows)):
            if all([place in onto[suit] for suit, place in zip(rows, places)]):
                for under in range(16):
                    found[lying << 4 | under] |= not union([BIT[p] for p in places]) & ~under
    return bytes(found)


@cache
def needed(build: str) -> tuple[int, ...]:
    """Return for each card the cards that must be founded before it is safe on its foundation.

    It is safe then by the rule of `is_height_safe`; BUILD is the option of Klondike.
    """
    rule, found = build_by(build), []
    for card in range(52):
        row, own = divmod(card, 4)
        needs = 0
        for suit in range(4):
            lags = [n for n in range(14) if _is_safe_with(rule, row, own, suit, n)]
            needs |= union([BIT[4 * n + suit] for n in range(lags[0])])
        found.append(needs)
    return tuple(found)


def _is_safe_with(rule: Any, row: int, own: int, suit: int, count: int) -> bool:
    """Is a card safe if COUNT cards of SUIT are founded, and all of the other suits?"""
    founded = {other: 13 for other in SUITS} | {SUITS[suit]: count}
    return is_height_safe(rule, SUITS[own], row, founded)
