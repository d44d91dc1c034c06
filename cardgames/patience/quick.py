"""Positions for the searches of `ways.py`: the states of a search, or game objects.

Where the kinds of piles tell all rules, the steps of the search need fewer positions than moves do:
turning the stock is none of them, and what is safe goes up by itself.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from cardgames.model.cards import BACK
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.patience import building
from cardgames.patience.building import BuildingSteps
from cardgames.patience.founding import is_safe
from cardgames.patience.game import TURN, Patience
from cardgames.patience.line import BuildingLine

S = TypeVar("S")

UNSEEN: Final = 5
"""The extra cost of turning cards of the stock that nobody has seen yet."""
BURIED: Final = 30
"""The cost of turning the stock onto a waste that no redeal will uncover."""
RETURNED: Final = 4
"""The cost of bringing a card back from its foundation."""
TO_WASTE: Final = Route("stock", "waste")
"""The kind of the moves that turn the stock."""


class Reach(NamedTuple, Generic[S]):
    """What can be done in a position, and the position after it."""

    what: Any
    """A move, or a step of the search."""
    route: Route
    after: S | None
    """None if a search ends with it, as a card comes into play that was locked or not known."""
    cost: int = 0
    """What it costs more than its kind tells."""


class Ground(Generic[S]):
    """The positions that a search from one position of a game visits, each of type S."""

    start: S

    def __init__(self, game: Any) -> None:
        """Start at GAME, a position as its player sees it."""
        self.game = game

    def key(self, position: S) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        raise NotImplementedError

    def reaches(self, position: S) -> Iterator[Reach[S]]:
        """Yield all that can be done in POSITION, except what is useless."""
        raise NotImplementedError

    def moves(self, way: Sequence[Reach[S]]) -> tuple[Move, ...]:
        """Return the moves that make WAY from the start."""
        raise NotImplementedError


FIELDS: Final = tuple([field.name for field in fields(Patience)])
"""The fields of a position."""


class Positions(Ground[Any]):
    """Positions that are game objects; a search also ends when a card goes up or is turned."""

    def __init__(self, game: Any) -> None:
        """Start at GAME, a position as its player sees it."""
        super().__init__(game)
        self.start = game

    def key(self, position: Any) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        values = [getattr(position, field) for field in FIELDS]
        if position.down:
            values[FIELDS.index("tableau")] = tuple(zip(position.tableau, position.down))
            values[FIELDS.index("down")] = ()
        if position.stock and not position.layout.turns:
            return tuple(values)  # rows will be dealt to the piles in their order
        return tuple([frozenset(v) if _is_piles(v) else v for v in values])

    def reaches(self, position: Any) -> Iterator[Reach[Any]]:
        """Yield the legal moves, except moving a safe card back from its foundation."""
        for move, after in position.successors():
            route = position.route(move)
            if route.source == "foundations":
                if is_safe(position, position.foundations[move.arguments[0] - 1][-1]):
                    continue
            ended = self._ends(after)
            unseen = ended and move == TURN
            yield Reach(move, route, None if ended else after, UNSEEN if unseen else 0)

    def _ends(self, after: Any) -> bool:
        """Has AFTER more cards up than the start, or fewer that are locked or in the stock?"""
        start = self.start
        shown = after.locked() < start.locked() or len(after.stock) < len(start.stock)
        return bool(after.founded() > start.founded() or shown)

    def moves(self, way: Sequence[Reach[Any]]) -> tuple[Move, ...]:
        """Return the moves that make WAY from the start."""
        return tuple([reach.what for reach in way])


def _is_piles(value: object) -> bool:
    """Is VALUE a tuple of piles?"""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple)


TARGETS: Final = {building.FOUNDATION: "foundations", building.CELL: "cells"}
"""The fields to which steps bring cards; others bring them to the tableau."""


class States(Ground[bytes]):
    """States of a search; one from this position ends when a locked or unknown card comes up."""

    def __init__(self, game: Patience) -> None:
        """Start at GAME, a position as its player sees it."""
        super().__init__(game)
        self._steps = BuildingSteps(game)
        self.start = self._steps.first
        self._locked = game.locked()
        self._unseen = BACK in game.stock

    def key(self, position: bytes) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        return self._steps.split(position)

    def reaches(self, position: bytes) -> Iterator[Reach[bytes]]:
        """Yield the steps, after the turns that they need; and the turn of unseen cards."""
        steps, talon = self._steps, self._steps.talon
        if steps.locked(self.start) < self._locked:  # as cards go up that are safe there
            yield Reach(None, Route("tableau", "foundations"), None)
            return
        cards, (turned, redeals) = steps.parts(position)[1], steps.split(position)[1]
        left = None if talon.redeals is None else talon.redeals - redeals
        for step in steps.steps(position):
            cost = RETURNED * len(step.back)
            if step.source == "waste":
                number = cards.index(step.cards) + 1
                cost += _turning(number, turned, len(cards), talon.draw, left)
            route = Route(step.source, TARGETS.get(step.onto, "tableau"))
            ended = steps.locked(step.after) < self._locked
            yield Reach(step, route, None if ended else step.after, cost)
        if self._unseen:
            yield Reach(TURN, TO_WASTE, None, UNSEEN + (BURIED - 1) * (left == 0 < turned))

    def moves(self, way: Sequence[Reach[bytes]]) -> tuple[Move, ...]:
        """Return the moves that make WAY from the start, up to the first that shows a card."""
        line, before = BuildingLine(self.game), self.start
        line.found(before)
        for number, reach in enumerate(way, 1):
            if reach.what == TURN:
                line.move(TURN.name)
            elif reach.what is not None:
                line.take(reach.what, before)
                before = reach.what.after
                if number < len(way) or reach.after is None:
                    line.found(before)
        made, game = list[Move](), self.game
        for move in line.moves:
            made.append(move)
            game = game.apply(move)
            if game.locked() < self._locked or BACK in game.waste[-1:]:
                break
        return tuple(made)


@lru_cache(10_000)
def _turning(number: int, turned: int, size: int, draw: int, left: int | None) -> int:
    """Return the cost of turning until the NUMBERth card of a talon of SIZE is on the waste.

    LEFT is the number of redeals that are left; None is no limit.
    """
    if number < turned:
        rest = -(-(size - turned) // draw)
        return rest + 1 + _turning(number, 0, size, draw, left and left - 1)
    turns = -(-(number - turned) // draw)
    buries = turns - (not turned) if left == 0 else 0
    return turns + (BURIED - 1) * max(0, buries)
