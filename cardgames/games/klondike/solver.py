"""A solver for Klondike: it knows every card, and finds out whether a position can be won."""

from cardgames.games.klondike.line import KlondikeLine
from cardgames.games.klondike.steps import KlondikeSteps
from cardgames.model.deal import Day
from cardgames.patience.line import LineSolver


class SolverStrategy(LineSolver):
    """Plays the way to win, if there is one."""

    steps = KlondikeSteps
    line = KlondikeLine
    levels = (233, 559)
    since = Day(2026, 12, 1)
