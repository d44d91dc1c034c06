"""Seahaven Towers: ten piles that are built down in suit, and four cells, two of them filled."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Tableau


class SeahavenTowers(Patience):
    """A position of Seahaven Towers; the last card of each pile is its top.

    (In PySolFC and AisleRiot cards may come back from the foundations.)
    """

    name = "seahaven"
    levels = (115, 508)
    piles = (
        Tableau((5,) * 10, build="suit", together="room", fill="king"),
        Cells(4, dealt=2),
        Foundations(4),
    )
