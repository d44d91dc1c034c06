"""Canfield's computer players: a quick one, a fair strong one, and one that knows every card.

The quick one knows the cards that lie face up, and those that went through the waste. It looks
ahead until one more card of the reserve, the stock or the waste comes into play, and knows when
none can.
"""

from collections.abc import Iterator
from typing import Any, Final

from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.solver import CanfieldSteps, SolverStrategy
from cardgames.model.commands import Route
from cardgames.model.game import Advice, Move
from cardgames.patience import advice
from cardgames.patience.quick import Costs, StockStrategy
from cardgames.patience.solver import BuildingLine


class QuickStrategy(StockStrategy):
    """Plays safe cards to foundations; without any, makes the cheapest moves to free a card."""

    costs = Costs(
        goal={
            Route("tableau", "foundations"): 2,
            Route("tableau", "tableau"): 2,
            Route("reserve", "tableau"): 3,
            Route("waste", "foundations"): 3,
            Route("waste", "tableau"): 28,
        }
    )
    unlocking = "freeing a card of the reserve"

    def unlocks(self, game: Canfield, move: Move) -> str:
        """Say which card MOVE frees in GAME."""
        if game.route(move).source != "reserve":
            return f"it brings {game.reserve[-1]} out of the reserve"
        return (
            "the next card of the reserve comes up"
            if game.reserve[1:]
            else "the reserve is empty then"
        )


class FairStrategy(advice.FairStrategy, QuickStrategy):
    """Plays the ways that win in most of the orders that the hidden reserve can have."""

    steps = CanfieldSteps
    line = BuildingLine
    effort = advice.Effort(orders=16, shortest=6, winning=4, look_around=300, look_ahead=8_000)

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck.

        With limited redeals these are the quick player's: looking ahead won no more games.
        """
        quick = game.options.redeals is not None
        yield from QuickStrategy.advise(self, game) if quick else super().advise(game)


STRATEGIES: Final = {
    "quick": QuickStrategy,
    "fair": FairStrategy,
    "solver": SolverStrategy,
    "hint": FairStrategy,
}
