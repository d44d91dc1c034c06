"""The deals and lines that the fuzzer types, drawn from the declarations of the games.

Half of the lines are legal moves, so that games make progress. The others are commands with good
and bad words, short forms, lines for seats, and lines broken on purpose.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from cardgames import games
from cardgames.model.cards import DECK
from cardgames.model.commands import Argument, CommandName, Number, Several
from cardgames.model.deal import SEEDS, Random, stream
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import HUMAN, Setup
from cardgames.model.strategy import SOLVER
from cardgames.text.commands import FileName
from tests.again import RECORD
from tests.tables import seating

LONGEST_GAME = 120
LONGEST_LOG = 600  # at which a game ends; computers can make it long
RARE = set("auto solution winnable hint run quit exit new load restart giveup leave".split())
"""Commands that are slow or end the game; when drawn, they are kept one time in eight."""
ODD = (
    *("", "''", '"', "'a b'", "\0", "\x1b[2J", "\udcff", "\u202e", "\u0663", "\U0001f0a1"),
    *("é" * 60, "ß", "İ"),
    *("-1", "0", "1", "99", "100", "9" * 19, "9" * 5000, "1e3", "+1", "all", "a", "{}", "%s", "#"),
    *("2026-11-21", "2026-02-30", "1-1-1"),
    *("10♦", "td", "ten of diamonds", "6d", "kc", "3f", "31", "r3", "wf", "x9s", "y", "n", ";"),
    *("waste", "reserve", "foundation", "tableau", "empty", "pile", "q", "k", "on", "to", "its"),
)
"""Words that belong nowhere, or to the short forms of some game."""
PIECES = ("\0", "'", '"', ";", ":", " ", "\t", "\udcff", "\u0301", "1", "-", "é", "\x7f", "{0}")
SAVED = ("one", "two", "three")
LISTS = {"level": ("easy,hard", "hard,medium,easy"), "names": ("Ann", "B; b,O'Hara", "#1,é,2:")}
"""Sample values for options that are lists, which do not list their own."""

Item = TypeVar("Item")


class Manner(NamedTuple):
    """How a game is played and shown."""

    strict: bool = False
    echo: bool = False
    auto: str = ""  # the computer player that plays the whole deal
    terminal: bool = False  # is it played at a pseudo-terminal?

    def words(self) -> list[str]:
        auto = f"--auto {self.auto}" if self.auto else ""
        return [*filter(None, (self.strict * "--strict", self.echo * "--echo", auto))]


PLAIN = Manner()
TERMINAL = Manner(terminal=True)


class Drawn:
    def __init__(self, seed: int) -> None:
        self.random: Random = stream(seed)

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.random.below(len(items))]

    def chance(self, of: int) -> bool:
        """Is a draw with the chance 1 in OF a hit?"""
        return self.random.below(of) == 0

    def setup(self, name: str) -> Setup:
        game = games.model(name)
        values: dict[str, Any] = {"target": 1} if name == "rummy" else {}
        for option in game.options_type.declared():
            argument: Argument = option.metadata["argument"]
            often = 2 if option.name in seating(game) else 3  # who plays
            lists = map(argument.parse, LISTS.get(option.name, ()))
            if self.chance(often) and (choices := [*islice(argument.values, 8), *lists]):
                values[option.name] = self.one(choices)
        try:
            options = game.options_type(**values)
        except InvalidCommand:
            return self.setup(name)  # they do not agree with each other
        if HUMAN not in options.seats() and not self.chance(8):
            return self.setup(name)
        return Setup(game, options, self.one([*SEEDS, self.random.below(1000)]))

    def manner(self, name: str) -> Manner:
        """Draw the manner for the game called NAME: --echo is likely, --strict and --auto are rare.

        The solver does not play, as it refuses deals for which it finds no solution.
        """
        computers = [word for word in games.listing(name).strategies if word != SOLVER]
        auto = self.one(computers) if self.chance(50) else ""
        return Manner(self.chance(8), self.chance(3), auto)

    def word(self, argument: Argument, commands: list[str]) -> str:
        if self.chance(6):
            return self.one(ODD)
        if isinstance(argument, Several):
            argument = argument.item
        if isinstance(argument, Number):
            low, high = argument.low, argument.high
            some = low + self.random.below(min(high - low, 12) + 1)
            return str(self.one([some, some, some, low, low - 1, high, high + 1]))
        if isinstance(argument, FileName):
            return self.one([*SAVED, RECORD])
        if isinstance(argument, CommandName):
            return self.one(commands)
        known = list(islice(argument.completions(""), 60))
        return self.one(known or ["a", "'b c'", *map(str, DECK[::5])])

    def call(self, player: Any) -> str:
        names = list(player.commands.all)
        while (name := self.one(names)) in RARE and not self.chance(8):
            pass
        declared = player.commands.all[name]
        called = self.one([name, name, *declared.shorts, name[:3]])
        most = [count for item in declared.arguments for count in item.counts]
        words = [
            self.word(argument, names)
            for number in range(1, 1 + self.random.below(max(most, default=0) + len(most) + 1))
            if (argument := declared.argument(number)) is not None
        ]
        return " ".join([called, *words])

    def move(self, player: Any) -> str:
        """Draw one of the first legal moves; 'y' if there are none."""
        legal = list(islice(player.legal_moves(), 1 + self.random.below(30)))
        return str(legal[-1 if self.chance(2) else self.random.below(len(legal))]) if legal else "y"

    def broken(self, line: str) -> str:
        """Return the line with a piece added, left out or doubled, or far too long."""
        at = self.random.below(len(line) + 1)
        return self.one([
            line[:at] + self.one(PIECES) + line[at:], line[:at] + line[at + 1 :],
            line[:at], line[at:] + line, line.upper(), f"{line} {self.one(ODD)}", line * 400,
        ])  # fmt: skip

    def lines(self) -> Callable[[Any], str | None]:
        left = iter(range(1 + self.random.below(LONGEST_GAME)))

        def draw(player: Any) -> str | None:
            over = next(left, None) is None or len(player.session.log) > LONGEST_LOG
            return None if over else self.line(player)

        return draw

    def line(self, player: Any) -> str:
        kind = self.random.below(20)
        if kind < 9:
            return self.move(player)
        if kind < 15:
            return self.call(player)
        line = self.one([self.move, self.call])(player)
        if kind == 15:
            return f"{line}; {self.call(player)}"
        if kind == 16:
            return " ".join(self.one(ODD) for _ in range(1 + self.random.below(3)))
        if kind == 17:
            return self.broken(line)
        return f"{self.random.below(len(player.session.seats) + 2)}: {line}"
