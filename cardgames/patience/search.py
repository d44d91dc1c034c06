"""The search for a win in a patience of which every card is known, or assumed.

Each game tells its own steps: few, each of which commits the player. What can be taken back is no
step, so the search never goes in circles. States of one deal mean the same in all its searches,
which can therefore know what earlier ones have found out.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from functools import lru_cache
from heapq import heappop, heappush, nsmallest
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from cardgames.model.deal import LEVELS, SEEDS, Day, seed_of
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import SOLVER, Computers, Strategy

MOST_LOOKED_AT: Final = 100_000
"""The default limit on the positions that a solver looks at."""
AT_THE_DEAL: Final = 2000
"""The number of positions to look at in each deal, when a winnable deal is searched for a date.

Never change it: that would give many dates another deal. With this limit the search takes at most
half a second for any date of the first two years; with 10,000 it would take more than two.
"""

Progress: TypeAlias = Callable[[int], object]
"""A function called with the number of positions looked at since its last call."""


class Verdict(Enum):
    """The answer to whether a position can be won."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


class Solution(NamedTuple):
    """A solver's verdict on a position, with the moves to a win."""

    verdict: Verdict
    positions: int
    """The number of positions that the solver looked at."""
    moves: tuple[Move, ...] = ()
    """The moves that win, if the position is winnable."""

    @property
    def won(self) -> bool:
        """Is there a way to win?"""
        return self.verdict is Verdict.WINNABLE


class Solver(Strategy):
    """A computer player that knows every card."""

    levels: ClassVar[tuple[int, int] | None]
    """The most positions before the first win of an easy deal, and of one of medium difficulty.

    They part 1,000 winnable deals by the default rules in three. Never change them: that would
    change the deals of these levels. None if too few deals are decided to search for such ones.
    """
    since: ClassVar[Day] = Day.min
    """The first date whose deal can be won: older dates keep the deals from before this solver.

    Never change it either.
    """

    _at: Game | None = None
    """The position last solved, or a later one that was reached by playing the moves found."""
    _found: Solution
    """The solution of the position `_at`."""

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, looking at LIMIT positions at most."""
        raise NotImplementedError

    def solution(self, game: Game, limit: int = MOST_LOOKED_AT) -> Solution:
        """Return the solution of GAME; keep the last one while play follows its moves."""
        if game != self._at or self._found.verdict is Verdict.UNDECIDED:
            found = self.find(game, limit)  # before anything changes, as Ctrl-C may stop it
            self._at, self._found = game, found
        return self._found

    def find(self, game: Game, limit: int) -> Solution:
        """Return the solution of GAME, a position of the deal that this player plays."""
        return self.solve(game, limit)

    def levels_by(self, options: Any) -> tuple[int, int] | None:
        """Return the `levels` of games by OPTIONS."""
        return self.levels

    def level(self, positions: int, options: Any) -> str | None:
        """Return the one of LEVELS that a deal has whose first win is found in POSITIONS.

        Of all that is cheap to find out, this number tells best whether a fair player wins. None
        if games by OPTIONS have no levels.
        """
        levels = self.levels_by(options)
        return None if levels is None else LEVELS[bisect_left(levels, positions)]

    def choose(self, game: Game, before: Game | None) -> Advice | None:
        """Return the first of the moves that win, or None if no win was found."""
        found = self.solution(game)
        if not found.moves:
            return None
        move, *then = found.moves
        self._at, self._found = game.apply(move), found._replace(moves=tuple(then))
        return Advice(move, f"it wins, {len(found.moves)} moves from here", tuple(then))


def solutions(setup: Setup, solver: Solver, limit: int) -> Iterator[tuple[int, Solution]]:
    """Yield each seed from SETUP's up, and what SOLVER finds out in at most LIMIT positions."""
    for seed in range(setup.seed, SEEDS[1] + 1):
        game = setup._replace(seed=seed, deck=None).dealt()
        yield seed, solver.solve(game, limit)


def daily_seed(game: type[Game], day: Day, computers: Computers) -> int:
    """Return the seed of GAME's deal for DAY; it does not depend on the game's options.

    If COMPUTERS can make a solver, return the first seed, counting up from `seed_of(day)`, whose
    deal can be won by the default rules; but not if DAY is before the first date of that solver, or
    if it decides too few deals.
    """
    setup = Setup(game, game.options_type(), seed_of(day))
    try:
        solver = computers(SOLVER)
    except KeyError:
        return setup.seed
    assert isinstance(solver, Solver)
    if day < solver.since or solver.levels_by(setup.options) is None:
        return setup.seed
    looked_at = solutions(setup, solver, AT_THE_DEAL)
    return next(seed for seed, found in looked_at if found.verdict is Verdict.WINNABLE)


Phase: TypeAlias = tuple[int, int]
"""The number of cards in the waste, and the number of redeals so far.

The cards of the talon have an order, in which they are turned; so the first number says which of
them are in the waste.
"""


