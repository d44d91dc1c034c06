"""Playing on from positions built by hand."""

from typing import TypeVar

import pytest

from cardgames.model.cards import Pile, pile
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Game

G = TypeVar("G", bound=Game)


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
        several = field in ("tableau", "foundations", "cells", "reserves")
        found.append("/".join(map(text, value)).rstrip("/") if several else text(value))
    return "; ".join(found)
