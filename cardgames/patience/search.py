"""The search for a win in a patience whose cards are all known, and the solver, which plays it.

A `Search` goes through the states of a `StateSpace`. The actions between states are few, and each
commits the player: a move that another move can reverse is no action, so the search never goes in
circles. A search finds a way, which is a sequence of states; a `Line` turns a way into moves.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import Enum
from heapq import heappop, heappush, nsmallest
from math import inf
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from cardgames.model.cards import BACK, Card, Pile, Suit
from cardgames.model.deal import LEVELS, SEEDS, Day, Random, seed_of
from cardgames.model.game import Game, Move, Options, Setup
from cardgames.model.strategy import SOLVER, Advice, Computers, Strategy
from cardgames.patience.game import TURN, Patience
from cardgames.patience.kinds.kind import Option, value_by
from cardgames.patience.kinds.tables import Phase, Talon

# the default limit on the positions that a solver looks at
MOST_LOOKED_AT: Final = 100_000
# The most positions looked at to find out if a deal can be the deal of a date. That takes half a
# second at most. Never change the limit, as many dates would then have another deal.
AT_THE_DEAL: Final = 2000
# In games without levels: the most positions looked at in all the deals tried for a date, and the
# first date for which that is done. Never change them either.
FOR_A_DATE: Final = 16_000
SINCE: Final = Day(2026, 12, 1)
# is called with the number of positions looked at since its last call
Progress: TypeAlias = Callable[[int], object]


class Verdict(Enum):
    """Can a position be won? `UNDECIDED` means that the search reached its limit.

    >>> import cardgames
    >>> cardgames.solve(cardgames.deal("klondike", seed=42), limit=9).verdict.value
    'undecided'
    """

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


class Solution(NamedTuple):
    """A solver's verdict on a position, with the moves to a win, if there is one.

    >>> import cardgames
    >>> cardgames.solve(cardgames.deal("klondike", seed=4))
    <Solution: lost, 3 positions>
    """

    verdict: Verdict
    positions: int  # the number of positions that the solver looked at
    moves: tuple[Move, ...] = ()

    def __repr__(self) -> str:
        way = f" in {len(self.moves)} moves" if self.moves else ""
        return f"<Solution: {self.verdict.value}{way}, {self.positions:,} positions>"

    @property
    def won(self) -> bool:
        """Is there a way to win?"""
        return self.verdict is Verdict.WINNABLE


One = TypeVar("One")  # a card, or the number of one
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
# a position as a search knows it; positions of the same state must allow the same play
State = TypeVar("State", bound=Hashable)
REPORT_EVERY: Final = 256
MOST_LOST: Final = 400_000  # the most states of one search that are remembered as lost


class Cache(dict[Key, Value]):
    """A cache that computes each value on first use; faster than functools.cache."""

    def __init__(self, find_out: Callable[[Key], Value]) -> None:
        self._find_out = find_out

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self._find_out(key)
        return value


class StateSpace(Protocol[State]):
    """The states of a deal, and their actions; made from a position of the deal."""

    first: State  # the state of that position
    talon: Talon = Talon(1, None)
    # how many of the best buckets have a turn in each round of a search; None means all
    width: int | None = None
    # of the equally good states in a bucket, is the latest looked at first?
    latest: bool = False
    # the most work of a search, divided by its limit on positions; None means no limit on work
    work_each: ClassVar[int | None] = None
    # the class of the computer player that gives hints in such games; None means the usual one
    hinting: ClassVar[type[Strategy] | None] = None

    def __init__(self, game: Patience) -> None: ...

    @property
    def tries(self) -> int:
        """The work that `is_lost` has done so far in relaxations."""
        return 0

    def coded(self, game: Patience) -> State:
        """Return the state of a later position of the same deal."""
        return type(self)(game).first

    def line(self, game: Patience) -> "Line":
        return Line(self, game)

    def actions(self, state: State) -> Iterable[Any]:
        """Return the actions: named tuples that end with the field `after`, the new state.

        The other fields identify the action in every deal that looks the same to a player.
        """

    def split(self, state: State) -> tuple[Hashable, Phase]:
        """Return the state without the phase of its talon, and this phase.

        A space without redeals needs only one phase.
        """
        return state, (0, 0)

    def locked(self, state: State) -> int:
        """Return the number of locked cards: face down, or in the reserve."""
        return 0

    def promise(self, state: State) -> int:
        """Return how promising the state is, compared with states with as much left to play."""

    def to_play(self, state: State) -> int:
        """Return a measure of the play that is left: 0 if the state is won."""

    def is_lost(self, state: State) -> bool:
        """Does a relaxation of the rules prove the state lost, however the stock is turned?"""
        return False

    def seed(self, state: State) -> int:
        """Return a number for the state that is the same on every machine."""

    def search(self, first: State, known: "DealKnowledge | None" = None) -> "Search[State]":
        """Return the best search for this space; levels and dates always use a plain `Search`."""
        return Search(self, first, known)

    def join(self, other: Any) -> Any:
        """Share `is_lost` results with another space of the deal; return the space with them."""
        return other


Space: TypeAlias = StateSpace[Any]  # the space of any game


class Line:
    """The legal moves that lead through the states of a way.

    A state does not say where each card lies, so the line makes the first legal move that leads to
    the wanted state.
    """

    def __init__(self, space: Space, game: Patience) -> None:
        self._space = space
        self.start = self.game = game  # the positions before and after the moves
        self.moves: list[Move] = []
        self._passed = {game: 0}  # the number of moves that led to each position

    def take(self, action: Any, before: Any) -> None:
        """Carry out an action: turn the stock as often as needed, and make the move."""
        for _ in range(2 * len(self.game.stock + self.game.waste) + 3):
            if move := self._leading_to(action.after, self.carrying(action)):
                self.make(move)
                return
            # a card of the waste that is not in the state only hides the next: it goes up first
            same = self._leading_to(self._space.coded(self.game), self._founding("waste"))
            self.make(same or TURN)
        raise AssertionError(f"no move makes {action}")

    def carrying(self, action: Any) -> Iterator[tuple[Move, Patience]]:
        """Yield the moves that may carry out the action, and the positions after them."""
        return self.game.successors()

    def settle(self, state: Any) -> None:
        """Make the moves that are no actions: bring up all cards that went up in the state."""
        sources = "reserve", "reserves", "tableau", "cells"
        while move := self._leading_to(state, self._founding(*sources)):
            self.make(move)

    def _founding(self, *sources: str) -> Iterator[tuple[Move, Patience]]:
        ups = self.game.founding
        ordered = [move for field in sources for move in ups if move.route.source == field]
        return self.game.successors(ordered)

    def _leading_to(self, state: Any, among: Iterable[tuple[Move, Patience]]) -> Move | None:
        coded = self._space.coded
        return next((move for move, after in among if coded(after) == state), None)

    def follow(self, way: Sequence[Any]) -> None:
        """Make the moves that lead through the states of a way found in the space."""
        self.settle(way[0])
        for before, after in zip(way, way[1:]):
            actions = self._space.actions(before)
            self.take(next(one for one in actions if one.after == after), before)
            self.settle(after)

    def make(self, move: Move) -> None:
        """Make a move; if it leads back to a position of the line, drop the moves since then."""
        self.game = self.game.apply(move)
        self.moves.append(move)
        count = self._passed.setdefault(self.game, len(self.moves))
        if count < len(self.moves):
            del self.moves[count:]
            self._passed = {game: n for game, n in self._passed.items() if n <= count}

    def up_to_news(self) -> tuple[tuple[Move, ...], Patience]:
        """Return the moves up to the first that shows a card, and the position before it."""
        before = after = self.start
        for number, move in enumerate(self.moves, 1):
            before, after = after, after.apply(move)
            if after.locked() < self.start.locked() or BACK in after.waste[-1:]:
                return tuple(self.moves[:number]), before
        return tuple(self.moves), before


class Search(Generic[State]):
    """A search for a win from one state of a deal.

    The states wait in buckets, one for each measure of what is left to play. The best state of each
    bucket has its turn in every round, so no dead end blocks the search.
    """

    def __init__(
        self, space: StateSpace[State], first: State, known: "DealKnowledge | None" = None
    ) -> None:
        self._space = space
        self._first = first
        self._known = known
        self._before: dict[State, State | None] = {}
        # for each state without its phase: the phases in which it was reached; () if always lost
        self._phases: dict[Hashable, tuple[Phase, ...]] = {}
        self._same: dict[tuple[Phase, ...], tuple[Phase, ...]] = {}
        self._buckets: dict[int, list[tuple[int, int, State]]] = {}
        self._won: State | None = None
        self.positions = 0
        self._actions = 0
        self._tries = space.tries
        self._to_play = self._least = space.to_play(first)
        self._add(first, None)

    def run(
        self, limit: int, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        """Look at `limit` states at most, and stop once the work exceeds `most_work`.

        The next call continues the search where it stopped.
        """
        space = self._space
        if most_work is None and space.work_each is not None:
            most_work = space.work_each * limit
        while self._buckets and self._won is None:
            for bucket in self._round():
                if self.positions >= limit or most_work is not None and self.work() > most_work:
                    return Verdict.UNDECIDED
                state = heappop(bucket)[2]
                self.positions += 1
                if progress is not None and self.positions % REPORT_EVERY == 0:
                    progress(REPORT_EVERY)
                for action in space.actions(state):
                    self._actions += 1
                    self._add(action.after, state)
                if self._won is not None:
                    break
        return Verdict.LOST if self._won is None else Verdict.WINNABLE

    def work(self) -> int:
        """Return a measure of the time taken: actions found, plus tries in relaxations."""
        return self._actions + self._space.tries - self._tries

    def nearness(self) -> float:
        """Return how near to a win the search has come: 0 at its beginning, 1 at a win."""
        return 1 - self._least / max(1, self._to_play)

    def path(self) -> list[State]:
        """Return the states on the way to the win, or []."""
        state, path = self._won, []
        while state is not None:
            path.append(state)
            state = self._before[state]
        return path[::-1]

    def lost(self) -> dict[Hashable, tuple[Phase, ...]]:
        """Return for each state, apart from its phase, in which phases it is lost; () means all."""
        if self._won is not None or self._buckets:
            return {}
        # all states reached are lost, but too many take memory: then only the first is remembered
        first, phase = self._space.split(self._first)
        return self._phases if len(self._phases) <= MOST_LOST else {first: (phase,)}

    def _round(self) -> Iterator[list[tuple[int, int, State]]]:
        """Yield the buckets of a round; the one with the most left to play comes first.

        If the space has no `width`, the round includes buckets that are added meanwhile with less
        left to play.
        """
        numbers: Iterable[int] = range(max(self._buckets), -1, -1)
        if width := self._space.width:
            numbers = nsmallest(width, self._buckets)[::-1]
        for number in numbers:
            if bucket := self._buckets.get(number):
                yield bucket
                if not bucket:
                    del self._buckets[number]

    def _add(self, state: State, before: State | None) -> None:
        """Add a state reached from `before`, unless it is lost or an earlier state covers it."""
        rest, phase = self._space.split(state)
        if self._known is not None:
            verdict = self._known.recall(state, rest, phase)
            if verdict is Verdict.LOST:
                return
            if verdict is Verdict.WINNABLE:
                self._before.setdefault(state, before)
                self._won = state
                return
        # the relaxation ignores the phase, so it is asked once for all phases
        passed = self._phases.get(rest)
        if passed is None:
            passed = self._phases[rest] = ()
            if self._space.is_lost(state):
                return
        elif not passed:
            return
        for other in passed:
            if self._space.talon.covers(other, phase):
                return
        passed = (*passed, phase)
        self._phases[rest] = self._same.setdefault(passed, passed)  # equal ones take memory once
        self._before[state] = before
        to_play = self._space.to_play(state)
        self._least = min(self._least, to_play)
        if not to_play:
            self._won = state
        order = len(self._before)
        entry = (-self._space.promise(state), -order if self._space.latest else order, state)
        heappush(self._buckets.setdefault(to_play, []), entry)


class DealKnowledge:
    """What searches have found out about the positions of one deal.

    Every question about a position is asked here, so no two answers contradict each other.
    """

    def __init__(self, space: type[Space]) -> None:
        self._make_space = space
        self._widest: Any = None  # the space whose `is_lost` results all spaces share
        # for each state without its phase: the phases in which it is lost; () means every phase
        self._lost: dict[Hashable, tuple[Phase, ...]] = {}
        # for each state on a way to a win: the next state; None for the last state
        self._next: dict[Hashable, Hashable] = {}
        # for each state: the limits on positions and work of the last search that ended undecided
        self._tried: dict[Hashable, tuple[int, float]] = {}
        # the answers of fresh searches that ended undecided, by state and limit
        self._undecided: dict[Hashable, Solution] = {}
        # for each line of play that was reviewed: until which move the game could be won
        self.bounds: dict[tuple[Move, ...], Any] = {}
        self.positions = 0
        self.searches = 0

    def verdict(self, game: Patience, limit: int, most_work: int | None = None) -> Verdict:
        """Return whether the game can be won; if that is unknown, search up to the limits."""
        space = self._space(game)
        known = self.recall(space.first, *space.split(space.first))
        # an earlier search with limits as high was undecided, and would be so again
        limits = limit, inf if most_work is None else most_work
        tried = self._tried.get(space.first, (0, 0))
        if known is not Verdict.UNDECIDED or all(old >= new for old, new in zip(tried, limits)):
            return known
        search = space.search(space.first, self)
        verdict = search.run(limit, most_work=most_work)
        self.positions += search.positions
        self.searches += 1
        if verdict is Verdict.UNDECIDED:
            self._tried[space.first] = limits
        self._learn(search)
        return verdict

    def solution(
        self, game: Patience, limit: int, progress: Progress | None = None, plain: bool = False
    ) -> Solution:
        """Return the solution of a game; a win or loss that is known already counts 0 positions.

        If the result is unknown, run a new search that uses no earlier results. If `plain`, it is a
        plain `Search`, otherwise the best search of the space.
        """
        space = self._space(game)
        verdict, positions = self.recall(space.first, *space.split(space.first)), 0
        if verdict is Verdict.UNDECIDED:
            if (space.first, limit) in self._undecided:
                return self._undecided[space.first, limit]
            fresh = self._make_space(game)
            search = Search(fresh, fresh.first) if plain else fresh.search(fresh.first)
            verdict = search.run(limit, progress)
            self._learn(search)
            positions = search.positions
        won = verdict is Verdict.WINNABLE
        found = Solution(verdict, positions, self.moves(game) if won else ())
        if verdict is Verdict.UNDECIDED:
            self._undecided[space.first, limit] = found
        return found

    def moves(self, game: Patience) -> tuple[Move, ...]:
        """Return the moves to the win that is known to exist."""
        space = self._space(game)
        line, way = space.line(game), [space.first]
        while (after := self._next[way[-1]]) is not None:
            way.append(after)
        line.follow(way)
        return tuple(line.moves)

    def _space(self, game: Patience) -> Space:
        space = self._make_space(game)
        self._widest = space if self._widest is None else space.join(self._widest)
        return space

    def recall(self, state: Hashable, rest: Hashable, phase: Phase) -> Verdict:
        """Return the known verdict on a state; `split` has divided it into `rest` and `phase`."""
        if state in self._next:
            return Verdict.WINNABLE
        phases = self._lost.get(rest)
        if phases is None:
            return Verdict.UNDECIDED
        lost = not phases or any([self._widest.talon.covers(other, phase) for other in phases])
        return Verdict.LOST if lost else Verdict.UNDECIDED

    def _learn(self, search: Search[Any]) -> None:
        if way := search.path():
            self._next.update(zip(way, way[1:]))
            self._next.setdefault(way[-1], None)  # the last state may already have a next one
        for rest, phases in search.lost().items():
            before = self._lost.get(rest)
            if before is None or not phases:
                self._lost[rest] = phases
            elif before:  # not yet known as lost in every phase
                self._lost[rest] = before + phases


# Worlds: positions with all cards known, one for each order in which the hidden cards may lie.


def hidden_cards(game: Patience) -> list[Card] | None:
    """Return the hidden cards in a fixed order.

    Return None if the position lacks some cards, or if a redeal may shuffle them.
    """
    redeal = game.layout.redeal
    if redeal and redeal.shuffled and redeal.is_left(game.redeals):
        return None
    hidden = list(game.layout.deck)
    for card in game.all_cards():
        if card in hidden:
            hidden.remove(card)
    if len(hidden) != game.hidden():
        return None
    suits = [*Suit]
    return sorted(hidden, key=lambda card: (game.height(card), suits.index(card.suit)))


def world_of(game: Patience, cards: Iterable[Card]) -> Patience:
    """Return the position with `cards` in place of the backs in reserve, tableau and stock."""
    coming = iter(cards)

    def known(pile: Pile) -> Pile:
        return tuple([next(coming) if card is BACK else card for card in pile])

    reserve, piles = known(game.reserve), tuple(map(known, game.tableau))
    return game.changed(reserve=reserve, tableau=piles, stock=known(game.stock))


def sampled_orders(cards: Iterable[One], count: int, seed: int) -> list[list[One]]:
    """Return `count` orders of the cards, the same for the same seed on every machine."""
    random, order, orders = Random(seed), list(cards), list[list[One]]()
    for _ in range(count):
        random.shuffle(order)
        orders.append(order.copy())
    return orders


class Solver(Strategy):
    """Knows all cards, and plays the moves to a win, if there is one."""

    space: ClassVar[type[Space]]
    # The most positions looked at to win an easy deal, and to win a medium deal; None if too few
    # deals are decided. With the default rules, these bounds divide 1,000 winnable deals into three
    # equal parts. Never change the bounds, as a level would then have other deals.
    levels: ClassVar[tuple[int, int] | Option | None] = None
    # From this date on, a date's deal can be won. Never change it: older dates keep their deals.
    since: ClassVar[Day] = Day.min
    # the position last solved, or the position after the moves of its solution that were played
    _at: Game | None = None
    _found: Solution

    def __init__(self) -> None:
        self.knowledge = DealKnowledge(self.space)  # about the deal that is played

    def solve(
        self, game: Patience, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Return the solution that a new search finds in at most `limit` positions."""
        return DealKnowledge(self.space).solution(game, limit, progress)

    def measured(self, game: Patience, limit: int) -> Solution:
        """Return the solution of a plain `Search`, which always decides levels and dates."""
        return DealKnowledge(self.space).solution(game, limit, plain=True)

    def leveled(self, game: Patience, found: Solution, limit: int) -> Solution:
        """Return `found`; for a win in a game with levels, set the positions of a plain search."""
        plain = self.space.search is StateSpace.search
        if plain or not found.won or self.levels_by(game.options) is None:
            return found
        return found._replace(positions=self.measured(game, limit).positions)

    def solution(self, game: Patience, limit: int = MOST_LOOKED_AT) -> Solution:
        if game != self._at or self._found.verdict is Verdict.UNDECIDED:
            self._at, self._found = game, self.knowledge.solution(game, limit)
        return self._found

    def levels_by(self, options: Options) -> tuple[int, int] | None:
        return value_by(options, self.levels)

    def level(self, positions: int, options: Options) -> str | None:
        """Return the level of a deal that a search wins in `positions`; None without levels.

        Of all cheap figures, the number of positions predicts best whether a fair player wins.
        """
        levels = self.levels_by(options)
        return None if levels is None else LEVELS[bisect_left(levels, positions)]

    def choose(self, game: Any, before: Game | None) -> Advice | None:
        found = self.solution(game)
        if not found.moves:
            return None
        move, *then = found.moves
        self._at, self._found = game.apply(move), found._replace(moves=tuple(then))
        return Advice(move, f"it wins, {len(found.moves)} moves from here", tuple(then))


