"""The file of the diary: transactions, locks, the backup, and the mending of a damaged file.

Several programs may use the file at once. Each transaction holds a shared lock on the file's
folder; opening, closing and mending need an exclusive lock. The file is in WAL mode only while a
game is played, so a closed diary is one plain file. A person may delete the file, its -wal or its
-shm at any moment: a transaction begins only if all three are still the files that were opened.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import datetime
from errno import EINVAL
from itertools import count
from stat import S_ISREG
from threading import Thread
from typing import Any, ClassVar, Final, TypeVar

from cardgames.model.errors import KeepingError, printable
from cardgames.play.script import real_name
from cardgames.play.session import uninterrupted

Done = TypeVar("Done")
Row = tuple[Any, ...]

OURS: Final = 0x63617264  # SQLite's `application_id` of a diary: 'card'
# SQLite's `user_version` of a diary. Cardgames 1.2 wrote version 1, and 1.6 to 1.8 version 2.
VERSION: Final = 3
# Words in a message of SQLite or the system, each with the reason that we give instead.
PLAIN: Final = {
    "locked": "another program has locked it",
    "full": "the disk is full",
    "No space left": "the disk is full",
    "readonly": "it can only be read",
    "I/O": "the disk has no room or fails",
    "unable to open": "look at what stands beside it",
}
AGAIN: Final = "it is damaged each time: move it and its backup away"
PAGE: Final = 4096  # the size of a page, in bytes
TEMPORARY: Final = ".diary-"  # the beginning of the names of temporary folders
PART: Final = "part"  # the name of a backup that is not finished, in its temporary folder
STEPS: Final = 10_000  # the steps of SQLite's machine between two looks if a copy is given up
PATIENCE: Final = 0.1  # the seconds that a person who leaves waits for the backup
MOMENT: Final = 2.0  # the seconds that mending waits for programs that read the damaged file
DAMAGE: Final = ("no such", "unsupported", "malformed", "decode")  # error words that mean damage


class Damaged(Exception):
    """The file is gone though there is a backup, or it is a diary that cannot be read."""


class NoLibrary(KeepingError):
    """This Python has no sqlite3."""


class Database:
    """A file with tables. Its methods raise KeepingError if it cannot be used."""

    schema: ClassVar[Sequence[str]]  # the statements that make the tables
    older: ClassVar[Sequence[str]]  # the statements that upgrade the tables of the previous version
    wait = 5.0  # the seconds to wait for another program that has locked the file

    def __init__(self, name: str, tell: Callable[[str], None] = lambda line: None) -> None:
        """Use the file called NAME. After each mending, call TELL with a line for the person."""
        self.name = real_name(name)
        self.backup = beside(self.name, "backup")
        self.tell = tell
        self._folder = os.path.dirname(self.name)
        self._file: Any = None  # the connection, while it is open
        self._opened: list[tuple[int, int] | None] = []  # what `_files` found at the opening
        self._playing = False  # Does the file stay open after a transaction?

    def read(self, work: Callable[[Any], Done], default: Done) -> Done:
        """Return what WORK reads in one transaction, or DEFAULT if there is no file."""
        return self._tried("read", lambda: default if self._is_new() else self._run(work, "BEGIN"))

    def write(self, work: Callable[[Any], Done], playing: bool = False) -> Done:
        """Let WORK write in one transaction, and return its result; PLAYING keeps the file open."""
        self._playing = self._playing or playing
        return self._tried("write", lambda: self._run(work, "BEGIN IMMEDIATE", make=True))

    def _temporary_folder(self) -> AbstractContextManager[str]:
        from tempfile import TemporaryDirectory  # seldom needed

        return TemporaryDirectory(prefix=TEMPORARY, dir=self._folder)

    def back_up(self, today: str) -> None:
        """Write a sound copy beside the file, unless the last copy has the date TODAY."""
        self.read(lambda file: None, None)  # upgrades a file of an older version
        copying = self.copying(today, 3600)
        if copying and copying.end() and not self.check():
            self.back_up(today)

    def copying(self, today: str, patience: float = PATIENCE) -> "Copying | None":
        """Begin to write a sound copy beside the file; None if the last copy is of TODAY.

        The copy is given up PATIENCE seconds after its end is wanted.
        """
        if os.path.exists(self.backup) and written(self.backup)[:10] == today:
            return None
        copying = Copying(self._copy, patience)
        if os.path.exists(f"{self.name}-wal"):  # otherwise nobody could write meanwhile
            copying.start()
        return copying

    def _copy(self, is_over: Callable[[], bool]) -> None:
        """Copy the file unless IS_OVER returns True; raises Damaged.

        This holds no lock of the folder, so that nobody waits for it. So the copy counts only if
        nobody has replaced the file meanwhile; and who forgets games deletes the copies begun.
        """
        with self._temporary_folder() as folder:
            part = created(f"{folder}/{PART}")
            with closing(connected(self.name)) as file:
                file.set_progress_handler(is_over, STEPS)
                file.execute("SELECT * FROM sqlite_master").fetchone()  # opens the -wal as well
                opened = self._files()
                file.execute("VACUUM INTO ?", (part,))
                if self._files() != opened:
                    return
            with closing(connected(part)) as copy:
                copy.set_progress_handler(is_over, STEPS)
                if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
                    raise Damaged
            with open(part, "rb+") as opened_part:
                os.fsync(opened_part.fileno())
            os.replace(part, self.backup)

    def check(self) -> bool:
        """Look at every part of the file; if it is damaged, mend it and return False."""
        self.read(lambda file: None, None)  # upgrades a file of an older version
        return self._tried("check", lambda: self._is_new() or self._mend())

    def close(self) -> None:
        """Close the file; the next transaction opens it again."""
        self._playing = False
        if self._file is not None:
            with alone(self._folder):
                self._close()

    def _tried(self, what: str, work: Callable[[], Done]) -> Done:
        """Return what WORK returns; if the file is damaged, mend it and try again."""
        sqlite3, playing, damaged, tries = library(), self._playing, False, 3
        while True:
            try:
                if damaged:
                    self._mend()
                done = work()
                if not playing:
                    self.close()
                return done
            except (sqlite3.Error, OSError, ValueError, Damaged) as error:
                self.close()
                self._playing, tries = playing, tries - 1
                if isinstance(error, KeepingError):
                    raise
                fails = isinstance(error, OSError) and not isinstance(error, FileNotFoundError)
                if not tries or "locked" in str(error) or damaged and fails:
                    reason = getattr(error, "strerror", None) or str(error) or AGAIN
                    reason = next((why for word, why in PLAIN.items() if word in reason), reason)
                    doing = f"cannot {'mend' if damaged else what} {printable(self.name)}"
                    raise KeepingError(f"{doing}: {reason}") from None
                damaged = is_damage(error)  # otherwise the file was perhaps just deleted

    def _run(self, work: Callable[[Any], Done], begin: str, make: bool = False) -> Done:
        """Return what WORK returns, called in a transaction; MAKE creates a missing file."""
        opening = self._file is None
        if opening and make:
            os.makedirs(self._folder, 0o700, exist_ok=True)
        while True:
            with alone(self._folder, shared=not opening):
                if opening:
                    self._open(make)
                if self._opened[0] is not None and self._files() == self._opened:
                    return in_transaction(self._file, begin, work)
            opening = True  # The files have been deleted or replaced since they were opened.

    def _is_new(self) -> bool:
        """Is the file missing or empty? If it is, but there is a backup, raises Damaged."""
        with suppress(FileNotFoundError, NotADirectoryError):
            found = os.stat(self.name)
            if not S_ISREG(found.st_mode):
                raise OSError(EINVAL, "it is not a regular file")
            if found.st_size:
                if found.st_size < 512:  # the size of the smallest file with tables
                    raise Damaged
                return False
        if os.path.exists(self.backup):
            raise Damaged
        return True

    def _open(self, make: bool) -> None:
        """Open the file, which MAKE creates if it is missing. The caller holds the lock."""
        self._close()
        if self._is_new() and make:
            clear(self.name)
            created(self.name)
        self._set_apart()
        file = connected(self.name, self.wait)
        try:
            self._bring_up(file)
            if make:
                os.chmod(self.name, 0o600)
            wanted = " = WAL" * self._playing  # Some file systems refuse WAL mode.
            ((mode,),) = file.execute(f"PRAGMA journal_mode{wanted}")
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute("SELECT * FROM sqlite_master").fetchone()
        except BaseException:
            file.close()
            raise
        self._file, self._opened = file, self._files()
        if mode == "wal" and None in self._opened:  # the -wal or -shm was deleted meanwhile
            self._opened = [None]  # so that the next transaction opens the file again

    def _set_apart(self) -> None:
        """Under the caller's lock, replace the file by a copy if it is in WAL mode without a -wal.

        Another program may still have the deleted -wal open and write it back to the old file.
        """
        with open(self.name, "rb") as opened:
            is_wal = opened.read(20)[18:] == b"\2\2"  # the format versions in SQLite's header
        if is_wal and not os.path.exists(f"{self.name}-wal"):
            with self._temporary_folder() as folder:
                copied(self.name, f"{folder}/copy")
                self._replace(f"{folder}/copy")

    def _files(self) -> list[tuple[int, int] | None]:
        """Return device and inode of the file, its -wal and its -shm; None for a missing file."""
        found: list[tuple[int, int] | None] = [None] * 3
        for place, ending in enumerate(("", "-wal", "-shm")):
            with suppress(OSError):
                status = os.stat(self.name + ending)
                found[place] = status.st_dev, status.st_ino
        return found

    def _close(self) -> None:
        """Save what the -wal holds, and close the file; the caller has locked the folder."""
        file, self._file = self._file, None
        if file is None:
            return
        now, opened = self._files(), self._opened
        with suppress(library().Error):
            file.execute("PRAGMA busy_timeout = 0")
            if now == opened:
                file.execute("PRAGMA journal_mode = DELETE")  # refused while others use the file
            elif now[:2] == [opened[0], None]:
                file.execute("PRAGMA wal_checkpoint(FULL)")  # the deleted -wal is still open here
        file.close()  # If another file has the name now, its -wal and -shm are left alone.

    def _replace(self, new: str) -> None:
        os.chmod(new, 0o600)
        clear(self.name)
        os.replace(new, self.name)

    def _bring_up(self, file: Any) -> None:
        file.execute("PRAGMA secure_delete = ON")
        found, statements = tables(file), [*self.schema]
        if found == sorted(self.schema):
            return
        if found:  # If the tables are right, a damaged header does no harm.
            version, name = file.execute("PRAGMA user_version").fetchone()[0], printable(self.name)
            if file.execute("PRAGMA application_id").fetchone()[0] != OURS:
                raise KeepingError(f"{name} is a file of another program: it is left alone")
            if version > VERSION:
                raise KeepingError(f"{name} is of a newer version of cardgames: it is left alone")
            if version == VERSION:
                raise Damaged
            if version != VERSION - 1:
                raise KeepingError(f"{name} is too old: start cardgames 1.8 once, then this again")
            statements = [*self.older]
        statements += [f"PRAGMA application_id = {OURS}", f"PRAGMA user_version = {VERSION}"]
        try:
            file.execute("PRAGMA journal_mode = DELETE")
            in_transaction(file, "BEGIN EXCLUSIVE", lambda file: [*map(file.execute, statements)])
        except library().OperationalError as error:
            if not found or "locked" not in str(error):
                raise
            open_ = "is open in an older version of cardgames: leave that game first"
            raise KeepingError(f"{name} {open_}") from None
        if found:
            file.execute("VACUUM")

    def _mend(self) -> bool:
        """Mend the file under a lock, unless it is sound; return whether it was sound."""
        with uninterrupted(), alone(self._folder):
            if is_there := os.path.exists(self.name):
                self._set_apart()
                if self._is_sound():
                    return True
                today = time.strftime("damaged-%Y-%m-%d")
                names = (beside(self.name, today + f"-{n}" * (n > 1)) for n in count(1))
                aside = next(name for name in names if not os.path.exists(name))
            with self._temporary_folder() as folder:
                new = created(f"{folder}/new")
                with closing(connected(new)) as sound:
                    self._bring_up(sound)
                    rows = [self._rescued(source, folder) for source in (self.name, self.backup)]
                    told = in_transaction(sound, "BEGIN", lambda file: self.fill(file, *rows))
                    if is_there:
                        for ending in copied(self.name, f"{folder}/aside"):
                            os.replace(f"{folder}/aside{ending}", aside + ending)
                        with suppress(library().Error), closing(connected(self.name, 0)) as damaged:
                            copy_tables(sound, damaged)  # in one step: the file may be in use
                if not is_there or not self._is_sound():
                    self._replace(new)
        told = f"{printable(self.name)} was {'damaged' if is_there else 'gone'}: {told}."
        told += f" The damaged file is kept as {printable(aside)}." if is_there else ""
        self.tell(f"{told} 'cardgames stats --list' shows what is there.")
        return False

    def _is_sound(self) -> bool:
        """Are the tables there and whole, and does every row make sense?"""
        try:
            with closing(connected(self.name, self.wait)) as file:
                if tables(file) != sorted(self.schema):
                    return False
                self.examine(file)
                return bool(file.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
        except (library().Error, ValueError, Damaged) as error:
            if not is_damage(error):
                raise
            return False

    def _rescued(self, source: str, folder: str) -> list[Row]:
        copy = f"{folder}/{os.path.basename(source)}"
        copied(source, copy)
        with suppress(library().Error, ValueError, Damaged), closing(connected(copy)) as file:
            self._bring_up(file)
        return rows_in(copy) if os.path.exists(copy) else []

    def examine(self, file: Any) -> None:
        """Read every row of FILE; raises an error, perhaps Damaged, if one makes no sense."""
        raise NotImplementedError

    def fill(self, file: Any, rows: Sequence[Row], older: Sequence[Row]) -> str:
        """Write the ROWS of a damaged file to FILE, and those OLDER rows that only the backup has.

        Return a text that says how many games are saved and lost.
        """
        raise NotImplementedError


class Copying(Thread):
    """Copies a file while a game goes on, as that takes seconds if there are many games."""

    def __init__(self, copy: Callable[[Callable[[], bool]], None], patience: float) -> None:
        """Let COPY work until the function that it is given returns True.

        That is PATIENCE seconds after the end is wanted.
        """
        super().__init__(daemon=True)
        self._copy, self._patience = copy, patience
        self._is_over = self._found_damage = False

    def run(self) -> None:
        try:
            with uninterrupted():  # All signals are for the main thread.
                self._copy(lambda: self._is_over)
        except (OSError, ValueError, Damaged, library().Error) as error:
            self._found_damage = not self._is_over and is_damage(error)

    def end(self) -> bool:
        """Wait for the end, or give the copy up; return whether the file is damaged."""
        if self.ident is None:  # it was not started
            self.run()
        else:
            self.join(self._patience)
            self._is_over = True
            self.join(self._patience)
        return self._found_damage


@contextmanager
def alone(folder: str, shared: bool = False) -> Iterator[None]:
    """Lock FOLDER against other programs until the block ends; SHARED makes it a shared lock."""
    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError:  # on Windows, folders cannot be opened
        yield
        return
    import fcntl  # not on Windows

    try:
        with suppress(OSError):  # the file system has no locks
            fcntl.flock(held, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def beside(name: str, what: str) -> str:
    """Return NAME with WHAT before its ending, such as 'diary-backup.sqlite'."""
    base, ending = os.path.splitext(name)
    return f"{base}-{what}{ending}"


def written(name: str) -> str:
    """Return the local time at which the file called NAME was written: '2026-11-22 21:04'."""
    return f"{datetime.fromtimestamp(os.stat(name).st_mtime):%Y-%m-%d %H:%M}"


def in_transaction(file: Any, begin: str, work: Callable[[Any], Done]) -> Done:
    """Return what WORK returns for FILE, in a transaction that the statement BEGIN starts."""
    file.execute(begin)
    try:
        done = work(file)
        file.execute("COMMIT")
        return done
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def rows_in(name: str) -> list[Row]:
    """Return the rows in all pages of the file called NAME; this destroys the file.

    SQLite reads each page in turn as if this page were the root of a table. A leaf yields its rows;
    an inner page yields the rows of its leaves a second time. A row whose id is not between the ids
    of its neighbours comes last, as its id may be wrong.
    """
    if os.path.getsize(name) <= PAGE:
        return []  # as the first page holds no rows
    sqlite3 = library()
    with closing(connected(created(f"{name}-plain"))) as file:
        named = ", ".join(f"c{n}" for n in range(1, 40))  # more columns than any table has
        file.execute(f"CREATE TABLE rows (c0 INTEGER PRIMARY KEY, {named})")
    with open(f"{name}-plain", "rb") as opened:
        page = opened.read(PAGE)
    for mode in ("DELETE", "OFF"):  # The first round writes what the -wal holds into the file.
        with open(name, "r+b") as opened:
            # If the header has no page count, SQLite derives it from the size of the file.
            opened.write(page[:28] + bytes(4) + page[32:])
        file = connected(name)
        with suppress(sqlite3.Error):
            file.execute(f"PRAGMA journal_mode = {mode}")
        if mode == "DELETE":
            file.close()
    sure, doubtful = dict[Row, None](), dict[Row, None]()
    with closing(file):
        file.text_factory = lambda data: data.decode("utf-8", "replace")
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA writable_schema = ON")
        for number in range(2, os.path.getsize(name) // PAGE + 1):
            with suppress(sqlite3.Error):
                file.execute(f"UPDATE sqlite_master SET rootpage = {number}")
                file.execute(f"PRAGMA schema_version = {number}")
                rows = _rows_of_page(file)
                for before, row, after in zip([None, *rows], rows, [*rows[1:], None]):
                    rises = not before or before[0] < row[0]
                    (sure if rises and (not after or row[0] < after[0]) else doubtful)[row] = None
    return [*sure, *doubtful]


def _rows_of_page(file: Any) -> list[Row]:
    """Return the readable rows of the table; raises sqlite3.Error if the rows cannot be counted."""
    rows: list[Row] = []
    ((size,),) = file.execute("SELECT count(*) FROM rows")
    try:
        rows.extend(file.execute("SELECT * FROM rows"))  # This stops at the first damaged row.
    except library().Error:
        for n in range(len(rows), min(size, 400)):  # No leaf has more than 400 rows.
            with suppress(library().Error):
                rows += file.execute("SELECT * FROM rows LIMIT 1 OFFSET ?", (n,))
    return rows


def tables(file: Any) -> list[str]:
    query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    return sorted(sql for (sql,) in file.execute(query))


def is_damage(error: Exception) -> bool:
    """Does ERROR mean that the file is damaged, rather than unusable for the moment?"""
    if isinstance(error, library().OperationalError):
        return any(word in str(error) for word in DAMAGE)
    return isinstance(error, (Damaged, ValueError, library().DatabaseError))


def library() -> Any:
    """Return the module sqlite3, loaded only when it is needed; raises NoLibrary."""
    try:
        import sqlite3
    except ImportError:
        raise NoLibrary("This Python has no sqlite3: nothing is kept") from None
    return sqlite3


def copy_tables(source: Any, target: Any) -> None:
    """Make TARGET a copy of SOURCE; raises sqlite3.OperationalError if a lock lasts too long."""
    end = time.monotonic() + MOMENT

    def go_on(status: int, left: int, pages: int) -> None:
        if time.monotonic() > end:
            raise library().OperationalError("database is locked")

    source.backup(target, progress=go_on, sleep=0.05)


def connected(name: str, wait: float = 5.0) -> Any:
    path = name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    uri = f"file:{path}?mode=rw"
    return library().connect(uri, timeout=wait, uri=True, isolation_level=None)


def created(name: str) -> str:
    os.close(os.open(name, os.O_CREAT | os.O_RDWR, 0o600))
    return name


def clear(name: str) -> None:
    for ending in ("-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            os.unlink(name + ending)


def copied(name: str, copy: str) -> list[str]:
    """Copy the file called NAME and its -wal to COPY, if they exist; return the endings copied."""
    import shutil  # not needed while the file is sound

    endings = [ending for ending in ("", "-wal") if os.path.exists(name + ending)]
    for ending in endings:
        shutil.copyfile(name + ending, created(copy + ending))
    return endings
