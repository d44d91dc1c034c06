"""A terminal at which a person types whole lines; `live.py` adds a clock and single keys.

If the terminal can, it paints the whole screen before each prompt, with the board at the top.
Otherwise it writes new texts below the old ones.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from enum import Enum
from errno import EFBIG
from functools import partial
from os import terminal_size
from typing import Any, Final, TypeAlias

from click import unstyle

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable
from cardgames.text.console import (
    ROOM,
    Folded,
    Picture,
    PipeConsole,
    Show,
    capable,
    is_terminal,
    lenient,
    screen_size,
)
from cardgames.text.keyboard import Completer, Keyboard, signals_noticed

PLAYED_ON: Final = "Playing on to the end; Ctrl-C stops it.\n"
THINKS: Final = "Looking ahead (Ctrl-C stops)"
UNSEEN: Final = 0.2
"""The number of seconds that a person waits without a sign of life, or for its next dot."""
TOP, END_OF_LINE, BELOW = "\033[H", "\033[K", "\033[J"
"""Go to the top of the screen; erase the rest of the line; erase the rest of the screen."""
LEAST: Final = 9
"""The fewest lines into which a board is folded."""
GO_ON: Final = "Press Enter to go on. "
DROPPED: Final = "What was typed before is dropped.\n"
SHORT: Final = 6
"""The number of lines to which a text of reference is cut."""
CUT: Final = "... {} more lines: type it alone.\n"
STILL: Final = 0.05
"""The time without a key after which the lines of a paste are all there, in seconds."""
CLEAR: Final = "\033[H\033[2J\033[3J"
"""Clears the screen and the scrollback."""


Paint: TypeAlias = Callable[[str, str, str], object]
"""Shows a board, the news, and the line of keys."""
RUNNING: Final = "[space] pause [b] back [e] end [+-] pace\n"
SKIPPED: Final = "[any key] end\n"
STOPPED: Final = "[space] step [b] back [g] go on [e] end\n"
SLOWEST: Final = 8.0
QUICKEST: Final = 1 / 64
"""The limits of the pace, in seconds for each picture."""


class Step(Enum):
    """What to show next."""

    ON = "the next picture"
    BACK = "the picture before"
    AGAIN = "the same picture"
    END = "no more pictures"


class Watching:
    """The pace of an animation, and the keys that steer it."""

    def __init__(
        self,
        pressed: Callable[[float | None], str | None],
        pace: float,
        stopped: bool = False,
        skips: bool = False,
    ) -> None:
        """Show each picture for PACE seconds; begin in a pause if STOPPED.

        PRESSED waits for a key, with or without a limit. If it SKIPS, any key ends all.
        """
        self._skips = skips
        self._pressed = pressed
        self._pace = pace
        self._stopped = stopped
        self._ahead = ""
        """Keys that came together with the last one."""
        self._unknown = ""
        """The last key, if it means nothing here."""

    @property
    def keys(self) -> str:
        """The line that explains the keys, perhaps with one that says that the last key is none."""
        if self._skips:
            return SKIPPED
        told = f"{self._unknown} does nothing here. The keys:\n" if self._unknown else ""
        return told + (STOPPED if self._stopped else RUNNING)

    def wait(self, times: int = 1) -> Step:
        """Wait for TIMES the pace, or for a key; return what to show next."""
        self._unknown = ""
        key = self._key(None if self._stopped else self._pace * times)
        if key is None:  # no input is left, so nobody could end a pause
            return Step.END if self._stopped else Step.ON
        if not key:  # time is over; in a pause it was an arrow key
            return Step.AGAIN if self._stopped else Step.ON
        return self._steered(key)

    def _key(self, seconds: float | None) -> str | None:
        """Return the next key; '' if none comes within SECONDS, None at the end of the input."""
        keys = self._ahead or self._pressed(seconds)
        if keys:
            keys, self._ahead = keys[0], keys[1:]
        return keys

    def _steered(self, key: str) -> Step:
        """Obey KEY; return what to show next."""
        if key == " " and self._stopped:
            return Step.ON
        if key == "e" or self._skips:
            return Step.END
        if key in "+-":
            pace = self._pace / 2 if key == "+" else self._pace * 2
            self._pace = min(SLOWEST, max(QUICKEST, pace))
            return Step.AGAIN if self._stopped else Step.ON
        if key == "g":
            self._stopped = False
            return Step.ON
        self._stopped = True
        if key == "b":
            return Step.BACK
        if key != " ":
            self._unknown = {"\r": "Enter", "\n": "Enter"}.get(key, f"'{printable(key)}'")
        return Step.AGAIN

    def run(self, paint: Paint, pictures: Sequence[Picture], number: int, times: int = 1) -> bool:
        """PAINT each of PICTURES from NUMBER on, with the line of keys, for TIMES the pace.

        Return True after the last one, and False if the person wants no more.
        """
        while number < len(pictures):
            paint(*pictures[number], self.keys)
            step = self.wait(times)
            if step is Step.END:
                return False
            if step is Step.ON:
                number += 1
            elif step is Step.BACK:
                number = max(0, number - 1)
        return True


class TerminalConsole(PipeConsole):
    """A terminal, with editing, history and completion where they are available."""

    interactive = True

    def __init__(self, complete: Completer, in_place: bool = False) -> None:
        """Complete words with COMPLETE; with IN_PLACE, show boards at the top of the screen."""
        super().__init__(())
        lenient(sys.stdin)
        self._able = is_terminal(self._out) and capable()
        self.watched = all(map(is_terminal, (sys.stdin, self._out, self._err)))
        self.in_place = in_place and self._able and self.watched
        self._painter = Painter()
        self._editor = _editor(complete, self._come_back) if self._able else None
        if self._editor is not None and self.in_place:
            self._editor.show_by_key()
        self._keyboard = Keyboard(sys.stdin)
        self.timed = self._keyboard.can_wait()
        self.by_keys = False
        self._unread = ""
        """A line that was typed when only Enter was needed."""
        self._alone = ""
        """What has the screen alone until Enter is pressed: a curtain, or a page; '' if nothing."""
        self._prompted = False
        self._paged = False
        """Is the pager's text on the screen, where it stays until the next command?"""
        self._sign = SignOfLife(self._write, moves=self.in_place)  # read aloud, it would not end
        self._plays_on = False
        """Has a person skipped the rest of an animation, and waits for its end?"""
        self._waited = False
        """Had the person typed ahead before the last prompt?"""

    def say(self, text: str) -> None:
        """Show a text with the next screen."""
        super().say(text)
        self._painter.said += text

    def note(self, text: str) -> None:
        """Show an error, after all texts before it."""
        if self.in_place:
            self.say(text)
        else:
            self._write(text)

    def _write(self, text: str) -> None:
        """Write a prompt, or an error, at the cursor."""
        super().note(text)

    def show(self, board: str, news: str = "", folded: Folded | None = None) -> None:
        """Show a board, and the news since the last one; FOLDED makes room for long answers."""
        self._said.append(self._gap + news + board)
        self._painter.show(board, folded)
        self._painter.said += news

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        """Show a board over the last one, with the news padded to ROOM lines."""
        space = "\n" * max(0, room - news.count("\n"))
        over_prompt = "\r\033[K" if self._prompted and self.by_keys and self.watched else ""
        self._said.append(over_prompt + space + news + board)
        self._painter.show(board + news + space)
        self._prompted = False

    def keep(self) -> None:
        """Keep the board of a finished game on the screen."""
        self._painter.keep()

    def show_meaning(self, move: str) -> None:
        """Say that the command typed last means MOVE."""
        self._painter.show_meaning(move)

    def end_line(self) -> None:
        """End the line that was being typed."""
        if self.in_place:
            self._said.append("\n")
        else:
            self.note("\n")

    def has_begun_line(self) -> bool:
        """Did Ctrl-C drop any typed text?"""
        return self._editor is not None and self._editor.has_begun_line()

    def columns(self) -> int:
        """Return the width of the terminal in columns."""
        return screen_size().columns

    def lines(self) -> int:
        """Return the height of the terminal in lines."""
        return screen_size().lines

    def curtain(self, text: str, answer: bool = False) -> str | None:
        """Clear the screen, show TEXT until Enter is pressed, and clear the screen again.

        Return the line that was typed, or None at the end of the input. What was typed before does
        not open the curtain, as somebody else may have typed it: it can be edited here as one line.
        Where it cannot, or TEXT asks for an ANSWER, it is dropped.
        """
        ahead = self._typed_ahead()
        if self._editor is not None:
            self._editor.forget()
        begun = ahead if self._editor and not answer and len(ahead) <= LONGEST_LINE else ""
        self._painter.forget()
        clear = CLEAR if self._able else "\n" * screen_size().lines
        curtain = f"{clear}{DROPPED if begun != ahead else ''}{text}\n"
        self._said.append(curtain)
        self.on_wait()
        self._show_screen()
        with self._shown_alone(curtain):
            line = self._typed_line("> ", begun)
        self._said.append(clear)
        self.flush()
        self._painter.fresh = not self._able
        return line

    def _typed_ahead(self) -> str:
        """Take what was typed before anybody was asked for it; semicolons separate its lines."""
        lines = [self._unread, *self._keyboard.taken().replace("\r", "\n").split("\n")]
        self._unread = ""
        return "; ".join(line.strip() for line in lines if line.strip())

    def read_next(self, line: str) -> None:
        """Let LINE, which was typed where only Enter was needed, be the next one that is read."""
        self._unread = line.strip()

    def pause(self, text: str) -> str | None:
        """Show TEXT, and wait for Enter; return the line typed before it."""
        line = self._next_line(text)
        self._begin("")
        return line

    def read(self, prompt: str, enter: str = "") -> str | None:
        """Read the next line that is not blank or a remark; return None at the end of the input."""
        line = super().read(prompt, enter)
        if line is not None:
            self._begin(line)
        return line

    def _begin(self, typed: str) -> None:
        """Begin the command TYPED; what was said before it stays if it was typed ahead."""
        self._painter.begin(typed, screen_size().columns if self._waited else 0)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Give a sign of life if the block takes long, and take it back after the block."""
        with self._sign.shown() if self._able and self.watched else nullcontext():
            yield

    def progress(self, text: str) -> None:
        """Add to the sign of life how far the work is."""
        self._sign.figure = text
        if self._plays_on and self._keyboard.is_time():
            self._write(f"\r{text} ...{END_OF_LINE}")

    @contextmanager
    def scene(self, pace: float) -> Iterator[Show | None]:
        """Begin an animation, which paints each board over the last one.

        Yield a function that shows a board for PACE seconds, unless a key changes the pace; yield
        None if the terminal cannot show animations. The person may step back to earlier boards.
        """
        pictures: list[Picture] = []
        said = self._painter.said
        with self._film(pace) as film:

            def show(board: str, news: str, times: int) -> bool:
                """Show a board for TIMES the pace; return whether the animation goes on."""
                assert film is not None
                pictures.append((board, news))
                goes_on: bool = film(pictures, len(pictures) - 1, times)
                if not goes_on:
                    self._painter.said = said + PLAYED_ON
                    self._show_screen()
                    self._plays_on = True
                return goes_on

            yield show if film is not None else None

    def look_through(self, pictures: Sequence[Picture], pace: float, skips: bool = False) -> bool:
        """Let the person step through PICTURES; return False if it cannot.

        If it SKIPS, they run by themselves, until a key is pressed.
        """
        with self._film(pace, stopped=not skips, skips=skips) as film:
            if film is not None:
                film(pictures, 0)
        return film is not None

    @contextmanager
    def _film(self, pace: float, stopped: bool = False, skips: bool = False) -> Iterator[Any]:
        """Yield what shows pictures for PACE seconds each; None if the terminal cannot show any.

        What was pasted is no key for it, so then there is none, either.
        """
        if not self.typed_alone():
            yield None
            return
        painter = self._painter
        said = painter.said

        def paint(board: str, news: str, keys: str) -> None:
            """Show a picture, and the line of KEYS."""
            self._said.append(news)
            self.redraw(board)
            painter.tell(news, said, keys, screen_size())
            self._show_screen()

        with self._keyboard.single_keys() as readable:
            if not readable or not self.in_place:
                yield None
                return
            self._keyboard.on_return = self._come_back
            try:
                yield partial(Watching(self._keyboard.pressed, pace, stopped, skips).run, paint)
            finally:
                painter.said, painter.crowded = said, False
                if self._plays_on:
                    self._plays_on = False
                    self._write(f"\r{END_OF_LINE}")

    def page(self, text: str) -> None:
        """Show a long text in the pager; it stays on the screen until the next command."""
        import click

        if not self.typed_alone():  # the pager would take the other lines for its keys
            self.refer(text)
            return
        self._show_screen()
        click.echo_via_pager(text)
        self._painter.fresh = self._paged = True

    def refer(self, text: str) -> None:
        """Show a text of reference: only its beginning if other lines were typed with the command.

        Their answers would be lost among its pages.
        """
        lines = text.splitlines(keepends=True)
        if self.in_place and len(lines) > SHORT and not self.typed_alone():
            lines[SHORT - 1 :] = [CUT.format(len(lines) - SHORT + 1)]
        self.say("".join(lines))

    def _show_screen(self) -> None:
        """Paint the screen, or write only the new texts if it cannot be painted."""
        size = screen_size()
        if self._can_paint(size):
            self._said[:] = [self._painter.picture(size)]
        else:
            self._painter.fresh = True
        self._paged = False
        self.flush()

    def _can_paint(self, size: terminal_size) -> bool:
        """Can a board be painted at the top of a screen of this SIZE?"""
        return self.in_place and not self._paged and self._painter.fits(size)

    def end(self) -> None:
        """Write what was told last; also answers that the last screen had no room for."""
        size = screen_size()
        if self._waited and self._can_paint(size) and self._painter.pages(size):
            self._said[:] = [self._painter.picture(size, whole=True)]
        self.flush()

    def _come_back(self) -> None:
        """Show the screen again, below the shell's text, after the program was suspended."""
        self._painter.fresh = True
        if self._alone:
            self._said.append("\n" * screen_size().lines + self._alone)
            self.flush()
            return
        self._said.append(self._painter.board or self._painter.said)
        self._show_screen()

    @contextmanager
    def _shown_alone(self, text: str) -> Iterator[None]:
        """In the block, let `_come_back` show TEXT, which has the screen alone."""
        self._alone = text
        try:
            yield
        finally:
            self._alone = ""

    def typed_alone(self) -> bool:
        """Did a person type the last line, rather than paste it with others?"""
        return not (self._waited or self._keyboard.waits())

    def _next_line(self, prompt: str) -> str | None:
        self.on_wait()
        line = self._unread or self._turn_pages()
        self._unread = ""
        self._show_screen()
        return self._typed_line(prompt) if line == "" else line

    def _pages(self) -> list[str]:
        """Return the new messages as pages, if the board leaves no room for them; then forget them.

        A page is the text that paints the screen with it alone. There is none while lines that were
        typed ahead are still to be answered.
        """
        size = screen_size()
        pages = self._painter.pages(size) if self._can_paint(size) else []
        if not pages or self._keyboard.waits(STILL if self._waited else 0):
            return []
        self._painter.begin()
        return pages

    def _turn_pages(self) -> str | None:
        """Show messages alone, if the board leaves no room, until Enter is pressed on each page.

        Return the line that was typed instead, '' if none was, or None at the end of the input.
        """
        line: str | None = ""
        for page in self._pages():
            self._said[:] = [page]
            self.flush()
            with self._shown_alone(page):
                line = self._typed_line(GO_ON)
            if line is None or (line := line.strip()):
                break
        return line

    def _typed_line(self, prompt: str, begun: str = "") -> str | None:
        """Show PROMPT and the line BEGUN; return the line typed; None at the end of the input."""
        self._waited = self._keyboard.waits()
        try:
            if self._editor is not None:
                with signals_noticed():
                    typed: str = self._editor.read(prompt, begun)
                return typed
            self._write(prompt)
            with signals_noticed():
                line = sys.stdin.readline()
        except (EOFError, OSError) as error:  # Ctrl-D, or the terminal is gone
            if getattr(error, "errno", None) == EFBIG:
                raise  # a line without an end
            line = ""
        if not line:
            self.end_line()
        return line or None


