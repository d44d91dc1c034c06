"""A terminal at which a clock runs while a person types.

A single key may be a command. As most letters also begin words, the program waits a moment for a
second letter: `s` slaps, and `sc` begins a line. The time of a command is the time at which its key
was pressed, without that moment.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Final, NamedTuple

from cardgames.model.errors import printable
from cardgames.text.console import screen_size
from cardgames.text.keyboard import Completer, edited
from cardgames.text.terminal import TerminalConsole

MOMENT: Final = 0.25
"""The longest time between two letters that begin a word together, in seconds."""
EDITING: Final = "\b\x7f\x15\x17"
"""The keys that delete typed text."""
GO_ON: Final = "Press any key to go on. "


class Held(NamedTuple):
    """A pressed key that is a command, but may also begin a word."""

    key: str
    pressed: int
    """The time on the clock when it was pressed, in milliseconds."""
    until: float
    """The time after which no second letter can join it, in seconds."""


class LiveTerminal(TerminalConsole):
    """A terminal with a clock, which can read key by key."""

    def __init__(self, complete: Completer, in_place: bool = False) -> None:
        """Complete words with COMPLETE; with IN_PLACE, show boards at the top of the screen."""
        super().__init__(complete, in_place)
        self._complete = complete
        self._typed = ""
        """The unfinished line."""
        self._ahead = ""
        """Text that was typed after the last command and is still to be read."""
        self._held: Held | None = None
        self._zero = 0.0
        self._size = screen_size()

    def start_clock(self, ms: int = 0) -> None:
        """Start the clock at MS milliseconds."""
        self._zero = monotonic() - self._keyboard.away - ms / 1000

    def clock(self) -> int:
        """Return the clock's time in milliseconds; it stops while the program is suspended."""
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

    def show_aside(self) -> None:
        """Show new messages alone until a key is pressed, if the board leaves no room for them.

        If the key is a colon, it begins the next command.
        """
        if not self.by_keys or not self.in_place or not self._painter.fits(self._size):
            return
        for page in self._painter.pages(screen_size()):
            self._said[:] = [page]
            self._write(GO_ON)
            while (key := self._keyboard.pressed(None)) == "":
                pass  # an arrow key, or another size
            self._painter.begin()
            if key is None or key.startswith(":"):
                self._ahead = key or "\x04"
                return

    def read_live(
        self, prompt: str, keys: Mapping[str, str], seconds: float | None, moment: float = MOMENT
    ) -> tuple[str | None, int]:
        """Read the next command; return it with its time on the clock.

        The command is a line, or the command of a single key in KEYS. A letter that may begin a
        word counts as a single key if no other follows in MOMENT seconds. Return '' if nothing is
        typed within SECONDS (a begun line has no limit), and None at the end of the input.
        """
        if seconds is None:
            self.on_wait()
        if self._said or not self._prompted:
            self._show(prompt)
        self._keyboard.on_return = lambda: self._show_again(prompt)
        self._keyboard.is_interrupted = self._is_resized
        deadline = None if seconds is None else monotonic() + seconds
        try:
            while True:
                typed = self._ahead or self._keyboard.pressed(self._patience(deadline))
                self._ahead, now = "", self.clock()
                if self._is_resized():
                    self._resize(prompt)
                if typed == "" and self._is_over(deadline):
                    return "", now
                found = self._command(typed, prompt, keys, moment)
                if found is not None:
                    return found
        except KeyboardInterrupt:
            self._typed, self._held = "", None
            self._prompted = False
            raise
        finally:
            self._keyboard.is_interrupted = lambda: False

    def _patience(self, deadline: float | None) -> float | None:
        """Return the number of seconds to wait for a key; None for no limit."""
        if self._held is not None:
            return max(0.0, self._held.until - monotonic())
        return None if deadline is None or self._typed else max(0.0, deadline - monotonic())

    def _is_over(self, deadline: float | None) -> bool:
        """Has DEADLINE passed with no command begun?"""
        idle = self._held is None and not self._typed
        return idle and deadline is not None and monotonic() >= deadline

    def _command(
        self, typed: str | None, prompt: str, keys: Mapping[str, str], moment: float
    ) -> tuple[str | None, int] | None:
        """Add TYPED to the line. Return the command that this completes, with its time, or None."""
        now, held = self.clock(), self._held
        if held is not None:
            if typed and (typed[0] in EDITING or self._begins_word(held.key + typed)):
                typed = held.key + typed
            elif typed or typed is None or monotonic() >= held.until:
                self._ahead = "\x04" if typed is None else typed.lstrip("\r\n")
                self._show_typed(prompt, "")
                return self._key(held.key, keys), held.pressed
            else:
                return None
            self._held = None
        elif typed and self._are_keys(typed, keys):
            typed, self._ahead = typed[0], typed[1:]
            if not self._ahead and self._begins_word(typed):
                self._held = Held(typed, now, monotonic() + moment)
                self._show_typed(prompt, typed)
                return None
            return self._key(typed, keys), now
        line = self._line(typed, prompt) if typed != "" else ""
        return None if line == "" else (line, now)

    def _key(self, key: str, keys: Mapping[str, str]) -> str:
        """Return the command of a KEY that was pressed alone."""
        self._held = None
        self._painter.begin()
        return keys[key.lower()]

    def _are_keys(self, typed: str, keys: Mapping[str, str]) -> bool:
        """Is every key in TYPED a command, rather than a letter of a longer word?"""
        alone = self.by_keys and not self._typed and all(key.lower() in keys for key in typed)
        return alone and not (typed[1:] and self._begins_word(typed))

    def _begins_word(self, letters: str) -> bool:
        """Do these LETTERS begin the name of a command?"""
        return letters.isalpha() and bool(self._complete("", letters))

    def _line(self, typed: str | None, prompt: str) -> str | None:
        """Add TYPED to the line. Return it if it is finished, else ''; None at the end of input."""
        if typed is None or typed == "\x04" and not self._typed:
            self._end_line("\n")
            return None
        for number, character in enumerate(typed.replace("\r", "\n")):
            if character == "\n":
                if self.by_keys and len(typed) > 1:
                    self._show_typed(prompt, self._typed)
                line, self._typed = self._typed.strip().removeprefix(":"), ""
                if line and not line.startswith("#"):
                    self._ahead = typed[number + 1 :]
                    self._end_line("\n" if self.by_keys else "")
                    self._painter.begin(line)
                    return line
            else:
                self._typed = edited(self._typed, character)
        if self.by_keys:
            self._show_typed(prompt, self._typed)
        return ""

    def _show(self, prompt: str) -> None:
        """Show the screen, and the PROMPT with the typed text."""
        self._size = screen_size()
        self._show_screen()
        self._show_typed(prompt, self._held.key if self._held is not None else self._typed)

    def _show_again(self, prompt: str) -> None:
        """Show everything again after the program was suspended."""
        self._come_back()
        self._show(prompt)

    def _is_resized(self) -> bool:
        """Has the size of the terminal changed since the last picture?"""
        return self.by_keys and screen_size() != self._size

    def _resize(self, prompt: str) -> None:
        """Show everything in the new size."""
        self.on_resize()
        self._show(prompt)

    def _show_typed(self, prompt: str, typed: str) -> None:
        """Show the prompt and the TYPED text; if both are too long, only the end of the text."""
        columns, typed = screen_size().columns, printable(typed)
        if self.by_keys:
            before = prompt if len(prompt + typed) < columns else "> "
            room = max(1, columns - len(before) - 1)
            prompt = f"\r\033[K{before}{typed[-room:] if typed else ''}"
        self._write(prompt)
        self._prompted = True

    def _end_line(self, end: str) -> None:
        self.number += 1
        self._write(end)
        self._prompted = False
