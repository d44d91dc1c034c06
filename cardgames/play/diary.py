"""The diary: one SQLite file with a row for each game that a person played, and its lines.

A game has its row from the person's first move on, for ever; its end is an update of that row.
The ids of games order them, and not the clock, which may be set. Several programs may use the file
at once; `salvage.py` mends it if it is damaged.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from errno import EINVAL
from os.path import samestat
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakSet

from cardgames.model.errors import KeepingError, printable
from cardgames.play.results import DRAWN, ENDED, GOING, LEFT, LOST, PERSON, WON, Result
from cardgames.play.script import real_name

Done = TypeVar("Done")

OURS: Final = 0x63617264
"""The mark of the program's own files, SQLite's `application_id`: 'card'."""
VERSION: Final = 2
"""The version of the file; version 1 held the results of cardgames 1.2."""
SCHEMA: Final = (
    "CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
    " game TEXT NOT NULL, deal TEXT NOT NULL, options TEXT NOT NULL, words TEXT NOT NULL,"
    " seed INTEGER, number INTEGER NOT NULL, day TEXT, status TEXT NOT NULL,"
    " outcome TEXT NOT NULL, reason TEXT NOT NULL, score INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, length INTEGER NOT NULL, seconds INTEGER NOT NULL,"
    " hints INTEGER NOT NULL, undos INTEGER NOT NULL, player TEXT NOT NULL,"
    " helped_from INTEGER, today TEXT, begun TEXT NOT NULL, finished TEXT NOT NULL,"
    " version TEXT NOT NULL, details TEXT NOT NULL,"
    " logged INTEGER NOT NULL, turn INTEGER NOT NULL, owner TEXT)",
    "CREATE TABLE lines (game INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, n)) WITHOUT ROWID",
)
"""The tables. `logged` is the number of a game's lines, and `turn` orders the games by when
somebody sat down at them last. An index could disagree with its table after damage: there is none.
"""
FIELDS: Final = Result._fields
PLACES: Final = ", ".join("?" for _ in FIELDS[1:])
INSERT: Final = (
    f"INSERT INTO games ({', '.join(FIELDS[1:])}, logged, turn, owner)"
    f" VALUES ({PLACES}, ?, (SELECT 1 + coalesce(max(turn), 0) FROM games), ?)"
)
UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = ?' for name in FIELDS[1:])}, logged = ?,"
    " owner = ? WHERE id = ? AND name = ? AND owner IN (?, '')"
)
IN_OBJECTS: Final = ("options", "details")
"""The columns that hold JSON objects."""
TYPES: Final[dict[str, Any]] = Result.__annotations__ | dict.fromkeys(IN_OBJECTS, dict)
WAIT: Final = 5.0
"""How long to wait for another program that has locked the file, in seconds."""
TRIES: Final = 5


class Damaged(Exception):
    """The file cannot be understood, though it is the program's own."""


class Locked(KeepingError):
    """Another program has locked the file."""


class TakenOver(KeepingError):
    """The game goes on in another terminal."""


class NoLibrary(KeepingError):
    """This Python has no sqlite3."""


class Owner(NamedTuple):
    """Who sits at a game now: no other program writes it."""

    token: str
    """A random word, which no other sitting has."""
    process: int
    machine: str
    since: str
    """When they sat down, in UTC, as '2026-11-22T20:15:00Z'."""

    @classmethod
    def new(cls, since: str) -> "Owner":
        """Return the owner of a game at which this process sits down now."""
        return cls(os.urandom(6).hex(), os.getpid(), _machine(), since)

    @classmethod
    def parse(cls, text: str | None) -> "Owner | None":
        """Return the owner whose text stands in the file; None for nobody."""
        words = (text or "").split(" ")
        if len(words) != 4 or not words[1].isdecimal():
            return None
        return cls(words[0], int(words[1]), words[2], words[3])

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def hour(self) -> str:
        """Return the hour since when they sit there, as the clock shows it here: '21:04'."""
        try:
            return f"{datetime.fromisoformat(self.since.replace('Z', '+00:00')).astimezone():%H:%M}"
        except (ValueError, OverflowError):
            return self.since

    def is_live(self) -> bool:
        """May the program still run? It is not this one."""
        if self.machine != _machine() or os.name == "nt":
            return True
        try:
            os.kill(self.process, 0)
        except OverflowError:
            return False
        except OSError as error:
            return not isinstance(error, ProcessLookupError)
        return self.process != os.getpid()


