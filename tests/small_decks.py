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
from cardgames.model.cards import CARDS, Card, Pile, Rank, Suit
from cardgames.model.deal import Random
from cardgames.patience.kinds.tables import build_by
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


def small_deck(options: KlondikeOptions, random: Random, sizes: range) -> Klondike:
    """Draw a position; the number of its cards that are not founded is one of SIZES."""

    def one_of(values: Sequence[T]) -> T:
        return values[random.below(len(values))]

    foundations, deck = _founded(random, sizes)
    columns: list[list[Card]] = [[] for _ in range(one_of(COLUMNS[options.build]))]
    for _ in range(len(deck) * (20 + random.below(60)) // 100):
        one_of(columns).append(deck.pop())
    down = [max(0, len(column) - 1) for column in columns]
    if random.below(2):
        below = build_by(options.build).below(Rank.ACE)
        for column in columns:  # add cards by the rules, while chance allows
            while column and random.below(5) > 1:
                fitting = [card for card in deck if column[-1] in below[card]]
                if not fitting:
                    break
                column.append(one_of(fitting))
                deck.remove(column[-1])
    while len(deck) > TALON:
        number = random.below(len(columns))
        columns[number].insert(0, deck.pop())
        down[number] += len(columns[number]) > 1
    turned = random.below(len(deck) + 1) if random.below(3) == 0 else 0
    return klondike(len(columns))(
        options,
        tuple(map(tuple, columns)),
        tuple(down),
        tuple(deck[turned:]),
        tuple(deck[:turned]),
        foundations,
        random.below(options.redeals + 1) if options.redeals and turned else 0,
    )


def _founded(random: Random, sizes: range) -> tuple[tuple[Pile, ...], list[Card]]:
    """Draw foundations, and the other cards in any order."""
    while True:
        top = 13 if random.below(10) < 7 else 6 + random.below(7)
        heights = [min(top, max(0, top - 8 + random.below(9))) for _ in Suit]
        if random.below(3) == 0:
            heights = [min(heights)] * 4
        if 4 * top - sum(heights) in sizes:
            break
    piles = [tuple([CARDS[rank, suit] for rank in RANKS[:top]]) for suit in Suit]
    foundations = [pile[:height] for pile, height in zip(piles, heights)]
    deck = [card for pile, height in zip(piles, heights) for card in pile[height:]]
    random.shuffle(deck)
    return tuple(sorted(foundations, key=len, reverse=True)), deck
