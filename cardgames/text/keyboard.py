"""The keyboard of a terminal: single keys, and lines edited with readline.

The terminal's settings are restored when the program is suspended and when it ends. They are
restored after a signal, too, since a signal raises an exception.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from select import select
from time import monotonic
from typing import Any, Final, TextIO, TypeAlias

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable
from cardgames.text.console import Picture, Show, file_of

try:
    import termios
    import tty
except ImportError:  # without these modules, single keys are not read
    termios = None  # type: ignore[assignment]
try:
    import readline
except ImportError:  # without this module, lines are not edited
    readline = None  # type: ignore[assignment]

EDITS: Final = readline is not None
WAITS: Final = os.name == "posix"  # can the system wait for a key for a limited time?
ESCAPING: Final = 0.02  # the most seconds between two bytes that one key sends
PASTING: Final = 0.5  # the most seconds between two parts of a marked paste
LONGEST_PASTE: Final = 2.0  # the most seconds for a paste, in case the mark after it is missing
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"  # the marks before and after a paste
UNFINISHED: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")  # the start of a key's sequence
LONGEST_KEY: Final = 16  # the greatest number of bytes that one key sends
MOST_TOGETHER: Final = 1 << 20  # the greatest number of pasted bytes that are read together
GLANCE: Final = 0.2  # seconds between two looks at what may change, such as the screen's size
ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")  # ignored keys, such as arrows

# Takes the line before a word, and the first letters of the word; returns its completions
Completer: TypeAlias = Callable[[str, str], list[str]]


class Keyboard:
    def __init__(self, stream: TextIO) -> None:
        self._file = file_of(stream)
        self._before: Any = None  # the settings of the terminal before single keys are read
        self.on_return: Callable[[], object] = lambda: None  # called after a suspension
        self._returned = False

    @contextmanager
    def single_keys(self, keep: bool = False) -> Iterator[bool]:
        """Read each key at once without showing it; yield False if that is impossible.

        Keys typed before are dropped, unless KEEP.
        """
        if self._before is not None:
            yield True
            return
        self._before = _modes_of(self._file)
        if self._before is None:
            yield False
            return
        handler = signal.signal(signal.SIGTSTP, self._stop)
        try:
            tty.setcbreak(self._file, termios.TCSADRAIN if keep else termios.TCSAFLUSH)
            yield True
        finally:
            before, self._before = self._before, None
            try:
                signal.signal(signal.SIGTSTP, handler)  # else `_stop` could read single keys again
            finally:
                _set_modes(self._file, before)

    def pressed(self, seconds: float = inf) -> str | None:
        """Return the key that comes within SECONDS, or all keys that come together, as in a paste.

        Return '' if no key comes in time, and None at the end of input.
        """
        if not self._comes_within(seconds):
            return ""
        data, end = self._read(), monotonic() + LONGEST_PASTE
        while data and len(data) < MOST_TOGETHER and monotonic() < end:
            in_paste = data.rfind(PASTE) > data.rfind(PASTED)
            pause = PASTING if in_paste else ESCAPING if UNFINISHED.search(data) else 0
            if not self.waits(pause) or not (more := self._read()):
                break
            data += more
        return ESCAPES.sub("", data.decode("utf-8", "replace")) if data else None

    def key(self) -> str | None:
        """Return the next key, and leave the keys after it unread; None at the end of input.

        Return '' for a special key, other than Enter, Ctrl-D and Ctrl-L.
        """
        self._comes_within(inf)
        data = self._read(1)
        while data and (UNFINISHED.search(data) or data.decode("utf-8", "ignore") == ""):
            if not self.waits(ESCAPING) or len(data) > LONGEST_KEY:
                break
            data += self._read(1)
        text = ESCAPES.sub("", data.decode("utf-8", "replace"))
        return (text if text.isprintable() or text in "\r\n\x04\x0c" else "") if data else None

    def waits(self, seconds: float = 0) -> bool:
        """Is there typed text to read, now or within SECONDS? True if the system cannot say."""
        try:
            return bool(select([self._file], [], [], seconds)[0])
        except (OSError, ValueError):
            return True

    def taken(self) -> str:
        """Take what was typed already, without waiting for more; '' if the system cannot say."""
        data = b""
        with self.single_keys(keep=True) as can_read:
            while can_read and self.waits(ESCAPING if data else 0) and (more := self._read()):
                data = (data + more)[:MOST_TOGETHER]
        text = ESCAPES.sub("", data.decode("utf-8", "replace"))
        return "".join(key for key in text if key.isprintable() or key in "\r\n")

    def _comes_within(self, seconds: float) -> bool:
        end = monotonic() + seconds
        while True:
            if self.waits(max(0.0, min(GLANCE, end - monotonic()))):
                return True
            if self._returned:
                self._returned = False
                self.on_return()
            if monotonic() >= end:
                return False

    def _read(self, most: int = 4096) -> bytes:
        try:
            return os.read(self._file, most)
        except OSError:  # the terminal is gone
            return b""

    def _stop(self, number: int, frame: object) -> None:
        """Restore the terminal's settings, suspend the program, then read single keys again."""
        _set_modes(self._file, self._before)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._stop)
        tty.setcbreak(self._file)
        self._returned = True


