"""Let a computer player, or a function of the caller, play many deals in several processes.

The deals have consecutive seeds, so a person can play any of them again. The results depend on
the seeds alone, not on the number of processes. A Tally counts the results.
"""

import os
import shlex
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from multiprocessing import connection, get_start_method, parent_process, reduction
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Final, NamedTuple

from cardgames.model.deal import SEEDS
from cardgames.model.errors import CardGameError, InvalidCommand, printable
from cardgames.model.game import Game, Options, Setup, Z
from cardgames.model.strategy import Result, Strategy
from cardgames.seats.program import end_all
from cardgames.simulation.own import Own, main_name

MOST_GAMES: Final = 10**12  # the most deals of a simulation, or of several that are added up
# The lowest and the highest seed of a first deal. The highest leaves room for MOST_GAMES deals.
FIRST_SEEDS: Final = (SEEDS[0], SEEDS[1] - MOST_GAMES)
PART: Final = 0.2  # seconds that a part of the work should take: what a process loses at Ctrl-C
LARGEST_PART: Final = 2000  # the most deals in a part
AHEAD: Final = 2  # parts that each process has at a time: one to play now, and one to play next
PATIENCE: Final = 1.0  # seconds in which an executor must notice that a process was killed
LONGEST: Final = 300  # the longest text of a strategy's error in a message
NAMED: Final = 3  # the most ranges of seeds that a message names one by one
# The attributes of an error with the results of the deals before it, and with the error that a
# strategy has raised, which is not sent along as the cause.
PLAYED: Final = "_played_before"
CAUSE: Final = "_raised_by_strategy"
FOR_PROCESSES: Final = (
    "other processes find a strategy by its name: define the function at the top of a module, "
    "or let this process play alone, with jobs=1"
)

