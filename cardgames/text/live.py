"""A terminal at which a clock runs while a person types.

A single key that is a command acts at once: nothing waits for a second letter. Any other letter
begins a line, and a colon begins one that may start with such a key. What arrives in one piece,
such as a pasted line, is a line, too.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Final

from cardgames.model.errors import printable
from cardgames.text.console import screen_size
from cardgames.text.keyboard import Completer, edited
from cardgames.text.terminal import TerminalConsole

MARKED: Final = "\033[?2004h"
UNMARKED: Final = "\033[?2004l"
"""The codes that ask the terminal to mark pasted text, so that it is not taken for keys, or not."""
ANY_KEY: Final = "Press any key to go on. "


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
            self._mark_pastes(self.by_keys)
            try:
                yield
            finally:
                self._mark_pastes(False)
        self.by_keys = False

    def _mark_pastes(self, marked: bool) -> None:
        """Ask the terminal to send a mark before and after what is pasted, or not to."""
        self._write(MARKED if marked else UNMARKED)

    def show_aside(self) -> bool:
        """Show new messages alone until a key is pressed, if the board leaves no room for them.

        A colon, or a paste, begins the next command, and Ctrl-D ends the input. Return whether they
        were shown so.
        """
        pages = self._pages() if self.by_keys and not self._ahead else []
        now = self.clock()
        for page in pages:
            self._keyboard.on_return = partial(self._show_page, page)
            self._show_page(page)
            while (key := self._keyboard.pressed(None)) == "":
                pass  # an arrow key, or another size
            if key is None or len(key) > 1 or key in ":\x04":
                self._ahead = key or "\x04"
                break
        if pages:
            self.start_clock(now)  # which stood still
        return bool(pages)

    def _show_page(self, page: str) -> None:
        """Show PAGE alone, and what goes on."""
        self._mark_pastes(True)
        self._said[:] = [page]
        self._write(ANY_KEY)
        self._prompted = False

    def typed_alone(self) -> bool:
        """Did a person type the last line, rather than paste it with others?"""
        return not self._ahead and super().typed_alone()

    def read_live(
        self, prompt: str, keys: Mapping[str, str], until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        """Read the next command; return it with its time on the clock.

        The command is a line (Enter alone means the line ENTER), or that of a single key in KEYS.
        Return '' if nothing is typed UNTIL that time on the clock (a begun line has no limit) or
        the size changes, and None at the end of the input. A single key that is there at that time
        came before it, however late it is read.
        """
        self._waited = bool(self._ahead) or self._keyboard.waits()
        if until is None:
            self.on_wait()
        if self._said or not self._prompted:
            self._show(prompt)
        self._keyboard.on_return = lambda: self._show_again(prompt)
        self._keyboard.is_interrupted = self._is_resized
        try:
            while True:
                typed = self._ahead or self._keyboard.pressed(self._patience(until))
                self._ahead, now = "", self.clock()
                if self._is_resized():
                    self._resize(prompt)
                    if typed == "" and not self._typed:
                        return "", now  # so that the prompt can fit, too
                if typed == "" and not self._typed and until is not None and now >= until:
                    return "", now
                if typed == "\n" and not self._typed:
                    typed = f"{enter}\n"
                found = self._command(typed, prompt, keys, until)
                if found is not None:
                    return found
        except KeyboardInterrupt:
            self._typed = ""
            self._prompted = False
            raise
        finally:
            self._keyboard.is_interrupted = lambda: False

    def _patience(self, until: int | None) -> float | None:
        """Return the number of seconds to wait for a key; None for no limit."""
        return None if until is None or self._typed else max(0, until - self.clock()) / 1000

    def _command(
        self, typed: str | None, prompt: str, keys: Mapping[str, str], until: int | None
    ) -> tuple[str | None, int] | None:
        """Add TYPED to the line. Return the command that this completes, with its time, or None."""
        now = self.clock()
        if typed and self._are_keys(typed, keys):
            self._ahead = typed[1:].lstrip("\r\n")
            self._begin("")
            return keys[typed[0].lower()], now if until is None else min(now, until)
        if typed and self._is_stray(typed, keys):
            self._begin(typed)
            return typed, now
        line = self._line(typed, prompt) if typed != "" else ""
        return None if line == "" else (line, now)

    def _are_keys(self, typed: str, keys: Mapping[str, str]) -> bool:
        """Is every key in TYPED a command, rather than a letter of a longer word?"""
        if not self.by_keys or self._typed:
            return False
        first, ended, _ = typed.replace("\r", "\n").partition("\n")
        is_word = bool(ended) and len(first) > 1 and bool(self._complete("", first))
        return bool(first) and all(key.lower() in keys for key in first) and not is_word

    def _is_stray(self, typed: str, keys: Mapping[str, str]) -> bool:
        """Is TYPED a single letter that begins no command, while some of KEYS act?

        It is refused at once: as a begun line it would take all the keys that follow.
        """
        alone = len(typed) == 1 and typed.isprintable() and typed not in ":# "
        begun = not self.by_keys or bool(self._typed) or not any(keys.values())
        return alone and not begun and not self._complete("", typed.lower())

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
                    self._begin(line)
                    return line
            else:
                self._typed = edited(self._typed, character)
        if self.by_keys:
            self._show_typed(prompt, self._typed)
        return ""

    def _show(self, prompt: str) -> None:
        """Show the screen, and the PROMPT with the typed text."""
        self._show_screen()
        self._show_typed(prompt, self._typed)

    def _show_again(self, prompt: str) -> None:
        """Show everything again after the program was suspended."""
        self._mark_pastes(self.by_keys)
        self._come_back()
        self._show(prompt)

    def _is_resized(self) -> bool:
        """Has the size of the terminal changed since the last picture?"""
        return self.by_keys and screen_size() != self._size

    def _resize(self, prompt: str) -> None:
        """Show everything in the new size."""
        self._size = screen_size()  # before the board is made, lest it change meanwhile
        self.on_resize()
        self._show(prompt)
        self._prompted = bool(self._typed)

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
