"""Checks of declarations from outside: an error names the fault and what would be right.

A test checks the built-in games, so they are not checked each time they are loaded.
"""

from collections.abc import Iterable, Iterator, Mapping
from inspect import Parameter, ismemberdescriptor, signature
from typing import Any, Final, get_args, get_origin

from cardgames.model.errors import CardGameError, DeclarationError, brief, did_you_mean, listed
from cardgames.model.game import Options
from cardgames.patience import piles
from cardgames.patience.kinds.kind import MOST, Kind, Option, value_by

MOST_PACKS: Final = 8
# What kinds declare as numbers of cards, columns or piles
COUNTED: Final = ("sizes", "down", "columns", "count", "dealt", "hidden", "spare")


def check_piles(game: Any) -> None:
    """Raise DeclarationError, which names kind and rule, if a game's piles make no sense."""
    try:
        _check_methods(game)
        _check_kinds(game.piles)
        options_type = game.options_type
        if not (isinstance(options_type, type) and issubclass(options_type, Options)):
            what = f"options_type is a class derived from Options, not {brief(options_type)}"
            raise DeclarationError(what)
        chosen = [options_type(), game.largest()]
        chosen += [options_type(**given) for given in options_type.variants.values()]
        for options in dict.fromkeys(chosen):
            _check_layout(game, options)
    except DeclarationError as error:
        raise DeclarationError(f"{game.__name__}: {error}") from None
    except (CardGameError, LookupError, AttributeError, TypeError) as error:
        raise DeclarationError(f"{game.__name__}: {type(error).__name__}: {error}") from None


def _check_methods(game: Any) -> None:
    """Raise DeclarationError if a value replaces a method, or a field, that every game has."""
    usual: dict[str, Any] = {}
    for owner in reversed(game.__mro__):
        for word, value in vars(owner).items():
            fits_in = hasattr(value, "__get__") or callable(value)
            if hasattr(usual.get(word), "__get__") and not fits_in:
                what = "field" if ismemberdescriptor(usual[word]) else "method"
                told = f"every game has a {what} {word}, which cannot be {brief(value)}"
                raise DeclarationError(f"{told}: choose another name")
        usual |= vars(owner)


def _check_kinds(declared: object) -> None:
    fields: dict[str, str] = {}
    if not isinstance(declared, tuple) or not declared:
        raise DeclarationError(f"piles is a tuple of kinds such as Cells(4), not {brief(declared)}")
    for kind in declared:
        name = getattr(kind if isinstance(kind, type) else type(kind), "__name__")
        if isinstance(kind, type):
            raise DeclarationError(f"{name} lacks its values, as in {name}(4)")
        if not isinstance(kind, Kind) or not hasattr(kind, "field"):
            known = [one for one in piles.__all__ if hasattr(getattr(piles, one), "field")]
            raise DeclarationError(f"{brief(kind)} is not a kind of pile: {', '.join(known)} are")
        if kind.field in fields:
            both = f"{fields[kind.field]} and {name} both are its {kind.field}"
            raise DeclarationError(f"{both}: it can have only one of them")
        fields[kind.field] = name
        for word, one in signature(type(kind)).parameters.items():
            value = vars(kind).get(word, one.default)
            usual = value is one.default or word == "rows"  # the shape, computed from the number
            if not usual and (fault := misfit(word, value, one.annotation)):
                raise DeclarationError(f"{name}: {fault}")


