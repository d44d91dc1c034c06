"""How hard a deal is that can be won, by what is cheap to find out.

How often `fair` wins it would tell more, but takes seconds for each deal.
"""

from typing import Final, NamedTuple

from cardgames.model.deal import LEVELS
from cardgames.model.game import Setup
from cardgames.model.solution import Solution, Verdict
from cardgames.model.strategy import QUICK, Computers


class Bounds(NamedTuple):
    """The numbers of positions, up to the first win, that part the levels of a game."""

    easy: int
    """An easy deal takes this many at most."""
    hard: int
    """A hard deal takes more than this."""


BOUNDS: Final = {"canfield": Bounds(60, 300), "klondike": Bounds(150, 600)}
"""The bounds of each game that has a solver."""


class Difficulty(NamedTuple):
    """How hard a deal is, and the facts that tell it."""

    positions: int
    """The number of positions that the solver looks at before its first win."""
    quick: bool
    """Does the quick computer player win?"""
    level: str
    """One of LEVELS."""


def difficulty(game: str, solution: Solution, quick_wins: bool) -> Difficulty:
    """Return how hard a deal of GAME is, given its SOLUTION, and whether the quick player wins."""
    bounds, (easy, medium, hard) = BOUNDS[game], LEVELS
    level = medium
    if solution.positions <= bounds.easy:
        level = easy
    elif solution.positions > bounds.hard:
        level = hard
    return Difficulty(solution.positions, quick_wins, level)


def difficulty_of(setup: Setup, solution: Solution, computers: Computers) -> Difficulty | None:
    """Return how hard the deal of SETUP is, given its SOLUTION; None unless it can be won.

    COMPUTERS makes the quick player, who plays the deal once.
    """
    if solution.verdict is not Verdict.WINNABLE:
        return None
    return difficulty(setup.game.name, solution, computers(QUICK).result(setup).winner == 1)
