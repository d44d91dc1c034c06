"""Recording: what goes along with a session, and writes down what is played."""

from collections.abc import Iterable

from cardgames.model.errors import ScriptError
from cardgames.play.session import Session


class Recorder:
    """Goes along with a session, and writes down what is played."""

    status = 0
    """The exit status of a game in which nothing failed but this recorder."""

    def record(self, session: Session) -> str:
        """Write down what happened in SESSION; return what a person should know, or ''.

        Raises ScriptError if that cannot be; then nothing more is recorded.
        """
        raise NotImplementedError

    def sync(self) -> None:
        """Make sure that what is recorded outlasts a power failure; raises ScriptError."""

    def close(self, left: bool) -> str:
        """End recording; return what a person who LEFT the game should know, or ''.

        Raises ScriptError.
        """
        return ""


class Recording:
    """The recorders of a session; one that fails is dropped, and the game goes on."""

    def __init__(self, recorders: Iterable[Recorder]) -> None:
        """Record by RECORDERS."""
        self.recorders = list(recorders)
        self.status = 0
        """The exit status that the recorders which failed give to a game without other faults."""

    def begin(self, session: Session) -> list[str]:
        """Begin to record SESSION; return what a person should know.

        Raises ScriptError if a recorder cannot begin.
        """
        return [recorder.record(session) for recorder in self.recorders]

    def update(self, session: Session, sync: bool = False) -> list[str | ScriptError]:
        """Record what happened in SESSION; return what a person should know, and what failed.

        With SYNC, make sure that it outlasts a power failure.
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
        """Record the rest, and close; LEFT tells whether the person left the game.

        Return what a person should know, and what failed.
        """
        told: list[str | ScriptError] = []
        for recorder in self.recorders[:]:
            try:
                told.append(recorder.record(session) + recorder.close(left))
            except ScriptError as error:
                told.append(self._failed(recorder, error))
        self.recorders.clear()
        return [line for line in told if line]

    def _failed(self, recorder: Recorder, error: ScriptError) -> ScriptError:
        """Drop a RECORDER that failed."""
        self.recorders.remove(recorder)
        self.status = self.status or recorder.status
        return error