class Plan(NamedTuple):
    """The deals to play, and the computer player for them."""

    game: type[Game]
    options: Options
    strategy: str  # the name of the computer player
    player: Callable[[], Strategy]  # makes the computer player for a deal
    seed: int  # the seed of the first deal
    games: int  # the number of deals

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def title(self) -> str:
        words = [self.game.title(), *self.options.words(forever=True)]
        return f"{' '.join(words)}, strategy {self.strategy}"

    def extras(self) -> tuple[str, ...]:
        """Return the names of the game's own counts, and of those that the players add."""
        columns = getattr(self.player, "columns", None)
        return columns(self) if columns else self.game.extras(self.options)

    def origin(self) -> dict[str, Any]:
        """Return what the JSON object says about making these deals again.

        That is a shell command or, for a function, its full name and the limit of moves.
        """
        if origin := getattr(self.player, "origin", None):
            return dict(origin(self))
        options = self.options.words(forever=True)
        deals = ["--strategy", self.strategy, "--seed", str(self.seed), "--games", str(self.games)]
        typed = self.game.file or self.game.name
        return {"command": f"cardgames simulate {typed} {shlex.join([*options, *deals])}"}

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """Split this plan, without its first START deals, into plans of at most SIZE deals."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


def own_plan(game: type[Game], options: Options, own: Own, seed: int, games: int) -> Plan:
    return Plan(game, options, own.short_name(), own, seed, games)


class Spread:
    """The distribution of a number that each deal has, such as its score.

    `deviation` is the standard deviation, `margin` half the width of the 95% interval around the
    mean. The sums are whole numbers, so that the order of results does not change a figure.
    """

    def __init__(self, counts: dict[int, int], firsts: dict[int, int]) -> None:
        """Compute the figures. By value, COUNTS has numbers of deals, FIRSTS has first seeds."""
        self.counts = counts
        games = sum(counts.values())
        self.total = sum(value * count for value, count in counts.items())
        squares = sum(value * value * count for value, count in counts.items())
        self.mean = self.total / games
        self.deviation = sqrt((games * squares - self.total**2) / (games * max(1, games - 1)))
        self.margin = Z * self.deviation / sqrt(games)
        self.least, self.most = min(counts), max(counts)
        self.least_seed, self.most_seed = firsts[self.least], firsts[self.most]

    def __repr__(self) -> str:
        return f"<Spread: {self.mean:g} ± {self.margin:.2g}, {self.least} to {self.most}>"


@dataclass(repr=False)
class Tally:
    """The results of the deals with the seeds `played`; `add` counts them."""

    played: list[range] = field(default_factory=list)
    # For each result, the number of deals that had it, and the first of their seeds.
    found: dict[Result, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.played = joined(self.played)

    def __repr__(self) -> str:
        return f"<Tally: {self.games:,} deals>"

    def add(self, result: Result, seed: int, deals: int = 1) -> None:
        """Count DEALS deals with the same RESULT; SEED is the first of their seeds."""
        count, first = self.found.get(result, (0, seed))
        self.found[result] = count + deals, min(first, seed)

    def merge(self, part: "Tally") -> None:
        self.played = joined([*self.played, *part.played])
        for result, (deals, first) in part.found.items():
            self.add(result, first, deals)

    def rows(self) -> list[tuple[Result, int, int]]:
        """Return each result, its number of deals and its first seed, in the order of seeds."""
        rows = [(result, deals, first) for result, (deals, first) in self.found.items()]
        return sorted(rows, key=lambda row: row[2])

    @property
    def games(self) -> int:
        return sum(deals for deals, _ in self.found.values())

    def some(self) -> int:
        """Return the number of deals; raises InvalidCommand if there are none to compute with."""
        if not self.found:
            raise InvalidCommand("no deal was played to its end: there are no figures")
        return self.games

    def won(self, seat: int | None = 1) -> int:
        """Return the number of deals that SEAT won, or of draws if SEAT is None."""
        return sum(deals for result, (deals, _) in self.found.items() if result.winner == seat)

    def extras(self, names: Iterable[str]) -> dict[str, Spread]:
        return {
            name: self.spread(lambda result, number=number: result.extra[number])  # type: ignore
            for number, name in enumerate(names)
        }

    def spread(self, of: Callable[[Result], int]) -> Spread:
        self.some()
        counts, firsts = Counter[int](), dict[int, int]()
        for result, (deals, first) in self.found.items():
            value = of(result)
            counts[value] += deals
            firsts[value] = min(first, firsts.get(value, first))
        return Spread(counts, firsts)


def joined(ranges: Iterable[range]) -> list[range]:
    found: list[range] = []
    for seeds in sorted(ranges, key=lambda seeds: seeds.start):
        if found and found[-1].stop == seeds.start:
            found[-1] = range(found[-1].start, seeds.stop)
        else:
            found.append(seeds)
    return found


def gaps(ranges: Sequence[range], whole: range) -> list[range]:
    """Return the parts of WHOLE outside RANGES. RANGES must be in rising order."""
    starts = [whole.start, *(seeds.stop for seeds in ranges)]
    stops = [*(seeds.start for seeds in ranges), whole.stop]
    return [range(start, stop) for start, stop in zip(starts, stops) if start < stop]


def seeds_text(ranges: Sequence[range]) -> str:
    """Return RANGES in words: 'seed 7', 'seeds 1 to 500, 751 to 1000 and 2 more ranges'."""
    bounds = [(seeds.start, seeds.stop - 1) for seeds in ranges[:NAMED]]
    named = ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in bounds)
    more = len(ranges) - NAMED
    rest = f" and {more:,} more range{'s' * (more > 1)}" if more > 0 else ""
    return f"seed{'s' * (sum(map(len, ranges)) > 1)} {named}{rest}"


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda games: None,
    executor: Executor | None = None,
    prepare: Callable[[], object] = int,
) -> tuple[Tally, BaseException | None]:
    """Play all deals of PLAN in JOBS processes of EXECUTOR (default: new ones, which PREPARE).

    Call PROGRESS with the number of deals played since its last call. Return the results and None.
    If Ctrl-C, a killed process or any error ends the simulation early, return what was played, and
    the exception instead of None.
    """
    tally = Tally()
    try:
        _play(plan, jobs, executor, tally, progress, prepare)
    except BaseException as error:
        with suppress(KeyboardInterrupt), undisturbed():
            tally.merge(_taken_from(error))
            cause = vars(error).pop(CAUSE, error.__cause__)
            if cause is not error.__cause__:  # another process has sent its traceback in its place
                cause.__cause__, error.__cause__ = error.__cause__, cause
        return tally, error
    return tally, None


def _play(
    plan: Plan,
    jobs: int,
    executor: Executor | None,
    tally: Tally,
    progress: Callable[[int], object],
    prepare: Callable[[], object],
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
        naming = getattr(plan.player, "name_of", None)
        named = naming(plan, seed) if naming else f"deal {seed}"
        failure = error if not isinstance(error, Exception) else _named(error, named)
        setattr(failure, PLAYED, _counted(plan, results))
        if failure is error:
            raise
        raise failure from None if isinstance(error, CardGameError) else error


def _counted(plan: Plan, results: Sequence[Result]) -> Tally:
    seeds = plan.seeds[: len(results)]
    tally = Tally([seeds] if results else [])
    for seed, result in zip(seeds, results):
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
    tally: Tally = vars(error).pop(PLAYED, None) or Tally()
    return tally


@contextmanager
def processes(jobs: int, prepare: Callable[[], object] = int) -> Iterator[Executor]:
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


def _begin(prepare: Callable[[], object]) -> None:
    """Prepare a new process: ignore Ctrl-C, and end when the parent process ends or is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent: Any = parent_process()

    def end_with_parent() -> None:
        parent.join()
        end_all()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
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

    def begin(number: int) -> None:
        for part in islice(parts, number):
            with _naming(part):
                future = executor.submit(play_deals, part)
            waiting[future] = part
            future.add_done_callback(ended.put)

    try:
        with undisturbed():
            begin(ahead)
        while waiting:
            future = ended.get()
            with undisturbed():
                with _naming(waiting[future]):
                    played = future.result()
                tally.merge(played)
                del waiting[future]
                begin(1)
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
        if isinstance(error, BrokenExecutor) or PLAYED in vars(error):
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
