"""The diary has a row for each game that a person played, and the commands typed in each game.

The first move of a game inserts its row, and all later moves and its end update that row. Games are
ordered by their ids, not by time, as a clock may be set back. CHECK constraints keep out rows that
make no sense. All code asks `now` for the date of today.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_args, get_origin

from cardgames import __version__
from cardgames.diary.database import Database, NoGame, written
from cardgames.diary.sqlite import Row, library
from cardgames.model.deal import TODAY, read_day
from cardgames.model.errors import KeepingError
from cardgames.model.game import HUMAN
from cardgames.play.session import Session
from cardgames.text.wording import counted

# The statuses of a game. Only a game that is GOING can be resumed. Only older diaries have LEFT.
GOING: Final = "going"
ENDED: Final = "ended"
LEFT: Final = "left"

# The outcomes. A game of several people always has ENDED; a game of one has '' until it ends.
WON: Final = "won"
LOST: Final = "lost"
DRAWN: Final = "drawn"

# Who played. PERSON: a person alone. HELPED: a computer made some moves, taken back or not.
# COMPUTER: a computer alone. SCRIPT: a person who went on from a script, perhaps just before a win.
PERSON: Final = "person"
HELPED: Final = "helped"
COMPUTER: Final = "computer"
SCRIPT: Final = "script"

Count: TypeAlias = Annotated[int, "BETWEEN 0 AND 1000000000"]
Date: TypeAlias = Annotated[str | None, "IS date({0}, '+0 days')"]
Time: TypeAlias = Annotated[str, "IS strftime('%Y-%m-%dT%H:%M:%SZ', {0}, '+0 days')"]
# A JSON object. A limit on its length keeps out objects nested too deep for Python's parser.
Object: TypeAlias = Annotated[
    dict[str, Any], "LIKE '{%}' AND json_valid({0}) AND length({0}) < 1500"
]


def now() -> datetime:
    """Return the time in UTC. CARDGAMES_TODAY, if set, replaces the date; raises InvalidCommand."""
    found, chosen = datetime.now(timezone.utc).replace(microsecond=0), os.environ.get(TODAY)
    return datetime.combine(read_day(chosen), found.timetz()) if chosen else found


def text_of(moment: datetime) -> str:
    """Return a MOMENT in UTC as the diary writes it: '2026-11-22T20:04:00Z'."""
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def local(text: str) -> str:
    """Return a time of the diary as local time: '2026-11-22 21:04'."""
    try:
        return f"{datetime.fromisoformat(text.replace('Z', '+00:00')).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return text


class Entry(NamedTuple):
    """A game of the diary: a row of the table `games`. The fields define its columns and checks."""

    id: int  # the number of the game in the diary; 0 until the game is first written
    name: str  # unique on all machines: 'clock-20261122-201500-9f3a61c0'
    game: str
    deal: str  # the command line that deals the given deck, or else the first game of the seed
    options: Object  # by name, as `Options.values` returns them
    words: str  # the options in the words of the command line; '' for a game without any
    seed: int | None = None  # None if a deck was given instead
    number: Annotated[int, "BETWEEN 0 AND 100000"] = 0  # 1 for the seed's first game; 0 for a deck
    day: Date = None  # the date whose deal this is, if any
    status: Annotated[str, f"IN {GOING, ENDED, LEFT}"] = GOING
    outcome: Annotated[str, f"IN {'', WON, LOST, DRAWN, ENDED, LEFT}"] = ""
    reason: str = ""  # why it ended: 'all 52 cards are on the foundations' or 'given up'
    score: Annotated[int, "BETWEEN -1000000000 AND 1000000000"] = 0
    moves: Count = 0  # the number of moves that people made
    length: Count = 0  # as `Game.length` measures it
    seconds: Count = 0
    hints: Count = 0
    undos: Count = 0
    player: Annotated[str, f"IN {PERSON, HELPED, COMPUTER, SCRIPT}"] = PERSON
    helped_from: int | None = None  # the number of the person's moves when a computer took over
    today: Date = None  # the same as `day`, if the game was begun on that date
    begun: Time = ""
    finished: Time = ""  # the time of its last change, in UTC: '2026-11-22T20:15:00Z'
    version: str = __version__
    details: Object = {}  # what `Game.details` returns, and what `Session.revealed` counts

    @classmethod
    def of(cls, session: Session) -> "Entry":
        """Return an entry for the game of SESSION, which begins now."""
        setup, name, day, moment = session.deal[0], session.game.name, session.day, now()
        return cls(
            id=0,
            name=f"{name}-{moment:%Y%m%d-%H%M%S}-{os.urandom(4).hex()}",
            game=name,
            deal=setup.command_line(),
            options=setup.options.values(),
            words=" ".join(setup.options.words()),
            seed=session.seed if session.deals else None,
            number=session.deals,
            day=str(day) if day else None,
            today=str(day) if day == moment.date() else None,
            begun=text_of(moment),
            finished=text_of(moment),
        )

    def after(self, session: Session, seconds: int) -> "Entry":
        """Return the entry brought up to date with SESSION, after SECONDS of play."""
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


def _column(name: str, hint: Any) -> str:
    check = ""
    if get_origin(hint) is Annotated:
        hint, check = get_args(hint)
        check = f" AND {name} {check.replace('{0}', name)}"
    kinds = get_args(hint) or (hint,)
    kind = "integer" if int in kinds else "text"
    null = ", 'null'" * (type(None) in kinds)
    typed = f"typeof({name}) IN ('{kind}'{null})"
    return f"{name} {kind} CHECK ({typed}{check})"


FIELDS: Final = Entry._fields
COLUMNS: Final = [_column(name, Entry.__annotations__[name]) for name in FIELDS[1:]]
ID: Final = "id INTEGER PRIMARY KEY"
# The tables. A program that begins or resumes a game gets a new `turn`, the highest of all. It may
# not write a row with a higher turn than its own: another program has resumed that game since. A
# log is one text: the commands that follow the deal.
SCHEMA: Final = (
    f"CREATE TABLE games ({ID} AUTOINCREMENT, {', '.join(COLUMNS)},"
    f" {_column('turn', int)}, {_column('owner', str | None)}, UNIQUE (name))",
    f"CREATE TABLE logs ({ID}, {_column('lines', str)})",
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
        """Return True unless the owner is known to be this program, or a process that has ended."""
        if self.machine != _machine() or os.name == "nt":
            return True
        try:
            os.kill(self.process, 0)
        except OSError as error:
            return not isinstance(error, ProcessLookupError)
        return self.process != os.getpid()


class TakenOver(KeepingError):
    """The game goes on in another terminal."""


class Kept(NamedTuple):
    result: Entry
    lines: Sequence[str]


class Diary(Database):
    """The games of a person. All methods raise KeepingError if the file cannot be used."""

    schema, older = SCHEMA, OLDER

    def games(self, game: str | None = None) -> list[Entry]:
        return self._results("? IS NULL OR game = ? ORDER BY id", game, game)

    def unfinished(self, game: str | None = None, most: int = -1) -> list[Entry]:
        """Return at most MOST (-1: all) unfinished games, beginning with the one played last."""
        which = "status = ? AND (? IS NULL OR game = ?) ORDER BY turn DESC, id DESC LIMIT ?"
        return self._results(which, GOING, game, game, most)

    def count(self, status: str | None = None, game: str | None = None) -> int:
        """Return the number of games of GAME that have this STATUS; None stands for any."""
        which = "(? IS NULL OR status = ?) AND (? IS NULL OR game = ?)"
        query = f"SELECT count(*) FROM games WHERE {which}"
        return sum(n for (n,) in self._found(query, status, status, game, game))

    def find(self, id: int) -> Entry | None:
        return next(iter(self._results("id = ?", id)), None)

    def last(self, game: str) -> Entry | None:
        return next(iter(self._results("game = ? ORDER BY id DESC LIMIT 1", game)), None)

    def tries(self, game: str, day: str) -> list[Entry]:
        """Return the tries begun on the date DAY at GAME's deal for that date."""
        return self._results("game = ? AND today = ? ORDER BY id", game, day)

    def lines(self, id: int) -> list[str]:
        found = self._found("SELECT lines FROM logs WHERE id = ?", id)
        return _lines(found[0][0]) if found else []

    def everything(self) -> list[Kept]:
        return self.read(lambda file: _kept(file, "1"), [])

    def sitting(self) -> dict[int, Owner]:
        """Return the owners of games that are open in other programs, by the games' ids."""
        found: dict[int, Owner] = {}
        for id, text in self._found("SELECT id, owner FROM games WHERE owner NOT NULL"):
            words = text.split(" ")
            if len(words) == 3 and words[0].isdecimal():
                owner = Owner(int(words[0][:9]), *words[1:])
                found |= {id: owner} if owner.is_live() else {}
        return found

    def records(self) -> dict[str, tuple[int, int]]:
        """Return, by game name, how many games a person ended alone, and how many were won."""
        which = f"status = '{ENDED}' AND player = '{PERSON}' AND outcome IN {WON, LOST, DRAWN}"
        query = f"SELECT game, count(*), sum(outcome = ?) FROM games WHERE {which} GROUP BY game"
        return {game: (played, won) for game, played, won in self._found(query, WON)}

    def alike(self, result: Entry) -> list[Entry]:
        """Return all entries that have the same game and the same options as RESULT."""
        return self._results("game = ? AND words = ? ORDER BY id", result.game, result.words)

    def keep(
        self,
        result: Entry,
        lines: Sequence[str],
        turn: int = 0,
        owner: Owner | None = None,
        renew: bool = False,
    ) -> tuple[int, int]:
        """Write a game; return its id and its turn. Raises TakenOver if another program took it.

        TURN is the turn that the last write, or `take`, returned; it is 0 if the game is new. RENEW
        the turn of a game that is in a journal: what stands there does not count after that.
        """
        row = result, lines, turn, owner, renew
        return self.write(lambda file: _put(file, *row), playing=owner is not None)

    def put(self, file: Any, values: Mapping[str, Any]) -> None:
        try:
            entry = Entry(**{field: values[field] for field in FIELDS})
            _put(file, entry, values["lines"], values["turn"], None, renew=True)
        except TakenOver:
            pass  # It was written, or went on elsewhere, after it was put into the journal.
        except _no_game():
            raise NoGame("this is no game of a diary") from None

    def take(self, id: int, owner: Owner) -> tuple[Kept, int]:
        """Let only OWNER write an unfinished game; return the game and its new turn."""

        def work(file: Any) -> tuple[Kept, int]:
            for game in _kept(file, f"id = {int(id)}"):
                if game.result.status != GOING:
                    raise KeepingError(f"game {id} has ended meanwhile")
                turn = _next_turn(file)
                sits = "UPDATE games SET owner = ?, turn = ? WHERE id = ?"
                file.execute(sits, (str(owner), turn, id))
                return game, turn
            raise KeepingError(f"there is no game {id}")

        return self.write(work, playing=True)

    def add(self, games: Iterable[Kept], name: str = "games") -> int:
        """Add all GAMES whose names are new; return how many were added.

        If a game makes no sense, add none: raises KeepingError with that game's line in file NAME.
        """
        given = [*games]

        def work(file: Any) -> int:
            names = {name for (name,) in file.execute("SELECT name FROM games")}
            turn, before = _next_turn(file), len(names)
            for number, (result, lines) in enumerate(given, 1):
                try:
                    if result.name in names:
                        continue
                    row = (None, *_values(result), turn + number, None)
                    file.execute(LOG, (file.execute(INSERT, row).lastrowid, "\n".join(lines)))
                except _no_game():
                    raise KeepingError(NO_GAME.format(name, number)) from None
                names.add(result.name)
            return len(names) - before

        return self.write(work)

    def forget(self, ids: Iterable[int]) -> int:
        """Delete games, their lines and all copies; return how many games were deleted."""
        chosen, query = [(id,) for id in ids], "SELECT name FROM games WHERE id = ?"

        def work(file: Any) -> int:
            names = {name for one in chosen for (name,) in file.execute(query, one)}
            file.executemany("DELETE FROM logs WHERE id = ?", chosen)
            gone = file.executemany("DELETE FROM games WHERE id = ?", chosen).rowcount
            is_empty = file.execute("SELECT 1 FROM games").fetchone() is None
            for name in self.copies(None if is_empty else names):
                os.unlink(name)
            return int(gone)

        return self.write(work)

    def fill(self, file: Any, rows: Sequence[Row], older: Sequence[Row]) -> str:
        """Do as the base class says. Games are matched by name, as the backup may have other ids.

        A log without its game goes to the backup's game of the same id, provided that the log
        begins with the whole log that this game has in the backup.
        """
        width, saved = len(ROW.split()), list[int]()
        add = f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * width)})"
        placed, homeless = dict[Any, int](), dict[Any, str]()
        for source in (rows, older):
            # A row of the table `logs` has only two columns, so its third value is None.
            logs = {r[0]: r[1] for r in source[::-1] if r[2] is None and isinstance(r[1], str)}
            for id, name, *others in [row[:width] for row in source if row[2] is not None]:
                for chosen in (id, None):  # None: a new id, as the old one is taken or wrong
                    if name not in placed:
                        done = file.execute(add, (chosen, name, *others))
                        placed |= {name: done.lastrowid} if done.rowcount else {}
                if name in placed and id in logs:
                    newer = homeless.get(id, "")
                    log = homeless.pop(id) if newer.startswith(logs[id] or "?") else logs[id]
                    file.execute("INSERT OR IGNORE INTO logs VALUES (?, ?)", (placed[name], log))
            saved.append(len(placed))
            if source is rows:
                found = {row[0] for row in rows if row[2] is not None and row[1] in placed}
                homeless = {id: logs[id] for id in logs if id not in found}
        lost = len(homeless)
        bare = "INSERT INTO logs SELECT id, '' FROM games WHERE id NOT IN (SELECT id FROM logs)"
        lacking: int = file.execute(bare).rowcount
        lost -= lacking  # Each game without a log may own one of the logs without a game.
        told: str = f"{counted(saved[1], 'game')} {'is' if saved[1] == 1 else 'are'} saved"
        if backed := saved[1] - saved[0]:
            told += f", {backed:,} of them from the backup of {written(self.backup)}"
        if lacking:
            told += f", {lacking:,} of them without moves"
        return told + f", at least {lost:,} lost" * (lost > 0)

    def _results(self, which: str, *values: Any) -> list[Entry]:
        query = f"SELECT {LIST} FROM games WHERE {which}"
        return self.read(lambda file: _results(file.execute(query, values)), [])

    def _found(self, query: str, *values: Any) -> list[Any]:
        found: list[Any] = self.read(lambda file: file.execute(query, values).fetchall(), [])
        return found


