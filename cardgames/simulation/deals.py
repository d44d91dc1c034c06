"""Let computer players, or functions of the caller, play many deals in several processes.

The deals have consecutive seeds, so a person can play any of them again. The results depend only
on the seeds, not on the number of processes. A Tally counts the results; a Sheet also writes each
result to a file.
"""

import csv
import io
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from multiprocessing import connection, get_start_method, parent_process, reduction
from queue import SimpleQueue
from time import perf_counter
from traceback import format_exception
from types import TracebackType
from typing import Any, Final, NamedTuple

from cardgames.games import loaded_again
from cardgames.model.errors import CardGameError, InvalidCommand, ScriptError, printable
from cardgames.model.game import Setup
from cardgames.model.strategy import Result
from cardgames.play.script import check_name
from cardgames.seats.program import end_all
from cardgames.simulation.arena import end_programs, main_name
from cardgames.simulation.report import Plan, Simulation, Tally, seeds_text

PART: Final = 0.2  # seconds that a part of the work should take; Ctrl-C loses this work
LARGEST_PART: Final = 2000  # the most deals in a part
AHEAD: Final = 2  # parts that each process has at a time: one to play now, and one to play next
MOST_AHEAD: Final = 200_000  # deals: no part begins this far after the first unfinished part
PATIENCE: Final = 1.0  # seconds in which an executor must notice that a process was killed
LONGEST: Final = 300  # the most characters that a message quotes of a strategy's error
FOR_PROCESSES: Final = (
    "other processes find a strategy by its name: define the function at the top of a module, "
    "or let this process play alone, with jobs=1"
)


class RemoteTraceback(Exception):
    """The traceback of an error in another process, as text."""


