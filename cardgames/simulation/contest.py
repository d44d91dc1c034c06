"""An arena: players against each other, each deal in all rotations of the seats.

A player is the name of a computer player, a function, or the command of a program. A patience is
played by each of them alone, on the same deals. Whoever cannot go on forfeits the game.
"""

import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from multiprocessing import parent_process
from multiprocessing.util import Finalize
from typing import Any, Final, TypeAlias

from cardgames.model.errors import CardGameError, InvalidCommand
from cardgames.model.game import JOIN, Game, Options, Setup
from cardgames.model.strategy import CUT_SHORT, STUCK, Playout, Result, Strategy
from cardgames.seats import program
from cardgames.seats.program import SECONDS, Bot
from cardgames.seats.seat import Chooses, Fault, Function, Seat, play
from cardgames.simulation.own import MOST_MOVES, full_name

IN_A_ROW: Final = 3  # a program that forfeits so many games in a row ends the arena
KINDS: Final = ("stalled", "dead", "illegal")  # the kinds of Fault that forfeit a game

Player: TypeAlias = Chooses | str
# Keeps a game: its setup, the number of its rotation, the names of the players by seat, its course
Kept: TypeAlias = Callable[[Setup, int, Sequence[str], Playout], None]

_at_work: dict[tuple[int, int, str, float], Bot] = {}
"""The programs by process, number and command; they play several games."""
_forfeited: dict[tuple[int, int, str, float], int] = {}
"""How many games each has forfeited in a row."""
_told = set[tuple[int, int, str, float]]()
"""Those of whom it has been told why they forfeited a game."""


class Ended(CardGameError):
    """A program has forfeited game after game."""


@dataclass(frozen=True, repr=False)
class Contest(Strategy):
    """Plays a game of the arena: its number tells deal and rotation."""

    players: tuple[Player, ...]
    levels: tuple[str, ...]  # the names of the game's computer players
    seated: Callable[..., Any] = field(compare=False)  # `games.seated`
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
        names = [
            one if isinstance(one, str) else full_name(one) or getattr(one, "__name__", "function")
            for one in self.players
        ]
        return [
            name if names.count(name) == 1 else f"{name} ({names[:n].count(name) + 1})"
            for n, name in enumerate(names)
        ]

    def rotations(self, options: Options) -> int:
        """Return the number of games by which a deal is played."""
        return len(self.players) if len(options.seats()) > 1 else 1

    def result(self, setup: Setup) -> Result:
        """Play the game whose number is the seed of SETUP, or a deal of a patience by all."""
        count, alone = len(self.players), len(setup.options.seats()) == 1
        seed, turn = (setup.seed, 0) if alone else divmod(setup.seed, count)
        order = [(place + turn) % count for place in range(count)]  # the player in each seat
        rows, length, cut = {}, 0, 0  # a row has the counts of a player
        for seated in [[number] for number in order] if alone else [order]:
            played, fault = self._played(setup._replace(seed=seed), seated, seated[0])
            end = played.end
            points = [end.score()] if alone else points_of(end) or [0] * count
            for seat, number in enumerate(seated, 1):
                wrong = fault.kind if fault is not None and fault.seat == seat else ""
                won = int(played.outcome.winner == seat)
                rows[number] = [won, points[seat - 1], *(int(wrong == kind) for kind in KINDS)]
            length += end.length(len(played.moves))
            cut += played.outcome.reason == CUT_SHORT.reason
        columns = [[*column] for column in zip(*(rows[number] for number in range(count)))]
        best = columns[0].index(1) + 1 if not alone and any(columns[0]) else None
        return Result(best, 0, length, (*chain(*columns), cut))

    def _played(
        self, setup: Setup, order: Sequence[int], rotation: int
    ) -> tuple[Playout, Fault | None]:
        """Play the deal of SETUP with players in ORDER; return also who has forfeited, and how."""
        each = [self.players[number] for number in order]
        seats: dict[int, Seat] = {}
        sitting: dict[int, tuple[int, int, str, float]] = {}
        for seat, (number, player) in enumerate(zip(order, each), 1):
            if callable(player):
                seats[seat] = Function(player)
            elif player not in self.levels:
                key = sitting[seat] = (os.getpid(), number, player, self.seconds)
                seats[seat] = at_work(key)
        names = [JOIN if seat in seats else str(who) for seat, who in enumerate(each, 1)]
        next_move, fault = self.seated(setup.game.name, names, setup.seed, rotation), None
        path: list[tuple[Any, Any]] = []
        begun: dict[int, Seat] = {}
        try:
            for seat, one in seats.items():
                one.begin(setup, seat)
                begun[seat] = one
            noted = partial(_noted, next_move, path)
            played = play(setup.dealt(), seats, noted, self.most)
        except Fault as error:
            fault = error
            played = forfeited(setup, path, error)
            for seat, one in begun.items():
                with suppress(Fault):
                    if one.listens and seat != error.seat:
                        one.end(played.end.seen_by(seat), *played.outcome)
        for seat, key in sitting.items():
            wrong = fault is not None and fault.seat == seat
            _forfeited[key] = _forfeited.get(key, 0) + 1 if wrong else 0
            if wrong and key not in _told:
                _told.add(key)
                self.tell(f"Forfeited: {fault}")
            if _forfeited[key] >= IN_A_ROW:
                raise Ended(f"three games in a row are forfeited: {fault}")
        if self.saved is not None:
            self.saved(setup, rotation, [self.names()[number] for number in order], played)
        return played, fault


