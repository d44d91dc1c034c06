"""The files of the diary: their owners, their locks, and the leftovers of killed programs.

The program opens only regular files that the person owns. It waits for a lock only for a limited
time; then it says which program has the lock, and goes on without the diary. A game that cannot be
written to the diary is kept in a journal, which is a separate file. The next program that can write
to the diary moves the game there. Connections to SQLite are opened here, too.
"""

import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from errno import EINTR, EINVAL
from glob import escape, glob
from time import monotonic, sleep, time
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cardgames.model.errors import KeepingError, printable
from cardgames.play.script import lock
from cardgames.play.session import interrupted

if TYPE_CHECKING:
    from sqlite3 import Connection

LARGEST: Final = 1 << 30  # the largest file that is opened, in bytes: half a million games
LARGEST_JOURNAL: Final = 1 << 26  # the largest journal of a game
TEMPORARY: Final = ".diary-"  # how the names of temporary folders begin
DAY: Final = 86_400.0  # in seconds
MOMENT: Final = 2.0  # how many seconds mending waits for programs that read the damaged file
BRIEF: Final = 0.05  # how many seconds SQLite waits for a lock; signals are ignored meanwhile
BESIDE: Final = ("-wal", "-shm", "-journal")  # how the names of SQLite's files end
DAMAGE: Final = ("no such", "unsupported", "malformed", "decode")  # error words that mean damage
KINDS: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFLNK: "a link",
    stat.S_IFSOCK: "a socket",
}


class Refused(OSError):
    """A file is not opened; `strerror` tells the person why."""


class Locked(Refused):
    """Another program has the lock."""


class Damaged(Exception):
    """The file is a diary that cannot be read, or it is gone although there is a backup."""


class NoLibrary(KeepingError):
    """This Python has no sqlite3."""


def check_own(name: str, most: int = LARGEST, link: bool = True) -> os.stat_result | None:
    """Return the status of a file, or None if it does not exist.

    Raise Refused unless it is a regular file of at most `most` bytes that the person or the system
    owns. With `link`, a link to such a file is allowed, too.
    """
    try:
        found = os.stat(name, follow_symlinks=link)
    except (FileNotFoundError, NotADirectoryError):
        return None
    reason = ""
    if not stat.S_ISREG(found.st_mode):
        kind = KINDS.get(stat.S_IFMT(found.st_mode), "a device")
        reason = f"is {kind}, not a regular file: move it away"
    elif hasattr(os, "geteuid") and found.st_uid not in (os.geteuid(), 0):
        reason = "belongs to another user"
    elif found.st_size > most:
        reason = f"is larger than {most >> 20:,} MiB: move it away"
    if reason:
        raise Refused(EINVAL, f"{printable(os.path.basename(name))} {reason}")
    return found


class LimitedWait:
    """Waits, for a limited time, until another program unlocks a file or a folder.

    After it has waited for a file in vain, this program does not wait for that file again until it
    can use the file.
    """

    in_vain: ClassVar[set[str]] = set()  # what this program has waited for in vain
    usual = 2.0  # seconds

    def __init__(
        self, what: str, limit: float | None = None, tell: Callable[[], object] = lambda: None
    ) -> None:
        """Wait at most `limit` seconds for `what`; call `tell` if that takes longer than usual."""
        limit = self.usual if limit is None else limit
        self._what, self._tell = what, tell
        self._begun, self._limit = monotonic(), limit * (what not in self.in_vain)
        self._pause, self._told = 0.001, False

    def more(self) -> bool:
        """Wait a moment; return False if the time is over or a signal ends the program."""
        waited = monotonic() - self._begun
        if waited >= self._limit or interrupted():
            self.in_vain.add(self._what)
            return False
        if waited >= self.usual and not self._told:
            self._told = True
            self._tell()
        sleep(self._pause)
        self._pause = min(2 * self._pause, 0.005 if waited < 1 else 0.02)
        return True


