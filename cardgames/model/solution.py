"""Solvers: computer players who know every card, and what they find out about a position."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.dates import Day, seed_of
from cardgames.model.deal import SEEDS, Random, shuffled_deck
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import SOLVER, Computers, Strategy

MOST_LOOKED_AT: Final = 100_000
"""The number of positions that a solver looks at, unless another number is asked for."""

Progress: TypeAlias = Callable[[int], object]
"""Is called with the number of positions looked at since its last call."""


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
    """A computer player who knows every card."""

    _at: Game | None = None
    """The position that was solved last, or the next one on its line, and its solution."""
    _found: Solution

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, and look at LIMIT positions at most."""
        raise NotImplementedError

    def solution(self, game: Game, limit: int = MOST_LOOKED_AT) -> Solution:
        """Return the solution of GAME; it is kept, and so is the line that follows from it."""
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
    """Yield every seed, from that of SETUP on, with what SOLVER says of its deal.

    It looks at LIMIT positions of each deal at most.
    """
    for seed in range(setup.seed, SEEDS[1] + 1):
        game = setup.game.deal(shuffled_deck(Random(seed)), setup.options)
        yield seed, solver.solve(game, limit).verdict


AT_THE_DEAL: Final = 2000
"""The number of positions looked at for each deal, where one that can be won is looked for.

Another number would give other deals to many dates. With this one nobody waits for longer than
half a second in the first two years, and with 10,000 it would be more than two.
"""


def daily_seed(game: type[Game], day: Day, computers: Computers) -> int:
    """Return the seed of GAME's deal for DAY, by whatever options it is played then.

    Where the game has a solver among its COMPUTERS, it is the first seed, from that of the date
    on, of a deal that is won without any options.
    """
    setup = Setup(game, game.options_type(), seed_of(day))
    try:
        solver = computers(SOLVER)
    except KeyError:
        return setup.seed
    assert isinstance(solver, Solver)
    looked_at = verdicts(setup, solver, AT_THE_DEAL)
    return next(seed for seed, verdict in looked_at if verdict is Verdict.WINNABLE)