class Talon:
    """The rules of turning: any card that turning can bring up is one step away."""

    def __init__(self, draw: int, redeals: int | None) -> None:
        """Turn DRAW cards at a time, and allow this number of REDEALS; None is no limit."""
        self.draw = draw
        self.redeals = redeals

    def coming(self, size: int, phase: Phase) -> tuple[Phase, ...]:
        """Return the phases to which turning can lead from PHASE, if the talon has SIZE cards.

        These are the ones with a card on the waste, each with as few redeals as possible.
        """
        return _coming(size, *phase, self.draw, self.redeals)

    def covers(self, other: Phase, phase: Phase) -> bool:
        """Can all cards that come up later from PHASE come up from the phase OTHER as well?"""
        (turned, redeals), (turned2, redeals2) = other, phase
        if turned2 % self.draw == 0 and (self.redeals is None or redeals < redeals2):
            return True
        same = (turned2 - turned) % self.draw == 0
        return same and turned <= turned2 and redeals <= redeals2

    def least(self, turned: int, size: int) -> int:
        """Return 0 if the same cards come up with TURNED cards in the waste as with none.

        Otherwise return TURNED. The talon has SIZE cards.
        """
        begins_again = self.redeals is None and (turned % self.draw == 0 or turned == size)
        return 0 if begins_again else turned


@lru_cache(maxsize=1 << 14)
def _coming(size: int, turned: int, redeals: int, draw: int, most: int | None) -> tuple[Phase, ...]:
    """Return the result of `Talon.coming`, by DRAW cards at a time and MOST redeals.

    A search asks for the same few thousand of them again and again.
    """
    if not size:
        return ()
    coming = {count: redeals for count in (*range(turned, size, draw), size) if count}
    if most is None or redeals < most:
        for count in (*range(draw, size, draw), size):
            coming.setdefault(count, redeals if most is None else redeals + 1)
    return tuple(sorted(coming.items()))


State = TypeVar("State", bound=Hashable)
"""A position as a search knows it; positions of the same state must allow the same play."""
Shared = TypeVar("Shared", bound="Steps[Any]")
REPORT_EVERY: Final = 256
"""The number of positions between two reports of progress."""
MOST_LOST: Final = 400_000
"""The most states of one search that are remembered as lost."""


class Steps(Generic[State]):
    """The steps from every state of one deal; each game derives a class of its own."""

    first: State
    """The state at which the game begins."""
    talon: Talon
    """The rules of turning."""
    width: int | None = None
    """How many of the best buckets have their turn in each round of a search; None means all."""
    latest = False
    """Of equally good states in a bucket, is the latest one the first to be looked at?"""
    work_each: ClassVar[int | None] = None
    """How much work a search may do for each position that it may look at; None means any."""

    @property
    def tries(self) -> int:
        """The number of positions that were tried in easier games, to prove states lost."""
        return 0

    def steps(self, state: State) -> Iterable[Any]:
        """Return every step from STATE, as a named tuple that ends with the state `after` it.

        The rest of the tuple describes the step in every deal that looks the same to a player.
        """
        raise NotImplementedError

    def split(self, state: State) -> tuple[Hashable, Phase]:
        """Return STATE in two parts: all but the phase of the talon, and that phase."""
        raise NotImplementedError

    def locked(self, state: State) -> int:
        """Return the number of locked cards: face down, or in the reserve."""
        raise NotImplementedError

    def in_talon(self, state: State) -> int:
        """Return the number of cards in the talon; STATE is won if this and `locked` are 0."""
        raise NotImplementedError

    def founded(self, state: State) -> int:
        """Return a number that grows with the cards on the foundations."""
        raise NotImplementedError

    def is_lost(self, state: State) -> bool:
        """Is it certain, at a glance, that STATE is lost, however the stock is turned?"""
        raise NotImplementedError

    def seed(self, state: State) -> int:
        """Return a number for STATE that is the same on every machine."""
        raise NotImplementedError

    def join(self: "Shared", other: "Shared") -> "Shared":
        """Share what is_lost finds out with OTHER, of the same deal; return whose it is."""
        return other

    def to_play(self, state: State) -> int:
        """Return a measure of what is left to play; it is 0 if STATE is won."""
        return 3 * self.locked(state) + self.in_talon(state)


class Known(Generic[State]):
    """The states of one deal that searches have found to be won or lost."""

    def __init__(self, talon: Talon) -> None:
        """Begin without any; TALON has the rules of turning."""
        self._talon = talon
        self._lost: dict[Hashable, list[Phase]] = {}
        """The phases in which states are lost, by all else of them; none if in every phase."""
        self._after: dict[State, State | None] = {}
        """For each state of a way to a win, the next one; None at its end."""

    def is_won(self, state: State) -> bool:
        """Is a way to a win from STATE known?"""
        return state in self._after

    def is_lost(self, rest: Hashable, phase: Phase) -> bool:
        """Is the state lost that has this PHASE, and REST as all else?"""
        phases = self._lost.get(rest)
        if phases is None:
            return False
        return not phases or any([self._talon.covers(other, phase) for other in phases])

    def way(self, state: State) -> list[State]:
        """Return the states from STATE, which is won, to the win."""
        way, after = [state], self._after[state]
        while after is not None:
            way.append(after)
            after = self._after[after]
        return way

    def add_way(self, way: list[State]) -> None:
        """Add the states of a WAY to a win, or to a state from which one is known."""
        self._after.update(zip(way, way[1:]))
        self._after.setdefault(way[-1], None)

    def add_lost(self, found: dict[Hashable, list[Phase]]) -> None:
        """Add the states FOUND by a search without a win: their phases, by all else of them."""
        for rest, phases in found.items():
            before = self._lost.get(rest)
            if before is None or not phases:
                self._lost[rest] = phases
            elif before:
                self._lost[rest] = before + phases


