"""A bot that plays Slap by what it reads on the screen, in virtual time.

It sees only the text that a person sees, and presses keys at the times at which a person might.
"""

import re
from collections.abc import Mapping
from typing import Any

from click import unstyle

from cardgames.games.slap.game import Slap
from cardgames.model.deal import Random
from tests.seated import player_of, session_of
from tests.slap_blind import Clocked

QUICK, SLOW = 250, 450
"""The bounds of the bot's reactions, in milliseconds."""
CARD = re.compile(r"(10|[2-9JQKA])[CDHS]")
RANK = re.compile(r"\| (10|[2-9JQKA]) +\|")
LONGEST_GAME = 4_000_000
"""A game that lasts longer than this, in milliseconds, is given up."""


class Bot(Clocked):
    """A terminal at which a bot sits: it slaps a pair, and plays when the prompt says so."""

    in_place = True

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = Random(seed)
        self._screen = self._seen = self._slapped = self._key = ""
        self._at = 0
        self.slaps: list[tuple[str, str]] = []
        """The screens before and after each slap."""
        self.heights: set[int] = set()
        """The numbers of rows of all tables."""

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
        if self.now > LONGEST_GAME or prompt.startswith("Another"):
            return None, self.clock()
        self._decide(prompt)
        assert self._key or until is not None, f"nothing happens any more:\n{self._screen}{prompt}"
        if not self.waits(self._at if self._key else 1 << 40, until):
            return "", self.clock()
        key, self._key = self._key, ""
        if key == "s":
            self._slapped = self._screen
        return keys[key], self.clock()

    def _decide(self, prompt: str) -> None:
        """Decide on the next key, when the screen has changed; a begun slap is not stopped."""
        seen = f"{self._screen.split('Round')[0]}{prompt}"
        if seen == self._seen or self._key == "s" and self.now < self._at:
            return
        self._seen = seen
        after = QUICK + self._random.below(SLOW - QUICK + 1)
        if is_pair(self._screen):
            self._key, self._at = "s", self.now + after
        elif "[space]" in prompt:
            self._key, self._at = " ", self.now + after
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
