"""The file of the diary: transactions, locks, the backup, and the mending of a damaged file.

Several programs may use the file at once. Each transaction holds a shared lock on the file's
folder; opening, closing and mending need an exclusive lock. The file is in WAL mode only while a
game is played, so a closed diary is one plain file. A person may delete the file, its -wal or its
-shm at any moment: a transaction begins only if all three are still the files that were opened.
"""

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from errno import EAGAIN
from functools import partial
from glob import escape, glob
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from cardgames.diary.files import (
    BESIDE,
    LARGEST_JOURNAL,
    TEMPORARY,
    Damaged,
    LimitedWait,
    Locked,
    Refused,
    beside,
    check_own,
    clear,
    connected,
    copied,
    copy_tables,
    created,
    holder,
    is_damage,
    journals,
    library,
    read_journal,
    sweep,
    written,
)  # fmt: skip
from cardgames.diary.rows import Row, rows_in
from cardgames.model.errors import KeepingError, printable
from cardgames.play.script import is_locked, lock, real_name
from cardgames.play.session import interrupted, uninterrupted

if TYPE_CHECKING:
    from sqlite3 import Connection

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

Done = TypeVar("Done")

OURS: Final = 0x63617264  # SQLite's `application_id` of a diary: 'card'
# SQLite's `user_version` of a diary. Cardgames 1.2 wrote version 1, and 1.6 to 1.8 version 2.
VERSION: Final = 3
# Words in the error messages of SQLite and of the system, with the reasons that we show instead.
PLAIN: Final = {
    "interrupted": "it was interrupted",
    "File exists": "a file stands where its folder should be",
    "full": "the disk is full",
    "No space left": "the disk is full",
    "readonly": "it can only be read",
    "I/O": "the disk has no room or fails",
    "unable to open": "a file or folder beside it is in the way",
}
STEPS: Final = 10_000  # After so many steps, SQLite asks whether it should stop.
AGAIN: Final = "it is damaged again each time: move it and its backup away"
PART: Final = "part"  # the name of an unfinished backup in its temporary folder
PATIENCE: Final = 0.1  # how many seconds a person who leaves waits for the backup


class NoGame(KeepingError):
    """A journal or a line of a file contains no game."""