def solutions(setup: Setup, solver: Solver, limit: int) -> Iterator[tuple[int, Solution]]:
    """Yield the seeds from that of `setup` up, each with the measured solution of its deal."""
    for seed in range(setup.seed, SEEDS[1] + 1):
        game: Any = setup._replace(seed=seed, deck=None).dealt()
        yield seed, solver.measured(game, limit)


def daily(game: type[Game], day: Day, computers: Computers) -> tuple[int, Solution | None]:
    """Return the seed of the deal for a date, and the win of this deal if it is known.

    The seed, which options do not change, is the first from `seed_of(day)` up whose deal the solver
    wins with the default rules. If there is no solver, if it finds no win, or if the date is too
    early, the seed is `seed_of(day)` itself.
    """
    setup = Setup(game, game.options_type(), seed_of(day))
    try:
        solver = computers(SOLVER)
    except KeyError:
        return setup.seed, None
    assert isinstance(solver, Solver)
    leveled = solver.levels_by(setup.options) is not None
    since, left = (solver.since, inf) if leveled else (SINCE, FOR_A_DATE)
    for seed, found in solutions(setup, solver, AT_THE_DEAL) if day >= since else ():
        if found.won:
            return seed, found
        left -= 1 + found.positions
        if left <= 0:
            break
    return setup.seed, None
