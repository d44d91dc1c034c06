"""The honors of a deck, and the notation for decks."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from cardgames.model.cards import DECK, Card, Pile, Rank, card_words, parse_card, pile
from cardgames.model.errors import InvalidCommand, quoted

CHANCES: Final = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3, Rank.ACE: 4}
"""The number of cards that the other player pays to each honor."""
_TEN: Final = "T"
"""The sign of a ten where tens are no plain cards."""
_SIGNS: Final = set("AKQJ-")
"""The signs used by those who search for long games: honors without suits, - for plain cards."""


@cache
def signs_of(tens: bool) -> Mapping[Card, str]:
    """Return a sign for each card: its chances, 0 if it is plain; TENS may have one of their own.

    Where no pile can be slapped, cards with the same sign are alike.
    """
    tens_too = {Rank.TEN: _TEN} if tens else {}
    return {card: tens_too.get(card.rank, str(CHANCES.get(card.rank, 0))) for card in DECK}


def read_deck(text: str) -> Pile:
    """Read cards, or honors and - for plain cards; raises InvalidCommand."""
    parts = card_words(text.upper().replace("/", " ").split())
    if not any(set(part) <= _SIGNS for part in parts):
        return pile(text)
    words: list[str] = []
    for part in parts:
        words += part if set(part) <= _SIGNS else [part]
    return _with_suits(words)


def _with_suits(words: list[str]) -> Pile:
    """Return the cards of WORDS; an honor without suit, or a -, takes the next such card left."""
    named = {word: parse_card(word) for word in words if word not in _SIGNS}
    left: dict[str, list[Card]] = {sign: [] for sign in _SIGNS}
    for card in reversed(DECK):
        if card not in named.values():
            left[card.rank.label if card.rank in CHANCES else "-"].append(card)
    cards = []
    for word in words:
        if word in _SIGNS and not left[word]:
            raise InvalidCommand(f"the deck has too many {quoted(word)}")
        cards.append(left[word].pop() if word in _SIGNS else named[word])
    return tuple(cards)
