"""Spider, with one, two or four suits: runs from king to ace leave the tableau."""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Among
from cardgames.model.game import Options, option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Option, Stock, Tableau


@dataclass(frozen=True)
class SpiderOptions(Options):
    suits: int = option(4, Among("N", 1, 2, 4), "The number of suits in the two packs.")

    variants: ClassVar = {"spider": {}, "one-suit": {"suits": 1}, "two-suits": {"suits": 2}}


class Spider(Patience):
    """A position of Spider; the last card of each pile is its top.

    (In PySolFC and AisleRiot a complete run may stay in the tableau, and six cards are dealt to the
    piles 1, 4, 7 and 10.)
    """

    name = "spider"
    options_type = SpiderOptions
    packs = 2
    suits = Option("suits")
    levels = Option("suits", {1: (807, 1356), 2: None, 4: None})
    piles = (
        Tableau(
            (6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
            down=(5, 5, 5, 5, 4, 4, 4, 4, 4, 4),
            build="any",
            run="suit",
            together="run",
        ),
        Stock(to="tableau", full=True),
        Foundations(8, runs=True),
    )
