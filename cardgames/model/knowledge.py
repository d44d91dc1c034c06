"""What searches have found out about the positions of one deal.

Whoever asks about a position of the deal asks here, so that no two answers contradict each other,
and what one search has found out spares the next one work.
"""

from typing import Any

from cardgames.model.game import Move
from cardgames.model.search import Known, Search
from cardgames.model.solution import Progress, Verdict


class DealKnowledge:
    """Knows which positions of a deal are won or lost, as far as anybody has asked."""

    def __init__(self, steps: type[Any], line: type[Any]) -> None:
        """Search by STEPS, the class of the game's Steps; LINE is the class of its lines."""
        self._make_steps = steps
        self._make_line = line
        self._widest: Any = None
        """The steps that share what they find out with all others."""
        self._known: Known[Any]
        self._tried: dict[Any, int] = {}
        """The limit at which a search from each state ended undecided."""
        self.positions = 0
        """The number of positions looked at so far."""
        self.work = 0
        """The work of all searches so far, as `Search.work` counts it."""
        self.searches = 0

    def verdict(
        self, game: Any, limit: int, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        """Find out whether GAME can be won, if it is not known, by a search.

        It looks at LIMIT positions at most, and does not much more than MOST_WORK.
        """
        steps = self._steps(game)
        known = self._verdict(steps)
        if known is not Verdict.UNDECIDED or self._tried.get(steps.first, 0) >= limit:
            return known
        search = Search(steps, steps.first, self._known)
        verdict = search.run(limit, progress, most_work)
        self.positions += search.positions
        self.work += search.work()
        self.searches += 1
        if verdict is Verdict.UNDECIDED:
            self._tried[steps.first] = limit
        search.teach(self._known)
        return verdict

    def known(self, game: Any) -> Verdict:
        """Return the verdict on GAME, without any search."""
        return self._verdict(self._steps(game))

    def learn(self, game: Any, search: Search[Any]) -> None:
        """Learn what a SEARCH from GAME has found out on its own."""
        self._steps(game)
        search.teach(self._known)

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
