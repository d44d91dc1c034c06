"""The places of a patience's piles, and the ways in which its tableau is built.

What a game does with its piles is in `patience.py` and in the game itself.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeVar

from cardgames.model.cards import DECK, Card, Pile, Suit

Item = TypeVar("Item")


def replaced(items: tuple[Item, ...], number: int, item: Item) -> tuple[Item, ...]:
    """Return ITEMS with ITEM instead of the one with this NUMBER, counted from 1."""
    return (*items[: number - 1], item, *items[number:])


def dealt_in_rows(deck: Pile, sizes: Sequence[int]) -> tuple[tuple[Pile, ...], Pile]:
    """Deal from the end of DECK, row by row, to piles of these SIZES; return them and the rest."""
    cards = iter(reversed(deck))
    piles: list[list[Card]] = [[] for _ in sizes]
    for row in range(max(sizes)):
        for pile, size in zip(piles, sizes):
            if row < size:
                pile.append(next(cards))
    return tuple(map(tuple, piles)), deck[: len(deck) - sum(sizes)]


class Place:
    """Where a pile lies: the field of the position that holds it, and its number in there."""

    __slots__ = ("field", "number", "name", "empty")

    def __init__(self, field: str, number: int, name: str) -> None:
        """Stand for the pile with this NUMBER, from 1, in FIELD, or with 0 for the whole field."""
        self.field = field
        self.number = number
        self.name = name
        self.empty = f"{name} is empty"
        """The refusal of a move that takes cards from here; made once, as searches try many."""

    def __str__(self) -> str:
        return self.name


RESERVE: Final = Place("reserve", 0, "the reserve")
WASTE: Final = Place("waste", 0, "the waste")


@cache
def tableau(t: int) -> Place:
    """Return the place of tableau pile T."""
    return Place("tableau", t, f"tableau pile {t}")


@cache
def foundation(f: int) -> Place:
    """Return the place of foundation F."""
    return Place("foundations", f, f"foundation {f}")


class Build(NamedTuple):
    """A way to build the tableau down."""

    suits: Mapping[Suit, frozenset[Suit]]
    """The suits that a card of each suit may lie on."""
    below: Mapping[Card, frozenset[Card]]
    """The cards that each card may lie on, with an ace below the king of the next round."""
    refusal: str
    """Why one card cannot go on another."""

    @staticmethod
    def of(suits: Mapping[Suit, frozenset[Suit]], words: str) -> "Build":
        """Make the build in which a card of each suit lies on these SUITS; WORDS name the rule."""
        below = {
            card: frozenset(
                onto
                for onto in DECK
                if onto.suit in suits[card.suit] and onto.rank.above(card.rank) == 1
            )
            for card in DECK
        }
        return Build(suits, below, f"{{}} cannot go on {{}}: the tableau is built down {words}")


class Kin(NamedTuple):
    """Which suits a card may lie on, by their kinship with its own, and the words for that."""

    own: bool
    same_color: bool
    other_color: bool
    words: str

    def allows(self, suit: Suit, onto: Suit) -> bool:
        """May a card of SUIT lie on one of the suit ONTO?"""
        if onto is suit:
            return self.own
        return self.same_color if onto.red == suit.red else self.other_color


BUILDS: Final = {
    "colors": Kin(False, False, True, "in alternating colors"),
    "any": Kin(True, True, True, "in any suits"),
    "others": Kin(False, True, True, "in any suit but the same"),
    "suit": Kin(True, False, False, "in suit"),
}
"""The ways to build the tableau, by the word for each in a game's options."""


@cache
def build_by(name: str) -> Build:
    """Return the build with this NAME, one of BUILDS; it is made when it is first asked for."""
    kin = BUILDS[name]
    suits = {suit: frozenset(s for s in Suit if kin.allows(suit, s)) for suit in Suit}
    return Build.of(suits, kin.words)
