"""A solver for Canfield: it knows every card, and finds out whether a position can be won."""

from cardgames.games.canfield.line import CanfieldLine
from cardgames.games.canfield.steps import CanfieldSteps
from cardgames.patience.line import LineSolver


class SolverStrategy(LineSolver):
    """Plays the way to win, if there is one."""

    steps = CanfieldSteps
    line = CanfieldLine
    levels = (154, 384)