class Database:
    """A file with tables. All methods raise KeepingError if the file cannot be used."""

    schema: ClassVar[Sequence[str]]  # the statements that make the tables
    older: ClassVar[Sequence[str]]  # the statements that upgrade the tables of the previous version
    wait = 5.0  # the seconds to wait for other programs that have locked the file

    def __init__(self, name: str, tell: Callable[[str], None] = lambda line: None) -> None:
        """Use the file called `name`. The function `tell` gets each message for the person."""
        self.name = real_name(name)
        if os.path.exists(self.name) and not os.path.isfile(self.name):  # a link to a device?
            folder, base = os.path.split(os.path.abspath(os.path.expanduser(name)))
            self.name = os.path.join(real_name(folder), base)
        self.backup = beside(self.name, "backup")
        self.tell = tell
        self._folder = os.path.dirname(self.name)
        self._file: Connection | None = None
        self._opened: list[tuple[int, int] | None] = []  # what `_files` returned at the opening
        self._playing = False  # Does the file stay open after a transaction?
        self._waiting: LimitedWait | None = None  # the wait for another program
        self._tidy = False  # Have leftovers of killed programs been cleared?

    def read(self, work: "Callable[[Connection], Done]", default: Done) -> Done:
        """Call `work` in a transaction and return its result; without a file, return `default`."""
        return self._tried("read", lambda: default if self._is_new() else self._run(work, "BEGIN"))

    def write(self, work: "Callable[[Connection], Done]", playing: bool = False) -> Done:
        """Call `work` in one transaction, in which it may write, and return its result.

        After a call with `playing`, the file stays open until `close` is called.
        """
        self._playing = self._playing or playing
        return self._tried("write", lambda: self._run(work, "BEGIN IMMEDIATE", make=True))

    def _temporary_folder(self) -> AbstractContextManager[str]:
        from tempfile import TemporaryDirectory  # seldom needed

        return TemporaryDirectory(prefix=TEMPORARY, dir=self._folder)

    def copying(self, today: str) -> "Copying | None":
        """Return a thread that makes the backup; None if there is one from the date `today`."""
        if os.path.exists(self.backup) and written(self.backup)[:10] == today:
            return None
        copying = Copying(self._copy)
        if os.path.exists(f"{self.name}-wal"):  # if not, the copy would block writing
            copying.start()
        return copying

    def _copy(self, is_over: Callable[[], bool]) -> None:
        """Make the backup, but stop as soon as `is_over` returns True; raises Damaged.

        The folder is not locked, so that nobody has to wait. Therefore the copy is thrown away if
        the file was replaced meanwhile, and `Diary.forget` deletes unfinished copies.
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
        """Examine every part of the file; if it is damaged, mend it and return False."""
        self.read(lambda file: None, None)  # upgrades a file of an older version
        return self._tried("check", lambda: self._is_new() or self._mend())

    def close(self) -> None:
        """Close the file; the next transaction opens it again."""
        self._playing, self._waiting = False, None
        if self._file is not None:
            with suppress(Locked), alone(self._folder, more=self._more):
                self._close()
            self._close(is_alone=False)  # if the folder stayed locked

    def _more(self) -> bool:
        """Wait a moment for another program; return False when the time to wait is over."""

        def tell() -> None:
            self.tell(f"{self._holder()} has locked {printable(self.name)}: Ctrl-C ends the wait")

        self._waiting = self._waiting or LimitedWait(self.name, self.wait, tell)
        return self._waiting.more()

    def _holder(self) -> str:
        return holder([self._folder, self.name, *map(self.name.__add__, BESIDE)])

    def _tried(self, what: str, work: Callable[[], Done]) -> Done:
        """Call `work` and return its result; if the file is damaged, mend it and try again."""
        # There are four kinds of failure. If the file is locked, we wait for the other program. A
        # damaged file is mended, and a deleted or replaced file is opened again: both together
        # at most three times. Any other failure is reported.
        playing, damaged, tries, self._waiting = self._playing, False, 3, None
        while True:
            try:
                if damaged:
                    self._mend()
                if not self._tidy:
                    self._tidy_up(writing=what == "write")
                done = work()
                if not playing:
                    self.close()
                LimitedWait.in_vain.discard(self.name)
                return done
            except (library().Error, OSError, ValueError, Damaged) as error:
                busy = isinstance(error, library().OperationalError) and "locked" in str(error)
                is_locked = busy or isinstance(error, Locked)
                if is_locked and self._more():
                    continue
                if not is_locked or not playing:
                    self.close()
                self._playing, tries = playing, tries - 1
                if isinstance(error, KeepingError):
                    raise
                fails = isinstance(error, OSError) and not isinstance(error, FileNotFoundError)
                if not tries or is_locked or isinstance(error, Refused) or damaged and fails:
                    reason = getattr(error, "strerror", None) or str(error) or AGAIN
                    if busy:
                        reason = f"{self._holder()} has locked it"
                    elif not isinstance(error, Refused):
                        plain = (why for word, why in PLAIN.items() if word in reason)
                        reason = next(plain, reason)
                    doing = f"cannot {'mend' if damaged else what} {printable(self.name)}"
                    raise KeepingError(f"{doing}: {reason}") from None
                damaged = is_damage(error)  # if not, perhaps the file was deleted

    def _tidy_up(self, writing: bool) -> None:
        """Remove leftovers of killed programs, and move games from their journals into the file.

        If the file is locked, the games stay in their journals. Then nothing may be written either,
        as a game that is taken over goes on from its journal; raises KeepingError.
        """
        found = list[str]()
        with suppress(OSError):
            found = os.listdir(self._folder)
        if any(name.startswith(TEMPORARY) for name in found):
            with alone(self._folder, more=self._more) as is_alone:
                sweep(self._folder, is_alone)
        self._tidy = True  # for the transactions of `_take_in`
        self._tidy = self._take_in(writing)

    def _take_in(self, writing: bool) -> bool:
        """Move games from journals into the file, unless a running program uses the journal.

        Return whether none is left that could be moved.
        """
        done = True
        for name in journals(self.name):
            try:
                if check_own(name, LARGEST_JOURNAL, link=False) is None or is_locked(name):
                    continue
                with open(name, "rb") as file:
                    # A program that has just made the file may be about to lock it.
                    if not lock(file.fileno()):
                        continue
                    if os.fstat(file.fileno()).st_size:
                        self.write(partial(self.put, values=read_journal(name)))
                    if os.name == "nt":
                        file.close()  # Windows deletes no file that is open.
                    os.unlink(name)
            except FileNotFoundError:  # a person has just deleted it
                continue
            except NoGame:
                aside = "-damaged-".join(name.rsplit("-journal-", 1))
                with suppress(OSError):
                    os.replace(name, aside)
                what = f"{printable(name)} holds no game: it was renamed to {printable(aside)}"
                self.tell(what)
            except (KeepingError, OSError) as error:
                done = False
                if writing and self.name in LimitedWait.in_vain:
                    self._tidy = False
                    raise
                reason = getattr(error, "strerror", None) or error
                self.tell(f"{printable(name)} cannot be moved into the diary: {reason}")
        return done

    def _run(
        self, work: "Callable[[Connection], Done]", begin: str, make: bool = False
    ) -> Done:
        """Call `work` in a transaction and return its result; with `make`, create the file."""
        opening = self._file is None
        if opening and make:
            os.makedirs(self._folder, 0o700, exist_ok=True)
        while True:
            with alone(self._folder, not opening, self._more):
                if opening:
                    self._open(make)
                if self._file and self._opened[0] is not None and self._files() == self._opened:
                    return in_transaction(self._file, begin, work)
            opening = True  # The files have been deleted or replaced since they were opened.

    def _is_new(self) -> bool:
        """Is the file missing or empty? Raises Damaged if it is, although there is a backup.

        Raises Damaged, too, if the file is too short to have tables.
        """
        found = check_own(self.name)
        if found and found.st_size:
            if found.st_size < 512:  # the size of the smallest file with tables
                raise Damaged
            return False
        if os.path.exists(self.backup):
            raise Damaged
        return True

    def _open(self, make: bool) -> None:
        """Open the file; with `make`, create it if it is missing. The caller must have the lock."""
        self._close()
        self._check_own()
        if self._is_new() and make:
            clear(self.name)
            created(self.name)
        self._set_apart()
        file = connected(self.name)
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

    def _check_own(self) -> None:
        """Raise Refused if `check_own` refuses the file or one of SQLite's files beside it."""
        for ending in ("", *BESIDE):
            check_own(self.name + ending, link=False)

    def _set_apart(self) -> None:
        """If the file is in WAL mode but has no -wal, replace the file with a copy.

        Another program may still have the deleted -wal open, and write it to the old file later.
        The caller must have the lock.
        """
        with open(self.name, "rb") as opened:
            is_wal = opened.read(20)[18:] == b"\2\2"  # the format versions in SQLite's header
        if is_wal and not os.path.exists(f"{self.name}-wal"):
            with self._temporary_folder() as folder:
                copied(self.name, f"{folder}/copy")
                self._replace(f"{folder}/copy")

    def _files(self) -> list[tuple[int, int] | None]:
        """Return device and inode of the file, the -wal and the -shm; None for a missing file."""
        found: list[tuple[int, int] | None] = [None] * 3
        for place, ending in enumerate(("", "-wal", "-shm")):
            with suppress(OSError):
                status = os.stat(self.name + ending)
                found[place] = status.st_dev, status.st_ino
        return found

    def _close(self, is_alone: bool = True) -> None:
        """Merge the -wal into the file, and close the file.

        The argument `is_alone` is True if the caller has the lock.
        """
        file, self._file = self._file, None
        if file is None:
            return
        now, opened = self._files(), self._opened
        with suppress(library().Error):
            if now[:2] in (opened[:2], [opened[0], None]):  # a deleted -wal is still open here
                file.execute("PRAGMA wal_checkpoint(FULL)")
            file.execute("PRAGMA busy_timeout = 0")
            if now == opened and is_alone:
                file.execute("PRAGMA journal_mode = DELETE")  # refused while others use the file
        file.close()  # If another file has the name now, its -wal and -shm are left alone.

    def _replace(self, new: str) -> None:
        os.chmod(new, 0o600)
        clear(self.name)
        os.replace(new, self.name)

    def _bring_up(self, file: "Connection") -> None:
        """Create the tables, or upgrade the tables of the previous version.

        Raises KeepingError if the file is of another program, of a newer version, or of a version
        that is too old. Raises Damaged if the version is right, but the tables are not.
        """
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
            older = "it is open in an older version of cardgames: leave that game first"
            raise Locked(EAGAIN, older) from None
        if found:
            file.execute("VACUUM")

    def _mend(self) -> bool:
        """Lock the folder, and mend the file unless it is sound; return whether it was sound."""
        with uninterrupted(), alone(self._folder, more=self._more):
            self._check_own()
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
            with closing(connected(self.name)) as file:
                file.set_progress_handler(interrupted, STEPS)
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

    def copies(self, names: Collection[str] | None = None) -> list[str]:
        """Return the files that may contain copies of the games called `names`, or of any games.

        These are the backup, damaged files that were set aside, and the journals of these games.
        """
        base = escape(os.path.splitext(self.name)[0])
        found = [self.backup] * os.path.lexists(self.backup) + sorted(glob(f"{base}-damaged-*"))
        for name in journals(self.name):  # of programs that still run
            with suppress(OSError):
                check_own(name, LARGEST_JOURNAL, link=False)
                if names is None or read_journal(name).get("name") in names:
                    found.append(name)
        return found

    def put(self, file: "Connection", values: Mapping[str, object]) -> None:
        """Write a game from its journal to the file; raises NoGame.

        If the file already has a newer state of the game, do nothing.
        """
        raise NotImplementedError

    def examine(self, file: "Connection") -> None:
        """Read every row; if a row makes no sense, raises Damaged or an error of SQLite."""
        raise NotImplementedError

    def fill(self, file: "Connection", rows: Sequence[Row], older: Sequence[Row]) -> str:
        """Write the rows of a damaged file, and the games that only its backup has.

        The rows of the backup are in `older`. Return a text that says how many games are saved,
        and how many are lost.
        """
        raise NotImplementedError


