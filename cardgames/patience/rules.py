"""The rules of a layout as tables of numbers, for searches.

A card is one number: 4 times its height plus the number of its suit, and 64 more while it lies face
down. Copies of a card have one number.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial, reduce
from itertools import zip_longest
from operator import or_
from typing import Final, TypeAlias

from cardgames.model.cards import BACK, DECK, Card, Rank, Suit
from cardgames.patience.kinds.kind import DOWN, Build, Kind
from cardgames.patience.piles import Layout
from cardgames.patience.search import Cache

# pairs: the index of a foundation, and the least number that its next card must have
Needs: TypeAlias = tuple[tuple[int, int], ...]
SUITS: Final = tuple(Suit)
# for each number: a set of that card alone; a set is an integer with a bit for each card
BIT: Final = tuple(1 << number for number in range(64))
UNKNOWN: Final = 63  # stands for a card that is not known; it fits nowhere


class Rules:
    """The rules of a layout for one base rank, as tables whose indices are numbers of cards."""

    def __init__(self, layout: Layout, base: Rank) -> None:
        piles, stock = layout.tableau, layout.stock
        foundations = layout.foundations
        self._number_cards(layout, base)
        self.down = any(piles.down)
        self.copies = 4 * layout.packs if foundations.mixed else layout.copies
        self.back = foundations.back
        self.rows = stock is not None and not layout.turns
        self.still = not (layout.turns or layout.redeal)
        self._set_dealing(layout)
        self.fills = piles.fill == "reserve"
        # the cards that can carry each card, and those that may lie below it in a run
        self.parents = self._carriers(layout.builds, base, layout.claims)
        self.below = self._carriers(layout.runs, base, False)
        # the set of the cards that may fill an empty pile
        lowest = 4 if layout.claims else 0
        self.fillers = sum([1 << card for card in range(lowest, 52) if piles.fits_space(card // 4)])
        colors = piles.build == "colors"
        downward = piles.ways == "down" and not piles.around
        alike = piles.run == piles.build and (colors or piles.build == "any") and downward
        alone = self.copies == 1 and not (layout.cells.count or self.rows or self.reserves)
        alone = alone and not (foundations.runs or layout.redeal)
        sizes = zip_longest(piles.sizes, piles.down, fillvalue=0)
        single = all(size - down < 2 for size, down in sizes)
        # each pile is always in order: a game is won once its talon is empty and no card is locked
        self.ordered = alone and single and piles.together in ("built", "whole")
        self.ordered = self.ordered and foundations.plain and downward
        # a card goes up at once if any action that needs it can first bring it back to its place
        self.folds = self.ordered and self.back != "none"
        # A run moves whole, or in part to free a card for its foundation. No other part
        # moves: a card that then goes onto the rest of the run could also go where the part goes.
        self.whole_runs = alike and alone and piles.together in ("built", "run")
        # games with `folds` get no bolder needs, which would change the deals of dates and levels
        bolder = colors and self.copies == 1 and not (layout.mixed or self.folds or piles.around)
        # for each card: sets of needs, any one of which makes the card safe on its foundation
        self.needs = [self._needs(card, layout, bolder) for card in range(52)]
        self.heads = foundations.heads(self)
        self.carries = [0] * 2 * DOWN
        for card, parents in enumerate(self.parents):
            for parent in parents:
                self.carries[parent] |= 1 << card
        # for each next card of a foundation: the set of the cards that can go onto the foundation,
        # or onto a card that comes back from it
        self.taken = [1 << head if head < 52 else 0 for head in range(56)]
        for head in range(4, 56) if self.folds else ():
            self.taken[head] |= self.taken[head - 4] & ~(1 << head - 4) | self.carries[head - 4]
        # for each pile: the cards at its end that may move together, the largest number first
        self.movable = Cache(partial(piles.movable, below=self.below))
        self.most = piles.most  # how many cards can move at most
        self.hindering = Cache(self.heads.hindering)
        self.width = None if self.ordered or piles.ways == "any" else self.heads.width

    def _set_dealing(self, layout: Layout) -> None:
        """Set what says to which piles cards are dealt, and when."""
        self.count: int = layout.tableau.count
        self.reserves = layout.reserves.count > 0
        # the first pile to which rows are dealt, and the end of these piles
        self.dealt_to = (0, self.count)
        if layout.dealt_to == "reserves":
            self.dealt_to = self.count, self.count + layout.reserves.count
        self.redeal = layout.redeal
        kinds = layout.kinds
        # the kinds beside the tableau that offer cards, in the order of their actions
        waiting = [field for field in ("reserve", "reserves", "cells") if field in kinds]
        self.waiting = [(field, kinds[field].offers) for field in waiting]
        self.turned = kinds.get("waste", Kind()).offers
        self.deals = kinds.get("stock", Kind()).deals
        self.room = layout.cells.room
        # the set of the cards that cells take
        keeps = layout.cells.keeps
        self.keeps = frozenset([n for n in self.numbers.values() if keeps(n // 4)])
        # does the order of the piles matter at any time?
        self.placed = layout.redeal is not None and not layout.redeal.shuffled
        # sorts piles, as far as their order makes no difference
        self.in_order: Callable[[list[bytes]], list[bytes]] = list if self.placed else sorted
        if self.reserves:
            self.in_order = self._with_reserves
        # for each card: its label, by which a redeal draws the order of the cards
        self.labels = {number: card.label for card, number in self.numbers.items()}

    def _with_reserves(self, piles: list[bytes]) -> list[bytes]:
        order = list if self.placed else sorted
        return order(piles[: self.count]) + sorted(piles[self.count :])

    def going_up(self, redeals: int) -> Callable[[bytes, bytes], int]:
        """Return `heads.going_up`, or a stand-in while a founded card may change what is dealt."""
        if self.redeal is not None and self.redeal.is_left(redeals):
            return lambda pile, heads: 0
        return self.heads.going_up

    def _number_cards(self, layout: Layout, base: Rank) -> None:
        """Set the numbers of cards and of suits."""
        foundations = layout.foundations
        self.numbers = card_numbers(base)
        self.suits = sorted({SUITS.index(card.suit) for card in layout.deck})
        if foundations.mixed:  # suits make no difference, so cards have the number of their rank
            fields = self.numbers.items()
            self.numbers = {card: n if n == UNKNOWN else n & ~3 for card, n in fields}
            self.suits = [0]
        self.one_way = not foundations.mixed and layout.copies == 1

    def _carriers(self, build: Build, base: Rank, claims: bool) -> list[tuple[int, ...]]:
        """Return, for each card, those that can carry it; if `claims`, none carries a base card."""
        found: list[tuple[int, ...]] = [()] * DOWN
        for card, onto in build.below(base).items():
            number = self.numbers[card]
            if number > 3 or not claims:
                found[number] = tuple(sorted({self.numbers[one] for one in onto}))
        return found

    def _needs(self, card: int, layout: Layout, bolder: bool) -> tuple[Needs, ...]:
        """Return what makes a card safe on its foundation.

        A card is safe once every card that could lie on it is founded for good. If `bolder`, it is
        also safe once all those cards, and all cards that could lie on them, can be founded.
        """
        height, suit = divmod(card, 4)
        if suit not in self.suits:
            return ((),)
        lags_of = partial(layout.foundations.lags, SUITS[suit], height)
        lags = lags_of(self.back != "none")
        if not lags:
            return ((),) if lags is not None else ()
        found = [lags]
        if bolder and (more := lags_of(True)):
            found.append({one: lag + 1 for one, lag in more.items()})
        numbered = [[(SUITS.index(one), lag) for one, lag in lags.items()] for lags in found]
        return tuple(
            tuple((self.copies * self.suits.index(s), 4 * (height - lag) + s) for s, lag in lags)
            for lags in numbered
        )


rules_of: Final = cache(Rules)


@cache
def card_numbers(base: Rank) -> dict[Card, int]:
    """Return the number of each card for a base rank; a card back has UNKNOWN."""
    found = {card: 4 * card.rank.above(base) + SUITS.index(card.suit) for card in DECK}
    return found | {BACK: UNKNOWN}


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
