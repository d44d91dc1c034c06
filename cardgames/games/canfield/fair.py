"""A fair computer player for Canfield, which plays to win: it knows what a player can know.

With unlimited redeals it costs nothing to turn the whole stock first. Then only the order of the
hidden cards of the reserve is unknown, and nothing new is seen before one of them comes up. So it
decides once for each card of the reserve: of some ways to bring it into play, it takes the one
after which the solver wins most often, in some orders of the hidden cards that it imagines.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, permutations
from typing import Any, Final, NamedTuple
from zlib import crc32

from cardgames.games.canfield.coding import ALL, Coding
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.line import Line
from cardgames.games.canfield.quick import QuickStrategy
from cardgames.games.canfield.solver import Search, World
from cardgames.games.canfield.steps import State, Step, Steps
from cardgames.model.cards import BACK
from cardgames.model.deal import Random
from cardgames.model.game import Advice, Move
from cardgames.model.solution import Verdict

ORDERS: Final = 16
"""The number of orders of the hidden cards that are imagined."""
SHORTEST: Final = 6
"""The number of ways that are tried because they are the shortest: they commit least."""
WINNING: Final = 4
"""The number of ways that are tried because they win in one of the orders."""
ROUNDS: Final = (0.6, 0.9, 1.5, 2.0)
"""How much of its share the solver looks at in each round, in which some orders are tried."""
LOOK_AHEAD: Final = 8_000
"""The number of steps that the solver looks at after a way, shared among the orders."""
LOOK_AROUND: Final = 300
"""The number of positions among which the shortest ways are looked for."""
LAST_LOOK: Final = 30_000
"""The number of steps that the solver looks at when no card is hidden any more."""


class Tried(NamedTuple):
    """What the solver has found out about a way in one order."""

    won: bool
    worth: float
    """1 for a win, 0 for a loss; else by how near to a win it has come."""


class Way(NamedTuple):
    """A way to play one more card of the reserve."""

    states: tuple[State, ...]
    """The states up to the one before its last step."""
    last: Step


class FairStrategy(QuickStrategy):
    """Plays the ways that win in most of the orders that the hidden cards can have."""

    _at: Canfield | None = None
    """The position of the last advice; a card that is hidden in it may be inferred."""
    _next: Canfield | None = None
    """The position after it, if it is taken, unless a card of the reserve comes up."""
    _plan: tuple[Move, ...] = ()
    """The moves to make from the last position; none if it is given up."""
    _aim = ""
    """What the plan is good for."""
    _urged = False
    """Was it said that the whole stock is to be turned?"""

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        if game.options.redeals is not None:
            yield from super().advise(game)
        elif BACK in game.stock:
            yield self._turning(game)
        else:
            if _shows(self._next, game):
                self._at, self._plan = self._next, self._plan[1:]
            elif not _shows(self._at, game):
                self._at = game
                self._make_plan(game)
            yield from self._planned() if self._plan else self._quickly(game)

    def _turning(self, game: Canfield) -> Advice:
        """Advise to turn the stock to its end; the reason is given once."""
        turns = -(-len(game.stock) // game.options.draw)
        why = f"{len(game.stock)} cards of the stock are not seen yet"
        if not self._urged:
            why = "turn the whole stock first: it costs nothing and shows every card"
        self._urged = True
        return Advice(Move("card"), why, (Move("card"),) * (turns - 1))

    def _planned(self) -> Iterator[Advice]:
        """Advise the next move of the plan."""
        move, *then = self._plan
        why = f"in {len(self._plan)} moves it {self._aim}" if then else f"it {self._aim}"
        self._next = self._at.apply(move) if self._at and then else None
        yield Advice(move, why, tuple(then))

    def _quickly(self, game: Canfield) -> Iterator[Advice]:
        """Advise as the quick player does, until another card of the reserve is in play."""
        for advice in super().advise(game):
            after = game if advice.move is None else game.apply(advice.move)
            self._next = after if len(after.reserve) == len(game.reserve) else None
            yield advice

    def _make_plan(self, game: Canfield) -> None:
        """Plan the moves up to the next card of the reserve, or to the win; none if all is lost."""
        self._plan, self._aim = (), ""
        coding = Coding(game.base, game.options.build)
        hidden = sorted(set(range(ALL)) - _seen(game, coding))
        if len(hidden) != game.reserve.count(BACK):
            return  # the position was made by hand, without some cards
        if len(hidden) < 2:
            known = [coding.cards[number] for number in hidden]
            reserve = tuple([known.pop() if card is BACK else card for card in game.reserve])
            self._at = game.changed(reserve=reserve)
            self._plan_to_win(self._at, coding)
        else:
            self._plan_to_next(game, coding, hidden)

    def _plan_to_win(self, game: Canfield, coding: Coding) -> None:
        """Plan the moves to the win from GAME, which has no hidden card, if there is one."""
        world = World(game, coding, coding.pile(game.reserve))
        search = Search(world, world.steps.first)
        if search.run(LAST_LOOK, most_steps=LAST_LOOK) is Verdict.WINNABLE:
            line = Line(game, coding)
            line.follow(world.steps, search.way())
            self._plan, self._aim = tuple(line.moves), "wins the game"

    def _plan_to_next(self, game: Canfield, coding: Coding, hidden: list[int]) -> None:
        """Plan the moves that bring the top card of the reserve into play."""
        top = coding.pile(game.reserve[-1:])
        steps = Steps(game, coding, coding.pile(game.reserve))
        line = Line(game, coding)
        orders = _orders(hidden, steps.first)
        why = f"brings {game.reserve[-1]} out of the reserve"
        if steps.first[4] < len(game.reserve):
            line.found(steps.first)  # which is safe
        else:
            worlds = [World(game, coding, bytes(order) + top) for order in orders]
            way, won = _best(steps, worlds)
            if way is None:
                return
            line.follow(steps, way.states)
            line.take(way.last, way.states[-1])
            if won:
                why += f"; wins in {won} of {len(orders)} orders of the hidden cards"
        self._plan, self._aim = _up_to_the_next(game, line.moves), why


def _shows(position: Canfield | None, game: Canfield) -> bool:
    """Is GAME what the player sees of POSITION?"""
    return position is not None and position.seen_by(1) == game


def _up_to_the_next(game: Canfield, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return MOVES up to the first that brings a card of the reserve into play."""
    plan, after = [], game
    for move in moves:
        plan.append(move)
        after = after.apply(move)
        if len(after.reserve) < len(game.reserve):
            break
    return tuple(plan)


