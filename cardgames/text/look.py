"""How cards look on a screen: their style, width and color."""

import re
from collections.abc import Iterable
from typing import Final

from cardgames.model.cards import BACK, DECK, SUIT_SYMBOLS, Card, Pile, Suit, parse_card

ASCII, UNICODE, WORDS = "ascii", "unicode", "words"
STYLES: Final = (ASCII, UNICODE, WORDS)
FOUR_COLOR: Final = "four-color"
CHOICES: Final = (*STYLES, FOUR_COLOR)
"""The choices for the look of cards: a style, or the terminal's best style with four colors."""

EMPTY: Final = {ASCII: ".", UNICODE: "·", WORDS: "."}
FACE_DOWN: Final = {ASCII: "###", UNICODE: "░░░", WORDS: "###"}
"""An empty place and a card face down, as a terminal shows them."""
SIGNS: Final = SUIT_SYMBOLS + EMPTY[UNICODE] + FACE_DOWN[UNICODE]
"""The signs that a terminal needs for unicode cards."""

TWO_COLORS: Final = {Suit.DIAMONDS: "31", Suit.HEARTS: "31"}
FOUR_COLORS: Final = {Suit.CLUBS: "32", Suit.DIAMONDS: "94", Suit.HEARTS: "31"}
"""The color of each suit that has one. Plain blue, 34, is too dark on a black screen."""
_BOLD, _DIM, _PLAIN = "1;", "\033[2m", "\033[0m"


class Look:
    """A way to show cards: a style, with or without color and notes."""

    def __init__(
        self,
        style: str = ASCII,
        color: bool = False,
        notes: bool = False,
        columns: int = 80,
        suits: dict[Suit, str] = TWO_COLORS,
    ) -> None:
        """Show cards in STYLE, in the colors of SUITS if COLOR is wanted.

        With NOTES, texts have notes for a person at a terminal, which would clutter a script's
        output. The terminal has COLUMNS.
        """
        self.style = style
        self.color = color
        self.notes = notes
        self.columns = columns
        self.suits = suits
        self.spoken = notes and style == WORDS
        """Is the screen read aloud? Then it says what changed, and draws nothing."""
        self.cells: dict[Card | None, str] = {card: self._cell(card) for card in (*DECK, BACK)}
        """Each card, and None, as a cell of a column: a space and three characters."""
        self.cells[None] = " ---"
        if notes:
            self.cells[None] = self.dim(f"   {EMPTY[style]}")
            self.cells[BACK] = self.dim(f" {FACE_DOWN[style]}")

    def card(self, card: Card) -> str:
        """Return the card as text: 10D, 10♦ or 'ten of diamonds'."""
        return self.colored(self.plain(card), card)

    def plain(self, card: Card) -> str:
        """Return the card as text, without color."""
        if card is BACK or self.style == ASCII:
            return card.label
        return card.name if self.style == WORDS else card.rank.label + card.suit.symbol

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards as text on one line."""
        return (", " if self.style == WORDS else " ").join(map(self.card, cards))

    def named(self, text: str) -> str:
        """Return TEXT with the names of cards in it, such as 10D, in this look."""
        return re.sub(
            r"\b(?:10|[2-9AJQK])[CDHS]\b", lambda found: self.card(parse_card(found[0])), text
        )

    def top(self, pile: Pile) -> str:
        """Return the cell of the top card of PILE, or of an empty place."""
        return self.cells[pile[-1] if pile else None]

    def tops(self, piles: Iterable[Pile]) -> list[str]:
        """Return the cell of the top card, or of an empty place, for each of PILES."""
        return [self.cells[pile[-1] if pile else None] for pile in piles]

    def bold(self, text: str) -> str:
        """Return TEXT in bold, if colors are shown."""
        return f"\033[1m{text}{_PLAIN}" if self.color and text else text

    def dim(self, text: str) -> str:
        """Return TEXT dimmed, if colors are shown."""
        return f"{_DIM}{text}{_PLAIN}" if self.color and text else text

    def _cell(self, card: Card) -> str:
        text = card.label if self.style == WORDS else self.plain(card)
        return f" {' ' * (3 - len(text))}{self.colored(text, card)}"

    def colored(self, text: str, card: Card) -> str:
        """Return TEXT in the color of the card's suit; at a terminal, court cards are bold."""
        if not self.color or card is BACK or card.suit not in self.suits:
            return text
        bold = _BOLD if self.notes and card.rank > 10 else ""
        return f"\033[{bold}{self.suits[card.suit]}m{text}{_PLAIN}"
