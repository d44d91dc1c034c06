"""Klondike's computer players: a quick one, a fair strong one, and one that knows every card."""

from typing import Final

from cardgames.games.klondike.fair import FairStrategy
from cardgames.games.klondike.quick import QuickStrategy
from cardgames.games.klondike.solver import SolverStrategy

STRATEGIES: Final = {
    "quick": QuickStrategy,
    "fair": FairStrategy,
    "solver": SolverStrategy,
    "hint": FairStrategy,
}
