"""The time from a key of Slap to its effect on the screen, through a pseudo-terminal."""

import statistics
import time

from tests.test_terminal import Terminal

RUNS = 5
AIM = 60
"""The longest median of the times, in milliseconds."""
TWO, ONE = ("--players", "human,human"), ("--speed", "5000")
PAIR, NO_PAIR = "2C 3C 5C 7C 2D 3D 6D 8D", "2C 3C 5C 7C 4D 3D 6D 8D"
SETTLED = 0.3
"""The time after a card in which a slap might be forgiven as too early, in seconds."""
Case = tuple[str, tuple[str, ...], str, str]
CASES: dict[str, Case] = {
    "2 people: s, right": ("s", TWO, PAIR, "Player 1 slaps after"),
    "2 people: s, wrong": ("s", TWO, NO_PAIR, "Player 1 slaps wrongly"),
    "2 people: k, right": ("k", TWO, PAIR, "Player 2 slaps after"),
    "2 people: k, wrong": ("k", TWO, NO_PAIR, "Player 2 slaps wrongly"),
    "1 person: s, right": ("s", ONE, PAIR, "You slap after"),
    "1 person: s, wrong": ("s", ONE, NO_PAIR, "You slap wrongly"),
}
"""Slaps after two cards: the key, the options, the hands, and the text that shows the effect."""


def latency(case: Case) -> float:
    """Return the time from the key of CASE to its effect, in milliseconds."""
    key, options, hands, effect = case
    words = ("slap", "--deck", hands, *options, "--cards", "ascii")
    terminal = Terminal(*words, CARDGAMES_RESULTS="off")
    try:
        terminal.see("> ")
        terminal.type("d" if options == TWO else " ")
        terminal.see("in the pile")
        if options == TWO:
            terminal.type("j")
        terminal.see("2 cards in the pile")
        time.sleep(SETTLED)
        terminal.output = ""
        start = time.perf_counter()
        terminal.type(key)
        terminal.see(effect)
        return (time.perf_counter() - start) * 1000
    finally:
        terminal.close()


def median_latency(case: Case) -> float:
    return statistics.median(latency(case) for _ in range(RUNS))
