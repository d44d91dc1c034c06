"""Who plays in a simulation besides the computers: functions of the caller, and programs.

Own lets functions play for the people at a table. A Contest seats the players of an arena, each a
computer player, a function or a program, in all rotations; whoever cannot go on forfeits the game.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from multiprocessing import parent_process
from multiprocessing.util import Finalize
from operator import attrgetter
from pathlib import PurePath
from typing import Any, Final, TypeAlias

from cardgames.games import seated, strategies
from cardgames.model.errors import CardGameError, InvalidCommand
from cardgames.model.game import HUMAN, JOIN, Game, Options, Setup
from cardgames.model.strategy import CUT_SHORT, Playout, Result, Strategy
from cardgames.model.validity import options_of
from cardgames.seats import program
from cardgames.seats.program import SECONDS, Bot
from cardgames.seats.seat import Fault, Function, Player, Seat, play
from cardgames.simulation.report import CUT, Figures, Plan

MOST_MOVES: Final = 10_000  # the default limit on the moves of a game that a function plays
IN_A_ROW: Final = 3  # a program that forfeits so many games in a row ends the arena
KINDS: Final = ("stalled", "dead", "illegal")  # the kinds of Fault that forfeit a game

# One player for all people at the table, or one for each seat. In the plan of a file, a function is
# its full name, such as 'players.greedy'.
Players: TypeAlias = Player | tuple[Player, ...]
# Keeps a game: its setup, the number of its rotation, the names of the players by seat, its course
Kept: TypeAlias = Callable[[Setup, int, Sequence[str], Playout], None]


@dataclass(frozen=True, repr=False)
class Own(Strategy):
    """Lets functions play in their seats, and computers in the others.

    The game is a draw if a position comes back (unlimited redeals are not counted), and lost after
    `most` moves, or if a function returns None in its turn. It can be pickled if they can.
    """

    players: Players
    most: int  # the most moves of a game

    def __repr__(self) -> str:
        return f"<Own: {self.short_name()}>"

    def __call__(self) -> "Own":
        """Return this same player for the next game: it has no state."""
        return self

    def named(self) -> str | list[str]:
        """Return the full name of the function, or a name for each seat."""
        if isinstance(self.players, tuple):
            return [full_name(who) for who in self.players]
        return full_name(self.players)

    def short_name(self) -> str:
        each = self.players if isinstance(self.players, tuple) else (self.players,)
        return ",".join(map(_short_name, each))

    def play_on(self, game: Game, seats: Sequence[str], *seed: int) -> Playout:
        each = self.players
        if not isinstance(each, tuple):
            each = tuple([each if who == HUMAN else who for who in seats])
        functions: dict[int, Seat] = {
            number: Function(who) for number, who in enumerate(each, 1) if callable(who)
        }
        names = [HUMAN if callable(who) else who for who in each]
        return play(game, functions, seated(game.name, names, *seed), self.most)[0]

    def result(self, setup: Setup) -> Result:
        played = self.play_on(setup.dealt(), setup.options.seats(), setup.seed, 1)
        end, cut = played.end, played.outcome is CUT_SHORT
        length = end.length(len(played.moves))
        return Result(played.outcome.winner, end.score(), length, (*end.extra(), int(cut)))


class OwnPlan(Plan):
    """Deals that functions of the caller play, by an Own."""

    @classmethod
    def of(cls, game: type[Game], options: Options, own: Own, seed: int, games: int) -> "OwnPlan":
        return cls(game, options, own.short_name(), own, seed, games)

    def extras(self) -> tuple[str, ...]:
        return (*super().extras(), CUT)

    def origin(self) -> Figures:
        assert isinstance(self.player, Own)
        return {"function": self.player.named(), "limit": self.player.most}


def full_name(player: Player) -> str:
    """Return the name by which a function can be imported, such as 'players.greedy', or ''."""
    if isinstance(player, str):
        return player
    module, name = (getattr(player, part, "") for part in ("__module__", "__qualname__"))
    try:
        if attrgetter(name)(sys.modules[module]) is not player:
            return ""
    except (AttributeError, KeyError, TypeError):
        return ""
    module = main_name() if module == "__main__" else module
    return module and f"{module}.{name}"


def _short_name(player: Player) -> str:
    name = full_name(player).rpartition(".")[2] or getattr(player, "__name__", "")
    return name or (player if isinstance(player, str) else type(player).__name__)


def main_name() -> str:
    """Return the name by which the main module can be imported, or '' if it has no file."""
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None) or ""
    if spec is not None:
        return str(spec.name)
    return "" if file.startswith("<") else PurePath(file).stem


@dataclass
class _AtWork:
    """A program in this process, which plays several games."""

    bot: Bot
    forfeited: int = 0  # the number of games that it has forfeited in a row
    told: bool = False  # has the person been told why it forfeited a game?


_at_work: dict[tuple[int, str, float], _AtWork] = {}
"""The programs by the number of the player, the command, and the seconds for an answer."""


@dataclass(frozen=True, repr=False)
class Contest(Strategy):
    """Plays a game of the arena: its number tells the deal and the rotation of the seats."""

    players: tuple[Player, ...]
    seconds: float = field(default=SECONDS, compare=False)
    most: int = MOST_MOVES
    saved: Kept | None = field(default=None, compare=False)
    tell: Callable[[str], object] = field(default=str, compare=False)  # why a program forfeits

    def __call__(self) -> "Contest":
        return self

    def __repr__(self) -> str:
        return f"<Contest: {', '.join(self.names())}>"

    def names(self) -> list[str]:
        """Return a different name for each player; equal players are numbered."""
        names = [full_name(one) or getattr(one, "__name__", "function") for one in self.players]
        return [
            name if names.count(name) == 1 else f"{name} ({names[:n].count(name) + 1})"
            for n, name in enumerate(names)
        ]

    def rotations(self, options: Options) -> int:
        """Return in how many games each deal is played."""
        return len(self.players) if len(options.seats()) > 1 else 1

    def result(self, setup: Setup) -> Result:
        """Play the game whose number is the seed of `setup`, or a deal of a patience by all."""
        count, alone = len(self.players), len(setup.options.seats()) == 1
        seed, turn = (setup.seed, 0) if alone else divmod(setup.seed, count)
        # The player in each seat: with each turn all move on by one.
        order = [(place + turn) % count for place in range(count)]
        rows, length, cut = {}, 0, 0  # a row has the counts of a player
        for sitting in [[number] for number in order] if alone else [order]:
            played, fault = self._played(setup._replace(seed=seed), sitting)
            end = played.end
            points = [end.score()] if alone else points_of(end) or [0] * count
            for seat, number in enumerate(sitting, 1):
                wrong = fault.kind if fault is not None and fault.seat == seat else ""
                won = int(played.outcome.winner == seat)
                rows[number] = [won, points[seat - 1], *(int(wrong == kind) for kind in KINDS)]
            length += end.length(len(played.moves))
            cut += played.outcome.reason == CUT_SHORT.reason
        # The counts of a result are the columns: all that were won, all points, each kind of fault.
        columns = [[*column] for column in zip(*(rows[number] for number in range(count)))]
        best = columns[0].index(1) + 1 if not alone and any(columns[0]) else None
        return Result(best, 0, length, (*chain(*columns), cut))

    def _played(self, setup: Setup, order: Sequence[int]) -> tuple[Playout, Fault | None]:
        """Play the deal with the players in `order`; return also the fault of who forfeits it."""
        known, names = strategies(setup.game.name), list[str]()
        seats, programs = dict[int, Seat](), dict[int, _AtWork]()
        for seat, number in enumerate(order, 1):
            player = self.players[number]
            if callable(player):
                seats[seat] = Function(player)
            elif player not in known:
                programs[seat] = at_work(number, player, self.seconds)
                seats[seat] = programs[seat].bot
            names.append(JOIN if seat in seats else str(player))
        rotation = order[0]
        next_move = seated(setup.game.name, names, setup.seed, rotation)
        played, fault = play(setup.dealt(), seats, next_move, self.most, setup)
        for seat, one in programs.items():
            if fault is None or fault.seat != seat:
                one.forfeited = 0
                continue
            one.forfeited += 1
            if not one.told:
                one.told = True
                self.tell(f"Forfeited: {fault}")
            if one.forfeited >= IN_A_ROW:
                raise CardGameError(f"three games in a row are forfeited: {fault}")
        if self.saved is not None:
            self.saved(setup, rotation, [self.names()[number] for number in order], played)
        return played, fault


def points_of(end: Game) -> list[int]:
    """Return the points of each seat in the position `end`; [] if the game counts none by seat."""
    names = end.extras(options_of(end))
    return [count for name, count in zip(names, end.extra()) if name.startswith("points of ")]


def at_work(number: int, command: str, seconds: float) -> _AtWork:
    """Return the program of player `number`, which is started when it first sits down."""
    if not _at_work and parent_process() is not None:  # a process that shares the work of another
        signal.signal(signal.SIGTERM, _end)
        Finalize(None, program.end_all, exitpriority=1)
    key = number, command, seconds
    if key not in _at_work:
        _at_work[key] = _AtWork(Bot(command, seconds))
    return _at_work[key]


def _end(number: int, frame: object) -> None:
    program.end_all()
    os._exit(128 + number)


def end_programs() -> None:
    """End the programs of contests; others play on, such as those of a Match."""
    for one in _at_work.values():
        one.bot.close()
    _at_work.clear()


if hasattr(os, "register_at_fork"):  # the programs belong to the parent process
    os.register_at_fork(after_in_child=_at_work.clear)


def for_people(
    game: type[Game],
    made: Callable[[dict[str, Any]], Options],
    given: Mapping[str, Any],
    players: int,
) -> Options:
    """Return the options that `made` makes of those `given`, with seats for so many people.

    A patience keeps its own options. Raises InvalidCommand if the game has another number of seats.
    """
    if {"players", "humans"} <= {declared.name for declared in game.options_type.declared()}:
        # The usual target of Rummy depends on the number of players.
        options: Options = made({**given, "players": players})
        return replace(options, **{"players": players, "humans": players})
    options = made({**given})
    if len(options.seats()) == 1:
        return options
    if players != 2:
        raise InvalidCommand(f"{game.title()} is for two players, not {players}")
    return options.joined((2,))
