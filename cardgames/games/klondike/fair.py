"""A fair computer player for Klondike, which plays to win."""

from cardgames.games.klondike.line import KlondikeLine
from cardgames.games.klondike.quick import QuickStrategy
from cardgames.games.klondike.steps import KlondikeSteps
from cardgames.model import imagined


class FairStrategy(imagined.FairStrategy, QuickStrategy):
    """Plays the ways that win in most of the orders that the face-down cards can have."""

    steps = KlondikeSteps
    line = KlondikeLine
    orders = 8
    look_ahead = 14_000
    shortest = 4
    look_around = 1500
    winning = 3