class Kept(NamedTuple):
    """A game with its lines: the commands that follow its deal."""

    result: Result
    lines: Sequence[str]


class Diary:
    """The games of a person. All methods raise KeepingError if the file cannot be used."""

    wait = WAIT

    def __init__(
        self,
        name: str,
        tell: Callable[[str], None] = lambda line: None,
        older: Callable[["Diary"], None] = lambda diary: None,
    ) -> None:
        """Use the file called NAME, which is made by the first game that is kept.

        TELL a person, in a line, what was damaged. OLDER is called before the first use, to add
        the games of an older version.
        """
        self.name = real_name(name)
        self.tell = tell
        self._older = [older]
        self._file: Any = None
        """The connection to the file, while it is open for writing."""
        self._waits = 0.0
        self._held: os.stat_result | None = None
        """The file that was opened, as another program may set it aside."""
        _DIARIES.add(self)

    def games(self, game: str | None = None) -> list[Result]:
        """Return the games of GAME, or all, in the order in which they were begun.

        Rows that make no sense are left out, and their number is told.
        """
        return self._results("? IS NULL OR game = ? ORDER BY id", game, game)

    def unfinished(self, game: str | None = None) -> list[Result]:
        """Return the games that can be gone on with, the one played last first."""
        which = "status = ? AND (? IS NULL OR game = ?) ORDER BY turn DESC, id DESC"
        return self._results(which, GOING, game, game)

    def find(self, id: int) -> Result | None:
        """Return the game with this ID; None if there is none."""
        return next(iter(self._results("id = ?", id)), None)

    def tries(self, game: str, day: str) -> list[Result]:
        """Return the games of GAME's deal for the date DAY that were begun on that date."""
        return self._results("game = ? AND today = ? ORDER BY id", game, day)

    def lines(self, id: int) -> list[str]:
        """Return the lines of a game."""

        def work(file: Any) -> list[str]:
            """Read them; they must be as many as the row says."""
            found = file.execute("SELECT n, text FROM lines WHERE game = ? ORDER BY n", (id,))
            lines = [text for n, text in found.fetchall()]
            logged = file.execute("SELECT logged FROM games WHERE id = ?", (id,)).fetchone()
            if logged and logged[0] != len(lines):
                raise Damaged
            return lines

        return self._read(work, [])

    def owners(self) -> dict[int, Owner]:
        """Return the owners of the games that have one, by the ids of the games."""
        rows = self._found("SELECT id, owner FROM games WHERE owner IS NOT NULL")
        return {id: owner for id, text in rows if (owner := Owner.parse(text))}

    def records(self) -> dict[str, tuple[int, int]]:
        """Return how many games a person has ended alone, and how many of them won, by game."""
        found = self._found(
            "SELECT game, count(*), sum(outcome = ?) FROM games"
            " WHERE player = ? AND outcome IN (?, ?, ?) GROUP BY game",
            *(WON, PERSON, WON, LOST, DRAWN),
        )
        return {game: (played, won) for game, played, won in found}

    def size(self) -> tuple[int, int]:
        """Return the number of games, and of lines."""
        found = self._found("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM lines)")
        return found[0] if found else (0, 0)

    def faults(self) -> list[str]:
        """Return what is wrong with the file, a line for each fault; [] if it is sound."""
        found = [text for (text,) in self._found("PRAGMA integrity_check") if text != "ok"]
        rows = self._found(f"SELECT {', '.join(FIELDS)}, logged FROM games")
        counts = dict(self._found("SELECT game, count(*) FROM lines GROUP BY game"))
        for id, *_, logged in rows:
            if counts.pop(id, 0) != logged:
                found.append(f"game {id} has lost lines")
        found += [f"game {row[0]} makes no sense" for row in rows if result_in(row[:-1]) is None]
        return found + [f"there are lines of a game {id}, which is gone" for id in counts]

    def keep(
        self,
        result: Result,
        owner: Owner,
        lines: Callable[[int], Sequence[str]],
        first: int = 0,
        leave: bool = False,
    ) -> int:
        """Write the row of a game, and its lines from number FIRST on; return its id.

        LINES returns them from a number on, as a game that is new, or gone from the file, is
        written whole. With LEAVE, the owner leaves. Raises TakenOver if somebody else owns it.
        """

        def work(file: Any, anew: bool) -> int:
            """Write in one transaction."""
            id, since, last = result.id, 0 if anew else first, None if leave else str(owner)
            row = _values(result)
            new = lines(since)
            file.execute("BEGIN IMMEDIATE")
            known = (*row, since + len(new), last, id, result.name, str(owner))
            if not id or not file.execute(UPDATE, known).rowcount:
                _check_gone(file, result)
                since, new = 0, lines(0)
                id = file.execute(INSERT, (*row, len(new), last)).lastrowid
            _log(file, id, since, new)
            file.execute("COMMIT")
            return int(id)

        return self._write(work)

    def take(self, id: int, owner: Owner) -> Kept:
        """Let OWNER sit down at an unfinished game, and return it.

        The owner before keeps no more of it. Raises KeepingError if it has ended meanwhile.
        """

        def work(file: Any, anew: bool) -> int:
            """Write the owner."""
            took = (
                "UPDATE games SET owner = ?, turn = (SELECT 1 + max(turn) FROM games)"
                " WHERE id = ? AND status = ?"
            )
            return int(file.execute(took, (str(owner), id, GOING)).rowcount)

        taken, result = self._write(work), self.find(id)
        if result is None:
            raise KeepingError(f"there is no game {id}")
        if not taken:
            raise KeepingError(f"game {id} has ended meanwhile")
        return Kept(result, self.lines(id))

    def add(self, games: Iterable[Kept]) -> int:
        """Add GAMES whose names are not there yet, all or none; return their number."""

        def work(file: Any, anew: bool) -> int:
            """Write in one transaction."""
            file.execute("BEGIN IMMEDIATE")
            names = {name for (name,) in file.execute("SELECT name FROM games")}
            new = [kept for kept in games if kept.result.name not in names]
            for result, lines in new:
                row = (*_values(result), len(lines), None)
                _log(file, file.execute(INSERT, row).lastrowid, 0, lines)
            file.execute("COMMIT")
            return len(new)

        games = list(games)
        return self._write(work)

    def forget(self, ids: Iterable[int]) -> int:
        """Delete games and their lines, so that nothing of them stays; return their number."""

        def work(file: Any, anew: bool) -> int:
            """Delete in one transaction, and empty the log of the file."""
            file.execute("BEGIN IMMEDIATE")
            gone = file.executemany("DELETE FROM games WHERE id = ?", chosen).rowcount
            file.executemany("DELETE FROM lines WHERE game = ?", chosen)
            file.execute("COMMIT")
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return int(gone)

        chosen = [(id,) for id in ids]
        gone = self._write(work)
        with suppress(OSError):
            os.unlink(beside(self.name, "backup"))
        return gone

    def back_up(self, today: str) -> None:
        """Write a sound copy beside the file, unless there is one of the date TODAY."""

        def work(file: Any, anew: bool) -> None:
            """Copy page by page, under another name at first."""
            with closing(library().connect(f"{name}.part")) as copy:
                file.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                    raise Damaged
            os.chmod(f"{name}.part", 0o600)
            os.replace(f"{name}.part", name)

        name = beside(self.name, "backup")
        with suppress(OSError):
            if _date_of(os.stat(name)) == today:
                return
        self._write(work)

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def _results(self, which: str, *values: Any) -> list[Result]:
        """Return the games WHICH; tell the number of those that make no sense."""
        rows = self._found(f"SELECT {', '.join(FIELDS)} FROM games WHERE {which}", *values)
        found = [result for row in rows if (result := result_in(row))]
        if lost := len(rows) - len(found):
            games = "1 game makes" if lost == 1 else f"{lost} games make"
            self.tell(f"{games} no sense, and is left out: 'cardgames diary --check' tells more")
        return found

    def _found(self, query: str, *values: Any) -> list[Any]:
        return self._read(lambda file: file.execute(query, values).fetchall(), [])

    def _read(self, work: Callable[[Any], Done], default: Done) -> Done:
        """Return what WORK reads, from a file opened for reading alone; DEFAULT without a file."""
        self._prepare()
        if self._is_same():
            return self._tried("read", lambda: work(self._file))
        if not os.path.lexists(self.name):
            return default

        def read(more: str = "") -> Done:
            """Read the file; if what SQLite needs beside it cannot be made, without that."""
            _check_regular(self.name)
            sqlite3 = library()
            path = self.name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
            uri = f"file:{path}?mode=ro{more}"
            try:
                with closing(sqlite3.connect(uri, WAIT, 0, None, uri=True)) as file:
                    file.text_factory = _text
                    _check(file)
                    return work(file)
            except sqlite3.OperationalError as error:
                log = _stat(f"{self.name}-wal")
                if more or "locked" in str(error) or log and log.st_size:
                    raise
                return read("&immutable=1")

        return self._tried("read", read)

    def _write(self, work: Callable[[Any, bool], Done]) -> Done:
        """Return what WORK does with the file; it is given whether that was opened anew."""

        def write() -> Done:
            """Write to the file that has the name now."""
            anew = not self._is_same()
            if anew:
                self._open()
            if self.wait != self._waits:
                self._file.execute(f"PRAGMA busy_timeout = {int(1000 * self.wait)}")
                self._waits = self.wait
            try:
                return work(self._file, anew)
            finally:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")

        self._prepare()
        return self._tried("write", write)

    def _prepare(self) -> None:
        if self._older:
            self._older.pop()(self)

    def _is_same(self) -> bool:
        """Is a file open, and the one that has the name now?"""
        found = _stat(self.name)
        return bool(self._file and found and self._held and samestat(found, self._held))

    def _open(self) -> None:
        """Open the file for writing; make it, with its tables, if there is none."""
        self.close()
        _check_regular(self.name)
        os.makedirs(os.path.dirname(self.name), 0o700, exist_ok=True)
        os.close(os.open(self.name, os.O_CREAT | os.O_RDWR, 0o600))
        os.chmod(self.name, 0o600)
        self._held, self._waits = os.stat(self.name), self.wait
        file = library().connect(self.name, self.wait, 0, None)
        try:
            file.text_factory = _text
            if not _check(file):
                make(file)
            if file.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                file.execute("PRAGMA journal_mode = TRUNCATE")  # on some network file systems
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute("PRAGMA secure_delete = ON")
        except BaseException:
            file.close()
            raise
        self._file = file

    def _tried(self, what: str, work: Callable[[], Done]) -> Done:
        """Return what WORK does with the file, or with a mended one if it is damaged."""
        sqlite3 = library()
        for _ in range(TRIES):
            found = _stat(self.name)
            try:
                return work()
            except KeepingError:
                raise
            except (sqlite3.Error, sqlite3.Warning, OSError, ValueError, Damaged) as error:
                self.close()
                if not is_damage(error):
                    reason = getattr(error, "strerror", None) or str(error)
                    kind = Locked if "locked" in reason else KeepingError
                    raise kind(f"cannot {what} {printable(self.name)}: {reason}") from None
            from cardgames.play.salvage import mend

            mend(self.name, found, self.tell)
        raise KeepingError(f"cannot {what} {printable(self.name)}: it is damaged each time")


