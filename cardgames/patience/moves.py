"""The moves of a patience, which follow from its kinds of piles.

A move takes cards from one kind of piles to another; its name is made of the letters of both, as in
`tabfnd`. A pair is a move if the first kind gives cards and the second one takes them. `card` turns
the stock. The order of the moves is that in which `moves` lists them.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from cardgames.model.arguments import Number
from cardgames.model.commands import Command, Letters, Route
from cardgames.patience.piles import Kind, Layout

Carry = Callable[..., Any]

BY_NUMBER: Final = ("built", "open", "run", "room")
"""The names in TOGETHER that let several cards move, but not always all."""


def add_moves(game: Any, layout: Layout) -> tuple[tuple[Command, ...], frozenset[str]]:
    """Add to the class GAME the moves that follow from its LAYOUT.

    A method of the class that has the name of a move makes it. Return the moves to foundations, in
    the order in which `safe_move` tries them, and the names of those that play from the waste.
    """
    founding, from_waste = list[Command](), list[str]()
    for command, carry in moves_of(layout):
        own = vars(game).get(command.method)
        if own is not None:
            delattr(game, command.method)  # to be set again, in the order of the moves
            carry, command.doc = own, (own.__doc__ or command.doc).strip()
        setattr(carry, "command", command)
        setattr(game, command.method, carry)
        assert command.route is not None
        from_waste += [command.name] * (command.route.source == "waste")
        founding += [command] * (command.route.target == "foundations")
    founding.sort(key=lambda command: command.name in from_waste)
    return tuple(founding), frozenset(from_waste)


def moves_of(layout: Layout) -> Iterator[tuple[Command, Carry]]:
    """Yield each move of a game with this LAYOUT, and the method that makes it."""
    stock = layout.stock
    if stock is not None:
        route = Route("stock", str(stock.to))
        turn = Command("card", "card", ("c",), (), _of_stock(layout), route)
        yield turn, lambda game: game.turned()
    for source, target in _pairs(layout):
        name = source.code + target.code
        route = Route(source.field, target.field)
        shorts = (source.letter + target.letter,)
        arguments = tuple(_arguments(layout, source, target))
        text = _text(layout, source, target)
        yield Command(name, name, shorts, arguments, text, route), _carrying(layout, source, target)


def letters_of(layout: Layout) -> Letters:
    """Return the letters for the places of a game; a bare number is one of the first kind."""
    kinds = {kind.field: kind for pair in _pairs(layout) for kind in pair}
    fields = ("tableau", "foundations", "cells", "reserve", "waste")
    return {kinds[field].letter: kinds[field].place for field in fields if field in kinds}


def _pairs(layout: Layout) -> Iterator[tuple[Kind, Kind]]:
    """Yield the kinds between which cards move, as source and target."""
    kinds = {kind.field: kind for kind in layout.kinds}
    for target in filter(None, map(kinds.get, ("foundations", "waste", "tableau", "cells"))):
        for source in filter(None, map(kinds.get, _sources(layout, target.field))):
            yield source, target


def _sources(layout: Layout, target: str) -> list[str]:
    """Return the fields of the piles that give cards to those of the field TARGET."""
    giving = ["reserve", "cells", *(["waste"] if layout.waste and layout.waste.gives else [])]
    if target == "foundations":
        return [] if layout.foundations.runs else [*giving, "tableau"]
    if target == "waste":
        return ["tableau"] if layout.taking else []
    if target == "cells":
        return [field for field in (*giving, "tableau") if field != "cells"]
    if layout.tableau.build == layout.tableau.fill == "none":
        return []
    return [*giving, "tableau", *(["foundations"] if layout.foundations.back != "none" else [])]


def _carrying(layout: Layout, source: Kind, target: Kind) -> Carry:
    """Return a new method for the moves from SOURCE to TARGET."""
    place, method = source.place, f"to_{target.noun}"
    if source.field == target.field:
        if layout.tableau.together == "whole":
            return lambda game, t1, t2: game.whole_to_tableau(t1, t2)
        return lambda game, t1, t2, n=None: game.part_to_tableau(t1, t2, n)
    if source.numbered:
        return lambda game, number, *to: getattr(game, method)(place(number), *to)
    return lambda game, *to: getattr(game, method)(place, *to)


def _arguments(layout: Layout, source: Kind, target: Kind) -> list[Number]:
    """Return the arguments of the move from SOURCE to TARGET."""
    if source.field == target.field:
        piles = layout.tableau.count
        found = [Number(name, 1, piles, what="tableau pile") for name in ("T1", "T2")]
        if layout.tableau.together in BY_NUMBER:
            most = len(layout.deck) if layout.tableau.together == "open" else 13
            found.append(Number("N", 1, most, optional=True))
        return found
    counts = {kind.field: getattr(kind, "count", 0) for kind in layout.kinds}
    free = target if target.field == "cells" else None
    kinds = [source] if source.numbered else []
    kinds += [target] if target.field in ("tableau", "cells") else []
    return [
        Number(kind.argument, 1, counts[kind.field], what=kind.what, optional=kind is free)
        for kind in kinds
    ]


def _text(layout: Layout, source: Kind, target: Kind) -> str:
    """Return the help of the move from SOURCE to TARGET."""
    if source.field == target.field:
        return _WITHIN[str(layout.tableau.together)]
    if source.field == "foundations":
        return "Move the top of foundation F back to tableau pile T."
    taken = {"cells": "the card of cell E", "tableau": "the top card of tableau pile T"}
    to = {"foundations": "a foundation", "cells": "a free cell", "tableau": "tableau pile T"}
    what = taken.get(source.field, f"the top card of the {source.noun}")
    which = "\n\nWithout E, it is the first that is free." if target.field == "cells" else ""
    return f"Move {what} to {to.get(target.field, f'the {target.noun}')}.{which}"


_WITHIN: Final = {
    "whole": "Move the whole tableau pile T1 onto tableau pile T2.",
    "top": "Move the top card of tableau pile T1 to pile T2.",
    "built": "Move cards of tableau pile T1 that fit onto pile T2.\n\n"
    "N, the number of cards, may be left out, as never more than one number fits.",
    "open": "Move cards of tableau pile T1 that fit onto pile T2.\n\n"
    "N, the number of cards, may be left out where only one number fits.",
}
_WITHIN["run"] = _WITHIN["room"] = (
    "Move cards of tableau pile T1 that fit onto pile T2.\n\n"
    "N, the number of cards, may be left out: on an empty pile it is the greatest that can move."
)
"""The help of the move from one tableau pile to another, for each name in TOGETHER."""


def _of_stock(layout: Layout) -> str:
    """Return the help of the move that turns the stock."""
    stock = layout.stock
    assert stock is not None
    if stock.to == "tableau":
        return "Deal a row: a card of the stock to each tableau pile."
    if stock.redeals != 0:
        return "Turn cards to the waste, or the waste to a new stock."
    return f"Turn {'a card' if stock.draw == 1 else 'cards'} of the stock to the waste."