def holder(names: Iterable[str]) -> str:
    """Return the name of the program that has locked one of these files, or 'another program'."""
    names, devices = [*names], dict[str, str]()  # of each file, by its number
    for name in names:
        with suppress(OSError):
            found = os.stat(name)
            device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
            devices[str(found.st_ino)] = device
    lines = _lines_of("/proc/locks")  # such as '1: FLOCK ADVISORY WRITE 2323 fe:00:2196001 0 EOF'
    for line in sorted(lines, key=lambda line: " WRITE " not in line):
        words = line.split()
        if len(words) < 6 or not words[4].isdecimal() or int(words[4]) == os.getpid():
            continue
        device, _, number = words[5].rpartition(":")
        # Some file systems have several numbers for a device; and of the programs of other people,
        # nobody can see the open files.
        if number in devices and (device == devices[number] or _has_open(words[4], names)):
            told = dict(line.split(":\t", 1) for line in _lines_of(f"/proc/{words[4]}/status")[:9])
            if "Name" in told:
                stopped = ", which is stopped," if told.get("State", "")[:1] in ("T", "t") else ""
                return f"process {words[4]} ({printable(told['Name'])}){stopped}"
    return "another program"


def _lines_of(name: str) -> list[str]:
    """Return the lines of a file in /proc; [] if this system has no such file."""
    try:
        with open(name, encoding="utf-8", errors="replace") as file:
            return file.read(LARGEST_JOURNAL).splitlines()
    except OSError:
        return []


def _has_open(process: str, names: Sequence[str]) -> bool:
    folder = f"/proc/{process}/fd"
    with suppress(OSError):
        return any(os.readlink(f"{folder}/{number}") in names for number in os.listdir(folder))
    return False


def sweep(folder: str, is_alone: bool) -> None:
    """Remove the temporary folders that killed programs left in a folder.

    With `is_alone`, the caller has the lock. Otherwise another program may be using one of the
    folders, so only folders that are a day old are removed.
    """
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with suppress(OSError):
                if entry.name.startswith(TEMPORARY) and entry.is_dir(follow_symlinks=False):
                    if is_alone or time() - entry.stat().st_mtime > DAY:
                        for name in os.listdir(entry.path):
                            os.unlink(os.path.join(entry.path, name))
                        os.rmdir(entry.path)


def beside(name: str, what: str) -> str:
    """Return a file name with a word before its ending, such as 'diary-backup.sqlite'."""
    base, ending = os.path.splitext(name)
    return f"{base}-{what}{ending}"


def written(name: str) -> str:
    """Return the local time at which a file was written: '2026-11-22 21:04'."""
    return f"{datetime.fromtimestamp(os.stat(name).st_mtime):%Y-%m-%d %H:%M}"


