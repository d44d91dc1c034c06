"""Running the program: the installed one, as a user does, in a fork, or in this process.

To start it costs 70 ms of CPU, a fork of the tests 15 ms, and this process next to nothing. But
only a new process shows how the program starts, and only a fork has a terminal or signals.
"""

import gc
import io
import locale
import os
import pkgutil
import shlex
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NoReturn
from unittest.mock import patch

import cardgames
from cardgames.__main__ import run as run_to_its_end
from cardgames import games
from cardgames.cli.simulate import chosen_plan, simulate
from cardgames.main import main
from cardgames.simulation.report import Plan

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = str(Path(sys.executable).with_name("cardgames"))
IN_A_SHELL = shlex.quote(PROGRAM)
"""The program as it is typed in a shell, where its path may have blanks."""


STREAMS = ("stdin", "stdout", "stderr")
ERRORS = ("surrogateescape", "surrogateescape", "backslashreplace")
"""What each stream does with bytes or letters that it cannot decode or encode."""
ENVIRONMENT = {"TERM": "xterm", "LC_ALL": "C.UTF-8"}


def environment(**changes: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CARDGAMES")
        and name not in ("NO_COLOR", "FORCE_COLOR", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    }
    return kept | ENVIRONMENT | changes


def run(
    *arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT, **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with STDIN piped into it; CHANGES go to its environment."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    command, env = [PROGRAM, *arguments], environment(**changes)
    return subprocess.run(command, input=data, capture_output=True, cwd=cwd, env=env, timeout=60)


def run_here(
    *arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT, fault: str = "", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Do as `run` does in this process: call `main`, as the installed program does.

    A fault of the program is raised here, too, unless the word FAULT says that it is expected.
    """
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = [io.TextIOWrapper(io.BytesIO(given), encoding="utf-8") for given in (data, b"", b"")]
    with (
        patch.multiple(sys, argv=[PROGRAM, *arguments], **dict(zip(STREAMS, streams))),
        another_main(),
        patch.dict(os.environ, environment(**changes), clear=True),
        working_in(cwd),
    ):
        if fault:
            status = status_of_main()
        else:
            with faults_raised():
                status = status_of_main()
    _, output, errors = [stream.buffer.getvalue() for stream in streams]  # type: ignore
    return subprocess.CompletedProcess(arguments, status, output, errors)


@cache
def load_all() -> None:
    """Load every module and begin a game, so that each fork need not do so by itself."""
    for module in pkgutil.walk_packages(cardgames.__path__, f"{cardgames.__name__}."):
        import_module(module.name)
    run_here("clock", "--seed", "1", stdin="quit\n")


START = ("PYTHON", "LC_", "LANG")
"""How the names begin of variables that count only when Python starts."""


def can_be_forked(changes: dict[str, str]) -> bool:
    """Does a fork heed the CHANGES to the environment as a new process does?"""
    return not any(name.startswith(START) for name in changes)


def become(
    arguments: Sequence[str], changes: dict[str, str], play: Callable[[], None] = run_to_its_end
) -> NoReturn:
    """Be the program in this process, a fork of the tests: with new streams, until its exit."""
    status: object = 0
    try:
        gc.freeze()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        os.closerange(3, 256)  # or terminals that other programs have would not close
        for name in ("SIGHUP", "SIGQUIT", "SIGTERM"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        changed = environment(**changes)
        os.environ.clear()
        os.environ.update(changed)
        locale.setlocale(locale.LC_CTYPE, "")
        sys.argv = [PROGRAM, *arguments]
        sys.modules["__main__"] = ModuleType("__main__")
        for number, (name, errors) in enumerate(zip(STREAMS, ERRORS)):
            mode = "w" if number else "r"
            stream = open(number, mode, encoding="utf-8", errors=errors, closefd=False)
            setattr(sys, name, stream)
        try:
            play()
        except SystemExit as end:
            status = end.code or 0
        except BaseException:
            status = 1
            traceback.print_exc()
        with suppress(OSError):  # of a terminal that was closed
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(status if isinstance(status, int) else 1)


@contextmanager
def another_main() -> Iterator[None]:
    """Put an empty module in the place of `__main__`, which processes can load again."""
    before = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = before


@contextmanager
def faults_raised() -> Iterator[None]:
    """Let a fault of the program, of which it would write a report, end a test."""

    def raised(error: Exception, *whose: str) -> NoReturn:
        raise error

    with patch("cardgames.main.report", raised):
        yield


def status_of_main() -> int:
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        gc.unfreeze()
    return 0


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def shown_here(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> str:
    result = run_here(*arguments, stdin=stdin, cwd=cwd)
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode()


def plan_of(words: str) -> Plan:
    """The plan of `cardgames simulate` with these WORDS after it."""
    name, *options = shlex.split(words)
    command = simulate.command_for(games.listing(name))
    return chosen_plan(name, command.make_context(name, options).params)
