"""A computer player for Canfield: it gives the hints, and knows when the game is stuck.

It sees what a player sees who remembers the cards that went through the waste, and searches for
a way to play one more card of the reserve, the stock or the waste.
"""

from typing import Final

from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.quick import QuickCanfield
from cardgames.model.game import Move
from cardgames.model.ways import Costs, PatienceStrategy


class CanfieldStrategy(PatienceStrategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs = Costs(
        goal={"resfnd": 1, "tabfnd": 2, "tabtab": 2, "restab": 3, "wstfnd": 3, "wsttab": 28}
    )
    ground = QuickCanfield
    unlocking = "freeing a card of the reserve"

    def unlocks(self, game: Canfield, move: Move) -> str:
        """Name the card that leaves the reserve."""
        return f"brings {game.reserve[-1]} out of the reserve"


STRATEGIES: Final = {"hint": CanfieldStrategy}
