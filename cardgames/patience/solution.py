"""Solvers: computer players who know every card, and their verdicts on positions."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from cardgames.model.deal import LEVELS, SEEDS, Day, seed_of
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import SOLVER, Computers, Strategy

MOST_LOOKED_AT: Final = 100_000
"""The default limit on the positions that a solver looks at."""
AT_THE_DEAL: Final = 2000
"""The number of positions to look at in each deal, when a winnable deal is searched for a date.

Never change it: that would give many dates another deal. With this limit the search takes at most
half a second for any date of the first two years; with 10,000 it would take more than two.
"""

Progress: TypeAlias = Callable[[int], object]
"""A function called with the number of positions looked at since its last call."""


class Verdict(Enum):
    """The answer to whether a position can be won."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


class Solution(NamedTuple):
    """A solver's verdict on a position, with the moves to a win."""

    verdict: Verdict
    positions: int
    """The number of positions that the solver looked at."""
    moves: tuple[Move, ...] = ()
    """The moves that win, if the position is winnable."""


class Solver(Strategy):
    """A computer player that knows every card."""

    levels: ClassVar[tuple[int, int] | None]
    """The most positions before the first win of an easy deal, and of one of medium difficulty.

    They part 1,000 winnable deals by the default rules in three. Never change them: that would
    change the deals of these levels. None if too few deals are decided to search for such ones.
    """
    since: ClassVar[Day] = Day.min
    """The first date whose deal can be won: older dates keep the deals from before this solver.

    Never change it either.
    """

    _at: Game | None = None
    """The position last solved, or a later one that was reached by playing the moves found."""
    _found: Solution
    """The solution of the position `_at`."""

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, looking at LIMIT positions at most."""
        raise NotImplementedError

    def solution(self, game: Game, limit: int = MOST_LOOKED_AT) -> Solution:
        """Return the solution of GAME; keep the last one while play follows its moves."""
        if game != self._at or self._found.verdict is Verdict.UNDECIDED:
            found = self.find(game, limit)  # before anything changes, as Ctrl-C may stop it
            self._at, self._found = game, found
        return self._found

    def find(self, game: Game, limit: int) -> Solution:
        """Return the solution of GAME, a position of the deal that this player plays."""
        return self.solve(game, limit)

    def levels_by(self, options: Any) -> tuple[int, int] | None:
        """Return the `levels` of games by OPTIONS."""
        return self.levels

    def level(self, positions: int, options: Any) -> str | None:
        """Return the one of LEVELS that a deal has whose first win is found in POSITIONS.

        Of all that is cheap to find out, this number tells best whether a fair player wins. None
        if games by OPTIONS have no levels.
        """
        levels = self.levels_by(options)
        return None if levels is None else LEVELS[bisect_left(levels, positions)]

    def choose(self, game: Game, before: Game | None) -> Advice | None:
        """Return the first of the moves that win, or None if no win was found."""
        found = self.solution(game)
        if not found.moves:
            return None
        move, *then = found.moves
        self._at, self._found = game.apply(move), found._replace(moves=tuple(then))
        return Advice(move, f"it wins, {len(found.moves)} moves from here", tuple(then))


def solutions(setup: Setup, solver: Solver, limit: int) -> Iterator[tuple[int, Solution]]:
    """Yield each seed from SETUP's up, and what SOLVER finds out in at most LIMIT positions."""
    for seed in range(setup.seed, SEEDS[1] + 1):
        game = setup._replace(seed=seed, deck=None).dealt()
        yield seed, solver.solve(game, limit)


def daily_seed(game: type[Game], day: Day, computers: Computers) -> int:
    """Return the seed of GAME's deal for DAY; it does not depend on the game's options.

    If COMPUTERS can make a solver, return the first seed, counting up from `seed_of(day)`, whose
    deal can be won by the default rules; but not if DAY is before the first date of that solver, or
    if it decides too few deals.
    """
    setup = Setup(game, game.options_type(), seed_of(day))
    try:
        solver = computers(SOLVER)
    except KeyError:
        return setup.seed
    assert isinstance(solver, Solver)
    if day < solver.since or solver.levels_by(setup.options) is None:
        return setup.seed
    looked_at = solutions(setup, solver, AT_THE_DEAL)
    return next(seed for seed, found in looked_at if found.verdict is Verdict.WINNABLE)
