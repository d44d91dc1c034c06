"""Playing many deals by a computer player.

The deals are those of consecutive seeds, so a person can play any of them again. The results
depend on the seeds alone, not on the number of processes that share the work.
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

from cardgames.model.game import Game, Options, Setup
from cardgames.model.strategy import Strategy
from cardgames.simulation.tally import Tally

PART: Final = 0.2
"""The length of a part of the work, in seconds; Ctrl-C loses the parts that are not finished."""
LARGEST_PART: Final = 2000
"""The greatest number of deals in a part."""
AHEAD: Final = 2
"""The number of parts that each process has begun or finds waiting for it."""
PATIENCE: Final = 1.0
"""The time that an executor has to see that a process was killed, in seconds."""
_ENDING: Final = threading.Lock()
Item = TypeVar("Item")
Done = TypeVar("Done")


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

    @property
    def seeds(self) -> range:
        """The seeds of the deals."""
        return range(self.seed, self.seed + self.games)

    def title(self) -> str:
        """Return what is played, and by whom, without the deals."""
        words = [self.game.title(), *self.options.words(forever=True)]
        return f"{' '.join(words)}, strategy {self.strategy}"

    def extras(self) -> tuple[str, ...]:
        """Return the names of what else the game counts."""
        return self.game.extras(self.options)

    def command_line(self) -> str:
        """Return the shell command that plays these deals."""
        from shlex import join

        options = self.options.words(forever=True)
        deals = ["--strategy", self.strategy, "--seed", str(self.seed), "--games", str(self.games)]
        return join(["cardgames", "simulate", self.game.name, *options, *deals])

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """Divide the deals from number START on, counted from 0, into parts of SIZE."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


class Played(NamedTuple):
    """What came of a simulation."""

    tally: Tally
    seconds: float
    """The time it took."""
    stopped_by: BaseException | None
    """KeyboardInterrupt or BrokenExecutor, if one of them ended it before all was played."""


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda games: None,
    executor: Executor | None = None,
) -> Played:
    """Play all deals of PLAN in JOBS processes: those of EXECUTOR, or new ones of this machine.

    PROGRESS is called with the number of deals played since its last call. Ctrl-C, or the end of
    a process that is killed, ends the simulation with the deals that are finished.
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
    """Play PLAN in parts and yield the tally of each.

    The first two deals are parts of their own. The second one is timed to choose the size of the
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
    """Work with JOBS processes of this machine; they end at once when the work is left early."""
    from concurrent.futures import ProcessPoolExecutor

    left = threading.Event()
    with ProcessPoolExecutor(jobs, initializer=_begin) as executor:
        with undisturbed():  # until the new processes have learned to ignore Ctrl-C
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
    """Leave Ctrl-C to the parent, and end when it ends, even if it is killed."""
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
    """Let EXECUTOR see that a process was killed, also if that one was just sending a result.

    The executor would wait for the rest of the result for ever: once in 150 times in Slap.
    """
    from multiprocessing.connection import wait

    while not left.is_set():
        if wait([process.sentinel for process in _processes_of(executor)], PATIENCE):
            if not left.wait(PATIENCE):
                _end(executor)
            return


def _end(executor: Any) -> None:
    """End the processes of EXECUTOR, and close its pipe, so that it waits for no result."""
    with _ENDING:
        for process in _processes_of(executor):
            process.terminate()
        executor._result_queue._writer.close()


def _processes_of(executor: Any) -> list[Any]:
    return [*(executor._processes or {}).values()]  # None once the executor is shut down


def done_by(
    executor: Executor, work: Callable[[Item], Done], items: Iterable[Item], ahead: int
) -> Iterator[Done]:
    """Let EXECUTOR do WORK on ITEMS, AHEAD of them at a time; yield what is done as it comes.

    Raises BrokenExecutor if a process was killed, after all that is done.
    """
    waiting: set[Future[Done]] = set()
    ended: SimpleQueue[Future[Done]] = SimpleQueue()
    items = iter(items)

    def begin(number: int) -> None:
        """Hand the next NUMBER items over."""
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
    """Is the work of FUTURE done, and not lost?"""
    return future.done() and future.exception() is None


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put Ctrl-C off to the end, so that what is done here is done wholly or not at all.

    That is needed around calls of executors, too, whose locks Ctrl-C can leave in disorder.
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
