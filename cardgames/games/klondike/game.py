"""The rules of Klondike.

Source: the Klondike page of Wikipedia; the score is the one used in casinos (Vegas). The variants
are those in PySolFC's code (`pysollib/games/klondike.py`) that the options here can express.
Chinaman has one redeal in that code, but two in PySolFC's help page.
"""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Word
from cardgames.model.game import option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Option, Stock, Tableau, TurningOptions, Waste


@dataclass(frozen=True)
class KlondikeOptions(TurningOptions):
    build: str = option(
        "colors",
        Word("HOW", "colors", "others", "suit"),
        "Build the tableau in alternating colors, other suits or one suit.",
    )

    variants: ClassVar = {
        "by-threes": {},
        "vegas": {"draw": 1, "redeals": 0},
        "casino": {"draw": 1, "redeals": 2},
        "chinaman": {"redeals": 1, "build": "others"},
        "trigon": {"draw": 1, "build": "suit"},
    }


class Klondike(Patience):
    """A position of Klondike; the last card of each pile is its top."""

    name = "klondike"
    options_type = KlondikeOptions
    cost = 52
    scoring = {"up": 10, "back": -15, "played": 5, "turned up": 5, "redeal": -100}
    casino = ("vegas", "casino")
    piles = (
        Tableau(range(1, 8), down=range(7), build=Option("build"), together="built", fill="king"),
        Stock(draw=Option("draw"), redeals=Option("redeals")),
        Waste(),
        Foundations(back="any"),
    )
