"""Watching at a terminal: the pace of the pictures, the keys that steer it, and steps back."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, TypeAlias

from cardgames.model.errors import printable
from cardgames.text.console import Picture

Paint: TypeAlias = Callable[[str, str, str], object]
"""Shows a board, the news, and the line of keys."""
RUNNING: Final = "[space] pause [b] back [e] end [+-] pace\n"
SKIPPED: Final = "[any key] end\n"
STOPPED: Final = "[space] step [b] back [g] go on [e] end\n"
SLOWEST: Final = 8.0
QUICKEST: Final = 1 / 64
"""The limits of the pace, in seconds for each picture."""


class Step(Enum):
    """What to show next."""

    ON = "the next picture"
    BACK = "the picture before"
    AGAIN = "the same picture"
    END = "no more pictures"


class Watching:
    """The pace of an animation, and the keys that steer it."""

    def __init__(
        self,
        pressed: Callable[[float | None], str | None],
        pace: float,
        stopped: bool = False,
        skips: bool = False,
    ) -> None:
        """Show each picture for PACE seconds; begin in a pause if STOPPED.

        PRESSED waits for a key, with or without a limit. If it SKIPS, any key ends all.
        """
        self._skips = skips
        self._pressed = pressed
        self._pace = pace
        self._stopped = stopped
        self._ahead = ""
        """Keys that came together with the last one."""
        self._unknown = ""
        """The last key, if it means nothing here."""

    @property
    def keys(self) -> str:
        """The line that explains the keys, perhaps with one that says that the last key is none."""
        if self._skips:
            return SKIPPED
        told = f"{self._unknown} does nothing here. The keys:\n" if self._unknown else ""
        return told + (STOPPED if self._stopped else RUNNING)

    def wait(self, times: int = 1) -> Step:
        """Wait for TIMES the pace, or for a key; return what to show next."""
        self._unknown = ""
        key = self._key(None if self._stopped else self._pace * times)
        if key is None:  # no input is left, so nobody could end a pause
            return Step.END if self._stopped else Step.ON
        if not key:  # time is over; in a pause it was an arrow key
            return Step.AGAIN if self._stopped else Step.ON
        return self._steered(key)

    def _key(self, seconds: float | None) -> str | None:
        """Return the next key; '' if none comes within SECONDS, None at the end of the input."""
        keys = self._ahead or self._pressed(seconds)
        if keys:
            keys, self._ahead = keys[0], keys[1:]
        return keys

    def _steered(self, key: str) -> Step:
        """Obey KEY; return what to show next."""
        if key == " " and self._stopped:
            return Step.ON
        if key == "e" or self._skips:
            return Step.END
        if key in "+-":
            pace = self._pace / 2 if key == "+" else self._pace * 2
            self._pace = min(SLOWEST, max(QUICKEST, pace))
            return Step.AGAIN if self._stopped else Step.ON
        if key == "g":
            self._stopped = False
            return Step.ON
        self._stopped = True
        if key == "b":
            return Step.BACK
        if key != " ":
            self._unknown = {"\r": "Enter", "\n": "Enter"}.get(key, f"'{printable(key)}'")
        return Step.AGAIN

    def run(self, paint: Paint, pictures: Sequence[Picture], number: int, times: int = 1) -> bool:
        """PAINT each of PICTURES from NUMBER on, with the line of keys, for TIMES the pace.

        Return True after the last one, and False if the person wants no more.
        """
        while number < len(pictures):
            paint(*pictures[number], self.keys)
            step = self.wait(times)
            if step is Step.END:
                return False
            if step is Step.ON:
                number += 1
            elif step is Step.BACK:
                number = max(0, number - 1)
        return True
