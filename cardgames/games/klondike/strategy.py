"""A computer player for Klondike: it gives the hints, and knows when the game is stuck.

It sees what a player sees who remembers the cards that went through the waste, and searches for
a way to turn up a card of the tableau, or to play one of the stock or the waste.
"""

from typing import Final

from cardgames.model.ways import Costs, PatienceStrategy


class KlondikeStrategy(PatienceStrategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs = Costs(
        step={"card": 1, "tabfnd": 1, "tabtab": 1, "fndtab": 4, "wstfnd": 2, "wsttab": 8},
        goal={"tabfnd": 1, "tabtab": 1, "wstfnd": 3, "wsttab": 28},
        unseen=5,
        buried=30,
    )
    unlocks = "turns up a card of the tableau"
    unlocking = "turning up a card of the tableau"


STRATEGIES: Final = {"hint": KlondikeStrategy}
