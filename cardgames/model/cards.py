"""Cards and piles of cards, and how they are read and named.

Each of the 52 cards exists once, so cards are compared by identity. `look.py` decides how they
look on a screen.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from cardgames.model.errors import InvalidCommand, quoted


class Suit(Enum):
    """One of the four suits, in the order of a fresh deck."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def red(self) -> bool:
        """Is the suit diamonds or hearts?"""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def symbol(self) -> str:
        """The suit's sign, such as ♦."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[self.value]


class Rank(IntEnum):
    """One of the thirteen ranks; its value runs from 1 (ace) to 13 (king)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def label(self) -> str:
        """The rank as it stands on a card: A, 2, ... 10, J, Q, K."""
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(self, str(self.value))

    def above(self, other: "Rank") -> int:
        """Return how many ranks this one is above OTHER, wrapping from king to ace: 0 to 12."""
        return (self - other) % 13


class Card:
    """A playing card; there is one object for each of the 52."""

    __slots__ = ("rank", "suit", "red", "label")

    rank: Rank
    suit: Suit
    red: bool
    label: str

    def __init__(self, rank: Rank, suit: Suit) -> None:
        self.rank = rank
        self.suit = suit
        self.red = suit.red
        self.label = rank.label + suit.value

    def __str__(self) -> str:
        return self.label

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copy or unpickle a card as the same object."""
        return _labelled, (self.label,)

    @property
    def name(self) -> str:
        """The card in words: 'ten of diamonds'."""
        return f"{self.rank.name.lower()} of {self.suit.name.lower()}"


def _card_back() -> Card:
    back = object.__new__(Card)
    back.label = "###"
    return back


Pile: TypeAlias = tuple[Card, ...]
"""Cards lying on one another, the last one on top."""

DECK: Final[Pile] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""A fresh deck: ace to king of clubs, then of diamonds, hearts and spades."""

BACK: Final[Card] = _card_back()
"""A card seen from behind. It has no rank or suit, so code that looks at a hidden card fails."""

CARDS: Final = {(card.rank, card.suit): card for card in DECK}
"""The card of each rank and suit."""

SUIT_SYMBOLS: Final = "".join(suit.symbol for suit in Suit)

_RANKS: Final = {rank.label: rank for rank in Rank} | {rank.name: rank for rank in Rank}
_RANKS.update({"T": Rank.TEN, "1": Rank.ACE})
_SUITS: Final = {suit.value: suit for suit in Suit} | {suit.symbol: suit for suit in Suit}
_SUITS.update({suit.name: suit for suit in Suit} | dict(zip("♧♢♡♤", Suit)))
_NAMED: Final = r"(?i)(\w+)\s+of\s+(\w+)"
"""A card in words; to be matched with a whole text, as a search in a long one takes long."""


def parse_card(text: str) -> Card:
    """Read a card in any case: 10D, TD, 10♦ or 'ten of diamonds'.

    Raises InvalidCommand if TEXT is not a card.
    """
    named = re.fullmatch(_NAMED, text)
    rank, suit = named.groups() if named else (text[:-1], text[-1:])
    try:
        return CARDS[_RANKS[rank.upper()], _SUITS[suit.upper()]]
    except KeyError:
        raise InvalidCommand(
            f"{quoted(text)} is not a card: name its rank and suit, as in 10D or QH"
        ) from None


def pile(text: str) -> Pile:
    """Read cards separated by spaces, the last one on top; raises InvalidCommand."""
    return tuple(map(parse_card, card_words(text.split())))


def card_words(words: Sequence[str]) -> list[str]:
    """Return WORDS with each card that takes three of them, as in ten of diamonds, as one."""
    joined = []
    at = 0
    while at < len(words):
        size = 3 if at + 1 < len(words) and words[at + 1].lower() == "of" else 1
        joined.append(" ".join(words[at : at + size]))
        at += size
    return joined


def check_deck(cards: Iterable[Card]) -> None:
    """Check that CARDS are one complete deck; raises InvalidCommand naming the fault."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise InvalidCommand(f"{card} is in the deck twice")
        seen.add(card)
    missing = [card for card in DECK if card not in seen]
    if missing:
        names = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
        raise InvalidCommand(f"the deck lacks {len(missing)} of its 52 cards: {names}")


def _labelled(label: str) -> Card:
    return BACK if label == BACK.label else parse_card(label)
