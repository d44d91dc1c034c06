"""The time from a key of Slap to its effect on the screen, through a pseudo-terminal."""

import statistics
import time
from typing import NamedTuple

from tests.test_terminal import Terminal

RUNS = 5
AIM = 60
"""The longest median of the times, in milliseconds."""
TWO = ("--players", "human,human")
ONE = ("--speed", "5000")
RIGHT = ("2C 3C 5C 7C", "2D 3D 6D 8D")
"""The second card makes a pair."""
WRONG = ("2C 3C 5C 7C", "4D 3D 6D 8D")
SETTLED = 0.3
"""The time after a card in which a slap might be forgiven as too early, in seconds."""


class Case(NamedTuple):
    """A slap by a key, after two cards were played."""

    key: str
    options: tuple[str, ...]
    hands: tuple[str, str]
    effect: str
    """The text that shows the effect."""


CASES = {
    "2 people: s, right": Case("s", TWO, RIGHT, "Player 1 slaps after"),
    "2 people: s, wrong": Case("s", TWO, WRONG, "Player 1 slaps wrongly"),
    "2 people: k, right": Case("k", TWO, RIGHT, "Player 2 slaps after"),
    "2 people: k, wrong": Case("k", TWO, WRONG, "Player 2 slaps wrongly"),
    "1 person: s, right": Case("s", ONE, RIGHT, "You slap after"),
    "1 person: s, wrong": Case("s", ONE, WRONG, "You slap wrongly"),
}


def latency(case: Case) -> float:
    """Return the time from the key of CASE to its effect, in milliseconds."""
    words = ("slap", "--deck", " ".join(case.hands), *case.options, "--cards", "ascii")
    terminal = Terminal(*words, CARDGAMES_RESULTS="off")
    try:
        terminal.see("> ")
        terminal.type("d" if case.options == TWO else " ")
        terminal.see("in the pile")
        if case.options == TWO:
            terminal.type("j")
        terminal.see("2 cards in the pile")
        time.sleep(SETTLED)
        terminal.output = ""
        start = time.perf_counter()
        terminal.type(case.key)
        terminal.see(case.effect)
        return (time.perf_counter() - start) * 1000
    finally:
        terminal.close()


def median_latency(case: Case) -> float:
    """Return the median of RUNS such times."""
    return statistics.median(latency(case) for _ in range(RUNS))
