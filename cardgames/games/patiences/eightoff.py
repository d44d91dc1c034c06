"""Eight Off: eight cells, of which four are filled by the deal, and building in suit."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Tableau


class EightOff(Patience):
    """A position of Eight Off; the last card of each pile is its top.

    (In PySolFC cards may come back from the foundations; AisleRiot moves each card up that fits
    there, by itself.)
    """

    name = "eightoff"
    called = "Eight Off"
    levels = (57, 181)
    piles = (
        Tableau((6,) * 8, build="suit", together="room", fill="king"),
        Cells(8, dealt=4),
        Foundations(4),
    )
