"""The rules of Klondike.

Source: the Klondike page of Wikipedia; the score is that of the casino (Vegas). The variants are
those in PySolFC's code (`pysollib/games/klondike.py`) that the options here can express. Chinaman
has one redeal in that code, but two in PySolFC's help page.
"""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Word
from cardgames.model.game import Scoring, option
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


def gain(before: Patience, after: Patience) -> int:
    """Return the points of a move in the standard score, that of Microsoft's Solitaire."""
    if after.redeals > before.redeals:
        return -100 if before.options.draw == 1 else 0
    up = after.founded() - before.founded()
    played = not up and len(after.waste) < len(before.waste)
    return (10 if up > 0 else 15) * up + 5 * (sum(before.down) - sum(after.down) + played)


class Klondike(Patience):
    """A position of Klondike; the last card of each pile is its top.

    With --points the standard score is shown: 10 points for a card that goes up, 5 for one that is
    turned up or goes from the waste to the tableau, -15 for one that comes back from a foundation,
    and by ones -100 for a redeal; the score is never below 0.
    """

    name = "klondike"
    options_type = KlondikeOptions
    cost = 52
    scoring = Scoring(0, gain)
    casino = ("vegas", "casino")
    piles = (
        Tableau(range(1, 8), down=range(7), build=Option("build"), together="built", fill="king"),
        Stock(draw=Option("draw"), redeals=Option("redeals")),
        Waste(),
        Foundations(back="any"),
    )
