"""A computer player for Klondike: it gives the hints, and knows when the game is stuck.

It knows the cards that lie face up, and those that went through the waste. It searches for a way
to turn up a card of the tableau, or to play one of the stock or the waste.
"""

from typing import Final

from cardgames.games.klondike.game import Klondike
from cardgames.model.game import Move
from cardgames.model.quick import BIT, QuickPositions, union
from cardgames.model.ways import Costs, StockStrategy


class QuickKlondike(QuickPositions):
    """Positions in numbers, in which parts of piles move and some cards lie face down."""

    lowest = 0
    filling = 12  # a king

    def __init__(self, game: Klondike) -> None:
        """Lay out what can be reached from GAME, a position as its player sees it."""
        super().__init__(game)
        self.locks = [down > 0 for down in game.down]

    def landing(self, pile: bytes) -> int:
        """Return the set of top cards that any card of PILE can be put on."""
        return union([self.onto[card] for card in pile])

    def part(self, pile: bytes, top: int) -> int:
        """Return how many cards of PILE can be moved onto TOP, or onto NONE, an empty pile."""
        # NONE stands for an empty pile, and is as high as the card above a king would be
        count = top // 4 - pile[-1] // 4
        count = count if 0 < count <= len(pile) else len(pile)
        return count if self.onto[pile[-count]] & BIT[top] else 0


class KlondikeStrategy(StockStrategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs = Costs(goal={"tabfnd": 1, "tabtab": 1, "wstfnd": 3, "wsttab": 28})
    ground = QuickKlondike
    unlocking = "turning up a card of the tableau"

    def unlocks(self, game: Klondike, move: Move) -> str:
        """Name the tableau pile whose top card is turned up."""
        return f"turns up a card of tableau pile {move.arguments[0]}"


STRATEGIES: Final = {"hint": KlondikeStrategy}
