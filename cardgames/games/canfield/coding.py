"""Canfield in numbers, for the solver; the numbers of the cards are those of `patience/quick.py`.

So the card that a foundation takes next is one number, and the card below it is four less.
"""

from functools import cache
from typing import Final, TypeAlias

from cardgames.games.canfield.game import Canfield
from cardgames.model.cards import BACK, Pile, Rank, build_by
from cardgames.patience.quick import BIT, SUITS, cards_by_number, carriers, numbers, union

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
        self.cards = cards_by_number(base)
        self.numbers = numbers(base) | {BACK: HIDDEN}
        suits = build_by(build).suits
        onto = [[SUITS.index(suit) for suit in suits[own]] for own in SUITS]
        self.parents = carriers(build, 1)
        """The cards that each card may lie on; one of the base rank neither lies nor carries."""
        self.lags = [_lags(suit, onto) for suit in range(4)]
        """For each suit, the other suits with how far, in numbers, their foundations may be
        behind a card that is safe on its own foundation."""
        self.founded = [bytes(range(number % 4, number, 4)) for number in range(ALL + 4)]
        """The cards of a suit that are founded, by the next one."""
        self.carries = [
            union(BIT[card] for card in range(ALL) if parent in self.parents[card])
            for parent in range(HIDDEN + 1)
        ]
        """The set of the cards that each card can carry."""
        self.carried = [union(map(self.carries.__getitem__, cards)) for cards in self.founded]
        """The set of the cards that those founded in a suit can carry, by the next one."""

    def pile(self, cards: Pile) -> bytes:
        """Return the numbers of CARDS."""
        return bytes([self.numbers[card] for card in cards])

    def next_cards(self, game: Canfield) -> bytes:
        """Return the number of the card that the foundation of each suit takes next."""
        founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
        return bytes([4 * founded.get(suit, 0) + number for number, suit in enumerate(SUITS)])


@cache
def coding_of(base: Rank, build: str) -> Coding:
    """Return the Coding of this BASE and BUILD; equal calls return the same one."""
    return Coding(base, build)


def _lags(suit: int, onto: list[list[int]]) -> tuple[tuple[int, int], ...]:
    """Return for each suit but SUIT how far it may lag, by the rule of `is_height_safe`."""
    others = [other for other in range(4) if other != suit]
    carried = [other for other in others if suit in onto[other]]
    return tuple([(other, 0 if other in carried else 4) for other in others]) if carried else ()


def laid(piles: Piles, number: int, cards: bytes) -> Piles:
    """Return PILES with CARDS laid on the one with this NUMBER, counted from 0."""
    after = piles.copy()
    after[number] += cards
    return after
