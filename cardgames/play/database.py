"""A file of the program's own, which SQLite reads and writes, whatever state it is found in.

Several programs may use it at once. One of a newer version is left alone, and so is one of another
program. What stands in it, and how a damaged one is mended, is the business of others.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import date
from errno import EINVAL
from os.path import samestat
from stat import S_ISREG
from time import monotonic, sleep
from typing import Any, Final, TypeVar
from weakref import WeakSet

from cardgames.model.errors import KeepingError, printable
from cardgames.play.script import real_name

Done = TypeVar("Done")

OURS: Final = 0x63617264
"""The mark of the program's own files, SQLite's `application_id`: 'card'."""
VERSION: Final = 2
"""The version of the file; version 1 held the results of cardgames 1.2."""
WAIT: Final = 5.0
"""How long to wait for another program that has locked the file, in seconds."""
TRIES: Final = 5
PAUSE: Final = 0.02
"""How long to wait before another try, in seconds."""


class Damaged(Exception):
    """The file cannot be understood, though it is the program's own."""


class Locked(KeepingError):
    """Another program has locked the file."""


class NoLibrary(KeepingError):
    """This Python has no sqlite3."""


class Database:
    """A file with tables. Its methods raise KeepingError if it cannot be used."""

    def __init__(self, name: str, schema: Sequence[str]) -> None:
        """Use the file called NAME, with tables by SCHEMA; the first task that writes makes it."""
        self.name = real_name(name)
        self.wait = WAIT
        self._schema = schema
        self._file: Any = None
        """The connection to the file, while it is open for writing."""
        self._held: os.stat_result | None = None
        """The file that was opened, as another program may set it aside."""
        _OPEN.add(self)

    def read(self, work: Callable[[Any], Done], default: Done) -> Done:
        """Return what WORK reads, or DEFAULT without a file; it is opened for reading alone."""

        def reading(more: str = "") -> Done:
            """Read; if what SQLite needs beside the file cannot be made, do without that."""
            path = self.name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
            uri = f"file:{path}?mode=ro{more}"
            try:
                with closing(sqlite3.connect(uri, timeout=WAIT, uri=True)) as file:
                    self._check(file)
                    return work(file)
            except sqlite3.OperationalError as error:
                log = _stat(f"{self.name}-wal")
                if more or "locked" in str(error) or log and log.st_size:
                    raise
                return reading("&immutable=1")

        self._prepare()
        try:
            check_regular(self.name)
        except OSError as error:
            if isinstance(error, FileNotFoundError) or self.name.startswith(
                os.path.join(os.devnull, "")
            ):
                return default
            raise self._refused("read", error) from None
        sqlite3 = library()
        return self._tried("read", reading)

    def write(self, work: Callable[[Any, bool], Done]) -> Done:
        """Return what WORK writes in one transaction; it is given whether the file is another."""

        def writing() -> Done:
            """Write to the file that has the name now."""
            anew = self._open()
            try:
                self._file.execute("BEGIN IMMEDIATE")
                done = work(self._file, anew)
                self._file.execute("COMMIT")
                return done
            finally:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")

        self._prepare()
        return self._tried("write", writing)

    def empty_log(self) -> None:
        """Leave nothing beside the file of what was deleted in it."""
        with suppress(library().Error):
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with suppress(OSError):
            os.unlink(beside(self.name, "backup"))

    def back_up(self, today: str) -> None:
        """Write a sound copy beside the file, unless there is one of the date TODAY."""

        def copying() -> None:
            """Copy page by page, under another name at first."""
            self._open()
            try:
                with closing(library().connect(part)) as copy:
                    self._file.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")
                    if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                        raise Damaged
                os.chmod(part, 0o600)
                os.replace(part, name)
            finally:
                with suppress(OSError):
                    os.unlink(part)

        name = beside(self.name, "backup")
        part = f"{name}.part"
        found = _stat(name)
        if not found or f"{date.fromtimestamp(found.st_mtime)}" != today:
            self._tried("copy", copying)

    def close(self) -> None:
        """Close the file; the next task opens it again."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def _prepare(self) -> None:
        """Prepare the file before its first use."""

    def _mend(self, found: os.stat_result | None) -> None:
        """Put a sound file in the place of the one that was FOUND damaged."""
        raise NotImplementedError

    def _open(self) -> bool:
        """Open the file for writing, and make it if there is none; return whether it is another."""
        found = _stat(self.name)
        if not (self._file and found and self._held and samestat(found, self._held)):
            self.close()
            os.makedirs(os.path.dirname(self.name), 0o700, exist_ok=True)
            with suppress(FileNotFoundError):
                check_regular(self.name)
            os.close(os.open(self.name, os.O_CREAT | os.O_RDWR, 0o600))
            os.chmod(self.name, 0o600)
            self._held, self._file = os.stat(self.name), self._connected()
            return True
        self._file.execute(f"PRAGMA busy_timeout = {int(1000 * self.wait)}")
        return False

    def _connected(self) -> Any:
        """Return a connection to the file, with its tables."""
        file = library().connect(self.name, timeout=self.wait, isolation_level=None)
        try:
            if not self._check(file):
                make(file, self._schema)
            if file.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                file.execute("PRAGMA journal_mode = TRUNCATE")  # on some network file systems
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute("PRAGMA secure_delete = ON")
        except BaseException:
            file.close()
            raise
        return file

    def _check(self, file: Any) -> bool:
        """Has FILE the tables? False if it is new; raises KeepingError for the file of another.

        One wrong byte in its header does not make it another's.
        """
        file.text_factory = lambda data: data.decode("utf-8", "replace")
        query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
        tables = sorted(sql for (sql,) in file.execute(query))
        if tables == sorted(self._schema) or not tables:
            return bool(tables)
        if file.execute("PRAGMA application_id").fetchone()[0] != OURS:
            raise KeepingError(f"{self.name} is a file of another program: it is left alone")
        if file.execute("PRAGMA user_version").fetchone()[0] > VERSION:
            raise KeepingError(f"{self.name} is of a newer version of cardgames: it is left alone")
        raise Damaged

    def _tried(self, what: str, work: Callable[[], Done]) -> Done:
        """Return what WORK does with the file, or with a mended one if it is damaged."""
        sqlite3, start, damaged = library(), monotonic(), 0
        while damaged < TRIES:
            found = _stat(self.name)
            try:
                return work()
            except (sqlite3.Error, sqlite3.Warning, OSError, ValueError, Damaged) as error:
                if isinstance(error, KeepingError):
                    raise
                self.close()
                if not _is_damage(error):
                    refused = self._refused(what, error)
                    if isinstance(refused, Locked) and monotonic() - start < self.wait:
                        sleep(PAUSE)  # SQLite waits for no lock where it fears a deadlock
                        continue
                    raise refused from None
            damaged += 1
            self._mend(found)
        raise KeepingError(f"cannot {what} {printable(self.name)}: it is damaged each time")

    def _refused(self, what: str, error: Exception) -> KeepingError:
        reason = getattr(error, "strerror", None) or str(error)
        kind = Locked if "locked" in reason else KeepingError
        return kind(f"cannot {what} {printable(self.name)}: {reason}")


_OPEN: Final["WeakSet[Database]"] = WeakSet()


def close_all() -> None:
    """Close every file before a fork, as SQLite forbids a child to have its parent's."""
    for database in list(_OPEN):
        database.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=close_all)


