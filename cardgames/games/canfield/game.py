"""The rules of Canfield.

Source: the README of Canfield Solitaire (CS61B, UC Berkeley, fall 2015, project 0). Where the
README says nothing, the source is the text player that comes with it. The options of each variant
come from PySolFC (`pysollib/games/canfield.py`), but the moves do not.
"""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Word
from cardgames.model.errors import IllegalMove
from cardgames.model.game import option
from cardgames.patience.game import Patience, redeals_used
from cardgames.patience.piles import (
    Foundations,
    Option,
    Reserve,
    Stock,
    Tableau,
    TurningOptions,
    Waste,
)


@dataclass(frozen=True)
class CanfieldOptions(TurningOptions):
    build: str = option(
        "colors",
        Word("HOW", "colors", "any", "suit"),
        "Build the tableau in alternating colors, any suits or one suit.",
    )
    base: str = option(
        "dealt",
        Word("CARD", "dealt", "twos"),
        "Start the foundations with the card dealt, or with all four twos.",
    )
    reserve: str = option("hidden", Word("SEEN", "hidden", "open"), "Hide the reserve, or not.")
    fill: str = option(
        "reserve",
        Word("FROM", "reserve", "free"),
        "Fill an empty tableau pile at once from the reserve, or as you like.",
    )

    variants: ClassVar = {
        "canfield": {},
        "superior": {"reserve": "open", "fill": "free"},
        "rainbow": {"build": "any", "draw": 1, "redeals": 0},
        "rainfall": {"draw": 1, "redeals": 2},
        "storehouse": {"base": "twos", "build": "suit", "draw": 1, "redeals": 2},
    }


class Canfield(Patience):
    """A position of Canfield; the last card of each pile is its top."""

    name = "canfield"
    options_type = CanfieldOptions
    cost = 50
    piles = (
        Reserve(13, seen=Option("reserve", {"hidden": False, "open": True})),
        Foundations(start=Option("base", {"dealt": "card", "twos": "twos"}), back="cards"),
        Tableau(
            (1, 1, 1, 1),
            build=Option("build"),
            together="whole",
            fill=Option("fill", {"reserve": "reserve", "free": "any"}),
        ),
        Stock(draw=Option("draw"), redeals=Option("redeals")),
        Waste(),
    )

    def card(self) -> "Canfield":
        """Turn cards to the waste, or the waste to a new stock.

        If both are empty and a redeal is left, nothing changes, as in the program that this one
        follows.
        """
        if self.stock or self.waste:
            return self.turned()
        if self.redeals == self.layout.redeals:
            raise IllegalMove(f"the stock is empty, and {redeals_used(self.redeals)}")
        return self.changed()
