"""Canfield's computer players: a quick one, a fair strong one, and one that knows every card."""

from typing import Final

from cardgames.games.canfield.fair import FairStrategy
from cardgames.games.canfield.quick import QuickStrategy
from cardgames.games.canfield.solver import SolverStrategy

STRATEGIES: Final = {
    "quick": QuickStrategy,
    "fair": FairStrategy,
    "solver": SolverStrategy,
    "hint": FairStrategy,
}
