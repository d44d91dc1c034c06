"""Golf: the waste takes cards one rank above or below its top; an option says what kings take."""

from dataclasses import dataclass

from cardgames.model.commands import Word
from cardgames.model.game import Options, option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Option, Stock, Tableau, Waste


@dataclass(frozen=True)
class GolfOptions(Options):
    kings: str = option(
        "queens",
        Word("KINGS", "queens", "closed", "wrap"),
        "What goes on a king: a queen, no card, or a queen or an ace.",
    )


class Golf(Patience):
    """A position of Golf; the last card of each pile is its top.

    (PySolFC plays by the same rules. In AisleRiot the waste is empty at first, and nothing goes on
    a king. PySolFC calls that game Dead King Golf; here it is --kings closed. Both programs show
    all cards of the waste in a fan; here 'show waste' lists them.)
    """

    options_type = GolfOptions
    piles = (
        Tableau((5,) * 7, build="none", fill="none"),
        Waste(
            takes=Option("kings", {"queens": "neighbor", "closed": "closed", "wrap": "around"}),
            dealt=1,
        ),
        Stock(),
    )
