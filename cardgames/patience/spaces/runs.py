"""The search for patiences in which whole runs leave the tableau, such as Spider.

The stage of a state is the number of cards turned up, rows dealt and runs gone. In each round, the
best states of every stage have their turn, so no stage blocks the search. A pile is a number, so
its possible changes, and their worth, are computed only once.
"""

from collections.abc import Hashable, Iterator
from functools import partial
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import chain
from operator import mul
from typing import Any, Final, TypeAlias

from cardgames.patience.building import PART, SPACE, BuildingSpace, State
from cardgames.patience.deep import DeepWeights, Worth
from cardgames.patience.game import Patience
from cardgames.patience.kinds.kind import DOWN, ONE
from cardgames.patience.kinds.tables import RUN, Phase
from cardgames.patience.search import REPORT_EVERY, Cache, DealKnowledge, Progress, Search, Verdict

MOST_SEEN: Final = 500_000  # more states would take more than 200 MB
WORK_EACH: Final = 5  # the most work of a search, divided by its limit on positions
KEY: Final = 10  # the bytes in the key of a pile: enough for all sums to differ
# the number of each pile, the number of cards in the stock, and the number of the state before
Looked: TypeAlias = tuple[tuple[int, ...], int, int]
# a pile after a move, and by how much its worth, its key and the stage have changed
Change: TypeAlias = tuple[int, float, int, int]


class RunSpace(BuildingSpace):
    """The states of patiences with whole runs whose only other pile is a stock dealt in rows."""

    # how many states of each stage have their turn in a round
    each = 20

    def __init__(self, game: Patience) -> None:
        super().__init__(game)
        self.full = game.layout.full
        self.weights = DeepWeights(0)
        if game.layout.suits * game.layout.packs == 8:
            self.each, self.weights = 60, DeepWeights(0, off=3.5, bad=7, square=0.5)

    def search(self, first: State, known: DealKnowledge | None = None) -> Search[State]:
        return StageSearch(self, first)


class Piles:
    """The piles that a search meets, as numbers; 0 is the empty pile."""

    def __init__(self, space: BuildingSpace, weights: DeepWeights) -> None:
        self._rules, self._value = space.rules, Worth(space, weights).of_pile
        self._founded = weights.founded
        self.numbers = Cache(self._added)
        self.cards: list[bytes] = []
        self.tops: list[int] = []
        self.worth: list[float] = []
        self.keys: list[int] = []
        self.down: list[int] = []
        # for each pile and each of its moves: the first card that moves, all cards that move, and
        # the change of the pile
        self.moves: Cache[int, list[tuple[int, bytes, Change]]] = Cache(self._moves)
        # for each pile and the cards put onto it: the pile that they make
        joins: Cache[int, Cache[bytes, Change]] = Cache(lambda n: Cache(partial(self._joined, n)))
        self.joins = joins
        self.numbers[b""] = self._added(b"")

    def _added(self, cards: bytes) -> int:
        worth, down = self._value(cards)
        self.cards.append(cards)
        self.tops.append(cards[-1] if cards else SPACE)
        self.worth.append(worth)
        key = blake2b(cards, digest_size=KEY).digest() if cards else b""
        self.keys.append(int.from_bytes(key, "big"))
        self.down.append(down)
        return len(self.cards) - 1

    def _moves(self, pile: int) -> list[tuple[int, bytes, Change]]:
        cards = self.cards[pile]
        movable = self._rules.movable[cards] if cards else ()
        return [(some[0], some, self._change(pile, cards[: -len(some)])) for some in movable]

    def _joined(self, pile: int, more: bytes) -> Change:
        return self._change(pile, self.cards[pile] + more)

    def _change(self, pile: int, cards: bytes) -> Change:
        """Return the change from `pile` to `cards`, once a card is turned up and runs have left."""
        gone = 0
        while cards:
            if (top := cards[-1]) >= DOWN:
                cards = cards[:-1] + ONE[top - DOWN]
            elif top < 4 and self._rules.heads.going_up(cards, b"\0"):
                cards, gone = cards[:-RUN], gone + 1
            else:
                break
        after = self.numbers[cards]
        return (
            after,
            self.worth[after] - self.worth[pile] + gone * self._founded,
            self.keys[after] - self.keys[pile],
            self.down[pile] - self.down[after] + gone,
        )


