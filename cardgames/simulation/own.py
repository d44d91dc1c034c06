"""A strategy of the caller's own, a function from position to move, as a computer player.

Two functions are the same strategy if they are equal: a function equals itself, also after it was
pickled, and no other one, whatever it is called. In files a function is its name alone.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from operator import attrgetter
from pathlib import PurePath
from typing import Any, Final, TypeAlias

from cardgames.model.arguments import Whole
from cardgames.model.deal import SEEDS
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, brief, quoted
from cardgames.model.game import HUMAN, Game, Move, Options, Setup
from cardgames.model.strategy import CUT_SHORT, STUCK, Playout, Result, Strategy, play_out
from cardgames.simulation.deals import FIRST_SEEDS, MOST_GAMES, Plan

MOST_MOVES: Final = 10_000
"""The default limit on the moves of a game."""
CUT: Final = "cut short"
"""The name of the count of games that had as many moves as were allowed."""
AT_TOP: Final = ": define it at the top of a module, or merge in Python"
"""The end of an error message about a function that has no name in files."""
FOR_PROCESSES: Final = (
    "other processes find a strategy by its name: define the function at the top of a module, "
    "or let this process play alone, with jobs=1"
)
"""The beginning of an error message about a strategy that cannot be sent."""

Chooses: TypeAlias = Callable[[Any], Move | str | None]
"""Returns a move for a position as its player sees it, or None to give up or to wait."""


class Own(Strategy):
    """Plays as a function says, at the seats of people; computers play at all others.

    The game is a draw if a position comes back, redeals not counted. It is lost if the function
    returns None, or if the game is longer than the limit.
    """

    def __init__(self, function: Chooses, seated: Callable[..., Any], most: int) -> None:
        """Play MOST moves at most, those that FUNCTION returns; SEATED is `games.seated`.

        Everything here can be sent to another process, if FUNCTION can.
        """
        self.function = function
        self.most = most
        self._seated = seated

    def __repr__(self) -> str:
        return f"<Own: {full_name(self.function) or 'a function'}, {self.most:,} moves at most>"

    def __eq__(self, other: object) -> bool:
        """Does OTHER play by an equal function, with the same limit?"""
        if not isinstance(other, Own):
            return NotImplemented
        return self.most == other.most and bool(self.function == other.function)

    def __hash__(self) -> int:
        return hash(self.most)

    def __call__(self) -> "Own":
        """Return this player, which keeps nothing from one game for the next."""
        return self

    def play_on(self, game: Game, seats: Sequence[str], *seed: int) -> Playout:
        """Play on from GAME to the end; SEATS has the player at each seat."""
        at_table = self._seated(game.name, seats, *seed)

        def next_move(game: Any, before: Any) -> Move | None:
            """Return the next move of the function, of a computer or of the clock."""
            move: Move | None = at_table(game, before, self._asked)
            return move

        played = play_out(game, next_move, lambda game: game.recurring(), self.most)
        if played.outcome is STUCK and len(seats) > 1:
            winner = played.end.ahead(but=played.end.player())
            return played._replace(outcome=STUCK._replace(winner=winner))
        return played

    def result(self, setup: Setup) -> Result:
        """Play the deal of SETUP to its end."""
        try:
            played = self.play_on(setup.dealt(), setup.options.seats(), setup.seed, 1)
        except CardGameError as error:
            error.say_where(f"deal {setup.seed}, ")
            raise
        end, cut = played.end, played.outcome is CUT_SHORT
        length = end.length(len(played.moves))
        return Result(played.outcome.winner, end.score(), length, (*end.extra(), int(cut)))

    def _asked(self, game: Game) -> Move | None:
        """Return the move of the function, which sees what its seat can know."""
        move = self.function(game.seen_by(game.player()))
        if isinstance(move, str):
            move = game.parse(move)
        elif isinstance(move, Move):
            game.commands.check(move.name, move.arguments)
        elif move is not None:
            raise InvalidCommand(f"a strategy returns a Move, a text or None, not {brief(move)}")
        if move is not None and move.seat:
            raise IllegalMove("a strategy plays for people: leave out the seat before its move")
        return move


@dataclass(frozen=True)
class Elsewhere:
    """A function that is not here: a file holds its name."""

    name: str

    def __call__(self, position: Any) -> None:
        """Raise InvalidCommand, as the function is not here."""
        raise InvalidCommand(f"the function {self.name} is not here")


class OwnPlan(Plan):
    """The deals to play by a strategy of the caller's own."""

    @classmethod
    def of(cls, game: type[Game], options: Options, own: Own) -> "OwnPlan":
        """Return the plan of one deal of GAME by OWN."""
        name = full_name(own.function).rpartition(".")[2] or getattr(own.function, "__name__", "")
        return cls(game, options, name or type(own.function).__name__, own, 1, 1)

    def extras(self) -> tuple[str, ...]:
        """Return the names of the game's own counts, and that of games that were too long."""
        return (*super().extras(), CUT)

    def origin(self) -> dict[str, Any]:
        """Return the full name of the function and the limit, as no shell command plays these."""
        own: Any = self.player
        return {"function": full_name(own.function), "limit": own.most}

    @classmethod
    def read(
        cls, found: Mapping[str, Any], game: type[Game], seated: Callable[..., Any]
    ) -> "OwnPlan":
        """Return the plan that the JSON object FOUND describes; raises ValueError.

        FOUND holds what `origin` returned. GAME is its game, and SEATED is `games.seated`.
        """
        function, given = found["function"], found.get("options")
        if function == "":
            strategy = f"its strategy {quoted(str(found.get('strategy')))}"
            raise ValueError(f"{strategy} is a function without a name of its own{AT_TOP}")
        if not (isinstance(function, str) and function.isprintable()):
            raise ValueError("its 'function' must be a name such as 'players.greedy'")
        if not isinstance(given, dict) or given.keys() != game.options_type().values().keys():
            raise ValueError(f"its 'options' are not those of {game.title()}")
        most = Whole("limit", 1, MOST_GAMES).checked(found.get("limit"))
        seed = Whole("seed", *FIRST_SEEDS).checked(found.get("seed"))
        # The deals to play end with the last one that is played or missing.
        last = max(_last(found.get(key)) for key in ("played", "missing"))
        number = Whole("games", 1, MOST_GAMES).checked(last - seed + 1)
        own = Own(Elsewhere(function), seated, most)
        return cls.of(game, game.options_type(**given), own)._replace(seed=seed, games=number)


