"""What a text player shows on, and who is told of its game: screen, recorders, and the diary."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from cardgames.model.errors import (
    CardGameError,
    IllegalMove,
    KeepingError,
    ScriptError,
    printable,
)
from cardgames.model.game import Game
from cardgames.play.session import Recorder, Session
from cardgames.text.console import ROOM, Console
from cardgames.text.look import Look
from cardgames.text.wording import COLUMNS, fitted, folded, narrow_text

KEPT: Final = "kept"
"""The attribute of an exception that says what is kept of the game that it has ended."""
UNSAVED: Final = "Nothing of the game is kept but what 'save' or --record has written."
DOUBTFUL: Final = "The last moves of the game are perhaps not kept."


class Screen:
    """Shows boards, news and errors at a console, in lines that fit its width."""

    def __init__(self, console: Console, look: Look, needed: int) -> None:
        """Show texts at CONSOLE, with cards in LOOK; the board is NEEDED columns wide."""
        self.console = console
        self.look = look
        self._needed = needed
        self.shown: Game | None = None
        """The position shown last; None to show the board even if it is the same."""
        self.remarks: list[str] = []
        """Lines to show with the next board, below the news."""

    def say(self, text: str) -> None:
        """Show a text."""
        self.console.say(self._fitted(text))

    def refer(self, text: str) -> None:
        """Show a text of reference."""
        self.console.refer(self._fitted(text))

    def _fitted(self, text: str) -> str:
        return fitted(folded(text) if self.console.interactive else text, self.look.columns)

    def note(self, text: str) -> None:
        """Show an error, or the end of a patience."""
        columns = self.look.columns
        if self.console.interactive:  # an error may be longer than the 80 columns of other texts
            columns = min(columns, COLUMNS - 1)
        self.console.note(fitted(text, columns))

    def remark(self, text: str) -> None:
        """At a terminal, show TEXT with the next board; elsewhere, show it among the errors."""
        if text and self.console.interactive:
            self.remarks.append(text)
        elif text:
            self.note(text)

    def complain(self, line: str) -> None:
        """Show an error at once; after a single key, with the next picture."""
        if self.console.by_keys and self.console.typed_alone():
            self.remarks.append(line)
        else:
            self.note(line)

    def line(self, error: CardGameError, where: str = "") -> str:
        """Return the line for an error, with cards in this look; WHERE is its place in a script."""
        return f"Error: {where}{printable(error.text(self.look.plain))}\n"

    def show(self, game: Game, board: str, news: list[str], draw: Callable[[], str]) -> None:
        """Show the BOARD of the position GAME, and the NEWS, in one write.

        If they have no room, DRAW draws the board alone again, folded.
        """

        def smaller(lines: int) -> str:
            """Return the board for a place of so many LINES."""
            before, self.look.lines = self.look.lines, lines + ROOM
            try:
                return draw()
            finally:
                self.look.lines = before

        told = fitted("".join(news), self.look.columns) if news else ""
        self.console.show(board, told, smaller)
        self.shown = game

    def measure(self) -> None:
        """Take the present width of the terminal; add a remark if it has become too narrow."""
        self.look.lines = self.console.lines()
        columns = self.console.columns()
        if columns != self.look.columns:
            self.look.columns = columns
            self.remarks += [narrow] if (narrow := self.narrow()) else []

    def narrow(self) -> str:
        """Say that the terminal is too narrow for the board; '' if it is not."""
        return "" if self.look.spoken else narrow_text(self._needed, self.look.columns)

    @contextmanager
    def breakable(self, stopped: str) -> Iterator[None]:
        """Give a sign of life while the block thinks; Ctrl-C at a terminal breaks it off.

        That raises IllegalMove, which says that it was STOPPED.
        """
        try:
            with self.console.thinking():
                yield
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            raise IllegalMove(stopped) from None


class Recording:
    """The recorders of a game; one that fails is dropped, with a message, and the game goes on."""

    def __init__(self, recorders: Iterable[Recorder], screen: Screen) -> None:
        self.recorders = list(recorders)
        self.status = 0
        """The exit status of a game in which only recorders failed."""
        self._screen = screen

    @contextmanager
    def going(self, session: Callable[[], Session]) -> Iterator[None]:
        """Record the game during the block, and end recording after it; raises ScriptError.

        A fault of the program gets an attribute that says what is kept of the game.
        """
        for recorder in self.recorders:
            self._screen.remark(recorder.record(session()))
        console = self._screen.console
        console.on_wait = lambda: self.update(session(), sync=True)
        left, fault = False, None
        try:
            yield
            left = True
        except (CardGameError, OSError):
            raise
        except Exception as error:
            left, fault = True, error
        finally:
            try:
                lines = self._told(lambda one: one.record(session()) + one.close(left))
            except Exception as error:
                setattr(error, KEPT, DOUBTFUL)
                raise
            self.recorders.clear()
            for line in [] if fault else lines:
                self._screen.note(line)
        if fault:
            if console.by_keys:
                console.end_line()
            console.flush()
            setattr(fault, KEPT, " ".join("".join(lines).split()) or UNSAVED)
            raise fault

    def update(self, session: Session, sync: bool = False) -> None:
        """Record the changes of SESSION; with SYNC, make them safe from a power failure."""

        def write(recorder: Recorder) -> str:
            told = recorder.record(session)
            if sync:
                recorder.sync()
            return told

        for line in self._told(write):
            self._screen.complain(line)

    def unkept(self) -> str:
        """Return a message for a person who would lose something by leaving now, or ''."""
        return "".join(recorder.unkept() for recorder in self.recorders)

    def _told(self, write: Callable[[Recorder], str]) -> list[str]:
        """Return the messages when each recorder does WRITE; drop those that fail."""
        told = []
        for recorder in self.recorders[:]:
            try:
                told.append(write(recorder))
            except (ScriptError, KeepingError) as error:
                self.recorders.remove(recorder)
                self.status = self.status or recorder.status
                told.append(self._screen.line(error))
        return [line for line in told if line]


class Account(NamedTuple):
    """What only the one who keeps the games can say at the end of one."""

    seconds: int
    """The time that the game took."""
    standing: str
    """A line that compares the game with earlier ones; '' without any."""