def _modes_of(file: int) -> Any:
    if termios is None:
        return None
    try:
        return termios.tcgetattr(file)
    except (termios.error, ValueError):
        return None


def _set_modes(file: int, modes: Any) -> None:
    if modes is not None:
        with suppress(termios.error):
            termios.tcsetattr(file, termios.TCSADRAIN, modes)


@contextmanager
def signals_noticed(glance: Callable[[], object]) -> Iterator[None]:
    """Inside the block, let a signal end the wait for a line, no matter when the signal comes.

    C code would miss a signal that comes between its look for signals and its wait. So an alarm
    rings at intervals, if the program has a handler for alarms; each alarm also calls GLANCE.
    """
    handler = signal.getsignal(signal.SIGALRM) if hasattr(signal, "SIGALRM") else None
    if callable(handler):

        def ring(number: int, frame: Any) -> None:
            handler(number, frame)
            glance()

        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, GLANCE, GLANCE)
    try:
        yield
    except SystemError as error:
        # A second signal may come while the exception of a first signal ends `input`. A call in the
        # second handler then raises SystemError, whose cause is the exception of the first signal.
        raise error.__cause__ or error
    finally:
        if callable(handler):
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)


def edited(line: str, key: str) -> str:
    begun = line.removeprefix(":")
    if key == ":" and " " not in begun and not begun.isdecimal():
        return key  # a colon begins a command, also after a word; a number is that of a seat
    if key in "\b\x7f":
        return line[:-1]
    if key == "\x15":  # Ctrl-U
        return ""
    if key == "\x17":  # Ctrl-W
        return line.rstrip()[: line.rstrip().rfind(" ") + 1]
    return line + key if key.isprintable() and len(line) <= LONGEST_LINE else line


