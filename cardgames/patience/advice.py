"""The computer players of a patience that is declared by its piles alone.

This is the one door by which searches and what advises people come to such games.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from cardgames.model.cards import BACK, Card
from cardgames.model.game import Advice, Move, Odds
from cardgames.model.strategy import ADVISER, FAIR, QUICK, SOLVER, Strategy
from cardgames.patience.building import BuildingSteps
from cardgames.patience.founding import WINS, safe_move
from cardgames.patience.game import TURN, Patience
from cardgames.patience.knowledge import assumed, hidden_cards, orders_of
from cardgames.patience.piles import Option
from cardgames.patience.quick import PatienceStrategy
from cardgames.patience.search import Search, Steps, Verdict
from cardgames.patience.solver import BuildingLine, Line, LineSolver, PlayingSolver

Act: TypeAlias = tuple[Move, ...]
"""A move that is no turn of the stock, after the turns before it."""
ROUNDS: Final = (0.6, 0.9, 1.5, 2.0)
"""For each round: how much of its share the search in an order looks at. Each order has one round.
"""

RIVALS: Final = 2
"""The most ways that are tried in all orders as they are shorter than the best one."""


class Effort(NamedTuple):
    """How much a fair player thinks; found by trial for each game."""

    orders: int
    """The number of orders of the hidden cards that are imagined."""
    shortest: int
    """The number of ways that are tried because they are the shortest: they commit least."""
    winning: int
    """The number of ways that are tried because they win in one of the orders."""
    look_around: int
    """The number of states among which the shortest ways are looked for."""
    look_ahead: int
    """The number of steps that are looked at after a way, shared among the orders."""
    last_look: int = 30_000
    """The number of steps that are looked at when no card is hidden any more."""


class Tried(NamedTuple):
    """What a search has found out about a way in one order."""

    won: bool
    worth: float
    """1 for a win, 0 for a loss; else by how near to a win it has come."""


class Way(NamedTuple):
    """A way to bring up one more locked card."""

    states: tuple[Any, ...]
    """The states up to the one before its last step."""
    last: Any
    """The last step."""


class Plan(NamedTuple):
    """Moves up to the next locked card, or to the win."""

    at: Any
    """The position at which they begin; a card that is hidden in it may be inferred."""
    moves: tuple[Move, ...] = ()
    """The moves; none if all seems lost."""
    aim: str = ""
    """What they are good for; '' for the win."""
    odds: Odds | None = None
    compared: Callable[[], Odds] | None = None
    """Returns its odds, and those of a way that begins otherwise; until its first move is made."""
    quick: bool = False
    """Is it the quick player's, as all seems lost? Then it is made anew for each move."""

    def after(self, made: int, at: Any) -> "Plan":
        """Return what is left after the first MADE moves, which led to AT.

        What might have been done instead was meant for the position before them.
        """
        odds = self.odds and self.odds._replace(instead=())
        return self._replace(at=at, moves=self.moves[made:], odds=odds, compared=None)


class Trial:
    """A way, the plan that goes it, and what was found out about it in some of the orders."""

    def __init__(self, way: Way, plan: Plan) -> None:
        """Begin to try WAY, which PLAN goes."""
        self.way = way
        self.plan = plan
        self.rounds = 0
        """The number of rounds in which it was tried."""
        self.found: list[Tried] = []

    @property
    def worth(self) -> float:
        """How good the way is."""
        return sum([one.worth for one in self.found])

    @property
    def won(self) -> int:
        """The number of orders in which it was found to win."""
        return sum([one.won for one in self.found])

    def parts(self) -> int:
        """Return the length of the plan; turns of the stock in a row count once."""
        moves = self.plan.moves
        return sum([move != TURN or before != TURN for before, move in zip((None, *moves), moves)])

    def act(self) -> Act:
        """Return the first act of the plan: a move, and the turns of the stock before it."""
        moves = self.plan.moves
        acts = (number for number, move in enumerate(moves, 1) if move != TURN)
        return moves[: next(acts, len(moves))]

    def behind(self, best: "Trial") -> float:
        """Return by how much it is worse than BEST in the orders in which both were tried."""
        pairs = zip(best.found, self.found)
        return sum([other.worth - one.worth for other, one in pairs])

    def go_on(self, worlds: Sequence[Steps[Any]], look: int, to: int = len(ROUNDS)) -> None:
        """Try the way in more of WORLDS up to round TO, with about LOOK steps for each."""
        for number in range(self.rounds, to):
            limit = int(look * ROUNDS[number])
            more = [_tried(self.way, world, limit) for world in worlds[number :: len(ROUNDS)]]
            self.found, self.rounds = self.found + more, number + 1  # at once, for Ctrl-C


