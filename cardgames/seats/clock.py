"""The clock of a game at two terminals, each of which measures the times of its own keys.

A time counts from the moment when that terminal has painted the card. The host waits for the slower
line by an allowance, twice the way there and back, before it carries out what was done later. A
time that is told too late is moved up: no line or clock, slow or lying, gains more than that.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

LEAST_ALLOWANCE, MOST_ALLOWANCE = 20, 400  # in milliseconds; the least is for painting
MOST_TRIP: Final = 60_000  # no line is called slower
PINGS: Final = 5  # how often the way there and back is measured
MEASURING: Final = 10.0  # seconds within which that is done


class Timekeeper:
    """What the host knows of the time at another terminal; NOW tells seconds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._begun = now()
        self._trips: list[float] = []  # the milliseconds that each ping took, there and back
        self._pinged = 0.0
        self._zero: float | None = None  # when the last card was sent; None if none was
        self.allowance: int | None = None  # in milliseconds; None until the line is measured

    def ping(self) -> dict[str, Any]:
        """Return the next message to be sent: the line is measured, or what that has shown."""
        if len(self._trips) < PINGS:
            self._pinged = self._now()
            return {"ping": len(self._trips)}
        self.trip = min(MOST_TRIP, round(sorted(self._trips)[PINGS // 2]))
        self.allowance = min(MOST_ALLOWANCE, max(LEAST_ALLOWANCE, 2 * self.trip))
        return {"trip": self.trip, "allowance": self.allowance}

    def pong(self, number: Any) -> bool:
        """Take the answer to ping NUMBER; return False if it is none."""
        if self.allowance is not None or type(number) is not int or number != len(self._trips):
            return False
        self._trips.append(1000 * (self._now() - self._pinged))
        self._zero = None  # the clocks begin anew when the line is measured
        return True

    @property
    def is_late(self) -> bool:
        """Is the line not measured yet, though there was time for that?"""
        return self.allowance is None and self._now() > self._begun + MEASURING

    def note_sent(self, ms: int, new: bool = True) -> None:
        """Note that a position MS milliseconds after its card is sent now; is it NEW there?"""
        if new or self._zero is None:
            self._zero = self._now() - ms / 1000

    def counted(self, ms: int) -> int | None:
        """Return the time that counts for a key at MS, which is told now; None if none does."""
        if self._zero is None or self.allowance is None:
            return None
        passed = round(1000 * (self._now() - self._zero))
        if 2 * passed < min(self._trips):
            return None  # the card cannot have arrived
        return max(min(ms, passed), passed - self.allowance)


def in_words(trip: int, allowance: int) -> str:
    """Say how long the host waits for the slower line."""
    waits = f"a key waits {allowance} ms for an earlier one at the other terminal"
    return f"The line takes {trip} ms there and back: {waits}.\n"
