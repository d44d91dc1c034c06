"""The record of a game while it is played in text."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from cardgames.model.errors import CardGameError, KeepingError, ScriptError
from cardgames.play.session import Recorder, Session
from cardgames.text.screen import Screen

KEPT: Final = "kept"
"""The attribute of an exception that says what is kept of the game that it has ended."""
UNSAVED: Final = "Nothing of the game is kept but what 'save' or --record has written."
DOUBTFUL: Final = "The last moves of the game are perhaps not kept."


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
