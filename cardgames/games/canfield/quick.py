"""A quick computer player for Canfield: it looks ahead until one more card comes into play.

It knows the cards that lie face up, and those that went through the waste. It searches for a way
to play one more card of the reserve, the stock or the waste, and knows when there is none left.
"""

from cardgames.games.canfield.game import Canfield
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.patience.quick import EMPTY, QuickPositions, numbers
from cardgames.patience.ways import Costs, StockStrategy


class QuickCanfield(QuickPositions):
    """Positions of Canfield as numbers: only whole piles move, and the reserve fills empty ones."""

    lowest = 1  # a card of the base rank goes only to a foundation
    filling = 1
    returning = False

    def __init__(self, game: Canfield) -> None:
        """Start at GAME, a position as its player sees it."""
        super().__init__(game)
        if game.reserve:
            self.reserve = numbers(game.base)[game.reserve[-1]]
            self.locks = [game.options.fill == "reserve"] * len(game.tableau)

    def landing(self, pile: bytes) -> int:
        """Return the set of top cards that PILE can be moved onto; any pile fills an empty one."""
        return self.onto[pile[0]] | EMPTY

    def part(self, pile: bytes, top: int) -> int:
        """Return the number of cards of PILE that can be moved onto TOP: all of them."""
        return len(pile)


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
    ground = QuickCanfield
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
