"""Positions of Slap as another terminal tells them: read back, and checked by the rules.

Whoever tells them is a stranger.
"""

from dataclasses import fields, replace
from typing import Any

from cardgames.games.slap.game import Side, Slap
from cardgames.games.slap.options import SlapOptions
from cardgames.model.cards import BACK, CARDS, Pile, replaced
from cardgames.model.errors import InvalidCommand, brief
from cardgames.model.game import Move
from cardgames.model.validity import check_valid

LABELLED = {card.label: card for card in (*CARDS.values(), BACK)}
PILES = ("hand", "pile", "under")


def _read(name: str, value: Any) -> Any:
    """Return the VALUE of a field called NAME; raises InvalidCommand."""
    if type(value) is int:
        return value
    try:
        if name == "sides":
            return tuple([Side(**{n: _read(n, one[n]) for n in Side._fields}) for one in value])
        if isinstance(value, list):
            if name not in PILES and any(type(one) is not int for one in value):
                raise TypeError
            return tuple([LABELLED[one] if name in PILES else one for one in value])
    except (AttributeError, LookupError, TypeError):
        pass
    raise InvalidCommand(f"'{name}' cannot be {brief(value)}")


def position(options: SlapOptions, told: Any, seat: int) -> Slap:
    """Return the position that SEAT is TOLD in a game of OPTIONS; raises InvalidCommand."""
    names = {one.name for one in fields(Slap)} - {"options"}
    if not isinstance(told, dict) or not names <= told.keys():
        raise InvalidCommand(f"this is no position: {brief(told)}")
    game = Slap(options, **{name: _read(name, told[name]) for name in names})
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
