"""Dates, and the numbers of deals that they stand for.

Which date it is today is not known here.
"""

import re
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.commands import Whole
from cardgames.model.errors import InvalidCommand, quoted

SEEDS_BELOW: Final = 1_000_000
"""The bound for seeds that nobody has named, low enough that a person can type one."""
_LIKE_A_DATE: Final = r"(?a)\d+-\d+-\d+"
_WRITTEN: Final = r"(?a)(\d{4})-(\d\d)-(\d\d)"


class Day(NamedTuple):
    """A date; `datetime` has more, but takes long to load for those who play by numbers."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


def seed_of(day: Day) -> int:
    """Return the number that DAY stands for in every game, on every machine, forever.

    The generator deals alike first cards for neighboring seeds, so neighboring dates must not
    have such.
    """
    from hashlib import sha256

    digest = sha256(f"cardgames {day}".encode()).digest()
    return int.from_bytes(digest, "big") % SEEDS_BELOW


def read_day(word: str) -> Day:
    """Return the date that WORD is, such as '2026-11-21'; raises InvalidCommand."""
    found = re.fullmatch(_WRITTEN, word)
    if found is None:
        raise InvalidCommand(f"a date is written as 2026-11-21, not as {quoted(word)}")
    day = Day(*map(int, found.groups()))
    if fault := _fault(day):
        raise InvalidCommand(f"there is no date {word}: {fault}")
    return day


def _fault(day: Day) -> str:
    """Say what the calendar has instead of DAY; '' if it has this date."""
    from calendar import monthrange

    if day.year == 0:
        return "the first year is 0001"
    if not 1 <= day.month <= 12:
        return "the months are 01 to 12"
    last = monthrange(day.year, day.month)[1]
    return "" if 1 <= day.day <= last else f"that month has the days 01 to {last}"


class SeedOrDay(Whole):
    """The number of a deal, or a date, whose deal has a number."""

    kind: ClassVar[str] = "a whole number or a date such as 2026-11-21"

    def parse(self, word: str) -> Any:
        """Return the number or the date; raises InvalidCommand."""
        return read_day(word) if re.fullmatch(_LIKE_A_DATE, word) else super().parse(word)
