"""A terminal at which a person types: line by line, or key by key where speed counts."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic
from typing import Final

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable
from cardgames.text.console import PipeConsole, Show, capable, lenient
from cardgames.text.keyboard import Keyboard

PACE: Final = 0.3
"""The time for which an animation shows each picture, in seconds."""

Completer = Callable[[str, str], list[str]]
"""Returns the words that a word can become, given the line before it and its first letters."""


class TerminalConsole(PipeConsole):
    """A terminal, with editing, history and completion where they are available."""

    interactive = True

    def __init__(self, complete: Completer) -> None:
        """Complete words with COMPLETE."""
        super().__init__(())
        lenient(sys.stdin)
        self._able = self._out is not None and self._out.isatty() and capable()
        self._edited = self._able and _edit_lines(complete)
        self._keyboard = Keyboard(sys.stdin)
        self.by_keys = False
        self._height = 0
        """The number of lines of the last picture; 0 once something else has been shown."""
        self._picture = ""
        self._typed = ""
        self._ahead = ""
        """What was typed after the last line that was read."""
        self._prompted = False
        self._waited = False
        """Was there something typed before the last prompt was shown?"""
        self._zero = 0.0

    def say(self, text: str) -> None:
        """Show a board or an event with the next screen."""
        self._height = 0
        super().say(text)

    def note(self, text: str) -> None:
        """Show a prompt or an error, after all that was said."""
        self._height = 0
        super().note(text)

    def columns(self) -> int:
        """Return the width of the terminal in columns."""
        return get_terminal_size().columns

    def redraw(self, picture: str) -> None:
        """Show a picture in the place of the last one, if nothing was shown in between."""
        columns, lines = get_terminal_size()
        height = self._height
        fits = self._able and 0 < height < lines and columns >= 80
        self.say((f"\r\033[{height}A\033[J" if fits else "") + picture)
        self.flush()
        self._height = picture.count("\n")
        self._picture = picture
        self._prompted = False

    def curtain(self, text: str) -> None:
        """Clear the screen, show TEXT until Enter is pressed, and clear the screen again."""
        _clear_history()
        clear = "\033[H\033[2J\033[3J" if self._able else "\n" * get_terminal_size().lines
        self.say(f"{clear}{text}\n")
        self._next_line("> ")
        self.say(clear)

    def pause(self, text: str) -> None:
        """Show TEXT, and wait until Enter is pressed."""
        self._next_line(text)

    def start_clock(self, ms: int = 0) -> None:
        """Start the clock at MS milliseconds."""
        self._zero = monotonic() - self._keyboard.away - ms / 1000

    def clock(self) -> int:
        """Return the time on the clock, in milliseconds; it stops while the program is stopped."""
        return int((monotonic() - self._keyboard.away - self._zero) * 1000)

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        """Let `read_live` read key by key, if the terminal can."""
        if not self._able:
            yield
            return
        with self._keyboard.single_keys() as self.by_keys:
            yield
        self.by_keys = False

    def read_live(
        self, prompt: str, keys: Mapping[str, str], seconds: float | None
    ) -> tuple[str | None, int]:
        """Read the next command; return it and the time at which it came.

        The command is a line, or the one that KEYS give to a key pressed alone. It is '' if
        nothing is typed within SECONDS (a line that was begun has no limit), and None at the end
        of the input.
        """
        self.flush()
        self._keyboard.on_return = lambda: self._come_back(prompt)
        if not self._prompted:
            self._show_typed(prompt)
        deadline = None if seconds is None else monotonic() + seconds
        try:
            while True:
                wait = None if deadline is None else max(0, deadline - monotonic())
                typed = self._ahead or self._keyboard.pressed(None if self._typed else wait)
                self._ahead = ""
                now = self.clock()
                if typed == "":
                    return "", now
                line = self._line(typed, prompt, keys)
                if line != "":
                    return line, now
        except KeyboardInterrupt:
            self._typed = ""
            self._prompted = False
            raise

    def _line(self, typed: str | None, prompt: str, keys: Mapping[str, str]) -> str | None:
        """Take what was TYPED; return a finished line or a key's command, else ''."""
        if typed is None or typed == "\x04" and not self._typed:
            self._end_line("\n")
            return None
        if not self._typed and self.by_keys and typed in keys:
            return keys[typed]
        for number, character in enumerate(typed.replace("\r", "\n")):
            if character == "\n":
                if self.by_keys and len(typed) > 1:
                    self._show_typed(prompt)
                line, self._typed = self._typed.strip().removeprefix(":"), ""
                if line and not line.startswith("#"):
                    self._ahead = typed[number + 1 :]
                    self._end_line("\n" if self.by_keys else "")
                    return line
            else:
                self._typed = edited(self._typed, character)
        if self.by_keys:
            self._show_typed(prompt)
        return ""

    def _come_back(self, prompt: str) -> None:
        """Show the picture and the prompt again, below what the shell has printed meanwhile."""
        self._height = 0
        self.redraw(self._picture)
        self._show_typed(prompt)

    def _show_typed(self, prompt: str) -> None:
        """Show the prompt and the line typed so far; if it is too long, its end."""
        room = max(1, get_terminal_size().columns - len(prompt) - 1)
        height = self._height
        if self.by_keys:
            self.note(f"\r\033[K{prompt}{printable(self._typed)[-room:]}")
        else:
            self.note(prompt)
        self._height, self._prompted = height, True

    def _end_line(self, end: str) -> None:
        self.number += 1
        self.note(end)
        self._prompted = False

    @contextmanager
    def scene(self) -> Iterator[Show | None]:
        """Begin an animation, in which each picture takes the place of the last one.

        Yield the function that shows a picture, or None if the terminal cannot show animations.
        """

        def show(picture: str) -> bool:
            self.redraw(picture)
            return not self._keyboard.pressed(PACE)

        with self._keyboard.single_keys() as readable:
            if readable and self._able:
                self.note("Press any key to skip to the end.\n")
                yield show
            else:
                yield None

    def page(self, text: str) -> None:
        """Show a long text in the pager."""
        import click

        self.flush()
        click.echo_via_pager(text)

    def _typed_alone(self) -> bool:
        """Did a person type the last line, with none that waited before or after it?"""
        return not (self._waited or self._keyboard.waits())

    def _next_line(self, prompt: str) -> str | None:
        self.flush()
        self._waited = self._keyboard.waits()
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


def edited(line: str, key: str) -> str:
    """Return the LINE that is being typed, as changed by KEY."""
    if key in "\b\x7f":
        return line[:-1]
    if key == "\x15":  # Ctrl-U
        return ""
    if key == "\x17":  # Ctrl-W
        return line.rstrip()[: line.rstrip().rfind(" ") + 1]
    return line + key if key.isprintable() and len(line) <= LONGEST_LINE else line


def _clear_history() -> None:
    """Clear the history of typed lines, which would show the next player this one's cards."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def _edit_lines(complete: Completer) -> bool:
    """Let readline edit typed lines; return False if there is no readline."""
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