class Weighing:
    """The ways to the next locked card, weighed in some orders of the others.

    Each round tries the ways that are left in some more orders, and drops half of them.
    """

    def __init__(self, trials: Iterable[Trial], worlds: Sequence[Steps[Any]], look: int) -> None:
        """Weigh TRIALS in WORLDS, one for each order, with about LOOK steps for each."""
        self._worlds = worlds
        self._look = look
        self.trials = list(trials)
        """The best first; it was tried in all orders."""
        left = len(self.trials)
        for number in range(len(ROUNDS)):
            for trial in self.trials[:left]:
                trial.go_on(worlds, look, number + 1)
            self.trials[:left] = sorted(
                self.trials[:left], key=lambda trial: (-trial.worth, len(trial.way.states))
            )
            left = (left + 1) // 2

    def hopeless(self) -> bool:
        """Are all ways lost in all orders?"""
        return not self.trials or not self.trials[0].worth

    def chosen(self) -> Trial:
        """Return the shortest way that wins in as many orders as the best one, but for 1 in 16."""
        best = self.trials[0]
        near = [one for one in self.trials if one.parts() < best.parts() and one.behind(best) <= 1]
        for rival in sorted(near, key=Trial.parts)[:RIVALS]:
            rival.go_on(self._worlds, self._look)
            if rival.behind(best) <= len(self._worlds) / 16:
                return rival
        return best

    def compared(self, chosen: Trial) -> Odds:
        """Return the odds of the CHOSEN way, and of one that begins with another act.

        That is the shortest one that is about as good; without any, the best one if it is clearly
        worse. What lies between tells nothing: the next hint would often contradict it.
        """
        orders = len(self._worlds)
        others = [one for one in self.trials if one.act()[-1] != chosen.act()[-1]]
        tried = [one for one in others if one.rounds == len(ROUNDS)]
        if others and all(one.behind(chosen) > orders / 8 for one in tried):
            others[0].go_on(self._worlds, self._look)
            tried = [others[0]]
        near = [one for one in tried if one.behind(chosen) <= orders / 8]
        far = [one for one in tried if one.behind(chosen) >= orders * 3 / 8]
        for other in sorted(near, key=Trial.parts) or far:
            return Odds(chosen.won, orders, False, other.act(), other.won, as_good=bool(near))
        return Odds(chosen.won, orders)


