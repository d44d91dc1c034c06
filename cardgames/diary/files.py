"""The files beside the diary: whose they are, who has locked them, and what killed programs left.

The program opens only regular files of the person's own. It waits for a lock for a limited time,
says who has it, and does without. A game that cannot be written to the diary goes into a journal, a
file of its own, from which the next program that can write takes it into the diary.
"""

import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from errno import EINVAL
from glob import escape, glob
from time import monotonic, sleep, time
from typing import Any, ClassVar, Final

from cardgames.model.errors import printable
from cardgames.play.script import is_locked, lock
from cardgames.play.session import interrupted

LARGEST: Final = 1 << 30  # the largest file that is opened, in bytes: half a million games
LARGEST_JOURNAL: Final = 1 << 26  # the largest journal of a game
TEMPORARY: Final = ".diary-"  # how the names of temporary folders begin
DAY: Final = 86_400.0  # in seconds
KINDS: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFLNK: "a link",
    stat.S_IFSOCK: "a socket",
}


class Refused(OSError):
    """A file is not opened; `strerror` is the reason for the person."""


class Locked(Refused):
    """Another program has the lock."""


def check_own(name: str, most: int = LARGEST, link: bool = True) -> os.stat_result | None:
    """Return the status of the file called NAME; None if there is none. Raises Refused.

    The file is to be regular, at most MOST bytes large, and the person's own, or the system's. With
    LINK, NAME may be a link to such a file.
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
    """Waits for what another program has locked, for a limited time; after that it waits no more.

    A program that has once waited in vain tries without waiting, until that works.
    """

    in_vain: ClassVar[set[str]] = set()  # what this program has waited for in vain
    usual = 2.0  # seconds

    def __init__(
        self, what: str, limit: float | None = None, tell: Callable[[], object] = lambda: None
    ) -> None:
        """Wait for WHAT as long as LIMIT, in seconds; call TELL if that is longer than usual."""
        limit = self.usual if limit is None else limit
        self._what, self._tell = what, tell
        self._begun, self._limit = monotonic(), limit * (what not in self.in_vain)
        self._pause, self._told = 0.001, False

    def more(self) -> bool:
        """Wait a moment; return False once the limit is reached or a signal ends the program."""
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
    """Say who has locked one of the files NAMES, as far as the system tells."""
    names, places = [*names], dict[str, str]()
    for name in names:
        with suppress(OSError):
            found = os.stat(name)
            device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
            places[str(found.st_ino)] = device
    lines = _lines_of("/proc/locks")  # such as '1: FLOCK ADVISORY WRITE 2323 fe:00:2196001 0 EOF'
    for line in sorted(lines, key=lambda line: " WRITE " not in line):
        words = line.split()
        if len(words) < 6 or not words[4].isdecimal() or int(words[4]) == os.getpid():
            continue
        device, _, number = words[5].rpartition(":")
        # Some file systems have other numbers for their devices here than elsewhere.
        if number in places and (device == places[number] or _has_open(words[4], names)):
            told = dict(line.split(":\t", 1) for line in _lines_of(f"/proc/{words[4]}/status")[:9])
            if "Name" in told:
                stopped = ", which is stopped," if told.get("State", "")[:1] in ("T", "t") else ""
                return f"process {words[4]} ({printable(told['Name'])}){stopped}"
    return "another program"


def _lines_of(name: str) -> list[str]:
    """Return the lines of a file that describes processes; there may be none."""
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
    """Remove what killed programs left of their work in FOLDER.

    IS_ALONE says that no other program works there now; otherwise, what is a day old is removed.
    """
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with suppress(OSError):
                if entry.name.startswith(TEMPORARY) and entry.is_dir(follow_symlinks=False):
                    if is_alone or time() - entry.stat().st_mtime > DAY:
                        for name in os.listdir(entry.path):
                            os.unlink(os.path.join(entry.path, name))
                        os.rmdir(entry.path)


class GameJournal:
    """A file beside the diary that keeps a game while the diary cannot be written.

    Each line is a JSON object with the values of the game, and the lines of its log from the place
    `at` on. The file is locked as long as this program has it open.
    """

    def __init__(self, diary: str) -> None:
        self._diary, self._name = diary, ""
        self._file = -1
        self._values: Mapping[str, Any] = {}  # what the file holds
        self._lines: list[str] = []

    def write(self, values: Mapping[str, Any], lines: Sequence[str]) -> str:
        """Write the VALUES and the LINES of the game; return the name of the file, '' if it fails.

        The file is made anew if it was deleted.
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
        if folder == os.path.dirname(os.devnull):  # as if all were to be kept in /dev/null
            raise OSError(EINVAL, "it is a folder of devices")
        os.makedirs(folder, 0o700, exist_ok=True)
        while not self._is_there():  # a program that tidies may remove it before it is locked
            self.close()
            name = f"{os.path.splitext(self._diary)[0]}-journal-{os.urandom(4).hex()}.jsonl"
            self._file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_APPEND, 0o600)
            self._name, self._lines = name, []
            lock(self._file)

    def close(self) -> None:
        """Leave the file to other programs."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def remove(self) -> None:
        is_there = self._is_there()
        self.close()
        if is_there:
            with suppress(OSError):
                os.unlink(self._name)


def journals(diary: str) -> list[str]:
    """Return the names of all journals beside the file DIARY, beginning with the oldest."""
    found = list[tuple[int, str]]()
    for name in glob(f"{escape(os.path.splitext(diary)[0])}-journal-*.jsonl"):
        with suppress(FileNotFoundError):
            found.append((os.lstat(name).st_mtime_ns, name))
    return [name for _, name in sorted(found)]


def is_held(journal: str) -> bool:
    """Does the program that writes the JOURNAL still run?"""
    if os.name != "nt":
        return is_locked(journal)
    try:
        os.rename(journal, journal)  # Windows renames no file that is open.
    except OSError:
        return True
    return False


def read_journal(name: str) -> dict[str, Any]:
    """Return the last values in a journal, with all `lines`; {} if there are none. Raises OSError.

    What a kill or a damage has left of the file counts up to its first faulty line.
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
