"""FreeCell: all cards are open, and four cells hold a card each; Baker's Game builds in suit."""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Number, Word
from cardgames.model.game import Options, option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Option, Tableau, build_option


@dataclass(frozen=True)
class FreeCellOptions(Options):
    cells: int = option(4, Number("N", 0, 4), "The number of cells.")
    build: str = build_option()
    runs: str = option(
        "room",
        Word("HOW", "room", "any"),
        "Move runs as long as there is room for, or of any length.",
    )

    variants: ClassVar = {"freecell": {}, "bakers": {"build": "suit"}, "relaxed": {"runs": "any"}}


class FreeCell(Patience):
    """A position of FreeCell; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations. AisleRiot automatically moves up low
    cards.)
    """

    called = "FreeCell"
    options_type = FreeCellOptions
    levels = (166, 416)
    piles = (
        Tableau(
            (7, 7, 7, 7, 6, 6, 6, 6),
            build=Option("build"),
            together=Option("runs", {"room": "room", "any": "run"}),
        ),
        Cells(Option("cells")),
        Foundations(4),
    )
