"""Fairness at the keyboard: slaps that were meant for what lay on the table before.

Nobody reacts to a card at once, so a slap in its first moments was on its way before the card
came. Such slaps count neither as right nor as wrong. This is for measured times alone: those of a
script are taken at their word.
"""

from collections.abc import Iterable
from typing import Any, Final

from cardgames.games.slap.sides import slapper
from cardgames.model.names import name_of

UNSEEN: Final = 120
"""The time in which nobody reacts to a card, in milliseconds."""
TOO_LATE: Final = 300
"""A slap this long after a pile was taken, in milliseconds, was meant for that pile."""
TWICE: Final = ""
"""What is said to a key that was pressed twice."""


def excuse(events: Iterable[Any], seat: int, ms: int) -> str | None:
    """Say why a slap of SEAT does not count; None if it does.

    It comes MS milliseconds after the last card landed. EVENTS are the moves before it, the last
    one first, each with the positions before and after it.
    """
    again = True
    for event in events:
        taken = event.after.rounds > event.before.rounds
        own = event.move.name == "slap" and slapper(event.move) == seat
        passed = sum(event.move.arguments[-1:])
        if event.move.name in ("slap", "wait") and not taken:  # the clock went on
            if own and again and ms - passed <= TOO_LATE:
                return TWICE
            continue
        if ms > TOO_LATE:
            return None
        if taken:
            return TWICE if own and again else _too_late(event, seat, ms)
        if event.move.name == "play":
            if again and ms < UNSEEN:
                return _too_early(event)
            again = False
        ms += passed
    return None


def _too_late(event: Any, seat: int, ms: int) -> str:
    """Say that the pile was taken MS milliseconds before."""
    options, winner = event.before.options, event.after.turn
    name = name_of(options, winner)
    if event.move.name == "slap" and slapper(event.move) == winner != seat:
        first: int = event.move.arguments[-1]
        return f"Too late: {name} after {first} ms, {name_of(options, seat)} after {first + ms}.\n"
    return f"Too late: {name} took the pile {ms} ms before.\n"


def _too_early(event: Any) -> str:
    """Say that nobody can have seen the last card."""
    if event.before.rule():
        return f"Too late: {name_of(event.before.options, event.before.turn)} played before.\n"
    return f"Too early: nobody sees a card within {UNSEEN} ms. This slap does not count.\n"
