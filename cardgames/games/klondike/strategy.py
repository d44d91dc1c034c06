"""A computer player for Klondike: it gives the hints, and knows when the game is stuck.

It sees what a player sees who remembers the cards that went through the waste, and searches for
a way to turn up a card of the tableau, or to play one of the stock or the waste.
"""

from typing import Final

from cardgames.games.klondike.game import Klondike
from cardgames.model.ways import Costs, PatienceStrategy


class KlondikeStrategy(PatienceStrategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs = Costs(goal={"tabfnd": 1, "tabtab": 1, "wstfnd": 3, "wsttab": 28})
    unlocking = "turning up a card of the tableau"

    def unlocks(self, before: Klondike, after: Klondike) -> str:
        """Name the tableau pile whose top card was turned up."""
        piles = zip(before.down, after.down)
        t = next(t for t, (was, now) in enumerate(piles, 1) if now < was)
        return f"turns up a card of tableau pile {t}"


STRATEGIES: Final = {"hint": KlondikeStrategy}
