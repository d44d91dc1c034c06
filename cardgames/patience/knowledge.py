"""What searches have found out about the positions of one deal.

Whoever asks about a position of the deal asks here, so that no two answers contradict each other,
and what one search has found out spares the next one work.
"""

from math import inf
from typing import Any

from cardgames.model.game import Move
from cardgames.patience.search import Known, Search
from cardgames.patience.solution import Progress, Solution, Verdict


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
