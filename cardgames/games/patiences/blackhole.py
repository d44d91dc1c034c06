"""Black Hole: 17 piles are played off to the hole, up and down, around the corner."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Hole, Tableau


class BlackHole(Patience):
    """A position of Black Hole.

    (PySolFC plays by the same rules.)
    """

    piles = (Tableau((3,) * 17, build="none", fill="none"), Hole("AS"))
