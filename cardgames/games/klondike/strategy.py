"""Klondike's computer players: a quick one, a fair strong one, and one that knows every card.

The quick one knows the cards that lie face up, and those that went through the waste. It looks
ahead until a card of the tableau turns up, or one of the stock or the waste is played.
"""

from typing import Final

from cardgames.games.klondike.solver import KlondikeLine, KlondikeSteps
from cardgames.model.commands import Route
from cardgames.model.deal import Day
from cardgames.patience import advice
from cardgames.patience.quick import Costs, StockStrategy
from cardgames.patience.solver import LineSolver


class QuickStrategy(StockStrategy):
    """Plays safe cards to foundations; without any, makes the cheapest moves to free a card."""

    costs = Costs(goal={Route("waste", "foundations"): 3, Route("waste", "tableau"): 28})
    unlocking = "turning up a card of the tableau"


class FairStrategy(advice.FairStrategy, QuickStrategy):
    """Plays the ways that win in most of the orders that the face-down cards can have."""

    steps = KlondikeSteps
    line = KlondikeLine
    effort = advice.Effort(orders=8, shortest=4, winning=3, look_around=1_500, look_ahead=14_000)


class SolverStrategy(LineSolver):
    """Plays the way to win, if there is one."""

    steps = KlondikeSteps
    line = KlondikeLine
    levels = (233, 559)
    since = Day(2026, 12, 1)


STRATEGIES: Final = {
    "quick": QuickStrategy,
    "fair": FairStrategy,
    "solver": SolverStrategy,
    "hint": FairStrategy,
}
