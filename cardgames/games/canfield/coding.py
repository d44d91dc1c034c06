"""Canfield in numbers, for the searches that look at millions of positions.

A card is its height above the base rank times four, plus the number of its suit. So the card that
a foundation takes next is one number, and the card below it on the foundation is four less.
"""

from typing import Final, TypeAlias

from cardgames.games.canfield.game import Canfield
from cardgames.model.cards import BACK, CARDS, Card, Pile, Rank, Suit
from cardgames.model.piles import build_by

SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)
"""The suits by their numbers: the red ones are odd."""
ALL: Final = 52
"""The number of cards, and the least number that is not one of a card."""
HIDDEN: Final = 63
"""Stands for a card that is not known; no foundation and no pile takes it."""
PART: Final = b"\xff"
"""Stands between piles."""

Piles: TypeAlias = list[bytes]
"""The piles of the tableau, the last card of each on top."""


class Coding:
    """The numbers of the cards in a game with a certain base rank and way to build."""

    def __init__(self, base: Rank, build: str) -> None:
        """Number the cards by their height above BASE; BUILD is the option of Canfield."""
        self.cards: list[Card] = []
        for height in range(13):
            rank = Rank((base - 1 + height) % 13 + 1)
            self.cards += [CARDS[rank, suit] for suit in SUITS]
        self.numbers = {card: number for number, card in enumerate(self.cards)} | {BACK: HIDDEN}
        suits = build_by(build).suits
        onto = [[SUITS.index(suit) for suit in SUITS if suit in suits[own]] for own in SUITS]
        self.parents = [
            tuple([number - number % 4 + 4 + suit for suit in onto[number % 4]])
            if 4 <= number < 48
            else ()
            for number in range(ALL)
        ]
        """The cards that each card may lie on; the base rank is never built on, nor in piles."""
        self.lags = [self._lags(suit, onto) for suit in range(4)]
        """For each suit, the other suits with how far, in numbers, their foundations may be
        behind a card that is safe on its own foundation."""

    @staticmethod
    def _lags(suit: int, onto: list[list[int]]) -> tuple[tuple[int, int], ...]:
        """Return, for each other suit, by how much it may lag, as `ways.is_safe` has it."""
        carried = [other for other in range(4) if other != suit and suit in onto[other]]
        if not carried:
            return ()
        return tuple([(s, 0 if s in carried else 4) for s in range(4) if s != suit])

    def pile(self, cards: Pile) -> bytes:
        """Return the numbers of CARDS."""
        return bytes([self.numbers[card] for card in cards])

    def next_cards(self, game: Canfield) -> bytes:
        """Return the number of the card that the foundation of each suit takes next."""
        founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
        return bytes([4 * founded.get(suit, 0) + number for number, suit in enumerate(SUITS)])


def laid(piles: Piles, number: int, cards: bytes) -> Piles:
    """Return PILES with CARDS laid on the one with this NUMBER, counted from 0."""
    after = piles.copy()
    after[number] += cards
    return after
