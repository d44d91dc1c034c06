"""The base class of every game: a game object is one position, and a move returns the next one.

A game is a frozen dataclass derived from Game. Each of its moves is a method declared with
`@command`. The method returns the next position, or raises IllegalMove, which names the broken
rule. Everything that undo does not restore is part of the session, not of a game. The options of
games, and the names of their players, are here as well.
"""

import re
import shlex
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from cardgames.model.cards import BACK, DECK, Card, Pile, cards_in, pile
from cardgames.model.commands import Argument, Commands, Switch
from cardgames.model.deal import Day, Random, shuffled_deck
from cardgames.model.errors import IllegalMove, InvalidCommand, brief

Position = TypeVar("Position", bound="Game")

JOIN: Final = "join"  # stands for a player who plays from elsewhere
HUMAN: Final = "human"  # stands for a person in a list of players; other words name computers
DOLLARS: Final = "dollars"  # the unit of the score in games played for money

HIDDEN_END: Final = "what comes next depends on hidden cards"  # the reason of UNKNOWN

# The names of players without a given name; the seat's number follows PERSON and COMPUTER.
YOU: Final = "you"
PERSON: Final = "player"
COMPUTER: Final = "computer"


class Move(NamedTuple):
    """A move in the notation of its game: the command and the values of its arguments.

    `str` writes it as scripts do. A Move is not checked until `position.after` gets it.

    >>> import cardgames
    >>> print(cardgames.Move("tabtab", (3, 1)), cardgames.Move("draw", seat=2), sep=", ")
    tabtab 3 1, 2: draw
    """

    name: str
    arguments: tuple[Any, ...] = ()
    seat: int = 0  # who made the move; 0 in a game for one, and for the person whose turn it is

    def __str__(self) -> str:
        given = self.arguments if isinstance(self.arguments, tuple) else (self.arguments,)
        words = " ".join(map(str, (self.name, *given)))
        return f"{self.seat}: {words}" if self.seat else words


class Outcome(NamedTuple):
    """How a game ended: the seat of the `winner` (0: lost, None: drawn) and the `reason`.

    >>> import cardgames
    >>> cardgames.playout(cardgames.deal("clock", seed=1), "hint").outcome.result(seat=1)
    'lost'
    """

    # The seat that won (seats count from 1); 0 for a patience that is lost, None for a draw.
    winner: int | None
    reason: str  # why it ended, such as 'all 52 cards are on the foundations'

    @property
    def known(self) -> bool:
        """Is the end known? It is unknown if it depends on cards that are hidden."""
        return self.reason != HIDDEN_END

    def result(self, seat: int = 1) -> str:
        """Return 'won', 'lost' or 'drawn', for the player at `seat`."""
        return {seat: "won", None: "drawn"}.get(self.winner, "lost")


# The outcome that a seat sees if the seat cannot know what comes next, because this depends on
# hidden cards.
UNKNOWN: Final = Outcome(None, HIDDEN_END)


class Setup(NamedTuple):
    """Everything that determines a game except its moves."""

    game: "type[Game]"
    options: Any  # an object of the game's `options_type`
    seed: int
    deck: Pile | None = None  # the deck, dealt from its end; None for a deck shuffled by the seed
    day: Day | None = None  # the date that the seed stands for, if a date was asked for
    away: tuple[int, ...] = ()  # the seats whose moves come from elsewhere, such as a program
    microsoft: int = 0  # the number of the deck among Microsoft's deals; 0 if it has none

    def dealt(self) -> "Game":
        """Return the first position; raises InvalidCommand for a wrong deck."""
        fresh = self.game.fresh_deck(self.options)
        deck = shuffled_deck(Random(self.seed), fresh) if self.deck is None else self.deck
        return self.game.deal(deck, self.options)

    def command_line(self, name: str = "") -> str:
        """Return the shell command that deals the same game; `name` replaces the game's name."""
        number = 0 if self.deck is None else self.microsoft
        words = [*self.options.words(forever=True, seated=True)]
        words += ["--seed", str(self.seed)] if not number or self.seed != number else []
        words += self.away_words()
        if number:
            words += ["--microsoft", str(number)]
        elif self.deck is not None:
            words += ["--deck", " ".join(map(str, reversed(self.deck)))]
        return f"cardgames {name or self.game.name} {shlex.join(words)}"

    def away_words(self) -> list[str]:
        return [word for seat in self.away for word in ("--seat", f"{seat}={JOIN}")]


