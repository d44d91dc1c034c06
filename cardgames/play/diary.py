"""The diary: one SQLite file with a row for each game that a person played, and its lines.

A game has its row from the person's first move on, for ever; its end is an update of that row.
Games are in the order of their ids, in which they were begun, as the clock of a machine may be
set. Several programs may use the file at once. `salvage.py` mends it if it is damaged.

Result gets an `id` that is a number (0 before it is kept), and the fields `name` (unique, as
'clock-20261121-204512-3f9a71c0'), `deal` (the command line), `day` (the date whose deal it is)
and `status` (GOING, ENDED or LEFT); `finished` is when it was touched last. `player` may be SCRIPT.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cardgames.model.errors import KeepingError
from cardgames.play.results import Result


class TakenOver(KeepingError):
    """The game goes on in another terminal, which owns it now; `owner` says where."""

    owner: "Owner"


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
        raise NotImplementedError

    def is_live(self) -> bool:
        """Does the process still run, as far as can be told? This one does not count."""
        raise NotImplementedError


class Kept(NamedTuple):
    """A game with its lines, to be added to a diary."""

    result: Result
    lines: Sequence[str]


class Diary:
    """The games of a person. All methods raise KeepingError if the file cannot be used."""

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
        self.name = name

    # -- reading: nothing is written, so a full or read-only disk does not matter

    def games(self, game: str | None = None) -> list[Result]:
        """Return the games of GAME, or all, in the order in which they were begun.

        Rows that make no sense are left out, and their number is told.
        """
        raise NotImplementedError

    def unfinished(self, game: str | None = None) -> list[Result]:
        """Return the games that can be gone on with, the one played last first."""
        raise NotImplementedError

    def find(self, id: int) -> Result | None:
        """Return the game with this ID; None if there is none."""
        raise NotImplementedError

    def lines(self, id: int) -> list[str]:
        """Return the lines of a game: the commands that follow its deal."""
        raise NotImplementedError

    def owners(self) -> dict[int, Owner]:
        """Return the owners of the games that have one, by the ids of the games."""
        raise NotImplementedError

    def records(self) -> dict[str, tuple[int, int]]:
        """Return how many games a person has ended alone, and how many of them won, by game."""
        raise NotImplementedError

    def tries(self, game: str, day: str) -> list[Result]:
        """Return the games of GAME's deal for the date DAY that were begun on that date."""
        raise NotImplementedError

    def size(self) -> tuple[int, int]:
        """Return the number of games, and of lines."""
        raise NotImplementedError

    def faults(self) -> list[str]:
        """Return what is wrong with the file, a line for each fault; [] if it is sound."""
        raise NotImplementedError

    # -- writing

    def keep(self, result: Result, owner: Owner, lines: Sequence[str], first: int = 0) -> int:
        """Write the row of a game, and its LINES from number FIRST on; return its id.

        A game that is new, or has gone from the file, is written whole. Raises TakenOver if
        somebody else owns it.
        """
        raise NotImplementedError

    def take(self, id: int, owner: Owner) -> None:
        """Let OWNER sit down at a game; its owner before keeps no more of it."""
        raise NotImplementedError

    def leave(self, result: Result, owner: Owner) -> None:
        """Let others go on with a game that OWNER has left."""
        raise NotImplementedError

    def add(self, games: Iterable[Kept]) -> int:
        """Add GAMES whose names are not there yet, all or none; return their number."""
        raise NotImplementedError

    def forget(self, ids: Iterable[int]) -> int:
        """Delete games and their lines, so that nothing of them stays; return their number."""
        raise NotImplementedError

    def back_up(self) -> None:
        """Write a copy beside the file, at most once a day."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        raise NotImplementedError
