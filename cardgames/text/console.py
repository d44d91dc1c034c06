"""Consoles: where commands come from, and where the game is shown.

Boards and events go to standard output, prompts and errors to standard error. Each screen is
written at once, before the next line is read.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import EFBIG
from typing import BinaryIO, Final, TextIO, TypeAlias

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable

ESCAPED: Final = "backslashreplace"
"""How the standard streams treat characters that their encodings lack."""
INPUT: Final = "cannot read standard input"
LARGEST_LINE: Final = 1 << 20
"""The greatest length of a line of standard input, in bytes. No command is nearly as long; but what
has no end of a line could be read for ever."""
Show: TypeAlias = Callable[[str, str, int], bool]
"""Shows a board and news for a number of moments; returns False if the rest is skipped."""


class Console:
    """A silent console: it reads the lines of a script that is being loaded and shows nothing."""

    interactive = False
    """Is a person typing?"""
    watched = False
    """Does a person see on one screen all that is typed and shown, down from the last board?"""
    echo = False
    """Does the output show the commands that are read?"""
    quiet = True
    """Is nothing shown?"""
    by_keys = False
    """Is a single key enough for a command?"""
    timed = False
    """Can it wait for a command until a certain time?"""
    in_place = False
    """Is each board painted in the place of the last one?"""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """Read LINES."""
        self._lines = iter(lines)
        self.number = 0
        self.on_wait: Callable[[], object] = lambda: None
        """Called before a person is waited for."""
        self.on_resize: Callable[[], object] = lambda: None
        """Called when the screen has another size, while a command is waited for by the clock."""

    def say(self, text: str) -> None:
        """Show a board or an event."""

    def note(self, text: str) -> None:
        """Show a prompt or an error."""

    def page(self, text: str) -> None:
        """Show a long text."""
        self.say(text)

    def flush(self) -> None:
        """Show all that was said."""

    def columns(self) -> int:
        """Return the width of the screen in columns."""
        return 80

    def lines(self) -> int:
        """Return the height of the screen in lines."""
        return 24

    def show(self, board: str, news: str = "") -> None:
        """Show a board, and the news since the last one."""
        self.say(news + board)

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        """Show a board, and news in at least ROOM lines; where it can, in the place of the last."""
        self.say(news + board)

    def keep(self) -> None:
        """Leave the last board on the screen, as its game has ended."""

    def show_meaning(self, move: str) -> None:
        """Say that the command typed last means MOVE."""

    def end_line(self) -> None:
        """End the line that was being typed."""
        self.note("\n")

    def has_begun_line(self) -> bool:
        """Was something typed that Ctrl-C has dropped?"""
        return False

    def curtain(self, text: str) -> None:
        """Hide the screen, show TEXT, and wait until the next player is there."""

    def pause(self, text: str) -> None:
        """Show TEXT, and wait until the player has read what is on the screen."""

    def start_clock(self, ms: int = 0) -> None:
        """Start the clock at MS milliseconds; only a terminal has a clock."""

    def clock(self) -> int:
        """Return the time on the clock, in milliseconds."""
        return 0

    def show_aside(self) -> None:
        """Show a long answer alone until a key is pressed, if it has no room below the board."""

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        """Let `read_live` read key by key, if the terminal can."""
        yield

    def read_live(
        self, prompt: str, keys: Mapping[str, str], seconds: float | None, moment: float = 0
    ) -> tuple[str | None, int]:
        """Read the next command; return it and the time at which it came."""
        return self.read(prompt), 0

    @contextmanager
    def scene(self, pace: float) -> Iterator[Show | None]:
        """Begin an animation; yield what shows its pictures at a PACE, or None if nobody looks."""
        yield None

    def read(self, prompt: str, enter: str = "") -> str | None:
        """Read the next line that is not blank or a remark; return None at the end of the input.

        At a terminal, a line that is blank stands for ENTER.
        """
        while (line := self._next_line(prompt)) is not None:
            self.number += 1
            line = line.strip()
            if line and not line.startswith("#"):
                return line
            if enter and not line and self._typed_alone():
                return enter
            self._skipped(line)
        return None

    def _next_line(self, prompt: str) -> str | None:
        return next(self._lines, None)

    def _typed_alone(self) -> bool:
        """Did a person type the last line, with none that waited before or after it?"""
        return False

    def _skipped(self, line: str) -> None:
        pass


HELD: Final = 200
"""The number of texts that are written together when the input is a file."""


class PipeConsole(Console):
    """Lines of a script or a pipe, shown on the standard streams."""

    quiet = False

    def __init__(self, lines: Iterable[str], echo: bool = False, held: bool = False) -> None:
        """Read LINES; with ECHO, show them and all errors on standard output.

        What is said is HELD back until there is much of it, if nobody waits for an answer.
        """
        super().__init__(lines)
        self.echo = echo
        self._most = HELD if held else 0
        self._said: list[str] = []
        self._out = lenient(sys.stdout)
        self._err = lenient(sys.stderr)
        self._gap = "\n" if is_terminal(self._out) else ""

    def show(self, board: str, news: str = "") -> None:
        """Show a board, and the news since the last one; at a terminal, after a blank line."""
        self.say(self._gap + news + board)

    def say(self, text: str) -> None:
        """Show a board or an event with the next screen."""
        self._said.append(text)

    def note(self, text: str) -> None:
        """Show a prompt or an error, after all that was said."""
        if self.echo:
            self._said.append(text)
        elif self._err is not None:
            self.flush()
            self._err.write(text)
            self._err.flush()

    def flush(self) -> None:
        """Write all that was said at once."""
        if self._said and self._out is not None:
            self._out.write("".join(self._said))
            self._out.flush()
        self._said.clear()

    def _next_line(self, prompt: str) -> str | None:
        if len(self._said) > self._most:
            self.flush()
        try:
            return next(self._lines, None)
        except OSError:
            self.flush()  # so that all that was played is seen, and the error below it
            raise

    def _skipped(self, line: str) -> None:
        if self.echo:
            self.say(f"{printable(line)}\n")


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of standard input, whatever bytes it has; a long line is cut off.

    Raises OSError at a line that is too long to be read to its end, and where the stream fails;
    the error names the stream.
    """
    limit = 4 * LONGEST_LINE
    number = 0
    try:
        while data := stream.readline(limit):
            number += 1
            rest, size = data, len(data)
            while len(rest) == limit and not rest.endswith(b"\n"):
                rest = stream.readline(limit)
                size += len(rest)
                if size > LARGEST_LINE:
                    raise too_long(f"line {number}")
            yield data.decode("utf-8", "backslashreplace")
    except OSError as error:
        raise OSError(error.errno, error.strerror, INPUT) from None


