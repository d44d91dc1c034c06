"""Sentences about cards that go to their foundations by themselves, and about `finish`."""

from collections.abc import Sequence
from typing import Final

from cardgames.text.wording import counted, wrapped

OFFER: Final = "Every card can go up now: "
"""The words that every offer begins with."""


def told(cards: Sequence[str]) -> str:
    """Return the line that names the CARDS that went up: '2C and 2D went up by themselves.'"""
    *most, last = cards
    named = f"{', '.join(most)} and {last}" if most else last
    return wrapped(f"{named} went up by {'themselves' if most else 'itself'}.")


def offer_text(moves: int) -> str:
    """Say that `finish` brings up all cards, in this number of MOVES."""
    what = f"the {counted(moves, 'move')}" if moves > 1 else "the last move"
    return f"{OFFER}'finish' makes {what}.\n"


def unfinished_text(hidden: int) -> str:
    """Say why `finish` is refused in a position with this number of HIDDEN cards."""
    if hidden:
        why = f"{counted(hidden, 'card')} {'is' if hidden == 1 else 'are'} hidden"
    else:
        why = "some are in the way"
    return f"it is not certain yet that every card can go up: {why}"
