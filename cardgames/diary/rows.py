"""The rows of the diary: which values are allowed, and how bad rows are found and mended.

In a damaged file, any column can have any value, as SQLite checks rows only when they are written.
So `checked` checks all rows that are read. It goes column by column, which takes a tenth of the
time of CHECK constraints in SQL. A row that makes no sense counts as damage. `rows_in` returns the
rows of a damaged file that can still be read; the class Rescue mends each of these rows or leaves
it out.
"""

import json
import os
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    NamedTuple,
    TypeAlias,
    get_args,
    get_origin,
)  # fmt: skip

from cardgames import __version__
from cardgames.diary.files import Damaged, connected, created, heed, library, written
from cardgames.model.deal import read_day
from cardgames.model.errors import CardGameError, counted

if TYPE_CHECKING:
    from sqlite3 import Connection

Row: TypeAlias = tuple[Any, ...]

LARGEST: Final = 10**15 - 1  # no id, turn or whole number in a JSON object is larger
MOST_NAMED: Final = 5  # the most games that are named in a list
MOMENT: Final = "0000-00-00T00:00:00Z"  # any moment, with a 0 for each digit
ZEROS: Final = str.maketrans("123456789", "0" * 9)


class Check(NamedTuple):
    """A condition on the values of a column, in SQL and in Python; types are checked elsewhere."""

    sql: str  # {0} stands for the name of the column; '' if the table has no such check
    holds: Callable[[Collection[Any]], bool]  # do all these values, of the right type, pass?


def between(least: int, most: int) -> Check:
    return Check(
        f"BETWEEN {least} AND {most}", lambda values: least <= min(values) and max(values) <= most
    )


def one_of(*known: str) -> Check:
    return Check(f"IN {known}", lambda values: set(values) <= set(known))


def _are_times(values: Collection[str]) -> bool:
    text = "".join(values)
    return len(text) == len(MOMENT) * len(values) and not text.translate(ZEROS).replace(MOMENT, "")


# `read_day` and `parsed` raise ValueError.
DATE: Final = Check(
    "IS date({0}, '+0 days')", lambda values: all(map(read_day, set(values)))
)
TIME: Final = Check("IS strftime('%Y-%m-%dT%H:%M:%SZ', {0}, '+0 days')", _are_times)
# An object shorter than this is not nested too deep for Python's parser.
MOST_OF_AN_OBJECT: Final = 1500
DECODER: Final = json.JSONDecoder()


@lru_cache(1 << 14)  # Many games have equal options and details, which then share one object.
def parsed(text: str) -> dict[str, Any]:
    """Return the JSON object in a text; raises ValueError."""
    try:
        found, end = DECODER.raw_decode(text[:MOST_OF_AN_OBJECT])
    except RecursionError:
        found, end = None, 0
    if type(found) is not dict or end != len(text) or not _are_moderate(found.values()):
        raise ValueError("no object, or a long or deep one, or with a large number")
    return found


OBJECT: Final = Check(
    f"LIKE '{{%}}' AND json_valid({{0}}) AND length({{0}}) < {MOST_OF_AN_OBJECT}",
    lambda values: all(parsed(text) is not None for text in set(values)),
)


def _are_moderate(values: Collection[Any]) -> bool:
    """Are all whole numbers in these values small enough to calculate with?"""
    try:  # Most objects hold nothing but numbers.
        return not values or (-LARGEST <= min(values) and max(values) <= LARGEST)
    except TypeError:
        inner = [value.values() if isinstance(value, dict) else value for value in values]
        return all(
            _are_moderate(value) if isinstance(value, Collection) and not isinstance(value, str)
            else not isinstance(value, int) or -LARGEST <= value <= LARGEST
            for value in inner
        )


class Column(NamedTuple):
    name: str
    kind: type  # int or str
    optional: bool  # may it be NULL?
    check: Check | None = None

    @classmethod
    def of(cls, name: str, hint: Any) -> "Column":
        """Return the column for a field with this name and type hint."""
        check = None
        if get_origin(hint) is Annotated:
            hint, check = get_args(hint)
        kinds = get_args(hint) or (hint,)
        return cls(name, int if int in kinds else str, type(None) in kinds, check)

    @property
    def rule(self) -> str:
        """The condition that the table checks, in SQL."""
        name, kinds = self.name, "'integer'" if self.kind is int else "'text'"
        kinds += ", 'null'" * self.optional
        more = self.check.sql.replace("{0}", name) if self.check else ""
        return f"typeof({name}) IN ({kinds})" + f" AND {name} {more}" * bool(more)

    def __str__(self) -> str:
        """Return the declaration of the column in SQL."""
        return f"{self.name} {'integer' if self.kind is int else 'text'} CHECK ({self.rule})"

    def may_hold(self, values: Collection[Any]) -> bool:
        if self.optional:
            values = [value for value in values if value is not None]
        try:  # Both calls reject wrong types, ten times as fast as a look at each value.
            "".join(values) if self.kind is str else array("q", values)
            return not (values and self.check) or self.check.holds(values)
        except (TypeError, ValueError, OverflowError):
            return False


