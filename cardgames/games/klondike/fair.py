"""A fair computer player for Klondike, which plays to win."""

from cardgames.games.klondike.line import KlondikeLine
from cardgames.games.klondike.quick import QuickStrategy
from cardgames.games.klondike.steps import KlondikeSteps
from cardgames.patience import imagined


class FairStrategy(imagined.FairStrategy, QuickStrategy):
    """Plays the ways that win in most of the orders that the face-down cards can have."""

    steps = KlondikeSteps
    line = KlondikeLine
    effort = imagined.Effort(orders=8, shortest=4, winning=3, look_around=1_500, look_ahead=14_000)
