"""Positions of Slap as another terminal tells them: read back, and checked by the rules.

Whoever tells them is a stranger.
"""

from dataclasses import replace
from typing import Any

from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import SlapOptions
from cardgames.model.cards import BACK, Pile, replaced
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Move
from cardgames.model.validity import check_valid, read


def position(options: SlapOptions, told: Any, seat: int) -> Slap:
    """Return the position that SEAT is TOLD in a game of OPTIONS; raises InvalidCommand."""
    game: Slap = read(Slap, told, "see", options=options)
    check_valid(game)
    if game.with_backs(seat) != game or BACK in game.pile:
        raise InvalidCommand("a card is hidden or shown that should not be")
    return game


def followed(before: Slap, by: int, move: Move, after: Slap, seat: int) -> Slap:
    """Return AFTER, to which MOVE of seat BY leads from BEFORE; raises CardGameError if not."""
    if move.name == "wait":
        raise InvalidCommand("the host told a wait")
    if move.name == "play" and after.pile and before.side(by).hand:
        side = before.side(by)
        top: Pile = (after.pile[-1], *side.hand[1:])
        before = replace(before, sides=replaced(before.sides, by, side._replace(hand=top)))
    if before.after(move._replace(seat=by)).with_backs(seat) != after:
        raise InvalidCommand(f"'{move}' does not lead to what is told")
    return after