def _check_layout(game: Any, options: Options) -> None:
    """Check what depends on options: numbers, and whether there are enough cards."""
    named = [(game.__name__, (game.packs, game.suits))]
    named += [(type(kind).__name__, tuple(vars(kind).values())) for kind in game.piles]
    for name, values in named:
        for value in values:
            if isinstance(value, Option) and not hasattr(options, value.name):
                known = ", ".join(one.name for one in options.declared()) or "none"
                what = f"{value.name!r} is not an option of the game, whose options are {known}"
                raise DeclarationError(f"{name}: {what}")
    for kind in game.piles:
        for name in COUNTED:
            value = value_by(options, vars(kind).get(name, 0))
            least = min(value, default=0) if isinstance(value, tuple) else value
            if isinstance(least, int) and least < 0:
                raise DeclarationError(f"{type(kind).__name__}: {name} is 0 or more, not {least}")
            if name == "count" and isinstance(value, int) and value > MOST:
                raise DeclarationError(f"{type(kind).__name__} has {value} piles: {MOST} at most")
    packs, suits = value_by(options, game.packs), value_by(options, game.suits)
    if type(packs) is not int or not 0 < packs <= MOST_PACKS:
        raise DeclarationError(f"packs is a number from 1 to {MOST_PACKS}, not {brief(packs)}")
    if type(suits) is not int or suits not in (1, 2, 4):
        raise DeclarationError(f"suits is 1, 2 or 4, not {brief(suits)}")
    layout = game.laid_out(options)
    if (stock := layout.stock) is not None:
        if stock.to not in layout.kinds:
            raise DeclarationError(f"Stock: its cards go to the {stock.to}, and there is none")
        if layout.turns and stock.draw < 1:
            raise DeclarationError(f"Stock: draw is 1 or more, not {stock.draw}")
    sizes, down = layout.tableau.sizes, layout.tableau.down
    if not sizes:
        raise DeclarationError(f"{type(layout.tableau).__name__}: it has 1 pile or more, not 0")
    if down and (len(down) != len(sizes) or any(d > n for d, n in zip(down, sizes))):
        told = f"down has a number for each pile, no greater than its size, not {brief(down)}"
        raise DeclarationError(f"{type(layout.tableau).__name__}: {told}")
    if layout.stocked < 0:
        asked, has = len(layout.deck) - layout.stocked, "pack has" if packs == 1 else "packs have"
        pack = f"the {has} {len(layout.deck)}"
        raise DeclarationError(f"the piles ask for {asked} cards, and {pack}")


def misfit(word: str, value: object, declared: object) -> str:
    """Say why a value is not of the type declared for a parameter or field; or ''."""
    if fits(value, declared):
        return ""
    return f"{word} is {in_types(declared)}, not {brief(value)}"


def fits(value: object, declared: Any) -> bool:
    """Is the value of the declared type?"""
    if declared in (Any, object, Parameter.empty) or isinstance(declared, str):
        return True
    if declared is None or declared is int:
        return value is None if declared is None else type(value) is int
    if isinstance(declared, type) and not get_args(declared):
        return isinstance(value, declared)
    kind, parts = get_origin(declared), get_args(declared)
    if not isinstance(kind, type) or not issubclass(kind, Iterable):
        return any(fits(value, part) for part in parts)  # one of several types
    if issubclass(kind, Mapping) or isinstance(value, (str, Mapping, Option)):
        return issubclass(kind, Mapping) and isinstance(value, Mapping)
    if isinstance(value, Iterator):  # to look at its items would use them up
        return True
    return isinstance(value, Iterable) and all(fits(item, parts[0]) for item in value)


WORDS: Final = {int: "a number", str: "a text", bool: "True or False", None: "None"}


def in_types(declared: Any) -> str:
    """Say which values are of the declared type."""
    kind, parts = get_origin(declared), get_args(declared)
    if isinstance(kind, type) and issubclass(kind, Iterable):
        if issubclass(kind, Mapping):
            return "a table"
        return f"a tuple of {in_types(parts[0]).removeprefix('a ')}s"
    if parts:
        return listed([in_types(part) for part in parts if part is not type(None)], "or")
    return WORDS.get(declared, f"an {declared.__name__}" if isinstance(declared, type) else "...")


def check_arguments(name: str, made: Any, values: Iterable[Any], named: Mapping[str, Any]) -> None:
    """Raise DeclarationError if a class or function does not take these arguments."""
    known = signature(made)
    names = [one for one in known.parameters if one != "self"]
    for word in named:
        if word not in names:
            advice = did_you_mean(word, names, f": it has {', '.join(names) or 'no values'}")
            raise DeclarationError(f"{name} has no {brief(word)}{advice}")
    try:
        given = known.bind(*values, **named).arguments
    except TypeError as error:
        raise DeclarationError(f"{name}: {error}") from None
    for word, value in given.items():
        one = known.parameters[word]
        for item in value if one.kind is Parameter.VAR_POSITIONAL else (value,):
            if fault := misfit(word, item, one.annotation):
                raise DeclarationError(f"{name}: {fault}")
