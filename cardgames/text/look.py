"""How cards look on a screen: their style, width and color."""

import re
from collections.abc import Iterable
from typing import Final

from click import unstyle

from cardgames.model.cards import BACK, DECK, SUIT_SYMBOLS, Card, Pile, Suit, parse_card

ASCII, UNICODE, WORDS = "ascii", "unicode", "words"
STYLES: Final = (ASCII, UNICODE, WORDS)
FOUR_COLOR: Final = "four-color"
CHOICES: Final = (*STYLES, FOUR_COLOR)
"""The choices for the look of cards: a style, or four colors in the terminal's best style."""

EMPTY: Final = {ASCII: ".", UNICODE: "·", WORDS: "."}
FACE_DOWN: Final = {ASCII: "###", UNICODE: "░░░", WORDS: "###"}
"""How a terminal shows an empty place and a card face down, in each style."""
SIGNS: Final = SUIT_SYMBOLS + EMPTY[UNICODE] + FACE_DOWN[UNICODE]
"""The characters that a terminal must be able to show for unicode cards."""

TWO_COLORS: Final = {Suit.DIAMONDS: "31", Suit.HEARTS: "31"}
FOUR_COLORS: Final = {Suit.CLUBS: "32", Suit.DIAMONDS: "94", Suit.HEARTS: "31"}
"""The color of each suit that has one. Plain blue, 34, is too dark on a black screen."""
_CARD: Final = r"\b(?:10|[2-9AJQK])[CDHS]\b"
NAMED: Final = f"{_CARD}(?: {_CARD})*"
"""Matches the cards named in a text, each one alone or several with blanks between them."""
LARGE_COLUMNS: Final = 100
LARGE_LINES: Final = 36
"""The size of a terminal from which cards are large, unless the person has decided."""
_BOLD, _DIM, _PLAIN = "1;", "\033[2m", "\033[0m"


class Look:
    """The style and colors of cards, and whether texts have notes for a person."""

    def __init__(
        self,
        style: str = ASCII,
        color: bool = False,
        notes: bool = False,
        columns: int = 80,
        suits: dict[Suit, str] = TWO_COLORS,
    ) -> None:
        """Show cards in STYLE, in the colors of SUITS if COLOR is wanted.

        With NOTES, texts have additions for a person at a terminal, which would clutter a script's
        output. COLUMNS is the width of the terminal.
        """
        self.style = style
        self.color = color
        self.notes = notes
        self.columns = columns
        self.lines = 24
        """The height of the terminal."""
        self.large: bool | None = False
        """Are large cards wanted? None: if the terminal is large."""
        self.suits = suits
        self.run = " to " if style == WORDS else "-"
        """What stands between the first card and the last one of a run."""
        self.spoken = notes and style == WORDS
        """Is the screen read aloud? Then it says what changed, and draws nothing."""
        self.cells: dict[Card | None, str] = {card: self._cell(card) for card in (*DECK, BACK)}
        """The text of each card in a column, four characters wide; None is an empty place."""
        self.cells[None] = " ---"
        if notes:
            self.cells[None] = self.dim(f"   {EMPTY[style]}")
            self.cells[BACK] = self.dim(f" {FACE_DOWN[style]}")

    def has_room(self, columns: int, lines: int) -> bool:
        """Are large cards shown on a board that then needs that many COLUMNS and LINES?"""
        wanted = self.large
        if wanted is None:
            wanted = self.columns >= LARGE_COLUMNS and self.lines >= LARGE_LINES
        return wanted and self.columns >= columns and self.lines >= lines

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
        """Return TEXT with every card named in it, such as 10D, shown in this look.

        In words, commas come between several cards.
        """
        return re.sub(NAMED, lambda found: self.cards(map(parse_card, found[0].split(" "))), text)

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

    def marked(self, card: Card) -> str:
        """Return the cell of a card that the last move brought, bold and underlined."""
        return self._styled(card, "1;4")

    def dimmed(self, card: Card) -> str:
        """Return the cell of a card that is in view but cannot be played, dimmed."""
        return self._styled(card, "2")

    def _styled(self, card: Card, style: str) -> str:
        """Return the cell of CARD with the codes of STYLE added to its color, if it has one."""
        if not self.color:
            return self.cells[card]
        text = unstyle(self.cells[card])
        codes = ";".join(filter(None, (style, self.suits.get(card.suit, ""))))
        return f"{text[: -len(text.strip())]}\033[{codes}m{text.strip()}{_PLAIN}"

    def _cell(self, card: Card) -> str:
        text = card.label if self.style == WORDS else self.plain(card)
        return f" {' ' * (3 - len(text))}{self.colored(text, card)}"

    def colored(self, text: str, card: Card) -> str:
        """Return TEXT in the color of the card's suit; at a terminal, court cards are bold."""
        if not self.color or card is BACK or card.suit not in self.suits:
            return text
        bold = _BOLD if self.notes and card.rank > 10 else ""
        return f"\033[{bold}{self.suits[card.suit]}m{text}{_PLAIN}"
