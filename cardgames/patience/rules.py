"""The rules of a layout as tables of numbers for searches, and the coding of foundations.

A card is one number: 4 times its height plus the number of its suit (see `kind.DOWN`). `Rules` has
the tables. `Heads` codes each foundation as one byte, its head: the next card that the foundation
takes. Once a foundation is complete, its head is 4 * RUN plus the suit. The heads of foundations
that are alike follow each other, the smallest first.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial, reduce
from itertools import zip_longest
from operator import or_
from typing import ClassVar, Final, TypeAlias

from cardgames.model.cards import BACK, DECK, Card, Pile, Rank, Suit
from cardgames.patience.kinds.kind import DOWN, ONE, Kind
from cardgames.patience.kinds.tables import RUN, Build
from cardgames.patience.piles import Layout
from cardgames.patience.search import Cache

# pairs: the index of a foundation, and the least number that its next card must have
Needs: TypeAlias = tuple[tuple[int, int], ...]
SUITS: Final = tuple(Suit)
# for each number: the set of that card alone; a set is an integer with a bit for each card
BIT: Final = tuple(1 << number for number in range(64))
UNKNOWN: Final = 63  # stands for a card that is not known; it fits nowhere


class Rules:
    """The rules of a layout for one base rank, as tables whose indices are numbers of cards."""

    def __init__(self, layout: Layout, base: Rank) -> None:
        piles, foundations = layout.tableau, layout.foundations
        self._number_cards(layout, base)
        self.down = any(piles.down)
        self.copies = 4 * layout.packs if foundations.mixed else layout.copies
        self.back = foundations.back
        self.still = not (layout.turns or layout.redeal)
        self._set_dealing(layout)
        self.fills = piles.fill == "reserve"
        # for each card: the cards that can carry it, and the cards that may lie below it in a run
        self.parents = self._carriers(layout.builds, base, layout.claims)
        self.below = self._carriers(layout.runs, base, False)
        # the set of the cards that may fill an empty pile
        lowest = 4 if layout.claims else 0
        self.fillers = sum([1 << card for card in range(lowest, 52) if piles.fits_space(card // 4)])
        colors = piles.build == "colors"
        downward = piles.ways == "down" and not piles.around
        alike = piles.run == piles.build and (colors or piles.build == "any") and downward
        rows = layout.dealt_to not in ("", "waste")
        alone = self.copies == 1 and not (layout.cells.count or rows or self.reserves)
        alone = alone and not (layout.by_runs or layout.redeal)
        sizes = zip_longest(piles.sizes, piles.down, fillvalue=0)
        single = all(size - down < 2 for size, down in sizes)
        # Is each pile always in order? Then a game is won once its talon is empty and no card is
        # locked.
        self.ordered = alone and single and piles.together in ("built", "whole")
        self.ordered = self.ordered and foundations.plain and downward
        # May a card go up although it is not safe? It may if any action that needs the card can
        # first bring it back to its place.
        self.folds = self.ordered and self.back != "none"
        # A run moves as a whole, or in part to free a card for its foundation. No other part moves:
        # a card that would then go onto the rest of the run could also go where the part went.
        self.whole_runs = alike and alone and piles.together in ("built", "run")
        # A game that `folds` has no bolder needs: they would change its deals of dates and levels.
        bolder = colors and self.copies == 1 and not (layout.unsorted or self.folds or piles.around)
        # for each card: what makes it safe on its foundation
        self.needs = [self._needs(card, layout, bolder) for card in range(52)]
        if layout.by_runs:
            self.heads: Heads = RunHeads(self)
        else:
            plain = foundations.plain
            self.heads = Heads(self) if plain else OrderedHeads(self, foundations.chains)
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
        """Set the attributes that say to which piles cards are dealt, and when."""
        self.count = layout.tableau.count
        self.reserves = layout.reserves.count > 0
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
        # sorts the piles whose order makes no difference
        self.in_order: Callable[[list[bytes]], list[bytes]] = list if self.placed else sorted
        if self.reserves:
            self.in_order = self._with_reserves
        # for each card: its label, by which a redeal draws the order of the cards
        self.labels = {number: card.label for card, number in self.numbers.items()}

    def _with_reserves(self, piles: list[bytes]) -> list[bytes]:
        order = list if self.placed else sorted
        return order(piles[: self.count]) + sorted(piles[self.count :])

    def going_up(self, redeals: int) -> Callable[[bytes, bytes], int]:
        """Return `heads.going_up`; while a redeal is left, return a function that returns 0.

        A card that goes up would change what the redeal deals.
        """
        if self.redeal is not None and self.redeal.is_left(redeals):
            return lambda pile, heads: 0
        return self.heads.going_up

    def _number_cards(self, layout: Layout, base: Rank) -> None:
        foundations = layout.foundations
        self.numbers = card_numbers(base)
        self.suits = sorted({SUITS.index(card.suit) for card in layout.deck})
        if foundations.mixed:  # suits make no difference, so cards have the number of their rank
            fields = self.numbers.items()
            self.numbers = {card: n if n == UNKNOWN else n & ~3 for card, n in fields}
            self.suits = [0]

    def _carriers(self, build: Build, base: Rank, claims: bool) -> list[tuple[int, ...]]:
        """Return the cards that can carry each card; if `claims`, no card carries a base card."""
        found: list[tuple[int, ...]] = [()] * DOWN
        for card, onto in build.below(base).items():
            number = self.numbers[card]
            if number > 3 or not claims:
                found[number] = tuple(sorted({self.numbers[one] for one in onto}))
        return found

    def _needs(self, card: int, layout: Layout, bolder: bool) -> tuple[Needs, ...]:
        """Return sets of needs; the card is safe on its foundation once one set is met.

        A card is safe once every card that could lie on it is on a foundation for good. If
        `bolder`, it is also safe once all those cards, and all cards that could lie on them, can
        go up.
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


