"""The time, and the date of today."""

import os
from datetime import datetime, timezone
from typing import Final

from cardgames.model.deal import Day, read_day
from cardgames.model.errors import InvalidCommand

TODAY: Final = "CARDGAMES_TODAY"
"""The variable of the environment that may hold another date than today's."""


def now() -> datetime:
    """Return the present time in UTC; the variable CARDGAMES_TODAY may replace the date in it.

    Raises InvalidCommand if that is no date.
    """
    found = datetime.now(timezone.utc).replace(microsecond=0)
    if not (chosen := os.environ.get(TODAY)):
        return found
    try:
        return datetime.combine(read_day(chosen), found.timetz())
    except InvalidCommand as error:
        raise InvalidCommand(f"{TODAY}: {error}") from None


def today() -> Day:
    """Return the date in UTC; raises InvalidCommand as `now` does."""
    return now().date()