class Search(Generic[State]):
    """A search for a win from one state of a deal.

    The states wait in buckets, by how much is left to play, and the best of each bucket has its
    turn in every round. So a round leads from the beginning to the end, as long as there is
    anything on the way, and a way that goes astray does not hold it up.
    """

    def __init__(
        self, steps: Steps[State], first: State, known: Known[State] | None = None
    ) -> None:
        """Begin at the state FIRST; use what is KNOWN of the deal."""
        self._steps = steps
        self._first = first
        self._known = known
        self._before: dict[State, State | None] = {}
        """For each state, the one before it."""
        self._phases: dict[Hashable, list[Phase]] = {}
        """The phases in which each state came, by all else of it; none if it is lost."""
        self._buckets: dict[int, list[tuple[int, int, State]]] = {}
        self._won: State | None = None
        self.positions = 0
        """The number of states looked at."""
        self._taken = 0
        """The number of steps from these."""
        self._tries = steps.tries
        """The number of tries in easier games before this search."""
        self._to_play = self._least = steps.to_play(first)
        self._add(first, None)

    def run(
        self, limit: int, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        """Look at states until there were LIMIT of them, or more than MOST_WORK was done.

        PROGRESS is called with the number of states looked at since its last call.
        """
        if most_work is None and self._steps.work_each is not None:
            most_work = self._steps.work_each * limit
        while self._buckets and self._won is None:
            for bucket in self._round():
                if self.positions >= limit or most_work is not None and self.work() > most_work:
                    return Verdict.UNDECIDED
                state = heappop(bucket)[2]
                self.positions += 1
                if progress is not None and self.positions % REPORT_EVERY == 0:
                    progress(REPORT_EVERY)
                for step in self._steps.steps(state):
                    self._taken += 1
                    self._add(step.after, state)
                if self._won is not None:
                    break
        return Verdict.LOST if self._won is None else Verdict.WINNABLE

    def work(self) -> int:
        """Return the number of steps and of tries in easier games, which tells how long it took."""
        return self._taken + self._steps.tries - self._tries

    def nearness(self) -> float:
        """Return how near to a win the search has come: 0 at its beginning, 1 at a win."""
        return 1 - self._least / max(1, self._to_play)

    def path(self) -> list[State]:
        """Return the states from the first one to the win."""
        state, path = self._won, []
        while state is not None:
            path.append(state)
            state = self._before[state]
        return path[::-1]

    def teach(self, known: Known[State]) -> None:
        """Add to KNOWN what this search has found out, if it has come to its end."""
        if self._won is not None:
            known.add_way(self.path())
        elif not self._buckets:
            few = len(self._phases) <= MOST_LOST
            first, phase = self._steps.split(self._first)
            known.add_lost(self._phases if few else {first: [phase]})

    def _round(self) -> Iterator[list[tuple[int, int, State]]]:
        """Yield each bucket, the one with the most to play first, for its best state to be taken.

        A state is only taken to be looked at, so a search that met a limit can go on later.
        """
        if width := self._steps.width:
            for number in nsmallest(width, self._buckets)[::-1]:
                yield self._buckets[number]
                if not self._buckets[number]:
                    del self._buckets[number]
            return
        number = max(self._buckets)
        while number >= 0:
            if bucket := self._buckets.get(number):
                yield bucket
                if not bucket:
                    del self._buckets[number]
            number -= 1

    def _add(self, state: State, before: State | None) -> None:
        """Add a state that was reached from the one BEFORE, unless it is of no use."""
        rest, phase = self._steps.split(state)
        if self._known is not None:
            if self._known.is_lost(rest, phase):
                return
            if self._known.is_won(state):
                self._before.setdefault(state, before)
                self._won = state
                return
        known = self._phases.get(rest)
        if known is None:
            known = self._phases[rest] = []
            if self._steps.is_lost(state):
                return
        elif not known:
            return
        for other in known:
            if self._steps.talon.covers(other, phase):
                return
        known.append(phase)
        self._before[state] = before
        to_play = self._steps.to_play(state)
        self._least = min(self._least, to_play)
        if not to_play:
            self._won = state
        order = len(self._before)
        entry = (-self._steps.founded(state), -order if self._steps.latest else order, state)
        heappush(self._buckets.setdefault(to_play, []), entry)
