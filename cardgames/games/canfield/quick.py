"""Positions of Canfield in numbers, for its hints."""

from cardgames.games.canfield.game import Canfield
from cardgames.model.numbers import EMPTY, numbers
from cardgames.model.quick import QuickPositions


class QuickCanfield(QuickPositions):
    """Positions in numbers, where whole piles move, and a pile may be filled from the reserve."""

    lowest = 1  # a card of the base rank goes to a foundation alone
    filling = 1
    returning = False

    def __init__(self, game: Canfield) -> None:
        """Lay out what can be reached from GAME, a position as its player sees it."""
        super().__init__(game)
        if game.reserve:
            self.reserve = numbers(game.base)[game.reserve[-1]]
            self.locks = [game.options.fill == "reserve"] * len(game.tableau)

    def landing(self, pile: bytes) -> int:
        """Return the set of top cards that PILE can be moved onto; any pile fills an empty one."""
        return self.onto[pile[0]] | EMPTY

    def part(self, pile: bytes, top: int) -> int:
        """Return how many cards of PILE can be moved, which is all or none."""
        return len(pile)