def _editor(complete: Completer, on_return: Callable[[], object]) -> Any:
    """Return the editor of typed lines, or None without readline."""
    try:
        from cardgames.text.keyboard import Editor
    except ImportError:
        return None
    return Editor(complete, on_return)


class SignOfLife:
    """A line with moving dots that shows that the program thinks, and how far it is."""

    def __init__(self, write: Callable[[str], object], moves: bool = True) -> None:
        """Show the line by WRITE, in the row of the cursor; only once unless it MOVES."""
        self._write = write
        self._moves = moves
        self.figure = ""
        """How far the work is, such as '34 moves'."""

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the line if the block takes longer than UNSEEN seconds; erase it after the block."""
        from threading import Event, Thread

        self.figure, lines, ended = "", list[str](), Event()

        def show() -> None:
            while not ended.wait(UNSEEN) and (self._moves or not lines):
                so_far = f": {self.figure}" if self.figure else ""
                lines.append(f"{THINKS}{so_far} {'.' * (len(lines) % 3 + 1)}")
                with suppress(OSError):  # the terminal is gone
                    self._write(f"\r{lines[-1][: screen_size().columns - 1]}{END_OF_LINE}")

        sign = Thread(target=show, daemon=True)
        sign.start()
        try:
            yield
        finally:
            ended.set()
            sign.join()
            if lines:
                self._write(f"\r{END_OF_LINE}")


class Painter:
    """Makes the text that paints the board and the messages below it; it writes nothing."""

    def __init__(self) -> None:
        """Begin without a board."""
        self.board = ""
        self._folded: Folded | None = None
        self.said = ""
        """The messages since the last command."""
        self.crowded = False
        """Is there no room for the line that repeats the command?"""
        self.fresh = True
        """Does the screen show text that must be scrolled up, lest the next picture erase it?"""
        self._over = False
        self._before: list[str] = []
        """The lines of the commands before the last one, if it was typed ahead, and of answers."""
        self._typed = ""
        self._meant: list[str] = []

    def show(self, board: str, folded: Folded | None = None) -> None:
        """Replace the last board by BOARD, which FOLDED makes shorter."""
        self.board, self._folded = board, folded
        self.fresh |= self._over
        self._over = False

    def keep(self) -> None:
        """Keep the board of a finished game on the screen: do not paint the next one over it."""
        self._over = True

    def begin(self, typed: str = "", columns: int = 0) -> None:
        """Forget the messages, and remember TYPED as the text of the next command.

        With COLUMNS, the width of the screen, keep the messages above it, as nobody has read them.
        """
        self._before = self._below(columns) if columns else []
        self._typed = typed
        self._meant = []
        self.said = ""

    def show_meaning(self, move: str) -> None:
        """Remember that the typed command means MOVE."""
        self._meant.append(move)

    def tell(self, news: str, said: str, keys: str, size: terminal_size) -> None:
        """Show below the board what has room on a screen of this SIZE above the line of KEYS.

        That is the end of NEWS, then the typed command, then the beginning of what was SAID.
        """
        room = max(0, size.lines - len(self.board.splitlines()) - 1 - keys.count("\n"))
        told = news.splitlines(keepends=True)
        self.crowded = False
        self.crowded = len(told) + len(self._command(size.columns)) > room
        told = told[max(0, len(told) - room) :]
        room -= len(told) + len(self._command(size.columns))
        self.said = "".join([*told, *said.splitlines(keepends=True)[:room], keys])

    def forget(self) -> None:
        """Forget everything: the next person must not see it."""
        self.board = ""
        self.begin()

    def fits(self, size: terminal_size) -> bool:
        """Is there a board, and does it fit a screen of this SIZE?"""
        lines = self.board.splitlines()
        wide = max([len(unstyle(line)) for line in lines], default=0)
        return 0 < len(lines) <= size.lines - ROOM and wide <= size.columns

    def pages(self, size: terminal_size) -> list[str]:
        """Return the messages divided into pages; [] if they all have room below the board."""
        below = self._below(size.columns)
        if not below or len(self._above(size, below)) + len(below) < size.lines:
            return []
        room = max(1, size.lines - 2)
        pages = (below[first : first + room] for first in range(0, len(below), room))
        return [self._painted(page, size.columns) for page in pages]

    def picture(self, size: terminal_size, whole: bool = False) -> str:
        """Return the text that paints a screen of this SIZE and leaves the cursor below it.

        What has no room above the cursor is left out, or scrolls out at the top if it is WHOLE.
        """
        below = self._below(size.columns)
        board = self._above(size, below)
        unseen = 0 if whole else max(0, len(board) + len(below) + 1 - size.lines)
        scrolled = "\n" * size.lines if self.fresh else ""
        self.fresh = False
        return scrolled + self._painted(board + below[unseen:], size.columns)

    def _above(self, size: terminal_size, below: Sequence[str]) -> list[str]:
        """Return the lines of the board, folded if the lines BELOW it need the room."""
        lines, room = self.board.splitlines(), size.lines - 1 - len(below)
        if self._folded is not None and LEAST <= room < len(lines):
            folded = self._folded(room).splitlines()
            return folded if len(folded) <= room else lines
        return lines

    def _below(self, columns: int) -> list[str]:
        """Return the lines below the board: each command since the screen was read, its answer."""
        return self._before + self._command(columns) + self.said.splitlines()

    def _painted(self, lines: list[str], columns: int) -> str:
        painted = "".join(f"{line}{_rest(line, columns)}\n" for line in lines)
        return f"{TOP}{painted}{BELOW}"

    def _command(self, columns: int) -> list[str]:
        """Return the line that repeats the typed command, with its move if that differs."""
        if not self._typed or self.crowded:
            return []
        meant = "; ".join(self._meant)
        told = f"  ({meant})" if meant not in ("", self._typed) else ""
        return [f"> {printable(self._typed)}{told}"[:columns]]


def _rest(line: str, columns: int) -> str:
    """Return the code that erases the rest of the row after LINE; '' if LINE fills the row.

    After a full row the cursor is still on the last letter, which the code would erase.
    """
    width = len(unstyle(line))
    return END_OF_LINE if not width or width % columns else ""
