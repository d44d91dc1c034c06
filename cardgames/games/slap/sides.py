"""The two players of Slap: what each has in hand, and the record of their slaps."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from cardgames.games.slap.options import QUICKEST
from cardgames.model.cards import Pile
from cardgames.model.game import Move


class Side(NamedTuple):
    """A player: the hand, and the record of slaps."""

    hand: Pile
    """The cards in hand; the first one is played next."""
    timeout: int = 0
    """The number of cards to be played until this player may slap again: 0 to 5."""
    won: int = 0
    """The number of correct slaps, each of which won a pile."""
    missed: int = 0
    """The number of piles that this player could have slapped and did not."""
    wrong: int = 0
    """The number of wrong slaps."""
    reaction: int = 0
    """The time of all correct slaps together, in milliseconds."""


Sides: TypeAlias = tuple[Side, Side]


def each(sides: Sides, change: Callable[[Side], Side]) -> Sides:
    """Return both players as CHANGE makes them."""
    first, second = sides
    return change(first), change(second)


def slapper(move: Move) -> int:
    """Return the player who makes a slap."""
    first: int = move.arguments[0] if move.arguments else 0
    return move.seat or (first if 0 < first < QUICKEST else 1)
