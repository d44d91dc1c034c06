"""The texts that all games share: names, counts, endings, help, lines that fit; and Look."""

import re
from collections.abc import Container, Iterable
from copy import copy
from functools import cache
from inspect import cleandoc
from typing import Final, NamedTuple

from click import unstyle
from click.formatting import wrap_text

from cardgames.model.cards import BACK, DECK, SUIT_SYMBOLS, Card, Pile, Suit, parse_card
from cardgames.model.commands import NO_DOCSTRINGS, Command, Commands, ShortForms, Switch
from cardgames.model.errors import counted as counted, listed
from cardgames.model.game import Game, Move, Options, Outcome, flag, usual_text
from cardgames.play.session import Session

COLUMNS: Final = 80  # the screen width that texts are written for; `fitted` makes them narrower
LEAVES: Final = "Ctrl-C again leaves the game.\n"
ROUND: Final = "The computer stops, as it would go round forever.\n"
GIVEN_UP: Final = "The computer gives up, as it finds no way on.\n"
TOLD: Final = 5  # lines of news that stay on the screen while computers play


def game_text(session: Session, at_terminal: bool = False) -> str:
    """Name the game with its variant, or with the options that are unusual there."""
    options, title = session.setup.options, session.game.title()
    variant = variant_of(options)
    words = options.words(at_terminal=at_terminal)
    return f"{title}, {variant}" if variant else " ".join([title, *words])


@cache
def variant_of(options: Options) -> str:
    """Return the name of the variant with `options`; '' if there is none, or for the defaults."""
    variants = [(name, bundle) for name, bundle in options.variants.items() if bundle]
    return next((name for name, bundle in variants if options == type(options)(**bundle)), "")


def deal_text(session: Session) -> str:
    """Name the deal by its date, or as 'seed 42', 'seed 42, game 2' or 'a given deck'."""
    if not session.hosts:
        return "dealt at another terminal"
    return deal_name(session.day, session.seed, session.deals, session.setup.command_line())


def deal_name(day: object, seed: int | None, number: int, dealt_by: str | None) -> str:
    if day is not None:
        return f"the deal for {day} (seed {seed})"
    if number == 0:
        found = re.search("(?<= --microsoft )[0-9]+", dealt_by or "")
        return f"Microsoft's deal {found[0]}" if found else "a given deck"
    return f"seed {seed}" + (f", game {number}" if number > 1 else "")


def account_texts(outcome: Outcome, session: Session, seconds: int, columns: int) -> list[str]:
    """Say how a patience ended and how it went, in one line if `columns` suffice."""
    told = [f"{counted(session.moves_made, 'move')} in {time_text(seconds)}"]
    if session.game.measure != "moves":
        told.insert(0, length_text(session))
    told += _help_used(session)[::-1] or ["no help"]
    end, course = f"{result_text(outcome)}: {outcome.reason}.", f"{', '.join(told)}."
    whole = f"{end} {course}\n"
    return [whole] if len(whole) < min(columns, COLUMNS) else [f"{end}\n", f"{course}\n"]


def result_text(outcome: Outcome, who: str = "You") -> str:
    result = outcome.result()
    return "A draw" if result == "drawn" else f"{who} {result}"


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


def review_text(won: bool, could_win: bool = False) -> str:
    """Say what `review` shows of a game: one won, one that could be won, or another."""
    lost = "where it could still be won" if could_win else "what could have been played better"
    return f"'review' shows {'how it went' if won else lost}.\n"


def shared_text(session: Session, outcome: Outcome | None, score: str) -> str:
    """Return the line that people may share after a date's deal; it reveals no card or move."""
    told = [
        outcome.result().replace("drawn", "a draw") if outcome else "stuck",
        score,
        length_text(session),
        "" if session.hints or session.revealed else "no hints",
        *_help_used(session)[::-1],
        "by the computer" if session.history.computer else "",
    ]
    return f"cardgames {session.game.name} {session.day}: {', '.join(filter(None, told))}\n"


def length_text(session: Session) -> str:
    """Return the length of the game so far, in its unit: '131 moves', '1 hand'."""
    noun, blank, more = session.game.measure.partition(" ")
    length = session.game.length(session.moves_made)
    return f"{counted(length, noun.removesuffix('s'))}{blank}{more}"


