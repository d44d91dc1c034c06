"""A bot that plays Slap by what it reads on the screen, in virtual time.

It sees only the text that a person sees, and presses keys at the times at which a person might.
"""

import re
from collections.abc import Mapping
from typing import Any

from click import unstyle

from cardgames.games.slap.game import Slap
from cardgames.model.deal import Random
from tests.seated import Memory, player_of, session_of

QUICK, SLOW = 250, 450
"""The bounds of the bot's reactions, in milliseconds."""
CARD = re.compile(r"(10|[2-9JQKA])[CDHS]")
RANK = re.compile(r"\| (10|[2-9JQKA]) +\|")
LONGEST_GAME = 4_000_000
"""A game that lasts longer than this, in milliseconds, is given up."""


class Bot(Memory):
    """A terminal at which a bot sits: it slaps a pair, and plays when the prompt says so."""

    interactive = timed = by_keys = in_place = True

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = Random(seed)
        self._now = self._zero = 0
        self._screen, self._seen = "", ""
        self._key, self._at = "", 0
        self.slaps: list[tuple[str, str]] = []
        """The screens before and after each slap."""
        self.heights: set[int] = set()
        """The numbers of rows of all tables."""
        self._slapped = ""

    def start_clock(self, ms: int = 0) -> None:
        """Start the virtual clock."""
        self._zero = self._now - ms

    def clock(self) -> int:
        """Return the time on the virtual clock."""
        return self._now - self._zero

    def redraw(self, board: str, news: str = "", room: int = 0) -> None:
        """Look at the screen; what the last slap came to is on it."""
        self._screen = unstyle(board + news)
        if "The end" not in self._screen:
            self.heights.add(self._screen.count("\n"))
        if self._slapped:
            self.slaps.append((self._slapped, self._screen))
            self._slapped = ""

    def read_live(
        self, prompt: str, keys: Mapping[str, str], until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        """Press the next key in its time, or let the time pass."""
        if self._now > LONGEST_GAME or prompt.startswith("Another"):
            return None, self.clock()
        self._decide(prompt)
        wait = float("inf") if until is None else max(0, until - self.clock())
        if not self._key or self._now + wait < self._at:
            assert wait < float("inf"), f"nothing happens any more:\n{self._screen}{prompt}"
            self._now += int(wait)
            return "", self.clock()
        self._now, key, self._key = max(self._now, self._at), self._key, ""
        if key == "s":
            self._slapped = self._screen
        return keys[key], self.clock()

    def _decide(self, prompt: str) -> None:
        """Decide on the next key, when the screen has changed; a begun slap is not stopped."""
        seen = f"{self._screen.split('Round')[0]}{prompt}"
        if seen == self._seen or self._key == "s" and self._now < self._at:
            return
        self._seen = seen
        after = QUICK + self._random.below(SLOW - QUICK + 1)
        if is_pair(self._screen):
            self._key, self._at = "s", self._now + after
        elif "[space]" in prompt:
            self._key, self._at = " ", self._now + after
        else:
            self._key = ""


def is_pair(screen: str) -> bool:
    """Is there a pair on top of the pile on this SCREEN, which no one has taken yet?"""
    top = RANK.search(screen)
    if top is None or "^^^" in screen or "vvv" in screen:
        return False
    row = next((line for line in screen.splitlines() if "|   " in line and CARD.search(line)), "")
    below = CARD.findall(row.partition("|")[0])
    return bool(below) and below[-1] == top[1]


def played(seed: int, **options: Any) -> tuple[Bot, Any]:
    """Let the bot play the deal SEED; return the bot and the session."""
    bot = Bot(seed)
    player = player_of(session_of(Slap, seed, **options), bot)
    player.play()
    return bot, player.session
