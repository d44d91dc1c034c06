"""How a player at the table may name the cards in hand: by number, or by the rank of a court card.

The notation of the game has cards by their names alone.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cardgames.model.cards import Card
from cardgames.model.errors import IllegalMove, InvalidCommand

FEW: Final = "a meld is three cards or more: x 9S discards one, and o 9S 1 lays it off on meld 1"
"""What to say to one or two cards alone."""

FOREIGN: Final[Mapping[str, str]] = {
    "pass": "nobody passes in this Rummy: draw or take a card, and discard one at the end",
    "knock": "nobody knocks in this Rummy: meld and lay off until you have no card left",
}
"""Words from other kinds of Rummy, and what to say to them."""


def cards_named(words: Sequence[str], hand: Sequence[Card]) -> list[str]:
    """Return WORDS with cards of the HAND in place of their numbers and ranks."""
    return [_card(word, hand) for word in words]


def numbered(number: int, hand: Sequence[Card]) -> Card:
    """Return the card with this NUMBER in the HAND; raises InvalidCommand."""
    if not 1 <= number <= len(hand):
        raise InvalidCommand(f"the cards of the hand are numbered 1 to {len(hand)}")
    return hand[number - 1]


def _card(word: str, hand: Sequence[Card]) -> str:
    if word.isascii() and word.isdecimal() and len(word) < 3:
        return str(numbered(int(word), hand))
    if word.upper() not in ("A", "J", "Q", "K"):
        return word
    held = [card for card in hand if card.rank.label == word.upper()]
    if len(held) == 1:
        return str(held[0])
    if not held:
        raise IllegalMove(f"you hold no {word.upper()}")
    choices = " or ".join(["{}"] * len(held))
    raise IllegalMove(f"which {word.upper()} do you mean: {choices}?", *held)
