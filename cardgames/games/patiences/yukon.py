"""Yukon and Russian Solitaire: any cards that lie face up move together, in order or not."""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.game import Options
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Option, Tableau, build_option


@dataclass(frozen=True)
class YukonOptions(Options):
    build: str = build_option()

    variants: ClassVar = {"yukon": {}, "russian": {"build": "suit"}}


class Yukon(Patience):
    """A position of Yukon; the last card of each pile is its top.

    (PySolFC and AisleRiot bring no card back from a foundation.)
    """

    options_type = YukonOptions
    levels = (88, 223)
    piles = (
        Tableau(
            (1, 6, 7, 8, 9, 10, 11),
            down=range(7),
            build=Option("build"),
            together="open",
            fill="king",
        ),
        Foundations(4, back="any"),
    )


class DoubleYukon(Patience):
    """A position of Double Yukon; the last card of each pile is its top.

    (PySolFC brings no card back from a foundation.)
    """

    packs = 2
    piles = (
        Tableau((6, *range(7, 15), 14), down=(0, *range(1, 9), 8), together="open", fill="king"),
        Foundations(8, back="any"),
    )
