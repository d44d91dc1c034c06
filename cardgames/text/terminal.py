"""A terminal at which a person types whole lines, or single keys while a clock runs.

If the terminal is able, the whole screen is painted before each prompt, with the board at the top.
When single keys are read, a key that is a command acts at once; any other letter begins a line, and
so does a colon. Text that arrives in one piece is a line, unless each letter of it is such a key.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from math import inf
from os import terminal_size
from time import monotonic
from typing import Final, NamedTuple

from click import echo_via_pager, unstyle

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable
from cardgames.text import keyboard
from cardgames.text.console import (
    END_OF_LINE,
    LEFT,
    Console,
    Folded,
    Show,
    capable,
    is_terminal,
    screen_size,
)
from cardgames.text.editor import Completer, Editor

ANY_KEY: Final = "Press any key to go on. "
SHORT: Final = 6  # the number of lines to which `refer` cuts a long text
STILL: Final = 0.05  # a paste is complete after this many seconds without a key
CTRL_D: Final = "\x04"
MARKED, UNMARKED = "\033[?2004h", "\033[?2004l"  # ask for marks around pastes, or for none
CLEAR: Final = "\033[H\033[2J\033[3J"  # clears the screen and the scrollback
TOP, BELOW = "\033[H", "\033[J"  # goes to the top of the screen; erases all below the cursor
LEAST: Final = 9  # the fewest lines into which a board is folded


class Frame(NamedTuple):
    """The layout of a screen: the lines of the board, and the lines below it."""

    size: terminal_size
    board: list[str]
    below: list[str]
    unseen: int  # how many of the lines `below` have no room

    def pages(self) -> list[str]:
        """Return texts that paint the lines below the board alone, one text for each screen."""
        pages, left = list[list[str]](), 0
        for line in self.below:
            left -= (rows := rows_of(line, self.size.columns))
            if left < 0:
                pages.append([])
                left = max(1, self.size.lines - 2) - rows
            pages[-1].append(line)
        return [self.painted(page) for page in pages]

    def painted(self, lines: Sequence[str]) -> str:
        """Return the text that paints LINES at the top of the screen, and erases all else."""
        rows = []
        for line in lines:
            width = len(unstyle(line))
            # After a full row the cursor is on its last letter, which END_OF_LINE would erase.
            is_full = width and width % self.size.columns == 0
            rows.append(f"{line}\n" if is_full else f"{line}{END_OF_LINE}\n")
        return f"{TOP}{''.join(rows)}{BELOW}"


def rows_of(line: str, columns: int) -> int:
    """Return how many rows of the screen LINE takes."""
    return max(1, -(-len(unstyle(line)) // columns))


class Painter:
    """Makes the text that paints the board and the messages below it; it writes nothing."""

    def __init__(self) -> None:
        self.board = ""
        self._folded: Folded | None = None
        self.said = ""  # the messages since the last command
        self.crowded = False  # is there no room for the line that repeats the command?
        self.fresh = True  # must the screen scroll, to save its text from the next picture?
        self.over = False  # does the board show a finished game, and so stay on the screen?
        self._before: list[str] = []  # earlier commands and their answers, not read yet
        self._typed = ""
        self.meant: list[str] = []  # the moves that the typed command stands for

    def show(self, board: str, folded: Folded | None = None) -> None:
        self.board, self._folded = board, folded
        self.fresh |= self.over
        self.over = False

    def begin(self, typed: str = "", columns: int = 0) -> None:
        """Remember TYPED as the text of the next command. Forget the messages that were read.

        If COLUMNS, the width of the screen, is given, nobody has read the messages: keep them.
        """
        told = [*self._before, *self._command(columns), *self.said.splitlines()]
        self._before = told if columns else []
        self._typed = typed
        self.meant = []
        self.said = ""

    def tell(self, news: str, said: str, keys: str, size: terminal_size) -> None:
        """Show the typed command, the end of NEWS, the start of SAID, and KEYS below the board.

        Room on a screen of this SIZE goes first to NEWS, then to the command, and then to SAID.
        """
        room = max(0, size.lines - len(self.board.splitlines()) - 1 - keys.count("\n"))
        told = news.splitlines(keepends=True)
        self.crowded = len(told) + bool(self._typed) > room
        told = told[max(0, len(told) - room) :]
        room -= len(told) + len(self._command(size.columns))
        self.said = "".join([*told, *said.splitlines(keepends=True)[:room], keys])

    def frame(self, size: terminal_size) -> Frame | None:
        """Lay out a screen of this SIZE; return None if there is no board, or no room for it.

        The board is folded if the commands and answers below it need more room.
        """
        board = self.board.splitlines()
        wide = max([len(unstyle(line)) for line in board], default=0)
        if not 0 < len(board) <= max(LEFT, size.lines - LEFT) or wide > size.columns:
            return None
        below = self._before + self._command(size.columns) + self.said.splitlines()
        heights = [rows_of(line, size.columns) for line in below]
        room = size.lines - 1 - sum(heights)
        if self._folded is not None and LEAST <= room < len(board):
            folded = self._folded(room).splitlines()
            board = folded if len(folded) <= room else board
        unseen = 0
        while unseen < len(below) and sum(heights[unseen:]) > size.lines - 1 - len(board):
            unseen += 1
        return Frame(size, board, below, unseen)

    def picture(self, frame: Frame) -> str:
        """Return the text that paints FRAME and leaves the cursor below it."""
        scrolled = "\n" * frame.size.lines if self.fresh else ""
        self.fresh = False
        return scrolled + frame.painted(frame.board + frame.below[frame.unseen :])

    def _command(self, columns: int) -> list[str]:
        """Return a line with the typed command, and with its move if that reads differently."""
        if not self._typed or self.crowded:
            return []
        meant = "; ".join(self.meant)
        told = f"  ({meant})" if meant not in ("", self._typed) else ""
        return [f"> {printable(self._typed)}{told}"[:columns]]


class TerminalConsole(Console):
    """A terminal, with editing, history and completion where they are available."""

    interactive = True
    timed = keyboard.WAITS
    _write = Console.note  # writes at once

    def __init__(self, complete: Completer, in_place: bool = False) -> None:
        """Complete words with COMPLETE; with IN_PLACE, show boards at the top of the screen."""
        super().__init__(quiet=False)
        self._able = is_terminal(self._out) and capable()
        self.watched = all(map(is_terminal, (sys.stdin, self._out, self._err)))
        self.in_place = in_place and self._able and self.watched
        self._painter = Painter()
        self._keyboard = keyboard.Keyboard(sys.stdin)
        reads = self._keyboard, complete, self._come_back, self.in_place
        self._editor = Editor(*reads) if self._able and keyboard.EDITS else None
        self._alone = ""  # the curtain, or the page, that fills the screen until Enter is pressed
        self._prompted = False
        self._paged = False  # is the text that the pager showed still on the screen?
        self._progress_due = inf  # when to show the progress again, after an animation is skipped
        self._waited = False  # had lines been typed ahead when the last prompt was shown?
        self._complete = complete
        self._typed = ""  # the unfinished line, which is read key by key
        self._ahead = ""  # text typed ahead: after the last command, or instead of Enter
        self._zero = 0.0  # when the clock began
        self._size = screen_size()

    def say(self, text: str) -> None:
        super().say(text)
        self._painter.said += text

    def note(self, text: str) -> None:
        if self.in_place:
            self.say(text)
        else:
            self._write(text)

    def show(self, board: str, news: str = "", folded: Folded | None = None) -> None:
        self._said.append(self._gap + news + board)
        self._painter.show(board, folded)
        self._painter.said += news

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        space = "\n" * max(0, room - news.count("\n"))
        over_prompt = f"\r{END_OF_LINE}" if self._prompted and self.by_keys and self.watched else ""
        self._said.append(over_prompt + space + news + board)
        self._painter.show(board + news + space)
        self._prompted = False

    def keep(self) -> None:
        self._painter.over = True

    def show_meaning(self, move: str) -> None:
        self._painter.meant.append(move)

    def end_line(self) -> None:
        if self.in_place:
            self._said.append("\n")
        else:
            self._write("\n")

    def has_begun_line(self) -> bool:
        return self._editor is not None and self._editor.has_begun_line()

    def curtain(self, text: str, answer: bool = False) -> str | None:
        """Clear the screen, show TEXT until Enter is pressed, and clear the screen again.

        Return the line that was typed, or None at the end of the input. Text that was typed
        ahead may be somebody else's: it does not open the curtain, but begins a line for editing.
        It is dropped if this terminal edits no lines, or if the curtain asks for an ANSWER.
        """
        lines = [self._ahead, *self._keyboard.taken().replace("\r", "\n").split("\n")]
        ahead = "; ".join(line.strip() for line in lines if line.strip())
        self._ahead = ""
        if self._editor is not None:
            self._editor.forget()
        begun = ahead if self._editor and not answer and len(ahead) <= LONGEST_LINE else ""
        self._painter.board = ""  # the next person must not see the board
        self._painter.begin()
        clear = CLEAR if self._able else "\n" * screen_size().lines
        dropped = "What was typed before is dropped.\n" if begun != ahead else ""
        curtain = f"{clear}{dropped}{text}\n"
        self._said.append(curtain)
        self.on_wait()
        self._show_screen()
        line = self._typed_line("> ", begun, by_key=not answer, alone=curtain)
        if self._editor is not None:
            self._editor.forget()
        self._said.append(clear)
        self.flush()
        self._painter.fresh = not self._able
        return line

    def read_next(self, line: str) -> None:
        self._ahead = line.strip()

    def pause(self, text: str) -> str | None:
        line = self._next_line(text, by_key=True)
        self._begin("")
        return line

    def read(self, prompt: str, enter: str = "") -> str | None:
        line = super().read(prompt, enter)
        if line is not None:
            self._begin(line)
        return line

    def _begin(self, typed: str) -> None:
        self._painter.begin(typed, screen_size().columns if self._waited else 0)

    def thinking(self) -> AbstractContextManager[None]:
        if not (self._able and self.watched):
            return nullcontext()
        # Without `in_place` the dots stand still: a screen reader would read them for ever.
        return self.sign_of_life(self._write, moves=self.in_place)

    def progress(self, text: str) -> None:
        super().progress(text)
        if monotonic() > self._progress_due:
            self._progress_due = monotonic() + keyboard.GLANCE
            self._write(f"\r{text} ...{END_OF_LINE}")

    @contextmanager
    def scene(
        self, pace: float, stopped: bool = False, skips: bool = False
    ) -> Iterator[Show | None]:
        shown = self.in_place and self.typed_alone()  # pasted lines would act as keys
        with self._keyboard.single_keys() if shown else nullcontext(False) as readable:
            if not readable:
                yield None
                return
            painter, said = self._painter, self._painter.said

            def paint(board: str, news: str, keys: str) -> None:
                self._said.append(news)
                self.redraw(board)
                painter.tell(news, said, keys, screen_size())
                self._show_screen()

            def show(board: str, news: str, times: int) -> bool:
                goes_on = showing(board, news, times)
                if not (goes_on or stopped or skips):
                    painter.said = f"{said}Playing on to the end; Ctrl-C stops it.\n"
                    self._show_screen()
                    self._progress_due = 0.0
                return goes_on

            self._keyboard.on_return = self._come_back
            showing = keyboard.animation(paint, self._keyboard.pressed, pace, stopped, skips)
            try:
                yield show
            finally:
                painter.said, painter.crowded = said, False
                if self._progress_due < inf:
                    self._progress_due = inf
                    self._write(f"\r{END_OF_LINE}")

    def page(self, text: str) -> None:
        if not self.typed_alone():  # lines typed ahead would act as keys in the pager
            self.refer(text)
            return
        self._show_screen()
        echo_via_pager(text)
        self._paged = True

    def refer(self, text: str) -> None:
        lines = text.splitlines(keepends=True)
        if self.in_place and len(lines) > SHORT and not self.typed_alone():
            lines[SHORT - 1 :] = [f"... {len(lines) - SHORT + 1} more lines: type it alone.\n"]
        self.say("".join(lines))

    def _show_screen(self, frame: Frame | None = None) -> None:
        """Paint FRAME (default: a new layout); if there is no layout, only write the new texts."""
        if frame := frame or self._frame():
            self._said[:] = [self._painter.picture(frame)]
        else:
            self._painter.fresh = True
        self._paged = False
        self.flush()

    def _frame(self) -> Frame | None:
        return self._painter.frame(screen_size()) if self.in_place and not self._paged else None

    def end(self) -> None:
        if self._waited and (frame := self._frame()) and frame.unseen:
            self._said[:] = [self._painter.picture(frame._replace(unseen=0))]
        self.flush()

    def _come_back(self, prompt: str = "") -> None:
        """Show the screen again, below the shell's text, after the program was suspended."""
        self._painter.fresh = True
        if self._alone:
            self._said.append("\n" * screen_size().lines + self._alone)
            self.flush()
        else:
            self._said.append(self._painter.board or self._painter.said)
            self._show_screen()
        self._write(MARKED * self.by_keys + prompt)

    def typed_alone(self) -> bool:
        return not (self._ahead or self._waited or self._keyboard.waits())

    def _next_line(self, prompt: str, by_key: bool = False) -> str | None:
        self.on_wait()
        line: str | None = self._ahead
        self._ahead = ""
        self._remade()
        frame = self._frame()
        for page in [] if line else self._pages(frame):
            frame = None  # The messages are on the pages: lay the screen out without them.
            self._said[:] = [page]
            self.flush()
            line = self._typed_line("Press Enter to go on. ", by_key=True, alone=page)
            if line is None or (line := line.strip()):
                break  # a line was typed instead of Enter, or the input ended
        self._show_screen(frame)
        return self._typed_line(prompt, by_key=by_key) if line == "" else line

    def _pages(self, frame: Frame | None) -> list[str]:
        """If FRAME has no room for the new messages, return them in pages, and forget them.

        While lines that were typed ahead wait for an answer, there are no pages.
        """
        if frame is None or not frame.unseen or not frame.below:
            return []
        if self._keyboard.waits(STILL if self._waited else 0):
            return []
        self._painter.begin()
        return frame.pages()

    def _typed_line(
        self, prompt: str, begun: str = "", by_key: bool = False, alone: str = ""
    ) -> str | None:
        """Show PROMPT and the line BEGUN; return the finished line, or None at the end of input.

        With BY_KEY, the space bar alone counts as Enter. ALONE is the text that fills the screen
        meanwhile; it is '' if the screen shows the board.
        """
        self._waited = self._keyboard.waits()
        self._alone = alone
        try:
            if self._editor is not None:
                by_key = by_key and not begun and not self._waited
                return self._editor.read(prompt, begun, by_key, self._glance)
            self._write(prompt)
            with keyboard.signals_noticed():
                line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line
        except (EOFError, OSError):  # Ctrl-D, or the terminal is gone
            self.end_line()
            return None
        finally:
            self._alone = ""

    def _glance(self) -> None:
        if self.in_place and not self._alone and self._resized() and self._editor is not None:
            self._editor.show_line()

    def _resized(self) -> bool:
        """If the size of the screen has changed, paint it anew; return whether it has changed."""
        if has_changed := self._remade():
            self._show_screen()
        return has_changed

    def _remade(self) -> bool:
        """If the size of the screen has changed, make the board anew; return whether it has."""
        if (size := screen_size()) == self._size:
            return False
        self._size = size
        if self.in_place and self._painter.board:
            over, self._painter.over = self._painter.over, False  # a finished game stays what it is
            self.on_resize()
            self._painter.over = over
        return True

    # A clock, and single keys.

    def start_clock(self, ms: int) -> None:
        self._zero = monotonic() - ms / 1000

    def clock(self) -> int:
        return int((monotonic() - self._zero) * 1000)

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        with self._keyboard.single_keys() if self._able else nullcontext(False) as self.by_keys:
            self._write(MARKED * self.by_keys)
            try:
                yield
            finally:
                self._write(UNMARKED * self.by_keys)
        self.by_keys = False

    def show_aside(self) -> bool:
        """If the board leaves no room for new messages, show them alone until a key is pressed.

        Return whether any were shown.
        """
        pages = self._pages(self._frame()) if self.by_keys and not self._ahead else []
        self._keyboard.on_return = partial(self._come_back, ANY_KEY)
        for page in pages:
            self._alone = page
            self._said[:] = [page]
            self._write(ANY_KEY)
            while (key := self._keyboard.pressed()) == "":
                pass  # an arrow key does not count
            if key is None or len(key) > 1 or key in f":{CTRL_D}":
                self._ahead = key or CTRL_D
                break
        if pages:
            self._prompted = False
        return bool(pages)

    def read_live(
        self, prompt: str, keys: Mapping[str, str], until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        """Read the next command; return it with its time on the clock.

        The command is a line (ENTER for an empty line), or the command of a key in KEYS. The time
        of a key is UNTIL at most, even if it is read later, unless it came with a line or a key
        before it. Unless a line is begun, return '' at the time UNTIL or if the screen changes its
        size. Return None at the end of the input.
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
                end = inf if self._typed or until is None else until
                left = max(0, end - self.clock()) / 1000
                latest = None if self._ahead else until
                typed = self._ahead or self._keyboard.pressed(min(keyboard.GLANCE, left))
                self._ahead, now = "", self.clock()
                if self.by_keys and self._resized():
                    self._show_typed(prompt)
                    self._prompted = bool(self._typed)
                    if typed == "" and not self._typed:
                        return "", now  # so that the caller makes a prompt that fits
                if typed == "" and now >= end:
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
        """Add TYPED to the line. Return the command, with its time, if TYPED completes one.

        The time of a key is UNTIL at most.
        """
        now = self.clock()
        if typed is None or typed == CTRL_D and not self._typed:
            self._write("\n")
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
                self._write("\n" * self.by_keys)
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
        self._write(prompt)
        self._prompted = True