_DIARIES: Final["WeakSet[Diary]"] = WeakSet()
if hasattr(os, "register_at_fork"):  # SQLite forbids a child to have an open file of its parent
    os.register_at_fork(before=lambda: close_all())


def close_all() -> None:
    """Close every diary."""
    for diary in list(_DIARIES):
        diary.close()


def make(file: Any) -> None:
    """Make the tables of a new file, unless another program was faster."""
    file.execute("PRAGMA secure_delete = ON")
    file.execute("BEGIN IMMEDIATE")
    if not _check(file):
        for statement in SCHEMA:
            file.execute(statement)
        file.execute(f"PRAGMA application_id = {OURS}")
        file.execute(f"PRAGMA user_version = {VERSION}")
    file.execute("COMMIT")


def _check(file: Any) -> bool:
    """Has FILE the tables? False if it is new; raises KeepingError for the file of another.

    One wrong byte in its header does not make it another's.
    """
    query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    tables = sorted(sql for (sql,) in file.execute(query))
    if tables == sorted(SCHEMA) or not tables:
        return bool(tables)
    if file.execute("PRAGMA application_id").fetchone()[0] != OURS:
        raise KeepingError("the diary is a file of another program: it is left alone")
    if file.execute("PRAGMA user_version").fetchone()[0] > VERSION:
        raise KeepingError("the diary is of a newer version of cardgames: it is left alone")
    raise Damaged


