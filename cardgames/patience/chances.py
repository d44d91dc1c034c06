"""The chances of a player, who must expect the hidden cards in any order.

Whoever has every card of an order before him wins more often than a player can, so these chances
are upper bounds. What a search leaves undecided is counted apart, never as lost.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.errors import IllegalMove
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
    """The chances after a move, and after a better one, in the same orders."""

    after: Chance
    better: Chance


def chance(game: Any, make: MakeKnowledge, seed: int) -> Chance | None:
    """Return the chance in the position GAME; None if it was made by hand, without some cards."""
    worlds = _worlds(game, seed)
    found = [make().verdict(world, WORK, most_work=WORK) for world in worlds]
    return _counted(found) if found else None


def choice(
    game: Any, made: Sequence[Move], better: Sequence[Move], make: MakeKnowledge, seed: int
) -> Choice | None:
    """Return the chances after the moves MADE in GAME, and after BETTER ones; None as for `chance`.

    In another order of hidden cards a move after the first may be illegal: there they end before.
    """
    found: tuple[list[Verdict], ...] = [], []
    for world in _worlds(game, seed):
        knowledge = make()  # of both positions, as what is known of one helps with the other
        for moves, verdicts in zip((made, better), found):
            verdicts.append(knowledge.verdict(_played(world, moves), WORK, most_work=WORK))
    return Choice(*map(_counted, found)) if found[0] else None


def _played(game: Any, moves: Sequence[Move]) -> Any:
    """Return the position after MOVES, or before the first one that is illegal."""
    with suppress(IllegalMove):
        for move in moves:
            game = game.apply(move)
    return game


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
