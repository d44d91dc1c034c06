"""Running the program: the installed one, as a user does, or in this process, which is faster."""

import gc
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from cardgames.main import main

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = str(Path(sys.executable).with_name("cardgames"))
IN_A_SHELL = shlex.quote(PROGRAM)
"""The program as it is typed in a shell, where its path may have blanks."""


def environment(**changes: str) -> dict[str, str]:
    """The environment with CHANGES, without variables that would change the program."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CARDGAMES")
        and name not in ("NO_COLOR", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    }
    return kept | {"LC_ALL": "C.UTF-8"} | changes


def run(
    *arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT, **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with STDIN piped into it; CHANGES go to its environment."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        [PROGRAM, *arguments],
        input=data,
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=60,
        check=False,
    )


def run_here(
    *arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT, **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Do as `run` does in this process: call `main`, as the installed program does."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = [io.TextIOWrapper(io.BytesIO(given), encoding="utf-8") for given in (data, b"", b"")]
    with (
        patch.multiple(sys, argv=[PROGRAM, *arguments], **dict(zip(STREAMS, streams))),
        another_main(),
        patch.dict(os.environ, environment(**changes), clear=True),
        working_in(cwd),
    ):
        status = status_of_main()
    _, output, errors = [stream.buffer.getvalue() for stream in streams]  # type: ignore
    return subprocess.CompletedProcess(arguments, status, output, errors)


@contextmanager
def another_main() -> Iterator[None]:
    """Put an empty module in the place of `__main__`, which processes can load again."""
    before = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = before


STREAMS = ("stdin", "stdout", "stderr")


def status_of_main() -> int:
    """Run the program to its end; return its exit status."""
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
    """Make FOLDER the current folder within the `with` block."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def shown(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> str:
    """The standard output of a run of the program, which must not fail."""
    return output_of(run(*arguments, stdin=stdin, cwd=cwd))


def shown_here(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> str:
    """Do as `shown` does in this process."""
    return output_of(run_here(*arguments, stdin=stdin, cwd=cwd))


def output_of(result: subprocess.CompletedProcess[bytes]) -> str:
    """The standard output of a run that must not have failed."""
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode()
