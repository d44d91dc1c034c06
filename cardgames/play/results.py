"""What the diary keeps of a game: how it was dealt, how it stands or ended, and what it took."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

GOING: Final = "going"
ENDED: Final = "ended"
LEFT: Final = "left"
"""How a game stands: LEFT is one that nobody will go on with."""

WON: Final = "won"
LOST: Final = "lost"
DRAWN: Final = "drawn"
"""The outcomes, besides ENDED for a game of several people, LEFT, and '' for others while GOING."""

PERSON: Final = "person"
HELPED: Final = "helped"
COMPUTER: Final = "computer"
SCRIPT: Final = "script"
"""Who played: a person; a computer from some move of a person's on, or one that showed its moves; a
computer alone; or a person from the middle of a script on, perhaps one saved before a win."""


class Result(NamedTuple):
    """A game at the table: how it ended, or how it stands, and what it took."""

    id: int
    """Its number in the diary, in the order in which games were begun; 0 before it is kept."""
    name: str
    """A name that no other game has, on no machine: 'clock-20261122-201500-9f3a61c0'."""
    game: str
    deal: str
    """The command line that deals it, or the first game of its seed."""
    options: dict[str, Any]
    """The options by their names, as `Options.values` returns them."""
    words: str
    """The options in the words of the command line; '' for a game without any."""
    seed: int | None
    """The seed of the deal; None if a deck was given."""
    number: int
    """Which game of that seed it is, 1, 2 and so on; 0 if a deck was given."""
    day: str | None
    """The date whose deal it is, if it is one."""
    status: str
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
    """When it ended, or was touched last, in UTC, as '2026-11-22T20:15:00Z'."""
    version: str
    """The version of the program."""
    details: dict[str, Any]
    """What the game adds of its own, as `Game.details` returns it."""


FIELDS: Final = Result._fields
IN_OBJECTS: Final = ("options", "details")
"""The columns that hold JSON objects."""
TYPES: Final[dict[str, Any]] = Result.__annotations__ | dict.fromkeys(IN_OBJECTS, dict)


def result_in(row: Sequence[Any]) -> Result | None:
    """Return the result that a row of the file holds; None if it makes no sense."""
    import json

    values = dict(zip(FIELDS, row))
    try:
        values |= {name: json.loads(values[name]) for name in IN_OBJECTS}
    except (TypeError, ValueError, RecursionError):
        return None
    return sensible(values)


def sensible(values: dict[str, Any]) -> Result | None:
    """Return the result with these VALUES, which may be more; None if they make no sense."""
    typed = all(
        isinstance(values.get(name), type_) and not isinstance(values[name], bool)
        for name, type_ in TYPES.items()
    )
    if not typed or values["status"] not in (GOING, ENDED, LEFT):
        return None
    result = Result(**{name: values[name] for name in FIELDS})
    counts = result.number, result.moves, result.length, result.seconds, result.hints, result.undos
    known = result.outcome in ("", WON, LOST, DRAWN, ENDED, LEFT)
    times = all(re.match(r"\d{4}-\d\d-\d\d", time) for time in (result.begun, result.finished))
    return result if known and times and min(counts) >= 0 else None


def values_of(result: Result) -> list[Any]:
    """Return the fields of RESULT but the id, as the file holds them."""
    import json  # here and above, since most starts need none of it

    row = result._asdict()
    row |= {name: json.dumps(row[name]) for name in IN_OBJECTS}
    return list(row.values())[1:]


def text_of(moment: datetime) -> str:
    """Return a time in UTC as the diary has it: '2026-11-22T20:04:00Z'."""
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def local(text: str) -> str:
    """Return a time of the diary as people here read it: '2026-11-22 21:04'."""
    try:
        return f"{datetime.fromisoformat(text.replace('Z', '+00:00')).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return text