def is_damage(error: Exception) -> bool:
    """Does ERROR say that a file is damaged, and not that it cannot be used just now?"""
    sqlite3 = library()
    told = str(error)
    return (
        type(error) in (Damaged, sqlite3.DatabaseError, sqlite3.IntegrityError)
        or isinstance(error, sqlite3.OperationalError)
        and told.startswith(("no such", "unsupported", "malformed"))
    )


def _check_gone(file: Any, result: Result) -> None:
    """Check that a game that could not be updated is not in FILE; raises TakenOver."""
    which = "SELECT owner FROM games WHERE id = ? AND name = ?"
    if found := file.execute(which, (result.id, result.name)).fetchone():
        owner = Owner.parse(found[0])
        since = f" since {owner.hour()}" if owner else ""
        raise TakenOver(f"This game goes on in another terminal{since}: it is kept no more here")


def _log(file: Any, game: int, first: int, lines: Sequence[str]) -> None:
    """Replace the lines of a GAME from number FIRST on by LINES."""
    file.execute("DELETE FROM lines WHERE game = ? AND n >= ?", (game, first))
    rows = [(game, n, line) for n, line in enumerate(lines, first)]
    file.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)


def result_in(row: Sequence[Any]) -> Result | None:
    """Return the result that a row of the file holds; None if it makes no sense."""
    import json

    values = dict(zip(FIELDS, row))
    try:
        values |= {name: json.loads(values[name]) for name in IN_OBJECTS}
    except (TypeError, ValueError, RecursionError):
        return None
    return _sensible(values)


