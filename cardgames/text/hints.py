"""Moves of a plan in words: cards and where they go, with the turns of the stock together."""

from collections.abc import Callable, Sequence
from typing import Any

from cardgames.model.cards import BACK, Card
from cardgames.model.game import Move
from cardgames.text.wording import counted


def parts(
    game: Any,
    moves: Sequence[Move],
    tell: Callable[[Move, Any], str],
    name: Callable[[Card], str],
) -> list[str]:
    """Say in a phrase each what MOVES do, made one after the other from the position GAME.

    Turns of the stock are told together: 'turn 7 times to KD'. TELL says what a single move does
    in a position, and NAME names a card. GAME must not hold more than the player can know.
    """
    told: list[str] = []
    turns = 0
    for number, move in enumerate(moves, 1):
        before, game = game, game.apply(move)
        if move.name != "card":
            told.append(tell(move, before))
            continue
        turns += 1
        if number == len(moves) or moves[number].name != "card":
            told.append(_turning(turns, game.waste[-1:], name))
            turns = 0
    return told


def _turning(turns: int, top: Sequence[Card], name: Callable[[Card], str]) -> str:
    """Say how often the stock is turned, and to which card TOP if it is known."""
    times = "turn" if turns == 1 else f"turn {counted(turns, 'time')}"
    return times if not top or top[0] is BACK else f"{times} to {name(top[0])}"
