"""Black Hole: cards of 17 piles go to the hole, up or down in rank; ace and king are neighbors."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Hole, Tableau


class BlackHole(Patience):
    """A position of Black Hole.

    (PySolFC plays by the same rules.)
    """

    piles = (Tableau((3,) * 17, build="none", fill="none"), Hole("AS"))
