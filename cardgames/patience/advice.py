"""The fair computer player of patiences, and the choice of players for each declared patience.

A world is a position with one possible order of the hidden cards. The fair player samples worlds,
and finds ways to the next locked card: sequences of actions. It takes the way that wins in most
worlds. Its rollout is a search in each world.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import islice, permutations
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.model.strategy import ADVISER, FAIR, QUICK, SOLVER, Advice, Odds, Strategy
from cardgames.patience.building import BuildingSpace
from cardgames.patience.deep import DeepStrategy, GamePlan, PlanningStrategy, weights_of
from cardgames.patience.game import TURN, Patience
from cardgames.patience.piles import Layout
from cardgames.patience.quick import PatienceStrategy
from cardgames.patience.search import (
    DealKnowledge,
    Search,
    Solver,
    Space,
    Verdict,
    hidden_cards,
    sampled_orders,
    world_of,
)

# for each round, a factor on the limit of its searches; a round searches a quarter of the worlds
ROUNDS: Final = (0.6, 0.9, 1.5, 2.0)
# how many ways, at most, are tried in all worlds because they are shorter than the best way
RIVALS: Final = 2
# for `chances`: the number of sampled worlds
ORDERS: Final = 16
# the limit of a search in one world; with 2,000, few searches from the deal were decided
WORK: Final = 8_000


class Effort(NamedTuple):
    """How much the fair player thinks, found by trial for each game."""

    orders: int  # the number of sampled worlds, each with an order of the hidden cards
    shortest: int  # the number of ways tried because they are the shortest, and so commit least
    winning: int  # the number of ways tried because they win in one of the worlds
    look_around: int  # the most states looked at for the shortest ways
    look_ahead: int  # the limit of all searches after one way, divided among the worlds
    # the most positions and work of the search once no card is hidden any more
    last_look: int = 30_000
    last_work: int = 30_000


USUAL: Final = Effort(orders=8, shortest=4, winning=3, look_around=300, look_ahead=8_000)


class Approach(NamedTuple):
    """A way to the next locked card."""

    states: tuple[Any, ...]  # all its states but the last one, `last.after`
    last: Any  # the action that brings up the card


@dataclass
class Trial:
    """A way, its plan, and the results of rollouts after it in some worlds."""

    way: Approach
    plan: GamePlan
    worlds: Sequence[Space]
    look: int  # about how many actions each rollout takes
    rounds: int = 0
    # for each world: 1 for a win, 0 for a loss, else how near to a win the rollout came
    found: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return sum(self.found)

    @property
    def won(self) -> int:
        return self.found.count(1)

    def parts(self) -> int:
        """Return the length of the plan; consecutive turns of the stock count as one."""
        moves = self.plan.moves
        return sum([move != TURN or before != TURN for before, move in zip((None, *moves), moves)])

    def act(self) -> tuple[Move, ...]:
        """Return the moves of the plan up to the first that does not turn the stock."""
        moves = self.plan.moves
        acts = (number for number, move in enumerate(moves, 1) if move != TURN)
        return moves[: next(acts, len(moves))]

    def behind(self, best: "Trial") -> float:
        """Return by how much `best` is worth more in the worlds in which both were tried."""
        return sum([other - one for other, one in zip(best.found, self.found)])

    def go_on(self, to: int = len(ROUNDS)) -> None:
        """Try the way in more worlds, up to the round `to`."""
        for number in range(self.rounds, to):
            limit = int(self.look * ROUNDS[number])
            # each round takes every fourth world, so ways are compared in the same worlds
            more = [self._tried(world, limit) for world in self.worlds[number :: len(ROUNDS)]]
            self.found, self.rounds = self.found + more, number + 1  # together, as Ctrl-C may come

    def _tried(self, world: Space, limit: int) -> float:
        # In another world, the same action differs in its last field only, the state after it.
        actions = world.actions(self.way.states[-1])
        after = next(action.after for action in actions if action[:-1] == self.way.last[:-1])
        search = Search(world, after)
        verdict = search.run(limit, most_work=limit)
        if verdict is Verdict.UNDECIDED:
            return 0.1 + 0.8 * search.nearness()
        return float(verdict is Verdict.WINNABLE)


def halve(trials: list[Trial]) -> None:
    """Sort the trials by successive halving; the first is the best, and was tried in all worlds.

    Each round tries the ways that are left in more worlds, and drops half of them.
    """
    left = len(trials)
    for number in range(len(ROUNDS)):
        for trial in trials[:left]:
            trial.go_on(number + 1)
        trials[:left] = sorted(trials[:left], key=lambda one: (-one.worth, len(one.way.states)))
        left = (left + 1) // 2


def pick(trials: Sequence[Trial]) -> Trial:
    """Return the shortest trial that is at most 1 world in 16 behind the best trial.

    The best trial is the first of `trials`.
    """
    best = trials[0]
    near = [one for one in trials if one.parts() < best.parts() and one.behind(best) <= 1]
    for rival in sorted(near, key=Trial.parts)[:RIVALS]:
        rival.go_on()
        if rival.behind(best) <= len(best.worlds) / 16:
            return rival
    return best


def compared(trials: Sequence[Trial], chosen: Trial) -> Odds:
    """Return the odds of the chosen way, compared with a way that begins differently.

    The other way is the shortest that is about as good. If there is none, it is the best way that
    is clearly worse. A way in between is not shown, because the next hint would often contradict
    the comparison.
    """
    worlds = len(chosen.worlds)
    others = [one for one in trials if one.act()[-1] != chosen.act()[-1]]
    tried = [one for one in others if one.rounds == len(ROUNDS)]
    if others and all(one.behind(chosen) > worlds / 8 for one in tried):
        others[0].go_on()
        tried = [others[0]]
    near = [one for one in tried if one.behind(chosen) <= worlds / 8]
    far = [one for one in tried if one.behind(chosen) >= worlds * 3 / 8]
    for other in sorted(near, key=Trial.parts) or far:
        return Odds(chosen.won, worlds, False, other.act(), other.won, as_good=bool(near))
    return Odds(chosen.won, worlds)


class SamplingStrategy(PlanningStrategy):
    """Finds ways to the next locked card, and takes the way that wins in most sampled worlds.

    If all seems lost, or if turning unseen cards might do harm, it plays as the quick player does.
    """

    effort: ClassVar[Effort | None] = None  # if it is None, `effort_of` decides

    def explain(self, game: Any, before: Any, every: bool = False) -> Advice | None:
        """Return the best move, and compare its odds with those of another move."""
        advice, plan = super().explain(game, before, every), self._plan
        if advice and advice.odds and advice.odds.won and plan and plan.compared:
            self._plan = plan._replace(odds=plan.compared(), compared=None)
            return advice._replace(odds=self._plan.odds)
        return advice

    def planned(self, game: Patience, plan: GamePlan | None) -> Iterator[Advice]:
        if BACK in game.stock:
            if game.layout.redeals is None and not len(game.waste) % game.layout.draw:
                turns = -(-len(game.stock) // game.layout.draw)
                yield Advice(TURN, "it costs nothing and shows every card", (TURN,) * (turns - 1))
            else:
                yield from self.quickly(game)
        else:
            plan = plan or self._made_plan(game)  # Ctrl-C may interrupt this
            self._plan = plan
            if plan.quick:
                for advice in self.quickly(game):
                    moves = () if advice.move is None else (advice.move, *advice.then)
                    self._plan = plan._replace(at=game, moves=moves)
                    yield advice._replace(odds=plan.odds)
            else:
                yield Advice(plan.moves[0], plan.why, plan.moves[1:], plan.at, plan.odds)

    def _made_plan(self, game: Patience) -> GamePlan:
        """Plan the moves up to the next locked card, or to the win if no card is hidden."""
        if (hidden := hidden_cards(game)) is None:
            return GamePlan(game, quick=True)
        effort = self.effort or effort_of(game.layout, self.space)
        if len(hidden) < 2:
            return self.last_look(game, hidden, effort.last_look, effort.last_work)
        space = self.space(game)
        if space.locked(space.first) < game.locked():
            return self._plan_along(game, space, None)  # moving safe cards up frees a locked card
        orders = possible_orders(hidden, effort.orders, space.seed(space.first))
        worlds = [self.space(world_of(game, order)) for order in orders]
        look = effort.look_ahead // len(worlds)
        shortest = islice(_shortest(space, effort.look_around), effort.shortest)
        ways = {way.last.after: way for way in shortest}
        most = len(ways) + effort.winning
        for way in _winning(space, worlds, look):
            ways.setdefault(way.last.after, way)
            if len(ways) == most:
                break
        plans = [(way, self._plan_along(game, space, way)) for way in ways.values()]
        trials = [Trial(way, plan, worlds, look) for way, plan in plans]
        halve(trials)
        if not trials or not trials[0].worth:
            return GamePlan(game, odds=Odds(0, len(worlds), hopeless=True), quick=True)
        chosen = pick(trials)
        odds = Odds(chosen.won, len(worlds))
        return chosen.plan._replace(odds=odds, compared=partial(compared, trials, chosen))

    def _plan_along(self, game: Patience, space: Space, way: Approach | None) -> GamePlan:
        """Plan the moves of a way, up to the first that brings up a locked card."""
        line = space.line(game)
        line.follow(way.states if way else (space.first,))
        if way is not None:
            line.take(way.last, way.states[-1])
            line.settle(way.last.after)
        moves, before = line.up_to_news()
        return GamePlan(game, moves, self.unlocks(before, moves[-1]))


def _shortest(space: Space, most: int) -> Iterator[Approach]:
    """Look at about `most` states for ways to the next locked card; yield the shortest first."""
    locked = space.locked(space.first)
    waiting: list[tuple[Any, ...]] = [(space.first,)]
    passed = {space.first}
    for states in waiting:  # the list grows meanwhile, so the search is breadth-first
        # no state is reached twice, so each way ends with a state of its own
        for action in space.actions(states[-1]):
            if action.after in passed:
                continue
            passed.add(action.after)
            if space.locked(action.after) < locked:
                yield Approach(states, action)
            elif len(passed) < most:
                waiting.append((*states, action.after))


def _winning(space: Space, worlds: list[Space], limit: int) -> Iterator[Approach]:
    """Yield the ways that begin a win in one of the worlds, each found within `limit` actions."""
    locked = space.locked(space.first)
    for world in worlds:
        search = Search(world, space.first)
        if search.run(limit, most_work=limit) is Verdict.WINNABLE:
            path = search.path()
            # the rest of the win depends on cards that the player cannot know
            number = next(i for i, state in enumerate(path) if world.locked(state) < locked)
            before, after = path[number - 1], path[number]
            last = next(action for action in world.actions(before) if action.after == after)
            same = next(one for one in space.actions(before) if one[:-1] == last[:-1])
            yield Approach(tuple(path[:number]), same)


def possible_orders(hidden: Sequence[Card], count: int, seed: int) -> Iterable[Sequence[Card]]:
    """Return `count` sampled orders of the hidden cards, or all orders if there are few."""
    return permutations(hidden) if len(hidden) <= 3 else sampled_orders(hidden, count, seed)


class Chance(NamedTuple):
    """In how many sampled worlds a position can be won."""

    won: int
    orders: int
    undecided: int


class Choice(NamedTuple):
    """The chances after a move, and after a better move, in the same worlds."""

    after: Chance
    better: Chance


def chances(
    game: Patience, lines: Sequence[Sequence[Move]], space: type[Space], seed: int
) -> list[Chance]:
    """Return the chance of a win after each of `lines`, which are lists of moves from `game`.

    All lines are tried in the same worlds. If a move is illegal in a world, the line ends before
    this move in that world. Return [] if the position was made by hand and lacks some cards.
    """
    seen = game.seen_by(1)
    if (hidden := hidden_cards(seen)) is None:
        return []
    found: list[list[Verdict]] = [[] for _ in lines]
    for order in possible_orders(hidden, ORDERS, seed):
        world = world_of(seen, order)
        knowledge = DealKnowledge(space)  # a verdict found for one line helps the others
        for moves, verdicts in zip(lines, found):
            after = world
            with suppress(IllegalMove):
                for move in moves:
                    after = after.apply(move)
            verdicts.append(knowledge.verdict(after, WORK, WORK))
    return [
        Chance(one.count(Verdict.WINNABLE), len(one), one.count(Verdict.UNDECIDED)) for one in found
    ]


def effort_of(layout: Layout, space: type[Space]) -> Effort:
    """Return how much the fair player thinks in games with this layout and space."""
    if layout.tableau.ways == "any":  # cards lie on any card, and each card needs a new plan
        return USUAL._replace(look_ahead=4_000)
    if not issubclass(space, BuildingSpace):  # a swift search
        return USUAL._replace(last_look=60_000, last_work=180_000)
    return USUAL


def space_of(layout: Layout) -> type[Space]:
    """Return the state space that the tableau or another kind of piles names, or the usual one."""
    for kind in (layout.tableau, *layout.kinds.values()):
        module, _, name = kind.space().rpartition(".")
        if name:
            found: type[Space] = getattr(import_module(module), name)
            return found
    return BuildingSpace


def strategies(game: type[Patience], names: Iterable[str]) -> Mapping[str, type[Strategy]]:
    """Return the computer players of a declared patience that have these names.

    Without the fair player, the quick player makes the hints. If there is a solver, and its space
    names a class in `hinting`, this class makes them instead.
    """
    layout = game.laid_out(game.largest())
    space = space_of(layout)
    solver = type("SolverStrategy", (Solver,), {"levels": game.levels, "space": space})
    judging = {"space": space} if SOLVER in names else {}
    base = (judging and space.hinting) or PatienceStrategy
    hinting = type("HintStrategy", (base,), judging)
    adviser: type[Strategy] = hinting
    if FAIR in names:
        fair = DeepStrategy if weights_of(layout) else SamplingStrategy
        adviser = type("FairStrategy", (fair,), {"space": space})
    found = players(PatienceStrategy, adviser, solver)
    return {name: found[name] for name in (*names, FAIR)}  # `auto fair` plays as the hints do


def players(
    quick: type[Strategy], fair: type[Strategy], solver: type[Strategy]
) -> Mapping[str, type[Strategy]]:
    """Return three players by name; the fair player also makes the hints."""
    return {QUICK: quick, FAIR: fair, SOLVER: solver, ADVISER: fair}
