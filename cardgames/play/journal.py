"""A journal: the file of `--record`, which holds at every moment what was played, as a script.

Each line is written as soon as it was played. The file stays open, and locked, so that nobody else
writes it. Should it become another in spite of that, it is left alone.
"""

import os
from contextlib import suppress
from io import FileIO
from typing import Final

from cardgames.model.errors import ScriptError
from cardgames.model.game import Setup
from cardgames.play.script import cannot, lock, real_name, replacing, uninterrupted
from cardgames.play.session import Recorder, Session

STOPPED: Final = "nothing more is recorded"
GONE: Final = "was moved or deleted: it is written anew"


class Journal(Recorder):
    """Keeps a file equal to the script of a session while it is played."""

    status = 2

    def __init__(self, name: str, over: bool = False) -> None:
        """Open the file called NAME, which must be new or empty unless it is to be written OVER.

        Raises ScriptError.
        """
        self._name = name
        self._log: list[str] | None = None
        self._setup: Setup | None = None
        self._recorded = 0
        """The number of lines of the log that the file is up to."""
        self._told = False
        """Was it said that the file was gone?"""
        self._synced = True
        try:
            self._target = real_name(name)
            self._made = not os.path.exists(self._target)
            self._hold(self._opened(over))
        except (OSError, ValueError) as error:
            raise _refused(name, error) from None

    def record(self, session: Session) -> str:
        """Add what happened in SESSION since the last call; return what a person should know.

        Raises ScriptError if that cannot be; then the file is closed, and nothing more is recorded.
        """
        try:
            with uninterrupted():
                return self._bring_up_to(session)
        except (OSError, ValueError) as error:
            raise self._failed(error) from None

    def sync(self) -> None:
        """Make sure that the file outlasts a power failure; raises ScriptError as `record` does."""
        try:
            if not self._synced:
                os.fsync(self._file.fileno())
                self._synced = True
        except OSError as error:
            raise self._failed(error) from None

    def close(self, left: bool = True) -> str:
        """Let others have the file; raises ScriptError if it may not be whole."""
        self.sync()
        try:
            self._file.close()
        except OSError as error:
            raise self._failed(error) from None
        return ""

    def _opened(self, over: bool) -> FileIO:
        """Return the file, open and locked."""
        if not self._made and not os.path.isfile(self._target):
            raise ScriptError(f"{self._name} is not a regular file: nothing can be recorded there")
        file = FileIO(self._target, "a")
        try:
            held = os.fstat(file.fileno())
            if not lock(file.fileno()) or not os.path.samestat(held, os.stat(self._target)):
                raise ScriptError(f"another program records to {self._name}: choose another file")
            if held.st_size and not over:
                raise ScriptError(f"{self._name} is not empty: --record-over replaces it")
        except BaseException:
            file.close()
            raise
        return file

    def _hold(self, file: FileIO) -> None:
        """Take FILE for the journal's from now on."""
        self._file = file
        self._held = os.fstat(file.fileno())
        self._size = self._held.st_size

    def _bring_up_to(self, session: Session) -> str:
        told, same = "", session.log is self._log and session.setup is self._setup
        if not self._is_there():
            told, self._told = "" if self._told else f"{self._name} {GONE}.\n", True
            self._replace(session.script())
        elif not same and self._size:
            self._replace(session.script())
        else:
            new = "".join(f"{line}\n" for line in session.log[self._recorded :])
            self._append(new if same else session.script())
        self._log, self._setup, self._recorded = session.log, session.setup, len(session.log)
        return told

    def _is_there(self) -> bool:
        """Is the file there as it was left? Raises ScriptError if it has become another."""
        try:
            found = os.stat(self._target)
        except FileNotFoundError:
            return False
        if not os.path.samestat(found, self._held) or found.st_size != self._size:
            raise ScriptError(f"{self._name} was changed by another program")
        return True

    def _replace(self, text: str) -> None:
        """Make the file anew and whole; it is locked before anybody can find it."""
        with replacing(self._target, text) as part:
            if os.name == "nt":  # which renames no file that is open
                self._file.close()
            else:
                old, new = self._file, FileIO(part, "a")
                lock(new.fileno())
                self._hold(new)
                old.close()
        if self._file.closed:
            self._hold(FileIO(self._target, "a"))
        self._synced = True

    def _append(self, text: str) -> None:
        """Add TEXT to the file; if that fails, only whole lines of it."""
        data, written = text.encode(), 0
        try:
            while written < len(data):
                written += self._file.write(data[written:])
                self._synced = False
        except OSError:
            self._cut(self._size + data.rfind(b"\n", 0, written) + 1)
            raise
        self._size += len(data)

    def _cut(self, size: int) -> None:
        """Cut the file back to SIZE; to nothing if it would be a new and empty one."""
        with suppress(OSError):
            self._file.truncate(size)
            if self._made and not size:
                os.unlink(self._target)

    def _failed(self, error: Exception) -> ScriptError:
        """Close the file; return the error that says why nothing more is recorded."""
        with suppress(OSError):
            self._file.close()
        return ScriptError(f"{_refused(self._name, error)}: {STOPPED}")


def _refused(name: str, error: Exception) -> ScriptError:
    return error if isinstance(error, ScriptError) else ScriptError(cannot("write", name, error))