class StageSearch(Search[State]):
    """A search by stages; it proves a loss if it comes to its end.

    At first it ignores the order of the piles, although rows are dealt to them. If it finds no win,
    it begins again and ignores nothing. If the rules allow no row while a pile is empty, an extra
    action fills all empty piles with the least harm, and deals a row.
    """

    def __init__(self, space: RunSpace, first: State) -> None:
        self._of, self._first = space, first
        weights, rules = space.weights, space.rules
        self._piles = Piles(space, weights)
        self._spaces = weights.spaces + weights.spaces[-1:] * rules.count
        self._parents, self._fillers = rules.parents, rules.fillers
        self._at_end: Looked | None = None
        self.positions = self._actions = 0
        self._begin(exact=False)

    def _begin(self, exact: bool) -> None:
        piles, rows = self._piles, self._first[2]
        state = tuple(map(piles.numbers.__getitem__, self._of.parts(self._first)[2]))
        self._exact = exact  # does the order of the piles matter while a row is left?
        # for each place, two factors for the key of its pile: to ignore the order, and to keep it
        self._factors = [1] * len(state), list(range(1, 2 * len(state), 2))
        self._looked: list[Looked] = []
        self._cards = sum([len(piles.cards[pile]) for pile in state]) + rows
        stages = 1 + sum([piles.down[pile] for pile in state]) + rows + self._cards // RUN
        # For each stage, a heap of states. The entry of a state has its worth, negative, and the
        # number of the state before. Then come the place from which cards moved and the pile left
        # there, the place to which they moved and the pile made there. For the first state, or
        # after a row, these are: -1, all piles, the rest of the stock, and 0.
        self._stages: list[list[tuple[Any, ...]]] = [[] for _ in range(stages)]
        self._seen = set[int]()
        self._turns: Iterator[int] = self._rounds()
        self._await(0, sum([piles.worth[pile] for pile in state]), (state, rows, -1))

    def run(
        self, limit: int, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        most = WORK_EACH * limit if most_work is None else most_work
        for stage in self._turns:
            if self.positions >= limit or self._actions > most or len(self._seen) > MOST_SEEN:
                self._turns = chain((stage,), self._turns)
                return Verdict.UNDECIDED
            self.positions += 1
            if progress is not None and self.positions % REPORT_EVERY == 0:
                progress(REPORT_EVERY)
            self._look(stage)
        if self._at_end is None and self._first[2] and not self._exact:
            self._begin(exact=True)
            return self.run(limit, progress, most_work)
        return Verdict.LOST if self._at_end is None else Verdict.WINNABLE

    def _rounds(self) -> Iterator[int]:
        """Yield the stage of each turn; a stage has up to `RunSpace.each` turns in a round."""
        while any(self._stages):
            for stage, heap in enumerate(self._stages):
                for _ in range(self._of.each):
                    if self._at_end is not None:
                        return
                    if heap:
                        yield stage

    def _look(self, stage: int) -> None:
        """Look at the best state of the stage."""
        worth, before, at, rest, to, joined = heappop(self._stages[stage])
        state, rows = rest, to
        if at >= 0:
            state, rows, _ = self._looked[before]
            state = changed(state, at, rest, to, joined)
        number = len(self._looked)
        self._looked.append((state, rows, before))
        piles, parents, fillers, seen = self._piles, self._parents, self._fillers, self._seen
        tops: dict[int, list[int]] = {}
        for at, pile in enumerate(state):
            tops.setdefault(piles.tops[pile], []).append(at)
        open_now = tops.get(SPACE, [])
        empty, spaces, stages, joins = len(open_now), self._spaces, self._stages, piles.joins
        ordered = self._exact and rows > 0
        open_now = open_now if ordered else open_now[:1]
        factors, key = self._factors[ordered], self._key(state, rows)
        base, passed = -worth - spaces[empty], set[int]()
        for at, pile in enumerate(state):
            if not ordered and pile in passed:
                continue
            passed.add(pile)
            for card, cards, (rest, worth1, key1, stage1) in piles.moves[pile]:
                places = [place for top in parents[card] if top in tops for place in tops[top]]
                if empty and fillers >> card & 1 and (rest or ordered):
                    places += open_now
                for to in places:
                    onto = state[to]
                    joined, worth2, key2, stage2 = joins[onto][cards]
                    self._actions += 1
                    new = key + key1 * factors[at] + key2 * factors[to]
                    if new in seen or to == at:
                        continue
                    seen.add(new)
                    left = spaces[empty + (not rest) - (not onto) + (not joined)]
                    entry = -base - worth1 - worth2 - left, number, at, rest, to, joined
                    heappush(stages[stage + stage1 + stage2], entry)
                    if not new:
                        self._at_end = changed(state, at, rest, to, joined), rows, number
        if rows:
            self._deal(stage, base)

    def _key(self, state: tuple[int, ...], rows: int) -> int:
        keys = [self._piles.keys[pile] for pile in state]
        key: int = sum(map(mul, keys, self._factors[self._exact and rows > 0]))
        return key + (rows << 8 * KEY + 8)

    def _await(self, stage: int, worth: float, looked: Looked) -> None:
        """Add the first state, or a state after a row was dealt, to a stage."""
        state, rows, before = looked
        key = self._key(state, rows)
        if key not in self._seen:
            self._seen.add(key)
            spaces = self._spaces[state.count(0)]
            heappush(self._stages[stage], (-worth - spaces, before, -1, state, rows, 0))
            if not key:
                self._at_end = looked

    def _deal(self, stage: int, worth: float) -> None:
        """Fill empty piles of the most recent state if the rules ask for it; then deal a row."""
        piles, rules = self._piles, self._of.rules
        while self._of.full and 0 in self._looked[-1][0]:
            state, rows, _ = self._looked[-1]
            to, best = state.index(0), None
            for at, pile in enumerate(state):
                for card, cards, (rest, worth1, _, stage1) in piles.moves[pile]:
                    if rest and self._fillers >> card & 1:
                        joined, worth2, _, stage2 = piles.joins[0][cards]
                        if best is None or worth1 + worth2 > best[0]:
                            best = worth1 + worth2, stage1 + stage2, at, rest, joined
            if best is None:
                return
            more, further, at, rest, joined = best
            worth, stage = worth + more, stage + further
            self._looked.append((changed(state, at, rest, to, joined), rows, len(self._looked) - 1))
        state, rows, _ = self._looked[-1]
        row = self._of.stock[max(0, rows - rules.count) : rows][::-1]
        dealt = list(state)
        for at, card in enumerate(row):
            dealt[at], more, _, further = piles.joins[dealt[at]][ONE[card]]
            worth, stage = worth + more, stage + further
        self._actions += 1
        self._await(stage + 1, worth, (tuple(dealt), rows - len(row), len(self._looked) - 1))

    def work(self) -> int:
        return self._actions

    def nearness(self) -> float:
        return float(self._at_end is not None)

    def lost(self) -> dict[Hashable, tuple[Phase, ...]]:
        if self._at_end is not None or any(self._stages):
            return {}
        rest, phase = self._of.split(self._first)
        return {rest: (phase,)}

    def path(self) -> list[State]:
        looked, path = self._at_end, list[State]()
        while looked is not None:
            state, rows, before = looked
            cards = [self._piles.cards[pile] for pile in state]
            gone = self._first[0] + (self._cards - rows - sum(map(len, cards))) // RUN
            cards = cards if rows else self._of.rules.in_order(cards)
            path.append(PART.join((bytes((gone, 0, rows)) + self._first[3:5], b"", *cards)))
            looked = self._looked[before] if before >= 0 else None
        return path[::-1]


def changed(state: tuple[int, ...], at: int, rest: int, to: int, joined: int) -> tuple[int, ...]:
    piles = list(state)
    piles[at], piles[to] = rest, joined
    return tuple(piles)
