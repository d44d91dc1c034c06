"""Let a computer player, or a function of the caller, play many deals in several processes.

The deals have consecutive seeds, so a person can play any of them again. The results depend on
the seeds alone, not on the number of processes. A Tally counts the results.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from multiprocessing import connection, get_start_method, parent_process, reduction
from pathlib import PurePath
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Final

from cardgames.model.errors import CardGameError, InvalidCommand, printable
from cardgames.model.game import Setup
from cardgames.model.strategy import Result
from cardgames.seats.program import end_all
from cardgames.simulation.report import Plan, Simulation
from cardgames.simulation.tally import Tally, seeds_text

PART: Final = 0.2  # seconds that a part of the work should take: what a process loses at Ctrl-C
LARGEST_PART: Final = 2000  # the most deals in a part
AHEAD: Final = 2  # parts that each process has at a time: one to play now, and one to play next
MOST_AHEAD: Final = 200_000  # no part begins so many deals after the first that is not finished
PATIENCE: Final = 1.0  # seconds in which an executor must notice that a process was killed
LONGEST: Final = 300  # the longest text of a strategy's error in a message
# The attributes of an error with the results of the deals before it, and with the error that a
# strategy has raised, which is not sent along as the cause.
PLAYED: Final = "_played_before"
CAUSE: Final = "_raised_by_strategy"
FOR_PROCESSES: Final = (
    "other processes find a strategy by its name: define the function at the top of a module, "
    "or let this process play alone, with jobs=1"
)


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda games: None,
    executor: Executor | None = None,
    prepare: Callable[[], object] | None = None,
    tally: Tally | None = None,
) -> tuple[Simulation, BaseException | None]:
    """Play all deals of PLAN in JOBS processes of EXECUTOR (default: new ones, which PREPARE).

    Call PROGRESS with the number of deals played since its last call; TALLY counts the results.
    Return the report and None. If Ctrl-C, a killed process or any error ends the simulation early,
    return the report on what was played, and the exception instead of None.
    """
    tally = tally or Tally()
    try:
        _play(plan, jobs, executor, tally, progress, prepare)
    except BaseException as error:
        with suppress(KeyboardInterrupt), undisturbed():
            tally.merge(_taken_from(error))
            cause = vars(error).pop(CAUSE, error.__cause__)
            if cause is not error.__cause__:  # another process has sent its traceback in its place
                cause.__cause__, error.__cause__ = error.__cause__, cause
        return plan.report(tally), error
    return plan.report(tally), None


def _play(
    plan: Plan,
    jobs: int,
    executor: Executor | None,
    tally: Tally,
    progress: Callable[[int], object],
    prepare: Callable[[], object] | None,
) -> None:
    """Play PLAN in parts, and merge each into TALLY; for the other parameters see `simulate`.

    The first two deals are parts of their own. The time of the second deal decides the size of all
    other parts. The first deal takes longer, since it also loads modules and fills tables.
    """

    def play_here(parts: Iterable[Plan]) -> None:
        for part in parts:
            played = play_deals(part)
            with undisturbed():
                tally.merge(played)
            progress(part.games)

    seconds = 0.0
    for part in islice(plan.parts(1, 0), 2):
        start = perf_counter()
        play_here([part])
        seconds = perf_counter() - start
    share = plan.games // (AHEAD * jobs)
    parts = plan.parts(max(1, min(LARGEST_PART, int(PART / seconds), share)), 2)
    if executor is None and jobs == 1:
        play_here(parts)
    else:
        with processes(jobs, prepare) if executor is None else nullcontext(executor) as workers:
            _play_by(workers, parts, AHEAD * jobs, tally, progress)


def play_deals(plan: Plan) -> Tally:
    """Play all deals of PLAN. An error names the deal, and bears the results of those before it."""
    results: list[Result] = []
    try:
        for seed in plan.seeds:
            results.append(plan.player().result(Setup(plan.game, plan.options, seed)))
        return _counted(plan, results)
    except BaseException as error:
        failure = error if not isinstance(error, Exception) else _named(error, plan.name_of(seed))
        setattr(failure, PLAYED, _counted(plan, results))
        if failure is error:
            raise
        raise failure from None if isinstance(error, CardGameError) else error


def _counted(plan: Plan, results: Sequence[Result]) -> Tally:
    seeds = plan.seeds[: len(results)]
    equal: dict[Result, Result] = {}  # so that equal results are sent, and kept, once
    kept = [equal.setdefault(result, result) for result in results]
    tally = Tally([seeds] if results else [], kept={plan.seed: kept} if results else {})
    for seed, result in zip(seeds, kept):
        tally.add(result, seed)
    return tally


def _named(error: Exception, deal: str) -> CardGameError:
    """Return an error that names the DEAL in which a strategy has raised ERROR."""
    for kind in type(error).__mro__:
        if issubclass(kind, CardGameError) and kind.__module__ == CardGameError.__module__:
            assert isinstance(error, CardGameError)
            named = kind(*error.told())
            named.begin(f"{deal}, ")
            return named.with_traceback(error.__traceback__)
    failure = CardGameError(f"{deal}, {described(error)}")
    with suppress(Exception):  # an error that cannot be pickled stays in its process
        reduction.ForkingPickler.loads(reduction.ForkingPickler.dumps(error))
        setattr(failure, CAUSE, error)
    return failure


def described(error: Exception) -> str:
    """Return the type and the text of ERROR in one line."""
    text = ""
    with suppress(Exception):  # the class may be somebody else's
        text = printable(str(error)[:LONGEST])
    return ": ".join(filter(None, [type(error).__name__, text]))


def _taken_from(error: BaseException) -> Tally:
    """Take the results away that `play_deals` has left with ERROR."""
    tally: Tally = vars(error).pop(PLAYED, None) or Tally(kept={})
    return tally


@contextmanager
def processes(jobs: int, prepare: Callable[[], object] | None = None) -> Iterator[Executor]:
    """Yield an executor with JOBS processes, which call PREPARE first.

    An exception in the `with` block ends them at once. A thread watches the processes: without it,
    the executor would wait for ever if a process were killed while sending a result. In simulations
    of Slap, one kill in 150 comes at such a moment.
    """
    left, ending = threading.Event(), threading.Lock()

    def workers() -> list[Any]:
        return [*(executor._processes or {}).values()]  # `_processes` is None after the shutdown.

    def end() -> None:
        """End the processes, and close the pipe for which the executor waits."""
        with ending:  # Neither the processes nor the pipe have a public name.
            for process in workers():
                process.terminate()
            executor._result_queue._writer.close()

    def watch() -> None:
        while not left.is_set():
            if connection.wait([process.sentinel for process in workers()], PATIENCE):
                if not left.wait(PATIENCE):
                    end()
                return

    executor: Any
    with futures.ProcessPoolExecutor(jobs, initializer=_begin, initargs=(prepare,)) as executor:
        try:
            with undisturbed():  # until the new processes ignore Ctrl-C
                executor.submit(int).result()
                threading.Thread(target=watch, daemon=True).start()
            yield executor
        except BaseException:
            with undisturbed():
                end()
            raise
        finally:
            left.set()


def _begin(prepare: Callable[[], object] | None) -> None:
    """Prepare a new process: ignore Ctrl-C, and end when the parent process ends or is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent: Any = parent_process()

    def end_with_parent() -> None:
        parent.join()
        end_all()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _play_by(
    executor: Executor,
    parts: Iterator[Plan],
    ahead: int,
    tally: Tally,
    progress: Callable[[int], object],
) -> None:
    """Let EXECUTOR play PARTS, at most AHEAD at a time; merge them into TALLY as they finish.

    After any exception, TALLY has all parts that are finished.
    """
    waiting: dict[Future[Tally], Plan] = {}
    ended: SimpleQueue[Future[Tally]] = SimpleQueue()
    coming = next(parts, None)

    def begin() -> None:
        nonlocal coming
        while coming is not None and len(waiting) < ahead:
            if waiting and coming.seed - next(iter(waiting.values())).seed >= MOST_AHEAD:
                break
            with _naming(coming):
                future = executor.submit(play_deals, coming)
            waiting[future], coming = coming, next(parts, None)
            future.add_done_callback(ended.put)

    try:
        with undisturbed():
            begin()
        while waiting:
            future = ended.get()
            with undisturbed():
                with _naming(waiting[future]):
                    played = future.result()
                tally.merge(played)
                del waiting[future]
                begin()
            progress(played.games)
    except BaseException as error:
        with suppress(KeyboardInterrupt), undisturbed():
            for future in waiting:
                future.cancel()
                if future.done() and not future.cancelled():
                    other = future.exception()
                    if other is None:
                        tally.merge(future.result())
                    elif other is not error:
                        tally.merge(_taken_from(other))
        raise


