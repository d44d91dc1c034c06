"""Texts and cards as the screen shows them: times, lines that fit a width, spots, and Look."""

import re
from collections.abc import Iterable
from copy import copy
from typing import Final, NamedTuple

from click import unstyle
from click.formatting import wrap_text

from cardgames.model.cards import BACK, DECK, SUIT_SYMBOLS, Card, Pile, Suit, parse_card
from cardgames.model.game import Move

COLUMNS: Final = 80  # the screen width that texts are written for; `fitted` makes them narrower


def time_text(seconds: int) -> str:
    """Return a time as people say it: '45 s', '14 min', '1 h 20 min'."""
    minutes = seconds // 60
    if not minutes:
        return f"{seconds} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def clock_text(seconds: int) -> str:
    """Return a time as a clock shows it: '4:12', '1:04:12'."""
    minutes, hours = seconds // 60, seconds // 3600
    if hours:
        return f"{hours}:{minutes % 60:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


def wrapped(text: str, indent: int = 0) -> str:
    """Return `text` in lines that begin with `indent` blanks; later lines begin with two more."""
    return wrap_text(text, 79, " " * indent, " " * (indent + 2)) + "\n"


def sentence(text: str) -> str:
    """Return `text` as a line that begins with a capital letter and ends with a full stop.

    A color code may come before the first letter.
    """
    color, rest = re.findall(r"^((?:\033\[[0-9;]*m)?)(.*)", text)[0]
    return f"{color}{rest[:1].upper()}{rest[1:]}.\n"


class Fitted(str):
    """A text wrapped to some width; `whole` is the original text, from which it is wrapped anew."""

    whole: str


def fitted(text: str, columns: int) -> str:
    """Wrap `text`, which is written for 80 columns, to `columns`; break no word."""
    found = Fitted(text if columns >= COLUMNS else _narrowed(text, columns))
    found.whole = text
    return found


def _narrowed(text: str, columns: int) -> str:
    paragraphs: list[list[str]] = []
    for line in text.splitlines():
        if paragraphs and _goes_on(paragraphs[-1][-1], line):
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    filled = [line for paragraph in paragraphs for line in _filled(paragraph, columns - 1)]
    return "".join(f"{line}\n" for line in filled)


def folded(text: str, columns: int = COLUMNS - 1) -> str:
    """Return `text`; each line that is longer than `columns` is divided into several lines."""
    lines = text.splitlines(keepends=True)
    return "".join(
        [line if len(unstyle(line)) <= columns + 1 else fitted(line, columns) for line in lines]
    )


def _goes_on(before: str, line: str) -> bool:
    """Does `line` continue the line `before`, which had no room for the first word of `line`?"""
    if not line.strip() or line.startswith("Error: ") or _indent(line) < _indent(before):
        return False
    if _is_row(before) or _is_row(line):
        return False
    return len(unstyle(before)) + 1 + len(unstyle(line.split()[0])) > 75


def _is_row(line: str) -> bool:
    return "  " in line.strip() or line.lstrip().startswith("--")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _filled(paragraph: list[str], width: int) -> list[str]:
    first = paragraph[0]
    if len(paragraph) == 1 and len(unstyle(first)) <= width:
        return paragraph
    indent = " " * min(_indent(first), 6)
    hang = f"{indent}    " if _is_row(first) else indent or "  "
    hang = " " * _indent(paragraph[1]) if len(paragraph) > 1 else hang
    text = " ".join([part.strip() for part in paragraph])
    lines, line = [], indent
    for gap, word in re.findall(r"( *)(\S+)", text):
        space = gap[:2] if line.strip() else ""
        if line.strip() and len(unstyle(f"{line}{space}{word}")) > width:
            lines.append(line)
            line, space = hang, ""
        line += space + word
    return [*lines, line]


def moves_text(moves: list[tuple[str, str]]) -> str:
    width = max((len(move) for move, _ in moves), default=0)
    return "".join(f"  {move:<{width}}  {what}".rstrip() + "\n" for move, what in moves)


