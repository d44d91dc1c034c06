"""How cards look on a screen: their style, their width, their color."""

import re
from collections.abc import Iterable
from typing import Final

from cardgames.model.cards import BACK, DECK, Card, Pile, parse_card

ASCII, UNICODE, WORDS = "ascii", "unicode", "words"
STYLES: Final = (ASCII, UNICODE, WORDS)

_RED, _DIM, _PLAIN = "\033[31m", "\033[2m", "\033[0m"


class Look:
    """A way to show cards: a style, with or without color, with or without notes beside."""

    def __init__(self, style: str = ASCII, color: bool = False, notes: bool = False) -> None:
        """Show cards in STYLE; NOTES are what a person likes to see and a script does not."""
        self.style = style
        self.color = color
        self.notes = notes
        self.cells: dict[Card | None, str] = {card: self._cell(card) for card in (*DECK, BACK)}
        """Each card in a column, a blank and three places; dashes where there is none."""
        self.cells[None] = " ---"

    def card(self, card: Card) -> str:
        """The card as a word: 10D, 10♦ or 'ten of diamonds'."""
        return self._red(self.plain(card), card)

    def plain(self, card: Card) -> str:
        """The card as a word, without color."""
        if card is BACK or self.style == ASCII:
            return card.label
        return card.name if self.style == WORDS else card.rank.label + card.suit.symbol

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards in a line."""
        return (", " if self.style == WORDS else " ").join(map(self.card, cards))

    def named(self, text: str) -> str:
        """The text with the cards in it as they are shown."""
        return re.sub(
            r"\b(?:10|[2-9AJQK])[CDHS]\b", lambda found: self.card(parse_card(found[0])), text
        )

    def top(self, pile: Pile) -> str:
        """The top card of a pile in a column."""
        return self.cells[pile[-1] if pile else None]

    def dim(self, text: str) -> str:
        """Text that stays in the background."""
        return f"{_DIM}{text}{_PLAIN}" if self.color and text else text

    def _cell(self, card: Card) -> str:
        text = card.label if self.style == WORDS else self.plain(card)
        return f" {' ' * (3 - len(text))}{self._red(text, card)}"

    def _red(self, text: str, card: Card) -> str:
        return f"{_RED}{text}{_PLAIN}" if self.color and card is not BACK and card.red else text
