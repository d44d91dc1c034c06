"""The moves that make the steps of a search, and the solver that plays them."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from cardgames.model.cards import Card
from cardgames.model.game import Move
from cardgames.patience.game import TURN, Patience
from cardgames.patience.knowledge import DealKnowledge
from cardgames.patience.search import Steps
from cardgames.patience.solution import MOST_LOOKED_AT, Progress, Solution, Solver

P = TypeVar("P", bound=Patience)


class Line(Generic[P]):
    """A line of moves, which the rules themselves check one after another."""

    def __init__(self, game: P) -> None:
        """Begin at the position GAME."""
        self.game = game
        """The position after the line."""
        self.moves: list[Move] = []
        self._passed = {game: 0}
        """The number of moves that led to each position."""

    def take(self, step: Any, before: Any) -> None:
        """Make the moves of STEP from the state BEFORE."""
        raise NotImplementedError

    def found(self, state: Any) -> None:
        """Found the cards that STATE has on the foundations."""
        raise NotImplementedError

    def follow(self, steps: Steps[Any], way: Sequence[Any]) -> None:
        """Make the moves that lead through the states of a WAY found by STEPS."""
        self.found(way[0])
        for before, after in zip(way, way[1:]):
            self.take(next(step for step in steps.steps(before) if step.after == after), before)
            self.found(after)

    def turn_to(self, card: Card) -> None:
        """Turn the stock until CARD lies on top of the waste."""
        while card not in self.game.waste[-1:]:
            self.move(TURN.name)

    def move(self, name: str, *arguments: int) -> None:
        """Make the move NAME with ARGUMENTS; moves that it takes back are dropped."""
        move = Move(name, arguments)
        self.game = self.game.apply(move)
        self.moves.append(move)
        count = self._passed.get(self.game)
        if count is None:
            self._passed[self.game] = len(self.moves)
        else:
            del self.moves[count:]
            self._passed = {game: n for game, n in self._passed.items() if n <= count}


class LineSolver(Solver):
    """Searches for a win and plays it, if there is one; each game derives a class of its own."""

    steps: ClassVar[type[Any]]
    """The class of the game's Steps."""
    line: ClassVar[type[Line[Any]]]
    """The class of the game's lines."""

    def __init__(self) -> None:
        """Begin without knowledge of the deal."""
        self.knowledge = DealKnowledge(self.steps, self.line)
        """What is known of the deal that this player plays, which `solve` neither asks nor tells.
        """

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, by LIMIT states at most."""
        return DealKnowledge(self.steps, self.line).solution(game, limit, progress)

    def find(self, game: Any, limit: int) -> Solution:
        """Return the solution of GAME; search only if it is not known."""
        return self.knowledge.solution(game, limit)
