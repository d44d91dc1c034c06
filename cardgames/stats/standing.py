"""What a game that has just ended is for its player, beside the earlier ones of its kind."""

from collections.abc import Sequence
from datetime import date
from math import inf
from typing import Final

from cardgames.model.game import Game
from cardgames.play.results import WON, Result
from cardgames.stats.figures import Figures, by_variant, is_own
from cardgames.text.wording import clock_text, counted

WORDS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def standing_text(result: Result, earlier: Sequence[Result], game: type[Game]) -> str:
    """Compare RESULT with EARLIER results of GAME, those with other options left aside.

    They count in the order in which they were begun, as in the statistics. Return '' for a game
    that counts nowhere, as one that a computer helped to play.
    """
    if not is_own(result):
        return ""
    number = result.id or inf  # it has none before it is kept
    everything = sorted([*earlier, result], key=lambda one: number if one is result else one.id)
    alike = next(rows for rows in by_variant(everything, game).values() if result in rows)
    today = date.fromisoformat(result.finished[:10])
    now = Figures(alike, today)
    before = Figures([one for one in alike if one is not result], today)
    if result.outcome != WON:
        return f"You have won {len(now.won)} of {counted(now.played, 'game')}.\n"
    if (streak := now.streak().now) > 1:
        place = f"{ordinal(streak).capitalize()} win in a row."
    elif now.played == 1:
        place = "Your first game, and won."
    else:
        place = f"Your {ordinal(len(now.won))} win in {counted(now.played, 'game')}."
    return f"{_best(result, before)}{place}\n"


def _best(result: Result, before: Figures) -> str:
    """Say that RESULT, a win, took the least time or the fewest moves of all; '' if neither."""
    seconds, moves = before.quickest(), before.fewest()
    if seconds is None or moves is None:
        return ""
    if result.seconds < seconds:
        return f"Your best time so far: {clock_text(result.seconds)}. "
    return f"Your fewest moves so far: {result.moves}. " if result.moves < moves else ""


def ordinal(number: int) -> str:
    """Return the word for a place in a row: 'first', 'tenth', '11th', '21st'."""
    if number <= len(WORDS):
        return WORDS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"
