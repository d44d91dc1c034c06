"""Recorders, which write down a session while it is played; each kind has its own module."""

from collections.abc import Iterable

from cardgames.model.errors import ScriptError
from cardgames.play.session import Session


class Recorder:
    """Writes down a session while it is played."""

    status = 0
    """The exit status of a game in which only this recorder failed."""

    def record(self, session: Session) -> str:
        """Write down the changes of SESSION; return a message for the person, or ''.

        Raises ScriptError on failure; then nothing more is recorded.
        """
        raise NotImplementedError

    def sync(self) -> None:
        """Make the record safe from a power failure; raises ScriptError."""

    def close(self, left: bool) -> str:
        """End recording; return a message for the person, or ''. Raises ScriptError.

        LEFT says whether the game ended in order, and not by an error or a signal.
        """
        return ""


class Recording:
    """The recorders of a session; one that fails is dropped, and the game goes on."""

    def __init__(self, recorders: Iterable[Recorder]) -> None:
        """Record with RECORDERS."""
        self.recorders = list(recorders)
        self.status = 0
        """The exit status of a game in which only recorders failed."""

    def begin(self, session: Session) -> list[str]:
        """Begin to record SESSION; return messages for the person. Raises ScriptError."""
        return [recorder.record(session) for recorder in self.recorders]

    def update(self, session: Session, sync: bool = False) -> list[str | ScriptError]:
        """Record the changes of SESSION; return messages for the person, and errors.

        With SYNC, make the records safe from a power failure.
        """
        told: list[str | ScriptError] = []
        for recorder in self.recorders[:]:
            try:
                told.append(recorder.record(session))
                if sync:
                    recorder.sync()
            except ScriptError as error:
                told.append(self._failed(recorder, error))
        return [line for line in told if line]

    def end(self, session: Session, left: bool) -> list[str | ScriptError]:
        """Record the rest and close, as `Recorder.close` does; return messages and errors."""
        told: list[str | ScriptError] = []
        for recorder in self.recorders[:]:
            try:
                told.append(recorder.record(session) + recorder.close(left))
            except ScriptError as error:
                told.append(self._failed(recorder, error))
        self.recorders.clear()
        return [line for line in told if line]

    def _failed(self, recorder: Recorder, error: ScriptError) -> ScriptError:
        """Drop RECORDER, which failed, and return its ERROR."""
        self.recorders.remove(recorder)
        self.status = self.status or recorder.status
        return error
