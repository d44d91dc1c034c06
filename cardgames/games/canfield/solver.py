"""A solver for Canfield: it knows every card, and finds out whether a position can be won."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any, Final

from cardgames.games.canfield.coding import Coding
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.line import Line
from cardgames.games.canfield.reserve import EasierGame
from cardgames.games.canfield.steps import State, Steps
from cardgames.model.solution import MOST_LOOKED_AT, Progress, Solution, Solver, Verdict

SOME: Final = 256
"""The number of positions between two reports of progress."""


class World:
    """A position of Canfield with every card known, or assumed: its steps, and what is lost."""

    def __init__(self, game: Canfield, coding: Coding, reserve: bytes) -> None:
        """Take everything from GAME but the cards of the RESERVE."""
        self.steps = Steps(game, coding, reserve)
        self.easier = EasierGame(coding, reserve, game.options.fill == "reserve")


class Search:
    """A search for a win from one state of a world.

    The states wait in buckets, by how much of the reserve and the talon is left to play, and the
    best of each bucket has its turn in every round. So a round leads from the beginning to the
    end, as long as there is anything on the way, and a way that goes astray does not hold it up.
    """

    def __init__(self, world: World, first: State) -> None:
        """Begin at the state FIRST."""
        self._world = world
        self._came: dict[State, State] = {}
        """For each state, the one before it."""
        self._turns: dict[bytes, list[bytes]] = {}
        """The turns with which each state came, by the rest of it."""
        self._buckets: dict[int, list[tuple[int, int, State]]] = {}
        self._won: State | None = None
        self.positions = 0
        """The number of states looked at."""
        self._steps = 0
        """The number of steps from these, which tells better how long it took."""
        self._to_play = self._least = self._still_to_play(first)
        self._add(first, b"")

    def run(
        self, limit: int, progress: Progress | None = None, most_steps: int | None = None
    ) -> Verdict:
        """Look at LIMIT states at most, or as long as there are not MOST_STEPS from these.

        PROGRESS is called with the number of states looked at since its last call.
        """
        while self._buckets and self._won is None:
            for state in self._round():
                if self.positions >= limit or most_steps is not None and self._steps > most_steps:
                    return Verdict.UNDECIDED
                self.positions += 1
                if progress is not None and self.positions % SOME == 0:
                    progress(SOME)
                for step in self._world.steps.steps(state):
                    self._steps += 1
                    self._add(step.after, state)
                if self._won is not None:
                    break
        return Verdict.LOST if self._won is None else Verdict.WINNABLE

    def come(self) -> float:
        """Return how near to a win the search has come: 0 at its beginning, 1 at a win."""
        return 1 - self._least / max(1, self._to_play)

    def way(self) -> list[State]:
        """Return the states from the first one to the win."""
        state, way = self._won, []
        while state:
            way.append(state)
            state = self._came[state]
        return way[::-1]

    def _round(self) -> Iterator[State]:
        """Yield the best state of each bucket, the one with the most to play first."""
        number = max(self._buckets)
        while number >= 0:
            if bucket := self._buckets.get(number):
                yield heappop(bucket)[2]
                if not bucket:
                    del self._buckets[number]
            number -= 1

    def _add(self, state: State, before: State) -> None:
        """Add a state that was reached from the one BEFORE, unless it is of no use."""
        rest, turns = state[:5] + state[7:], state[5:7]
        if self._world.easier.is_lost(state[7:], state[4]):
            return
        known = self._turns.setdefault(rest, [])
        for other in known:
            if self._world.steps.covers(other, turns):
                return
        known.append(turns)
        self._came[state] = before
        to_play = self._still_to_play(state)
        self._least = min(self._least, to_play)
        if not to_play:
            self._won = state
        entry = (-sum(state[:4]), len(self._came), state)
        heappush(self._buckets.setdefault(to_play, []), entry)

    def _still_to_play(self, state: State) -> int:
        """Return the number of cards in reserve and talon; those of the reserve count thrice."""
        return 3 * state[4] + self._world.steps.talon_size(state)


class SolverStrategy(Solver):
    """Plays the way to win, if there is one."""

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME, a position of Canfield, can be won, by LIMIT states at most."""
        coding = Coding(game.base, game.options.build)
        world = World(game, coding, coding.pile(game.reserve))
        search = Search(world, world.steps.first)
        verdict = search.run(limit, progress)
        if verdict is not Verdict.WINNABLE:
            return Solution(verdict, search.positions)
        line = Line(game, coding)
        line.follow(world.steps, search.way())
        return Solution(verdict, search.positions, tuple(line.moves))
