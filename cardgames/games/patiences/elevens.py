"""Elevens: of nine cards, pairs that make 11 leave; jack, queen and king leave together."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Discard, Filled, Stock


class Elevens(Patience):
    """A position of Elevens.

    All depends on the deal: no choice can do harm.

    (In PySolFC the court cards first go to three places of their own.)
    """

    piles = (Filled(3, 3), Stock(to="tableau"), Discard(pairs="eleven"))
