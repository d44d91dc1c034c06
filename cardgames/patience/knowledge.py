"""What searches have found out about the positions of one deal, and about sampled worlds.

All questions about the positions of a deal are asked here, so that no two answers contradict each
other, and each search uses what earlier ones found out. A sampled world is a position whose
hidden cards lie in one of the orders that they can have.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, permutations
from math import inf
from typing import Any, Final, NamedTuple

from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.building import numbers
from cardgames.patience.search import Progress, Search, Solution, TranspositionTable, Verdict


class DealKnowledge:
    """Remembers which positions of a deal were found to be won or lost."""

    def __init__(self, space: type[Any]) -> None:
        self._make_space = space
        self._widest: Any = None  # the space that shares what it finds out with all others
        self._known: TranspositionTable[Any]
        # the limits on positions and work at which a search from each state ended undecided
        self._tried: dict[Any, tuple[int, float]] = {}
        # the answers of fresh searches that ended undecided, by state and limit
        self._undecided: dict[Any, Solution] = {}
        # for each line of play that was reviewed: until when it could be won
        self.bounds: dict[tuple[Move, ...], Any] = {}
        self.positions = 0
        self.searches = 0

    def verdict(
        self, game: Any, limit: int, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        """Return whether GAME can be won, by a search if this is not known.

        The search looks at LIMIT positions at most, and stops soon after MOST_WORK.
        """
        space = self._space(game)
        known = self._verdict(space)
        limits = limit, inf if most_work is None else most_work
        tried = self._tried.get(space.first, (0, 0))
        if known is not Verdict.UNDECIDED or all(old >= new for old, new in zip(tried, limits)):
            return known
        search = Search(space, space.first, self._known)
        verdict = search.run(limit, progress, most_work)
        self.positions += search.positions
        self.searches += 1
        if verdict is Verdict.UNDECIDED:
            self._tried[space.first] = limits
        search.teach(self._known)
        return verdict

    def solution(self, game: Any, limit: int, progress: Progress | None = None) -> Solution:
        """Return the solution of GAME, if it is known; else search for it, by LIMIT positions.

        The search uses no earlier results, so it always counts the same positions.
        """
        space = self._space(game)
        verdict, positions = self._verdict(space), 0
        if verdict is Verdict.UNDECIDED:
            if (space.first, limit) in self._undecided:
                return self._undecided[space.first, limit]
            fresh = self._make_space(game)
            search = Search(fresh, fresh.first)
            verdict = search.run(limit, progress)
            search.teach(self._known)
            positions = search.positions
        won = verdict is Verdict.WINNABLE
        found = Solution(verdict, positions, self.moves(game) if won else ())
        if verdict is Verdict.UNDECIDED:
            self._undecided[space.first, limit] = found
        return found

    def moves(self, game: Any) -> tuple[Move, ...]:
        """Return the moves to a win from GAME, which is known to be won."""
        space, line = self._space(game), self._make_space.line(game)
        line.follow(space, self._known.way(space.first))
        return tuple(line.moves)

    def _space(self, game: Any) -> Any:
        space = self._make_space(game)
        if self._widest is None:
            self._known = TranspositionTable(space.talon)  # first, as Ctrl-C may come in between
            self._widest = space
        else:
            self._widest = space.join(self._widest)
        return space

    def _verdict(self, space: Any) -> Verdict:
        if self._known.is_won(space.first):
            return Verdict.WINNABLE
        lost = self._known.is_lost(*space.split(space.first))
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


def sampled_orders(hidden: Sequence[Card], count: int, seed: int) -> list[tuple[Card, ...]]:
    """Return orders that the HIDDEN cards can have: COUNT by SEED, or all if there are few."""
    if len(hidden) <= 3:
        return list(permutations(hidden))
    random, cards, orders = Random(seed), list(hidden), []
    for _ in range(count):
        random.shuffle(cards)
        orders.append(tuple(cards))
    return orders


def world_of(game: Any, cards: Iterable[Card]) -> Any:
    """Return GAME with CARDS in place of those hidden in its reserve, its tableau and its stock."""
    coming = iter(cards)

    def known(pile: Pile) -> Pile:
        return tuple([next(coming) if card is BACK else card for card in pile])

    reserve, piles = known(game.reserve), tuple(map(known, game.tableau))
    return game.changed(reserve=reserve, tableau=piles, stock=known(game.stock))


ORDERS: Final = 16
# the most work of a search in each world; with 2,000 most were undecided at the deal
WORK: Final = 8_000


class Chance(NamedTuple):
    """In how many sampled worlds a position can be won."""

    won: int
    orders: int
    undecided: int


class Choice(NamedTuple):
    """The chances after a move, and after a better one, in the same worlds."""

    after: Chance
    better: Chance


def chances(
    game: Any, lines: Sequence[Sequence[Move]], space: type[Any], seed: int
) -> list[Chance]:
    """Return the chance after each of LINES of moves from GAME, in the same worlds.

    In another world a move after the first may be illegal: there the line ends before it. Return []
    for a position made by hand, which lacks some cards. SPACE makes the states of a deal.
    """
    seen = game.seen_by(1)
    hidden = hidden_cards(seen)
    if hidden is None:
        return []
    found: list[list[Verdict]] = [[] for _ in lines]
    for order in sampled_orders(hidden, ORDERS, seed):
        world = world_of(seen, order)
        knowledge = DealKnowledge(space)  # of all lines, as what is known of one helps the others
        for moves, verdicts in zip(lines, found):
            after = world
            with suppress(IllegalMove):
                for move in moves:
                    after = after.apply(move)
            verdicts.append(knowledge.verdict(after, WORK, most_work=WORK))
    return [
        Chance(one.count(Verdict.WINNABLE), len(one), one.count(Verdict.UNDECIDED)) for one in found
    ]
