"""The diary has a row for each game that a person played, and the commands typed in each game.

A row is inserted at the first move, or when the first guest comes; later moves and the end of the
game update the row. Games are ordered by their ids, not by time, as a clock may be set back.
CHECK constraints keep out rows that make no sense. All code gets the time from `now` and the date
from `date_here`.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timezone
from functools import partial
from glob import escape, glob
from itertools import repeat
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

from cardgames import __version__
from cardgames.diary.database import PART, Database, NoGame
from cardgames.diary.files import TEMPORARY, library
from cardgames.diary.rows import (
    DATE,
    LARGEST,
    OBJECT,
    TIME,
    Check,
    Column,
    Rescue,
    Row,
    Values,
    between,
    checked,
    fits,
    one_of,
)  # fmt: skip
from cardgames.model.deal import TODAY, read_day
from cardgames.model.errors import KeepingError
from cardgames.model.game import HUMAN
from cardgames.play.session import Session

if TYPE_CHECKING:
    from sqlite3 import Connection

# The statuses of a game. Only games that are GOING can be resumed. Only old diaries have LEFT.
GOING: Final = "going"
ENDED: Final = "ended"
LEFT: Final = "left"

# The outcomes. A game of several people always has ENDED; any other game has '' until it ends.
WON: Final = "won"
LOST: Final = "lost"
DRAWN: Final = "drawn"

# Who played. PERSON: a person alone. HELPED: a computer made moves, even if taken back later.
# COMPUTER: a computer alone. SCRIPT: a person went on from a script, perhaps just before a win.
PERSON: Final = "person"
HELPED: Final = "helped"
COMPUTER: Final = "computer"
SCRIPT: Final = "script"

Count: TypeAlias = Annotated[int, between(0, 1_000_000_000)]
Number: TypeAlias = Annotated[int, Check("", between(0, LARGEST).holds)]
Date: TypeAlias = Annotated[str | None, DATE]
Time: TypeAlias = Annotated[str, TIME]
Object: TypeAlias = Annotated[dict[str, Any], OBJECT]


def now() -> datetime:
    """Return the time in UTC; the variable CARDGAMES_TODAY can replace the date.

    Raises InvalidCommand if the variable is not a date.
    """
    found, chosen = datetime.now(timezone.utc).replace(microsecond=0), os.environ.get(TODAY)
    return datetime.combine(read_day(chosen), found.timetz()) if chosen else found


def date_here(utc: bool = False) -> date:
    """Return the date in CARDGAMES_TODAY; if it is not set, today's date, local or in UTC."""
    moment = now()
    return (moment if utc or os.environ.get(TODAY) else moment.astimezone()).date()


def text_of(moment: datetime) -> str:
    """Return a time in UTC in the form of the diary: '2026-11-22T20:04:00Z'."""
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def local(text: str) -> str:
    """Return a time of the diary as local time: '2026-11-22 21:04'."""
    try:
        return f"{datetime.fromisoformat(text.replace('Z', '+00:00')).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return text