def _seen(game: Canfield, coding: Coding) -> set[int]:
    """Return the numbers of the cards that are seen."""
    piles = (game.reserve, game.stock, game.waste, *game.foundations, *game.tableau)
    return {coding.numbers[card] for pile in piles for card in pile}


def _orders(hidden: list[int], state: State) -> list[tuple[int, ...]]:
    """Return orders that the HIDDEN cards can have: all, or some that depend on STATE alone."""
    if len(hidden) <= 3:
        return list(permutations(hidden))
    random, orders = Random(crc32(state)), []
    for _ in range(ORDERS):
        random.shuffle(hidden)
        orders.append(tuple(hidden))
    return orders


def _best(steps: Steps, worlds: list[World]) -> tuple[Way | None, int]:
    """Return the way that wins in most WORLDS, and in how many; None if all lose in all.

    Each round tries the ways that are left in some more worlds, and drops half of them.
    """
    look = LOOK_AHEAD // len(worlds)
    ways = {way.last.after: way for way in islice(_shortest(steps), SHORTEST)}
    most = len(ways) + WINNING
    for way in _winning(steps, worlds, look):
        ways.setdefault(way.last.after, way)
        if len(ways) == most:
            break
    left: list[tuple[Way, list[Tried]]] = [(way, []) for way in ways.values()]
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


def _worth(tried: list[Tried]) -> float:
    """Return how good a way is that was TRIED in some orders."""
    return sum([one.worth for one in tried])


def _tried(way: Way, world: World, limit: int) -> Tried:
    """Return what the solver finds out about WAY in WORLD, by LIMIT steps."""
    last = way.last
    steps = world.steps.steps(way.states[-1])
    after = next(step.after for step in steps if step[:3] == last[:3])
    search = Search(world, after)
    verdict = search.run(limit, most_steps=limit)
    if verdict is Verdict.UNDECIDED:
        return Tried(False, 0.1 + 0.8 * search.come())
    return Tried(verdict is Verdict.WINNABLE, float(verdict is Verdict.WINNABLE))


def _shortest(steps: Steps) -> Iterator[Way]:
    """Yield the ways to the next card of the reserve, those with the fewest steps first."""
    first = steps.first
    waiting: list[tuple[State, ...]] = [(first,)]
    passed = {first}
    for states in waiting:
        for step in steps.steps(states[-1]):
            if step.after in passed:
                continue
            passed.add(step.after)
            if step.after[4] < first[4]:
                yield Way(states, step)
            elif len(passed) < LOOK_AROUND:
                waiting.append((*states, step.after))


def _winning(steps: Steps, worlds: list[World], limit: int) -> Iterator[Way]:
    """Yield the ways with which lines begin that win in one of the WORLDS, by LIMIT steps."""
    for world in worlds:
        search = Search(world, steps.first)
        if search.run(limit, most_steps=limit) is Verdict.WINNABLE:
            line = search.way()
            number = next(i for i, state in enumerate(line) if state[4] < steps.first[4])
            before, after = line[number - 1], line[number]
            last = next(step for step in world.steps.steps(before) if step.after == after)
            same = next(step for step in steps.steps(before) if step[:3] == last[:3])
            yield Way(tuple(line[:number]), same)
