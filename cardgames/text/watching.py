"""Watching computers play: one picture after the other, and keys that pause, step and speed."""

from collections.abc import Callable
from typing import Final

RUNNING: Final = "[space] pause  [+ -] speed  any other key: the end\n"
STOPPED: Final = "[space] step  [g] go on  any other key: the end\n"
PLAYED_ON: Final = "Playing on to the end; Ctrl-C stops it.\n"
SLOWEST: Final = 8.0
QUICKEST: Final = 1 / 64
"""The bounds of the pace, in seconds for each picture."""


class Watching:
    """The pace of an animation, and the keys that a person who watches it presses."""

    def __init__(self, pressed: Callable[[float | None], str | None], pace: float) -> None:
        """Show a picture for PACE seconds; PRESSED waits so long, or without limit, for a key."""
        self._pressed = pressed
        self._pace = pace
        self._stopped = False

    @property
    def keys(self) -> str:
        """What the keys do now."""
        return STOPPED if self._stopped else RUNNING

    def wait(self, pictures: int = 1) -> bool | None:
        """Wait as long as for some PICTURES, or for a key.

        Return whether the animation goes on, or None if only what the keys do has changed.
        """
        seconds = None if self._stopped else self._pace * pictures
        key = self._pressed(seconds)
        if not key:  # the time is over; without a keyboard nobody could end a pause
            return not (self._stopped and key is None)
        if key == " " and self._stopped:
            return True
        if key not in (" ", "g", "+", "-"):
            return False
        if key in (" ", "g"):
            self._stopped = key == " "
        else:
            pace = self._pace / 2 if key == "+" else self._pace * 2
            self._pace = min(SLOWEST, max(QUICKEST, pace))
        return None if self._stopped else True
