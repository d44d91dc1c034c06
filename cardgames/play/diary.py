"""The diary: one file with a row for each game that a person played, and its lines.

A game has its row from the person's first move on, for ever; its end is an update of that row.
The ids of games order them, and not the clock, which may be set.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from cardgames.model.errors import KeepingError
from cardgames.play.database import Damaged, Database
from cardgames.play.results import (
    DRAWN,
    FIELDS,
    GOING,
    LOST,
    PERSON,
    WON,
    Result,
    local,
    result_in,
    sensible,
    values_of,
)

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
PLACES: Final = ", ".join("?" for _ in FIELDS[1:])
INSERT: Final = (
    f"INSERT INTO games ({', '.join(FIELDS[1:])}, logged, turn, owner)"
    f" VALUES ({PLACES}, ?, (SELECT 1 + coalesce(max(turn), 0) FROM games), ?)"
)
UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = ?' for name in FIELDS[1:])}, logged = ?,"
    " owner = ? WHERE id = ? AND name = ? AND owner IN (?, '')"
)


class TakenOver(KeepingError):
    """The game goes on in another terminal."""


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
        """Return the owner that TEXT in the file names; None for nobody."""
        words = (text or "").split(" ")
        if len(words) != 4 or not words[1].isdecimal():
            return None
        return cls(words[0], int(words[1]), words[2], words[3])

    def __str__(self) -> str:
        return " ".join(map(str, self))

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


class Diary(Database):
    """The games of a person. All methods raise KeepingError if the file cannot be used."""

    def __init__(
        self,
        name: str,
        tell: Callable[[str], None] = lambda line: None,
        older: Callable[["Diary"], None] = lambda diary: None,
    ) -> None:
        """Use the file called NAME, and TELL a person, in a line, what is damaged.

        OLDER is called before the first use, to add the games of an older version.
        """
        super().__init__(name, SCHEMA)
        self.tell = tell
        self._older = [older]

    def games(self, game: str | None = None) -> list[Result]:
        """Return the games of GAME, or all, in the order in which they were begun.

        Leave out rows that make no sense, and tell how many.
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
        """Return the lines of a game, which must be as many as its row says."""

        def work(file: Any) -> list[str]:
            """Read the lines, and compare their number with that in the row."""
            found = file.execute("SELECT text FROM lines WHERE game = ? ORDER BY n", (id,))
            lines = [text for (text,) in found.fetchall()]
            row = file.execute("SELECT logged FROM games WHERE id = ?", (id,)).fetchone()
            if row not in (None, (len(lines),)):
                raise Damaged
            return lines

        return self.read(work, [])

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
        logged = {row[0]: row[-1] for row in rows}
        found += [f"game {id} has lost lines" for id in logged if logged[id] != counts.get(id, 0)]
        found += [f"game {row[0]} makes no sense" for row in rows if result_in(row[:-1]) is None]
        return found + [
            f"there are lines of a game {id}, which is gone" for id in counts - logged.keys()
        ]

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
            """Update the row, or insert it; write the new lines."""
            id, since, last = result.id, 0 if anew else first, None if leave else str(owner)
            row, new = values_of(result), lines(since)
            known = (*row, since + len(new), last, id, result.name, str(owner))
            if not id or not file.execute(UPDATE, known).rowcount:
                _check_gone(file, result)
                since, new = 0, lines(0)
                id = file.execute(INSERT, (*row, len(new), last)).lastrowid
            _log(file, id, since, new)
            return int(id)

        return self.write(work)

    def take(self, id: int, owner: Owner) -> Kept:
        """Let OWNER sit down at an unfinished game, and return it.

        The owner before keeps no more of it. Raises KeepingError if it has ended meanwhile.
        """
        turn = "owner = ?, turn = (SELECT 1 + max(turn) FROM games)"
        took = f"UPDATE games SET {turn} WHERE id = ? AND status = ?"
        taken = self.write(lambda file, _: file.execute(took, (str(owner), id, GOING)).rowcount)
        if (result := self.find(id)) is None:
            raise KeepingError(f"there is no game {id}")
        if not taken:
            raise KeepingError(f"game {id} has ended meanwhile")
        return Kept(result, self.lines(id))

    def add(self, games: Iterable[Kept]) -> int:
        """Add the GAMES with new names, all or none; return their number."""

        def work(file: Any, anew: bool) -> int:
            """Insert the games that the file lacks."""
            names = {name for (name,) in file.execute("SELECT name FROM games")}
            new = [kept for name, kept in named.items() if name not in names]
            for result, lines in new:
                row = (*values_of(result), len(lines), None)
                _log(file, file.execute(INSERT, row).lastrowid, 0, lines)
            return len(new)

        named = {kept.result.name: kept for kept in games}
        return self.write(work)

    def forget(self, ids: Iterable[int]) -> int:
        """Delete games and their lines, so that nothing of them stays; return their number."""

        def work(file: Any, anew: bool) -> int:
            """Delete the rows of both tables."""
            file.executemany("DELETE FROM lines WHERE game = ?", chosen)
            return int(file.executemany("DELETE FROM games WHERE id = ?", chosen).rowcount)

        chosen = [(id,) for id in ids]
        gone = self.write(work)
        self.empty_log()
        return gone

    def _mend(self, found: os.stat_result | None) -> None:
        from cardgames.play.salvage import mend

        mend(self.name, found, SCHEMA, self.tell)

    def _prepare(self) -> None:
        if self._older:
            self._older.pop()(self)

    def _results(self, which: str, *values: Any) -> list[Result]:
        """Return the games WHICH; tell the number of those that make no sense."""
        rows = self._found(f"SELECT {', '.join(FIELDS)} FROM games WHERE {which}", *values)
        found = [result for row in rows if (result := result_in(row))]
        if lost := len(rows) - len(found):
            games = "1 game makes" if lost == 1 else f"{lost} games make"
            self.tell(f"{games} no sense, and is left out: 'cardgames diary --check' tells more")
        return found

    def _found(self, query: str, *values: Any) -> list[Any]:
        found: list[Any] = self.read(lambda file: file.execute(query, values).fetchall(), [])
        return found


def _check_gone(file: Any, result: Result) -> None:
    """Check that a game that could not be updated is not in FILE; raises TakenOver."""
    which = "SELECT owner FROM games WHERE id = ? AND name = ?"
    if found := file.execute(which, (result.id, result.name)).fetchone():
        owner = Owner.parse(found[0])
        where = "was gone on with elsewhere"  # and left, or the file is an older one
        if owner:
            where = f"goes on in another terminal since {local(owner.since)[-5:]}"
        raise TakenOver(f"This game {where}: it is kept no more here")


def _log(file: Any, game: int, first: int, lines: Sequence[str]) -> None:
    """Replace the lines of a GAME from number FIRST on by LINES."""
    file.execute("DELETE FROM lines WHERE game = ? AND n >= ?", (game, first))
    rows = [(game, n, line) for n, line in enumerate(lines, first)]
    file.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)


def kept_of(values: Any) -> Kept | None:
    """Return the game with these VALUES, lines among them; None if they make no sense."""
    result = sensible(values) if isinstance(values, dict) else None
    lines = values.get("lines") if result else None
    if result is None or not isinstance(lines, list):
        return None
    return Kept(result, lines) if all(isinstance(line, str) for line in lines) else None


def _machine() -> str:
    """Return the name of this machine, without blanks."""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return name.replace(" ", "-") or "-"
