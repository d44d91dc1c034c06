"""The computer players for Canfield: quick, fair and strong, or knowing every card."""

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
