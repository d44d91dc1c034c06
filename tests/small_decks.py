"""Positions of Klondike with few cards left, dealt at random: about half of them are lost.

The lower ranks of each suit are founded, to another height in each. In some positions the highest
ranks are missing as well, so that aces and twos have their turn with few cards; then a position is
won when all its cards are founded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.model.cards import CARDS, Card, Pile, Rank, Suit, build_by
from cardgames.model.deal import Random

RANKS = tuple(Rank)
OPTIONS = [
    KlondikeOptions(draw, redeals, build)
    for build, draw, redeals in product(("colors", "others", "suit"), (1, 2, 3), (None, 0, 1, 2))
]
COLUMNS = {"colors": (2, 3, 3, 4, 4, 5), "others": (2, 2, 3, 3, 4), "suit": (3, 4, 5, 5, 6)}
"""Where more cards fit on each other, the same number of columns would lose less."""
T = TypeVar("T")
TALON = 24


@dataclass
class Column:
    cards: list[Card] = field(default_factory=list)
    up: int = 1
    """The number of cards face up."""

    def put_under(self, card: Card) -> None:
        self.cards.insert(0, card)


class SmallDecks:
    def __init__(self, seed: int, least: int, most: int) -> None:
        """Begin at SEED; the positions have LEAST to MOST cards that are not founded."""
        self._random = Random(seed)
        self._sizes = range(least, most + 1)

    def position(self, options: KlondikeOptions) -> Klondike:
        foundations, deck = self._deck()
        columns = [Column() for _ in range(self._one_of(COLUMNS[options.build]))]
        for _ in range(len(deck) * (20 + self._below(60)) // 100):
            self._one_of(columns).cards.append(deck.pop())
        if self._below(2):
            for column in columns:
                self._extend(column, deck, options)
        while len(deck) > TALON:
            self._one_of(columns).put_under(deck.pop())
        turned = self._below(len(deck) + 1) if self._below(3) == 0 else 0
        return Klondike(
            options,
            tuple([tuple(column.cards) for column in columns]),
            tuple([max(0, len(column.cards) - column.up) for column in columns]),
            tuple(deck[turned:]),
            tuple(deck[:turned]),
            foundations,
            self._below(options.redeals + 1) if options.redeals and turned else 0,
        )

    def _below(self, bound: int) -> int:
        return self._random.below(bound)

    def _one_of(self, values: Sequence[T]) -> T:
        return values[self._below(len(values))]

    def _deck(self) -> tuple[tuple[Pile, ...], list[Card]]:
        while True:
            top = 13 if self._below(10) < 7 else 6 + self._below(7)
            heights = [min(top, max(0, top - 8 + self._below(9))) for _ in Suit]
            if self._below(3) == 0:
                heights = [min(heights)] * 4
            if 4 * top - sum(heights) in self._sizes:
                break
        piles = [tuple([CARDS[rank, suit] for rank in RANKS[:top]]) for suit in Suit]
        foundations = [pile[:height] for pile, height in zip(piles, heights)]
        deck = [card for pile, height in zip(piles, heights) for card in pile[height:]]
        self._random.shuffle(deck)
        return tuple(sorted(foundations, key=len, reverse=True)), deck

    def _extend(self, column: Column, deck: list[Card], options: KlondikeOptions) -> None:
        """Lay cards of DECK on COLUMN as the rules allow, as long as chance will have it."""
        below = build_by(options.build).below
        while column.cards and self._below(5) > 1:
            fitting = [card for card in deck if column.cards[-1] in below[card]]
            if not fitting:
                return
            column.cards.append(self._one_of(fitting))
            column.up += 1
            deck.remove(column.cards[-1])


def lowest(game: Klondike) -> int:
    return min(map(len, game.foundations))