@contextmanager
def _naming(part: Plan) -> Iterator[None]:
    """Let errors of an executor name the deals of PART; those of a strategy name theirs already."""
    try:
        yield
    except Exception as error:
        if isinstance(error, (BrokenExecutor, CardGameError)) or PLAYED in vars(error):
            raise
        deals = seeds_text([part.seeds])
        raise CardGameError(f"{deals} were not played, {described(error)}") from error


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay Ctrl-C until the end of the `with` block, so that the block is never left half done.

    Calls of an executor need this: Ctrl-C could leave the executor's locks in disorder.
    """
    # Other threads get no Ctrl-C, nor does a program that is to ignore it, as behind a shell's &.
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):
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


def check_can_be_sent(plan: Plan, executor: Executor | None) -> None:
    """Raise InvalidCommand unless PLAN can be sent to the processes of EXECUTOR.

    Only standard process pools are checked: other executors may send functions in their own way.
    """
    if not isinstance(executor, futures.ProcessPoolExecutor | None):
        return
    try:
        sent = reduction.ForkingPickler.dumps(plan)
        reduction.ForkingPickler.loads(sent)
    except Exception as error:  # pickle raises errors of many kinds
        raise InvalidCommand(f"{FOR_PROCESSES}: {error}") from None
    # Only forked processes know what was typed into an interactive Python.
    if b"__main__" in bytes(sent) and not main_name() and get_start_method() != "fork":
        raise InvalidCommand(f"{FOR_PROCESSES}: this one was typed")


def main_name() -> str:
    """Return the name by which the main module can be imported; '' if it has no file."""
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None) or ""
    if spec is not None:
        return str(spec.name)
    return "" if file.startswith("<") else PurePath(file).stem
