"""Dates, and the numbers of the deals they stand for; today's date is left to others."""

import re
from datetime import date
from typing import Any, ClassVar, Final, TypeAlias

from cardgames.model.commands import Whole
from cardgames.model.errors import InvalidCommand, quoted

Day: TypeAlias = date

SEEDS_BELOW: Final = 1_000_000
"""The program itself chooses only seeds below this, which a person can type."""
_LIKE_A_DATE: Final = r"(?a)\d+-\d+-\d+"
_WRITTEN: Final = r"(?a)(\d{4})-(\d\d)-(\d\d)"


def seed_of(day: Day) -> int:
    """Return the number that DAY stands for in every game, on every machine, forever.

    It is a hash, since neighboring seeds would deal neighboring dates similar first cards.
    """
    from hashlib import sha256

    digest = sha256(f"cardgames {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest, "big") % SEEDS_BELOW


def read_day(word: str) -> Day:
    """Read a date such as '2026-11-21'; raises InvalidCommand."""
    found = re.fullmatch(_WRITTEN, word)
    if found is None:
        raise InvalidCommand(f"a date is written as 2026-11-21, not as {quoted(word)}")
    year, month, day = map(int, found.groups())
    try:
        return date(year, month, day)
    except ValueError:
        raise InvalidCommand(f"there is no date {word}: {_calendar(year, month)}") from None


def _calendar(year: int, month: int) -> str:
    """Say which years, months or days the calendar has, to correct a wrong date."""
    from calendar import monthrange

    if year == 0:
        return "the first year is 0001"
    if not 1 <= month <= 12:
        return "the months are 01 to 12"
    return f"that month has the days 01 to {monthrange(year, month)[1]}"


class SeedOrDay(Whole):
    """The number of a deal, or the date of a deal."""

    kind: ClassVar[str] = "a whole number or a date such as 2026-11-21"

    def parse(self, word: str) -> Any:
        """Return the number or the date; raises InvalidCommand."""
        like_a_date = word.count("-") > 1 and re.fullmatch(_LIKE_A_DATE, word)
        return read_day(word) if like_a_date else super().parse(word)
