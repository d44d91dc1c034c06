"""A terminal at which a person types whole lines.

If the terminal is able, the whole screen is painted before each prompt, with the board at the top.
Messages are also kept unwrapped, so that they can be fitted to a screen of another size.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from math import inf
from os import terminal_size
from time import monotonic
from typing import Any, Final, NamedTuple

from click import echo_via_pager, unstyle

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import printable
from cardgames.screen import keyboard
from cardgames.screen.console import (
    END_OF_LINE,
    LEFT,
    THINKS,
    Console,
    Folded,
    News,
    Show,
    capable,
    is_terminal,
    screen_size,
)
from cardgames.screen.editor import Completer, Editor
from cardgames.screen.look import TAG, Fitted, fitted

GO_ON: Final = "Press Enter to go on. "
SHORT: Final = 6  # the number of lines to which `refer` cuts a long text
STILL: Final = 0.05  # a paste is complete after this many seconds without a key
MARKED, UNMARKED = "\033[?2004h", "\033[?2004l"  # ask for marks around pastes, or for none
TOP, BELOW = "\033[H", "\033[J"  # goes to the top of the screen; erases all below the cursor
LEAST: Final = 9  # the fewest lines into which a board is folded
# The keys that bring out the hand: down, right, left, and to the start
HAND: Final = "\x1b[B \x1bOB \x1b[C \x1bOC \x1b[D \x1bOD \x1b[H \x1bOH \x1b[1~".split()
CLEAR: Final = "\033[H\033[2J\033[3J"  # clears the screen and the scrollback


class Resized(Exception):
    """The size of the screen has changed while a page of messages was read."""


class Frame(NamedTuple):
    """The layout of a screen: the lines of the board, and the lines below it."""

    size: terminal_size
    board: list[str]
    below: list[str]
    unseen: int  # how many of the lines `below` have no room

    def pages(self) -> list[str]:
        """Return texts that paint only the lines below the board, one text for each screen."""
        pages, left = list[list[str]](), 0
        for line in self.below:
            left -= (rows := rows_of(line, self.size.columns))
            if left < 0:
                pages.append([])
                left = max(1, self.size.lines - 2) - rows
            pages[-1].append(line)
        return [self.painted(page) for page in pages]

    def painted(self, lines: Sequence[str]) -> str:
        """Return the text that paints `lines` at the top of the screen, and erases all else."""
        rows = []
        for line in lines:
            width = len(unstyle(line))
            # After a full row the cursor is on its last letter, which END_OF_LINE would erase.
            is_full = width and width % self.size.columns == 0
            rows.append(f"{line}\n" if is_full else f"{line}{END_OF_LINE}\n")
        return f"{TOP}{''.join(rows)}{BELOW}"


def rows_of(line: str, columns: int) -> int:
    """Return how many rows of the screen `line` takes."""
    return max(1, -(-len(unstyle(line)) // columns))


class Painter:
    """Makes the text that paints the board and the messages below it; it writes nothing."""

    def __init__(self) -> None:
        self.board = ""
        self._folded: Folded | None = None
        self.said: list[str] = []  # the messages since the last command
        self.crowded = False  # is there no room for the line that repeats the command?
        self.fresh = True  # must the screen scroll, to save its text from the next picture?
        self.over = False  # does the board show a finished game, and so stay on the screen?
        # shows the hand on the lines of a board, and removes the tags; None if no hand is shown
        self.dress: Callable[[list[str]], list[str]] | None = None
        self._before: list[str] = []  # earlier commands and their answers, not read yet
        self._typed = ""
        self.meant: list[str] = []  # the moves that the typed command stands for

    def show(self, board: str, folded: Folded | None = None) -> None:
        self.board, self._folded = board, folded
        self.fresh |= self.over
        self.over = False

    def begin(self, typed: str = "", columns: int = 0) -> None:
        """Remember `typed` as the text of the next command. Forget the messages that were read.

        If `columns` (the width of the screen) is not 0, nobody has read the messages: keep them.
        """
        self._before = [*self._before, *self._command(columns), *self.said] if columns else []
        self._typed = typed
        self.meant = []
        self.said = []

    def tell(self, news: str, said: list[str], keys: str, size: terminal_size) -> None:
        """Show the typed command, the end of `news`, the start of `said`, and `keys`.

        All these are below the board. The room on the screen goes first to the news, then to the
        command, then to `said`.
        """
        room = max(0, size.lines - len(self.board.splitlines()) - 1 - keys.count("\n"))
        told = news.splitlines(keepends=True)
        self.crowded = len(told) + bool(self._typed) > room
        told = told[max(0, len(told) - room) :]
        room -= len(told) + len(self._command(size.columns))
        rest = _told(said, size.columns)[:room]
        self.said = [*told, *(f"{line}\n" for line in rest), keys]

    def frame(self, size: terminal_size) -> Frame | None:
        """Lay out a screen of this `size`; return None if there is no board, or no room for it.

        The board is folded if the commands and answers below it need more room.
        """
        board = self.board.splitlines()
        wide = max([len(unstyle(line)) for line in board], default=0)
        if not 0 < len(board) <= max(LEFT, size.lines - LEFT) or wide > size.columns:
            return None
        texts = self._before + self._command(size.columns) + self.said
        below = _told(texts, size.columns)
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
        """Return the text that paints `frame` and leaves the cursor below it."""
        scrolled = "\n" * frame.size.lines if self.fresh else ""
        self.fresh = False
        board = self.dress(frame.board) if self.dress else frame.board
        return scrolled + frame.painted(board + frame.below[frame.unseen :])

    def _command(self, columns: int) -> list[str]:
        """Return a line with the typed command, and with its move if it was typed differently."""
        if not self._typed or self.crowded:
            return []
        meant = "; ".join(self.meant)
        told = f"  ({meant})" if meant not in ("", self._typed) else ""
        return [f"> {self._typed}{told}"[:columns] + "\n"]


def _told(texts: Sequence[str], columns: int) -> list[str]:
    """Return the lines of `texts`; each Fitted text is wrapped anew to `columns`."""
    fit = [fitted(text.whole, columns) if isinstance(text, Fitted) else text for text in texts]
    return "".join(fit).splitlines()


class TerminalConsole(Console):
    """A terminal, with editing, history and completion where they are available."""

    interactive = True
    write = Console.note  # writes at once

    def __init__(self, complete: Completer, in_place: bool = False) -> None:
        """Complete words with `complete`; with `in_place`, show boards at the top of the screen."""
        super().__init__(quiet=False)
        self._able = is_terminal(self._out) and capable()
        self.watched = all(map(is_terminal, (sys.stdin, self._out, self._err)))
        self.in_place = in_place and self._able and self.watched
        self._painter = Painter()
        self._keyboard = keyboard.Keyboard(sys.stdin)
        self._keyboard.others = lambda: self.link.files() if self.link and not self._alone else []
        reads = self._keyboard, complete, self._come_back, lambda: self.in_place
        self._editor = Editor(*reads) if self._able and keyboard.EDITS else None
        self._alone = ""  # the curtain, or the page, that fills the screen until Enter is pressed
        self._warning = ""  # what `warn` has said, until the next key
        self._in_pages = False  # are the new messages read page by page?
        self._prompted = False
        self._paged = False  # is the text that the pager showed still on the screen?
        self._progress_due = inf  # when to show the progress again, after an animation is skipped
        self._waited = False  # had lines been typed ahead when the last prompt was shown?
        self._ahead = ""  # text typed ahead: after the last command, or instead of Enter
        self._begun = ""  # the line that news have interrupted
        self._by_news = False  # is the screen painted because of news?
        self._size = screen_size()
        self.hand: Any = None  # what `find_hand` has loaded

    def say(self, text: str) -> None:
        super().say(text)
        self._painter.said.append(text)

    def note(self, text: str) -> None:
        if self.in_place:
            self.say(text)
        else:
            self.write(text)

    def show(self, board: str, news: str = "", folded: Folded | None = None) -> None:
        self._said.append(self._gap + news + board)
        self._painter.show(board, folded)
        self._painter.said.append(news)

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        space = "\n" * max(0, room - news.count("\n"))
        over_prompt = f"\r{END_OF_LINE}" if self._prompted and self.by_keys and self.watched else ""
        self._said.append(over_prompt + space + news + board)
        self._painter.show(board + news + space)
        self._prompted = False

    def flush(self) -> None:
        if self._painter.dress is not None:  # a board that was not painted still has its tags
            self._said[:] = [TAG.sub("", text) for text in self._said]
        super().flush()

    def keep(self) -> None:
        self._painter.over = True

    def show_meaning(self, move: str) -> None:
        self._painter.meant.append(move)

    def warn(self, text: str) -> None:
        self.note(text)
        self._keyboard.pasting = False
        if self.in_place:
            self._warning = text
            if self._editor is not None:
                self._editor.on_key = self._drop_warning

    def _drop_warning(self) -> None:
        """Take the warning off the screen, because something was typed after it."""
        warning, self._warning = self._warning, ""
        if warning in self._painter.said:
            self._painter.said.remove(warning)
            if not self._alone:
                self._show_screen()
                if self._editor is not None and not self.by_keys:
                    self._editor.show_line()

    def end_line(self) -> None:
        if self.in_place:
            self._said.append("\n")
        else:
            self.write("\n")

    def has_begun_line(self) -> bool:
        if self.in_place and not self._warning:
            return True  # what was typed since has taken the warning away
        return self._editor is not None and bool(self._editor.text)

    def curtain(self, text: str, answer: bool = False) -> str | None:
        """Clear the screen, show `text` until Enter is pressed, and clear the screen again.

        Return the line that was typed, or None at the end of the input. Text that was typed
        ahead may be somebody else's: it does not open the curtain, but begins a line for editing.
        Such text is dropped if this terminal cannot edit lines, or if the curtain asks for an
        `answer`.
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
        # text from the editor is always printable
        shown = typed if self._editor is not None else printable(typed)
        self._painter.begin(shown, screen_size().columns if self._waited else 0)

    def thinking(self, says: str = THINKS) -> AbstractContextManager[None]:
        if not (self._able and self.watched):
            return nullcontext()
        # Without `in_place` the dots stand still: a screen reader would read them for ever.
        return self.sign_of_life(self.write, self.in_place, says)

    def progress(self, text: str) -> None:
        super().progress(text)
        if monotonic() > self._progress_due:
            self._progress_due = monotonic() + keyboard.GLANCE
            self.write(f"\r{text} ...{END_OF_LINE}")

    @contextmanager
    def scene(
        self, pace: float, stopped: bool = False, skips: bool = False
    ) -> Iterator[Show | None]:
        shown = self.in_place and self.typed_alone()  # pasted lines would act as keys
        with self._keyboard.single_keys() if shown else nullcontext(False) as readable:
            if not readable:
                yield None
                return
            painter = self._painter
            said = painter.said[:]

            def paint(board: str, news: str, keys: str) -> None:
                self._said.append(news)
                self.redraw(board)
                painter.tell(news, said, keys, screen_size())
                self._show_screen()

            def show(board: str, news: str, times: int) -> bool:
                goes_on = showing(board, news, times)
                if not (goes_on or stopped or skips):
                    painter.said = [*said, "Playing on to the end; Ctrl-C stops it.\n"]
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
                    self.write(f"\r{END_OF_LINE}")

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
            text = "".join(lines)
        self.say(text)

    def _show_screen(self, frame: Frame | None = None) -> None:
        """Paint `frame`; without a frame, lay out the screen. If no board fits, write the texts."""
        if frame := frame or self._frame():
            self._said[:] = [self._painter.picture(frame)]
        else:
            self._painter.fresh = True
            if self._painter.dress:
                self._painter.dress([])  # no spot is on the screen
        self._paged = False
        self.flush()

    def _frame(self, size: terminal_size | None = None) -> Frame | None:
        """Lay out the screen for `size` (default: its present size); None if this is impossible."""
        if not self.in_place or self._paged:
            return None
        return self._painter.frame(size or screen_size())

    def end(self) -> None:
        self._keyboard.hear(False)
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
            self._said.append(self._painter.board or "".join(self._painter.said))
            self._show_screen()
        self.write(MARKED * self.by_keys + prompt)

    def typed_alone(self) -> bool:
        return not (self._ahead or self._waited or self._keyboard.waits())

    def _next_line(self, prompt: str, by_key: bool = False) -> str | None:
        self.on_wait()
        line: str | None = self._ahead
        self._ahead = ""
        self._remade()
        frame, begun, self._begun = self._frame(self._size), self._begun, ""

        def read_page(page: str) -> str | None:
            nonlocal begun
            self.flush()
            try:
                line, begun = self._typed_line(GO_ON, begun, by_key=True, alone=page), ""
            except Resized:
                begun = self._editor.text if self._editor else ""
                raise
            return line and line.strip()  # any text before Enter is the next line

        if not line and self._has_pages(frame):
            line, frame = self._read_pages(read_page), None
        self._show_screen(frame)
        return self._typed_line(prompt, begun, by_key=by_key) if line == "" else line

    def _has_pages(self, frame: Frame | None) -> bool:
        """Must a person read the new messages in pages, because `frame` has no room for them?

        While lines that were typed ahead wait for an answer, there are no pages.
        """
        by_news, self._by_news = self._by_news, False
        if frame is None or not frame.unseen or not frame.below or by_news:
            return False
        return not self._keyboard.waits(STILL if self._waited else 0)

    def _read_pages(self, read: Callable[[str], str | None]) -> str | None:
        """Call `read` with each page of the new messages, until it returns None or a line of text.

        `read` raises Resized if the size of the screen changes. If all messages fit after that,
        keep them; otherwise, forget them at the end.
        """
        line: str | None = ""
        at, count, is_read = 0, 1, True
        self._in_pages = True
        try:
            while (frame := self._frame()) and frame.unseen and line == "":
                pages = frame.pages()
                at, count = at * len(pages) // count, len(pages)
                with suppress(Resized):
                    while at < count and line == "":
                        self._said[:] = [pages[at]]
                        line = read(pages[at])
                        at += 1
                    return line
            is_read = False
            return line
        finally:
            self._in_pages = False
            if is_read:
                self._painter.begin()

    def _typed_line(
        self, prompt: str, begun: str = "", by_key: bool = False, alone: str = ""
    ) -> str | None:
        """Show the prompt and the `begun` line; return the finished line, or None at the end.

        The end is that of the input. With `by_key`, the space bar alone counts as Enter. `alone` is
        the text that fills the screen meanwhile; it is '' if the screen shows the board.
        """
        out = self._painter.dress is not None
        self._waited = not out and self._keyboard.waits()  # keys of the hand are no lines
        self._alone = alone
        try:
            if self._editor is not None:
                served = self.at_board and self.find_hand is not None and not alone
                self._editor.by_hand = self._by_hand if served else None
                self._editor.on_text = self.on_text if served else None
                self._editor.hears = served and bool(out if self.mouse is None else self.mouse)
                by_key = by_key and not begun and not self._waited
                return self._editor.read(prompt, begun, by_key, self._glance)
            self.write(prompt)
            while self.link and not alone and not self._keyboard.waits(keyboard.GLANCE):
                if self.link.attend():
                    raise News
            with keyboard.signals_noticed():
                line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line
        except (EOFError, OSError):  # Ctrl-D, or the terminal is gone
            self.end_line()
            return None
        except KeyboardInterrupt:
            if self.hand is not None:
                self.hand.put_back()
            raise
        finally:
            self._alone = ""

    def _by_hand(self, key: str) -> str | None:
        """Let the hand obey `key`; return the line that `key` types.

        Return '' if `key` types no line, and None if it is no key of the hand.
        """
        if self.hand is None:
            wakes = key in HAND or self.mouse and key.startswith(keyboard.MICE)
            self.hand = self.find_hand() if self.find_hand and wakes else None
        if self.hand is None:
            return None
        found: str | None = self.hand.press(key)
        if self._editor is not None:
            out = self._painter.dress is not None
            self._editor.hears = bool(out if self.mouse is None else self.mouse)
        return found

    def dressed(self, dress: Callable[[list[str]], list[str]] | None) -> list[str]:
        """Let `dress`, if any, change each board before it is painted; return the board's lines."""
        self._painter.dress = dress
        over, self._painter.over = self._painter.over, False
        self.on_resize()
        self._painter.over = over
        self._said.clear()
        frame = self._frame()
        return frame.board if frame else []

    def forget(self) -> None:
        """Leave all earlier messages out of the next picture."""
        self._painter.begin()

    def paint(self) -> None:
        """Paint the screen again while a line is edited."""
        self._show_screen()
        if self._editor is not None:
            self._editor.show_line()

    def _glance(self) -> None:
        if self._in_pages and self._remade():
            raise Resized
        if self.link and not self._alone and self.link.attend():
            self._begun, self._by_news = self._editor.text if self._editor else "", True
            raise News
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