def make(file: Any, schema: Sequence[str]) -> None:
    """Make the tables of SCHEMA, unless another program was faster."""
    file.execute("PRAGMA secure_delete = ON")
    file.execute("BEGIN IMMEDIATE")
    if not file.execute("SELECT 1 FROM sqlite_master").fetchall():
        for statement in schema:
            file.execute(statement)
        file.execute(f"PRAGMA application_id = {OURS}")
        file.execute(f"PRAGMA user_version = {VERSION}")
    file.execute("COMMIT")


def _is_damage(error: Exception) -> bool:
    """Does ERROR say that a file is damaged, and not that it cannot be used just now?"""
    sqlite3 = library()
    if isinstance(error, sqlite3.OperationalError):
        return str(error).startswith(("no such", "unsupported", "malformed"))
    return type(error) in (Damaged, sqlite3.DatabaseError, sqlite3.IntegrityError)


def library() -> Any:
    """Return the module sqlite3, which takes a while to load; raises NoLibrary."""
    try:
        import sqlite3
    except ImportError:
        raise NoLibrary("This Python has no sqlite3: nothing is kept") from None
    return sqlite3


def check_regular(name: str) -> None:
    """Check that the file called NAME is one; raises OSError, if there is none too."""
    if not S_ISREG(os.stat(name).st_mode):
        raise OSError(EINVAL, "it is not a regular file")


def beside(name: str, what: str) -> str:
    """Return the name of another file beside the one called NAME: 'diary-backup.sqlite'."""
    base, ending = os.path.splitext(name)
    return f"{base}-{what}{ending}"


def _stat(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except OSError:
        return None
