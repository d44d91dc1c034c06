"""The standard streams of the program: each may be closed, full, or a broken pipe.

Output to a closed stream is dropped; an error of an open stream names that stream.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC, EPIPE
from typing import Any, Final, TextIO, cast

import click

from cardgames.model.errors import printable
from cardgames.text.console import INPUT, Incoming, is_terminal, screen_size
from cardgames.text.wording import COLUMNS, fitted

# The error handler of the standard streams, for characters that their encodings lack
ESCAPED: Final = "backslashreplace"
# The errors of failed writes. Errors of files and of standard input bear a file name. So an error
# without a name comes from standard output (or standard error, which then cannot show it).
NOT_WRITTEN: Final = (EBADF, EDQUOT, EFBIG, EIO, ENOSPC)


@contextmanager
def prepared() -> Iterator[None]:
    """Let the streams escape unencodable text, and limit the length of lines from a pipe.

    Raises BrokenPipeError on a broken pipe, where click alone would raise SystemExit.
    """
    typed = lenient(sys.stdin)  # this call must come before any line is read
    given = lenient(sys.stdout), lenient(sys.stderr)
    if typed is not None and not typed.isatty():
        sys.stdin = cast(TextIO, Bounded(typed))
    try:
        yield
    except SystemExit:
        # On a broken pipe, click replaces the streams before it exits.
        if (sys.stdout, sys.stderr) == given:
            raise
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE)) from None
    finally:
        sys.stdout, sys.stderr = cast(Any, given)
        sys.stdin = cast(TextIO, typed)


def lenient(stream: TextIO | None) -> TextIO | None:
    """Let STREAM escape characters that its encoding lacks; return it, or None if it is closed."""
    if stream is not None and hasattr(stream, "reconfigure") and stream.errors != ESCAPED:
        stream.reconfigure(errors=ESCAPED)  # standard input allows this call only before a read
    return stream


class Bounded:
    """Standard input with lines of limited length, including the answers to click's questions."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lines = stream, iter(Incoming(stream.buffer))

    def readline(self, size: int = -1) -> str:
        return next(self._lines, "")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


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


def error_text(error: Exception | str) -> str:
    """Return the message of ERROR, in lines that fit the terminal."""
    message = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return fitted(f"Error: {printable(message)}\n", min(screen_size().columns, COLUMNS - 1))


def give_up(error: OSError) -> int:
    """Report ERROR, unless it is a broken pipe; return the exit status."""
    discard()
    if isinstance(error, BrokenPipeError):
        return 0
    unnamed = "cannot write standard output" if error.errno in NOT_WRITTEN else ""
    where, reason = error.filename or unnamed, error.strerror or str(error)
    with suppress(OSError):
        click.echo(f"Error: {printable(f'{where}: {reason}' if where else reason)}", err=True)
    discard()
    return 2


def discard() -> None:
    """Discard output that cannot be written: otherwise Python would fail at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)


def progress_bar(length: int) -> Any:
    """Return a progress bar of LENGTH steps on standard error, shown only at a terminal."""
    # In a pipe a bar would be an empty line; click has no option to hide it before version 8.2.
    shown = sys.stderr if is_terminal(sys.stderr) else io.StringIO()
    wide = 0 if screen_size().columns < 80 else 36  # 0 means the width of the terminal
    return click.progressbar(length=length, file=shown, width=wide)