class FairStrategy(PatienceStrategy):
    """Plays the ways that win in most of the orders that the hidden cards can have.

    A game derives a class from this one and its quick player. That one plays where all seems lost,
    and until every card of the stock has been seen if turning it might do harm.
    """

    steps: ClassVar[type[Any]]
    """The class of the game's Steps."""
    line: ClassVar[type[Line[Any]]]
    """The class of the game's lines."""
    effort: ClassVar[Effort]
    """How much it thinks."""

    _plan: Plan | None = None
    """The plan of the last advice; what is left of it."""

    def explain(self, game: Any, before: Any, every: bool = False) -> Advice | None:
        """Return the best move, and in how many orders it wins, compared with another one."""
        advice, plan = super().explain(game, before, every), self._plan
        if advice and advice.odds and advice.odds.won and plan and plan.compared:
            self._plan = plan._replace(odds=plan.compared(), compared=None)
            return advice._replace(odds=self._plan.odds)
        return advice

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        plan = self._continued(game)
        safe = safe_move(game, waste=False) if plan is None else None
        if safe is not None:
            yield Advice(safe, "it is safe there")
        elif BACK in game.stock:
            harmless = game.most_redeals is None and not len(game.waste) % game.draw
            yield from [_turning(game)] if harmless else super().advise(game)
        else:
            plan = plan or self._made_plan(game)
            self._plan = plan  # only now, as Ctrl-C may interrupt the making of a plan
            yield from self._quickly(game, plan) if plan.quick else self._planned(plan)

    def _continued(self, game: Any) -> Plan | None:
        """Return what is left of the last plan, if it was followed up to GAME."""
        plan = self._plan
        if plan is None:
            return None
        at = plan.at
        for number in range(len(plan.moves) + 1):
            if at.seen_by(1) == game:
                return plan.after(number, at) if number else plan
            if number < len(plan.moves):
                at = at.apply(plan.moves[number])
        return None

    def _planned(self, plan: Plan) -> Iterator[Advice]:
        """Advise the next move of PLAN."""
        move, *then = plan.moves
        wins = f"{WINS}, in {len(plan.moves)} moves" if then else WINS
        yield Advice(move, plan.aim or wins, tuple(then), plan.at, plan.odds)

    def _quickly(self, game: Any, plan: Plan) -> Iterator[Advice]:
        """Advise as the quick player does, until another locked card comes up."""
        for advice in super().advise(game):
            moves = () if advice.move is None else (advice.move, *advice.then)
            self._plan = plan._replace(at=game, moves=moves)
            yield advice._replace(odds=plan.odds)

    def _made_plan(self, game: Any) -> Plan:
        """Plan the moves up to the next locked card, or to the win."""
        hidden = hidden_cards(game)
        if hidden is None:
            return Plan(game, quick=True)  # a position made by hand, without some cards
        if len(hidden) < 2:
            return self._plan_to_win(assumed(game, hidden))
        return self._plan_to_next(game, hidden)

    def _plan_to_win(self, game: Any) -> Plan:
        """Plan the moves to the win from GAME, which has no hidden card, if there is one."""
        steps = self.steps(game)
        search, most = Search(steps, steps.first), self.effort.last_look
        verdict = search.run(most, most_work=most)
        if verdict is not Verdict.WINNABLE:
            odds = Odds(0, 1, hopeless=True) if verdict is Verdict.LOST else None
            return Plan(game, odds=odds, quick=True)
        line = self.line(game)
        line.follow(steps, search.path())
        return Plan(game, tuple(line.moves))

    def _plan_to_next(self, game: Any, hidden: list[Card]) -> Plan:
        """Plan the moves that bring up the next locked card."""
        steps = self.steps(game)
        if steps.locked(steps.first) < game.locked():
            return self._plan_along(game, steps, None)  # founding alone does it, and is safe
        orders = orders_of(hidden, self.effort.orders, steps.seed(steps.first))
        worlds = [self.steps(assumed(game, order)) for order in orders]
        look = self.effort.look_ahead // len(worlds)
        ways = self._ways(steps, worlds, look)
        trials = [Trial(way, self._plan_along(game, steps, way)) for way in ways]
        weighing = Weighing(trials, worlds, look)
        if weighing.hopeless():
            return Plan(game, odds=Odds(0, len(worlds), hopeless=True), quick=True)
        chosen = weighing.chosen()
        odds = Odds(chosen.won, len(worlds))
        return chosen.plan._replace(odds=odds, compared=partial(weighing.compared, chosen))

    def _plan_along(self, game: Any, steps: Steps[Any], way: Way | None) -> Plan:
        """Plan the moves of WAY from GAME, up to the first that brings up a locked card."""
        line = self.line(game)
        line.found(steps.first)
        if way is not None:
            line.follow(steps, way.states)
            line.take(way.last, way.states[-1])
            line.found(way.last.after)
        moves, last = _up_to_the_next(game, line.moves)
        return Plan(game, moves, self.unlocks(last, moves[-1]))

    def _ways(self, steps: Steps[Any], worlds: list[Steps[Any]], look: int) -> Iterable[Way]:
        """Return the ways to try: the shortest, and some that win in one of the WORLDS."""
        effort = self.effort
        shortest = islice(_shortest(steps, effort.look_around), effort.shortest)
        ways = {way.last.after: way for way in shortest}
        most = len(ways) + effort.winning
        for way in _winning(steps, worlds, look):
            ways.setdefault(way.last.after, way)
            if len(ways) == most:
                break
        return ways.values()


