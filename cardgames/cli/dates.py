"""The time, and the date of today."""

import os
from datetime import date, datetime, timezone

from cardgames.model.deal import Day


def now() -> datetime:
    """Return the present time in UTC; the variable CARDGAMES_TODAY may replace the date in it."""
    found = datetime.now(timezone.utc).replace(microsecond=0)
    try:
        today = date.fromisoformat(os.environ.get("CARDGAMES_TODAY", ""))
    except ValueError:
        return found
    return datetime.combine(today, found.timetz())


def today() -> Day:
    """Return the date in UTC."""
    return now().date()
