"""A terminal at which a person types line by line; `live.py` has the one where a clock runs.

Where it can, the screen is painted before each prompt, with the board in its place; elsewhere what
was said since the last prompt is written below the rest.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EFBIG
from typing import Any, Final

from cardgames.text.console import PipeConsole, Show, capable, is_terminal, lenient, screen_size
from cardgames.text.keyboard import Completer, Keyboard
from cardgames.text.painter import Painter
from cardgames.text.watching import PLAYED_ON, Watching

CLEAR: Final = "\033[H\033[2J\033[3J"
"""Clears the screen and the scrollback."""


class TerminalConsole(PipeConsole):
    """A terminal, with editing, history and completion where they are available."""

    interactive = True

    def __init__(self, complete: Completer, in_place: bool = False) -> None:
        """Complete words with COMPLETE; show boards IN_PLACE at the top of the screen."""
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
        self._unread: str | None = None
        """A line that was typed where only Enter was asked for."""
        self._prompted = False
        self._paged = False
        """Does the pager's text stay on the screen?"""
        self._waited = False
        """Was there something typed before the last prompt was shown?"""

    def say(self, text: str) -> None:
        """Show what happened, or an answer, with the next screen."""
        super().say(text)
        self._painter.said += text

    def note(self, text: str) -> None:
        """Show an error, after all that was said."""
        if self.in_place:
            self.say(text)
        else:
            self._write(text)

    def _write(self, text: str) -> None:
        """Write a prompt, or an error, at the cursor."""
        super().note(text)

    def show(self, board: str, news: str = "") -> None:
        """Show a board, and the news since the last one."""
        self._said.append(self._gap + news + board)
        self._painter.show(board)
        self._painter.said += news

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        """Show a board with news beneath it, in at least ROOM lines, in the place of the last."""
        space = "\n" * max(0, room - news.count("\n"))
        over_prompt = "\r\033[K" if self._prompted and self.by_keys and self.watched else ""
        self._said.append(over_prompt + space + news + board)
        self._painter.show(board + news + space)
        self._prompted = False

    def keep(self) -> None:
        """Leave the last board on the screen, as its game has ended."""
        self._painter.keep()

    def mean(self, move: str) -> None:
        """Say that the command typed last means MOVE."""
        self._painter.mean(move)

    def end_line(self) -> None:
        """End the line that was being typed."""
        if self.in_place:
            self._said.append("\n")
        else:
            self.note("\n")

    def has_begun_line(self) -> bool:
        """Was something typed that Ctrl-C has dropped?"""
        return self._editor is not None and self._editor.has_begun_line()

    def columns(self) -> int:
        """Return the width of the terminal in columns."""
        return screen_size().columns

    def lines(self) -> int:
        """Return the height of the terminal in lines."""
        return screen_size().lines

    def curtain(self, text: str) -> None:
        """Clear the screen, show TEXT until Enter is pressed, and clear the screen again."""
        if self._editor is not None:
            self._editor.forget()
        self._painter.forget()
        clear = CLEAR if self._able else "\n" * screen_size().lines
        self._said.append(f"{clear}{text}\n")
        self._next_line("> ")
        self._said.append(clear)
        self.flush()
        self._painter.fresh = not self._able

    def pause(self, text: str) -> None:
        """Show TEXT, and wait until Enter is pressed; what is typed before that is read next."""
        self._unread = self._next_line(text)
        self._painter.begin()

    def read(self, prompt: str, enter: str = "") -> str | None:
        """Read the next line that is not blank or a remark; return None at the end of the input."""
        line = super().read(prompt, enter)
        if line is not None:
            self._painter.begin(line)
        return line

    @contextmanager
    def scene(self, pace: float) -> Iterator[Show | None]:
        """Begin an animation, in which each picture takes the place of the last one.

        Yield the function that shows a picture, for PACE seconds unless a key changes that, or None
        if the terminal cannot show animations.
        """
        said, watching = self._painter.said, Watching(self._keyboard.pressed, pace)

        def show(board: str, news: str, pictures: int) -> bool:
            """Show a picture for the time of PICTURES; return whether the animation goes on."""
            goes_on = None
            while goes_on is None:
                self._painter.said = said + watching.keys
                self.redraw(board, news)
                self._show_screen()
                goes_on = watching.wait(pictures)
            if not goes_on:
                self._painter.said = said + PLAYED_ON
                self._show_screen()
            return goes_on

        with self._keyboard.single_keys() as readable:
            if not readable or not self.in_place:
                yield None
                return
            self._keyboard.on_return = self._come_back
            try:
                yield show
            finally:
                self._painter.said = said

    def page(self, text: str) -> None:
        """Show a long text in the pager; it stays on the screen until the next command."""
        import click

        self._show_screen()
        click.echo_via_pager(text)
        self._painter.fresh = self._paged = True

    def _show_screen(self) -> None:
        """Paint the screen; where that cannot be, write all that was said since."""
        size = screen_size()
        if self.in_place and not self._paged and self._painter.fits(size):
            self._said[:] = [self._painter.picture(size)]
        else:
            self._painter.fresh = True
        self._paged = False
        self.flush()

    def _come_back(self) -> None:
        """Show the screen again, below what the shell has printed while the program was stopped."""
        self._painter.fresh = True
        self._said.append(self._painter.board)
        self._show_screen()

    def _typed_alone(self) -> bool:
        """Did a person type the last line, with none that waited before or after it?"""
        return not (self._waited or self._keyboard.waits())

    def _next_line(self, prompt: str) -> str | None:
        self.on_wait()
        self._show_screen()
        if self._unread and self._unread.strip():
            line, self._unread = self._unread, None
            return line
        self._waited = self._keyboard.waits()
        try:
            if self._editor is not None:
                typed: str = self._editor.read(prompt)
                return typed
            self._write(prompt)
            line = sys.stdin.readline()
        except (EOFError, OSError) as error:  # Ctrl-D, or the terminal is gone
            if getattr(error, "errno", None) == EFBIG:
                raise  # as it may have a line without an end
            line = ""
        if not line:
            self.end_line()
        return line or None


def _editor(complete: Completer, on_return: Callable[[], object]) -> Any:
    """Return what reads edited lines, or None if there is no readline."""
    try:
        from cardgames.text.editing import Editor
    except ImportError:
        return None
    return Editor(complete, on_return)
