"""The results of the games that were played, in one file, from one evening to the next.

Where the file is, and who writes to it, is the business of others.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cardgames.model.errors import KeepingError

WON: Final = "won"
LOST: Final = "lost"
DRAWN: Final = "drawn"
LEFT: Final = "left"
ENDED: Final = "ended"
"""The outcomes: LEFT is a game that nobody went on with, ENDED one that several people played."""

PERSON: Final = "person"
HELPED: Final = "helped"
COMPUTER: Final = "computer"
SCRIPT: Final = "script"
"""Who played: a person, a computer from some move of a person's on, or a computer alone."""

GOING: Final = "going"


class Result(NamedTuple):
    """How one game at the table ended, and what it took."""

    id: int
    """The number of the game in the diary: games are in the order in which they were begun."""
    name: str
    """The name of the game, which no other has."""
    game: str
    options: dict[str, Any]
    """The options by their names, as `Options.values` returns them."""
    words: str
    """The options in the words of the command line; '' for a game without any."""
    seed: int | None
    """The seed of the deal; None if a deck was given."""
    number: int
    """Which game of that seed it is, 1, 2 and so on; 0 if a deck was given."""
    outcome: str
    reason: str
    """Why the game ended, as 'all 52 cards are on the foundations' or 'given up'."""
    score: int
    moves: int
    """The number of moves of people."""
    length: int
    """How long the game was, in its own measure."""
    seconds: int
    hints: int
    undos: int
    player: str
    helped_from: int | None
    """The number of moves that the person had made when a computer took over."""
    today: str | None
    """The date, if it was the deal of that date."""
    begun: str
    finished: str
    """When it ended, in UTC, as '2026-11-22T20:15:00Z'."""
    version: str
    """The version of the program."""
    deal: str
    day: str | None
    status: str
    details: dict[str, Any]
    """What the game adds of its own, as `Game.details` returns it."""


SCHEMA: Final = (
    """
    CREATE TABLE results (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, words TEXT NOT NULL,
        seed INTEGER, number INTEGER NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL,
        score INTEGER NOT NULL, moves INTEGER NOT NULL, length INTEGER NOT NULL,
        seconds INTEGER NOT NULL, hints INTEGER NOT NULL, undos INTEGER NOT NULL,
        player TEXT NOT NULL, helped_from INTEGER, today TEXT, begun TEXT NOT NULL,
        finished TEXT NOT NULL, version TEXT NOT NULL, details TEXT NOT NULL)
    """,
)
"""The statements that make the file, one for each version of it.

Never change one that was released. To keep more, add a field to Result and a statement here, such
as 'ALTER TABLE results ADD COLUMN variant TEXT NOT NULL DEFAULT ""': it is carried out on every
older file when that is next opened, and programs older than it leave the file alone from then on.
"""

COLUMNS: Final = ", ".join(Result._fields)
ADD: Final = f"INSERT INTO results ({COLUMNS}) VALUES ({', '.join('?' for _ in Result._fields)})"
CORRECT: Final = ", ".join(f"{name} = excluded.{name}" for name in Result._fields if name != "id")
IN_OBJECTS: Final = ("options", "details")
"""The columns that hold JSON objects."""

TYPES: Final[dict[str, Any]] = Result.__annotations__ | dict.fromkeys(IN_OBJECTS, dict)
"""The type of each column."""


class Results:
    """The results that a file holds; it is opened for each task, and made by the first one."""

    def __init__(self, name: str, tell: Callable[[str], None] = lambda line: None) -> None:
        """Use the file called NAME; TELL a person, in a line, if it was damaged and set aside.

        All methods raise KeepingError if the file can be neither used nor set aside.
        """
        self.name = name
        self._tell = tell

    def put(self, *results: Result) -> None:
        """Add RESULTS, or correct those with the same ids; all of them, or none if that fails."""
        self._write(f"{ADD} ON CONFLICT (id) DO UPDATE SET {CORRECT}", [*map(_values, results)])

    def left(self, result: Result) -> None:
        """Add RESULT, of a game that nobody will go on with, unless its game has ended before."""
        self._write(f"{ADD} ON CONFLICT (id) DO NOTHING", [_values(result)])

    def rows(self, game: str | None = None) -> list[Result]:
        """Return the results of GAME, or of all games, in the order in which they finished."""
        found = self._read(
            f"SELECT {COLUMNS} FROM results WHERE ? IS NULL OR game = ? ORDER BY finished, rowid",
            *(game, game),
        )
        return [self._result(row) for row in found]

    def counts(self, game: str | None = None) -> dict[str, int]:
        """Return the numbers of results, of GAME or of all games, by game."""
        found = self._read(
            "SELECT game, count(*) FROM results WHERE ? IS NULL OR game = ? GROUP BY game",
            *(game, game),
        )
        return dict(found)

    def records(self) -> dict[str, tuple[int, int]]:
        """Return how many games a person has ended alone, and how many of them won, by game."""
        found = self._read(
            "SELECT game, count(*), sum(outcome = ?) FROM results"
            " WHERE player = ? AND outcome IN (?, ?, ?) GROUP BY game",
            *(WON, PERSON, WON, LOST, DRAWN),
        )
        return {game: (played, won) for game, played, won in found}

    def has_deal_of(self, game: str, today: str) -> bool:
        """Is there a result of GAME's deal of the date TODAY?"""
        return bool(
            self._read("SELECT 1 FROM results WHERE game = ? AND today = ? LIMIT 1", game, today)
        )

    def forget(self, game: str | None = None) -> int:
        """Delete the results of GAME, or of all games; return their number."""
        return self._write("DELETE FROM results WHERE ? IS NULL OR game = ?", [(game, game)])

    def _result(self, row: tuple[Any, ...]) -> Result:
        """Return the result that a row of the file holds."""
        import json

        values = dict(zip(Result._fields, row))
        try:
            values |= {name: json.loads(values[name]) for name in IN_OBJECTS}
        except (TypeError, ValueError):
            values["id"] = None
        if not all(isinstance(values[name], type_) for name, type_ in TYPES.items()):
            raise KeepingError(f"a result in {self.name} cannot be read: somebody has changed it")
        return Result(**values)

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self._database().read(query, values)
        return found

    def _write(self, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        changed: int = self._database().write(statement, rows)
        return changed

    def _database(self) -> Any:
        from cardgames.play.database import Database  # here, since SQLite takes a while to load

        return Database(self.name, SCHEMA, self._tell)


def _values(result: Result) -> list[Any]:
    """Return the fields of RESULT as the file holds them."""
    import json  # here and above, since it takes a while to load, and most starts need none of it

    row = result._asdict()
    return [json.dumps(row[name]) if name in IN_OBJECTS else row[name] for name in row]
