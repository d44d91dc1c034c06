"""SQLite, as the diary uses it: connections, copies of files, and what damage has left of them."""

import os
import time
from contextlib import closing, suppress
from errno import EINTR
from typing import Any, Final

from cardgames.diary.files import check_own
from cardgames.model.errors import KeepingError
from cardgames.play.session import interrupted

Row = tuple[Any, ...]

PAGE: Final = 4096  # the size of a page, in bytes
OF_TABLES: Final = (b"\5", b"\x0d")  # the first byte of an inner page and of a leaf of a table
MOMENT: Final = 2.0  # the seconds that mending waits for programs that read the damaged file
BRIEF: Final = 0.05  # the seconds that SQLite waits for a lock, while no signal is heeded
BESIDE: Final = ("-wal", "-shm", "-journal")  # how the names of SQLite's files end
DAMAGE: Final = ("no such", "unsupported", "malformed", "decode")  # error words that mean damage


class Damaged(Exception):
    """The file is gone though there is a backup, or it is a diary that cannot be read."""


class NoLibrary(KeepingError):
    """This Python has no sqlite3."""


def library() -> Any:
    """Return the module sqlite3, loaded only when it is needed; raises NoLibrary."""
    try:
        import sqlite3
    except ImportError:
        raise NoLibrary("This Python has no sqlite3: nothing is kept") from None
    return sqlite3


def connected(name: str, wait: float = BRIEF) -> Any:
    path = name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    uri = f"file:{path}?mode=rw"
    return library().connect(uri, timeout=wait, uri=True, isolation_level=None)


def created(name: str) -> str:
    os.close(os.open(name, os.O_CREAT | os.O_RDWR, 0o600))
    return name


def clear(name: str) -> None:
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            os.unlink(name + ending)


def copied(name: str, copy: str) -> list[str]:
    """Copy the file called NAME and its -wal to COPY, if they exist; return the endings copied.

    The -wal comes first: if a program saves it in the file meanwhile, the copies hold all the same.
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


def heed() -> None:
    """Raise OSError if a signal that is delayed ends the program."""
    if interrupted():
        raise OSError(EINTR, "interrupted")


def copy_tables(source: Any, target: Any) -> None:
    """Make TARGET a copy of SOURCE; raises sqlite3.OperationalError if a lock lasts too long."""
    end = time.monotonic() + MOMENT

    def go_on(status: int, left: int, pages: int) -> None:
        if time.monotonic() > end or interrupted():
            raise library().OperationalError("database is locked")

    source.backup(target, progress=go_on, sleep=0.05)


def tables(file: Any) -> list[str]:
    query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    return sorted(sql for (sql,) in file.execute(query))


def is_damage(error: Exception) -> bool:
    """Does ERROR mean that the file is damaged, rather than unusable for the moment?"""
    if isinstance(error, library().OperationalError):
        return any(word in str(error) for word in DAMAGE)
    return isinstance(error, (Damaged, ValueError, library().DatabaseError))


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
    with closing(file), open(name, "rb") as pages:
        file.text_factory = lambda data: data.decode("utf-8", "replace")
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA writable_schema = ON")
        for number in range(2, os.path.getsize(name) // PAGE + 1):
            heed()
            pages.seek((number - 1) * PAGE)
            if pages.read(1) not in OF_TABLES:
                continue
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
