"""Spider and its kin: runs from king to ace in one suit leave the tableau."""

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

    The score begins at 500. Each move costs a point, and each complete run brings 100.

    (In PySolFC and AisleRiot a complete run may stay in the tableau, and six cards are dealt to the
    piles 1, 4, 7 and 10.)
    """

    options_type = SpiderOptions
    packs = 2
    suits = Option("suits")
    scoring = {"deal": 500, "move": -1, "run": 100}
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


class Spiderette(Patience):
    """A position of Spiderette; the last card of each pile is its top.

    (In PySolFC and AisleRiot a complete run may stay in the tableau.)
    """

    piles = (
        Tableau(range(1, 8), down=range(7), build="any", run="suit", together="run"),
        Stock(to="tableau", full=True),
        Foundations(4, runs=True),
    )


class WillOTheWisp(Patience):
    """A position of Will o' the Wisp; the last card of each pile is its top.

    (In PySolFC and AisleRiot a complete run may stay in the tableau.)
    """

    called = "Will o' the Wisp"
    piles = (
        Tableau((3,) * 7, down=(2,) * 7, build="any", run="suit", together="run"),
        Stock(to="tableau", full=True),
        Foundations(4, runs=True),
    )


class SimpleSimon(Patience):
    """A position of Simple Simon; the last card of each pile is its top.

    (In PySolFC a complete run may stay in the tableau, and runs move together only if there is room
    to move them one by one through empty piles.)
    """

    piles = (
        Tableau((8, 8, 8, 7, 6, 5, 4, 3, 2, 1), build="any", run="suit", together="run"),
        Foundations(4, runs=True),
    )


class MrsMop(Patience):
    """A position of Mrs Mop; the last card of each pile is its top.

    (In PySolFC a complete run may stay in the tableau.)
    """

    packs = 2
    piles = (Tableau((8,) * 13, build="any", run="suit", together="run"), Foundations(8, runs=True))
