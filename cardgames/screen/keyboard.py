"""The keyboard of a terminal turns bytes into keys, for lines, for a clock and for animations.

A letter is one key, and so is the whole sequence of bytes that an arrow, a function key or the
mouse sends. Escape sends only the first byte of such a sequence; the pause after this byte shows
that the key was Escape. If the rest of a sequence comes after such a pause, the rest is dropped.

The terminal's settings are restored when the program is suspended and when it ends. They are
restored after a signal, too, since a signal raises an exception.
"""

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from select import select
from time import monotonic
from typing import Any, Final, NamedTuple, TextIO

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable
from cardgames.screen.console import Picture, Show, file_of

try:
    import termios
    import tty
except ImportError:  # without these modules, single keys are not read
    termios = None  # type: ignore[assignment]
EDITS: Final = termios is not None
WAITS: Final = os.name == "posix"  # can the system wait for a key for a limited time?
ESCAPING: Final = 0.05  # the most seconds between two bytes that one key sends
LATE: Final = 1.0  # the seconds within which late bytes still count as the rest of a sequence
PASTING: Final = 0.5  # the most seconds between two parts of a marked paste
LONGEST_PASTE: Final = 2.0  # the most seconds for a paste, in case the mark after it is missing
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"  # the marks before and after a paste
# Ask the terminal to report the mouse, in numbers if it can, and to mark pastes; or to stop both.
MOUSE, NO_MOUSE = b"\x1b[?1000h\x1b[?1006h\x1b[?2004h", b"\x1b[?2004l\x1b[?1006l\x1b[?1000l"
MICE: Final = ("\x1b[<", "\x1b[M")  # the beginnings of what a mouse sends
CLICK: Final = re.compile(r"\033\[<(\d{1,3});(\d{1,4});(\d{1,4})([Mm])|\033\[M(.)(.)(.)", re.DOTALL)
LONGEST_KEY: Final = 200  # the greatest number of bytes that one key sends
MOST_TOGETHER: Final = 1 << 20  # the greatest number of pasted bytes that are read together
GLANCE: Final = 0.2  # seconds between two looks at what may change, such as the screen's size
ESCAPE: Final = "\x1b"
NO_ESCAPE: Final = "\x1b\x1b\x1b"  # stands for: the last Escape was the beginning of a sequence
ANSWERS: Final = (b"]", b"P", b"^", b"_", b"X")  # after ESC, these begin a terminal's answer
KEY: Final = re.compile(  # the bytes of one key
    rb"\x1b\x1b?(?:\[\[.|\[M[ -\xff]{3}|\[\d\d?\$|\[[0-?]*[ -/]*[@-~]|O[0-9;]*[ @-~])"
    rb"|\x1b[]P^_X][^\x00-\x1f]*(?:\x07|\x1b\\)"
    rb"|\x1b?(?:[\xc0-\xff][\x80-\xbf]{1,3}|[^\x1b])|\x1b",  # a letter, or Alt with a letter
    re.DOTALL,
)
HALF: Final = re.compile(  # the first bytes of a key, at the end of what was read
    rb"\x1b\x1b?(?:\[\[?|\[M[ -\xff]{0,2}|\[(?!\d\d?\$)[0-?]*[ -/]*|O[0-9;]*)?\Z"
    rb"|\x1b[]P^_X][^\x00-\x1f]*\x1b?\Z"
    rb"|\x1b?(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z"
)
INTRODUCTION: Final = re.compile(rb"\x1b+(?:\[[M[]?|O)?")


class Press(NamedTuple):
    """What the mouse sends: a button that is pressed or let go, or a turn of the wheel."""

    button: int  # 0 to 2; 64 and 65 are the wheel
    column: int
    row: int
    down: bool


def press_in(key: str) -> Press | None:
    """Return what the mouse has sent as `key`; None if `key` is not from the mouse.

    A terminal sends three numbers or, in the old format, three letters.
    """
    if (found := CLICK.fullmatch(key)) is None:
        return None
    if found[1]:
        return Press(int(found[1]), int(found[2]), int(found[3]), found[4] == "M")
    button, column, row = (ord(found[n]) - 32 for n in (5, 6, 7))
    return Press(button & ~3 if button & 3 == 3 else button, column, row, button & 3 != 3)


