"""A terminal with somebody who types: line by line, or key by key where that is faster."""

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
"""How long a picture of a moving scene stands, in seconds."""

Completer = Callable[[str, str], list[str]]
"""From the line before the word, and the beginning of the word, to the words it can be."""


class TerminalConsole(PipeConsole):
    """Somebody who types at a terminal, with editing, history and completion where it can."""

    interactive = True

    def __init__(self, complete: Completer) -> None:
        """Complete words by COMPLETE."""
        super().__init__(())
        lenient(sys.stdin)
        self._able = self._out is not None and self._out.isatty() and capable()
        self._edited = self._able and _edit_lines(complete)
        self._keyboard = Keyboard(sys.stdin)
        self.by_keys = False
        self._height = 0
        """The lines of the picture that is on the screen, if nothing was shown since."""
        self._picture = ""
        self._typed = ""
        self._ahead = ""
        """What was typed after the line that was read."""
        self._prompted = False
        self._zero = 0.0

    def say(self, text: str) -> None:
        """Show a board, or what happened, with the next screen."""
        self._height = 0
        super().say(text)

    def note(self, text: str) -> None:
        """Show a prompt or an error, after what was said."""
        self._height = 0
        super().note(text)

    def columns(self) -> int:
        """How wide the terminal is."""
        return get_terminal_size().columns

    def redraw(self, picture: str) -> None:
        """Show a picture in the place of the last one, if nothing was shown since that."""
        columns, lines = get_terminal_size()
        height = self._height
        fits = self._able and 0 < height < lines and columns >= 80
        self.say((f"\r\033[{height}A\033[J" if fits else "") + picture)
        self.flush()
        self._height = picture.count("\n")
        self._picture = picture
        self._prompted = False

    def curtain(self, text: str) -> None:
        """Clear the screen until Enter is pressed, and once more then."""
        _forget_what_was_typed()
        clear = "\033[H\033[2J\033[3J" if self._able else "\n" * get_terminal_size().lines
        self.say(f"{clear}{text}\n")
        self._next_line("> ")
        self.say(clear)

    def pause(self, text: str) -> None:
        """Wait until Enter is pressed, which TEXT asks for."""
        self._next_line(text)

    def start_clock(self, ms: int = 0) -> None:
        """Let the clock show MS milliseconds now."""
        self._zero = monotonic() - self._keyboard.away - ms / 1000

    def clock(self) -> int:
        """The milliseconds that the clock shows; it stands while the program is stopped."""
        return int((monotonic() - self._keyboard.away - self._zero) * 1000)

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        """Read key by key in `read_live`, where the terminal can."""
        if not self._able:
            yield
            return
        with self._keyboard.single_keys() as self.by_keys:
            yield
        self.by_keys = False

    def read_live(
        self, prompt: str, keys: Mapping[str, str], seconds: float | None
    ) -> tuple[str | None, int]:
        """What is typed next, and what the clock showed then.

        That is a line, or what KEYS have for a key that is pressed alone. It is '' if nothing is
        typed within SECONDS; a line that was begun is waited for. None is the end of the input.
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
        """Take what was TYPED; a whole line or a command is returned, else ''."""
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
        """Show the picture and the prompt again, below what the shell has shown meanwhile."""
        self._height = 0
        self.redraw(self._picture)
        self._show_typed(prompt)

    def _show_typed(self, prompt: str) -> None:
        """Show the prompt and the line that was begun; of a long one, its end."""
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
        """Begin a moving scene, each picture of which takes the place of the last one.

        None where the terminal cannot show one.
        """

        def show(picture: str) -> bool:
            self.redraw(picture)
            return not self._keyboard.pressed(PACE)

        with self._keyboard.single_keys() as readable:
            if readable and self._able:
                self.note("Press any key to see the end at once.\n")
                yield show
            else:
                yield None

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


def edited(line: str, key: str) -> str:
    """What a KEY makes of the line that is typed."""
    if key in "\b\x7f":
        return line[:-1]
    if key == "\x15":  # Ctrl-U
        return ""
    if key == "\x17":  # Ctrl-W
        return line.rstrip()[: line.rstrip().rfind(" ") + 1]
    return line + key if key.isprintable() and len(line) <= LONGEST_LINE else line


def _forget_what_was_typed() -> None:
    """Let nobody find what another player typed."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


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