class Played(NamedTuple):
    """What `play_deals` has played: a whole plan, or the deals before an error."""

    tally: Tally
    error: BaseException | None = None
    cause: Exception | None = None  # what a strategy has raised, if the error names the deal

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the traceback of `cause` as text, so that another process gets it, too."""
        cause, text = self.cause, "".join(format_exception(self.cause)) if self.cause else ""
        with suppress(Exception):  # a cause that cannot be pickled stays in its process
            reduction.ForkingPickler.loads(reduction.ForkingPickler.dumps(cause))
            return _arrived, (self.tally, self.error, cause, text)
        return Played, (self.tally, self.error)


def _arrived(
    tally: Tally, error: BaseException, cause: Exception | None, text: str
) -> Played:
    if cause is not None:
        cause.__cause__ = RemoteTraceback(text)
    return Played(tally, error, cause)


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda games: None,
    executor: Executor | None = None,
    tally: Tally | None = None,
) -> tuple[Simulation, BaseException | None]:
    """Play all deals of `plan` in `jobs` processes of `executor` (default: new processes).

    The function `progress` is called with the number of deals played since its last call; `tally`
    counts the results. Return the report and None. If Ctrl-C, a killed process or any error ends
    the simulation early, return the report on the deals played until then, and the exception.
    """
    counted = tally or Tally()

    def take(played: Played) -> None:
        """Count the results of a part; raise the error that ended the part, if there is one."""
        with undisturbed():
            counted.merge(played.tally)
        if played.error is not None:
            raise played.error from played.cause
        progress(played.tally.games)

    seconds = 0.0
    try:
        # The first two deals are parts of their own. The time of the second one decides the size of
        # all other parts; the first one takes longer, as it loads modules and fills tables, too.
        for part in islice(plan.parts(1, 0), 2):
            start = perf_counter()
            take(play_deals(part))
            seconds = perf_counter() - start
        share = plan.games // (AHEAD * jobs)
        parts = plan.parts(max(1, min(LARGEST_PART, int(PART / seconds), share)), 2)
        if executor is None and jobs == 1:
            for part in parts:
                take(play_deals(part))
        else:
            with processes(jobs) if executor is None else nullcontext(executor) as workers:
                _play_by(workers, parts, AHEAD * jobs, take)
    except BaseException as error:
        return plan.report(counted), error
    finally:
        end_programs()
    return plan.report(counted), None


def play_deals(plan: Plan) -> Played:
    """Play all deals of `plan`, or the deals before an error; the error names its deal."""
    results: list[Result] = []
    try:
        for seed in plan.seeds:
            results.append(plan.player().result(Setup(plan.game, plan.options, seed)))
    except Exception as error:
        cause = None if isinstance(error, CardGameError) else error
        return Played(_counted(plan, results), _named(error, plan.name_of(seed)), cause)
    except BaseException as error:
        return Played(_counted(plan, results), error)
    return Played(_counted(plan, results))


def _counted(plan: Plan, results: Sequence[Result]) -> Tally:
    seeds = plan.seeds[: len(results)]
    equal: dict[Result, Result] = {}  # so that equal results are sent, and kept, once
    kept = [equal.setdefault(result, result) for result in results]
    tally = Tally([seeds] if results else [], kept={plan.seed: kept} if results else {})
    for seed, result in zip(seeds, kept):
        tally.add(result, seed)
    return tally


def _named(error: Exception, deal: str) -> CardGameError:
    """Return an error that names the `deal` in which a strategy has raised `error`."""
    for kind in type(error).__mro__:
        if issubclass(kind, CardGameError) and kind.__module__ == CardGameError.__module__:
            assert isinstance(error, CardGameError)
            named = kind(*error.told())
            named.begin(f"{deal}, ")
            return named.with_traceback(error.__traceback__)
    return CardGameError(f"{deal}, {described(error)}")


def described(error: Exception) -> str:
    """Return the type and the text of an error in one line."""
    text = ""
    with suppress(Exception):  # the class may be somebody else's
        text = printable(str(error)[:LONGEST])
    return ": ".join(filter(None, [type(error).__name__, text]))


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Yield an executor with `jobs` processes, which have loaded the same games as this one.

    An exception in the `with` block ends the processes at once. A thread watches the processes:
    without this thread, the executor would wait for ever if a process were killed while it sends a
    result. In simulations of Slap, one kill in 150 comes at such a moment.
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
    known = (loaded_again(),)
    with futures.ProcessPoolExecutor(jobs, initializer=_begin, initargs=known) as executor:
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


def _begin(load: Callable[[], object] | None) -> None:
    """Prepare a new process: ignore Ctrl-C, and end when the parent process ends or is killed."""
    # A terminal sends Ctrl-C to all processes; the parent process alone acts on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent: Any = parent_process()

    def end_with_parent() -> None:
        parent.join()
        end_all()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    if load is not None:
        load()


def _play_by(
    executor: Executor, parts: Iterator[Plan], ahead: int, take: Callable[[Played], None]
) -> None:
    """Let `executor` play the parts, at most `ahead` at a time; call `take` with each result.

    Even if an exception ends this, `take` has been called for all finished parts.
    """
    waiting: dict[Future[Played], Plan] = {}
    ended: SimpleQueue[Future[Played]] = SimpleQueue()
    coming = next(parts, None)

    def begin() -> None:
        nonlocal coming
        while coming is not None and len(waiting) < ahead:
            # While one deal takes long, a Sheet holds all later deals in memory.
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
                with _naming(waiting.pop(future)):
                    played = future.result()
                take(played)
                begin()
    except BaseException:
        with suppress(KeyboardInterrupt), undisturbed():
            for future in waiting:
                future.cancel()
                if future.done() and not future.cancelled() and future.exception() is None:
                    with suppress(BaseException):  # one reason to end is enough
                        take(future.result())
        raise


@contextmanager
def _naming(part: Plan) -> Iterator[None]:
    """If the executor fails in the block, raise an error that names the deals of `part`."""
    try:
        yield
    except (BrokenExecutor, CardGameError):
        raise
    except Exception as error:
        lost = f"{seeds_text([part.seeds])} were not played"
        raise BrokenExecutor(f"{lost}, {described(error)}") from error


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay Ctrl-C until the end of the `with` block, so that the block is never left half done.

    Calls of an executor need this: Ctrl-C could leave the executor's locks in disorder.
    """
    # Other threads get no Ctrl-C. Nor does a program that should ignore it, as after a shell's &.
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
    """Raise InvalidCommand unless the plan can be sent to the processes of `executor`.

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


class Sheet(Tally):
    """A tally that also writes its deals to a new file, in the order of seeds."""

    def __init__(self, name: str, plan: Plan) -> None:
        """Make the file called `name` for the deals of `plan`; raises ScriptError."""
        super().__init__(kept={})
        self._name, self._plan, self._next = name, plan, plan.seed
        self._full = False  # is the disk full?
        check_name(name)
        try:
            self._file = open(name, "x", encoding="utf-8", newline="")
        except OSError as error:
            raise ScriptError(f"cannot write {name}: {error.strerror}") from None
        self._write([[*plan.row(plan.seed, Result(0, 0, 0, (0,) * len(plan.extras())))]])

    def __enter__(self) -> "Sheet":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        """Write the deals that come after a lost part, and close the file."""
        for start in () if self._full else sorted(self.kept or {}):
            self._write_from(start)
        with suppress(OSError):  # each line was written before
            self._file.close()

    def merge(self, part: Tally) -> None:
        super().merge(part)
        # Parts end in any order; a part waits until all before it are written.
        while self._next in (self.kept or {}):
            self._next += self._write_from(self._next)

    def _write_from(self, start: int) -> int:
        """Write the deals of the part that begins at the seed `start`; return their number."""
        results = (self.kept or {}).pop(start)
        self._write([*self._plan.row(*each).values()] for each in enumerate(results, start))
        return len(results)

    def _write(self, rows: Iterable[Sequence[object]]) -> None:
        """Write whole rows; raises OSError, which names the file."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        try:
            self._file.write(text.getvalue())
            self._file.flush()
        except OSError as error:
            self._full = True
            raise OSError(error.errno, error.strerror, self._name) from None