def wrapped(text: str, indent: int = 0) -> str:
    """Return `text` in lines indented by `indent` blanks, all but the first line by two more."""
    return wrap_text(text, 79, " " * indent, " " * (indent + 2)) + "\n"


def sentence(text: str) -> str:
    """Return `text` as a line with a full stop, and a capital first letter after any color code."""
    color, rest = re.findall(r"^((?:\033\[[0-9;]*m)?)(.*)", text)[0]
    return f"{color}{rest[:1].upper()}{rest[1:]}.\n"


class Fitted(str):
    """A text in lines that fit some width; `whole` is the text before, to fit it anew."""

    whole: str


def fitted(text: str, columns: int) -> str:
    """Return `text`, written for 80 columns, in lines that fit `columns`; break no word."""
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


def folded(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(
        [line if len(unstyle(line)) <= COLUMNS else fitted(line, COLUMNS - 1) for line in lines]
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


def stuck_text(why: str) -> str:
    return f"The game is stuck: {why}. Try undo, or new.\n"


def moves_text(moves: list[tuple[str, str]]) -> str:
    width = max((len(move) for move, _ in moves), default=0)
    return "".join(f"  {move:<{width}}  {what}".rstrip() + "\n" for move, what in moves)


def counts_text(session: Session) -> str:
    return ", ".join([counted(session.moves_made, "move"), *_help_used(session)])


def help_used_text(session: Session) -> str:
    """Report the help used: 'With 1 undo and 2 hints.'; '' for none."""
    used = _help_used(session)
    told = [f"With {listed(used)}."] if used else []
    return " ".join(told + ["The computer has played for you."] * bool(session.history.computer))


def _help_used(session: Session) -> list[str]:
    numbers = {"undo": session.undos, "hint": session.hints, **session.revealed}
    return [counted(number, noun) for noun, number in numbers.items() if number]


def dollars(amount: int) -> str:
    """Return an amount of money: -$45 or $210."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


# The texts of `help`, `options` and `rules`.


def help_text(
    commands: Commands,
    common: Commands,
    short_forms: ShortForms,
    columns: int = COLUMNS,
    without: Container[str] = (),
) -> str:
    """List `commands`: first the game's own, each on its line, then the `common` ones together.

    Leave out those that are named in `without`.
    """
    from cardgames.play.places import example_of

    own = [item for name, item in commands.all.items() if name not in common.all]
    own = [item for item in own if item.name not in without]
    ways = []
    for item in own:  # each as typed in short, with its notation: '31 (tabtab T1 T2)'
        example = example_of(item, short_forms.places) if short_forms.places else ""
        ways.append(f"{example} ({item.usage})" if example else signature(item))
    width = max(map(len, ways)) if columns >= COLUMNS else 0
    lines = [f"  {way:<{width}}  {item.summary}" for way, item in zip(ways, own)]
    others = ", ".join(commands.all[name].usage for name in common.all if name not in without)
    lines.append(wrap_text(others, 76, initial_indent="  ", subsequent_indent="  "))
    lines.append(f"  The short way: {short_forms.summary()}.")
    explains = "'help COMMAND' explains one; 'rules' explains the game."
    lines.append(f"  {explains if any(item.doc for item in own) else NO_DOCSTRINGS}")
    return "\n".join(lines) + "\n"


def move_help(short_forms: ShortForms) -> str:
    from cardgames.play.places import word_for

    (_, first), *others = short_forms.places.items()
    letters = ", ".join(f"{letter} is the {word_for(place)}" for letter, place in others)
    alone = [(letter, word_for(place)) for letter, place in others if not callable(place)]
    shorts = [f"{letter}4" for letter, _ in alone]
    word = alone[-1][1] if alone else f"{word_for(first)} 3"
    rows = [
        (", ".join(["31", "3f", *shorts]), f"a number is a {word_for(first)} pile;"),
        ("", letters),
        ("6d 3, 6d kc, 6d f", "a card stands for its place, if it leads what moves"),
        ("6d", "to its foundation, else onto the only card, or an empty pile"),
        (f"{word} to 4", "the words on the board stand for places, too"),
        ("ace to foundation", "and so do ranks, and words such as column 3, free cell, home"),
        ("q on k, js q", "the only queen that can go on a king, JS on a queen"),
    ]
    if short_forms.enter == "card":
        rows.append(("card 5, turn kd", "turn 5 times, or until KD is on top of the waste"))
    rows.append(("tabtab 3 1", "the notation, in which scripts record every move"))
    return f"A move is typed as two places: where from, and where to.\n{moves_text(rows)}"


def command_help(item: Command) -> str:
    doc = wrap_text(cleandoc(item.doc or NO_DOCSTRINGS), 78, "  ", "  ", preserve_paragraphs=True)
    return f"{signature(item)}\n{doc}\n"


KEYS: Final = """\
Keys before a line is begun; what they do types a command, as you see.
  arrows          bring out the mark and move it; Up is history before that
  Space, Enter    pick up, and drop; twice on a card: to its best place
  Tab, Shift-Tab  the next card that can move, or the next place for it
  Backspace       put back, or undo; held down, it undoes once
  Escape          put back; then the mark goes away
  mouse           click twice, or drag; the wheel turned down over the stock
                  deals: while the mark is out, or always or never by --mouse,
                  --no-mouse
Signs: reversed or + the mark, yellow or > held, green or * takes it, # both.
"""


def signature(item: Command) -> str:
    """Return the usage of a command with its short forms: 'tabtab T1 T2 (tt)'."""
    return f"{item.usage} ({', '.join(item.shorts)})" if item.shorts else item.usage


def played_text(session: Session) -> str:
    options = session.setup.options
    its = " Its options:" if list(options.declared()) else ""
    lines = [f"{game_text(session)}, {deal_text(session)}.{its}"]
    for declared in options.declared():
        argument, value = declared.metadata["argument"], getattr(options, declared.name)
        word = argument.text(value)
        if isinstance(argument, Switch):
            word = "on" if value else "off"
        lines += [f"  {flag(declared)} {word}", f"      {declared.metadata['help']}"]
    if not session.hosts:
        return "\n".join([*lines, ""])
    setup, number = session.deal
    later = {0: "", 1: ", then 'new'"}.get(max(0, number - 1), ", then 'new' again and again")
    typed = setup.command_line(session.game.file)
    return "\n".join([*lines, f"It is dealt by{later}:", f"  {typed}", ""])


def options_text(game: type[Game]) -> str:
    lines = ["Options"]
    for declared in game.options_type.declared():
        argument = declared.metadata["argument"]
        default = f" {argument.form} (default {usual_text(declared)})"
        line = flag(declared) + ("" if isinstance(argument, Switch) else default)
        lines.append(wrap_text(line, 79, initial_indent="  ", subsequent_indent="      "))
        lines.append(f"      {declared.metadata['help']}")
    for name, bundle in game.options_type.variants.items():
        lines.append(f"  --variant {name}")
        words = " ".join(game.options_type(**bundle).words())
        lines.append(f"      {words or 'The game as it is without any option.'}")
    return "\n".join(lines) + "\n"


# How cards look.

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


# What a board names for the hand on the screen.

# Matches a tag: of the spot that the text after it shows, or of none
TAG: Final = re.compile(r"\033\[(?:(\d+);(\d+);(\d+))?z")
TAGGED: Final = re.compile(r"\033\[\d+;\d+;\d+z(.*?)\033\[z")  # the text of a spot, with its tags


class Spot(NamedTuple):
    """A place of the board, or a card there: the numbers in its tag, which nobody sees."""

    kind: int  # of piles, by a number that the game gives
    number: int = 0  # of the pile
    at: int = 0  # the card's place in the pile

    @property
    def pile(self) -> tuple[int, int]:
        return self.kind, self.number


class Pointed(NamedTuple):
    """The spots that stand for a legal move: all of `held`, in any order, and then `last`."""

    move: Move
    held: frozenset[Spot]
    last: tuple[Spot, ...] = ()  # any of them; () if those held are the whole move


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
        """Return `text` between the tags of a spot, if they are wanted."""
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
