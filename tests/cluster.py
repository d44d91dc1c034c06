"""A cluster for real: python -m tests.cluster, or `make cluster`, which installs Dask first.

A scheduler and two workers play on this machine, and one of the workers is killed midway. What
comes out must be what one process prints, to the byte. Each step is told; the first that fails
ends the program with the status 1.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

BIN = Path(sys.executable).parent
GAMES = 2_000
SIMULATIONS = ("slap --players computer,computer", "klondike --strategy quick")
DEADLINE = 300  # seconds that no step takes

Process: TypeAlias = "subprocess.Popen[bytes]"


class Failed(Exception):
    pass


def told(text: str) -> None:
    print(f"{time.monotonic() - BEGUN:5.1f} s  {text}", flush=True)


BEGUN = time.monotonic()


def soon(what: str, found: Any) -> Any:
    """Wait until FOUND returns something that is true, and return that."""
    end = time.monotonic() + DEADLINE
    while not (value := found()):
        if time.monotonic() > end:
            raise Failed(f"{what}: not in {DEADLINE} seconds")
        time.sleep(0.01)
    return value


@contextmanager
def running(folder: Path, name: str, *command: str, **streams: Any) -> Iterator[Process]:
    """A program of this environment, whose errors go to a file; it is ended with the block."""
    with open(folder / f"{name}.err", "wb") as errors:
        process = subprocess.Popen(
            [str(BIN / command[0]), *command[1:]], stderr=errors, start_new_session=True, **streams
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def simulating(folder: Path, name: str, *words: str) -> Iterator[Process]:
    """`cardgames simulate WORDS`; NAME is that of the files with what it prints and writes."""
    csv = ("--csv", str(folder / f"{name}.csv"))
    with open(folder / f"{name}.json", "wb") as output, running(
        folder, name, "cardgames", "simulate", *words, "--json", *csv, stdout=output
    ) as program:  # fmt: skip
        yield program


def said(folder: Path, name: str) -> str:
    return (folder / f"{name}.err").read_text().strip()


def same(folder: Path, one: str, other: str) -> None:
    """Check that what ONE and OTHER printed and wrote is equal."""
    for ending in ("json", "csv"):
        first, second = [(folder / f"{name}.{ending}").read_bytes() for name in (one, other)]
        if first != second or not first:
            raise Failed(f"{one}.{ending} and {other}.{ending} differ")
        told(f"{one}.{ending} and {other}.{ending} are equal, {len(first):,} bytes")


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[Process]]]:
    """A scheduler and two workers on the loopback: the address, and the workers."""
    with ExitStack() as stack:
        words = ("--host", "127.0.0.1", "--no-dashboard", "--port", "0")
        stack.enter_context(running(folder, "scheduler", "dask", "scheduler", *words))
        log = folder / "scheduler.err"
        found = soon("a scheduler", lambda: re.search(r"tcp://127\S+:\d+", log.read_text()))
        told(f"a scheduler listens at {found[0]}")
        workers = []
        for number in (1, 2):
            words = (found[0], "--nthreads", "1", "--no-dashboard", "--no-nanny")
            name = f"worker {number}"
            worker = stack.enter_context(running(folder, name, "dask", "worker", *words))
            workers.append(worker)
        for number in (1, 2):
            log = folder / f"worker {number}.err"
            soon("a worker", lambda: "Registered to" in log.read_text())
        told(f"two workers have come, processes {workers[0].pid} and {workers[1].pid}")
        yield found[0], workers


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def with_a_kill(folder: Path, game: str, alone: Process) -> None:
    """Play on a cluster, kill a worker midway, and compare with ALONE, which is one process."""
    name = game.split()[0]
    shared, written = f"{name}-cluster", folder / f"{name}-cluster.csv"
    with cluster(folder) as (address, (one, other)):
        words = [*game.split(), "--games", str(GAMES), "--on", address]
        told(f"cardgames simulate {shlex.join(words)}")
        with simulating(folder, shared, *words) as program:
            soon("a quarter of the deals", lambda: lines_of(written) > GAMES // 4)
            os.kill(other.pid, signal.SIGKILL)
            told(f"process {other.pid} is killed by -9, after {lines_of(written) - 1:,} deals")
            if other.wait() != -signal.SIGKILL or program.poll() is not None:
                raise Failed("the simulation was over before the kill")
            status = program.wait(DEADLINE)
        told(f"the other goes on: status {status}, {said(folder, shared)}")
        if status or one.poll() is not None:
            raise Failed("the simulation did not end well")
    told(f"one process: status {alone.wait(DEADLINE)}, {said(folder, f'{name}-alone')}")
    same(folder, f"{name}-alone", shared)


def interrupted(folder: Path) -> None:
    """Press Ctrl-C; the command that goes on is told."""
    with cluster(folder) as (address, _):
        words = ("clock", "--games", "100000000", "--on", address)
        with simulating(folder, "interrupted", *words) as program:
            soon("deals", lambda: lines_of(folder / "interrupted.csv") > 5_000)
            os.kill(program.pid, signal.SIGINT)
            status = program.wait(DEADLINE)
    error = said(folder, "interrupted")
    told(f"Ctrl-C: status {status}, {error.splitlines()[-1].strip()}")
    wanted = f"cardgames simulate clock --strategy hint --seed .* --on {address} --json --csv "
    if status != 130 or not re.search(wanted, error) or "Traceback" in error:
        raise Failed(error)


def nobody(folder: Path) -> None:
    """An address where nobody is, and one that is none, are refused in one line, soon."""
    for address in ("127.0.0.1:9", "nothing://here", "nowhere.invalid:8786"):
        start = time.monotonic()
        with simulating(folder, "nobody", "clock", "--games", "9", "--on", address) as program:
            status = program.wait(DEADLINE)
        seconds, error = time.monotonic() - start, said(folder, "nobody")
        told(f"--on {address}: status {status}, after {seconds:.1f} s: {error}")
        if status != 2 or "\n" in error or seconds > 15:
            raise Failed(error)


def local(folder: Path) -> None:
    words = ("clock", "--games", "20000")
    for name, on in (("clock-alone", ()), ("clock-local", ("--on", "local", "--jobs", "2"))):
        with simulating(folder, name, *words, *on) as program:
            status = program.wait(DEADLINE)
        told(f"cardgames simulate {shlex.join([*words, *on])}: {status}, {said(folder, name)}")
    same(folder, "clock-alone", "clock-local")


def main() -> int:
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder, alone = Path(name), {}
        try:
            for game in SIMULATIONS:
                words = (f"{game.split()[0]}-alone", *game.split(), "--games", str(GAMES))
                alone[game] = stack.enter_context(simulating(folder, *words))
            told(f"one process begins with each of: {'; '.join(SIMULATIONS)}")
            interrupted(folder)
            nobody(folder)
            local(folder)
            for game in SIMULATIONS:
                with_a_kill(folder, game, alone[game])
        except (Failed, OSError, subprocess.SubprocessError) as error:
            told(f"FAILED: {error}")
            for file in sorted(folder.glob("*.err")):
                print(f"--- {file.stem}\n{file.read_text()[-2000:]}")
            return 1
    told("The cluster does what one process does.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