def fits(row: Row, columns: Sequence[Column]) -> bool:
    """Are the values of the row allowed in these columns?"""
    return all(column.may_hold([value]) for column, value in zip(columns, row))


def checked(rows: Sequence[Row], columns: Sequence[Column]) -> list[Sequence[Any]]:
    """Return the rows as one list of values for each column; JSON objects are parsed.

    Raises Damaged if a value is not allowed in its column.
    """
    found: list[Sequence[Any]] = [*zip(*rows)] or [()] * len(columns)
    if not all(column.may_hold(values) for column, values in zip(columns, found)):
        raise Damaged
    objects = (column.check is OBJECT for column in columns)
    return [[*map(parsed, values)] if are else values for are, values in zip(objects, found)]


# Mending: reading what is left in a damaged file, and writing it to a new one.

PAGE: Final = 4096  # the size of a page, in bytes
OF_TABLES: Final = (b"\5", b"\x0d")  # the first byte of an inner page and of a leaf of a table
MOST_REPLAYED: Final = 50_000  # the most lines that are replayed to mend rows: two seconds
A_DEAL: Final = 100  # dealing a game takes as long as replaying this number of lines
# If a replay differs from the row in one of these columns, some moves are missing.
COURSE: Final = ("game", "status", "outcome", "score", "moves")
# Values for unimportant columns, used in rows whose right values are unknown.
TRIFLES: Final = {
    **dict.fromkeys(("id", "day", "today", "helped_from", "owner")),
    **dict.fromkeys(("length", "seconds", "hints", "undos", "turn"), 0),
    **{"reason": "", "version": __version__, "details": "{}"},
}
UNKNOWN: Final = "1970-01-01T00:00:00Z"  # the time of a game whose time is lost

Values: TypeAlias = Mapping[str, Any]  # the values of a row by column


def rows_in(name: str) -> list[Row]:
    """Return the rows in all pages of a file; this destroys the file.

    SQLite reads each page in turn as if it were the root of a table. A leaf yields its rows; an
    inner page yields the rows of its leaves a second time. A row whose id is not between the ids of
    its neighbors comes last, as its id may be wrong.
    """
    if os.path.getsize(name) <= PAGE:
        return []  # as the first page has no rows
    sqlite3 = library()
    with closing(connected(created(f"{name}-plain"))) as file:
        named = ", ".join(f"c{n}" for n in range(1, 40))  # more columns than any table has
        file.execute(f"CREATE TABLE rows (c0 INTEGER PRIMARY KEY, {named})")
    with open(f"{name}-plain", "rb") as opened:
        page = opened.read(PAGE)
    for mode in ("DELETE", "OFF"):  # The first round merges the -wal into the file.
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


def _rows_of_page(file: "Connection") -> list[Row]:
    """Return the readable rows of the table; raises sqlite3.Error if they cannot be counted."""
    rows: list[Row] = []
    ((size,),) = file.execute("SELECT count(*) FROM rows")
    try:
        rows.extend(file.execute("SELECT * FROM rows"))  # This stops at the first damaged row.
    except library().Error:
        for n in range(len(rows), min(size, 400)):  # No leaf has more than 400 rows.
            with suppress(library().Error):
                rows += file.execute("SELECT * FROM rows LIMIT 1 OFFSET ?", (n,))
    return rows