def kept_of(values: Any) -> Kept | None:
    """Return the game with these VALUES, lines among them; None if they make no sense."""
    result = _sensible(values) if isinstance(values, dict) else None
    lines = values.get("lines") if result else None
    if result is None or not isinstance(lines, list):
        return None
    return Kept(result, lines) if all(isinstance(line, str) for line in lines) else None


def _sensible(values: dict[str, Any]) -> Result | None:
    typed = all(isinstance(values.get(name), type_) for name, type_ in TYPES.items())
    if not typed or values["status"] not in (GOING, ENDED, LEFT):
        return None
    return Result(**{name: values[name] for name in FIELDS})


def _values(result: Result) -> list[Any]:
    """Return the fields of RESULT but the id, as the file holds them."""
    import json  # here and above, since most starts need none of it

    row = result._asdict()
    row |= {name: json.dumps(row[name]) for name in IN_OBJECTS}
    return list(row.values())[1:]


def library() -> Any:
    """Return the module, which takes a while to load; raises KeepingError if there is none."""
    try:
        import sqlite3
    except ImportError:
        raise NoLibrary("This Python has no sqlite3: nothing is kept") from None
    return sqlite3


def _check_regular(name: str) -> None:
    """Check that a file, or none, has this NAME; raises OSError."""
    if os.path.lexists(name) and not os.path.isfile(name):
        raise OSError(EINVAL, "it is not a regular file")


def beside(name: str, what: str) -> str:
    """Return the name of another file beside the one called NAME: 'diary-backup.sqlite'."""
    base, ending = os.path.splitext(name)
    return f"{base}-{what}{ending}"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _stat(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except (OSError, ValueError):
        return None


def _date_of(found: os.stat_result) -> str:
    from time import localtime, strftime

    return strftime("%Y-%m-%d", localtime(found.st_mtime))


def _machine() -> str:
    """Return the name of this machine, without blanks."""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return name.replace(" ", "-") or "-"
