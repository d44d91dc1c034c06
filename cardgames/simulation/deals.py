"""Playing many deals by a computer player.

The deals are those of consecutive seeds, so a person can play any of them again. The results
depend on the seeds alone, not on the number of processes that share the work.
"""

import signal
from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import Final, NamedTuple

from cardgames.model.game import Game, Options, Setup
from cardgames.model.strategy import Strategy
from cardgames.simulation.tally import Tally

PART: Final = 0.2
"""The length of a part of the work, in seconds; Ctrl-C loses the parts that are not finished."""
LARGEST_PART: Final = 2000
"""The greatest number of deals in a part."""


class Plan(NamedTuple):
    """The deals to play, and the computer player for them."""

    game: type[Game]
    options: Options
    strategy: str
    """The name of the computer player."""
    player: type[Strategy]
    seed: int
    """The seed of the first deal."""
    games: int
    """The number of deals."""

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """Divide the deals from number START on, counted from 0, into parts of SIZE."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


def simulate(plan: Plan, jobs: int, progress: Callable[[int], object]) -> tuple[Tally, float]:
    """Play all deals of PLAN in JOBS processes; return the tally and the seconds it took.

    PROGRESS is called with the number of deals played since its last call. Ctrl-C ends the
    simulation with the deals that are finished.
    """
    tally = Tally()
    start = perf_counter()
    try:
        for part in _tallies(plan, jobs):
            tally.merge(part)
            progress(part.games)
    except KeyboardInterrupt:
        tally.cut_short = True
    return tally, perf_counter() - start


def _tallies(plan: Plan, jobs: int) -> Iterator[Tally]:
    """Play PLAN in parts and yield the tally of each, in order.

    The first two deals are parts of their own. The second one is timed to choose the size of the
    others; the first would mislead, since it also loads modules and fills tables.
    """
    seconds = 0.0
    for part in islice(plan.parts(1, 0), 2):
        start = perf_counter()
        yield play_deals(part)
        seconds = perf_counter() - start
    parts = plan.parts(max(1, min(LARGEST_PART, int(PART / seconds))), 2)
    if jobs == 1:
        yield from map(play_deals, parts)
        return
    from multiprocessing import Pool

    with Pool(jobs, _leave_ctrl_c_to_the_parent) as pool:
        yield from pool.imap(play_deals, parts)


def play_deals(plan: Plan) -> Tally:
    """Play all deals of PLAN, one after another."""
    tally = Tally()
    for seed in range(plan.seed, plan.seed + plan.games):
        tally.add(plan.player().result(Setup(plan.game, plan.options, seed)), seed)
    return tally


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
