"""Positions of Klondike in numbers, for its hints."""

from cardgames.games.klondike.game import Klondike
from cardgames.model.numbers import BIT, union
from cardgames.model.quick import QuickPositions


class QuickKlondike(QuickPositions):
    """Positions in numbers, where parts of piles move, and cards lie face down below some."""

    lowest = 0
    filling = 12  # a king

    def __init__(self, game: Klondike) -> None:
        """Lay out what can be reached from GAME, a position as its player sees it."""
        super().__init__(game)
        self.locks = [down > 0 for down in game.down]

    def landing(self, pile: bytes) -> int:
        """Return the set of top cards that any card of PILE can be put on."""
        return union([self.onto[card] for card in pile])

    def part(self, pile: bytes, top: int) -> int:
        """Return how many cards of PILE can be moved onto TOP, or onto NONE, an empty pile."""
        # NONE stands for an empty pile, and is as high as the card above a king would be
        count = top // 4 - pile[-1] // 4
        count = count if 0 < count <= len(pile) else len(pile)
        return count if self.onto[pile[-count]] & BIT[top] else 0
