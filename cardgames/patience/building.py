"""The state space of every patience that builds, derived from its declared kinds of piles.

A state is a string of bytes, and so is each pile in it. A card is one number: 4 times its height
plus the number of its suit, and 64 more while it lies face down. Copies of a card share a number.
Cells are sorted, and so are piles once no row is left to deal: their order makes no difference.
`rules.Rules` has the rules of a layout as tables of such numbers.

Turning the stock is not an action: every card that turning can bring up is one action away.
Moving a safe card to its foundation is not an action either: a card goes up once it is safe.
"""

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple, TypeAlias
from zlib import crc32

from cardgames.model.cards import Pile
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.patience.game import TURN, Patience
from cardgames.patience.kinds.kind import DOWN, ONE, Counts, Rest
from cardgames.patience.kinds.tables import Phase
from cardgames.patience.rules import rules_of
from cardgames.patience.search import Line, StateSpace

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
# where an action brings cards, if not onto a card; DEALT: a row or all cards are dealt
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
        """Return the top card of each pile, SPACE if it is empty; by default, of the tableau."""
        numbers = self._space.rules.numbers
        piles = self.game.tableau if piles is None else piles
        return [numbers[pile[-1]] if pile else SPACE for pile in piles]


class BuildingSpace(StateSpace[State]):
    """The states of one deal of a patience that builds; the first position may have card backs."""

    work_each: ClassVar[int | None] = 10

    def __init__(self, game: Patience) -> None:
        layout = game.layout
        rules = self.rules = rules_of(layout, game.base)
        self.latest = rules.heads.latest
        self.width = rules.width
        self.reserve = self.coded_pile(game.reserve)
        self.stock = self.coded_pile(game.stock)
        self.heads = rules.heads
        self.head_bytes = rules.heads.size
        self.runs = layout.by_runs  # do only whole runs go up?
        self.talon = layout.talon
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
        self.reserve, self.stock, self.labels = of.reserve, of.stock, rules.labels
        left, rows, *_ = self.counts
        self._room = rules.room(len(self.cells), rows)
        # the set of the cards that may go to cells
        self.keeps = rules.keeps if self._room else NONE
        # the piles of the tableau; those of the reserves come after them
        self._built = self.piles[: rules.count] if rules.reserves else self.piles
        self.spaces = [number for number, pile in enumerate(self._built) if not pile]
        self._tops = tops_of(self._built)
        # does the order of the piles matter, because cards will be dealt to them?
        self._placed = bool(rows or rules.placed)
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

        A card on a foundation that can carry this card may come back to make a place. If `heads`
        differ from the heads of the state, a card has come back already; then empty piles are no
        places.
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
        """Yield the places on `card` once it and all cards above it left their foundation."""
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
        """Yield the actions that move a card from a field; `rest` is the state without the card."""
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