def flag(declared: Field[Any]) -> str:
    """Return a declared option's name on the command line."""
    return "--" + declared.name.replace("_", "-")


def option(
    default: object,
    argument: Argument,
    help: str,
    *also: str,
    usual: str = "",
    seated: object = None,
    rule: bool = True,
) -> Any:
    """Declare an option of a game as a field of its Options; `argument` reads its value.

    `also` are other names of the option on the command line, such as '--levels'. `default` is the
    value in scripts that do not name the option. `usual` describes the default of new games, and
    `seated` is the default of games that a person begins at a terminal; pass them only if they
    differ from `default`. An option without `rule` changes only the display: positions that differ
    only in this option are equal.
    """
    metadata = {"argument": argument, "help": help, "also": also, "usual": usual, "seated": seated}
    return field(default=default, metadata=metadata, compare=rule)


def usual_text(declared: Field[Any]) -> str:
    """Return the default of a declared option in a new game, as text."""
    argument, seated = declared.metadata["argument"], declared.metadata["seated"]
    text: str = declared.metadata["usual"] or argument.text(declared.default)
    return text if seated is None else f"{text}; at a terminal {argument.text(seated)}"


class Spoken(NamedTuple):
    """The words, apart from option names, with which a person at a terminal sets up a game."""

    question: str  # says what Enter alone means and, after a semicolon, what else can be typed
    example: str
    alone: tuple[str, ...]  # the options whose values can be typed without the option's name
    number: str  # the option that a number alone sets
    # maps a regular expression, which matches words, to the option that they set, and to its value
    forms: Mapping[str, tuple[str, str]] = {}


@dataclass(frozen=True)
class Options:
    """A game's options. A game with options derives a frozen dataclass with a field for each."""

    # The named variants of the game, and the options that each one sets.
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    # The words that `at_level` takes in addition to the names of computer players.
    levels: ClassVar[Sequence[str]] = ()
    # How a person who gives no option is asked to set up the game in words; None: nobody is asked.
    spoken: ClassVar[Spoken | None] = None

    @classmethod
    def agreed(cls, given: dict[str, str]) -> dict[str, str]:
        """Return the `given` options, with typed values, and the options that follow from them."""
        return given

    @classmethod
    def declared(cls) -> tuple[Field[Any], ...]:
        return fields(cls)

    @classmethod
    def of_new_game(cls, given: Mapping[str, Any]) -> "Options":
        return cls(**given)

    def __post_init__(self) -> None:
        """Check each option, and read words such as 'unlimited'; raises InvalidCommand."""
        for declared in self.declared():
            given = getattr(self, declared.name)
            try:
                value = declared.metadata["argument"].checked(given)
            except InvalidCommand as error:
                raise InvalidCommand(f"{declared.name}: {error}") from None
            object.__setattr__(self, declared.name, value)

    def seats(self) -> tuple[str, ...]:
        """Return the player at each seat: HUMAN, or the name of a computer player."""
        return (HUMAN,)

    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats(), 1) if who == HUMAN]

    def given_name(self, seat: int) -> str:
        return ""

    def joined(self, seats: Collection[int]) -> "Options":
        """Return these options with people from other terminals seated; raises InvalidCommand."""
        raise InvalidCommand(f"nobody can join this game, so no seat is '{JOIN}'")

    def at_level(self, seat: int, level: str) -> "Options":
        """Return these options with a computer of `level` in `seat`; raises InvalidCommand."""
        raise InvalidCommand(f"{brief(level)}: no computer has seat {seat}; --auto lets one play")

    def values(self) -> dict[str, Any]:
        found = {declared.name: getattr(self, declared.name) for declared in self.declared()}
        return {n: list(value) if isinstance(value, tuple) else value for n, value in found.items()}

    def words(
        self, forever: bool = False, seated: bool = False, at_terminal: bool = False
    ) -> list[str]:
        """Return the command-line words for every option that is not at its default.

        `forever` adds each option whose default may change, so that the words keep their meaning.
        `seated` adds each option whose default is different at a terminal, so that the words mean
        the same there. With `at_terminal`, the defaults are those of games begun at a terminal.
        """
        words: list[str] = []
        for declared in self.declared():
            value = getattr(self, declared.name)
            meta = declared.metadata
            named = forever and meta["usual"] or seated and meta["seated"] is not None
            usual = meta["seated"] if at_terminal else None
            if named or value != (declared.default if usual is None else usual):
                argument: Argument = meta["argument"]
                words.append(flag(declared))
                words += [] if isinstance(argument, Switch) else [argument.text(value)]
        return words

    def in_words(self) -> list[str]:
        """Return the words that a person types to set up this game; usual values need no words."""
        told = list[str]()
        for declared in self.declared():
            argument, seated = declared.metadata["argument"], declared.metadata["seated"]
            value, name = getattr(self, declared.name), flag(declared)[2:]
            text = argument.text(value)
            if value == (declared.default if seated is None else seated):
                continue
            if isinstance(argument, Switch) or text in ("none", "all"):
                told.append({"none": "no ", "all": "all "}.get(text, "no " * (not value)) + name)
            elif self.spoken and name in self.spoken.alone and argument.listed:
                told += text.split(",")
            else:
                told.append(f"{name} {text}")
        return told