class Heads:
    """The heads of foundations that are built up in suit, from the base rank."""

    # the `width` and `latest` of searches; see StateSpace
    width: ClassVar[int] = 1
    latest: ClassVar[bool] = False

    def __init__(self, rules: "Rules") -> None:
        self._numbers, self._suits, self._copies = rules.numbers, rules.suits, rules.copies
        self._needs, self._parents, self._folds = rules.needs, rules.parents, rules.folds
        self.size = len(self._suits) * self._copies

    def coded(self, foundations: Iterable[Pile]) -> bytes:
        heads = list[int]()
        for suit in self._suits:
            heads += [4 * size + suit for size in self._sizes(foundations, suit, self._copies)]
        return bytes(heads)

    def _sizes(self, foundations: Iterable[Pile], suit: int, count: int) -> list[int]:
        sizes = [len(p) for p in foundations if p and self._numbers[p[-1]] & 3 == suit]
        return [*[0] * (count - len(sizes)), *sorted(sizes)]

    def progress(self, heads: bytes) -> list[int]:
        """Return a number for each foundation, which grows with each card that comes there."""
        return list(heads)

    def takes(self, heads: bytes) -> bytes:
        """Return the cards that a move may bring to the foundations."""
        return heads

    def ends(self, heads: bytes) -> bytes:
        """Return the cards that may go up automatically, or the top cards of runs that may."""
        return heads

    def going_up(self, pile: bytes, heads: bytes) -> int:
        """Return how many cards of a pile go up by themselves; the pile's top is one of `ends`.

        A card goes up if it is safe on its foundation; see `Rules.needs`.
        """
        top = pile[-1]
        for needs in self._needs[top]:
            for index, least in needs:
                if heads[index] < least:
                    break
            else:
                return 1
        # any action that needs the card can first bring it back to its place
        return int(self._folds and len(pile) > 1 and pile[-2] in self._parents[top])

    def raised(self, heads: bytes, card: int) -> bytes:
        """Return the heads after a card, or a run that ends with it, has gone up."""
        # of foundations with equal heads, the last takes a card, and the first gives one back
        at = heads.rindex(card)
        return heads[:at] + ONE[card + 4] + heads[at + 1 :]

    def lowered(self, heads: bytes, card: int) -> bytes:
        """Return the heads after a card has come back."""
        at = heads.index(card + 4)
        return heads[:at] + ONE[card] + heads[at + 1 :]

    def raisings(self, heads: bytes, card: int) -> list[bytes]:
        """Return all heads that may follow when a card goes up, without repeats."""
        return [self.raised(heads, card)]

    def hindering(self, pile: bytes) -> int:
        """Return how much the order of a pile adds to the measure `to_play`."""
        lowest, found = 52, 2 * sum(map(DOWN.__le__, pile))
        for card in pile:
            found += card & ~3 & ~DOWN > lowest
            lowest = min(lowest, card & ~3 & ~DOWN)
        return found

    def to_play(self, hindering: int, rows: int, left: int) -> int:
        """Return the measure `to_play`; `rows` cards are in the stock, `left` in other places."""
        return hindering + rows + left


