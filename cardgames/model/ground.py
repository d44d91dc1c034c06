"""What a search for ways walks on: the positions of a patience, and the moves between them.

A search knows nothing of the form that its positions have. `Positions` takes them as the game's
model makes them, which serves every game; `numbers.py` has a form for quick searches.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar

from cardgames.model.cards import BACK, Card
from cardgames.model.game import Move
from cardgames.model.patience import BuildingFromStock
from cardgames.model.safe import is_safe

S = TypeVar("S")

Step: TypeAlias = tuple[Move, S | None]
"""A move and the position after it; None where cards turn up that the search cannot know."""


class Ground(Generic[S]):
    """The positions around one position of a game, each of the form S."""

    def __init__(self, game: Any) -> None:
        """Lay out what can be reached from GAME, a position as its player sees it."""
        self.game = game
        self.start = self.formed(game)

    def formed(self, game: Any) -> S:
        """Return GAME in the form of the search."""
        raise NotImplementedError

    def key(self, position: S) -> Hashable:
        """Return what matters of POSITION in a search; the order of the tableau piles does not."""
        raise NotImplementedError

    def steps(self, position: S) -> Iterable[Step[S]]:
        """Return the legal moves, in the order of declaration, without needless ones.

        A step that brings a locked card into play, or turns cards not seen yet, leads to None; one
        that changes nothing may be left out.
        """
        raise NotImplementedError

    def buries(self, position: S) -> bool:
        """Does turning the stock now bury the waste for good?"""
        raise NotImplementedError

    def waste_top(self, position: S) -> Card:
        """Return the top card of the waste."""
        raise NotImplementedError

    def taking(self, cards: Collection[Card]) -> Callable[[S], bool]:
        """Return a test: could one of CARDS be played, if it were the top of the waste?"""
        raise NotImplementedError


class Positions(Ground[BuildingFromStock]):
    """Positions as the game's model makes them."""

    def formed(self, game: BuildingFromStock) -> BuildingFromStock:
        """Return GAME as it is."""
        return game

    def key(self, position: BuildingFromStock) -> Hashable:
        """Return what matters of POSITION in a search; the order of the tableau piles does not."""
        return frozenset(position.tableau), position.foundations, position.stock, position.waste

    def steps(self, position: BuildingFromStock) -> Iterator[Step[BuildingFromStock]]:
        """Yield the legal moves, but not the return of a card that is safe on its foundation."""
        for move, after in position.successors():
            if move.name == "fndtab":
                if is_safe(position, position.foundations[move.arguments[0] - 1][-1]):
                    continue
            known = after.locked() == position.locked() and after.waste[-1:] != (BACK,)
            yield move, after if known else None

    def buries(self, position: BuildingFromStock) -> bool:
        """Does turning the stock now bury the waste for good?"""
        return position.redeals == position.options.redeals and bool(position.waste)

    def waste_top(self, position: BuildingFromStock) -> Card:
        """Return the top card of the waste."""
        return position.waste[-1]

    def taking(self, cards: Collection[Card]) -> Callable[[BuildingFromStock], bool]:
        """Return a test: could one of CARDS be played, if it were the top of the waste?"""
        return lambda position: any(map(position.takes, cards))
