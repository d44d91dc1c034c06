"""The honours of a deck, and decks as they are written."""

from typing import Final

from cardgames.model.cards import DECK, Card, Pile, Rank, parse_card, pile
from cardgames.model.errors import InvalidCommand, quoted

CHANCES: Final = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3, Rank.ACE: 4}
"""How many cards the other player may pay to each honour."""
_SIGNS: Final = set("AKQJ-")
"""How the hunters of long games write cards: honours without suits, and - for plain cards."""


def read_deck(text: str) -> Pile:
    """Read cards, or honours with - for plain cards; raises InvalidCommand."""
    parts = text.upper().replace("/", " ").split()
    if not any(set(part) <= _SIGNS for part in parts):
        return pile(text)
    words: list[str] = []
    for part in parts:
        words += part if set(part) <= _SIGNS else [part]
    return _with_suits(words)


def _with_suits(words: list[str]) -> Pile:
    """The cards of WORDS; an honour without suit, or a -, becomes the next such card of a deck."""
    named = {word: parse_card(word) for word in words if word not in _SIGNS}
    left: dict[str, list[Card]] = {sign: [] for sign in _SIGNS}
    for card in reversed(DECK):
        if card not in named.values():
            left[card.rank.label if card.rank in CHANCES else "-"].append(card)
    cards = []
    for word in words:
        if word in _SIGNS and not left[word]:
            raise InvalidCommand(f"there are too many {quoted(word)} in the deck")
        cards.append(left[word].pop() if word in _SIGNS else named[word])
    return tuple(cards)
