"""Fan and its kin: small face-up piles; some of the games gather the piles and deal them again."""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Word
from cardgames.model.game import Options, option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Option, Redeal, Tableau


@dataclass(frozen=True)
class FanOptions(Options):
    build: str = option(
        "suit",
        Word("HOW", "suit", "colors"),
        "Build the tableau in one suit, or in alternating colors.",
    )

    variants: ClassVar = {"fan": {}, "ceiling-fan": {"build": "colors"}}


class Fan(Patience):
    """A position of Fan; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    options_type = FanOptions
    piles = (Tableau((3,) * 17 + (1,), build=Option("build"), fill="king"), Foundations(4))


class LaBelleLucie(Patience):
    """A position of La Belle Lucie; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    piles = (
        Tableau((3,) * 17 + (1,), build="suit", fill="none"),
        Foundations(4),
        Redeal(3, 2, shuffled=True),
    )


class SuperFlowerGarden(Patience):
    """A position of Super Flower Garden; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    piles = (
        Tableau((3,) * 17 + (1,), build="any", fill="none"),
        Foundations(4),
        Redeal(3, 2, shuffled=True),
    )


class Trefoil(Patience):
    """A position of Trefoil; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    piles = (
        Foundations(4, start="aces"),
        Tableau((3,) * 16, build="suit", fill="none"),
        Redeal(3, 2, shuffled=True),
    )


class Cruel(Patience):
    """A position of Cruel; the last card of each pile is its top.

    (PySolFC and AisleRiot deal the tableau again in the same way.)
    """

    piles = (
        Foundations(4, start="aces"),
        Tableau((4,) * 12, build="suit", fill="none"),
        Redeal(4, None),
    )
