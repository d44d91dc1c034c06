"""Where a game is read from and shown: a script, a pipe, or a terminal.

Boards and what happens go to standard output, prompts and errors to standard error. Each screen
is one write, made before the next line is read.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import BinaryIO, TextIO, TypeAlias

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable

Show: TypeAlias = Callable[[str], bool]
"""Shows a picture for a moment; False when nobody watches, or a key is pressed."""


class Console:
    """Lines that are given, and nobody who looks: a script while it is loaded."""

    interactive = False
    """Is somebody typing?"""
    echo = False
    """Does the output show what was read?"""
    quiet = True
    """Does nobody look?"""
    by_keys = False
    """Is a single key enough for a command?"""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """Read LINES."""
        self._lines = iter(lines)
        self.number = 0

    def say(self, text: str) -> None:
        """Show a board, or what happened."""

    def note(self, text: str) -> None:
        """Show a prompt or an error."""

    def page(self, text: str) -> None:
        """Show a long text."""
        self.say(text)

    def flush(self) -> None:
        """Show all that was said."""

    def columns(self) -> int:
        """How wide a text may be."""
        return 80

    def redraw(self, picture: str) -> None:
        """Show a picture, in a terminal in the place of the last one."""
        self.say(picture)

    def curtain(self, text: str) -> None:
        """Hide what was shown until the next player is there, whom TEXT asks for."""

    def pause(self, text: str) -> None:
        """Wait for somebody who reads, whom TEXT asks to go on."""

    def start_clock(self, ms: int = 0) -> None:
        """Let the clock show MS milliseconds now; without a terminal there is no clock."""

    def clock(self) -> int:
        """The milliseconds that the clock shows."""
        return 0

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        """Read key by key in `read_live`, where the terminal can."""
        yield

    def read_live(
        self, prompt: str, keys: Mapping[str, str], seconds: float | None
    ) -> tuple[str | None, int]:
        """What is typed next, and what the clock showed then."""
        return self.read(prompt), 0

    @contextmanager
    def scene(self) -> Iterator[Show | None]:
        """Begin a moving scene; None where nobody can watch one."""
        yield None

    def read(self, prompt: str) -> str | None:
        """The next line that is not blank and no remark; None at the end of the input."""
        while (line := self._next_line(prompt)) is not None:
            self.number += 1
            line = line.strip()
            if line and not line.startswith("#"):
                return line
            self._skipped(line)
        return None

    def _next_line(self, prompt: str) -> str | None:
        return next(self._lines, None)

    def _skipped(self, line: str) -> None:
        pass


class PipeConsole(Console):
    """Lines of a script or a pipe, shown on the standard streams."""

    quiet = False

    def __init__(self, lines: Iterable[str], echo: bool = False) -> None:
        """Read LINES; with ECHO, show them and the errors on standard output as well."""
        super().__init__(lines)
        self.echo = echo
        self._said: list[str] = []
        self._out = lenient(sys.stdout)
        self._err = lenient(sys.stderr)

    def say(self, text: str) -> None:
        """Show a board, or what happened, with the next screen."""
        self._said.append(text)

    def note(self, text: str) -> None:
        """Show a prompt or an error, after what was said."""
        if self.echo:
            self._said.append(text)
        elif self._err is not None:
            self.flush()
            self._err.write(text)
            self._err.flush()

    def flush(self) -> None:
        """Show all that was said, in one write."""
        if self._said and self._out is not None:
            self._out.write("".join(self._said))
            self._out.flush()
        self._said.clear()

    def _next_line(self, prompt: str) -> str | None:
        self.flush()
        return next(self._lines, None)

    def _skipped(self, line: str) -> None:
        if self.echo:
            self.say(f"{printable(line)}\n")


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream, whatever its bytes are; of an endless line, only the beginning."""
    limit = 4 * LONGEST_LINE
    while data := stream.readline(limit):
        rest = data
        while len(rest) == limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit)
        yield data.decode("utf-8", "backslashreplace")


def lenient(stream: TextIO | None) -> TextIO | None:
    """The stream, with escapes for what its encoding does not know; None if it is closed."""
    if stream is not None and hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return stream


def capable() -> bool:
    """Can the terminal do more than print?"""
    import os

    return os.environ.get("TERM", "") not in ("", "dumb")
