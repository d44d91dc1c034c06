"""A quick computer player for Klondike: it looks ahead until one more card comes into play.

It knows the cards that lie face up, and those that went through the waste. It searches for a way
to turn up a card of the tableau, or to play one of the stock or the waste.
"""

from cardgames.games.klondike.game import Klondike
from cardgames.model.commands import Route
from cardgames.patience.quick import BIT, QuickPositions, union
from cardgames.patience.ways import Costs, StockStrategy


class QuickKlondike(QuickPositions):
    """Positions of Klondike as numbers: parts of piles can move, and some cards lie face down."""

    lowest = 0
    filling = 12  # a king

    def __init__(self, game: Klondike) -> None:
        """Start at GAME, a position as its player sees it."""
        super().__init__(game)
        self.locks = [down > 0 for down in game.down]

    def landing(self, pile: bytes) -> int:
        """Return the set of top cards on which at least one card of PILE can be put."""
        return union([self.onto[card] for card in pile])

    def part(self, pile: bytes, top: int) -> int:
        """Return the number of cards of PILE that can go onto TOP (NONE: onto an empty pile)."""
        # NONE stands for an empty pile, and is as high as the card above a king would be
        count = top // 4 - pile[-1] // 4
        count = count if 0 < count <= len(pile) else len(pile)
        return count if self.onto[pile[-count]] & BIT[top] else 0


class QuickStrategy(StockStrategy):
    """Plays safe cards to foundations; without any, makes the cheapest moves to free a card."""

    costs = Costs(goal={Route("waste", "foundations"): 3, Route("waste", "tableau"): 28})
    ground = QuickKlondike
    unlocking = "turning up a card of the tableau"