class RunHeads(Heads):
    """The number of runs that have gone up. Only whole runs go up, and they do so by themselves."""

    width, latest = 10, True

    def __init__(self, rules: "Rules") -> None:
        super().__init__(rules)
        self.size, self._below = 1, rules.below
        self._runs = [bytes(range(4 * RUN - 4 + ace, -1, -4)) for ace in range(4)]

    def coded(self, foundations: Iterable[Pile]) -> bytes:
        return bytes([sum(map(bool, foundations))])

    def takes(self, heads: bytes) -> bytes:
        return b""

    def ends(self, heads: bytes) -> bytes:
        return b"\0\1\2\3"

    def going_up(self, pile: bytes, heads: bytes) -> int:
        return RUN if pile[-RUN:] == self._runs[pile[-1]] else 0

    def raised(self, heads: bytes, card: int) -> bytes:
        return ONE[heads[0] + 1]

    def hindering(self, pile: bytes) -> int:
        down = sum(map(DOWN.__le__, pile))
        pairs = zip(pile[down:], pile[down + 1 :])
        breaks = sum([card not in self._below[on] for card, on in pairs])
        return 6 * bool(pile) + 2 * (down + breaks)

    def to_play(self, hindering: int, rows: int, left: int) -> int:
        return hindering + 3 * rows // 2  # a card of the stock adds 1.5, a break adds 2


class OrderedHeads(Heads):
    """The heads of foundations that are built in different ways, or in mixed suits."""

    def __init__(self, rules: "Rules", chains: tuple[tuple[int, int], ...]) -> None:
        """`chains` has the height of each foundation's first card, and the step to the next."""
        super().__init__(rules)
        suits = self._suits
        groups = tuple(dict.fromkeys(chains))
        self._chains, self._groups = chains, groups
        self._each = len(chains) // max(1, len(groups)) // len(suits)
        self.size = len(groups) * len(suits) * self._each
        # for each group and each card: the next card, and how many cards lie there before the card
        self._following: list[dict[int, int]] = []
        self._progress: list[dict[int, int]] = []
        for first, step in groups:
            ranks = [4 * ((first + number * step) % RUN) for number in range(RUN)] + [4 * RUN]
            pairs = [(a + s, b + s) for a, b in zip(ranks, ranks[1:]) for s in suits]
            self._following.append(dict(pairs))
            self._progress.append({r + s: n for n, r in enumerate(ranks) for s in suits})

    def coded(self, foundations: Iterable[Pile]) -> bytes:
        heads, piles = list[int](), tuple(foundations)
        for first, step in self._groups:
            chosen = [p for p, own in zip(piles, self._chains) if own == (first, step)]
            for suit in self._suits:
                for size in self._sizes(chosen, suit, self._each):
                    heads.append(4 * ((first + step * size) % RUN if size < RUN else RUN) + suit)
        return self._met(bytes(heads))

    def progress(self, heads: bytes) -> list[int]:
        each = len(self._suits) * self._each
        return [self._progress[at // each][head] for at, head in enumerate(heads)]

    def raised(self, heads: bytes, card: int) -> bytes:
        return self.raisings(heads, card)[0]

    def raisings(self, heads: bytes, card: int) -> list[bytes]:
        found, each = list[bytes](), self._each
        for at in range(0, len(heads), each):
            group = at // (each * len(self._suits))
            alike = list(heads[at : at + each])
            if card in alike:
                alike[alike.index(card)] = self._following[group][card]
                alike.sort(key=self._progress[group].__getitem__)
                found.append(heads[:at] + bytes(alike) + heads[at + each :])
        return [self._met(found[0])] if self._copies == 1 else found

    def _met(self, heads: bytes) -> bytes:
        """Return the heads, with the heads of complete suits marked as complete."""
        if self._copies > 1:
            return heads
        found, progress, count = bytearray(heads), self.progress(heads), len(self._suits)
        for at, suit in enumerate(self._suits):
            if sum(progress[at::count]) == RUN:
                found[at::count] = bytes([4 * RUN + suit]) * len(found[at::count])
        return bytes(found)
