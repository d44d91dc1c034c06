"""A quick computer player for Klondike: it looks ahead until one more card comes into play.

It knows the cards that lie face up, and those that went through the waste. It searches for a way
to turn up a card of the tableau, or to play one of the stock or the waste.
"""

from cardgames.model.commands import Route
from cardgames.patience.ways import Costs, StockStrategy


class QuickStrategy(StockStrategy):
    """Plays safe cards to foundations; without any, makes the cheapest moves to free a card."""

    costs = Costs(goal={Route("waste", "foundations"): 3, Route("waste", "tableau"): 28})
    unlocking = "turning up a card of the tableau"
