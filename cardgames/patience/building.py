"""The state space of every patience that builds, derived from its declared kinds of piles.

A state is a string of bytes, and so is each pile in it. A card is one number: 4 times its height
plus the number of its suit, and 64 more while it lies face down. Copies of a card share a number.
Cells are sorted, and so are piles once no row is left to deal: their order makes no difference.
Rules has the rules of a layout as tables of such numbers.

Turning the stock is not an action: every card that turning can bring up is one action away.
Founding a safe card is not an action either: it goes up as soon as it is safe.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial, reduce
from itertools import zip_longest
from operator import or_
from typing import ClassVar, Final, NamedTuple, TypeAlias
from zlib import crc32

from cardgames.model.cards import BACK, DECK, Card, Pile, Rank, Suit
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.patience.game import TURN, Patience
from cardgames.patience.kinds.kind import DOWN, ONE, Build, Counts, Kind, Rest
from cardgames.patience.piles import Layout
from cardgames.patience.search import Cache, Line, Phase, StateSpace, Talon

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
        # not if the game `folds`: bolder needs would change its deals of dates and levels
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
        """Set the attributes that say to which piles cards are dealt, and when."""
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
        """Return the cards that can carry each card; if `claims`, no card carries a base card."""
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


# The bytes of a position: the next card of each foundation (or the number of runs); how many cards
# are in the reserve, in a stock that is dealt in rows, and in the waste; the number of redeals; the
# cards in the cells; the talon; the piles; and the reserves, if there are several. PART comes
# before the talon and before each pile.
State: TypeAlias = bytes
# pairs: a card that comes back from its foundation, and the card onto which it goes
Returns: TypeAlias = tuple[tuple[int, int], ...]
# A place: the card below (or SPACE), the index of the pile, heads, piles, and cards that came back
Opening: TypeAlias = tuple[int, int, bytes, list[bytes], Returns]
PART: Final = b"\xff"
NONE: Final = frozenset[int]()
# where an action brings cards, if not onto a card; DEALT: a row comes, or all cards once more
CELL, FOUNDATION, SPACE, DEALT = 64, 65, 66, 67
# the fields to which actions bring cards; all other actions bring cards to the tableau
TARGETS: Final = {CELL: "cells", FOUNDATION: "foundations"}


class Action(NamedTuple):
    """An action: cards go from one place to another."""

    source: str  # a field of the position
    cards: bytes
    onto: int  # the card on which the cards are put, or CELL, FOUNDATION, SPACE or DEALT
    back: Returns
    after: State

    @property
    def route(self) -> Route:
        return Route(self.source, TARGETS.get(self.onto, "tableau"))


class BuildingLine(Line):
    _space: "BuildingSpace"

    def take(self, action: Action, before: State) -> None:
        for card, onto in action.back:
            ends = self._tops(self.game.foundations).index(card), self._tops().index(onto)
            self.make(Move("fndtab", tuple([number + 1 for number in ends])))
        super().take(action, before)

    def carrying(self, action: Action) -> Iterator[tuple[Move, Patience]]:
        if action.onto == DEALT:
            yield TURN, self.game.turned()
            return
        declared = [one for one in self.game.commands.all.values() if one.route == action.route]
        tops = self._tops()
        for move, after in self.game.successors(declared):
            if action.onto in TARGETS or tops[move.arguments[:2][-1] - 1] == action.onto:
                yield move, after

    def _tops(self, piles: tuple[Pile, ...] | None = None) -> list[int]:
        """Return the card on top of each pile, or SPACE; without `piles`, of the tableau."""
        numbers = self._space.rules.numbers
        piles = self.game.tableau if piles is None else piles
        return [numbers[pile[-1]] if pile else SPACE for pile in piles]


class BuildingSpace(StateSpace[State]):
    """The states of one deal of a patience that builds; its first position may hide cards."""

    work_each: ClassVar[int | None] = 10

    def __init__(self, game: Patience) -> None:
        layout = game.layout
        rules = self.rules = rules_of(layout, game.base)
        self.latest = rules.heads.latest
        self.width = rules.width
        self.reserve = self.coded_pile(game.reserve)
        self.stock = self.coded_pile(game.stock) if rules.rows else b""
        self.heads = rules.heads
        self.head_bytes: int = rules.heads.size
        self.runs = bool(layout.foundations.runs)  # do only whole runs go up?
        self.talon = Talon(layout.draw or 1, layout.redeals)
        self.first = self.coded(game)

    def line(self, game: Patience) -> Line:
        return BuildingLine(self, game)

    def coded_pile(self, cards: Pile) -> bytes:
        return bytes([self.rules.numbers[card] for card in cards])

    def coded(self, game: Patience) -> State:
        piles = []
        for t, pile in enumerate(game.tableau, 1):
            down = game.face_down(t)
            hidden = bytes([number + DOWN for number in self.coded_pile(pile[:down])])
            piles.append(hidden + self.coded_pile(pile[down:]))
        piles += map(self.coded_pile, game.reserves)
        rows, talon = len(game.stock), b""
        if game.layout.turns:
            rows, talon = 0, self.coded_pile(game.waste + game.stock[::-1])
        counts = len(game.reserve), rows, len(game.waste) if talon else 0
        again = 0 if self.talon.redeals is None else game.redeals
        cells = b"".join([self.coded_pile(cell) for cell in game.cells])
        heads = self.heads.coded(game.foundations)
        return self.settled(heads, (*counts, again), cells, talon, piles)

    def parts(self, state: State) -> tuple[bytes, bytes, list[bytes]]:
        """Return the cells, the talon and the piles of a state."""
        cells, talon, *piles = state[self.head_bytes + 4 :].split(PART)
        return cells, talon, piles

    def split(self, state: State) -> tuple[bytes, Phase]:
        if self.rules.still:  # there is one phase only, and a copy of the state would take memory
            return state, (0, 0)
        at = self.head_bytes + 2
        return state[:at] + state[at + 2 :], (state[at], state[at + 1])

    def locked(self, state: State) -> int:
        at, below = self.head_bytes, 0
        if self.rules.reserves:
            reserves = self.parts(state)[2][self.rules.count :]
            below = sum([len(pile) - 1 for pile in reserves if pile])
        if not self.rules.down:
            return state[at] + below
        down = sum(map(DOWN.__le__, state[at + 4 :])) - state.count(PART, at + 4)
        return state[at] + down + below

    def promise(self, state: State) -> int:
        return sum(self.heads.progress(state[: self.head_bytes]))

    def seed(self, state: State) -> int:
        return crc32(state)

    def to_play(self, state: State) -> int:
        at = self.head_bytes
        if self.rules.ordered:
            talon = state.index(PART, at + 4) + 1
            return 3 * self.locked(state) + state.index(PART, talon) - talon
        cells, _, piles = self.parts(state)
        hindering = sum([self.rules.hindering[pile] for pile in piles])
        left = 3 * state[at] + len(state) - at - 4 - state.count(PART, at + 4) + len(cells)
        return self.heads.to_play(hindering, state[at + 1], left)

    def actions(self, state: State) -> Iterator[Action]:
        return Expansion(self, state).actions()

    def settled(
        self, heads: bytes, counts: Counts, cells: bytes, talon: bytes, piles: list[bytes]
    ) -> State:
        """Return the state after all forced moves and all safe moves, which need no decision.

        No card of the talon goes up here: this would change which cards come in later turns.
        """
        rules, piles = self.rules, piles.copy()
        left, rows, turned, redeals = counts
        going_up, of = rules.going_up(redeals), self.heads
        ends, going_on = of.ends(heads), True
        while going_on:
            going_on = False
            for number, pile in enumerate(piles):
                if not pile:
                    if left and rules.fills and number < rules.count:
                        left -= 1
                        piles[number] = self.reserve[left : left + 1]
                        going_on = True
                    continue
                top = pile[-1]
                if top >= DOWN:
                    piles[number] = pile[:-1] + ONE[top - DOWN]
                    going_on = True
                elif top in ends and (count := going_up(pile, heads)):
                    piles[number] = pile[:-count]
                    heads = of.raised(heads, top)
                    ends, going_on = of.ends(heads), True
            if left:
                top = self.reserve[left - 1]
                if top in ends and going_up(ONE[top], heads):
                    left -= 1
                    heads = of.raised(heads, top)
                    ends, going_on = of.ends(heads), True
            for card in cells:
                if card in ends and going_up(ONE[card], heads):
                    cells = cells.replace(ONE[card], b"", 1)
                    heads = of.raised(heads, card)
                    ends, going_on = of.ends(heads), True
        if turned and self.talon.least(turned, len(talon)) != turned:
            turned = 0
        if not rows:
            piles = rules.in_order(piles)
        if len(cells) > 1:
            cells = bytes(sorted(cells))
        after = heads + bytes((left, rows, turned, redeals)) + cells
        return PART.join((after, talon, *piles))


class Expansion:
    """The parts of one state, and its actions, which follow from the kinds of piles."""

    def __init__(self, of: BuildingSpace, state: State) -> None:
        rules = self.rules = of.rules
        self.space = of
        at = of.head_bytes
        self._heads = state[:at]
        self.counts = state[at], state[at + 1], state[at + 2], state[at + 3]
        self.cells, self.talon, self.piles = of.parts(state)
        left, self.rows = self.counts[:2]
        self._room = rules.room(len(self.cells), self.rows)
        # the set of the cards that may go to cells
        self.keeps = rules.keeps if self._room else NONE
        # the piles of the tableau; those of the reserves come after them
        self._built = self.piles[: rules.count] if rules.reserves else self.piles
        self.spaces = [number for number, pile in enumerate(self._built) if not pile]
        self._tops = tops_of(self._built)
        # does the order of the piles matter, because cards will be dealt to them?
        self._placed = bool(self.rows or rules.placed)
        # all empty piles are alike, unless their order matters
        self._open = self.spaces if self._placed else self.spaces[:1]
        if left and rules.fills:
            self._open = []
        takes = rules.fillers if self._open else 0
        self._wanted = of.heads.takes(self._heads)
        for head in self._wanted:
            takes |= rules.taken[head]
        for top in self._tops:
            takes |= rules.carries[top]
        # the set of the cards that may have a place to go; most cards are not in it
        self.takes = takes

    def actions(self) -> Iterator[Action]:
        rules = self.rules
        for field, offers in rules.waiting:
            for card, rest in offers(self):
                yield from self._single(field, card, rest)
        yield from self._within()
        for card, rest in rules.turned(self):
            yield from self._single("waste", card, rest)
        if rules.back != "none" and not rules.folds:
            yield from self._back()
        for rest in rules.deals(self):
            yield Action("stock", b"", DEALT, (), self.space.settled(self._heads, *rest))

    def _openings(
        self, card: int, heads: bytes, piles: list[bytes], source: int = -1
    ) -> list[Opening]:
        """Return the places for a card in the piles, except in the pile `source`.

        A founded card that can carry it may come back to make a place. If `heads` are not those of
        the state, a card has come back already; then empty piles are no places.
        """
        at_first = heads is self._heads
        tops, found = self._tops, list[Opening]()
        if not at_first:
            tops = tops_of(piles[: self.rules.count] if self.rules.reserves else piles)
        for parent in self.rules.parents[card]:
            if parent in tops:
                found += [(parent, to, heads, piles, ()) for to in tops[parent] if to != source]
            elif self.rules.folds and parent < heads[parent & 3]:
                found += self._returned(parent, heads, piles, source)
        if at_first and self._open and self.rules.fillers >> card & 1:
            found += [(SPACE, to, heads, piles, ()) for to in self._open]
        return found

    def _returned(
        self, card: int, heads: bytes, piles: list[bytes], source: int
    ) -> Iterator[Opening]:
        """Yield the places on a founded card once it and all cards above it have come back."""
        top = heads[card & 3] - 4
        for onto, to, heads1, piles1, back in self._openings(top, heads, piles, source):
            if onto == SPACE and self.rules.back == "cards":
                continue
            piles2 = piles1.copy()
            piles2[to] += ONE[top]
            lowered, back = self.space.heads.lowered(heads1, top), (*back, (top, onto))
            if top == card:
                yield card, to, lowered, piles2, back
            else:
                for _, to2, heads2, piles3, more in self._returned(card, lowered, piles2, source):
                    yield card, to2, heads2, piles3, back + more

    def _single(self, source: str, card: int, rest: Rest) -> Iterator[Action]:
        """Yield the actions that move one card from a field; `rest` is what is left."""
        kept = card in self.keeps and source != "cells"
        if not (kept or self.takes >> card & 1):
            return
        space, heads, one = self.space, self._heads, ONE[card]
        counts, cells, talon, piles = rest
        if card in self._wanted:
            for up in space.heads.raisings(heads, card):
                after = space.settled(up, counts, cells, talon, piles)
                yield Action(source, one, FOUNDATION, (), after)
        for onto, to, lowered, opened, back in self._openings(card, heads, piles):
            laid = opened.copy()
            laid[to] += one
            after = space.settled(lowered, counts, cells, talon, laid)
            yield Action(source, one, onto, back, after)
        if kept:
            after = space.settled(heads, counts, cells + one, talon, piles)
            yield Action(source, one, CELL, (), after)

    def _within(self) -> Iterator[Action]:
        rules, heads, piles = self.rules, self._heads, self.piles
        settled, counts, cells, talon = self.space.settled, self.counts, self.cells, self.talon
        room, keeps, takes, spaces = self._room, self.keeps, self.takes, len(self.spaces)
        for number, pile in enumerate(self._built):
            if not pile or not self._placed and number and pile == piles[number - 1]:
                continue
            top = pile[-1]
            up = top in self._wanted
            kept = top in keeps
            if up or kept:
                gone = piles.copy()
                gone[number] = pile[:-1]
            if up:
                for raised in self.space.heads.raisings(heads, top):
                    after = settled(raised, counts, cells, talon, gone)
                    yield Action("tableau", ONE[top], FOUNDATION, (), after)
            if kept:
                after = settled(heads, counts, cells + ONE[top], talon, gone)
                yield Action("tableau", ONE[top], CELL, (), after)
            movable = rules.movable[pile]
            for cards in movable:
                if not takes >> cards[0] & 1:
                    continue
                whole = len(cards) == len(pile)
                if rules.whole_runs and len(cards) < len(movable):
                    if pile[-len(cards) - 1] not in heads:
                        continue
                for onto, to, lowered, opened, back in self._openings(
                    cards[0], heads, piles, number
                ):
                    if onto == SPACE and whole and not self._placed:
                        continue  # a whole pile would only change places with an empty one
                    if len(cards) > 1 and len(cards) > rules.most(room, spaces - (onto == SPACE)):
                        continue
                    moved = opened.copy()
                    moved[number] = pile[: -len(cards)]
                    moved[to] += cards
                    after = settled(lowered, counts, cells, talon, moved)
                    yield Action("tableau", cards, onto, back, after)

    def _back(self) -> Iterator[Action]:
        space, rules, heads = self.space, self.rules, self._heads
        for card in sorted({head - 4 for head in heads if head > 3}):
            down = space.heads.lowered(heads, card)
            if rules.heads.going_up(ONE[card], down):
                continue
            for onto, to, *_ in self._openings(card, heads, self.piles):
                if onto != SPACE or rules.back == "any":
                    laid = self.piles.copy()
                    laid[to] += ONE[card]
                    after = space.settled(down, self.counts, self.cells, self.talon, laid)
                    yield Action("foundations", ONE[card], onto, (), after)


def tops_of(piles: list[bytes]) -> dict[int, list[int]]:
    """Return, for each card on top of a pile, the indices of the piles with that card on top."""
    tops: dict[int, list[int]] = {}
    for number, pile in enumerate(piles):
        if pile:
            tops.setdefault(pile[-1], []).append(number)
    return tops
