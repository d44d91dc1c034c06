"""Seahaven Towers: ten piles, four cells of which two are filled, and building in suit."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Tableau


class SeahavenTowers(Patience):
    name = "seahaven"
    called = "Seahaven Towers"
    levels = (115, 508)
    piles = (
        Tableau((5,) * 10, build="suit", together="room", fill="king"),
        Cells(4, dealt=2),
        Foundations(4),
    )
