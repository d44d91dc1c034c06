"""The computer players of a patience that is declared by its piles alone.

This is the one door by which searches and what advises people come to such games.
"""

from collections.abc import Mapping

from cardgames.model.strategy import ADVISER, Strategy
from cardgames.patience.game import Patience
from cardgames.patience.ways import PatienceStrategy


def strategies(game: type[Patience]) -> Mapping[str, type[Strategy]]:
    """Return the computer players of GAME, by their names."""
    return {ADVISER: PatienceStrategy}
