"""A fair computer player for patiences with a stock: it knows what a player can know.

With unlimited redeals it costs nothing to turn the whole stock first. Then only the order of the
locked cards that are hidden is unknown, and nothing new is seen before one of them comes up. So it
decides once for each: of some ways to bring one up, it takes the one after which a search wins most
often, in some orders of the hidden cards that it imagines.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.cards import BACK, DECK, Card, Pile
from cardgames.model.deal import Random
from cardgames.model.game import Advice, Move
from cardgames.model.line import Line
from cardgames.model.quick import numbers
from cardgames.model.search import Search, Steps
from cardgames.model.solution import Verdict
from cardgames.model.ways import StockStrategy

ROUNDS: Final = (0.6, 0.9, 1.5, 2.0)
"""How much of its share the search looks at in each round, in which some orders are tried."""


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
    """What they are good for."""


class FairStrategy(StockStrategy):
    """Plays the ways that win in most of the orders that the hidden cards can have.

    A game derives a class from this one and its quick player. That one plays where all seems lost,
    and if redeals are limited, until every card of the stock has been seen.
    """

    steps: ClassVar[type[Any]]
    """The class of the game's Steps."""
    line: ClassVar[type[Line[Any]]]
    """The class of the game's lines."""
    effort: ClassVar[Effort]
    """How much it thinks."""

    _plan: Plan | None = None
    """The plan of the last advice; what is left of it."""
    _next: Any = None
    """The position after that advice, if it is taken, unless a locked card comes up."""
    _urged = False
    """Was it said that the whole stock is to be turned?"""

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        if BACK in game.stock:
            endless = game.options.redeals is None
            yield from [self._turning(game)] if endless else super().advise(game)
        else:
            plan = self._plan
            if plan is not None and _shows(self._next, game):
                plan = plan._replace(at=self._next, moves=plan.moves[1:])
            elif plan is None or not _shows(plan.at, game):
                plan = self._made_plan(game)
            self._plan = plan  # only now, as Ctrl-C may interrupt the making of a plan
            yield from self._planned(plan) if plan.moves else self._quickly(game)

    def _turning(self, game: Any) -> Advice:
        """Advise to turn the stock to its end; the reason is given once."""
        turns = -(-len(game.stock) // game.options.draw)
        why = f"{len(game.stock)} cards of the stock are not seen yet"
        if not self._urged:
            why = "turn the whole stock first: it costs nothing and shows every card"
        self._urged = True
        return Advice(Move("card"), why, (Move("card"),) * (turns - 1))

    def _planned(self, plan: Plan) -> Iterator[Advice]:
        """Advise the next move of PLAN."""
        move, *then = plan.moves
        why = f"in {len(plan.moves)} moves it {plan.aim}" if then else f"it {plan.aim}"
        self._next = plan.at.apply(move) if then else None
        yield Advice(move, why, tuple(then))

    def _quickly(self, game: Any) -> Iterator[Advice]:
        """Advise as the quick player does, until another locked card comes up."""
        for advice in super().advise(game):
            after = game if advice.move is None else game.apply(advice.move)
            self._next = after if after.locked() == game.locked() else None
            yield advice

    def _made_plan(self, game: Any) -> Plan:
        """Plan the moves up to the next locked card, or to the win."""
        hidden = hidden_cards(game)
        if hidden is None:
            return Plan(game)  # the position was made by hand, without some cards
        if len(hidden) < 2:
            return self._plan_to_win(assumed(game, hidden))
        return self._plan_to_next(game, hidden)

    def _plan_to_win(self, game: Any) -> Plan:
        """Plan the moves to the win from GAME, which has no hidden card, if there is one."""
        steps = self.steps(game)
        search, most = Search(steps, steps.first), self.effort.last_look
        if search.run(most, most_steps=most) is not Verdict.WINNABLE:
            return Plan(game)
        line = self.line(game)
        line.follow(steps, search.path())
        return Plan(game, tuple(line.moves), "wins the game")

    def _plan_to_next(self, game: Any, hidden: list[Card]) -> Plan:
        """Plan the moves that bring up the next locked card."""
        steps, line, wins = self.steps(game), self.line(game), ""
        if steps.locked(steps.first) < game.locked():
            line.found(steps.first)  # which is safe
        else:
            orders = orders_of(hidden, self.effort.orders, steps.seed(steps.first))
            worlds = [self.steps(assumed(game, order)) for order in orders]
            way, won = self._best(steps, worlds)
            if way is None:
                return Plan(game)
            line.follow(steps, way.states)
            line.take(way.last, way.states[-1])
            line.found(way.last.after)
            if won:
                wins = f"; wins in {won} of {len(orders)} orders of the hidden cards"
        moves, last = _up_to_the_next(game, line.moves)
        return Plan(game, moves, self.unlocks(last, moves[-1]) + wins)

    def _best(self, steps: Steps[Any], worlds: list[Steps[Any]]) -> tuple[Way | None, int]:
        """Return the way that wins in most WORLDS, and in how many; None if all lose in all.

        Each round tries the ways that are left in some more worlds, and drops half of them.
        """
        look = self.effort.look_ahead // len(worlds)
        left: list[tuple[Way, list[Tried]]] = [(way, []) for way in self._ways(steps, worlds, look)]
        for number, share in enumerate(ROUNDS):
            for way, tried in left:
                limit = int(look * share)
                tried += [_tried(way, world, limit) for world in worlds[number :: len(ROUNDS)]]
            left.sort(key=lambda pair: (-_worth(pair[1]), len(pair[0].states)))
            del left[(len(left) + 1) // 2 :]
        if not left or not _worth(left[0][1]):
            return None, 0
        best, tried = left[0]
        return best, sum([one.won for one in tried])

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


def hidden_cards(game: Any) -> list[Card] | None:
    """Return the cards that are face down in GAME, as its player sees it, in a fixed order.

    Return None for a position made by hand, which lacks some cards.
    """
    reserve = getattr(game, "reserve", ())
    piles = [reserve, game.stock, game.waste, *game.foundations, *game.tableau]
    hidden = sorted(set(DECK).difference(*piles), key=numbers(game.base).__getitem__)
    return hidden if len(hidden) == sum([pile.count(BACK) for pile in piles]) else None


def orders_of(hidden: Sequence[Card], count: int, seed: int) -> list[tuple[Card, ...]]:
    """Return orders that the HIDDEN cards can have: COUNT by SEED, or all if there are few."""
    if len(hidden) <= 3:
        return list(permutations(hidden))
    random, cards, orders = Random(seed), list(hidden), []
    for _ in range(count):
        random.shuffle(cards)
        orders.append(tuple(cards))
    return orders


def assumed(game: Any, cards: Iterable[Card]) -> Any:
    """Return GAME with CARDS in place of those hidden in its reserve, or else in its tableau."""
    coming = iter(cards)

    def known(pile: Pile) -> Pile:
        return tuple([next(coming) if card is BACK else card for card in pile])

    if BACK in getattr(game, "reserve", ()):
        return game.changed(reserve=known(game.reserve))
    return game.changed(tableau=tuple(map(known, game.tableau)))


def _shows(position: Any, game: Any) -> bool:
    """Is GAME what the player sees of POSITION?"""
    return position is not None and position.seen_by(1) == game


def _up_to_the_next(game: Any, moves: Iterable[Move]) -> tuple[tuple[Move, ...], Any]:
    """Return MOVES up to the first that brings up a locked card, and the position before it."""
    plan, before, after = [], game, game
    for move in moves:
        plan.append(move)
        before, after = after, after.apply(move)
        if after.locked() < game.locked():
            break
    return tuple(plan), before


def _worth(tried: list[Tried]) -> float:
    """Return how good a way is that was TRIED in some orders."""
    return sum([one.worth for one in tried])


def _tried(way: Way, world: Steps[Any], limit: int) -> Tried:
    """Return what a search of LIMIT steps finds out about WAY in WORLD."""
    steps = world.steps(way.states[-1])
    after = next(step.after for step in steps if step[:-1] == way.last[:-1])
    search = Search(world, after)
    verdict = search.run(limit, most_steps=limit)
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
        if search.run(limit, most_steps=limit) is Verdict.WINNABLE:
            line = search.path()
            number = next(i for i, state in enumerate(line) if world.locked(state) < locked)
            before, after = line[number - 1], line[number]
            last = next(step for step in world.steps(before) if step.after == after)
            same = next(step for step in steps.steps(before) if step[:-1] == last[:-1])
            yield Way(tuple(line[:number]), same)
