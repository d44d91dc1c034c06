"""Simulation: a plan of many deals, a computer player that plays them, and processes for it.

The deals have consecutive seeds, so a person can play any of them again. The results depend on
the seeds alone, not on the number of processes. Counting and reporting are left to other modules.
"""

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, contextmanager
from itertools import islice
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from cardgames.model.deal import SEEDS
from cardgames.model.game import Game, Options, Setup
from cardgames.model.strategy import Strategy
from cardgames.simulation.tally import Tally

MOST_GAMES: Final = 10**12
"""The greatest number of deals in a simulation, whole or added up from parts."""
FIRST_SEEDS: Final = (SEEDS[0], SEEDS[1] - MOST_GAMES)
"""The lowest and the highest first seed; MOST_GAMES valid seeds follow the highest."""
PART: Final = 0.2
"""The intended duration of a part of the work, in seconds; Ctrl-C loses unfinished parts."""
LARGEST_PART: Final = 2000
"""The greatest number of deals in a part."""
AHEAD: Final = 2
"""The number of parts given to each process at a time: one to play now, and one to play next."""
PATIENCE: Final = 1.0
"""An executor has this number of seconds to notice that one of its processes was killed."""
_ENDING: Final = threading.Lock()
"""A lock held while processes are ended, either by the main thread or by the watching one."""
Item = TypeVar("Item")
Done = TypeVar("Done")


class Plan(NamedTuple):
    """The deals to play, and the computer player for them."""

    game: type[Game]
    options: Options
    strategy: str
    """The name of the computer player."""
    player: Callable[[], Strategy]
    """Makes the computer player for a deal."""
    seed: int
    """The seed of the first deal."""
    games: int
    """The number of deals."""

    @property
    def seeds(self) -> range:
        """The seeds of the deals."""
        return range(self.seed, self.seed + self.games)

    def title(self) -> str:
        """Return the game, its options and the computer player in words."""
        words = [self.game.title(), *self.options.words(forever=True)]
        return f"{' '.join(words)}, strategy {self.strategy}"

    def extras(self) -> tuple[str, ...]:
        """Return the names of the game's own counts, such as its rounds."""
        return self.game.extras(self.options)

    def command_line(self) -> str:
        """Return the shell command that plays these deals."""
        from shlex import join

        options = self.options.words(forever=True)
        deals = ["--strategy", self.strategy, "--seed", str(self.seed), "--games", str(self.games)]
        return join(["cardgames", "simulate", self.game.name, *options, *deals])

    def origin(self) -> dict[str, Any]:
        """Return the part of the JSON object that says how these deals were made."""
        return {"command": self.command_line()}

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """Split this plan into plans of at most SIZE deals each; skip the first START deals."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


class Played(NamedTuple):
    """The result of a simulation."""

    tally: Tally
    seconds: float
    stopped_by: BaseException | None
    """The KeyboardInterrupt or BrokenExecutor that ended it early, or None."""


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda games: None,
    executor: Executor | None = None,
) -> Played:
    """Play all deals of PLAN in JOBS processes of EXECUTOR (default: new processes).

    Call PROGRESS with the number of deals played since its last call. Ctrl-C or a killed process
    ends the simulation early, with the results so far.
    """
    tally = Tally()
    start = perf_counter()
    stopped_by: BaseException | None = None
    try:
        with closing(_tallies(plan, jobs, executor)) as tallies:
            for part in tallies:
                with undisturbed():
                    tally.merge(part)
                progress(part.games)
    except (KeyboardInterrupt, BrokenExecutor) as error:
        stopped_by = error
    return Played(tally, perf_counter() - start, stopped_by)


def _tallies(plan: Plan, jobs: int, executor: Executor | None) -> Generator[Tally, None, None]:
    """Play PLAN in parts and yield the tally of each; for the parameters see `simulate`.

    The first two deals are parts of their own. The time of the second one decides the size of the
    others; the first would mislead, since it also loads modules and fills tables.
    """
    seconds = 0.0
    for part in islice(plan.parts(1, 0), 2):
        start = perf_counter()
        yield play_deals(part)
        seconds = perf_counter() - start
    share = plan.games // (AHEAD * jobs)
    parts = plan.parts(max(1, min(LARGEST_PART, int(PART / seconds), share)), 2)
    if executor is not None:
        yield from done_by(executor, play_deals, parts, AHEAD * jobs)
    elif jobs == 1:
        yield from map(play_deals, parts)
    else:
        with processes(jobs) as own:
            yield from done_by(own, play_deals, parts, AHEAD * jobs)


def play_deals(plan: Plan) -> Tally:
    """Play all deals of PLAN, one after another."""
    tally = Tally(plan.seeds)
    for seed in plan.seeds:
        tally.add(plan.player().result(Setup(plan.game, plan.options, seed)), seed)
    return tally


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Yield an executor with JOBS processes. An exception in the `with` block ends them at once."""
    from concurrent.futures import ProcessPoolExecutor

    left = threading.Event()
    with ProcessPoolExecutor(jobs, initializer=_begin) as executor:
        with undisturbed():  # until the new processes ignore Ctrl-C
            executor.submit(int).result()
            threading.Thread(target=_watch, args=(executor, left), daemon=True).start()
        try:
            yield executor
        except BaseException:
            with undisturbed():
                _end(executor)
            raise
        finally:
            left.set()


