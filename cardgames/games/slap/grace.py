"""Fairness at the keyboard: slaps that were meant for what lay on the table before.

Nobody reacts to a card at once, so a slap in its first moments was on its way before the card
came. Such slaps count neither as right nor as wrong. This is for measured times alone: those of a
script are taken at their word.
"""

from collections.abc import Iterable
from typing import Any, Final

from cardgames.games.slap.sides import slapper
from cardgames.model.game import Move, Options
from cardgames.model.names import does, name_of

UNSEEN: Final = 120
"""The time in which nobody reacts to a card, in milliseconds."""
AGAIN: Final = 300
"""A second slap of a player within this time, in milliseconds, is the same slap."""
TOO_LATE: Final = 1000
"""A slap this long after a pile was taken, in milliseconds, was meant for that pile."""
TWICE: Final = ""
"""What is said to a key that was pressed twice."""
VERBS: Final = {"slap": "slapped", "collect": "collected", "play": "played"}


def excuse(events: Iterable[Any], seat: int, ms: int) -> str | None:
    """Say why a slap of SEAT does not count; None if it does.

    It comes MS milliseconds after the last card landed. EVENTS are the moves before it, the last
    one first, each with the positions before and after it.
    """
    excused, played = None, False
    for event in events:
        passed = sum(event.move.arguments[-1:])
        own = event.move.name == "slap" and slapper(event.move) == seat
        if event.after.rounds > event.before.rounds:
            if own:
                return TWICE if not played and ms <= AGAIN else excused
            return excused if ms > TOO_LATE else _after(event, seat, ms)
        if event.move.name in ("slap", "wait"):  # the clock went on
            if own and not played and ms - passed <= AGAIN:
                return TWICE
            continue
        if not played and ms < UNSEEN:
            excused = _too_early(event, seat, ms)
        if event.before.rule() or event.after.rule() and not played:
            return excused
        played = True
        ms += passed
    return excused


def too_late(options: Options, first: Move, winner: int, seat: int, ms: int) -> str:
    """Say that SEAT slapped MS milliseconds after a card, too late for FIRST, a move of WINNER."""
    name, verb, other = name_of(options, winner), VERBS[first.name], name_of(options, seat)
    other = "and" if winner == seat else other
    slapped = "" if first.name == "slap" and winner != seat else " slapped"
    return f"Too late: {name} {verb} after {first.arguments[-1]} ms, {other}{slapped} after {ms}.\n"


def _after(event: Any, seat: int, ms: int) -> str:
    """Say that a slap came MS milliseconds after EVENT, and so too late for it."""
    if event.move.name == "slap" and not event.before.rule():
        taker = does(event.before.options, event.after.turn, "have")
        return f"{taker} been given the pile already: this slap does not count.\n"
    by = slapper(event.move) if event.move.name == "slap" else event.before.player()
    then = event.move.arguments[-1] + ms
    return too_late(event.before.options, event.move, by, seat, then)


def _too_early(event: Any, seat: int, ms: int) -> str:
    """Say that nobody can have seen the last card."""
    if event.before.rule():
        return _after(event, seat, ms)
    return f"Too early: nobody sees a card within {UNSEEN} ms. This slap does not count.\n"
