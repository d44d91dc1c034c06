"""Checks that a position has fields of the types, sizes and cards that its game needs.

Programs can make positions from any values, with `dataclasses.replace`. The functions of the
library check each position that they get; the methods of a position check it only after an error.
The same types are used to read positions that another terminal sends.
"""

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
    """Convert a `value` of JSON to the type `hint`; messages call it `name`. Raises InvalidCommand.

    `hint` may also be a range of numbers. If `hint` is a class, `value` has all fields of the class
    except those in `known`.
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
        if not _fits(getattr(game, name), hint):
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
    """Return an error that names the fault of the position `game`, if this fault caused `error`.

    Otherwise, return `error`.
    """
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


def _fits(value: Any, hint: Any) -> bool:
    """Is a value, with all its parts, of the type `hint`?"""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind is Any or kind is UnionType:
        return kind is Any or any([_fits(value, part) for part in parts])
    if not isinstance(value, kind):
        return False
    if hasattr(kind, "_fields"):
        parts = tuple(_hints(kind).values())
    elif hasattr(kind, "is_valid"):
        return bool(value.is_valid())
    elif kind is frozenset or Ellipsis in parts:
        parts = parts[:1] * len(value)
    elif kind is int:
        return bool(-1 <= value < 2**63)
    return not parts or len(value) == len(parts) and all(map(_fits, value, parts))


@cache
def _sizes(game: Any, options: Options) -> dict[str, int]:
    """Return the lengths of the fields whose length never changes: tuples that are not piles."""
    dealt = game.deal(game.fresh_deck(options), options)
    values = {name: getattr(dealt, name) for name in _hints(game)}
    return {
        name: len(value)
        for name, value in values.items()
        if type(value) is tuple and value and not isinstance(value[0], Card)
    }