class Entry(NamedTuple):
    """A game of the diary. Its fields are the columns of the table `games`, with their checks."""

    id: Number  # the number of the game in the diary; 0 until the game is first written
    name: str  # unique on all machines: 'clock-20261122-201500-9f3a61c0'
    game: str
    deal: str  # the command line that deals the seed's first game, or the deck if one was given
    options: Object  # by name, as `Options.values` returns them
    # The options as on the command line, with `--seat` for people at other terminals; '' if none
    words: str
    seed: int | None = None  # None if a deck was given instead
    number: Annotated[int, between(0, 100_000)] = 0  # 1 for the seed's first game; 0 for a deck
    day: Date = None  # the date, if this is the deal of a date
    status: Annotated[str, one_of(GOING, ENDED, LEFT)] = GOING
    outcome: Annotated[str, one_of("", WON, LOST, DRAWN, ENDED, LEFT)] = ""
    reason: str = ""  # why it ended: 'all 52 cards are on the foundations' or 'given up'
    score: Annotated[int, between(-1_000_000_000, 1_000_000_000)] = 0
    moves: Count = 0  # the number of moves that people made
    length: Count = 0  # as `Game.length` measures it
    seconds: Count = 0
    hints: Count = 0
    undos: Count = 0
    player: Annotated[str, one_of(PERSON, HELPED, COMPUTER, SCRIPT)] = PERSON
    helped_from: int | None = None  # the number of the person's moves when a computer took over
    today: Date = None  # the same as `day`, if the game was begun on that date, here or in UTC
    begun: Time = ""
    finished: Time = ""  # the time of its last change, in UTC: '2026-11-22T20:15:00Z'
    version: str = __version__
    details: Object = {}  # what `Game.details` returns, and what `Session.revealed` counts

    @classmethod
    def of(cls, session: Session) -> "Entry":
        """Return an entry for a session whose game begins now."""
        setup, name, day, moment = session.deal[0], session.game.name, session.day, now()
        return cls(
            id=0,
            name=f"{name}-{moment:%Y%m%d-%H%M%S}-{os.urandom(4).hex()}",
            game=name,
            deal=setup.command_line(),
            options=setup.options.values(),
            words=" ".join([*setup.options.words(), *setup.away_words()]),
            seed=session.seed if session.deals else None,
            number=session.deals,
            day=str(day) if day else None,
            today=str(day) if day in (date_here(), moment.date()) else None,
            begun=text_of(moment),
            finished=text_of(moment),
        )

    def after(self, session: Session, seconds: int) -> "Entry":
        """Return this entry, updated from its session after `seconds` seconds of play."""
        history, seats = session.history, session.setup.options.seats()
        game, moves, helped_from = history.now, history.people_moves, history.helped_from
        if session.from_script:
            player = SCRIPT
        elif helped_from or session.shown:
            player = HELPED
        else:  # If the computer took over before any move by the person, it played alone.
            player = PERSON if helped_from is None else COMPUTER
        ended, outcome = session.outcome(), ""
        if seats.count(HUMAN) > 1:
            outcome = ENDED
        elif ended:
            outcome = ended.result(seats.index(HUMAN) + 1)
        return self._replace(
            status=ENDED if ended else GOING,
            outcome=outcome,
            reason=ended.reason if ended else "",
            score=game.score(),
            moves=moves,
            length=game.length(moves),
            seconds=seconds,
            hints=session.hints,
            undos=session.undos,
            player=player,
            helped_from=helped_from,
            finished=text_of(now()),
            details=game.details() | session.revealed,
        )


FIELDS: Final = Entry._fields
COLUMNS: Final = [Column.of(name, Entry.__annotations__[name]) for name in FIELDS]
TURN: Final = Column.of("turn", Number)
OWNER: Final = Column.of("owner", str | None)
LINES: Final = Column.of("lines", str)
NUMBER: Final = Column.of("a number", int)
NAME: Final = Column.of("a name", str)
ID: Final = "id INTEGER PRIMARY KEY"
# The tables. A program that begins or resumes a game gets a new `turn`, the highest of all. It may
# not write a row that has a higher turn, because another program has since resumed that game. A log
# is one text: the commands after the deal.
SCHEMA: Final = (
    f"CREATE TABLE games ({ID} AUTOINCREMENT, {', '.join(map(str, COLUMNS[1:]))},"
    f" {TURN}, {OWNER}, UNIQUE (name))",
    f"CREATE TABLE logs ({ID}, {LINES})",
)
LIST: Final = ", ".join(FIELDS)
ROW: Final = f"{LIST}, turn, owner"
# The statements that bring the tables of versions 1.6 to 1.8 up to date.
OLDER: Final = (
    "ALTER TABLE games RENAME TO old",
    *SCHEMA,
    f"INSERT OR IGNORE INTO games SELECT {ROW.removesuffix('owner')} NULL FROM old",
    "UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM sqlite_sequence)",
    "INSERT INTO logs SELECT id, (SELECT coalesce(group_concat(text, char(10)), '') FROM"
    " (SELECT text FROM lines WHERE game = id ORDER BY n)) FROM games",
    "DROP TABLE lines",
    "DROP TABLE old",
)
INSERT: Final = f"INSERT INTO games ({ROW}) VALUES ({', '.join('?' * (len(FIELDS) + 2))})"
UPDATE: Final = (
    f"UPDATE games SET {' = ?, '.join(FIELDS[2:])} = ?, turn = ?, owner = ?"
    " WHERE id = ? AND name = ? AND turn <= ?"
)
# The games that count for shares, means and streaks.
COUNTING: Final = f"status = '{ENDED}' AND player = '{PERSON}' AND outcome IN {WON, LOST, DRAWN}"
NO_ROW: Final = (TypeError, ValueError, LookupError, OverflowError)  # if values make no sense
LOG: Final = "REPLACE INTO logs VALUES (?, ?)"
NO_GAME: Final = "{}, line {}: this is no game of a diary"


