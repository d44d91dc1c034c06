"""Positions of Klondike with few cards left, dealt at random: about half of them are lost.

The lower ranks of each suit are founded, to another height in each. In some positions the highest
ranks are missing as well, so that aces and twos have their turn with few cards; then a position is
won when all its cards are founded.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TypeVar

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.model.cards import CARDS, Card, Pile, Rank, Suit, build_by
from cardgames.model.deal import Random
from cardgames.patience.piles import Tableau

RANKS = tuple(Rank)
OPTIONS = [
    KlondikeOptions(draw, redeals, build)
    for build, draw, redeals in product(("colors", "others", "suit"), (1, 2, 3), (None, 0, 1, 2))
]
COLUMNS = {"colors": (2, 3, 3, 4, 4, 5), "others": (2, 2, 3, 3, 4), "suit": (3, 4, 5, 5, 6)}
"""Where more cards fit on each other, the same number of columns would lose less."""
T = TypeVar("T")
TALON = 24


@cache
def klondike(columns: int) -> type[Klondike]:
    """Klondike with another number of columns than seven."""
    usual, *others = Klondike.piles
    rules = {name: getattr(usual, name) for name in ("build", "together", "fill")}
    piles = (Tableau([1] * columns, **rules), *others)
    return type("SmallKlondike", (Klondike,), {"piles": piles})


class SmallDecks:
    def __init__(self, seed: int, least: int, most: int) -> None:
        """Begin at SEED; the positions have LEAST to MOST cards that are not founded."""
        self._random = Random(seed)
        self._below = self._random.below
        self._sizes = range(least, most + 1)

    def position(self, options: KlondikeOptions) -> Klondike:
        foundations, deck = self._deck()
        columns: list[list[Card]] = [[] for _ in range(self._one_of(COLUMNS[options.build]))]
        up = [1] * len(columns)
        for _ in range(len(deck) * (20 + self._below(60)) // 100):
            self._one_of(columns).append(deck.pop())
        if self._below(2):
            up = [1 + self._extend(column, deck, options) for column in columns]
        while len(deck) > TALON:
            self._one_of(columns).insert(0, deck.pop())
        turned = self._below(len(deck) + 1) if self._below(3) == 0 else 0
        return klondike(len(columns))(
            options,
            tuple(map(tuple, columns)),
            tuple([max(0, len(column) - shown) for column, shown in zip(columns, up)]),
            tuple(deck[turned:]),
            tuple(deck[:turned]),
            foundations,
            self._below(options.redeals + 1) if options.redeals and turned else 0,
        )

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

    def _extend(self, column: list[Card], deck: list[Card], options: KlondikeOptions) -> int:
        """Lay cards of DECK on COLUMN by the rules, while chance allows; return their number."""
        below, size = build_by(options.build).below, len(column)
        while column and self._below(5) > 1:
            fitting = [card for card in deck if column[-1] in below[card]]
            if not fitting:
                break
            column.append(self._one_of(fitting))
            deck.remove(column[-1])
        return len(column) - size
