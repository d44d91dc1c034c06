"""Playing on from positions built by hand."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from cardgames.model.cards import Pile, pile
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Game
from cardgames.patience.game import Patience

G = TypeVar("G", bound=Game)
P = TypeVar("P", bound=Patience)


def after(game: G, *moves: str) -> G:
    for move in moves:
        game = game.apply(game.parse(move))
    return game


def refused(game: Game, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        after(game, move)
    return str(error.value)


def piles(text: str, count: int = 4) -> tuple[Pile, ...]:
    """As many piles, divided by strokes; a bar after cards face down is left out."""
    given = [pile(part.replace("|", " ")) for part in text.split("/")]
    return tuple(given + [()] * (count - len(given)))


def text(cards: Pile) -> str:
    return " ".join(map(str, cards))


def shown(game: Game, *fields: str) -> str:
    """The piles of these fields, each field after a semicolon."""
    found = []
    for field in fields:
        value = getattr(game, field)
        several = field in ("tableau", "foundations", "cells")
        found.append("/".join(map(text, value)).rstrip("/") if several else text(value))
    return "; ".join(found)


def can_bring_in_a_card(game: P, outside: Callable[[P], int], most: int = 3000) -> bool | None:
    """Can the number of cards OUTSIDE be reduced? None if more than MOST arrangements are found.

    Every legal move is tried.
    """
    waiting = [game]
    seen = {(game.tableau, game.foundations, game.stock, game.waste)}
    for position in waiting:
        for _, reached in position.successors():
            if outside(reached) < outside(game):
                return True
            key = (reached.tableau, reached.foundations, reached.stock, reached.waste)
            if key not in seen:
                seen.add(key)
                waiting.append(reached)
        if len(seen) > most:
            return None
    return False
