"""Cards, piles, and the places where piles lie.

Each of the 52 cards exists once, so cards are compared by identity.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum
from typing import Final, NoReturn, TypeAlias, TypeVar

from cardgames.model.errors import IllegalMove, InvalidCommand, quoted

Item = TypeVar("Item")


class Suit(Enum):
    """One of the four suits, in the order of a fresh deck; another letter raises ValueError.

    >>> import cardgames
    >>> cardgames.Suit("H"), cardgames.Suit.HEARTS.red, cardgames.Suit.HEARTS.symbol
    (<Suit.HEARTS: 'H'>, True, '♥')
    """

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
    """One of the thirteen ranks, from 1 (ace) to 13 (king); another value raises ValueError.

    >>> import cardgames
    >>> cardgames.Rank(12), cardgames.Rank.QUEEN.label, cardgames.Rank.ACE < cardgames.Rank.TWO
    (<Rank.QUEEN: 12>, 'Q', True)
    """

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
        """The rank as it is printed on a card: A, 2, ... 10, J, Q, K."""
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(self, str(self.value))

    def above(self, other: "Rank") -> int:
        """Return how many steps this rank is above `other`, 0 to 12; an ace follows a king."""
        return (self - other) % 13


CARDS: Final[dict[tuple[Rank, Suit], "Card"]] = {}  # the 52 cards by rank and suit


class Card:
    """A playing card. The only instances are the 52 cards in DECK, and BACK for a hidden card.

    `str(card)` is its label. Compare cards with `is` or `==`, and their ranks with `<`; an ace is
    the lowest rank. The attributes `rank`, `suit` and `red` of BACK raise IllegalMove.

    >>> import cardgames
    >>> card = cardgames.Card(10, "H")
    >>> card, card.rank, card.suit, card.red, card.label, card.name
    (10H, <Rank.TEN: 10>, <Suit.HEARTS: 'H'>, True, '10H', 'ten of hearts')
    >>> card is cardgames.Card(cardgames.Rank.TEN, cardgames.Suit.HEARTS)
    True
    >>> cardgames.DECK[0], cardgames.DECK[-1], cardgames.BACK
    (AC, KS, ###)
    """

    __slots__ = ("rank", "suit", "red", "label")

    rank: Rank
    suit: Suit
    red: bool
    label: str

    def __new__(cls, rank: Rank | int, suit: Suit | str) -> "Card":
        """Return the one card of this rank and suit; raises ValueError if there is none."""
        which = Rank(rank), Suit(suit)
        if which not in CARDS:
            card = CARDS[which] = object.__new__(cls)
            card.rank, card.suit = which
            card.red = card.suit.red
            card.label = card.rank.label + card.suit.value
        return CARDS[which]

    def __str__(self) -> str:
        return self.label

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Make copying and unpickling return the same object, which is unique for each card."""
        return _labelled, (self.label,)

    @property
    def name(self) -> str:
        """The card in words: 'ten of diamonds'."""
        return f"{self.rank.name.lower()} of {self.suit.name.lower()}"


def _labelled(label: str) -> Card:
    return BACK if label == BACK.label else parse_card(label)


class _Back(Card):
    __slots__ = ()

    def __new__(cls) -> "_Back":
        back = object.__new__(cls)
        back.label = "###"
        return back

    def _unknown(self) -> NoReturn:
        raise IllegalMove("this card is hidden: what it allows is not known yet")

    rank = suit = red = property(_unknown)


Pile: TypeAlias = tuple[Card, ...]  # cards lying on one another, the last one on top

# A fresh deck: ace to king of clubs, then of diamonds, hearts and spades.
DECK: Final[Pile] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)

# The stand-in for a hidden card. Asking for its rank or suit raises IllegalMove, so a move that
# depends on a hidden card is never legal.
BACK: Final[Card] = _Back()


def cards_in(value: object) -> list[Card]:
    """Return the cards in `value`, which may be a card, or a tuple of cards and other tuples."""
    if isinstance(value, Card):
        return [value]
    return [card for part in value for card in cards_in(part)] if isinstance(value, tuple) else []


class ByCard(dict[Card, Item]):
    """A table with a value for each card. Looking up a hidden card raises IllegalMove."""

    def __missing__(self, card: Card) -> Item:
        raise KeyError(card.rank)  # the rank of BACK raises IllegalMove


SUIT_SYMBOLS: Final = "".join(suit.symbol for suit in Suit)

