"""What searches have found out about the positions of one deal.

Whoever asks about a position of the deal asks here, so that no two answers contradict each other,
and what one search has found out spares the next one work.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, permutations
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.building import numbers
from cardgames.patience.search import Known, Progress, Search, Solution, Verdict


class DealKnowledge:
    """Remembers which positions of a deal were found to be won or lost."""

    def __init__(self, steps: type[Any], line: type[Any]) -> None:
        """Search by STEPS, the class of the game's Steps; LINE is the class of its lines."""
        self._make_steps = steps
        self._make_line = line
        self._widest: Any = None
        """The steps that share what they find out with all others."""
        self._known: Known[Any]
        self._tried: dict[Any, tuple[int, float]] = {}
        """The limits on positions and work at which a search from each state ended undecided."""
        self._undecided: dict[Any, Solution] = {}
        """The answers of fresh searches that ended undecided, by state and limit."""
        self.bounds: dict[tuple[Move, ...], Any] = {}
        """For each line of play that was reviewed: until when it could be won."""
        self.positions = 0
        """The number of positions looked at so far."""
        self.searches = 0

    def verdict(
        self, game: Any, limit: int, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        """Find out whether GAME can be won, if it is not known, by a search.

        It looks at LIMIT positions at most, and does not much more than MOST_WORK.
        """
        steps = self._steps(game)
        known = self._verdict(steps)
        limits = limit, inf if most_work is None else most_work
        tried = self._tried.get(steps.first, (0, 0))
        if known is not Verdict.UNDECIDED or all(old >= new for old, new in zip(tried, limits)):
            return known
        search = Search(steps, steps.first, self._known)
        verdict = search.run(limit, progress, most_work)
        self.positions += search.positions
        self.searches += 1
        if verdict is Verdict.UNDECIDED:
            self._tried[steps.first] = limits
        search.teach(self._known)
        return verdict

    def solution(self, game: Any, limit: int, progress: Progress | None = None) -> Solution:
        """Return the solution of GAME, if it is known; else search for it, by LIMIT positions.

        This search asks nothing that others found out, so it always counts the same positions.
        """
        steps = self._steps(game)
        known = self._verdict(steps)
        if known is not Verdict.UNDECIDED:
            won = known is Verdict.WINNABLE
            return Solution(known, 0, self.moves(game) if won else ())
        if (steps.first, limit) in self._undecided:
            return self._undecided[steps.first, limit]
        fresh = self._make_steps(game)
        search = Search(fresh, fresh.first)
        verdict = search.run(limit, progress)
        search.teach(self._known)
        won = verdict is Verdict.WINNABLE
        found = Solution(verdict, search.positions, self.moves(game) if won else ())
        if verdict is Verdict.UNDECIDED:
            self._undecided[steps.first, limit] = found
        return found

    def moves(self, game: Any) -> tuple[Move, ...]:
        """Return the moves to a win from GAME, which is known to be won."""
        steps, line = self._steps(game), self._make_line(game)
        line.follow(steps, self._known.way(steps.first))
        return tuple(line.moves)

    def _steps(self, game: Any) -> Any:
        """Return the steps from GAME."""
        steps = self._make_steps(game)
        if self._widest is None:
            self._known = Known(steps.talon)  # first, as Ctrl-C may come between the two
            self._widest = steps
        else:
            self._widest = steps.join(self._widest)
        return steps

    def _verdict(self, steps: Any) -> Verdict:
        """Return what is known of the first state of STEPS."""
        if self._known.is_won(steps.first):
            return Verdict.WINNABLE
        lost = self._known.is_lost(*steps.split(steps.first))
        return Verdict.LOST if lost else Verdict.UNDECIDED


def hidden_cards(game: Any) -> list[Card] | None:
    """Return the cards that are hidden in GAME, as its player sees it, in a fixed order.

    Return None for a position made by hand, which lacks some cards.
    """
    piles = [game.reserve, game.stock, game.waste, *game.foundations, *game.tableau, *game.cells]
    hidden = list(game.layout.deck)
    for card in chain(*piles):
        if card in hidden:
            hidden.remove(card)
    if len(hidden) != game.hidden():
        return None
    return sorted(hidden, key=numbers(game.base).__getitem__)


def orders_of(hidden: Sequence[Card], count: int, seed: int) -> list[tuple[Card, ...]]:
    """Return orders that the HIDDEN cards can have: COUNT by SEED, or all if there are few."""
    if len(hidden) <= 3:
        return list(permutations(hidden))
    random, cards, orders = Random(seed), list(hidden), []
    for _ in range(count):
        random.shuffle(cards)
        orders.append(tuple(cards))
    return orders


def assumed(game: Any, cards: Iterable[Card]) -> Any:
    """Return GAME with CARDS in place of those hidden in its reserve, its tableau and its stock."""
    coming = iter(cards)

    def known(pile: Pile) -> Pile:
        return tuple([next(coming) if card is BACK else card for card in pile])

    changes: dict[str, Any] = {}
    if BACK in getattr(game, "reserve", ()):
        changes["reserve"] = known(game.reserve)
    changes["tableau"] = tuple(map(known, game.tableau))
    if BACK in game.stock:
        changes["stock"] = known(game.stock)
    return game.changed(**changes)


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