class Rescue:
    """Saves rows in a new file: rows of a damaged file and of its backup that make sense."""

    def __init__(
        self,
        file: "Connection",
        columns: Sequence[Column],
        replayed: Callable[[str, str], Values] | None = None,
    ) -> None:
        """Write rows to `file`; its table of games has the columns `columns`.

        The function `replayed` helps to mend bad rows: it replays a game from its deal and its log,
        and returns the values of the row. It may raise CardGameError.
        """
        self._file, self._columns, self._replayed = file, columns, replayed
        self._placed = dict[str, int]()  # the new ids of games by name
        self._mended = list[int]()  # the old ids of bad rows that are mended
        self._left = dict[int, object]()  # the names in the other bad rows, by id
        self._room = MOST_REPLAYED

    def save(self, rows: Sequence[Row], older: Sequence[Row], backup: str) -> str:
        """Write the rows of the damaged file, and the games that only its backup has.

        The rows of the backup are in `older`. Games are matched by name, as their ids may be
        different in the backup. If the damaged file has a log without its game, the game with the
        same id in the backup gets this log, but only if the log begins with the game's whole log in
        the backup. Return a text that says how many games are saved and how many are lost.
        """
        file, placed, saved = self._file, self._placed, list[int]()
        twins, homeless = {row[0]: row for row in self._games(older)}, dict[int, str]()
        for source in (rows, older):
            # A row of the table `logs` has only two columns, so its other values are None.
            logs = {r[0]: r[1] for r in source[::-1] if not any(r[2:]) and isinstance(r[1], str)}
            games = self._mendable(source, logs, twins if source is rows else {})
            for id, name, *_ in games:
                if name in placed and id in logs:
                    newer = homeless.get(id, "")
                    log = homeless.pop(id) if newer.startswith(logs[id] or "?") else logs[id]
                    file.execute("INSERT OR IGNORE INTO logs VALUES (?, ?)", (placed[name], log))
            saved.append(len(placed))
            if source is rows:
                found = {id for id, name, *_ in games if name in placed}
                homeless = {id: logs[id] for id in logs if id not in found}
        bare = "INSERT INTO logs SELECT id, '' FROM games WHERE id NOT IN (SELECT id FROM logs)"
        lacking: int = file.execute(bare).rowcount
        left = [id for id, name in self._left.items() if name not in placed]
        # Each game without a log may own one of the logs without a game.
        lost = max(len(homeless) - lacking, len(left))
        told: str = f"{counted(saved[1], 'game')} {'is' if saved[1] == 1 else 'are'} saved"
        if backed := saved[1] - saved[0]:
            told += f", {backed:,} of them from the backup of {written(backup)}"
        if self._mended:
            told += f", {len(self._mended):,} of them mended ({_numbers(self._mended)})"
        if lacking:
            told += f", {lacking:,} of them without moves"
        told += f", at least {lost:,} lost" * (lost > 0)
        return told + f" ({_numbers(left)})" * bool(left)

    def _mendable(
        self, source: Sequence[Row], logs: Mapping[int, str], twins: Mapping[int, Row]
    ) -> list[Row]:
        """Write the games that make sense, then the games that can be mended; return them all."""
        games = self._games(source)
        sound = [row for row in games if fits(row, self._columns)]
        self._place(sound)  # The table's own checks may find more bad rows.
        for row in [row for row in games if row[1] not in self._placed]:
            heed()
            good = self._good(row)
            if mended := self._mend(good, logs.get(row[0]), twins.get(row[0])):
                sound.append(mended)
                self._mended += [row[0]] * self._place([mended])
            elif 2 * len(good) > len(self._columns):  # otherwise it never was a game
                self._left[row[0]] = row[1]
        return sound

    def _good(self, row: Row) -> dict[str, Any]:
        """Return those values of a row that make sense."""
        rules = ", ".join(column.rule for column in self._columns)
        given = ", ".join(f"? AS {column.name}" for column in self._columns)
        hold = self._file.execute(f"SELECT {rules} FROM (SELECT {given})", row).fetchone()
        return {
            column.name: value
            for column, value, holds in zip(self._columns, row, hold)
            if holds and column.may_hold([value])
        }

    def _mend(self, good: Values, log: str | None, twin: Row | None) -> Row | None:
        """Return the whole row that has these good values; None if too many values are lost.

        The row `twin` of the backup helps, if it is the same game.
        """
        names = [column.name for column in self._columns]
        if twin and fits(twin, self._columns):
            copy = dict(zip(names, twin))
            if good.items() <= copy.items():
                return twin
            if copy["begun"] == good.get("begun"):
                good = {"name": copy["name"], **good}
        times = {column.name for column in self._columns if column.check is TIME}
        moment = max((good[name] for name in times & good.keys()), default=UNKNOWN)
        row = {**TRIFLES, **self._by_moves(good, log), **dict.fromkeys(times, moment), **good}
        return tuple(row[name] for name in names) if row.keys() >= {*names} else None

    def _by_moves(self, good: Values, log: str | None) -> Values:
        """Return the values that a replay of the log leads to; {} if the log lacks moves."""
        deal = good.get("deal")
        if deal is None and good.keys() >= {"game", "words", "seed"}:
            deal = "cardgames {game} {words} --seed {seed}".format_map(good)
        self._room -= A_DEAL + (log or "").count("\n")
        if self._replayed and log is not None and deal is not None and self._room > 0:
            with suppress(CardGameError):
                made = self._replayed(deal, log)
                if all(good.get(name, made[name]) == made[name] for name in COURSE):
                    return made
        return {}

    def _place(self, games: Iterable[Row]) -> int:
        """Write the games whose names are new; return how many games were written."""
        add = f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * len(self._columns))})"
        before = len(self._placed)
        for id, name, *others in games:
            for chosen in (id, None):  # None: a new id, as the old one is taken or wrong
                if name not in self._placed:
                    done = self._file.execute(add, (chosen, name, *others))
                    self._placed |= {name: done.lastrowid or 0} if done.rowcount else {}
        return len(self._placed) - before

    def _games(self, source: Sequence[Row]) -> list[Row]:
        # A row of any other table has at most two columns besides its id.
        width = len(self._columns)
        return [row[:width] for row in source if any(value is not None for value in row[3:width])]


def _numbers(ids: Sequence[int]) -> str:
    """Name games by number: 'game 7', 'games 7, 9, 12 and 4 more'."""
    first = sorted(ids)[:MOST_NAMED]
    more = f" and {len(ids) - len(first):,} more" * (len(ids) > len(first))
    return f"game{'s' * (len(ids) > 1)} {', '.join(map(str, first))}{more}"
