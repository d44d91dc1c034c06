"""Solvers, which know every card; and the seeds of dates, whose deals they can win."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from cardgames.model.deal import LEVELS, SEEDS, Day, seed_of
from cardgames.model.game import Advice, Game, Setup
from cardgames.model.strategy import SOLVER, Computers, Strategy
from cardgames.patience.building import BuildingSpace
from cardgames.patience.piles import Option, value_by
from cardgames.patience.search import MOST_LOOKED_AT, DealKnowledge, Progress, Solution, Verdict

# The number of positions to look at in each deal, when a winnable deal is searched for a date.
# Never change it: that would give many dates another deal. With this limit the search takes at most
# half a second for any date of the first two years; with 10,000 it would take more than two.
AT_THE_DEAL: Final = 2000


class Solver(Strategy):
    """Plays the moves to a win, if there is one."""

    space: ClassVar[type[Any]] = BuildingSpace
    # The most positions that the solver looks at to win an easy deal, and a medium one.
    # These bounds divide 1,000 winnable deals, by the default rules, into three equal parts. Never
    # change them, as a level would then have other deals. None if the solver decides too few deals.
    levels: ClassVar[tuple[int, int] | Option | None] = None
    # The first date whose deal can be won. Never change it: older dates keep their deals.
    since: ClassVar[Day] = Day.min

    # the position last solved, or a later one that was reached by playing the moves found
    _at: Game | None = None
    _found: Solution

    def __init__(self) -> None:
        # what is known of the deal that this player plays; `solve` does not use it
        self.knowledge = DealKnowledge(self.space)

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, looking at LIMIT positions at most."""
        return DealKnowledge(self.space).solution(game, limit, progress)

    def solution(self, game: Game, limit: int = MOST_LOOKED_AT) -> Solution:
        if game != self._at or self._found.verdict is Verdict.UNDECIDED:
            # before anything changes, as Ctrl-C may stop it
            found = self.knowledge.solution(game, limit)
            self._at, self._found = game, found
        return self._found

    def levels_by(self, options: Any) -> tuple[int, int] | None:
        found: tuple[int, int] | None = value_by(options, self.levels)
        return found

    def level(self, positions: int, options: Any) -> str | None:
        """Return the level, a name in LEVELS, of a deal whose first win is found in POSITIONS.

        Of all that is cheap to compute, this number predicts best whether a fair player wins. None
        if games by OPTIONS have no levels.
        """
        levels = self.levels_by(options)
        return None if levels is None else LEVELS[bisect_left(levels, positions)]

    def choose(self, game: Game, before: Game | None) -> Advice | None:
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
    return next(seed for seed, found in looked_at if found.won)
