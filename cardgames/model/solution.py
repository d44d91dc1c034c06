"""Solvers: computer players who know every card, and what they find out about a position."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.dates import Day, seed_of
from cardgames.model.deal import SEEDS, Random, shuffled_deck
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import SOLVER, Computers, Strategy

MOST_LOOKED_AT: Final = 100_000
"""The default limit on the positions that a solver looks at."""
AT_THE_DEAL: Final = 2000
"""The limit on positions for each deal, in the search for a winnable deal for a date.

Keep it: another limit would give many dates another deal. With this one, nobody waits longer than
half a second for any date of the first two years; with 10,000 it would be more than two seconds.
"""

Progress: TypeAlias = Callable[[int], object]
"""A function called with the number of positions looked at since its last call."""


class Verdict(Enum):
    """Whether a position can be won."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


class Solution(NamedTuple):
    """The verdict about a position, and how it was found."""

    verdict: Verdict
    positions: int
    """The number of positions that the solver looked at."""
    moves: tuple[Move, ...] = ()
    """The moves that win, if the position is winnable."""


class Solver(Strategy):
    """A computer player that knows every card."""

    _at: Game | None = None
    """The position last solved, or a later one that play has reached on the line found."""
    _found: Solution
    """The solution of that position."""

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, looking at LIMIT positions at most."""
        raise NotImplementedError

    def solution(self, game: Game, limit: int = MOST_LOOKED_AT) -> Solution:
        """Return the solution of GAME; do not solve it again while play follows the line found."""
        if game != self._at or self._found.verdict is Verdict.UNDECIDED:
            self._at, self._found = game, self.solve(game, limit)
        return self._found

    def choose(self, game: Game, before: Game | None) -> Advice | None:
        """Return the next move of a line that wins, or None if there is none."""
        found = self.solution(game)
        if not found.moves:
            return None
        move, *then = found.moves
        self._at, self._found = game.apply(move), found._replace(moves=tuple(then))
        return Advice(move, f"it wins, {len(found.moves)} moves from here", tuple(then))


def verdicts(setup: Setup, solver: Solver, limit: int) -> Iterator[tuple[int, Verdict]]:
    """Yield each seed, from that of SETUP on, and SOLVER's verdict on its deal, within LIMIT."""
    for seed in range(setup.seed, SEEDS[1] + 1):
        game = setup.game.deal(shuffled_deck(Random(seed)), setup.options)
        yield seed, solver.solve(game, limit).verdict


def daily_seed(game: type[Game], day: Day, computers: Computers) -> int:
    """Return the seed of GAME's deal for DAY, which is the same for all options.

    If COMPUTERS has a solver, this is the first seed, counting up from the date's own, of a deal
    that can be won by the default rules.
    """
    setup = Setup(game, game.options_type(), seed_of(day))
    try:
        solver = computers(SOLVER)
    except KeyError:
        return setup.seed
    assert isinstance(solver, Solver)
    looked_at = verdicts(setup, solver, AT_THE_DEAL)
    return next(seed for seed, verdict in looked_at if verdict is Verdict.WINNABLE)
