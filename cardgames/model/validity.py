"""What a position is: its fields have the types, the sizes and the cards that its game needs.

Programs make positions of their own, by `dataclasses.replace`, from any values. The library checks
each position that it is given; a method of a position looks for faults in it only after an error.
Positions that another terminal sends are read by the same types.
"""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from cardgames.model.cards import BACK, CARDS, Card
from cardgames.model.errors import CardGameError, InvalidCommand, brief, printable
from cardgames.model.game import Game, Options

LABELLED: Final = {card.label: card for card in (*CARDS.values(), BACK)}
LONGEST_TEXT: Final = 200
NUMBERS: Final = range(-1, 1 << 31)


def read(hint: Any, value: Any, name: str, **known: Any) -> Any:
    """Return a `value` of JSON, called `name`, as the type `hint` wants; raises InvalidCommand.

    `hint` may be a range of numbers, or a class: its fields are in `value`, except those `known`.
    """
    if NoneType in (parts := get_args(hint)):
        return None if value is None else read(parts[0], value, name)
    if hint is Card:
        if isinstance(value, str) and value in LABELLED:
            return LABELLED[value]
    elif hasattr(hint, "__match_args__"):
        hints = {part: found for part, found in _hints(hint).items() if part not in known}
        if isinstance(value, dict) and hints.keys() <= value.keys():
            return hint(**known, **{part: read(hints[part], value[part], part) for part in hints})
    elif parts:
        if isinstance(value, list):
            return tuple([read(parts[0], one, name) for one in value])
    elif hint is str:
        if isinstance(value, str) and len(value) <= LONGEST_TEXT:
            return printable(value)
    elif hint is bool:
        if isinstance(value, bool):
            return value
    elif type(value) is int and value in (NUMBERS if hint is int else hint):
        return value
    raise InvalidCommand(f"'{name}' cannot be {brief(value)}")


def check_valid(game: Game) -> None:
    """Raise InvalidCommand unless the fields of `game` have the types and sizes of a position."""
    kind: Any = type(game)
    for name, hint in _hints(kind).items():
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
    for name, size in _sizes(kind, options).items():
        if (found := len(getattr(game, name))) != size:
            raise InvalidCommand(f"{name} of {game.title()} has {size} parts, not {found}")
    for name, possible in game.possible().items():
        if not possible:
            raise _refusal(game, name)


def explained(error: Exception, game: Game) -> Exception:
    """Return an error that blames the position if it caused `error`; else return `error`."""
    if isinstance(error, CardGameError):
        return error
    try:
        check_valid(game)
    except InvalidCommand as refusal:
        return refusal
    hidden = "some cards are hidden in this position, and what follows depends on them"
    return InvalidCommand(hidden) if BACK in game.all_cards() else error


def options_of(game: Game) -> Options:
    """Return the options of `game`, a position; a game without options has no field for them."""
    return getattr(game, "options", game.options_type())


def _refusal(game: Game, name: str) -> InvalidCommand:
    value = brief(getattr(game, name))
    return InvalidCommand(f"{name} of a position of {game.title()} cannot be {value}")


@cache
def _hints(owner: Any) -> dict[str, Any]:
    """Return the types of the fields of `owner`, a dataclass or a NamedTuple, by their names."""
    hints = get_type_hints(owner)
    return {name: hints[name] for name in owner.__match_args__}


@cache
def _test_for(hint: Any) -> Callable[[Any], bool]:
    """Return a function that says whether a value and all its parts have the type `hint`."""
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
        return lambda value: isinstance(value, int) and -1 <= value < 2**63
    return lambda value: isinstance(value, hint)


@cache
def _sizes(game: Any, options: Options) -> dict[str, int]:
    """Return the lengths of those fields whose length never changes: tuples other than piles."""
    dealt = game.deal(game.fresh_deck(options), options)
    values = {name: getattr(dealt, name) for name in _hints(game)}
    return {
        name: len(value)
        for name, value in values.items()
        if type(value) is tuple and value and not isinstance(value[0], Card)
    }