@cache
def name_of(options: Options, seat: int) -> str:
    """Return the name of the player in `seat` for the middle of a sentence."""
    if given := options.given_name(seat):
        return given
    seats = options.seats()
    if seats[seat - 1] != HUMAN:
        return f"{COMPUTER} {seat}"
    return YOU if seats.count(HUMAN) == 1 else f"{PERSON} {seat}"


def title(options: Options, seat: int) -> str:
    """Return the name of the player in `seat` for the beginning of a line."""
    return capital(name_of(options, seat))


def clause(options: Options, seat: int, verb: str) -> str:
    """Return the name of the player in `seat` with `verb`: 'you slap', 'computer 2 slaps'."""
    name = name_of(options, seat)
    return f"{name} {agreed(name, verb)}"


def spaced(name: str) -> str:
    """Return the `name` of a class as a title, such as 'Rank and File'."""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", name).replace(" And ", " and ")


def agreed(name: str, verb: str) -> str:
    """Return the form of `verb` that follows `name`: 'pass' after 'you', else 'passes'."""
    if name == YOU:
        return "are" if verb == "be" else verb
    regular = verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")
    return {"have": "has", "be": "is"}.get(verb, regular)


def does(options: Options, seat: int, verb: str) -> str:
    """Return the player's name with `verb` to begin a sentence: 'You slap', 'Computer 2 slaps'."""
    return capital(clause(options, seat, verb))


def whose(options: Options, seat: int) -> str:
    """Return the possessive of the player's name: 'your', "computer 2's"."""
    name = name_of(options, seat)
    return "your" if name == YOU else f"{name}'s"


def winner_text(options: Options, winner: int) -> str:
    """Say who won: 'You won', 'You lost. Computer 2 wins', 'Ann wins'."""
    if name_of(options, winner) == YOU:
        return "You won"
    seats = options.seats()
    lost = seats.count(HUMAN) == 1 and seats[winner - 1] != HUMAN
    return "You lost. " * lost + does(options, winner, "win")


def capital(text: str) -> str:
    """Return `text` with a capital first letter."""
    return text[:1].upper() + text[1:]


class Expected(NamedTuple):
    """The share of games that chance or a computer player wins, to compare with a person's."""

    by: str = ""  # 'chance' or 'computer'
    option: str = ""  # the name of the option that decides on the share
    shares: Mapping[str, float] = {}  # the share for each value of that option


class Figure(NamedTuple):
    """A figure for many games: the sum of one detail divided by the sum of another.

    If `whole` is '', the figure is the least value of `part` above 0.
    """

    title: str
    form: str  # the format of the number, such as '{:.0f} ms'
    part: str
    whole: str = ""


