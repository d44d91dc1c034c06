"""A terminal at which single keys are commands while a clock runs.

A key that is a command acts at once; any other letter begins a line, and so does a colon. Text that
arrives in one piece is a line, unless each of its letters is a command.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from math import inf
from time import monotonic
from typing import Final

from cardgames.model.errors import printable
from cardgames.screen import keyboard
from cardgames.screen.console import END_OF_LINE, screen_size
from cardgames.screen.editor import Completer
from cardgames.screen.terminal import MARKED, UNMARKED, Resized, TerminalConsole

ANY_KEY: Final = "Press any key to go on. "
CTRL_D: Final = "\x04"


class LiveConsole(TerminalConsole):
    """A terminal for a game with a clock, and for every other game, too."""

    timed = keyboard.WAITS
    # the letter that stands for a click at a column and row of the screen; '' if there is none
    clicked: Callable[[int, int], str] = staticmethod(lambda column, row: "")

    def __init__(self, complete: Completer, in_place: bool = False) -> None:
        super().__init__(complete, in_place)
        self._complete = complete
        self._typed = ""  # the unfinished line, which is read key by key
        self._zero = 0.0  # when the clock began

    def start_clock(self, ms: int) -> None:
        self._zero = monotonic() - ms / 1000

    def clock(self) -> int:
        return int((monotonic() - self._zero) * 1000)

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        with self._keyboard.single_keys() if self._able else nullcontext(False) as self.by_keys:
            self.write(MARKED * self.by_keys)
            self._keyboard.marks = self.by_keys
            try:
                yield
            finally:
                self._keyboard.hear(False)
                self._keyboard.marks = False
                self.write(UNMARKED * self.by_keys)
        self.by_keys = False

    def show_aside(self) -> bool:
        """If the board leaves no room for new messages, show them alone until a key is pressed.

        Return whether any were shown.
        """
        if not self.by_keys or self._ahead or not self._has_pages(self._frame()):
            return False
        self._keyboard.on_return = partial(self._come_back, ANY_KEY)

        def read_page(page: str) -> str:
            self._alone = page
            self.write(ANY_KEY)
            while (key := self._keyboard.pressed(keyboard.GLANCE)) == "":
                if self._remade():
                    raise Resized
            if key is None or len(key) > 1 or key in f":{CTRL_D}":
                self._ahead = key or CTRL_D
            return self._ahead

        self._read_pages(read_page)
        self._alone = ""
        self._prompted = False
        return True

    def read_live(
        self, prompt: str, keys: Mapping[str, str], until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        """Read the next command; return it with its time on the clock.

        The command is a line (`enter` for an empty line), or the command of a key in `keys`. The
        time of a key is at most `until`, even if the key is read later. (The only exception is a
        key that came together with an earlier line or key.) If no line is begun, return '' at the
        time `until`, and when the screen changes its size. Return None at the end of the input.
        """
        self._waited = bool(self._ahead) or self._keyboard.waits()
        self._alone = ""
        if until is None:
            self.on_wait()
        if self._said or not self._prompted:
            self._show_screen()
            self._show_typed(prompt)

        def show_again() -> None:
            self._come_back()
            self._show_typed(prompt)

        self._keyboard.on_return = show_again
        try:
            while True:
                self._keyboard.clicked = self.clicked
                heard = self.by_keys and self.in_place and not self._typed
                self._keyboard.hear(heard and self.mouse is not False)
                end = inf if until is None or self._typed and not self.link else until
                left = max(0, end - self.clock()) / 1000
                latest = None if self._ahead else until
                typed = self._ahead or self._keyboard.pressed(min(keyboard.GLANCE, left))
                self._ahead, now = "", self.clock()
                if typed and self._warning:
                    self._drop_warning()
                    self._show_typed(prompt)
                if self.by_keys and self._resized():
                    self._show_typed(prompt)
                    self._prompted = bool(self._typed)
                    if typed == "" and not self._typed:
                        return "", now  # so that the caller makes a prompt that fits
                if typed == "" and (now >= end or self.link and self.link.attend()):
                    return "", now
                if typed == "\n" and not self._typed:
                    typed = f"{enter}\n"
                found = self._command(typed, prompt, keys, latest)
                if found is not None:
                    return found
        except KeyboardInterrupt:
            self._typed = ""
            self._prompted = False
            raise

    def _command(
        self, typed: str | None, prompt: str, keys: Mapping[str, str], until: int | None
    ) -> tuple[str | None, int] | None:
        """Add `typed` to the line. Return the command, with its time, if `typed` completes one.

        The time of a key is at most `until`.
        """
        now = self.clock()
        if typed is None or typed == CTRL_D and not self._typed:
            self.write("\n")
            self._prompted = False
            return None, now
        typed = typed.replace("\r", "\n")
        if typed and self.by_keys and not self._typed:
            first, ended, _ = typed.partition("\n")
            is_word = bool(ended) and len(first) > 1 and bool(self._complete("", first))
            if first and all(key.lower() in keys for key in first) and not is_word:
                self._ahead = typed[1:].lstrip("\n")
                self._begin("")
                return keys[typed[0].lower()], now if until is None else min(now, until)
            begins = len(typed) > 1 or not typed.isprintable() or typed in ":# "
            # Refuse a letter that begins no command: all later keys would only be added to it.
            if not begins and any(keys.values()) and not self._complete("", typed.lower()):
                self._begin(typed)
                return typed, now
        for number, character in enumerate(typed):
            if character != "\n":
                self._typed = keyboard.edited(self._typed, character)
                continue
            if self.by_keys and len(typed) > 1:
                self._show_typed(prompt)
            line, self._typed = self._typed.strip().removeprefix(":"), ""
            if line and not line.startswith("#"):
                self._ahead = typed[number + 1 :]
                self.write("\n" * self.by_keys)
                self._prompted = False
                self._begin(line)
                return line, now
        if typed and self.by_keys:
            self._show_typed(prompt)
        return None

    def _show_typed(self, prompt: str) -> None:
        """Show the prompt and the typed text; if both are too long, only the end of the text."""
        if self.by_keys:
            columns, typed = screen_size().columns, printable(self._typed)
            before = prompt if len(prompt + typed) < columns else "> "
            room = max(1, columns - len(before) - 1)
            prompt = f"\r{END_OF_LINE}{before}{typed[-room:] if typed else ''}"
        self.write(prompt)
        self._prompted = True
