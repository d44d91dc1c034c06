"""Strategies of the caller's own: a function for the people at a table, or one player by seat."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, TypeAlias

from cardgames.model.game import HUMAN, Game, Setup
from cardgames.model.strategy import CUT_SHORT, Playout, Result, Strategy
from cardgames.seats.seat import Chooses, Function, Seat, play
from cardgames.simulation.deals import main_name
from cardgames.simulation.report import CUT, Plan

MOST_MOVES: Final = 10_000  # the default limit on the moves of a game that a function plays

# One function, which plays for all people; or, for each seat, a function or the name of a computer
# player. In the plan of a file, a function is its full name, such as 'players.greedy'.
Players: TypeAlias = Chooses | str | tuple[Chooses | str, ...]


@dataclass(frozen=True, repr=False)
class Own(Strategy):
    """Lets functions play in their seats, and computers in the others.

    The game is a draw if a position comes back (unlimited redeals are not counted), and lost after
    `most` moves, or if a function returns None in its turn. It can be pickled if they can.
    """

    players: Players
    seated: Callable[..., Any] = field(compare=False)  # `games.seated`
    most: int  # the most moves of a game

    def __repr__(self) -> str:
        name = self.named()
        shown = name if isinstance(name, str) else ", ".join(name)
        return f"<Own: {shown or 'a function'}, {self.most:,} moves at most>"

    def __call__(self) -> "Own":
        """Return this same player for the next game: it has no state."""
        return self

    def named(self) -> str | list[str]:
        """Return the full name of the function, or a name for each seat."""
        if not isinstance(self.players, tuple):
            return full_name(self.players)
        return [who if isinstance(who, str) else full_name(who) for who in self.players]

    def short_name(self) -> str:
        each = self.players if isinstance(self.players, tuple) else (self.players,)
        return ",".join(map(_short_name, each))

    def play_on(self, game: Game, seats: Sequence[str], *seed: int) -> Playout:
        each: Any = self.players
        if not isinstance(each, tuple):
            each = [self.players if who == HUMAN else who for who in seats]
        functions: dict[int, Seat] = {
            number: Function(who) for number, who in enumerate(each, 1) if callable(who)
        }
        names = [HUMAN if callable(who) else who for who in each]
        next_move = self.seated(game.name, names, *seed)
        return play(game, functions, next_move, self.most)

    def result(self, setup: Setup) -> Result:
        played = self.play_on(setup.dealt(), setup.options.seats(), setup.seed, 1)
        end, cut = played.end, played.outcome is CUT_SHORT
        length = end.length(len(played.moves))
        return Result(played.outcome.winner, end.score(), length, (*end.extra(), int(cut)))


class OwnPlan(Plan):
    """Deals that a strategy of the caller plays, an Own."""

    def extras(self) -> tuple[str, ...]:
        return (*super().extras(), CUT)

    def origin(self) -> dict[str, Any]:
        own: Any = self.player
        return {"function": own.named(), "limit": own.most}


def _short_name(function: Chooses | str) -> str:
    name = full_name(function).rpartition(".")[2] or getattr(function, "__name__", "")
    return name or (function if isinstance(function, str) else type(function).__name__)


def full_name(function: Chooses | str) -> str:
    """Return the name by which FUNCTION can be imported, such as 'players.greedy', or ''."""
    if isinstance(function, str):
        return function
    module, name = (getattr(function, part, "") for part in ("__module__", "__qualname__"))
    try:
        if attrgetter(name)(sys.modules[module]) is not function:
            return ""
    except (AttributeError, KeyError, TypeError):
        return ""
    module = main_name() if module == "__main__" else module
    return module and f"{module}.{name}"
