"""The date of today."""

from cardgames.cli.folders import now
from cardgames.model.dates import Day


def today() -> Day:
    """Return the date in UTC."""
    return now().date()
