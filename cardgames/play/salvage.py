"""Mending a damaged diary: what its pages still hold is copied into a new file.

The pages are read without SQLite, which finds no page below a damaged one. What is missing is taken
from the backup. The damaged file is set aside.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from typing import Any, Final

from cardgames.model.errors import KeepingError, printable
from cardgames.play.database import beside, library, make
from cardgames.play.results import FIELDS, result_in
from cardgames.play.script import alone, cannot, uninterrupted

SIZE: Final = 4096
"""The size of a page, in bytes."""
TABLE: Final = 13
INDEX: Final = 10
ABOVE: Final = 2
"""The kinds of pages with rows: of a table, of one without row ids, and the inner ones of that."""
SIZES: Final = (0, 1, 2, 3, 4, 6, 8)
"""The sizes of the numbers in a row, by their types."""
COLUMNS: Final = len(FIELDS) + 3

Row = list[Any]
"""The values of a row; the first one is its id."""


def mend(
    name: str, found: os.stat_result | None, schema: Sequence[str], tell: Callable[[str], None]
) -> None:
    """Replace the file called NAME, which was FOUND damaged, by a sound one; TELL so.

    It has the tables of SCHEMA. Raises KeepingError if it can't be set aside.
    """
    try:
        with uninterrupted(), alone(os.path.dirname(name)):
            if found is None or not os.path.samestat(os.stat(name), found):
                return  # another program has mended it
            old, older = _rows(name), _rows(beside(name, "backup"))
            aside = _free(name)
            lost = _write(f"{name}.part", schema, old, older)
            _set_aside(name, aside)
            os.replace(f"{name}.part", name)
    except (OSError, ValueError, library().Error) as error:
        raise KeepingError(cannot("mend", printable(name), error)) from None
    games = len(old[0] | older[0])
    what = "1 game is" if games == 1 else f"{games} games are"
    saved = f"{what} saved, {lost} are lost or lack lines"
    tell(f"{printable(name)} was damaged: {saved}. It is set aside as {printable(aside)}")


def rows_in(name: str) -> Iterator[Row]:
    """Yield the rows in all pages of the file called NAME."""
    for number, page in _pages(_bytes(name), _bytes(f"{name}-wal")).items():
        start = 0 if number else 100
        kind = page[start] if len(page) == SIZE else 0
        if kind not in (TABLE, INDEX, ABOVE):
            continue
        first = start + (12 if kind == ABOVE else 8)
        for at in range(first, first + 2 * _number(page[start + 3 : start + 5]), 2):
            with suppress(IndexError):  # a pointer that is wrong
                yield _row(page, _number(page[at : at + 2]) + 4 * (kind == ABOVE), kind == TABLE)


def _pages(data: bytes, log: bytes) -> dict[int, bytes]:
    """Return the pages by their numbers, counted from 0; the LOG has newer ones."""
    found = {n: data[SIZE * n : SIZE * (n + 1)] for n in range(len(data) // SIZE)}
    waiting = {}
    for at in range(32, len(log) - SIZE - 23, SIZE + 24):
        if log[at + 8 : at + 16] != log[16:24]:
            break  # of an earlier log
        waiting[_number(log[at : at + 4]) - 1] = log[at + 24 : at + 24 + SIZE]
        if any(log[at + 4 : at + 8]):  # the end of a transaction
            found |= waiting
            waiting = {}
    return found


def _row(page: bytes, at: int, has_id: bool) -> Row:
    """Return the row that begins at place AT of a PAGE; raises IndexError."""
    _, at = _varint(page, at)
    id, at = _varint(page, at) if has_id else (0, at)
    size, types = _varint(page, at)
    values: Row = []
    value = at + size
    while types < at + size:
        kind, types = _varint(page, types)
        long = SIZES[kind] if kind < 7 else 8 if kind == 7 else max(0, (kind - 12) // 2)
        text = page[value : value + long]
        if len(text) < long or len(values) > COLUMNS:
            raise IndexError
        if kind < 10:
            number = int.from_bytes(text, "big", signed=True)
            values.append(None if kind == 0 else kind - 8 if kind in (8, 9) else number)
        else:
            values.append(text.decode("utf-8", "replace") if kind % 2 else text)
        value += long
    if has_id and values[0] is None:  # which stands for the id of the row
        values[0] = id
    return values


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Return the number at place AT, of up to nine bytes, and the place after it."""
    number = 0
    for at in range(at, at + 8):
        number = number << 7 | page[at] & 127
        if page[at] < 128:
            return number, at + 1
    return number << 8 | page[at + 1], at + 2


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _rows(name: str) -> tuple[dict[int, Row], dict[int, list[str]]]:
    """Return the games in a file by id, and their lines up to the first that is missing."""
    games: dict[int, Row] = {}
    logs: dict[int, dict[int, str]] = {}
    before: Any = None
    for row in rows_in(name):
        # A row with a damaged number must not replace the row that has this number.
        if len(row) == COLUMNS and result_in(row[: len(FIELDS)]) is not None:
            if before == row[0] - 1 or row[0] not in games:
                games[row[0]] = row
            before = row[0]
        elif len(row) == 3 and list(map(type, row)) == [int, int, str]:
            id, n, text = row
            log = logs.setdefault(id, {})
            if n == 0 or before == (id, n - 1) or n not in log:
                log[n] = text
            before = id, n
    return games, {id: _whole(log) for id, log in logs.items()}


def _whole(log: dict[int, str]) -> list[str]:
    """Return the lines of a LOG up to the first that is missing."""
    return [log[n] for n in range(next(n for n in range(len(log) + 1) if n not in log))]


def _bytes(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def _write(name: str, schema: Sequence[str], old: Any, older: Any) -> int:
    """Write a file of the OLD rows, or else the OLDER ones; return how many games lack lines.

    Anybody may go on with a game, as it may be of an earlier hour.
    """
    with suppress(FileNotFoundError):
        os.unlink(name)
    os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    games = older[0] | old[0]
    logs = {id: max(old[1].get(id, []), older[1].get(id, []), key=len) for id in old[1] | older[1]}
    lost = len(logs.keys() - games)
    with closing(library().connect(name, isolation_level=None)) as file:
        make(file, schema)
        file.execute("BEGIN")
        for id, (*row, logged, turn, _) in games.items():
            lines = logs.get(id, [])
            lost += logged != len(lines)
            values = (*row, len(lines), turn if isinstance(turn, int) else id, "")
            file.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
            numbered = [(id, n, line) for n, line in enumerate(lines)]
            file.executemany("INSERT INTO lines VALUES (?, ?, ?)", numbered)
        file.execute("COMMIT")
    return lost


def _set_aside(name: str, aside: str) -> None:
    """Give the file called NAME, and its log, the name ASIDE; another program may die meanwhile."""
    for also in ("-wal", ""):
        if os.path.exists(name + also):
            try:
                os.link(name + also, aside + also)
            except OSError:  # a file system without links
                os.rename(name + also, aside + also)
    for also in ("-wal", "-shm"):  # a new file must not find the log of the old one
        with suppress(FileNotFoundError):
            os.unlink(name + also)


def _free(name: str) -> str:
    """Return a name with the date for a damaged file, which no file has yet."""
    marks = ("" if n == 1 else f"-{n}" for n in range(1, 10_000))
    names = (beside(name, f"damaged-{time.strftime('%Y-%m-%d')}{mark}") for mark in marks)
    return next(free for free in names if not os.path.exists(free))