def _turning(game: Any) -> Advice:
    """Advise to turn the stock to its end."""
    turns = -(-len(game.stock) // game.draw)
    return Advice(TURN, "it costs nothing and shows every card", (TURN,) * (turns - 1))


def _up_to_the_next(game: Any, moves: Iterable[Move]) -> tuple[tuple[Move, ...], Any]:
    """Return MOVES up to the first that brings up a locked card, and the position before it."""
    plan, before, after = [], game, game
    for move in moves:
        plan.append(move)
        before, after = after, after.apply(move)
        if after.locked() < game.locked():
            break
    return tuple(plan), before


def _tried(way: Way, world: Steps[Any], limit: int) -> Tried:
    """Return what a search of LIMIT steps finds out about WAY in WORLD."""
    steps = world.steps(way.states[-1])
    after = next(step.after for step in steps if step[:-1] == way.last[:-1])
    search = Search(world, after)
    verdict = search.run(limit, most_work=limit)
    if verdict is Verdict.UNDECIDED:
        return Tried(False, 0.1 + 0.8 * search.nearness())
    return Tried(verdict is Verdict.WINNABLE, float(verdict is Verdict.WINNABLE))


def _shortest(steps: Steps[Any], most: int) -> Iterator[Way]:
    """Yield the ways to the next locked card, the shortest first, among MOST states."""
    locked = steps.locked(steps.first)
    waiting: list[tuple[Any, ...]] = [(steps.first,)]
    passed = {steps.first}
    for states in waiting:
        for step in steps.steps(states[-1]):
            if step.after in passed:
                continue
            passed.add(step.after)
            if steps.locked(step.after) < locked:
                yield Way(states, step)
            elif len(passed) < most:
                waiting.append((*states, step.after))


def _winning(steps: Steps[Any], worlds: list[Steps[Any]], limit: int) -> Iterator[Way]:
    """Yield the ways with which lines begin that win in one of the WORLDS, by LIMIT steps."""
    locked = steps.locked(steps.first)
    for world in worlds:
        search = Search(world, steps.first)
        if search.run(limit, most_work=limit) is Verdict.WINNABLE:
            line = search.path()
            number = next(i for i, state in enumerate(line) if world.locked(state) < locked)
            before, after = line[number - 1], line[number]
            last = next(step for step in world.steps(before) if step.after == after)
            same = next(step for step in steps.steps(before) if step[:-1] == last[:-1])
            yield Way(tuple(line[:number]), same)


CHECKS: Final = (
    *("fits", "check_tableau", "check_space", "check_waste", "foundation_for", "loose", "room"),
    *("moved", "settled", "turned", "with_run_up", "to_foundation", "to_tableau", "to_cell"),
    *("whole_to_tableau", "part_to_tableau", "other_pile", "run_length"),
)
"""The methods that make the rules of a game. A search knows them from the kinds of piles alone."""


class BuildingFair(FairStrategy):
    """Plays the moves to a win that is certain, or likely as far as a player can know."""

    steps = BuildingSteps
    line = BuildingLine
    effort = Effort(orders=8, shortest=4, winning=3, look_around=300, look_ahead=8_000)


class BuildingSolver(LineSolver):
    """Knows every card, and plays the moves to a win."""

    steps = BuildingSteps
    line = BuildingLine
    game: ClassVar[type[Patience]] = Patience

    def levels_by(self, options: Any) -> tuple[int, int] | None:
        """Return the `levels` of games by OPTIONS."""
        levels = self.game.levels
        return levels.value(options) if isinstance(levels, Option) else levels


def is_judged(game: type[Patience]) -> bool:
    """Does GAME follow from its kinds of piles, and build?

    If it has a rule of its own, only steps of its own could judge it.
    """
    layout = game.laid_out(game.largest())
    return bool(layout.foundations.count) and not layout.taking and not _has_own_rules(game)


def is_played_off(game: type[Patience]) -> bool:
    """Does GAME follow from its kinds of piles, which are played off to the waste by ranks?"""
    layout = game.laid_out(game.largest())
    waste, stock = layout.waste, layout.stock
    if waste is None or stock is None or not layout.turns or _has_own_rules(game):
        return False
    by_ranks = waste.takes in ("neighbor", "around") and layout.tableau.build == "none"
    others = layout.foundations.count or layout.cells.count or layout.reserve.dealt
    return by_ranks and (stock.draw, stock.redeals) == (1, 0) and not others


def _has_own_rules(game: type[Patience]) -> bool:
    return any([getattr(game, name) is not getattr(Patience, name) for name in CHECKS])


def strategies(game: type[Patience]) -> Mapping[str, type[Strategy]]:
    """Return the computer players of GAME, by their names."""
    if is_played_off(game):
        return {QUICK: PatienceStrategy, SOLVER: PlayingSolver, ADVISER: PatienceStrategy}
    if not is_judged(game):
        return {ADVISER: PatienceStrategy}
    solver = type("SolverStrategy", (BuildingSolver,), {"game": game})
    return {QUICK: PatienceStrategy, FAIR: BuildingFair, SOLVER: solver, ADVISER: BuildingFair}