class Game:
    """One position of a game: a value, which never changes. Each game has a class of its own.

    Methods that take a move or a seat raise IllegalMove or InvalidCommand, and say why. Seats count
    from 1. Scores are in the unit of the game, such as points in Rummy and cards in Slap.

    >>> import cardgames
    >>> position = cardgames.deal("klondike", seed=42, draw=1)
    >>> isinstance(position, cardgames.Klondike), position.player(), position.score()
    (True, 1, -52)
    >>> position.after("tabfnd 6").score(), position.after("tabfnd 6").outcome()
    (-47, None)
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]  # the names of the fields, which `dataclass` lists

    name: ClassVar[str]  # the game's name on the command line
    called: ClassVar[str] = ""  # the game's name as people write it, if not the class's name
    file: ClassVar[str] = ""  # what a shell command calls a game that is declared in a file
    options_type: ClassVar[type[Options]] = Options
    commands: ClassVar[Commands]  # the moves that the game declares
    measure: ClassVar[str] = "moves"  # the unit of the length
    # Do the first `extras`, one number for each seat, add up to the length of the game?
    divided: ClassVar[bool] = False
    # The unit of the score; '' if the score does not show how well a game was played.
    score_unit: ClassVar[str] = ""
    # If `score_unit` is DOLLARS: the variants whose score is shown in dollars; None means all.
    casino: ClassVar[Collection[str] | None] = None
    figures: ClassVar[Sequence[Figure]] = ()  # the figures computed from the details of many games
    # The name of the option whose values get separate rows in a table of the diary.
    told_apart: ClassVar[str] = ""
    clockwork: ClassVar[Collection[str]] = ()  # the names of the moves that the clock makes
    expected: ClassVar[Expected] = Expected()  # the share that chance or a computer wins, if known
    # The least time, in milliseconds, in which anybody can make a move, by the name of the move
    soonest: ClassVar[Mapping[str, int]] = {}
    cycles: ClassVar[bool] = False  # can a game go on forever by repeating positions?
    # The computer that plays on for a person who leaves a table of three or more
    stand_in: ClassVar[str] = ""
    fewest_cards: ClassVar[int] = len(DECK)  # the fewest cards that the game can be played with

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.commands = Commands(cls)
        if "__repr__" not in vars(cls):
            setattr(cls, "__repr__", Game.__repr__)  # a dataclass would write out all its fields

    def __repr__(self) -> str:
        try:
            ended, score = self.outcome(), self.score()
        except Exception:  # `replace` can set wrong values, and Game itself has no outcome
            return f"<{self.title()}: no position>"
        return f"<{self.title()}: score {score}{f', {ended.reason}' if ended else ''}>"

    @classmethod
    def title(cls) -> str:
        """Return the game's name as people write it."""
        return cls.called or cls.__name__

    @classmethod
    def read_deck(cls, text: str) -> Pile:
        """Read the cards of a deck in dealing order; raises InvalidCommand."""
        return pile(text)

    @classmethod
    def fresh_deck(cls, options: Any) -> Pile:
        """Return the cards that the game is played with, before they are shuffled."""
        return DECK

    @classmethod
    def deal(cls: type[Position], deck: Pile, options: Any) -> Position:
        """Deal cards from the end of `deck`; return the first position, or raise InvalidCommand."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """Return a value that is equal for positions with the same possible continuations."""
        return self

    def recurring(self) -> Hashable:
        """Return a key without mere counters: a game that goes in circles repeats this key."""
        return self.key()

    def outcome_if_repeated(self: Position, first: Position) -> Outcome | None:
        """Return how the game ends if it repeats an earlier position; None if it goes on."""
        return None

    def player(self) -> int:
        """Return the seat whose turn it is, counted from 1."""
        return 1

    def ahead(self, but: int) -> int:
        """Return the seat that wins if seat `but` gives up; with two seats, it is the other one."""
        return 3 - but

    def may_act(self, move: Move) -> bool:
        """May the seat that makes `move` act now, in turn or out of turn?"""
        return move.seat == self.player()

    def actor(self, move: Move) -> int:
        """Return the seat that makes `move`, in turn or out of turn."""
        return move.seat or self.player()

    def known(self, seat: int) -> set[Any]:
        """Return the cards that `seat` can know; in a game of several deals, each with its deal."""
        return {*self.with_backs(seat).all_cards()} - {BACK}

    def score(self) -> int:
        """Return the score of seat 1."""
        return 0

    def standing(self) -> tuple[int, ...]:
        """Return the score of each seat."""
        return (self.score(),)

    def length(self, moves: int) -> int:
        """Return the game's length after `moves` moves, in the unit `measure`."""
        return moves

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """Return the names of the counts that a result has in addition to score and length."""
        return ()

    def extra(self) -> tuple[int, ...]:
        """Return the counts that `extras` names."""
        return ()

    def details(self) -> dict[str, Any]:
        """Return the numbers that the game adds to a person's result, ready for JSON."""
        return {}

    def seen_by(self: Position, seat: int) -> Position:
        """Return this position with backs for the cards that a seat does not see.

        Raises InvalidCommand if there is no such seat.
        """
        last = len(getattr(self, "options", Options()).seats())
        if seat not in range(1, last + 1):
            there = f"the seats are 1 to {last}" if last > 1 else "the only seat is 1"
            raise InvalidCommand(f"{there}: there is no seat {brief(seat)}")
        try:
            return self.with_backs(seat)
        except Exception as error:
            raise self._explained(error) from error.__cause__

    def with_backs(self: Position, seat: int) -> Position:
        """Return the position that `seat` sees; seat 0 sees only the cards that all players see."""
        return self

    def places(self) -> tuple[object, ...]:
        """Return the fields that may hold cards: cards, piles, or tuples of piles."""
        return tuple([getattr(self, name) for name in self.__match_args__])

    def facts(self) -> dict[str, Any]:
        """Return the names and values that programs get for this position, without the options."""
        names = [name for name in self.__match_args__ if name != "options"]
        return {name: getattr(self, name) for name in names}

    def all_cards(self) -> list[Card]:
        """Return every card that lies in a pile, with BACK for each that is hidden."""
        return cards_in(self.places())

    def possible(self) -> dict[str, bool]:
        """Return for each field whether its value is possible; fields without a check are left out.

        Types, sizes and the number of each card are checked elsewhere.
        """
        return {}

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that `text` means, such as 'tabtab 3 1'; raises InvalidCommand."""
        seat, words = seat_and_words(text)
        found, arguments = cls.commands.parse(words)
        return Move(found.name, arguments, seat)

    def apply(self: Position, move: Move) -> Position:
        """Return the next position; raises IllegalMove, or InvalidCommand if `move` is unknown."""
        ended = self.outcome()
        if ended is not None:
            raise IllegalMove(f"the game is over: {ended.reason}")
        self.commands.check(move.name, move.arguments)
        return self.carry_out(move)

    def carry_out(self: Position, move: Move) -> Position:
        """Apply `move` without checking that it exists and that the game goes on."""
        after: Position = getattr(self, self.commands.all[move.name].method)(*move.arguments)
        return after

    def after(self: Position, move: Move | str) -> Position:
        """Return the position after `move`, which is a Move or its text, such as 'tabtab 3 1'.

        The text may be in short, such as 'tt 3 1'. Raises IllegalMove, which names the rule that
        forbids `move`, or InvalidCommand if `move` is unknown.

        >>> import cardgames
        >>> position = cardgames.deal("canfield", seed=9)
        >>> position.after("tt 3 1") == position.after(cardgames.Move("tabtab", (3, 1)))
        True
        """
        if isinstance(move, str):
            move = self.parse(move)
        elif not isinstance(move, Move):
            raise InvalidCommand("a move is a Move, or a text such as 'tabtab 3 1'")
        if move.seat and not self.may_act(move):
            seat = brief(move.seat)
            raise IllegalMove(f"it is not the turn of player {seat}, but {self.player()}'s")
        try:
            return self.apply(move)
        except Exception as error:
            raise self._explained(error) from error.__cause__

    def legal_moves(self) -> Iterator[Move]:
        """Yield each legal move; raises InvalidCommand if this is no position of the game."""
        try:
            yield from self.allowed()
        except Exception as error:
            raise self._explained(error) from error.__cause__

    def open_to(self, seat: int) -> Iterator[Move]:
        """Yield each legal move of `seat`, in turn or out of turn, as that player types it."""
        if seat == self.player():
            yield from self.legal_moves()

    def _explained(self, error: Exception) -> Exception:
        validity: Any = import_module("cardgames.model.validity")  # only a program asks for it
        found: Exception = validity.explained(error, self)
        return found

    def allowed(self) -> Iterator[Move]:
        """Try all moves, in the order of the declared commands; yield the legal ones."""
        for declared in self.commands.all.values():
            for arguments in declared.every_call():
                move = Move(declared.name, arguments)
                try:
                    self.apply(move)
                except IllegalMove:
                    continue
                yield move

    def successors(self: Position) -> Iterator[tuple[Move, Position]]:
        """Yield each legal move and the position after it, in the order of `legal_moves`."""
        for move in self.legal_moves():
            yield move, self.apply(move)

    def unseated(self, move: Move) -> Move:
        """Return `move` without its seat, as the person in that seat types it."""
        return move._replace(seat=0)

    def seated(self, move: Move) -> Move:
        """Return `move` with the seat that makes it."""
        return move._replace(seat=self.actor(move))

    def canonical(self, move: Move) -> Move:
        """Return the legal `move` without the arguments that it does not need in this position."""
        return move


def seat_and_words(text: str) -> tuple[int, str]:
    """Split a script's line such as '2: discard QH' into the seat (0 if none) and the rest."""
    found = re.match("([0-9]{1,2}):", text)
    return (int(found[1]), text[found.end() :]) if found else (0, text)
