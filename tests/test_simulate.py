"""Simulations: their counts, their report, and how they end early."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardgames.games.clock.game import Clock, ClockOptions, ClockStrategy
from cardgames.simulation.deals import play_deals, processes, simulate, undisturbed
from cardgames.simulation.report import Plan
from tests.program import PROGRAM, environment, run_here, shown_here
from tests.samples import sample

PLAN = Plan(Clock, ClockOptions(), "hint", ClockStrategy, 5, 250)


class TestCounting:
    def test_ctrl_c_keeps_what_there_is(self) -> None:
        def stop(games: int) -> None:
            raise KeyboardInterrupt

        tally, stopped_by = simulate(PLAN, progress=stop)
        assert isinstance(stopped_by, KeyboardInterrupt) and tally.games == 1

    def test_ctrl_c_does_not_divide_a_part(self) -> None:
        """The tally could not be added to others otherwise."""
        done = []
        with pytest.raises(KeyboardInterrupt), undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("all")
        assert done


class TestReport:
    def test_json_is_one_object(self) -> None:
        words = ("simulate", "mod10", "--strategy", "greedy", "--pick-up", "must", "--seed", "170")
        told = json.loads(shown_here(*words, "--games", "20", "--json"))
        assert (
            list(told)
            == (
                "version command game options strategy seed games won lost drawn score length "
                "played missing columns tally"
            ).split()
        )
        assert told["game"] == "mod10" and told["strategy"] == "greedy"
        assert told["options"] == {"pick_up": "must", "show_deck": False, "count_deck": False}
        assert [told[name] for name in "seed games won lost drawn".split()] == [170, 20, 1, 18, 1]
        assert (told["score"]["margin"], told["length"]["unit"]) == (0.784952, "cards dealt")
        assert told["columns"] == ["winner", "score", "length", "deals", "first_seed"]
        assert sum(deals for *_, deals, _ in told["tally"]) == 20
        assert told["played"] == [[170, 189]] and told["missing"] == []

    @pytest.mark.parametrize(("deals", "speed"), [(9, "9.00"), (10, "10"), (1234, "1,234")])
    def test_the_speed(self, deals: int, speed: str, monkeypatch: pytest.MonkeyPatch) -> None:
        played = PLAN.report(play_deals(PLAN._replace(games=deals)).tally), None
        monkeypatch.setattr("cardgames.simulation.deals.simulate", lambda *_, **__: played)
        monkeypatch.setattr("cardgames.cli.simulate.perf_counter", iter([7.0, 8.0]).__next__)
        told = run_here("simulate", "clock").stderr.decode()
        assert told == f"{deals:,} games in 1.00 s: {speed} a second\n"

    def test_the_jobs_do_not_matter(self) -> None:
        words = ("simulate", "clock", "--games", "300", "--win", "reveal")
        shown = shown_here(*words)
        assert shown_here(*words, "--jobs", "3") == shown
        assert shown.endswith("\nspread: the standard deviation\n")
        assert max(map(len, shown.splitlines())) < 80


@contextmanager
def working(*words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The program in a process group of its own, simulating many deals."""
    process = subprocess.Popen(
        [PROGRAM, *"simulate clock --games 100000000".split(), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc lists the processes")


@on_linux
@pytest.mark.parametrize("words", [("--jobs", "2", "--json"), *sample([], [("--jobs", "1")])])
def test_ctrl_c_prints_what_there_is(words: tuple[str, ...]) -> None:
    """As a terminal does, the signal goes to all processes."""
    with working(*words) as process:
        assert soon(lambda: has_worked(process))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    # Parts end in any order, so several ranges may be missing.
    ends = rb"\nThe rest is played by:\n(  cardgames simulate clock --strategy hint --seed .*\n)+$"
    assert re.search(ends, err) and (b" --jobs 2 --json\n" in err) == ("--json" in words)
    assert (b'"missing": [[' if "--json" in words else b" of 100,000,000 deals, seeds ") in out


def soon(found: Callable[[], Any]) -> Any:
    """Wait until FOUND returns something that is true, or for a minute; return it."""
    end = time.monotonic() + 60
    while not (value := found()) and time.monotonic() < end:
        time.sleep(0.01)
    return value


def children_of(process: "subprocess.Popen[bytes]") -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [*map(int, listed.split())]


def has_worked(process: "subprocess.Popen[bytes]") -> bool:
    """Has it, or a child of it, worked for 0.16 seconds? It takes 0.1 to start."""
    numbers = (process.pid, *children_of(process))
    stats = [Path(f"/proc/{number}/stat").read_text() for number in numbers]
    return any(sum(map(int, stat.rpartition(")")[2].split()[11:13])) >= 16 for stat in stats)


def is_running(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@on_linux
class TestKilled:
    def test_a_killed_worker_leaves_what_is_done(self) -> None:
        with working("--jobs", "2") as process:
            os.kill(soon(lambda: children_of(process))[0], signal.SIGKILL)
            out, err = process.communicate(timeout=60)
        assert process.returncode == 3
        assert re.search(rb"MISSING: [\d,]+ of 100,000,000 deals, seeds ", out)
        assert re.search(rb"\nError: .* was killed.*: [\d,]+ of 100,000,000 deals are fin", err)
        assert b"Traceback" not in err

    def test_no_worker_outlives_the_program(self) -> None:
        with working("--jobs", "2") as process:
            children = soon(lambda: children_of(process))
        assert children and soon(lambda: not any(map(is_running, children)))


def test_a_watcher_ends_an_executor_that_waits_for_a_killed_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardgames.simulation.deals.PATIENCE", 0.02)
    found: Any
    with processes(1) as found:
        os.kill(found.submit(os.getpid).result(), signal.SIGKILL)
        assert soon(lambda: found._result_queue._writer.closed)


class Breaking(Executor):
    def __init__(self, good: int) -> None:
        self.good = good
        self.deals = 0

    def submit(self, work: Callable[..., Any], /, *words: Any, **names: Any) -> "Future[Any]":
        if self.good < 0:
            raise BrokenExecutor
        future: Future[Any] = Future()
        if self.good:
            played = work(*words)
            self.deals += played.tally.games
            future.set_result(played)
        else:
            future.set_exception(BrokenExecutor())
        self.good -= 1
        return future


class Failing(Executor):
    """It takes one part, and refuses the next, or loses it."""

    def __init__(self, error: BaseException | None) -> None:
        self.error, self.taken = error, 0

    def submit(self, work: Callable[..., Any], /, *words: Any, **names: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.taken += 1
        if self.taken == 1:
            future.set_result(work(*words))
        elif self.error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            raise self.error
        return future


class TestExecutors:
    @pytest.mark.parametrize(("error", "told"), [
        (RuntimeError("shut down"), "were not played, RuntimeError: shut down"),
        (None, "were not played, CancelledError"),
    ])  # fmt: skip
    def test_one_that_fails_leaves_what_is_done(self, error: Any, told: str) -> None:
        tally, stopped_by = simulate(PLAN, jobs=1, executor=Failing(error))
        assert isinstance(stopped_by, BrokenExecutor) and told in str(stopped_by)
        assert 3 <= tally.games < 250

    def test_any_executor_will_do(self) -> None:
        with ThreadPoolExecutor(3) as threads:
            played, _ = simulate(PLAN, jobs=3, executor=threads)
        assert played.tally.rows() == play_deals(PLAN).tally.rows()

    @pytest.mark.parametrize("good", range(6))
    def test_what_is_finished_survives_one_that_breaks(self, good: int) -> None:
        breaking = Breaking(good)
        tally, stopped_by = simulate(PLAN, jobs=2, executor=breaking)
        assert tally.games == 2 + breaking.deals, "two are played here"
        assert isinstance(stopped_by, BrokenExecutor) or tally.games == 250
