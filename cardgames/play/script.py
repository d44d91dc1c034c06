"""Scripts, which are text files of games, and functions that replace and lock files safely.

A script is plain text: one command on each line, blank lines and remarks (#). If the program wrote
the script, the first remark is the shell command that deals the game.
"""

import os
import re
import shlex
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EILSEQ, EINVAL
from io import FileIO
from stat import S_ISDIR, S_ISREG
from time import sleep
from typing import Final, NamedTuple

from cardgames.model.cards import UNWIDE
from cardgames.model.errors import CardGameError, KeepingError, ScriptError, printable
from cardgames.model.game import Setup
from cardgames.play.session import Recorder, Session, uninterrupted

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

LARGEST: Final = 1 << 26  # the largest size of a script, in bytes
STANDARD_INPUT: Final = "-"  # the file name that stands for standard input or output
HANDED_OVER: Final = ("/dev/fd/", "/dev/stdin", "/proc/")  # how the names of shell pipes begin
STOPPED: Final = "nothing more is recorded"
NO_FILE: Final = "-: it means standard input or output, and './-' the file of that name"


class Script(NamedTuple):
    setup: Setup
    lines: list[str]
    name: str  # the name of the file, for messages


class Scripts:
    def __init__(self, read_setup: Callable[[str], Setup], only_own: bool = False) -> None:
        """Use `read_setup` to read the first remark of a script; it may raise CardGameError.

        With `only_own`, replace only files that this object has written, and make no hidden files.
        """
        self._read_setup = read_setup
        self._only_own = only_own
        self._own: dict[str, tuple[int, ...]] = {}  # the state of each written file, by its path

    def read(self, name: str) -> Script:
        """Read the script in a file; raises ScriptError."""
        if name == STANDARD_INPUT:
            raise ScriptError(f"cannot read {NO_FILE}")
        with failing("read", name, ScriptError):
            data = bytes_of(name, LARGEST)
        return self.parse(data, name)

    def parse(self, data: bytes, name: str) -> Script:
        """Return the script in the data of a file; raises ScriptError."""
        if len(data) > LARGEST:
            raise ScriptError(f"{name} is too large to be a script")
        with failing("read", name, ScriptError):
            text = decoded(data, name)
        lines = text.removesuffix("\n").split("\n")
        number = next((i for i, line in enumerate(lines) if line.strip()), 0)
        try:
            return Script(self._read_setup(lines[number].strip()), lines, name)
        except CardGameError as error:
            raise ScriptError(f"{name}, line {number + 1}: {error}") from None

    def write(self, name: str, text: str, overwrite: bool = False) -> None:
        """Write a script to a file, whole or not at all; raises ScriptError.

        A file that is no script is replaced only with `overwrite`; a folder or a device is never
        replaced.
        """
        check_name(name)
        # Does the name itself, before links are followed, contain a hidden folder or file?
        parts = name.replace(os.altsep or os.sep, os.sep).split(os.sep)
        hidden = any(part.startswith(".") and part not in (".", "..") for part in parts)
        if self._only_own and hidden:
            own = "a script makes no hidden file, and none in a hidden folder"
            raise ScriptError(f"cannot write {name}: {own}, unless --allow-overwrite is given")
        with failing("write", name, ScriptError):
            target = real_name(name)
            if os.path.exists(target):
                self._check_replaceable(target, name, overwrite)
            with replacing(target, text) as part:
                written = _state(part)
            self._own[target] = written

    def _check_replaceable(self, target: str, name: str, overwrite: bool) -> None:
        if not os.path.isfile(target):
            raise ScriptError(f"{name} is not a regular file: a script cannot be written there")
        if is_locked(target):
            raise ScriptError(f"a game is being recorded to {name}: choose another file")
        if self._only_own and self._own.get(target) != _state(target):
            own = "a script replaces only what it has written itself"
            raise ScriptError(f"{name} exists: {own}, unless --allow-overwrite is given")
        if not overwrite and os.path.getsize(target):
            try:
                self.read(target)
            except ScriptError:
                advice = f"save {shlex.quote(name)} overwrite"
                exists = f"{name} exists and is not a script"
                raise ScriptError(f"{exists}: '{advice}' replaces it") from None


def _state(path: str) -> tuple[int, ...]:
    """Return numbers that change when another program writes the file."""
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def real_name(name: str) -> str:
    """Return the path of a file, without '~' and links."""
    return os.path.realpath(os.path.expanduser(name))


def bytes_of(name: str, most: int) -> bytes:
    """Return the bytes of a file, at most `most` + 1 of them; raises OSError."""
    path = os.path.expanduser(name)
    check_readable(path)
    with open(path, "rb") as file:
        return file.read(most + 1)


def decoded(data: bytes, name: str, errors: str = "backslashreplace") -> str:
    """Return the text of a file in UTF-8, with or without byte order marks.

    Raises OSError for UTF-16, which some editors and shells of Windows write, and for UTF-32.
    """
    if data[:4] in (BOM_UTF32_LE, BOM_UTF32_BE):
        raise OSError(EILSEQ, "it is text in UTF-32: save it as UTF-8", name)
    if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        raise OSError(EILSEQ, "it is text in UTF-16: save it as UTF-8", name)
    return data.decode("utf-8", errors).lstrip(UNWIDE)


def check_readable(name: str) -> None:
    """Raise OSError for a device, and for a pipe that no shell made: reading them may not end."""
    mode = os.stat(name).st_mode
    if not (S_ISREG(mode) or S_ISDIR(mode) or os.path.abspath(name).startswith(HANDED_OVER)):
        reason = "it is a pipe or a device, and only one in /dev/fd, /dev/stdin or /proc is read"
        raise OSError(EINVAL, reason, name)


