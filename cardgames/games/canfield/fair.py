"""A fair computer player for Canfield, which plays to win."""

from collections.abc import Iterator
from typing import Any

from cardgames.games.canfield.quick import QuickStrategy
from cardgames.games.canfield.solver import CanfieldSteps
from cardgames.model.game import Advice
from cardgames.patience import imagined
from cardgames.patience.line import BuildingLine


class FairStrategy(imagined.FairStrategy, QuickStrategy):
    """Plays the ways that win in most of the orders that the hidden reserve can have."""

    steps = CanfieldSteps
    line = BuildingLine
    effort = imagined.Effort(orders=16, shortest=6, winning=4, look_around=300, look_ahead=8_000)

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck.

        With limited redeals these are the quick player's: looking ahead won no more games.
        """
        quick = game.options.redeals is not None
        yield from QuickStrategy.advise(self, game) if quick else super().advise(game)