def _machine() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return name.replace(" ", "-") or "-"


class Owner(NamedTuple):
    process: int
    machine: str
    since: str  # when it opened the game, in UTC: '2026-11-22T20:15:00Z'

    @classmethod
    def new(cls) -> "Owner":
        return cls(os.getpid(), _machine(), text_of(now()))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def is_live(self) -> bool:
        """Return False if the owner is this process, or another process that has surely ended."""
        if self.machine != _machine() or os.name == "nt":
            return True
        try:
            os.kill(self.process, 0)
        except OSError as error:
            return not isinstance(error, ProcessLookupError)
        return self.process != os.getpid()


class TakenOver(KeepingError):
    """Another program has resumed the game."""


class Kept(NamedTuple):
    result: Entry
    lines: Sequence[str]


class Diary(Database):
    """The games of a person. All methods raise KeepingError if the file cannot be used."""

    schema, older = SCHEMA, OLDER

    def __init__(
        self,
        name: str,
        tell: Callable[[str], None] = lambda line: None,
        replay: Callable[[str, str], Session] | None = None,
    ) -> None:
        """Use the file called `name`. The function `tell` gets each message for the person.

        The function `replay` helps to mend rows: it replays a game from its deal and its log, and
        returns the session. It may raise CardGameError.
        """
        super().__init__(name, tell)
        self._replay = replay

    def games(self, game: str | None = None, unread: Sequence[str] = ()) -> list[Entry]:
        """Return all games of the kind `game` (default: all); the fields in `unread` are None."""
        return self._results("? IS NULL OR game = ? ORDER BY id", game, game, unread=unread)

    def unfinished(self, game: str | None = None, most: int = -1) -> list[Entry]:
        """Return up to `most` unfinished games (-1: all), the most recently played first."""
        which = "status = ? AND (? IS NULL OR game = ?) ORDER BY turn DESC, id DESC LIMIT ?"
        return self._results(which, GOING, game, game, most)

    def count(self, status: str | None = None, game: str | None = None) -> int:
        """Return the number of games with this status and of this kind; None stands for any."""
        which = "(? IS NULL OR status = ?) AND (? IS NULL OR game = ?)"
        query = f"SELECT count(*) FROM games WHERE {which}"
        (numbers,) = self._found(query, [NUMBER], status, status, game, game)
        return sum(numbers)

    def find(self, id: int) -> Entry | None:
        return next(iter(self._results("id = ?", id)), None)

    def last(self, game: str | None = None) -> Entry | None:
        which = "game = coalesce(?, game) ORDER BY id DESC LIMIT 1"
        return next(iter(self._results(which, game)), None)

    def tries(self, game: str, day: str) -> list[Entry]:
        """Return the games that were begun on the date `day` with the deal of that date."""
        return self._results("game = ? AND today = ? ORDER BY id", game, day)

    def lines(self, id: int) -> list[str]:
        (logs,) = self._found("SELECT lines FROM logs WHERE id = ?", [LINES], id)
        return _lines("".join(logs))

    def everything(self) -> list[Kept]:
        return self.read(lambda file: _kept(file, "1"), [])

    def sitting(self) -> dict[int, Owner]:
        """Return, by game id, the owners of the games that are open in other programs."""
        found: dict[int, Owner] = {}
        query = "SELECT id, owner FROM games WHERE owner NOT NULL"
        for id, text in zip(*self._found(query, [NUMBER, OWNER])):
            words = text.split(" ")
            if len(words) == 3 and words[0].isdecimal():
                owner = Owner(int(words[0][:9]), *words[1:])
                found |= {id: owner} if owner.is_live() else {}
        return found

    def records(self) -> dict[str, tuple[int, int]]:
        """Return, for each kind of game, how many games count, and how many of them were won.

        A game counts if a person finished it without a computer's help.
        """
        query = f"SELECT game, count(*), sum(outcome = ?) FROM games WHERE {COUNTING} GROUP BY game"
        found = self._found(query, [NAME, NUMBER, NUMBER], WON)
        return {game: (played, won) for game, played, won in zip(*found)}

    def keep(
        self,
        result: Entry,
        lines: Sequence[str],
        turn: int = 0,
        owner: Owner | None = None,
        renew: bool = False,
    ) -> tuple[int, int]:
        """Write a game; return its id and its turn. Raises TakenOver if another program took it.

        Pass the turn that the last call of `keep` or `take` returned; for a new game, pass 0. With
        `renew`, the game gets a new turn, the highest of all. So the game counts as the last one
        played, and its copy in a journal no longer counts.
        """
        row = result, lines, turn, owner, renew
        return self.write(lambda file: _put(file, *row), playing=owner is not None)

    def put(self, file: "Connection", values: Mapping[str, Any]) -> None:
        try:
            entry = Entry(**{field: values[field] for field in FIELDS})
            _check((*_values(entry), values["turn"]))
            _put(file, entry, values["lines"], values["turn"], None, renew=True)
        except TakenOver:
            pass  # After the journal was written, the game was kept, or went on elsewhere.
        except (library().IntegrityError, *NO_ROW):
            raise NoGame("this is no game of a diary") from None

    def take(self, id: int, owner: Owner) -> tuple[Kept, int]:
        """Let `owner` take over an unfinished game; return the game and its new turn.

        From now on, other programs cannot write the game.
        """

        def work(file: "Connection") -> tuple[Kept, int]:
            for game in _kept(file, f"id = {int(id)}"):
                if game.result.status != GOING:
                    raise KeepingError(f"game {id} has ended meanwhile")
                turn = _next_turn(file)
                sits = "UPDATE games SET owner = ?, turn = ? WHERE id = ?"
                file.execute(sits, (str(owner), turn, id))
                return game, turn
            raise KeepingError(f"there is no game {id}")

        self._tidy = False  # the game may have gone on in a journal meanwhile
        return self.write(work, playing=True)

    def add(self, games: Iterable[Kept], name: str = "games") -> int:
        """Add all games whose names are new; return how many games were added.

        If a game makes no sense, nothing is added, and KeepingError names the line of that game in
        the file `name`.
        """
        given = [*games]

        def work(file: "Connection") -> int:
            names = {name for (name,) in file.execute("SELECT name FROM games")}
            turn, before = _next_turn(file), len(names)
            for number, (result, lines) in enumerate(given, 1):
                try:
                    if result.name in names:
                        continue
                    row = (None, *_values(result), turn + number, None)
                    _check(row[1:-1])
                    file.execute(LOG, (file.execute(INSERT, row).lastrowid, "\n".join(lines)))
                except (library().IntegrityError, *NO_ROW):
                    raise KeepingError(NO_GAME.format(name, number)) from None
                names.add(result.name)
            return len(names) - before

        return self.write(work)

    def forget(self, ids: Iterable[int]) -> int:
        """Delete games, their logs and all their copies; return how many games were deleted."""
        chosen, query = [(id,) for id in ids], "SELECT name FROM games WHERE id = ?"

        def work(file: "Connection") -> int:
            names = {name for one in chosen for (name,) in file.execute(query, one)}
            file.executemany("DELETE FROM logs WHERE id = ?", chosen)
            gone = file.executemany("DELETE FROM games WHERE id = ?", chosen).rowcount
            is_empty = file.execute("SELECT 1 FROM games").fetchone() is None
            for name in self.copies(None if is_empty else names):
                os.unlink(name)
            return int(gone)

        gone = self.write(work)
        begun = glob(os.path.join(escape(self._folder), TEMPORARY + "*", PART))
        for name in (*begun, self.backup):  # which a game may have written meanwhile
            with suppress(FileNotFoundError):
                os.unlink(name)
        return gone

    def fill(self, file: "Connection", rows: Sequence[Row], older: Sequence[Row]) -> str:
        replayed = self._replayed if self._replay else None
        return Rescue(file, [*COLUMNS, TURN, OWNER], replayed).save(rows, older, self.backup)

    def _replayed(self, deal: str, log: str) -> Values:
        assert self._replay is not None
        entry = Entry.of(session := self._replay(deal, log)).after(session, 0)
        return dict(zip(FIELDS[1:], _values(entry)))

    def examine(self, file: "Connection") -> None:
        _next_turn(file)
        rows = file.execute(f"SELECT {ROW}, lines FROM games LEFT JOIN logs USING (id)")
        while some := rows.fetchmany(1000):
            checked(some, [*COLUMNS, TURN, OWNER, LINES])

    def _results(self, which: str, *values: object, unread: Sequence[str] = ()) -> list[Entry]:
        columns = [column for column in COLUMNS if column.name not in unread]
        names = [column.name for column in columns]
        query = f"SELECT {', '.join(names)} FROM games WHERE {which}"
        found = dict(zip(names, self._found(query, columns, *values)))
        rows = zip(*(found.get(name, repeat(None)) for name in FIELDS))
        return [*map(partial(tuple.__new__, Entry), rows)]  # `_make` takes three times as long

    def _found(
        self, query: str, columns: Sequence[Column], *values: object
    ) -> list[Sequence[Any]]:
        """Return the values that a query finds, as a list for each column."""

        def work(file: "Connection") -> list[Sequence[Any]]:
            return checked(file.execute(query, values).fetchall(), columns)

        return self.read(work, checked([], columns))


