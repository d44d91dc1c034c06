"""A fair computer player for Canfield, which plays to win."""

from cardgames.games.canfield.line import CanfieldLine
from cardgames.games.canfield.quick import QuickStrategy
from cardgames.games.canfield.steps import CanfieldSteps
from cardgames.model import imagined


class FairStrategy(imagined.FairStrategy, QuickStrategy):
    """Plays the ways that win in most of the orders that the hidden reserve can have."""

    steps = CanfieldSteps
    line = CanfieldLine
    effort = imagined.Effort(orders=16, shortest=6, winning=4, look_around=300, look_ahead=8_000)