class Copying(Thread):
    """A thread that copies the diary during a game; a copy of many games takes seconds."""

    def __init__(self, copy: Callable[[Callable[[], bool]], None]) -> None:
        """Run `copy`; it must stop as soon as the function that it is passed returns True."""
        super().__init__(daemon=True)
        self._copy = copy
        self._is_over = self._found_damage = False

    def run(self) -> None:
        try:
            with uninterrupted():  # All signals are for the main thread.
                self._copy(lambda: self._is_over)
        except (OSError, ValueError, Damaged, library().Error) as error:
            self._found_damage = not self._is_over and is_damage(error)

    def end(self, patience: float = PATIENCE) -> bool:
        """Wait up to `patience` seconds for the copy, and then stop it.

        Return whether the file is damaged.
        """
        if self.ident is None:  # it was not started
            self.run()
        else:
            self.join(patience)
            self._is_over = True
            self.join(patience)
        return self._found_damage


@contextmanager
def alone(
    folder: str, shared: bool = False, more: Callable[[], bool] | None = None
) -> Iterator[bool]:
    """Lock a folder until the block ends; yield False if the folder cannot be locked.

    With `shared`, other programs may have a shared lock at the same time. While another program
    has the lock, try again as long as `more` returns True; then raise Locked.
    """
    try:
        held = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:  # on Windows, folders cannot be opened
        yield False
        return
    is_held, wanted = False, fcntl.LOCK_NB | (fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
    try:
        while not is_held:
            try:
                fcntl.flock(held, wanted)
                is_held = True
            except BlockingIOError:
                more = more or LimitedWait(folder).more
                if not more():
                    raise Locked(EAGAIN, f"{holder([folder])} has locked its folder") from None
            except OSError:  # the file system has no locks
                break
        yield is_held
    finally:
        os.close(held)


def in_transaction(
    file: "Connection", begin: str, work: "Callable[[Connection], Done]"
) -> Done:
    """Start a transaction with the statement `begin`, and return what `work` returns in it."""
    file.execute(begin)
    try:
        done = work(file)
        file.execute("COMMIT")
        return done
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def tables(file: "Connection") -> list[str]:
    query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    return sorted(sql for (sql,) in file.execute(query))
