"""Where a game is read from and shown: a script, a pipe, or a terminal.

Boards and what happens go to standard output, prompts and errors to standard error. Each screen
is one write, made before the next line is read.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from select import select
from typing import BinaryIO, Final, TextIO, TypeAlias

from cardgames.commands import LONGEST_LINE
from cardgames.errors import printable

PACE: Final = 0.3
"""How long a picture of a moving scene stands, in seconds."""

Show: TypeAlias = Callable[[str], bool]
"""Shows a picture for a moment; False when nobody watches, or a key is pressed."""

Completer = Callable[[str, str], list[str]]
"""From the line before the word, and the beginning of the word, to the words it can be."""


class Console:
    """Lines that are given, and nobody who looks: a script while it is loaded."""

    interactive = False
    """Is somebody typing?"""
    echo = False
    """Does the output show what was read?"""
    quiet = True
    """Does nobody look?"""

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

    @contextmanager
    def scene(self) -> Iterator[Show]:
        """Begin a moving scene; it is for somebody who watches."""
        yield lambda picture: False

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
        self._out = _lenient(sys.stdout)
        self._err = _lenient(sys.stderr)

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


class TerminalConsole(PipeConsole):
    """Somebody who types at a terminal, with editing, history and completion where it can."""

    interactive = True

    def __init__(self, complete: Completer) -> None:
        """Complete words by COMPLETE."""
        super().__init__(())
        _lenient(sys.stdin)
        self._able = self._out is not None and self._out.isatty() and capable()
        self._edited = self._able and _edit_lines(complete)

    @contextmanager
    def scene(self) -> Iterator[Show]:
        """Begin a moving scene, each picture of which takes the place of the last one."""
        from shutil import get_terminal_size

        height = 0

        def show(picture: str) -> bool:
            nonlocal height
            columns, lines = get_terminal_size()
            fits = 0 < height < lines and columns >= 80
            self.say((f"\033[{height}A\033[J" if fits else "") + picture)
            self.flush()
            height = picture.count("\n")
            return not select([sys.stdin], [], [], PACE)[0]

        with _single_keys(sys.stdin) as readable:
            yield show if readable and self._able else lambda picture: False

    def page(self, text: str) -> None:
        """Show a long text through the pager."""
        import click

        self.flush()
        click.echo_via_pager(text)

    def _next_line(self, prompt: str) -> str | None:
        self.flush()
        try:
            if self._edited:
                return input(prompt)
            self.note(prompt)
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        if not line:
            self.note("\n")
        return line or None


@contextmanager
def _single_keys(keyboard: TextIO) -> Iterator[bool]:
    """Let each key be read at once and unseen, where that can be; tell whether it can."""
    try:
        import termios
        import tty

        before = termios.tcgetattr(keyboard)
    except (ImportError, OSError, ValueError):
        yield False
        return
    try:
        tty.setcbreak(keyboard)
        yield True
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream, whatever its bytes are; of an endless line, only the beginning."""
    limit = 4 * LONGEST_LINE
    while data := stream.readline(limit):
        rest = data
        while len(rest) == limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit)
        yield data.decode("utf-8", "backslashreplace")


def capable() -> bool:
    """Can the terminal do more than print?"""
    import os

    return os.environ.get("TERM", "") not in ("", "dumb")


def _lenient(stream: TextIO | None) -> TextIO | None:
    """The stream, with escapes for what its encoding does not know; None if it is closed."""
    if stream is not None and hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _edit_lines(complete: Completer) -> bool:
    """Let readline edit what is typed; False where there is no readline."""
    try:
        import readline
    except ImportError:
        return False

    def completer(start: str, index: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()]
        words = complete(before, start)
        if len(words) == 1 and not words[0].endswith("/"):
            words = [f"{words[0]} "]
        return words[index] if index < len(words) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" \t")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    return True