class Editor:
    def __init__(
        self, complete: Completer, on_return: Callable[[], object], shows: bool = False
    ) -> None:
        """Complete words with COMPLETE; call ON_RETURN after the program was suspended.

        With SHOWS, Ctrl-L calls ON_RETURN, too, and keeps the typed line. Readline calls Python
        only for completions, so Ctrl-L is bound to a kind of completion that nobody needs.
        """
        self._complete = complete
        self._on_return = on_return
        self._prompt = ""
        self._file = file_of(sys.stdin)
        self._modes: Any = None  # the settings of the terminal while a line is edited
        self._drawing = False  # is a call of `draw` under way?
        readline.set_completer(self._word)
        readline.set_completer_delims(" \t")
        readline.set_pre_input_hook(lambda: setattr(self, "_modes", _modes_of(self._file)))
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        if not libedit:
            readline.parse_and_bind(
                r'"\C-l": ' + ("insert-completions" if shows else "clear-screen")
            )
            for mark in ("200", "201"):  # otherwise mark 200 makes readline wait in C for 201
                readline.parse_and_bind(f'"\\e[{mark}~": set-mark')  # set-mark shows nothing

    def read(self, prompt: str, begun: str = "") -> str:
        """Return the next line, which starts with BEGUN; raises EOFError at the end of input."""
        self._prompt = prompt
        readline.set_startup_hook(partial(readline.insert_text, begun) if begun else None)
        if not hasattr(signal, "SIGCONT"):
            return input(prompt)
        modes = _modes_of(self._file)
        handler = signal.signal(signal.SIGCONT, self._go_on)
        try:
            return input(prompt)
        finally:  # `_go_on` may set the modes of editing even after the line is complete
            try:
                signal.signal(signal.SIGCONT, handler)
            finally:
                _set_modes(self._file, modes)

    def has_begun_line(self) -> bool:
        return bool(readline.get_line_buffer())

    def forget(self) -> None:
        """Clear the history of typed lines, and let no key put back text that was cut from them."""
        readline.clear_history()
        if "libedit" not in (readline.__doc__ or ""):
            for key in (r"\C-y", r"\ey"):  # these keys put back cut text, which cannot be cleared
                readline.parse_and_bind(f'"{key}": abort')

    def _word(self, start: str, index: int) -> str | None:
        if readline.get_completion_type() == ord("*"):  # Ctrl-L: `insert-completions`
            self.draw(lambda: self._show_again(readline.get_endidx()))
            return None
        before = readline.get_line_buffer()[: readline.get_begidx()]
        words = self._complete(before, start)
        if len(words) == 1 and not words[0].endswith("/"):
            words = [f"{words[0]} "]
        return words[index] if index < len(words) else None

    def _go_on(self, number: int, frame: object) -> None:
        """Restore the terminal's settings and the typed line after the program was suspended."""
        if self._modes is None:
            return
        _set_modes(self._file, self._modes)
        self.draw(lambda: self._show_again(len(readline.get_line_buffer())))

    def draw(self, show: Callable[[], object]) -> None:
        """Call SHOW, unless this call comes from a signal's handler that interrupted another call.

        Python refuses a write within a write, and what the interrupted call draws is up to date.
        """
        if not self._drawing:
            self._drawing = True
            try:
                show()
            finally:
                self._drawing = False

    def _show_again(self, point: int) -> None:
        """Show the screen and the edited line, with the cursor at POINT."""
        self._on_return()
        self.show_line()
        sys.stdout.write("\b" * (len(readline.get_line_buffer()) - point))
        sys.stdout.flush()

    def show_line(self) -> None:
        sys.stdout.write(f"{self._prompt}{readline.get_line_buffer()}")
        sys.stdout.flush()


RUNNING: Final = "[space] pause [b] back [e] end [+-] pace\n"
SKIPPED: Final = "[any key] end\n"
STOPPED: Final = "[space] step [b] back [g] go on [e] end\n"
QUICKEST, SLOWEST = 1 / 64, 8.0  # the limits of the pace, in seconds for each picture


def animation(
    paint: Callable[[str, str, str], object],
    pressed: Callable[[float], str | None],
    pace: float,
    stopped: bool = False,
    skips: bool = False,
) -> Show:
    """Return the function that shows each picture of an animation, and obeys the keys.

    The function calls PAINT with a board, the news and the line of keys, and PRESSED to wait for a
    key. PACE is in seconds. The animation begins in a pause if STOPPED; any key ends it if SKIPS.
    """
    pictures: list[Picture] = []
    ahead = ""  # keys that came together with the last key, to be obeyed next
    unknown = ""  # a line about the last key, if it means nothing here

    def show(board: str, news: str, times: int) -> bool:
        nonlocal pace, stopped, ahead, unknown
        number = len(pictures)
        pictures.append((board, news))
        while number < len(pictures):
            row = STOPPED if stopped else RUNNING
            paint(*pictures[number], SKIPPED if skips else unknown + row)
            keys = ahead or pressed(inf if stopped else pace * times)
            if keys is None:  # at the end of input, nobody can end a pause
                keys = "e" if stopped else ""
            key, ahead, unknown = keys[:1], keys[1:], ""
            if key and (key == "e" or skips):
                return False
            if key == "b":
                number = max(0, number - 1)
            elif key == "g" or (key == " " if stopped else key in ("", "+", "-")):
                number += 1
            if key in ("+", "-"):
                pace = min(SLOWEST, max(QUICKEST, pace / 2 if key == "+" else pace * 2))
            elif key:  # `key` is '' if time is over, or for a key such as an arrow
                stopped = key != "g"
                if key not in " bg":
                    name = "Enter" if key in "\r\n" else f"'{printable(key)}'"
                    unknown = f"{name} does nothing here. The keys:\n"
        return True

    return show