def _put(
    file: Any, result: Entry, lines: Sequence[str], turn: int, owner: Owner | None, renew: bool
) -> tuple[int, int]:
    id, given = result.id, _next_turn(file) if renew else turn
    row = [*_values(result), given, str(owner) if owner else None]
    if not id or not file.execute(UPDATE, (*row[1:], id, result.name, turn)).rowcount:
        # No row was updated: the game is new or taken over, or the file was replaced.
        query = "SELECT id, turn FROM games WHERE name = ?"
        known, since = file.execute(query, row[:1]).fetchone() or (None, 0)
        if since > turn:
            raise TakenOver("This game goes on elsewhere: it is kept no more here")
        given = row[-2] = max(turn, _next_turn(file))
        file.execute("DELETE FROM games WHERE id = ?", (known,))
        id = file.execute(INSERT, (known, *row)).lastrowid
    file.execute(LOG, (id, "\n".join(lines)))
    return int(id), given


def _no_game() -> tuple[type[Exception], ...]:
    """Return the errors of a row that makes no sense."""
    sqlite3 = library()
    wrong = sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError
    return (*wrong, TypeError, ValueError, LookupError, OverflowError)


def _kept(file: Any, which: str) -> list[Kept]:
    query = f"SELECT {LIST}, lines FROM games JOIN logs USING (id) WHERE {which} ORDER BY id"
    rows = file.execute(query).fetchall()
    results = _results(row[:-1] for row in rows)
    return [Kept(one, _lines(row[-1])) for one, row in zip(results, rows)]


def _results(rows: Iterable[Row]) -> list[Entry]:
    """Return the games in ROWS; games with equal options share one object for the options."""
    parsed, at = cache(json.loads), FIELDS.index("options")
    return [
        Entry._make((*row[:at], parsed(row[at]), *row[at + 1 : -1], parsed(row[-1])))
        for row in rows
    ]


def _values(result: Entry) -> list[Any]:
    row = result._asdict()
    row |= {name: json.dumps(row[name]) for name in ("options", "details")}
    return list(row.values())[1:]


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _next_turn(file: Any) -> int:
    return int(file.execute("SELECT 1 + coalesce(max(turn), 0) FROM games").fetchone()[0])