class GameJournal:
    """A file beside the diary that keeps one game while the diary cannot be written.

    Each line is a JSON object with the values of the game, and with the lines of its log from
    index `at` on. The file is locked as long as this program has it open.
    """

    def __init__(self, diary: str) -> None:
        self._diary, self._name = diary, ""
        self._file = -1
        self._values: Mapping[str, object] = {}  # what is in the file
        self._lines: list[str] = []

    def write(self, values: Mapping[str, object], lines: Sequence[str]) -> str:
        """Write the values and the log of a game; return the name of the file, or '' on failure.

        If the file was deleted, it is created again.
        """
        try:
            if not self._is_there():
                self._make()
            elif self._values == values and self._lines == lines:
                return self._name
            size, at = os.fstat(self._file).st_size, len(self._lines)
            at = at if self._lines == [*lines[:at]] else 0
            data = json.dumps({**values, "at": at, "lines": [*lines[at:]]}).encode() + b"\n"
            try:
                while data:
                    data = data[os.write(self._file, data) :]
            except OSError:
                os.ftruncate(self._file, size)
                if not size:
                    self.remove()
                raise
        except OSError:
            return ""
        self._values, self._lines = values, [*lines]
        return self._name

    def _is_there(self) -> bool:
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._file), os.stat(self._name))
        return False

    def _make(self) -> None:
        self.close()
        folder = os.path.dirname(self._diary)
        if folder == os.path.dirname(os.devnull):  # as with the diary /dev/null
            raise OSError(EINVAL, "it is a folder of devices")
        os.makedirs(folder, 0o700, exist_ok=True)
        while True:
            name = f"{os.path.splitext(self._diary)[0]}-journal-{os.urandom(4).hex()}.jsonl"
            self._file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_APPEND, 0o600)
            self._name, self._lines = name, []
            if lock(self._file) and self._is_there():
                return
            self.close()  # Another program that tidies up has locked or removed it.

    def close(self) -> None:
        """Close the file, so that other programs can use it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def remove(self) -> None:
        if is_there := self._is_there():
            # Once the file is closed, other programs may read this game, which is out of date.
            with suppress(OSError):
                os.ftruncate(self._file, 0)
        self.close()
        if is_there:
            with suppress(OSError):
                os.unlink(self._name)


def journals(diary: str) -> list[str]:
    """Return the names of all journals beside a diary, the oldest first."""
    found = list[tuple[int, str]]()
    for name in glob(f"{escape(os.path.splitext(diary)[0])}-journal-*.jsonl"):
        with suppress(FileNotFoundError):
            found.append((os.lstat(name).st_mtime_ns, name))
    return [name for _, name in sorted(found)]


def read_journal(name: str) -> dict[str, Any]:
    """Return the last values in a journal, with the whole log as `lines`; {} if there are none.

    If the journal is cut off or damaged, only the lines before the first faulty line count. Raises
    OSError.
    """
    values, lines = dict[str, Any](), list[str]()
    with open(name, "rb") as file:
        data = file.read(LARGEST_JOURNAL)
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        for line in data.split(b"\n")[:-1]:
            found = json.loads(line)
            lines[found["at"] :] = found["lines"]
            values = found
    return {**values, "lines": lines} if values else {}


def library() -> ModuleType:
    """Return the module sqlite3, which is loaded only when needed; raises NoLibrary."""
    try:
        import sqlite3
    except ImportError:
        raise NoLibrary("This Python has no sqlite3: nothing is kept") from None
    return sqlite3


def connected(name: str, wait: float = BRIEF) -> "Connection":
    path = name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    uri = f"file:{path}?mode=rw"
    found: Connection = library().connect(uri, timeout=wait, uri=True, isolation_level=None)
    return found


def created(name: str) -> str:
    os.close(os.open(name, os.O_CREAT | os.O_RDWR, 0o600))
    return name


def clear(name: str) -> None:
    """Delete the files that SQLite has written beside a file."""
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            os.unlink(name + ending)


def copied(name: str, copy: str) -> list[str]:
    """Copy a file and its -wal, if they exist; return the endings of the files copied.

    The -wal is copied first. So if another program merges the -wal into the file meanwhile, its
    contents are in both copies, and nothing is lost.
    """
    endings = [ending for ending in ("-wal", "") if check_own(name + ending)]
    for ending in endings:
        with open(name + ending, "rb") as source, open(created(copy + ending), "wb") as target:
            while part := source.read(1 << 20):
                heed()
                if part == bytes(len(part)):
                    target.seek(len(part), os.SEEK_CUR)  # takes no room on most disks
                else:
                    target.write(part)
            target.truncate()
    return endings


def copy_tables(source: "Connection", target: "Connection") -> None:
    """Make `target` a copy of `source`; raises sqlite3.OperationalError if it stays locked."""
    end = monotonic() + MOMENT

    def go_on(status: int, left: int, pages: int) -> None:
        if monotonic() > end or interrupted():
            raise library().OperationalError("database is locked")

    source.backup(target, progress=go_on, sleep=0.05)


def heed() -> None:
    """Raise OSError if a signal that ends the program has come."""
    if interrupted():
        raise OSError(EINTR, "interrupted")


def is_damage(error: Exception) -> bool:
    """Does the error mean that the file is damaged, and not only that it cannot be used now?"""
    if isinstance(error, library().OperationalError):
        return any(word in str(error) for word in DAMAGE)
    return isinstance(error, (Damaged, ValueError, library().DatabaseError))
