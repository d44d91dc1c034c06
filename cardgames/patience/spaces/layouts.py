"""Patiences that are played off by ranks, such as Golf: state space, exact search and player.

A layout says how many cards are left of each pile. Seven piles of five cards have 6 ** 7 layouts,
and a set of layouts is an integer with a bit for each layout. So a play is made in many layouts at
once: the set of the layouts with the right card on a pile is shifted.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import prod
from typing import ClassVar, Final, TypeAlias
from zlib import crc32

from cardgames.model.cards import BACK
from cardgames.model.game import Move
from cardgames.model.strategy import Advice, Odds
from cardgames.patience.game import TURN, WINS, Patience
from cardgames.patience.kinds.tables import Phase
from cardgames.patience.quick import PatienceStrategy
from cardgames.patience.rules import union
from cardgames.patience.search import (
    DealKnowledge,
    Progress,
    Search,
    StateSpace,
    Verdict,
    hidden_cards,
    sampled_orders,
    world_of,
)
from cardgames.patience.spaces.taking import TakingOff, ranks_of

ORDERS: Final = 6
# The value of a way is the number of orders in which it wins, plus the number of orders in which it
# leaves few cards. "Few" is at most the first of these numbers that some way reaches in some order.
# They were found by trial.
FEW: Final = (4, 8, 14, 24)

# for each rank on the waste: the set of the layouts that were reached with that rank on top
Reached: TypeAlias = dict[int, int]


class Layouts:
    """The layouts of some piles of ranks: sets of layouts, and the plays possible in each."""

    def __init__(self, piles: list[bytes], near: Sequence[frozenset[int]]) -> None:
        self.piles, self.near = piles, near
        # for each rank: the ranks on which it goes
        self.under = [{top for top in range(14) if rank in near[top]} for rank in range(14)]
        self.steps = [prod([len(pile) + 1 for pile in piles[:n]]) for n in range(len(piles))]
        self.all = prod([len(pile) + 1 for pile in piles])
        self.whole = self.all - 1  # the layout with all cards
        # for each rank: the layouts that have it on top of a pile, and the step to those without it
        self._plays: dict[int, list[tuple[int, int]]] = {rank: [] for rank in range(14)}
        for pile, step in zip(piles, self.steps):
            for rank in set(pile):
                sizes = [size for size, card in enumerate(pile, 1) if card == rank]
                self._plays[rank].append((self._with(len(pile), step, sizes), step))

    @classmethod
    def of(cls, state: bytes, near: Sequence[frozenset[int]], most: int) -> "Layouts | None":
        """Return the layouts that can follow from a state; None if there are more than `most`."""
        piles = state[2:].split(b"\0")
        return cls(piles, near) if prod([len(pile) + 1 for pile in piles]) <= most else None

    def _with(self, most: int, step: int, sizes: list[int]) -> int:
        """Return the layouts in which one pile has a size in `sizes`.

        The pile has `most` cards at first, and each of its cards adds `step` to a layout's number.
        """
        found = sum([((1 << step) - 1) << size * step for size in sizes])
        # the pattern repeats for all sizes of the later piles
        width = step * (most + 1)
        while width < self.all:  # double the pattern until it is long enough
            found |= found << width
            width *= 2
        return found & (1 << self.all) - 1

    def closed(self, reached: Reached) -> Reached:
        """Return `reached`, with all layouts that can be reached from there by plays."""

        def onward(new: Reached) -> Iterator[tuple[int, int]]:
            for top, layouts in new.items():
                for rank in self.near[top]:
                    for fitting, step in self._plays[rank]:
                        yield rank, (layouts & fitting) >> step

        return spread(dict(reached), onward)

    def winning(self, stock: Sequence[int], goal: int) -> int:
        """Return the layouts from which turns of `stock`, and plays after them, can reach `goal`.

        `goal` is a set of layouts. The last card of `stock` is turned next.
        """

        def back(new: Reached) -> Iterator[tuple[int, int]]:
            for rank, layouts in new.items():
                before = 0
                for fitting, step in self._plays[rank]:
                    before |= layouts << step & fitting
                for top in self.under[rank] if before else ():
                    yield top, before

        # from the end back: the layouts that win after a card is turned are the goal before that
        for turned in stock:
            goal = spread(dict.fromkeys(range(14), goal), back)[turned]
        return goal

    def up_to(self, most: int) -> int:
        """Return the layouts with `most` cards or fewer."""
        found = {0: 1}  # for each number of cards: the layouts of the piles so far
        for pile, step in zip(self.piles, self.steps):
            longer: Reached = {}
            for count, layouts in found.items():
                for size in range(min(len(pile), most - count) + 1):
                    more = layouts << size * step
                    longer[count + size] = longer.get(count + size, 0) | more
            found = longer
        return union(found.values())

    def before(self, layout: int, top: int, reached: Reached) -> tuple[int, int] | None:
        """Return a reached layout, and its rank, from which a play leads to `layout` and `top`."""
        for pile, step in zip(self.piles, self.steps):
            size = layout // step % (len(pile) + 1)
            if pile[size : size + 1] == bytes((top,)):
                for rank, layouts in reached.items():
                    if top in self.near[rank] and layouts >> layout + step & 1:
                        return layout + step, rank
        return None

    def members(self, reached: Reached) -> Iterator[int]:
        layouts = union(reached.values())
        while layouts:
            layout = layouts.bit_length() - 1
            layouts ^= 1 << layout
            yield layout

    def left(self, layout: int) -> list[bytes]:
        pairs = zip(self.piles, self.steps)
        return [pile[: layout // step % (len(pile) + 1)] for pile, step in pairs]


def spread(found: Reached, steps: Callable[[Reached], Iterable[tuple[int, int]]]) -> Reached:
    """Return `found`, after adding every layout that can be reached in one or more steps."""
    new = found.copy()
    while new:
        coming: Reached = {}
        for top, layouts in steps(new):
            coming[top] = coming.get(top, 0) | layouts
        new = {}
        for top, layouts in coming.items():
            old = found.get(top, 0)
            if more := layouts & ~old:
                new[top], found[top] = more, old | more
    return found


class LayoutSearch(Search[bytes]):
    """A search that always decides, whatever its limit: it takes 0.03 seconds.

    Positions with the same stock and waste are looked at together, and count as one.
    """

    def __init__(self, layouts: Layouts, stock: bytes, first: bytes) -> None:
        self._layouts, self._first = layouts, first
        self._stock = stock[: first[0]]
        # for each card turned: the layouts reached before the next card is turned
        self.stages: list[Reached] = []
        self.positions = 0
        self._verdict = Verdict.UNDECIDED

    def run(
        self, limit: int = 0, progress: Progress | None = None, most_work: int | None = None
    ) -> Verdict:
        if self._verdict is Verdict.UNDECIDED:
            layouts, top = self._layouts, self._first[1]
            stages, reached, verdict = list[Reached](), {top: 1 << layouts.whole}, Verdict.LOST
            for card in (*self._stock[::-1], 0):
                reached = layouts.closed(reached)
                stages.append(reached)
                if union(reached.values()) & 1:
                    verdict = Verdict.WINNABLE
                    break
                reached = {card: union(reached.values())}
            self.positions = sum(map(len, stages))
            self.stages, self._verdict = stages, verdict  # together, as Ctrl-C may come
        return self._verdict

    def work(self) -> int:
        return self.positions

    def nearness(self) -> float:
        return float(self._verdict is Verdict.WINNABLE)

    def lost(self) -> dict[Hashable, tuple[Phase, ...]]:
        return {self._first: ((0, 0),)} if self._verdict is Verdict.LOST else {}

    def path(self) -> list[bytes]:
        if self._verdict is not Verdict.WINNABLE:
            return []
        return self.way(len(self.stages) - 1, 0)

    def fewest(self) -> list[bytes]:
        """Return the states on a way that leaves the fewest cards."""
        layouts = self._layouts
        everything = [union(reached.values()) for reached in self.stages]
        for most in range(layouts.all):
            goal = layouts.up_to(most)
            for stage, reached in enumerate(everything):
                if found := reached & goal:
                    return self.way(stage, found.bit_length() - 1)
        raise AssertionError("the first layout was reached")

    def way(self, stage: int, layout: int) -> list[bytes]:
        """Return the states on a way to `layout` in `stage`; the way is found from its end back."""
        layouts, path = self._layouts, list[bytes]()
        top = self._top(stage, layout)
        while True:
            path.append(state_of(self._first[0] - stage, bytes((top,)), layouts.left(layout)))
            if path[-1] == self._first:
                return path[::-1]
            before = layouts.before(layout, top, self.stages[stage])
            if before is None:  # this card of the stock was turned here
                stage -= 1
                top = self._top(stage, layout)
            else:
                layout, top = before

    def _top(self, stage: int, layout: int) -> int:
        return next(top for top, found in self.stages[stage].items() if found >> layout & 1)


def state_of(left: int, top: bytes, piles: list[bytes]) -> bytes:
    """Return the state: the size of the stock, the top of the waste, and the piles, sorted."""
    return bytes((left,)) + (top or b"\0") + b"\0".join(sorted(piles))


class PlayOffStrategy(PatienceStrategy):
    """Plays off cards so that the best chances are left, and then turns the stock.

    No play shows a card, only a turn does. So the player samples orders of the stock, and counts in
    how many of them all the rest can be played off.
    """

    space: "ClassVar[type[PlayingSpace]]"
    most_layouts: ClassVar[int] = 6**7  # more would take more than a second

    def advise(self, game: Patience) -> Iterator[Advice]:
        at, planned = self._going_on
        if at == game and planned.move is not None:
            moves = planned.move, *planned.then
            wins = planned.why.startswith(WINS)
            if wins or planned.at is None:
                planned = planned._replace(why=self._reason(game, moves, wins))
            yield self._followed(game, planned)
            return
        hidden = hidden_cards(game) if game.hidden() else []
        unseen = game.stock.count(BACK)
        layouts = None
        if hidden is not None and len(hidden) == unseen and unseen in (0, 1, len(game.stock)):
            world = world_of(game, hidden)
            space = self.space(world)
            layouts = Layouts.of(space.first, space.near, self.most_layouts)
        if hidden is None or layouts is None:  # a position made by hand, or a larger game
            yield from super().advise(game)
        elif unseen < 2:
            yield from self._known(world, space, layouts)
        else:
            ranks = [card.rank.value for card in hidden]
            yield self._best(game, world, space, layouts, ranks)

    def _known(self, game: Patience, space: "PlayingSpace", layouts: Layouts) -> Iterator[Advice]:
        """Yield the best way, now that every card is known."""
        search = LayoutSearch(layouts, space.stock, space.first)
        won = search.run() is Verdict.WINNABLE
        line = space.line(game)
        line.follow(search.path() if won else search.fewest())
        moves = (*line.moves, *[TURN] * (not line.moves and len(game.stock) > 0))
        if not moves:
            return
        left = sum(map(len, line.game.tableau))
        why, odds = self._reason(game, moves, True), None
        if not won:
            why = f"no way leaves fewer than {left} card{'s' * (left > 1)}"
            odds = Odds(0, 1, hopeless=True)
        yield self._followed(game, Advice(moves[0], why, moves[1:], game, odds))

    def _best(
        self,
        game: Patience,
        world: Patience,
        space: "PlayingSpace",
        layouts: Layouts,
        ranks: list[int],
    ) -> Advice:
        """Return the plays, up to the next turn, that keep the best chances.

        If it is best to play no card, return the turn.
        """
        search = LayoutSearch(layouts, b"", space.first)
        search.run()
        wins, few = self._worlds(
            layouts, ranks, space.seed(space.first), union(search.stages[0].values())
        )
        chosen, most, hope = layouts.whole, (-1, 0), 0
        for layout in layouts.members(search.stages[0]):
            won = sum([order >> layout & 1 for order in wins])
            near = won + sum([order >> layout & 1 for order in few])
            hope = max(hope, won)
            worth = near, -sum(map(len, layouts.left(layout)))
            if worth > most:
                chosen, most = layout, worth
        line = space.line(world)
        line.follow(search.way(0, chosen))
        won = sum([order >> chosen & 1 for order in wins])
        odds = Odds(won, ORDERS, hopeless=not hope) if won or not hope else None
        moves = tuple(line.moves) or (TURN,)
        why = self._reason(game, moves, False)
        return self._followed(game, Advice(moves[0], why, moves[1:], None, odds))

    def _reason(self, game: Patience, moves: Sequence[Move], wins: bool) -> str:
        if len(moves) < 2:
            return WINS if wins else self.unlocks(game, moves[0])
        if wins:
            return f"{WINS}, in {len(moves)} moves"
        return f"{len(moves)} cards leave before the next turn"

    @staticmethod
    def _worlds(
        layouts: Layouts, ranks: list[int], seed: int, ways: int
    ) -> tuple[list[int], list[int]]:
        """Return, for each sampled stock, the layouts that win, and those that leave few cards."""
        orders = sampled_orders(ranks, ORDERS, seed)
        wins, few = [layouts.winning(order, 1) for order in orders], list[int]()
        for most in FEW:
            goal = layouts.up_to(most)
            few = [layouts.winning(order, goal) for order in orders]
            if any([found & ways for found in few]):
                break
        return wins, few


class PlayingSpace(StateSpace[bytes]):
    """The states of patiences that are played off to the waste by ranks, such as Golf.

    A state is the number of cards in the stock, the top of the waste, and the piles, sorted. A 0
    separates piles, and stands for an empty waste.
    """

    # the most layouts of an exact search; a larger game from outside would take gigabytes
    most_layouts: ClassVar[int] = 1 << 23
    latest = True
    hinting = PlayOffStrategy

    def __init__(self, game: Patience) -> None:
        self.near = game.layout.taking
        self.stock, piles = ranks_of(game.stock), list(map(ranks_of, game.tableau))
        self.first = state_of(len(game.stock), ranks_of(game.waste[-1:]), piles)

    def search(self, first: bytes, known: DealKnowledge | None = None) -> Search[bytes]:
        """Return a search that always decides, unless the tableau is far larger than in Golf."""
        layouts = Layouts.of(first, self.near, self.most_layouts)
        if layouts:
            return LayoutSearch(layouts, self.stock, first)
        return super().search(first, known)

    def seed(self, state: bytes) -> int:
        return crc32(state)

    def promise(self, state: bytes) -> int:
        return state[0]  # the more cards are left in the stock, the better

    def to_play(self, state: bytes) -> int:
        return len(state) - 2 - state.count(0, 2)

    def actions(self, state: bytes) -> Iterator[TakingOff]:
        left, piles = state[0], state[2:].split(b"\0")
        for n, pile in enumerate(piles):
            if pile and pile[-1] in self.near[state[1]] and pile not in piles[:n]:
                rest = [*piles[:n], pile[:-1], *piles[n + 1 :]]
                yield TakingOff((pile,), state_of(left, pile[-1:], rest))
        if left:
            yield TakingOff((), state_of(left - 1, self.stock[left - 1 : left], piles))
