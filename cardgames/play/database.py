"""A file of the program's own that SQLite reads and writes, whatever state it is found in.

Several programs may use it at once. A file of a newer program is left alone, and so is one of
another program. A damaged one is set aside, and a new one begun. What stands in the file is the
business of `results.py`.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final, TypeVar

from cardgames.model.errors import KeepingError, printable
from cardgames.play.script import lock, real_name, uninterrupted

Done = TypeVar("Done")

OURS: Final = 0x63617264
"""The mark of the program's own files, SQLite's `application_id`: 'card'."""
LONGEST_WAIT: Final = 5.0
"""How long to wait for another program that writes the file, in seconds."""
ATTEMPTS: Final = 5
"""How often a file is opened that other programs find damaged at the same time."""


class Damaged(Exception):
    """The file cannot be understood, though it is the program's own."""


class Database:
    """A file of tables; it is opened for each task, and made by the first that writes."""

    def __init__(self, name: str, schema: Sequence[str], tell: Callable[[str], None]) -> None:
        """Use the file called NAME, and TELL a person in a line if it had to be set aside.

        Each statement of SCHEMA makes a file of one version into one of the next.
        """
        self.name = real_name(name)
        self._shown = printable(name)
        self._schema = schema
        self._tell = tell

    def read(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that QUERY finds; raises KeepingError."""
        if not os.path.exists(self.name):
            return []
        return self._carried_out("read", lambda file: file.execute(query, values).fetchall())

    def write(self, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        """Carry out STATEMENT for each of ROWS, all or none; return the number of rows changed.

        Raises KeepingError.
        """

        def work(file: sqlite3.Connection) -> int:
            """Write in one transaction."""
            file.execute("BEGIN IMMEDIATE")
            changed = file.executemany(statement, rows).rowcount
            file.execute("COMMIT")
            return changed

        with uninterrupted():
            self._make_folder()
            return self._carried_out("write", work)

    def _set_aside(self, damaged: os.stat_result | None) -> None:
        """Give the file another name, and tell so, unless it is not the DAMAGED one any more.

        It must not be open here. Raises KeepingError.
        """
        try:
            with open(self.name, "rb") as file:
                if lock(file.fileno()) and self._is_still(damaged):
                    if os.name == "nt":  # which renames no file that is open
                        file.close()
                    self._rename()
                    return
        except FileNotFoundError:
            pass
        except OSError as error:
            raise KeepingError(f"cannot set aside {self._shown}: {error.strerror}") from None
        time.sleep(0.1)  # another program sets it aside just now

    def _make_folder(self) -> None:
        try:
            os.makedirs(os.path.dirname(self.name), mode=0o700, exist_ok=True)
        except (OSError, ValueError) as error:
            raise self._refused("write", error) from None

    def _carried_out(self, what: str, work: Callable[[sqlite3.Connection], Done]) -> Done:
        """Return what WORK does with the file, or with a new one in the place of a damaged one."""
        for _ in range(ATTEMPTS):
            self._check(what)
            found = self._found()
            try:
                with self._opened() as file:
                    return work(file)
            except Damaged:
                self._set_aside(found)
            except KeepingError:
                raise
            except (sqlite3.Error, OSError, ValueError) as error:
                if self._is_still(found):
                    raise self._refused(what, error) from None
        raise KeepingError(f"cannot {what} {self._shown}: other programs set it aside each time")

    def _check(self, what: str) -> None:
        """Check that what has the name of the file is one; raises KeepingError."""
        if os.path.exists(self.name) and not os.path.isfile(self.name):
            raise KeepingError(f"cannot {what} {self._shown}: it is not a regular file")

    def _found(self) -> os.stat_result | None:
        """Return what tells the file from others; None if there is none."""
        try:
            return os.stat(self.name)
        except (OSError, ValueError):
            return None

    def _is_still(self, found: os.stat_result | None) -> bool:
        """Is the file the one that was FOUND before? Another program may have set that aside."""
        now = self._found()
        return now is found or bool(now and found and os.path.samestat(now, found))

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction; raises Damaged, KeepingError or sqlite3.Error."""
        try:
            connected = sqlite3.connect(self.name, timeout=LONGEST_WAIT, isolation_level=None)
            with closing(connected) as file:
                file.execute("PRAGMA secure_delete = ON")
                self._bring_up_to_date(file)
                yield file
        except sqlite3.DatabaseError as error:
            if type(error) is sqlite3.DatabaseError:  # a subclass has another reason
                raise Damaged from None
            raise

    def _bring_up_to_date(self, file: sqlite3.Connection) -> None:
        """Check whose file it is; make its tables, if they are not those of this version yet."""
        file.execute("BEGIN")  # so that what is read is of one moment
        version = self._version(file)
        file.execute("COMMIT")
        if version == len(self._schema):
            return
        file.execute("BEGIN IMMEDIATE")
        for step in self._schema[self._version(file) :]:  # another program may have been faster
            file.execute(step)
        file.execute(f"PRAGMA application_id = {OURS}")
        file.execute(f"PRAGMA user_version = {len(self._schema)}")
        file.execute("COMMIT")

    def _version(self, file: sqlite3.Connection) -> int:
        """Return the version of the file, 0 for a new one; raises KeepingError."""
        version = int(_only(file, "PRAGMA user_version"))
        ours = _only(file, "PRAGMA application_id") == OURS
        if not ours and _only(file, "SELECT count(*) FROM sqlite_master"):
            raise KeepingError(f"{self._shown} is a file of another program: it is left alone")
        if version > len(self._schema):
            raise KeepingError(
                f"{self._shown} is of a newer version of cardgames: it is left alone"
            )
        return version

    def _rename(self) -> None:
        """Give the file, and what SQLite keeps beside it, a name with the date that is free."""
        base, ending = os.path.splitext(self.name)
        date = time.strftime("%Y-%m-%d")
        names = (f"{base}-damaged-{date}{mark}{ending}" for mark in _marks())
        free = next(name for name in names if not os.path.exists(name))
        for also in ("-journal", ""):  # a new file must not find the journal of the old one
            if os.path.exists(self.name + also):
                os.rename(self.name + also, free + also)
        self._tell(f"{self._shown} is damaged: set aside as {printable(free)}, and begun anew")

    def _refused(self, what: str, error: Exception) -> KeepingError:
        reason = getattr(error, "strerror", None) or str(error)
        return KeepingError(f"cannot {what} {self._shown}: {reason}")


def _only(file: sqlite3.Connection, query: str) -> Any:
    """Return the only value that QUERY finds."""
    return file.execute(query).fetchone()[0]


def _marks() -> Iterator[str]:
    """Yield '', '-2', '-3' and so on."""
    yield ""
    number = 2
    while True:
        yield f"-{number}"
        number += 1