def too_long(line: str) -> OSError:
    """Return the error that ends reading: the LINE is longer than any may be."""
    return OSError(EFBIG, f"{line} is longer than {LARGEST_LINE >> 20} MiB", INPUT)


def screen_size() -> os.terminal_size:
    """Return the columns and lines of the terminal; 80 and 24 where nobody knows.

    COLUMNS and LINES go first, as in `shutil`, which would load the modules for archives too.
    """
    try:
        size = os.get_terminal_size(1)
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    named = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    columns, lines = [int(word) if word.isdecimal() else 0 for word in named]
    return os.terminal_size((columns or size.columns or 80, lines or size.lines or 24))


def is_terminal(stream: TextIO | None) -> bool:
    """Is the stream open, and a terminal?"""
    return stream is not None and stream.isatty()


def at_terminal() -> bool:
    """Are standard input and output a terminal?"""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def lenient(stream: TextIO | None) -> TextIO | None:
    """Return the stream, set to escape characters that its encoding lacks; None if it is closed."""
    if stream is not None and hasattr(stream, "reconfigure") and stream.errors != ESCAPED:
        stream.reconfigure(errors=ESCAPED)  # which standard input refuses once it was read
    return stream


def capable() -> bool:
    """Does the terminal understand escape sequences?"""
    return os.environ.get("TERM", "") not in ("", "dumb")
