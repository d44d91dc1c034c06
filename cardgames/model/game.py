"""The contract of every game's model: a position is a value, and a move makes the next one.

A game is a frozen dataclass derived from Game. Each of its moves is a method declared by
`@command`, which checks the move, raises IllegalMove naming the rule it breaks, and returns the
next position. What undo must not restore belongs to the session, not here.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, field, fields, is_dataclass
from math import sqrt
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import Pile, pile
from cardgames.model.commands import Argument, Commands, Switch
from cardgames.model.dates import Day
from cardgames.model.errors import IllegalMove

Details: TypeAlias = Mapping[str, Any]
"""What a game adds to a result: numbers, by their names."""

Z: Final = 1.959964
"""The half width of a 95% confidence interval, in standard errors."""

DOLLARS: Final = "dollars"
"""The unit of the score where a casino pays it."""


class Expected(NamedTuple):
    """The share of games that is won without a person's skill."""

    share: float
    by: str
    """Who wins as many: 'chance', 'computer'."""


class Ratio(NamedTuple):
    """The sum of one detail over the sum of another."""

    title: str
    part: str
    whole: str
    form: str
    """How it is written: '{:.0f} ms'."""

    def text(self, games: Sequence[Details]) -> str:
        """Return the figure for GAMES; '' if there is none."""
        whole = sum(_numbers(self.whole, games))
        return self.form.format(sum(_numbers(self.part, games)) / whole) if whole else ""


class Least(NamedTuple):
    """The least value of a detail, among the games that have one above 0."""

    title: str
    part: str
    form: str

    def text(self, games: Sequence[Details]) -> str:
        """Return the figure for GAMES; '' if there is none."""
        found = [number for number in _numbers(self.part, games) if number]
        return self.form.format(min(found)) if found else ""


Figure: TypeAlias = Ratio | Least


def _numbers(name: str, games: Iterable[Details]) -> list[int]:
    """Return the detail called NAME of each of the GAMES that has it."""
    found = (details.get(name) for details in games)
    return [value for value in found if isinstance(value, int)]