def _put(
    file: "Connection",
    result: Entry,
    lines: Sequence[str],
    turn: int,
    owner: Owner | None,
    renew: bool,
) -> tuple[int, int]:
    # If the file was restored from its backup, it may be older than the turn.
    id, given = result.id, max(turn + 1, _next_turn(file)) if renew else turn
    row = [*_values(result), given, str(owner) if owner else None]
    if not id or not file.execute(UPDATE, (*row[1:], id, result.name, turn)).rowcount:
        # No row was updated: the game is new or was taken over, or the file was replaced.
        query = "SELECT id, turn FROM games WHERE name = ?"
        known, since = file.execute(query, row[:1]).fetchone() or (None, 0)
        checked([(since,)], [TURN])
        if since > turn:
            raise TakenOver("This game goes on elsewhere: it is kept no more here")
        given = row[-2] = max(given, _next_turn(file))
        file.execute("DELETE FROM games WHERE id = ?", (known,))
        id = file.execute(INSERT, (known, *row)).lastrowid or 0
    file.execute(LOG, (id, "\n".join(lines)))
    return id, given


def _check(row: Row) -> None:
    """Raise ValueError if a row makes no sense; the row comes without its id and its owner."""
    if not fits(row, [*COLUMNS[1:], TURN]):
        raise ValueError("no row of a diary")


def _kept(file: "Connection", which: str) -> list[Kept]:
    # A game without a log is damaged: its `lines` are NULL, so `checked` raises Damaged.
    query = f"SELECT {LIST}, lines FROM games LEFT JOIN logs USING (id) WHERE {which} ORDER BY id"
    *entries, logs = checked(file.execute(query).fetchall(), [*COLUMNS, LINES])
    return [*map(Kept, map(Entry._make, zip(*entries)), map(_lines, logs))]


def _values(result: Entry) -> list[object]:
    row = result._asdict()
    row |= {name: json.dumps(row[name]) for name in ("options", "details")}
    return list(row.values())[1:]


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _next_turn(file: "Connection") -> int:
    """Return the turn of the next program; raises Damaged if a turn or an id is too large."""
    query = "SELECT max(turn), max(id), (SELECT max(seq) FROM sqlite_sequence) FROM games"
    found = tuple(value or 0 for value in file.execute(query).fetchone())
    checked([found], [TURN] * 3)
    return int(found[0]) + 1