_RANKS: Final = {rank.label: rank for rank in Rank} | {rank.name: rank for rank in Rank}
_RANKS.update({"T": Rank.TEN, "1": Rank.ACE})
_SUITS: Final = {suit.value: suit for suit in Suit} | {suit.symbol: suit for suit in Suit}
_SIGNS: Final = (*SUIT_SYMBOLS, *"♧♢♡♤")
_SUITS.update({suit.name: suit for suit in Suit} | dict(zip(_SIGNS[4:], Suit)))

DASHES: Final = "‐‑‒–—―−"  # hyphens, dashes and the minus sign that stand for '-' in a range
UNWIDE: Final = "\u200b\u2060\ufeff"  # zero-width characters, which nobody types
# Pasted text may have an emoji selector after a suit, full-width letters and digits, non-breaking
# spaces, and zero-width characters.
_FORMS: Final = dict.fromkeys((0xA0, 0x2007, 0x202F, 0x3000), " ")
_FORMS.update(dict.fromkeys((*map(ord, UNWIDE), 0xFE0E, 0xFE0F), ""))
_FORMS.update({wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)})


def as_typed(text: str) -> str:
    """Return `text`, which may be pasted, in the characters that a keyboard types."""
    return text if text.isascii() else text.translate(_FORMS)


def turned(word: str) -> str:
    """Put the rank first in a card such as DA or S10; return any other `word` as it is."""
    found = re.fullmatch("(?ai)([CDHS])(10|[2-9AJQKT])", word)
    return found[2] + found[1] if found else word


def parse_card(text: str) -> Card:
    """Read a card, such as 10D, td, 10♦, ♦10 or 'Ten of Diamonds'; raises InvalidCommand."""
    typed = as_typed(text)
    for form in (typed, typed[1:] + typed[:1])[: 1 + (typed[:1] in _SIGNS)]:
        named = re.fullmatch(r"(?i)(\w+)\s+of\s+(\w+)", form)  # `search` is slow in a long text
        rank, suit = named.groups() if named else (form[:-1], form[-1:])
        try:
            return CARDS[_RANKS[rank.upper()], _SUITS[suit.upper()]]
        except KeyError:
            continue
    right = "name its rank and suit, as in 10D or QH"
    raise InvalidCommand(f"{quoted(text)} is not a card: {right}")


def pile(text: str) -> Pile:
    """Read cards separated by spaces, the last one on top; raises InvalidCommand."""
    return tuple([parse_card(turned(as_typed(word))) for word in card_words(text.split())])


def card_words(words: Sequence[str]) -> list[str]:
    """Return `words`, with the three words of 'ten of diamonds' joined to one."""
    joined = []
    at = 0
    while at < len(words):
        size = 3 if at + 1 < len(words) and words[at + 1].lower() == "of" else 1
        joined.append(" ".join(words[at : at + size]))
        at += size
    return joined


def take_from(
    left: Counter[Card], cards: Iterable[Card], fresh: Pile, where: str, before: str = ""
) -> None:
    """Take `cards` out of `left`, the cards of the deck `fresh` that are not placed yet.

    Raises InvalidCommand for a card that is not left; the message begins with `before`, and says
    `where` the card lies.
    """
    for card in cards:
        if not left[card]:
            count = fresh.count(card) + 1
            often = {1: ", though it should not be", 2: " twice"}.get(count, f" {count} times")
            raise InvalidCommand(f"{before}{card} is {where}{often}")
        left[card] -= 1


def check_deck(cards: Iterable[Card], fresh: Pile = DECK) -> None:
    """Check that `cards` are the cards of the deck `fresh`.

    Raises InvalidCommand, which names the fault.
    """
    left = Counter(fresh)
    take_from(left, cards, fresh, "in the deck")
    if missing := list(left.elements()):
        names = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
        raise InvalidCommand(f"the deck lacks {len(missing)} of its {len(fresh)} cards: {names}")


def replaced(items: tuple[Item, ...], number: int, item: Item) -> tuple[Item, ...]:
    """Return a copy of `items` with another item at place `number`, counted from 1."""
    return (*items[: number - 1], item, *items[number:])


class Place:  # a NamedTuple would slow down the start
    """The place of a pile: a field of the position, and the pile's number in this field.

    The number is 0 if the field has only one pile.
    """

    __slots__ = ("field", "number", "name")

    def __init__(self, field: str, number: int, name: str) -> None:
        self.field = field
        self.number = number
        self.name = name

    def __str__(self) -> str:
        return self.name
