"""A computer player for Klondike: it gives the hints, and knows when the game is stuck.

It sees what a player sees who remembers the cards that went through the waste, and searches for
a way to turn up a card of the tableau, or to play one of the stock or the waste.
"""

from typing import Final

from cardgames.games.klondike.game import Klondike
from cardgames.games.klondike.quick import QuickKlondike
from cardgames.model.game import Move
from cardgames.model.ways import Costs, PatienceStrategy


class KlondikeStrategy(PatienceStrategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs = Costs(goal={"tabfnd": 1, "tabtab": 1, "wstfnd": 3, "wsttab": 28})
    ground = QuickKlondike
    unlocking = "turning up a card of the tableau"

    def unlocks(self, game: Klondike, move: Move) -> str:
        """Name the tableau pile whose top card is turned up."""
        return f"turns up a card of tableau pile {move.arguments[0]}"


STRATEGIES: Final = {"hint": KlondikeStrategy}
