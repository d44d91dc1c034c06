"""The tables of a game, which follow from its options: who can sit there, people and computers."""

from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

from cardgames.model.errors import InvalidCommand
from cardgames.model.game import HUMAN, Game, Options

CHOICES = 8
"""The number of values of an option that are tried."""
KINDS = ((2, 0), (3, 0), (2, 2), (1, 3))
"""The tables that are wanted of each game, by their numbers of people and of computers."""


@cache
def seating(game: type[Game]) -> dict[str, list[Any]]:
    """The options that say who plays, with their values."""
    usual: Any = game.options_type()
    values = {
        declared.name: [*islice(declared.metadata["argument"].values, CHOICES)]
        for declared in game.options_type.declared()
    }
    return {
        name: found
        for name, found in values.items()
        if any(replace(usual, **{name: value}).seats() != usual.seats() for value in found)
    }


@cache
def tables(game: type[Game]) -> dict[tuple[int, int], Options]:
    """The first table of each of the KINDS that the game has."""
    found: dict[tuple[int, int], Options] = {}
    names = seating(game)
    for values in product(*names.values()):
        try:
            options = game.options_type(**dict(zip(names, values)))
        except InvalidCommand:
            continue  # they do not agree with each other
        seats = options.seats()
        kind = (seats.count(HUMAN), len(seats) - seats.count(HUMAN))
        if kind in KINDS:
            found.setdefault(kind, options)
    return found
