"""Thirteens: of ten cards, pairs that make 13 leave, and so do single kings."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Discard, Filled, Stock


class Thirteens(Patience):
    """A position of Thirteens.

    Jacks count 11, queens 12 and kings 13. All depends on the deal: no choice can do harm.

    (PySolFC plays by the same rules.)
    """

    piles = (Filled(2, 5), Stock(to="tableau"), Discard(pairs="thirteen"))