class Keyboard:
    def __init__(self, stream: TextIO) -> None:
        self._file = file_of(stream)
        self._before: Any = None  # the settings of the terminal before single keys are read
        self.on_return: Callable[[], object] = lambda: None  # called after a suspension
        self._returned = False
        self._keys = deque[str]()  # keys that came together with the last one
        self._half = b""  # the first bytes of a sequence whose rest has not come in time
        self._late = 0.0  # the time until which the rest may still come
        self.pasting = False  # does the text that comes now lie between the marks of a paste?
        self._taken = 0.0  # when the last bytes came
        self.others: Callable[[], list[Any]] = list  # files whose input also ends a wait
        self._called = False  # has one of these files ended the wait?
        self.marks = False  # are pastes marked all the time?
        # the letter that stands for a press of the mouse at a column and row of the screen, or ''
        self.clicked: Callable[[int, int], str] = lambda column, row: ""
        self._hears: bool | None = None  # does the terminal report the mouse? None: it never did

    @contextmanager
    def single_keys(self, keep: bool = False) -> Iterator[bool]:
        """Read each key at once without showing it; yield False if that is impossible.

        Keys typed before are dropped, unless `keep`.
        """
        if self._before is not None:
            yield True
            return
        self._before = _modes_of(self._file)
        if self._before is None:
            yield False
            return
        stops = signal.signal(signal.SIGTSTP, self._stop)
        continues = signal.signal(signal.SIGCONT, self._go_on)
        try:
            if not keep:
                self._keys.clear()
            yield self._take_single(termios.TCSADRAIN if keep else termios.TCSAFLUSH)
        finally:
            before, self._before = self._before, None
            try:  # else `_stop` or `_go_on` could read single keys again
                signal.signal(signal.SIGTSTP, stops)
                signal.signal(signal.SIGCONT, continues)
            finally:
                _set_modes(self._file, before)

    def key(self, seconds: float = inf) -> str | None:
        """Return the next key: a letter, or the sequence of a special key. Read no later keys.

        Return '' if no key comes within `seconds`, and None at the end of input.
        """
        end = monotonic() + seconds
        while not self._keys:
            if not self._comes_within(end - monotonic()):
                return ""
            if not self._take(1):
                return None
        return self._keys.popleft()

    def hear(self, mouse: bool) -> None:
        """If `mouse`, ask the terminal to report the mouse; otherwise, ask it to stop.

        Every reader of keys calls this first.
        """
        if mouse is not bool(self._hears):
            self._hears = True  # also if a signal ends the program before the next line
            self._ask(MOUSE if mouse else NO_MOUSE)
            self._hears = mouse

    def drop_clicks(self) -> None:
        """Drop what the mouse has sent so far, because it was about another board."""
        while self._hears is not None and self.waits() and (key := self.key(0)):
            if not key.startswith(MICE):
                self._keys.appendleft(key)
                break

    def _ask(self, what: bytes) -> None:
        what = what.replace(b"\x1b[?2004l", b"") if self.marks else what
        with suppress(OSError):  # the terminal is gone
            os.write(file_of(sys.stdout), what)  # also from a signal, unlike a stream

    def pressed(self, seconds: float = inf) -> str | None:
        """Return the letter that comes within `seconds`; if several come together, return them all.

        Escape counts as a letter; other special keys are left out. Return '' if no letter comes in
        time, and None at the end of input.
        """
        end, text = monotonic() + seconds, ""
        while not text:
            if not self._comes_within(end - monotonic()):
                return ""
            if not self._keys and not self._take(4096):
                return None
            text = self._letters()
        return text

    def waits(self, seconds: float = 0) -> bool:
        """Is there typed text to read, now or within `seconds`? True if the system cannot say."""
        return bool(self._keys) or self._has_bytes(seconds)

    def taken(self) -> str:
        """Return the text that was typed already; do not wait for more.

        Return '' if the system cannot say what was typed.
        """
        with self.single_keys(keep=True) as can_read:
            while can_read and self._has_bytes(0) and self._take(4096):
                pass
        text = re.sub(rf"[^\r\n]*{ESCAPE}", "", self._letters())
        return "".join(key for key in text if key.isprintable() or key in "\r\n")

    def _letters(self) -> str:
        keys, self._keys = self._keys, deque()
        return "".join(key if len(key) == 1 else self._meant(key) for key in keys)

    def _meant(self, key: str) -> str:
        """Return the letter that stands for `key`, a special key; '' if `key` is no mouse press."""
        press = press_in(key) if key.startswith(MICE) else None
        is_click = press is not None and press.down and not press.button
        return self.clicked(press.column, press.row) if press and is_click else ""

    def _take(self, most: int) -> bool:
        """Read up to `most` bytes and the rest of their last key; return False at the end of input.

        The first bytes of a key whose rest does not come in time are kept for the next call.
        """
        data, end = self._read(most), monotonic() + LONGEST_PASTE
        if not data:
            return False
        half, self._half = self._half, b""
        escaped, longer = half[-1:] == b"\x1b", half + data[:1]
        of_mouse = self._hears and longer.startswith(b"\x1b[<")  # which nobody types
        is_rest = half and (of_mouse or monotonic() < self._late) and (
            data[0] in b"[O" if escaped else HALF.fullmatch(longer) or KEY.fullmatch(longer)
        )  # fmt: skip
        # Bytes that have not become a sequence are typed text, except those that would begin one.
        data = half + data if is_rest else INTRODUCTION.sub(b"", half) + data
        while len(data) < MOST_TOGETHER and monotonic() < end:
            in_paste = most > 1 and data.rfind(PASTE) > data.rfind(PASTED)
            begun = HALF.search(data[-LONGEST_KEY:])
            if not (begun or most > 1):
                break
            pause = PASTING if in_paste else ESCAPING if begun else 0
            if not self._has_bytes(pause) or not (more := self._read(most)):
                break
            data += more
        tail = begun[0] if (begun := HALF.search(data[-LONGEST_KEY:])) else b""
        if tail[1:2] in ANSWERS:  # no answer, as it has no end: text typed after Alt with a letter
            tail = b"\x1b" * tail.endswith(b"\x1b")
        if tail:
            data = data[: -len(tail)]
            if is_rest and tail == half + b"O":  # a letter that was typed after Escape
                data, tail, is_rest = b"O", b"", False
            elif tail[-1:] == b"\x1b":
                data += b"\x1b"
            self._half, self._late = tail, monotonic() + LATE
        keys = [key.decode("utf-8", "replace") for key in KEY.findall(data)]
        if is_rest and escaped:
            keys.insert(0, NO_ESCAPE)
        if self.pasting or PASTE in data:
            keys = [*self._pasted(keys)]
        self._keys += keys
        self._taken = monotonic()
        return True

    def _pasted(self, keys: list[str]) -> Iterator[str]:
        """Yield `keys`; but inside a paste, yield only letters, line ends, and blanks for tabs."""
        for key in keys:
            key = key[1:] if self.pasting and len(key) == 2 else key  # a letter after Escape
            if key.endswith(PASTE.decode()):
                self.pasting = True
            elif key.endswith(PASTED.decode()):
                self.pasting = False
            elif not self.pasting or len(key) == 1 and (key.isprintable() or key in "\r\n"):
                yield key
            elif key == "\t":
                yield " "

    def _has_bytes(self, seconds: float) -> bool:
        try:
            ready = select([self._file, *(self.others() if seconds else ())], [], [], seconds)[0]
        except (OSError, ValueError):
            return True
        self._called = bool(ready) and self._file not in ready
        return self._file in ready

    def _comes_within(self, seconds: float) -> bool:
        end = monotonic() + seconds
        while True:
            if self._returned:
                self._returned = False
                self.on_return()
            if self.waits(max(0.0, min(GLANCE, end - monotonic()))):
                return True
            if (self._called or monotonic() >= end) and not self._returned:
                # The mark after a paste may be missing: what comes after a pause is typed.
                self.pasting = self.pasting and monotonic() < self._taken + PASTING
                return False

    def _read(self, most: int = 4096) -> bytes:
        try:
            return os.read(self._file, most)
        except OSError:  # the terminal is gone
            return b""

    def _stop(self, number: int, frame: object) -> None:
        """Restore the terminal's settings, suspend the program, then read single keys again."""
        if self._hears:
            self._ask(NO_MOUSE)
        _set_modes(self._file, self._before)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._stop)
        self._take_single(termios.TCSAFLUSH)
        self._returned = True

    def _go_on(self, number: int, frame: object) -> None:
        """Read single keys again after SIGCONT, as SIGSTOP gives no warning."""
        self._take_single(termios.TCSANOW)
        self._returned = True

    def _take_single(self, when: int) -> bool:
        """Ask the terminal to send single keys from now on; return False if it is gone."""
        try:
            tty.setcbreak(self._file, when)
        except termios.error:
            return False
        if self._hears and when != termios.TCSADRAIN:  # after a suspension
            self._ask(MOUSE)
        return True


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
def signals_noticed() -> Iterator[None]:
    """Inside the block, let a signal end the wait for a line, no matter when the signal comes.

    C code would miss a signal that comes between its look for signals and its wait. So an alarm
    rings at intervals, if the program has a handler for alarms.
    """
    noticing = hasattr(signal, "SIGALRM") and callable(signal.getsignal(signal.SIGALRM))
    if noticing:
        signal.setitimer(signal.ITIMER_REAL, GLANCE, GLANCE)
    try:
        yield
    except SystemError as error:
        # A second signal may come while the exception of a first signal ends the wait. A call in
        # its handler then raises SystemError, whose cause is the exception of the first signal.
        raise error.__cause__ or error
    finally:
        if noticing:
            signal.setitimer(signal.ITIMER_REAL, 0)


def edited(line: str, key: str) -> str:
    begun = line.removeprefix(":")
    if key == ":" and " " not in begun and not begun.isdecimal():
        return key  # a colon begins a command, even after a word; but '2:' names a seat
    if key in "\b\x7f":
        return line[:-1]
    if key in ("\x15", ESCAPE):  # Ctrl-U
        return ""
    if key == "\x17":  # Ctrl-W
        return line.rstrip()[: line.rstrip().rfind(" ") + 1]
    return line + key if key.isprintable() and len(line) <= LONGEST_LINE else line


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

    The function calls `paint` with a board, the news and the line of keys, and `pressed` to wait
    for a key. `pace` is in seconds. The animation begins in a pause if `stopped`; any key ends it
    if `skips`.
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
            if keys and not skips:
                keys = keys.replace(ESCAPE, "")
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
