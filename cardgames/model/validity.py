"""The check of positions that programs give to the library, as they may have made one themselves.

A position is what a deal and moves lead to; `dataclasses.replace` makes any other. The check makes
sure that the methods of a position can rely on its fields: their types, the number of piles, the
cards, and whatever else the game says in `possible`. It does not ask whether a deal leads there.
"""

from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from cardgames.model.cards import BACK, DECK, Card, cards_in
from cardgames.model.errors import InvalidCommand, brief
from cardgames.model.game import Game, Options

LARGEST: Final = 1 << 63
"""No number in a position is as large, nor below -1."""


def check_valid(game: Any) -> None:
    """Check that GAME is a position that its methods can rely on; raises InvalidCommand."""
    for name, hint in _hints(game.__class__).items():
        if not _fits(getattr(game, name), hint):
            raise _refusal(game, name)
    cards = cards_of(game)
    if not game.fewest_cards <= len(cards) <= len(DECK):
        raise InvalidCommand(f"a position has {len(DECK)} cards, but this one has {len(cards)}")
    known = [card for card in cards if card is not BACK]
    if len({*known}) < len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise InvalidCommand(f"a position has each card once, but this one has {twice} twice")
    for name, size in _sizes(game.__class__, options_of(game)).items():
        if (found := len(getattr(game, name))) != size:
            raise InvalidCommand(f"{name} of {game.title()} has {size} parts, not {found}")
    for name, possible in game.possible().items():
        if not possible:
            raise _refusal(game, name)


def cards_of(game: Any) -> list[Card]:
    """Return the cards that lie in the piles of GAME."""
    return cards_in(tuple([getattr(game, name) for name in _hints(game.__class__)]))


def options_of(game: Game) -> Options:
    """Return the options by which GAME is played."""
    options: Options = getattr(game, "options", None) or game.options_type()
    return options


def _refusal(game: Game, name: str) -> InvalidCommand:
    value = brief(getattr(game, name))
    return InvalidCommand(f"{name} of a position of {game.title()} cannot be {value}")


@cache
def _hints(owner: Any) -> dict[str, Any]:
    """Return the types of the fields of OWNER, a dataclass or a NamedTuple, by their names."""
    names = getattr(owner, "_fields", None) or [one.name for one in fields(owner)]
    hints = get_type_hints(owner)
    return {name: hints[name] for name in names}


def _fits(value: Any, hint: Any) -> bool:
    """Is VALUE of the type HINT, in all its parts?"""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is UnionType:
        return any(_fits(value, part) for part in parts)
    if origin is frozenset or origin is tuple and parts[-1] is Ellipsis:
        return isinstance(value, origin) and all(_fits(item, parts[0]) for item in value)
    if origin is tuple:
        fits = isinstance(value, tuple) and len(value) == len(parts)
        return fits and all(map(_fits, value, parts))
    if hasattr(hint, "_fields"):
        return isinstance(value, hint) and all(map(_fits, value, _hints(hint).values()))
    return isinstance(value, hint) and (hint is not int or -1 <= value < LARGEST)


@cache
def _sizes(game: Any, options: Options) -> dict[str, int]:
    """Return the length of each field that keeps its length: tuples, but for piles of cards."""
    dealt = game.deal(DECK, options)
    values = {name: getattr(dealt, name) for name in _hints(game)}
    return {
        name: len(value)
        for name, value in values.items()
        if type(value) is tuple and value and not isinstance(value[0], Card)
    }
