"""Aces Up: of two top cards of one suit, the lower card leaves, until only aces are left."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Discard, Stock, Tableau


class AcesUp(Patience):
    """A position of Aces Up.

    (PySolFC plays by the same rules. By stricter rules only an ace may go to an empty pile.)
    """

    piles = (Tableau((1,) * 4, build="none"), Stock(to="tableau"), Discard(lower=True, spare=4))
