"""The chances of a player, who must expect the hidden cards in any order.

Whoever has every card of an order before him wins more often than a player can, so these chances
are upper bounds. What a search leaves undecided is counted apart, never as lost.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.game import Move
from cardgames.patience.knowledge import DealKnowledge
from cardgames.patience.solution import Verdict
from cardgames.patience.unseen import assumed, hidden_cards, orders_of

ORDERS: Final = 16
"""The number of orders of the hidden cards that are imagined."""
WORK: Final = 8_000
"""The most work of a search in each order; with 2,000 most were undecided at the deal."""

MakeKnowledge: TypeAlias = Callable[[], DealKnowledge]
"""Makes empty knowledge of a deal."""


class Chance(NamedTuple):
    """In how many orders of the hidden cards a position can be won."""

    won: int
    undecided: int
    orders: int


class Choice(NamedTuple):
    """The chances before a move and after it, in the same orders."""

    before: Chance
    after: Chance
    worse: int
    """The number of orders that were surely lost by the move."""
    perhaps: int
    """The number of orders that may have been lost by it, these included."""


def chance(game: Any, make: MakeKnowledge, seed: int) -> Chance | None:
    """Return the chance in the position GAME; None if it was made by hand, without some cards."""
    worlds = _worlds(game, seed)
    found = [make().verdict(world, WORK, most_work=WORK) for world in worlds]
    return _counted(found) if found else None


def choice(game: Any, move: Move, make: MakeKnowledge, seed: int) -> Choice | None:
    """Return the chances before and after MOVE in the position GAME; None as for `chance`."""
    before, after = [], []
    for world in _worlds(game, seed):
        knowledge = make()  # of both positions, as one comes from the other
        later = knowledge.verdict(world.apply(move), WORK, most_work=WORK)
        won = later is Verdict.WINNABLE
        before.append(later if won else knowledge.verdict(world, WORK, most_work=WORK))
        after.append(later)
    if not before:
        return None
    pairs = list(zip(before, after))
    surely = sum([old is Verdict.WINNABLE and new is Verdict.LOST for old, new in pairs])
    perhaps = sum([old is not Verdict.LOST and new is not Verdict.WINNABLE for old, new in pairs])
    return Choice(_counted(before), _counted(after), surely, perhaps)


def _worlds(game: Any, seed: int) -> Iterator[Any]:
    """Yield GAME, as its player sees it, with the hidden cards in some orders."""
    seen = game.seen_by(1)
    hidden = hidden_cards(seen)
    for order in () if hidden is None else orders_of(hidden, ORDERS, seed):
        yield assumed(seen, order)


def _counted(verdicts: Sequence[Verdict]) -> Chance:
    """Count the VERDICTS in some orders."""
    count = verdicts.count
    return Chance(count(Verdict.WINNABLE), count(Verdict.UNDECIDED), len(verdicts))