def _last(ranges: Any) -> int:
    """Return the last seed in the JSON list RANGES; a number below all seeds if it has none."""
    match ranges:
        case [*_, [_, int(last)]]:
            return last
    return SEEDS[0] - 1


def full_name(function: Chooses) -> str:
    """Return the name by which FUNCTION is imported, such as 'players.greedy'; '' if it has none.

    The main module is called by its file, if it has one.
    """
    if isinstance(function, Elsewhere):
        return function.name
    module, name = (getattr(function, part, "") for part in ("__module__", "__qualname__"))
    try:
        if attrgetter(name)(sys.modules[module]) is not function:
            return ""
    except (AttributeError, KeyError, TypeError):
        return ""
    module = _main_name() if module == "__main__" else module
    return module and f"{module}.{name}"


def _main_name() -> str:
    """Return the name by which the main module is imported; '' if it comes from no file."""
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None) or ""
    if spec is not None:
        return str(spec.name)
    return "" if file.startswith("<") else PurePath(file).stem


def check_can_be_sent(plan: Plan, executor: Executor | None) -> None:
    """Check that PLAN can be sent to the processes of EXECUTOR; raises InvalidCommand.

    Threads need no check, and executors of other packages have their own ways to send a function.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_start_method
    from multiprocessing.reduction import ForkingPickler

    if not isinstance(executor, ProcessPoolExecutor | None):
        return
    try:
        sent = ForkingPickler.dumps(plan)
    except Exception as error:  # many kinds, by what cannot be sent
        raise InvalidCommand(f"{FOR_PROCESSES}: {error}") from None
    if b"__main__" in bytes(sent) and not _main_name() and get_start_method() != "fork":
        raise InvalidCommand(f"{FOR_PROCESSES}: this one was typed")


def seats_with(seats: Sequence[str], name: str) -> list[str]:
    """Return SEATS with the computer player NAME at those of people."""
    return [name if who == HUMAN else who for who in seats]
