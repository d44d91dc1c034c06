"""Eight Off and ForeCell: the deal fills four cells, and only kings may go to empty piles."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Tableau


class EightOff(Patience):
    """A position of Eight Off; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations. AisleRiot automatically moves up every
    card that fits.)
    """

    levels = (57, 181)
    piles = (
        Tableau((6,) * 8, build="suit", together="room", fill="king"),
        Cells(8, dealt=4),
        Foundations(4),
    )


class ForeCell(Patience):
    """A position of ForeCell; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations.)
    """

    called = "ForeCell"
    piles = (Tableau((6,) * 8, together="room", fill="king"), Cells(4, dealt=4), Foundations(4))
