"""Cards, piles and sets of cards in numbers, for searches that look at many positions.

A card is 4 x its height + its suit, so foundations are built up in steps of 4, and the rules are
the same for any base. A pile is bytes. A set of cards is an integer with a bit for each: one `&`
tells whether a card fits anywhere, where the rules of the model try place after place.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Final

from cardgames.model.cards import BACK, DECK, Card, Rank, Suit
from cardgames.model.piles import build_by
from cardgames.model.safe import is_height_safe

NONE: Final = 52
"""The number for an empty place, and for a card seen from behind."""
BIT: Final = tuple(1 << number for number in range(NONE + 1))
"""The set of one card, by its number."""
EMPTY: Final = BIT[NONE]
"""Stands for the empty piles in a set of top cards."""
ONE: Final = tuple(bytes([number]) for number in range(NONE + 1))
"""The pile of one card, by its number."""
STARTERS: Final = 0b1111
"""The set of the cards that foundations begin with."""
CARDS: Final = EMPTY - 1
"""The set of all cards."""
SUITS: Final = tuple(Suit)


@cache
def numbers(base: Rank) -> dict[Card, int]:
    """Return the number of each card, where foundations start with BASE."""
    found = {card: 4 * card.rank.above(base) + SUITS.index(card.suit) for card in DECK}
    return found | {BACK: NONE}


@cache
def cards_by_number(base: Rank) -> dict[int, Card]:
    """Return the card of each number: the inverse of `numbers`."""
    return {number: card for card, number in numbers(base).items()}


@cache
def places(build: str, lowest: int, filling: int) -> tuple[int, ...]:
    """Return for each card the set of the top cards that it can be put on in the tableau.

    BUILD tells how. A card is put on others from the height LOWEST on, and into empty piles from
    the height FILLING on.
    """
    found = []
    for number in range(NONE):
        height, suit = divmod(number, 4)
        onto = EMPTY if height >= filling else 0
        if lowest <= height < 12:
            suits = build_by(build).suits[SUITS[suit]]
            onto |= union(BIT[4 * (height + 1) + SUITS.index(other)] for other in suits)
        found.append(onto)
    return (*found, 0)


@lru_cache(10_000)
def taken_by(founded: bytes) -> int:
    """Return the set of cards that foundations with the tops FOUNDED take."""
    return union(STARTERS if top == NONE else BIT[top] << 4 & CARDS for top in founded)


@lru_cache(10_000)
def worth_returning(founded: bytes, build: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers and tops of the foundations whose top is not safe there for good."""
    tops = [(f, top) for f, top in enumerate(founded, 1) if top != NONE]
    heights = {SUITS[top % 4]: top // 4 + 1 for _, top in tops}
    rule = build_by(build)
    return tuple(
        (f, top) for f, top in tops if not is_height_safe(rule, SUITS[top % 4], top // 4, heights)
    )


def put_up(founded: bytes, card: int) -> bytes:
    """Return the tops of foundations when CARD, which they take, has been put there."""
    return founded.replace(ONE[card - 4 if card > 3 else NONE], ONE[card], 1)


def union(sets: Iterable[int]) -> int:
    """Return the set of all cards in SETS."""
    return reduce(or_, sets, 0)


def tops_of(tableau: Iterable[bytes]) -> int:
    """Return the set of the top cards of TABLEAU."""
    tops = 0
    for pile in tableau:
        tops |= BIT[pile[-1]] if pile else EMPTY
    return tops


def with_top(tableau: Iterable[bytes], tops: int) -> Iterator[int]:
    """Yield the numbers, from 1, of the piles of TABLEAU whose top is one of the set TOPS."""
    for t, pile in enumerate(tableau, 1):
        if tops & (BIT[pile[-1]] if pile else EMPTY):
            yield t