def dollars(amount: int) -> str:
    """Return an amount of money: -$45 or $210."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


ASCII, UNICODE, WORDS = "ascii", "unicode", "words"
STYLES: Final = (ASCII, UNICODE, WORDS)
FOUR_COLOR: Final = "four-color"
# The choices for the look of cards: a style, or four colors in the terminal's best style
CHOICES: Final = (*STYLES, FOUR_COLOR)
# How a terminal shows an empty place and a card face down, in each style
EMPTY: Final = {ASCII: ".", UNICODE: "·", WORDS: "."}
FACE_DOWN: Final = {ASCII: "###", UNICODE: "░░░", WORDS: "###"}
# The characters that a terminal must be able to show for unicode cards
SIGNS: Final = SUIT_SYMBOLS + EMPTY[UNICODE] + FACE_DOWN[UNICODE]
# The color of each suit that has one. Plain blue, 34, is too dark on a black screen.
TWO_COLORS: Final = {Suit.DIAMONDS: "31", Suit.HEARTS: "31"}
FOUR_COLORS: Final = {Suit.CLUBS: "32", Suit.DIAMONDS: "94", Suit.HEARTS: "31"}
_CARD: Final = r"\b(?:10|[2-9AJQK])[CDHS]\b"
# Matches the cards named in a text, each one alone or several with blanks between them
NAMED: Final = f"{_CARD}(?: {_CARD})*"
MARKED, DIMMED = "1;4", "2"  # the codes of bold and underlined, and of dim
_PLAIN = "\033[0m"
# Matches a tag. A tag with numbers begins the text of a spot, and names this spot; a tag without
# numbers ends this text
TAG: Final = re.compile(r"\033\[(?:(\d+);(\d+);(\d+))?z")
TAGGED: Final = re.compile(r"\033\[\d+;\d+;\d+z(.*?)\033\[z")  # the text of a spot, with its tags


class Spot(NamedTuple):
    """A place of the board, or a card there; an invisible tag on the board has these numbers."""

    kind: int  # the kind of the pile: a number that the game chooses
    number: int = 0  # the number of the pile
    at: int = 0  # the card's place in the pile

    @property
    def pile(self) -> tuple[int, int]:
        return self.kind, self.number


class Pointed(NamedTuple):
    """The spots that stand for a legal move: all of `held`, in any order; then one of `last`."""

    move: Move
    held: frozenset[Spot]
    last: tuple[Spot, ...] = ()  # any of these completes the move; () if `held` is all of it


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
        self.style = style
        self.color = color
        self.notes = notes  # do texts have additions for a person at a terminal?
        self.columns = columns  # the width of the terminal
        self.lines = 24  # the height of the terminal
        self.large: bool | None = False  # are large cards wanted? None: only on large terminals
        self.suits = suits
        self.run = " to " if style == WORDS else "-"  # stands between the ends of a run of cards
        # Is the screen read aloud? If so, texts say what changed, and nothing is drawn
        self.spoken = notes and style == WORDS
        self.spots = False  # do boards name their places, for the hand on the screen?
        # The text of each card in a column, four characters wide; None is for an empty place
        self.cells: dict[Card | None, str] = {}
        for card in (*DECK, BACK):
            text = card.label if style == WORDS else self.plain(card)
            self.cells[card] = f" {' ' * (3 - len(text))}{self.colored(text, card)}"
        self.cells[None] = " ---"
        if notes:
            self.cells[None] = self.dim(f"   {EMPTY[style]}")
            self.cells[BACK] = self.dim(f" {FACE_DOWN[style]}")

    def spot(self, text: str, kind: int, number: int = 0, at: int = 0) -> str:
        """Return `text` between the tags of a spot; if tags are not wanted, return only `text`."""
        return f"\033[{kind};{number};{at}z{text}\033[z" if self.spots else text

    def has_room(self, columns: int, lines: int) -> bool:
        """Are large cards wanted, and does the terminal have the `columns` and `lines` for them?"""
        if self.large is None:  # if nobody chose, only a large terminal has large cards
            columns, lines = max(columns, 100), max(lines, 36)
        return self.large is not False and self.columns >= columns and self.lines >= lines

    def card(self, card: Card) -> str:
        return self.colored(self.plain(card), card)

    def plain(self, card: Card) -> str:
        if card is BACK or self.style == ASCII:
            return card.label
        return card.name if self.style == WORDS else card.rank.label + card.suit.symbol

    def cards(self, cards: Iterable[Card]) -> str:
        return (", " if self.style == WORDS else " ").join(map(self.card, cards))

    def named(self, text: str) -> str:
        """Return `text` with every card named in it, such as 10D, shown in this look."""
        return re.sub(NAMED, lambda found: self.cards(map(parse_card, found[0].split(" "))), text)

    def top(self, pile: Pile) -> str:
        return self.cells[pile[-1] if pile else None]

    def tops(self, piles: Iterable[Pile]) -> list[str]:
        return [self.cells[pile[-1] if pile else None] for pile in piles]

    def bold(self, text: str) -> str:
        return f"\033[1m{text}{_PLAIN}" if self.color and text else text

    def dim(self, text: str) -> str:
        return f"\033[{DIMMED}m{text}{_PLAIN}" if self.color and text else text

    def marking(self, cards: Iterable[Card]) -> "Look":
        """Return a look like this one in which the cells of `cards` are marked."""
        look = copy(self)
        look.cells = self.cells | {card: self.styled(card, MARKED) for card in cards}
        return look

    def styled(self, card: Card, style: str) -> str:
        """Return the cell of `card` with the codes of `style` added, if this look has colors."""
        if not self.color:
            return self.cells[card]
        text = unstyle(self.cells[card])
        codes = ";".join(filter(None, (style, self.suits.get(card.suit, ""))))
        return f"{text[: -len(text.strip())]}\033[{codes}m{text.strip()}{_PLAIN}"

    def colored(self, text: str, card: Card) -> str:
        """Return `text` in the color of the card's suit; at a terminal, court cards are bold."""
        if not self.color or card is BACK or card.suit not in self.suits:
            return text
        bold = "1;" if self.notes and card.rank > 10 else ""
        return f"\033[{bold}{self.suits[card.suit]}m{text}{_PLAIN}"
