"""Monte Carlo: cards of one rank that touch in a grid leave in pairs, and the others close up."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Discard, Grid, Stock


class MonteCarlo(Patience):
    """A position of Monte Carlo.

    (In PySolFC and AisleRiot the cards close up only when you ask for it.)
    """

    piles = (Grid(5, 5), Stock(to="tableau"), Discard(pairs="alike"))
