"""The check of positions that programs give to the library, as they may have made one themselves.

A position is what a deal and moves lead to; `dataclasses.replace` makes any other. The check makes
sure that the methods of a position can rely on its fields: their types, the number of piles, the
cards, and whatever else the game says in `possible`. It does not ask whether a deal leads there.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import InvalidCommand, brief
from cardgames.model.game import Game, Options

LARGEST: Final = 1 << 63
"""No number in a position is as large, nor below -1."""


def check_valid(game: Any) -> None:
    """Check that GAME is a position that its methods can rely on; raises InvalidCommand."""
    for name, hint in _hints(game.__class__).items():
        if not _test_for(hint)(getattr(game, name)):
            raise _refusal(game, name)
    options = options_of(game)
    if not isinstance(options, game.options_type):
        raise _refusal(game, "options")
    cards, fresh = game.all_cards(), game.fresh_deck(options)
    if not game.fewest_cards <= len(cards) <= len(fresh):
        raise InvalidCommand(f"a position has {len(fresh)} cards, but this one has {len(cards)}")
    for card in {*cards} - {BACK}:
        if (count := cards.count(card)) > (most := fresh.count(card)):
            each = "each card once" if len(fresh) == len({*fresh}) else f"{card} {most} times"
            often = "twice" if count == 2 else f"{count} times"
            raise InvalidCommand(f"a position has {each}, but this one has {card} {often}")
    for name, size in _sizes(game.__class__, options).items():
        if (found := len(getattr(game, name))) != size:
            raise InvalidCommand(f"{name} of {game.title()} has {size} parts, not {found}")
    for name, possible in game.possible().items():
        if not possible:
            raise _refusal(game, name)


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


@cache
def _test_for(hint: Any) -> Callable[[Any], bool]:
    """Return a test of values: are they of the type HINT, in all their parts?"""
    if hint is Any:
        return lambda value: True
    origin, tests = get_origin(hint), [_test_for(part) for part in get_args(hint)]
    if origin is UnionType:
        return lambda value: any(test(value) for test in tests)
    if origin is frozenset or origin is tuple and get_args(hint)[-1] is Ellipsis:
        return lambda value: isinstance(value, origin) and all(map(tests[0], value))
    if hasattr(hint, "_fields"):
        origin, tests = hint, [_test_for(part) for part in _hints(hint).values()]
    if origin is not None:
        return lambda value: (
            isinstance(value, origin)
            and len(value) == len(tests)
            and all(test(part) for test, part in zip(tests, value))
        )
    if hasattr(hint, "is_valid"):
        return lambda value: isinstance(value, hint) and value.is_valid()
    if hint is int:
        return lambda value: isinstance(value, int) and -1 <= value < LARGEST
    return lambda value: isinstance(value, hint)


@cache
def _sizes(game: Any, options: Options) -> dict[str, int]:
    """Return the length of each field that keeps its length: tuples, but for piles of cards."""
    dealt = game.deal(game.fresh_deck(options), options)
    values = {name: getattr(dealt, name) for name in _hints(game)}
    return {
        name: len(value)
        for name, value in values.items()
        if type(value) is tuple and value and not isinstance(value[0], Card)
    }
