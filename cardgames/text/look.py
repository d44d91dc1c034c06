"""How cards look on a screen: their style, width and color."""

import re
from collections.abc import Iterable
from typing import Final

from cardgames.model.cards import BACK, DECK, Card, Pile, parse_card

ASCII, UNICODE, WORDS = "ascii", "unicode", "words"
STYLES: Final = (ASCII, UNICODE, WORDS)

_RED, _DIM, _PLAIN = "\033[31m", "\033[2m", "\033[0m"


class Look:
    """A way to show cards: a style, with or without color and notes."""

    def __init__(self, style: str = ASCII, color: bool = False, notes: bool = False) -> None:
        """Show cards in STYLE; NOTES adds what helps a person but would clutter a script."""
        self.style = style
        self.color = color
        self.notes = notes
        self.cells: dict[Card | None, str] = {card: self._cell(card) for card in (*DECK, BACK)}
        """Each card, and None, as a cell of a column: a space and three characters."""
        self.cells[None] = " ---"

    def card(self, card: Card) -> str:
        """Return the card as text: 10D, 10♦ or 'ten of diamonds'."""
        return self._red(self.plain(card), card)

    def plain(self, card: Card) -> str:
        """Return the card as text, without color."""
        if card is BACK or self.style == ASCII:
            return card.label
        return card.name if self.style == WORDS else card.rank.label + card.suit.symbol

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards as text on one line."""
        return (", " if self.style == WORDS else " ").join(map(self.card, cards))

    def named(self, text: str) -> str:
        """Return TEXT with the cards that it names, such as 10D, in this look."""
        return re.sub(
            r"\b(?:10|[2-9AJQK])[CDHS]\b", lambda found: self.card(parse_card(found[0])), text
        )

    def top(self, pile: Pile) -> str:
        """Return the top card of PILE as a cell, or dashes if it is empty."""
        return self.cells[pile[-1] if pile else None]

    def dim(self, text: str) -> str:
        """Return TEXT dimmed, if colors are shown."""
        return f"{_DIM}{text}{_PLAIN}" if self.color and text else text

    def _cell(self, card: Card) -> str:
        text = card.label if self.style == WORDS else self.plain(card)
        return f" {' ' * (3 - len(text))}{self._red(text, card)}"

    def _red(self, text: str, card: Card) -> str:
        return f"{_RED}{text}{_PLAIN}" if self.color and card is not BACK and card.red else text