def _begin() -> None:
    """Prepare a new process: ignore Ctrl-C, and end it when its parent ends or is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _watch(executor: Any, left: threading.Event) -> None:
    """End EXECUTOR if it does not notice a killed process within PATIENCE; stop once LEFT is set.

    If the process was sending a result, EXECUTOR waits forever for the rest; in simulations of
    Slap, one kill in 150 does this.
    """
    from multiprocessing.connection import wait

    while not left.is_set():
        if wait([process.sentinel for process in _processes_of(executor)], PATIENCE):
            if not left.wait(PATIENCE):
                _end(executor)
            return


def _end(executor: Any) -> None:
    """End the processes of EXECUTOR, and close its pipe, so that it stops waiting for results."""
    with _ENDING:  # Neither the processes nor the pipe have a public name.
        for process in _processes_of(executor):
            process.terminate()
        executor._result_queue._writer.close()


def _processes_of(executor: Any) -> list[Any]:
    return [*(executor._processes or {}).values()]  # None once the executor is shut down


def done_by(
    executor: Executor, work: Callable[[Item], Done], items: Iterable[Item], ahead: int
) -> Iterator[Done]:
    """Let EXECUTOR call WORK for ITEMS, at most AHEAD at a time; yield results as they finish.

    Raises BrokenExecutor if a process was killed, after yielding all finished results.
    """
    waiting: set[Future[Done]] = set()
    ended: SimpleQueue[Future[Done]] = SimpleQueue()
    items = iter(items)

    def begin(number: int) -> None:
        """Give the next NUMBER items to the executor."""
        for item in islice(items, number):
            future = executor.submit(work, item)
            waiting.add(future)
            future.add_done_callback(ended.put)

    try:
        with undisturbed():
            begin(ahead)
        while waiting:
            future = ended.get()
            with undisturbed():
                waiting.remove(future)
                done = future.result()
            yield done
            with undisturbed():
                begin(1)
    except BrokenExecutor:
        yield from (future.result() for future in waiting if _is_finished(future))
        raise


def _is_finished(future: Future[Any]) -> bool:
    """Has FUTURE a result, rather than an exception or nothing yet?"""
    return future.done() and future.exception() is None


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay Ctrl-C until the end of the `with` block, so that the block is never half done.

    Calls to an executor need this, too: Ctrl-C during one can leave its locks in disorder.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone gets Ctrl-C
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
