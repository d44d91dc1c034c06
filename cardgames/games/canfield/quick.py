"""A quick computer player for Canfield: it looks ahead until one more card comes into play.

It knows the cards that lie face up, and those that went through the waste. It searches for a way
to play one more card of the reserve, the stock or the waste, and knows when there is none left.
"""

from cardgames.games.canfield.game import Canfield
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.patience.ways import Costs, StockStrategy


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
