"""Playing many deals by a computer player.

The deals are those of consecutive seeds, so each of them can be dealt again for a person. What
comes out depends on the seeds alone, not on how many processes share the work.
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
"""The deals are divided into parts of about so many seconds: Ctrl-C loses no more."""
LARGEST_PART: Final = 2000


class Plan(NamedTuple):
    """What is to be played."""

    game: type[Game]
    options: Options
    strategy: str
    """The name of the computer player."""
    player: type[Strategy]
    seed: int
    """The seed of the first deal."""
    games: int

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """The plan from the deal with number START, in parts of SIZE."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


def simulate(plan: Plan, jobs: int, progress: Callable[[int], object]) -> tuple[Tally, float]:
    """Play all deals of PLAN in so many processes, and tell how many seconds that took.

    PROGRESS is called with the number of deals that were played since the last time. Ctrl-C
    ends it with what there is so far.
    """
    tally = Tally()
    start = perf_counter()
    try:
        for part in _played(plan, jobs):
            tally.merge(part)
            progress(part.games)
    except KeyboardInterrupt:
        tally.cut_short = True
    return tally, perf_counter() - start


def _played(plan: Plan, jobs: int) -> Iterator[Tally]:
    """What came out of each part of PLAN, in their order; the second deal tells their size."""
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
    """Play all deals of PLAN, one after the other."""
    tally = Tally()
    for seed in range(plan.seed, plan.seed + plan.games):
        tally.add(plan.player().result(Setup(plan.game, plan.options, seed)), seed)
    return tally


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