def check_name(name: str) -> None:
    """Check that a file may have this name; raises ScriptError."""
    if not name:
        raise ScriptError("cannot write a file without a name")
    if name == STANDARD_INPUT:
        raise ScriptError(f"cannot write {NO_FILE}")
    # These characters control a terminal or end a line. A file name has them only by mistake or
    # malice, and could then change what a listing of its folder shows.
    if found := re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
        reason = f"a name may hold no control character such as {printable(found[0])}"
        raise ScriptError(f"cannot write {name}: {reason}")


@contextmanager
def failing(what: str, name: str, kind: type[CardGameError] = KeepingError) -> Iterator[None]:
    """Turn an OSError or ValueError of the block into a `kind` error: 'cannot read FILE: ...'."""
    try:
        yield
    except CardGameError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise kind(f"cannot {what} {name}: {reason}") from None


@contextmanager
def replacing(target: str, text: str) -> Iterator[str]:
    """Yield the name of a new file with this text, then rename it to `target`; raises OSError."""
    folder, name = os.path.split(target)
    part = os.path.join(folder, f".{name[:40]}.{os.urandom(4).hex()}")
    with uninterrupted():
        try:
            with open(part, "xb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                os.chmod(part, os.stat(target).st_mode & 0o777)
            yield part
            os.replace(part, target)
        except BaseException:
            with suppress(OSError):  # the folder may be gone
                os.unlink(part)
            raise


def lock(file: int, kind: str = "LOCK_EX") -> bool:
    """Lock an open file until it is closed; return False if another program has it locked."""
    for _ in range(3):  # `is_locked` locks a file for a moment, too, so a try may fail.
        try:
            if fcntl is not None:
                fcntl.flock(file, getattr(fcntl, kind) | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            sleep(0.01)
        except OSError:  # the file system has no locks
            return True
    return False


def is_locked(name: str) -> bool:
    """Has another program locked the file or, on Windows, opened it?"""
    try:
        if os.name == "nt":
            os.rename(name, name)  # Windows renames no file that is open.
            return False
        with open(name, "rb") as file:
            return not lock(file.fileno(), "LOCK_SH")
    except OSError:
        return os.name == "nt"


class Journal(Recorder):
    """Keeps a file identical to a session's script while the session is played."""

    def __init__(self, name: str, over: bool = False) -> None:
        """Open a file; raises ScriptError if the file is not empty, unless `over` is True."""
        self._name = name
        self._log: list[str] | None = None
        self._setup: Setup | None = None
        self._recorded = 0  # the number of lines of the log that are in the file
        self._told = False  # Was it said that the file was gone?
        self._synced = True
        with failing("write", name, ScriptError):
            self._target = real_name(name)
            self._made = not os.path.exists(self._target)
            if not self._made and not os.path.isfile(self._target):
                raise ScriptError(f"{name} is not a regular file: nothing can be recorded there")
            self._hold(FileIO(self._target, "a"))
            locked, found = lock(self._file.fileno()), os.stat(self._target)
            if not locked or not os.path.samestat(found, self._held):
                fault = f"another program records to {name}: choose another file"
            elif self._size and not over:
                fault = f"{name} is not empty: --record-over replaces it"
            else:
                return
            self._file.close()
            raise ScriptError(fault)

    def record(self, session: Session) -> str:
        told, same = "", session.log is self._log and session.setup is self._setup
        with self._closed_if_failing():
            try:
                found = os.stat(self._target)
            except FileNotFoundError:
                gone = f"{self._name} was moved or deleted: it is written anew.\n"
                told, self._told = "" if self._told else gone, True
                self._replace(session.script())
            else:
                if not os.path.samestat(found, self._held) or found.st_size != self._size:
                    raise ScriptError(f"{self._name} was changed by another program")
                if same:
                    self._append("".join(f"{line}\n" for line in session.log[self._recorded :]))
                elif self._size:
                    self._replace(session.script())
                else:
                    self._append(session.script())
        self._log, self._setup, self._recorded = session.log, session.setup, len(session.log)
        return told

    def sync(self) -> None:
        if not self._synced:
            with self._closed_if_failing():
                os.fsync(self._file.fileno())
            self._synced = True

    def close(self, left: bool = True) -> str:
        self.sync()
        with self._closed_if_failing():
            self._file.close()
        return ""

    @contextmanager
    def _closed_if_failing(self) -> Iterator[None]:
        """If the block fails, close the file and raise ScriptError: nothing more is recorded."""
        try:
            with failing("write", self._name, ScriptError):
                yield
        except ScriptError as error:
            with suppress(OSError):
                self._file.close()
            raise ScriptError(f"{error}: {STOPPED}") from None

    def _hold(self, file: FileIO) -> None:
        self._file = file
        self._held = os.fstat(file.fileno())
        self._size = self._held.st_size

    def _replace(self, text: str) -> None:
        with replacing(self._target, text) as part:  # lock the new file before it can be found
            if os.name == "nt":  # Windows replaces no file that is open
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
        """Add a text to the file; if that fails, keep only the lines that were written whole."""
        data, written = text.encode(), 0
        try:
            while written < len(data):
                written += self._file.write(data[written:])
                self._synced = False
        except OSError:
            size = self._size + data.rfind(b"\n", 0, written) + 1
            with suppress(OSError):
                self._file.truncate(size)
                if self._made and not size:
                    os.unlink(self._target)
            raise
        self._size += len(data)