def _noted(next_move: Any, path: list[tuple[Any, Any]], game: Any, before: Any, ask: Any) -> Any:
    """Choose by NEXT_MOVE, and keep positions and moves in PATH, for a game that is forfeited."""
    path.append((game, None))
    move = next_move(game, before, ask=ask)
    path[-1] = game, move
    return move


def forfeited(setup: Setup, path: Sequence[tuple[Any, Any]], fault: Fault) -> Playout:
    """Return the game of PATH so far, which the seat of FAULT has lost."""
    end: Game = path[-1][0] if path else setup.dealt()
    winner = 0
    if len(setup.options.seats()) > 1:
        winner = end.ahead(but=fault.seat)
    moves = tuple([move for _, move in path if move is not None])
    return Playout(moves, end, STUCK._replace(winner=winner, reason=f"forfeited: {fault}"))


def points_of(end: Any) -> list[int]:
    """Return the points of each seat in the position END; [] if the game counts none by seat."""
    names = end.extras(end.options)
    return [count for name, count in zip(names, end.extra()) if name.startswith("points of ")]


def at_work(key: tuple[int, int, str, float]) -> Bot:
    """Return the program of KEY, which is started when it first sits down."""
    if not any(pid == key[0] for pid, *_ in _at_work):
        program.forget_all()  # those of the parent process
        _at_work.clear()
        _forfeited.clear()
        _told.clear()
        if parent_process() is not None:  # a process that shares the work of another
            signal.signal(signal.SIGTERM, _end)
            Finalize(None, program.end_all, exitpriority=1)
    if key not in _at_work:
        _at_work[key] = Bot(key[2], key[3])
    return _at_work[key]


def _end(number: int, frame: object) -> None:
    program.end_all()
    os._exit(128 + number)


def end_programs() -> None:
    program.end_all()
    _at_work.clear()
    _forfeited.clear()
    _told.clear()


def for_people(
    game: type[Game],
    made: Callable[[dict[str, Any]], Any],
    given: Mapping[str, Any],
    players: int,
) -> Any:
    """Return the options that are MADE of GIVEN, with seats for so many people.

    A patience has its own options. Raises InvalidCommand if GAME has another number of seats.
    """
    if {"players", "humans"} <= {declared.name for declared in game.options_type.declared()}:
        # The usual target of Rummy depends on the number of players.
        return replace(made({**given, "players": players}), players=players, humans=players)
    options = made({**given})
    if len(options.seats()) == 1:
        return options
    if players != 2:
        raise InvalidCommand(f"{game.title()} is for two players, not {players}")
    return options.joined((2,))
