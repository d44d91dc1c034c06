"""The standard streams of the program: each may be closed, full, or a broken pipe.

Output to a closed stream is dropped; an error of an open stream names that stream.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EPIPE
from typing import Any, Final, TextIO, cast

import click

from cardgames.model.errors import printable
from cardgames.text.console import INPUT, LARGEST_LINE, is_terminal, lenient, screen_size, too_long
from cardgames.text.wording import COLUMNS, fitted

OUTPUT: Final = "cannot write standard output"
ERRORS: Final = "cannot write standard error"
INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""


@contextmanager
def prepared() -> Iterator[None]:
    """Let the streams name themselves in errors, escape unencodable text, and limit lines.

    Raises BrokenPipeError on a broken pipe, though click turns that into SystemExit.
    """
    typed = lenient(sys.stdin)  # before any line is read, as Python demands
    given = sys.stdout, sys.stderr
    if typed is not None:
        sys.stdin = cast(TextIO, Bounded(typed))
    streams = (lenient(sys.stdout), OUTPUT), (lenient(sys.stderr), ERRORS)
    ours = tuple(stream and cast(TextIO, Named(stream, name)) for stream, name in streams)
    sys.stdout, sys.stderr = ours
    try:
        yield
    except SystemExit:
        # On a broken pipe, click replaces the streams before it exits.
        if (sys.stdout, sys.stderr) == ours:
            raise
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE), OUTPUT) from None
    finally:
        sys.stdout, sys.stderr = given
        sys.stdin = cast(TextIO, typed)


class Named:
    """A standard stream whose OSErrors name the stream."""

    def __init__(self, stream: TextIO, failure: str) -> None:
        self._stream, self._failure = stream, failure

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._failure) from None

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._failure) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Bounded(Named):
    """Standard input that raises OSError on a line that is too long."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream, INPUT)

    def readline(self, size: int = -1) -> str:
        line = self._stream.readline(LARGEST_LINE if size < 0 else min(size, LARGEST_LINE))
        if len(line) == LARGEST_LINE and not line.endswith("\n"):
            raise too_long("a line")
        return line


def read_input(most: int) -> bytes:
    """Return at most MOST bytes of standard input; raises an OSError that names the stream."""
    if sys.stdin is None:
        return b""
    try:
        return sys.stdin.buffer.read(most)
    except OSError as error:
        raise OSError(error.errno, error.strerror, INPUT) from None


def show(error: click.ClickException) -> None:
    """Show ERROR as click does, with escapes for characters that could move the cursor."""
    shown = io.StringIO()
    error.show(shown)
    lines = shown.getvalue().expandtabs(2).splitlines()  # click lists choices with tabs
    text = "".join(f"{printable(line)}\n" for line in lines)
    if is_terminal(sys.stderr):
        text = fitted(text, min(screen_size().columns, COLUMNS - 1))
    click.echo(text, err=True, nl=False)


def give_up(error: OSError) -> int:
    """Report ERROR, unless it is a broken pipe; return the exit status."""
    ours = error.filename in (OUTPUT, ERRORS)
    if (discard() or ours) and isinstance(error, BrokenPipeError):
        return 0
    reason = error.strerror or str(error)
    message = reason if error.filename is None else f"{error.filename}: {reason}"
    with suppress(OSError):
        click.echo(f"Error: {printable(message)}", err=True)
    discard()
    return 2


def discard() -> bool:
    """Discard output that cannot be written, as Python would fail at exit; return True if any."""
    failed = False
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            failed = True
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
    return failed


def progress_bar(length: int) -> Any:
    """Return a progress bar of LENGTH steps on standard error, hidden unless at a terminal."""
    # In a pipe a bar would be an empty line; click before 8.2 cannot hide it otherwise.
    shown = sys.stderr if is_terminal(sys.stderr) else io.StringIO()
    wide = 0 if screen_size().columns < 80 else 36  # 0 means the width of the terminal
    return click.progressbar(length=length, file=shown, width=wide)
