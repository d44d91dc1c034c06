"""A simulation that ends early loses no deal: the exception has what was played, and what was not.

Each case ends at deal 37: by an error of the strategy, by Ctrl-C, or because a process is killed.
"""

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import cardgames
from cardgames import CardGameError, Game, IllegalMove, InvalidCommand, Move
from cardgames.games.clock.game import ClockStrategy
from cardgames.simulation import deals
from cardgames.simulation.deals import undisturbed
from tests.program import run_here
from tests.samples import sample

GAMES = 60
AT = cardgames.deal("freecell", 37)
ACTS: list[Callable[[], Any]] = []
"""What the strategy does at deal 37; forked processes know it, too."""


class Unpicklable(Exception):
    """It takes two arguments but keeps one, as many errors do: pickle cannot make it again."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one)


def careless(position: Game) -> Move | str | None:
    if ACTS and position == AT:
        found: Move | str | None = ACTS[0]()
        return found
    return next(position.legal_moves(), None)


def raising(error: BaseException) -> Callable[[], Any]:
    def act() -> None:
        raise error

    return act


def simulated(games: int = GAMES, seed: int = 1, **how: Any) -> cardgames.Simulation:
    return cardgames.simulate("freecell", games, seed=seed, strategy=careless, limit=2, **how)


def threads() -> Executor:
    return ThreadPoolExecutor(2)


def other_processes() -> Executor:
    return ProcessPoolExecutor(2)


def ended(by: Callable[[], Any], how: Any, kind: type[BaseException]) -> Any:
    """Simulate until deal 37 does as BY says; check what the exception has, and return it."""
    ACTS[:] = [by]
    executor = None if isinstance(how, int) else how()
    try:
        with pytest.raises(kind) as raised:
            simulated(jobs=how if isinstance(how, int) else 2, executor=executor)
    finally:
        ACTS.clear()
        if executor is not None:
            executor.shutdown()
    error: Any = raised.value
    played: cardgames.Simulation = error.simulation
    missing = sum(map(len, played.missing))
    assert played.games + missing == GAMES and any(37 in seeds for seeds in played.missing)
    assert f"MISSING: {missing} of {GAMES} deals, seed" in str(played)
    assert repr(played).endswith(f", {missing} missing>")
    parts = [simulated(len(seeds), seeds.start) for seeds in played.missing]
    assert played.merge(*parts).to_json() == whole().to_json()
    return error


_WHOLE: list[cardgames.Simulation] = []


def whole() -> cardgames.Simulation:
    if not _WHOLE:
        _WHOLE.append(simulated())
    return _WHOLE[0]


every_way = pytest.mark.parametrize(
    "how", sample([1, 2, threads], [1, 2, threads, other_processes])
)


@every_way
@pytest.mark.parametrize(("error", "told"), [
    (ZeroDivisionError("x\ny"), "deal 37, ZeroDivisionError: x\\ny"),
    (StopIteration(), "deal 37, StopIteration"),
    (Unpicklable("a", "b"), "deal 37, Unpicklable: a"),
], ids=lambda value: type(value).__name__)  # fmt: skip
def test_an_error_of_the_strategy(how: Any, error: Exception, told: str) -> None:
    found = ended(raising(error), how, CardGameError)
    assert str(found) == told
    sent = isinstance(error, Unpicklable) and how in (2, other_processes)
    assert sent or type(found.__cause__) is type(error)
    assert pickle.loads(pickle.dumps(found)).simulation.games == found.simulation.games


@every_way
def test_a_move_that_is_refused(how: Any) -> None:
    assert str(ended(lambda: "c1", how, ValueError)).startswith("deal 37, ")


def test_an_error_that_is_raised_again_names_one_deal() -> None:
    shared = IllegalMove("it is bad")
    for _ in range(2):
        assert str(ended(raising(shared), 1, IllegalMove)) == "deal 37, it is bad"


@every_way
@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_programs(how: Any, kind: type[BaseException]) -> None:
    found = ended(raising(kind()), how, kind)
    assert kind is not KeyboardInterrupt or "deals were played; seeds " in str(found)


@pytest.mark.parametrize("how", sample([2], [2, other_processes]))
def test_a_killed_process(how: Any) -> None:
    found = ended(lambda: os._exit(1), how, BrokenExecutor)
    assert f"of {GAMES} deals were played; seeds " in str(found)


@pytest.mark.parametrize("how", [1, 2, threads])
def test_ctrl_c_ends_a_strategy_that_never_returns(how: Any) -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    def wait() -> None:
        while ACTS:
            time.sleep(0.01)

    ended(wait, how, KeyboardInterrupt)
    timer.join()


def test_the_first_deal() -> None:
    """Nothing was played, and that adds up, too."""
    answers: list[str | None] = ["x"]

    def same(position: Game) -> str | None:
        return answers[0]

    with pytest.raises(ValueError, match="deal 1, unknown command") as raised:
        cardgames.simulate("clock", 3, strategy=same)
    played: cardgames.Simulation = raised.value.simulation  # type: ignore[attr-defined]
    assert played.games == played.won == played.lost == played.drawn == 0
    assert played.missing == [range(1, 4)]
    assert str(played) == "Clock, strategy same\n0 deals\nMISSING: 3 of 3 deals, seeds 1 to 3\n"
    for figure in (lambda: played.share, lambda: played.interval, lambda: played.score,
                   lambda: played.length, lambda: played.cut_short, played.to_json):  # fmt: skip
        with pytest.raises(InvalidCommand, match="no deal was played"):
            figure()
    answers[:] = [None]
    other = cardgames.simulate("clock", 1, seed=4, strategy=same)
    assert played.merge(other).missing == [range(1, 4)]


def test_a_fault_of_a_computer_player_in_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is printed before the fault is reported."""
    result = ClockStrategy.result

    def wrong(player: Any, setup: Any) -> Any:
        return result(player, setup) if setup.seed < 37 else 1 // 0

    monkeypatch.setattr(ClockStrategy, "result", wrong)
    with pytest.raises(RuntimeError, match="deal 37, ZeroDivisionError"):
        run_here("simulate", "clock", "--games", "60")
    done = run_here("simulate", "clock", "--games", "60", fault="expected")
    assert done.returncode == 70
    assert b"\nMISSING: 24 of 60 deals, seeds 37 to 60\n" in done.stdout
    assert b"\n  cardgames simulate clock --strategy hint --seed 37 --games 24\n" in done.stderr


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    """As in a program that a script has started behind an &."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_while_the_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread is left that watches a pool which has ended."""
    fork, faults = os.fork, list[Any]()

    def interrupted() -> int:
        if process := fork():
            signal.raise_signal(signal.SIGINT)
        return process

    monkeypatch.setattr(os, "fork", interrupted)
    monkeypatch.setattr(deals, "PATIENCE", 0.05)
    monkeypatch.setattr(threading, "excepthook", faults.append)
    with pytest.raises(KeyboardInterrupt):
        cardgames.simulate("clock", 2000, jobs=2)
    for thread in threading.enumerate():
        if "watch" in thread.name:
            thread.join(60)
    assert not faults