def interval(count: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval for the chance of an event seen COUNT times in GAMES."""
    middle = count + Z * Z / 2
    half = Z * sqrt(count * (games - count) / games + Z * Z / 4)
    return max(0.0, (middle - half) / (games + Z * Z)), min(1.0, (middle + half) / (games + Z * Z))


Position = TypeVar("Position", bound="Game")
AnyOptions = TypeVar("AnyOptions", bound="Options")

HUMAN: Final = "human"
"""Stands for a person among the players of the seats."""


class Move(NamedTuple):
    """A move in the notation of its game: the command and the values of its arguments."""

    name: str
    arguments: tuple[Any, ...] = ()
    seat: int = 0
    """Which seat made it, if that was a computer or the clock; 0 for a person's move."""

    def __str__(self) -> str:
        words = " ".join([self.name, *map(str, self.arguments)])
        return f"{self.seat}: {words}" if self.seat else words


class Outcome(NamedTuple):
    """How a game ended."""

    winner: int | None
    """The seat that won, counted from 1; 0 for a patience that is lost, None for a draw."""
    reason: str
    """What ended it, such as 'all 52 cards are on the foundations'."""


class Advice(NamedTuple):
    """A move worth making, and why, in a few words."""

    move: Move | None
    """The move; None where the best is to take back the last one."""
    why: str
    then: tuple[Move, ...] = ()
    """The moves of the plan that follow, in their order."""


class Setup(NamedTuple):
    """Everything that determines a game except its moves."""

    game: "type[Game]"
    options: Any
    """The options, of the game's type for them."""
    seed: int
    deck: Pile | None = None
    """Cards to deal first, instead of a shuffled deck; they are dealt from the end."""
    day: Day | None = None
    """The date that the seed belongs to, if a date was asked for; a session keeps it apart."""

    def command_line(self) -> str:
        """Return the shell command that deals the same game."""
        from shlex import join

        options = self.options.words(forever=True)
        words = ["cardgames", self.game.name, *options, "--seed", str(self.seed)]
        if self.deck is not None:
            words += ["--deck", " ".join(map(str, reversed(self.deck)))]
        return join(words)


def flag(declared: Field[Any]) -> str:
    """Return the name of a declared option on the command line."""
    return "--" + declared.name.replace("_", "-")


def option(default: Any, argument: Argument, help: str, *also: str, usual: str = "") -> Any:
    """Declare an option of a game: a field of its Options, read as ARGUMENT is.

    ALSO are other names for it on the command line, such as '--levels'. If what is USUAL in a new
    game depends on other options, it is said in words; DEFAULT is what a script means that does
    not name the option.
    """
    metadata = {"argument": argument, "help": help, "also": also, "usual": usual}
    return field(default=default, metadata=metadata)


def usual_text(declared: Field[Any]) -> str:
    """Say which value a declared option has in a new game that does not name it."""
    argument: Argument = declared.metadata["argument"]
    return declared.metadata["usual"] or argument.text(declared.default)


class Options:
    """The options of a game; each game derives a frozen dataclass with a field for each."""

    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Named bundles of options."""

    @classmethod
    def declared(cls) -> tuple[Field[Any], ...]:
        """Return the options as they were declared."""
        return fields(cls) if is_dataclass(cls) else ()

    @classmethod
    def of_new_game(cls: type[AnyOptions], given: Mapping[str, Any]) -> AnyOptions:
        """Return the options of a new game; those that are not GIVEN are as usual."""
        return cls(**given)

    def seats(self) -> tuple[str, ...]:
        """Return who plays: for each seat HUMAN, or the name of a computer player."""
        return (HUMAN,)

    def given_name(self, seat: int) -> str:
        """Return the name that the player in SEAT was given; '' for the usual one."""
        return ""

    def values(self) -> dict[str, Any]:
        """Return the values of all options by their names, as JSON can hold them."""
        found = {declared.name: getattr(self, declared.name) for declared in self.declared()}
        return {n: list(value) if isinstance(value, tuple) else value for n, value in found.items()}

    def words(self, forever: bool = False) -> list[str]:
        """Return the command-line words for every option that is not at its default.

        Words that mean the same FOREVER name those, too, whose usual value could become another.
        """
        words: list[str] = []
        for declared in self.declared():
            value = getattr(self, declared.name)
            if value != declared.default or forever and declared.metadata["usual"]:
                argument: Argument = declared.metadata["argument"]
                words.append(flag(declared))
                words += [] if isinstance(argument, Switch) else [argument.text(value)]
        return words


def seat_and_words(text: str) -> tuple[int, str]:
    """Return the seat that a script's line names, as in '2: discard QH', or 0; and the rest."""
    if ":" not in text:
        return 0, text
    seat, _, words = text.partition(":")
    if seat.isascii() and seat.isdecimal() and len(seat) < 3:
        return int(seat), words
    return 0, text


class Game:
    """One position of a game."""

    __slots__ = ()

    name: ClassVar[str]
    """The game's name on the command line."""
    options_type: ClassVar[type[Options]] = Options
    commands: ClassVar[Commands]
    """The moves that the game declares."""
    measure: ClassVar[str] = "moves"
    """What the length of a game is counted in."""
    divided: ClassVar[bool] = False
    """Are the first extras the share of each seat in the length?"""
    score_unit: ClassVar[str] = ""
    """What the score is counted in; '' if it does not tell how well a game was played."""
    figures: ClassVar[Sequence[Figure]] = ()
    """What is worked out from the details of many games."""
    told_apart: ClassVar[str] = ""
    """The option that divides the games in the table of these figures."""
    clockwork: ClassVar[Collection[str]] = ()
    """The moves that the clock makes, for any seat."""
    cycles: ClassVar[bool] = False
    """Can the game go round forever, so that a position that comes back matters?"""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.commands = Commands(cls)

    @classmethod
    def title(cls) -> str:
        """Return the game's name as people write it."""
        return cls.__name__

    @classmethod
    def read_deck(cls, text: str) -> Pile:
        """Read the cards of a deck in dealing order; raises InvalidCommand."""
        return pile(text)

    @classmethod
    def deal(cls: type[Position], deck: Pile, options: Any) -> Position:
        """Deal the first position from the end of DECK; raises InvalidCommand."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """Return what makes two positions the same to play on from."""
        return self

    def outcome_if_repeated(self: Position, first: Position) -> Outcome | None:
        """Return how the game ends as the position FIRST has come back, or None if it goes on."""
        return None

    def player(self) -> int:
        """Return the seat whose turn it is, counted from 1."""
        return 1

    def may_act(self, move: Move) -> bool:
        """Is it the turn of the seat of MOVE, or may it act out of turn?"""
        return move.seat == self.player()

    def score(self) -> int:
        """Return the score of seat 1."""
        return 0

    def length(self, moves: int) -> int:
        """Return how long the game is so far, in its measure, after MOVES moves."""
        return moves

    @classmethod
    def expected(cls, options: Mapping[str, Any]) -> Expected | None:
        """Return the share of games with OPTIONS, by their names, that anybody would win."""
        return None

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """Return the names of what else is counted in a game."""
        return ()

    def extra(self) -> tuple[int, ...]:
        """Return the counts that `extras` names."""
        return ()

    def details(self) -> dict[str, Any]:
        """Return what the game adds of its own to the result of a person's game, as JSON has it."""
        return {}

    def seen_by(self: Position, seat: int) -> Position:
        """Return this position with a card back for every card that SEAT cannot know."""
        return self

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move, the inverse of its text; raises InvalidCommand."""
        seat, words = seat_and_words(text)
        found, arguments = cls.commands.parse(words)
        return Move(found.name, arguments, seat)

    def apply(self: Position, move: Move) -> Position:
        """Return the position after MOVE; raises IllegalMove naming the rule that forbids it."""
        ended = self.outcome()
        if ended is not None:
            raise IllegalMove(f"the game is over: {ended.reason}")
        after: Position = getattr(self, self.commands.all[move.name].method)(*move.arguments)
        return after

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal move in the order of declaration; each is tried against the rules."""
        for declared in self.commands.all.values():
            for arguments in declared.every_call():
                move = Move(declared.name, arguments)
                try:
                    self.apply(move)
                except IllegalMove:
                    continue
                yield move

    def successors(self: Position) -> Iterator[tuple[Move, Position]]:
        """Yield each legal move and the position after it, in the order of the legal moves."""
        for move in self.legal_moves():
            yield move, self.apply(move)

    def canonical(self, move: Move) -> Move:
        """Return MOVE, a legal one, without the arguments that follow from the position."""
        return move
