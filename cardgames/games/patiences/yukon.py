"""Yukon and Russian Solitaire: any cards that lie face up move together, in order or not.

Source: the Yukon page of Wikipedia.
"""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.arguments import Word
from cardgames.model.game import Options, option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Option, Tableau


@dataclass(frozen=True)
class YukonOptions(Options):
    """The options of Yukon."""

    build: str = option(
        "colors",
        Word("HOW", "colors", "suit"),
        "Build the tableau in alternating colors, or in one suit.",
    )

    variants: ClassVar = {"yukon": {}, "russian": {"build": "suit"}}


class Yukon(Patience):
    """A position of Yukon."""

    name = "yukon"
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
