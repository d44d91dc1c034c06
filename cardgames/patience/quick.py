"""The quick computer player of patiences, which looks ahead until one more card comes into play.

It searches the positions of the game; in Klondike and Canfield, it searches the states of a state
space. There are fewer states than positions: turning the stock is no action, and safe cards go up
by themselves.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.cards import BACK
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.model.strategy import Advice, Odds, Strategy
from cardgames.patience.building import BuildingSpace
from cardgames.patience.game import (
    ALL_UP,
    FIELDS,
    NOTHING,
    SAFE,
    TURN,
    WINS,
    Patience,
    gone_up,
    safe_move,
    values_of,
    way_home,
)
from cardgames.patience.search import DealKnowledge, Space, Verdict, hidden_cards, world_of

UNSEEN: Final = 5  # added to the cost of the route if cards not seen yet are turned
BURIED: Final = 30  # the cost of turning the stock onto a waste that no redeal will uncover
RESERVED: Final = 8  # the cost of moving a card of several reserves, but not to a foundation
RETURNED: Final = 4  # the cost of bringing a card back from its foundation
# the cost of each move of a way except the last (default: 1); found by trial in Canfield
COSTS: Final = {
    Route("foundations", "tableau"): RETURNED,
    Route("waste", "foundations"): 2,
    Route("waste", "tableau"): 8,
}
TO_WASTE: Final = Route("stock", "waste")
# after so many positions, a search takes the best way found so far
MOST_POSITIONS: Final = 300
# the most arrangements of the tableau that are tried to find out if a game is stuck
MOST_ARRANGEMENTS: Final = 5000
# the same for the check after each move, so that the check takes less than 0.1 s
MOST_WATCHED: Final = 400
# the most positions, and work for each, of the search that may prove a game lost before a hint
MOST_PROVED: Final = 2000
WORK_EACH: Final = 10


def is_open(advice: Advice) -> bool:
    """Does the advice propose a move, but not say whether the game is won or lost?"""
    return bool(advice.move) and advice.odds is None and not advice.why.startswith(WINS)


def in_lost_game(advice: Advice) -> Advice:
    """Return the advice for a game that is certainly lost, in which no move is called safe."""
    why = "it brings a card up" if advice.why == SAFE else advice.why
    return advice._replace(why=why, odds=Odds(0, 1, hopeless=True))


class Reach(NamedTuple):
    """One step of a way: a move, or an action of a state space."""

    what: Any  # the move or action; None if safe moves alone reach the goal
    route: Route
    after: Any  # the next position or state; None if the step reaches the goal
    cost: int = 0  # added to the cost of the route


class Positions:
    """The positions of the game. A way ends when a card is freed, goes up or is turned up.

    If no card can be turned up and only whole runs go up, a way also ends when a run gets longer.
    """

    def __init__(self, game: Patience) -> None:
        layout = game.layout
        self.start: Any = game
        self._pairing = layout.by_runs and not (layout.stock or any(layout.tableau.down))
        self._pairs = pairs_in(game) if self._pairing else 0
        self._unseen = BACK in game.stock

    def key(self, position: Patience) -> Hashable:
        """Return a key that is equal for positions that allow the same play."""
        values = list(values_of(position.recurring()))
        if position.down:
            values[FIELDS["tableau"]] = tuple(zip(position.tableau, position.down))
            values[FIELDS["down"]] = ()
        layout = position.layout
        dealt_to = layout.redeal or position.stock and not layout.turns
        if dealt_to or layout.tableau.rows:
            return tuple(values)  # it matters which pile lies where
        # the order of piles of one kind makes no difference, so they are compared as sets
        piles = [isinstance(v, tuple) and bool(v) and isinstance(v[0], tuple) for v in values]
        return tuple([frozenset(v) if of_piles else v for v, of_piles in zip(values, piles)])

    def reaches(self, position: Patience) -> Iterator[Reach]:
        """Yield all legal moves except those that bring a safe card back from its foundation."""
        start, redeal = self.start, self.start.layout.redeal
        for move, after in position.successors():
            route = position.route(move)
            if route.source == "foundations":
                if position.is_safe(position.foundations[move.arguments[0] - 1][-1]):
                    continue
            ended = (
                after.founded() > start.founded()
                or after.locked() < start.locked()
                or self._unseen and len(after.stock) < len(start.stock)
                or move == TURN and not position.layout.turns and after.redeals > start.redeals
                or self._pairing and pairs_in(after) > self._pairs
            )
            cost = UNSEEN if ended and move == TURN else 0
            if not ended and route.source == "reserves":  # better than nothing
                cost, ended = RESERVED, True
            if redeal and move == TURN:  # the last resort, as perhaps nobody knows what comes
                cost, ended = BURIED, ended or redeal.shuffled
            yield Reach(move, route, None if ended else after, cost)

    def moves(self, way: Sequence[Reach]) -> tuple[Move, ...]:
        return tuple([reach.what for reach in way])


def pairs_in(game: Patience) -> int:
    """Return how many cards of the tableau continue a run."""
    below = game.layout.runs.below(game.base)
    return sum([on in below[card] for pile in game.tableau for on, card in zip(pile, pile[1:])])


def heaped(game: Patience, t: int) -> str:
    """Say why the next card of the reserve goes to tableau pile `t`, which takes any card."""
    tops = [pile[-1] for pile in game.tableau if pile]
    waits = {top: game.layout.foundations.until(game, top) for top in tops}
    if not game.tableau[t - 1]:
        return "it covers no card"
    top, own = game.tableau[t - 1][-1], game.layout.foundations.until(game, game.reserve[-1])
    if waits[top] >= own:
        return f"it covers {top}, which can wait {'longer' if waits[top] > own else 'as long'}"
    if waits[top] == max(waits.values()):
        return f"it covers {top}, and no other top card can wait longer"
    first = min(tops, key=waits.__getitem__)
    if first == top:
        return f"it covers {top}, and keeps the other piles open"
    return f"it leaves {first} open, which goes up sooner"


class States:
    """The states of `BuildingSpace`. A way ends when a card is freed or unseen cards are turned."""

    def __init__(self, game: Patience) -> None:
        self._game = game
        self._space = BuildingSpace(game)
        self.start: Any = self._space.first
        self.key = self._space.split
        self._locked = game.locked()
        self._unseen = BACK in game.stock

    def reaches(self, position: bytes) -> Iterator[Reach]:
        """Yield each action and its cost; if cards are unseen, also a turn that shows some."""
        space, talon = self._space, self._space.talon
        if space.locked(self.start) < self._locked:  # safe cards went up and freed a locked card
            yield Reach(None, Route("tableau", "foundations"), None)
            return
        cards, (turned, redeals) = space.parts(position)[1], space.split(position)[1]
        left = None if talon.redeals is None else talon.redeals - redeals
        for action in space.actions(position):
            cost = RETURNED * len(action.back)
            if action.source == "waste":
                number = cards.index(action.cards) + 1
                cost += _turning(number, turned, len(cards), talon.draw, left)
            ended = space.locked(action.after) < self._locked
            yield Reach(action, action.route, None if ended else action.after, cost)
        if self._unseen:
            yield Reach(TURN, TO_WASTE, None, UNSEEN + (BURIED - 1) * (left == 0 < turned))

    def moves(self, way: Sequence[Reach]) -> tuple[Move, ...]:
        """Return the moves of a way from the start, up to the first that shows a card."""
        line, before = self._space.line(self._game), self.start
        line.settle(before)
        for number, reach in enumerate(way, 1):
            if reach.what == TURN:
                line.make(TURN)
            elif reach.what is not None:
                line.take(reach.what, before)
                before = reach.what.after
                if number < len(way) or reach.after is None:
                    line.settle(before)
        return line.up_to_news()[0]


def _turning(number: int, turned: int, size: int, draw: int, left: int | None) -> int:
    """Return the cost of turning until card `number` of a talon of `size` cards is on the waste.

    `turned` cards are in the waste now, and `left` redeals remain; None means no limit.
    """
    if number < turned:
        rest = -(-(size - turned) // draw)
        return rest + 1 + _turning(number, 0, size, draw, left and left - 1)
    turns = -(-(number - turned) // draw)
    # a first turn, onto an empty waste, buries nothing
    buries = turns - (not turned) if left == 0 else 0
    return turns + (BURIED - 1) * max(0, buries)


class PatienceStrategy(Strategy):
    """Plays a safe card to its foundation; without one, takes the cheapest way to the next card.

    The next card is a card that is freed, turned up or played: the class `ground` decides.
    """

    # the cost of the last move of a way (default: 1); found by trial for each game
    costs: ClassVar[Mapping[Route, int]] = {}
    ground: ClassVar[type[Positions] | type[States]] = Positions
    # the goal, in words that follow 'it is on the way to', such as 'freeing a reserve card'
    unlocking: ClassVar[str] = "bringing up a card"
    # the state space in which a game may be proved lost; None if there is no such space
    space: ClassVar[type[Space] | None] = None
    _proofs: DealKnowledge | None = None  # what was proved about the deal
    # the position after the first move of the last way, and the advice to go on with that way
    _going_on: tuple[Patience | None, Advice] = (None, Advice(None, ""))

    def unlocks(self, game: Patience, move: Move) -> str:
        """Say how a move, made in `game`, reaches the goal, as in 'it brings a card into play'."""
        if move == TURN:
            if game.layout.redeal:
                return f"it deals the {sum(map(len, game.tableau))} cards of the tableau again"
            left = len(game.stock)  # all of them unseen
            if not left:
                return "it deals cards of the tableau again"
            row = len(getattr(game, game.layout.row_kind.field))
            shown = min(game.layout.draw or row, left)
            unseen = f"{shown} of {left} unseen cards" if left > 1 else "the last unseen card"
            return f"it shows {unseen}"
        after = game.apply(move)
        if game.route(move).target == "waste":
            return f"it takes {after.waste[-1]} off the tableau"
        if game.layout.tableau.ways == "any" and len(after.reserve) < len(game.reserve):
            if move.arguments and game.route(move).target == "tableau":
                return heaped(game, move.arguments[-1])
        for t, (old, new) in enumerate(zip(game.down, after.down), 1):
            if new < old:
                return f"it turns up a card of tableau pile {t}"
        card = gone_up(game, after)
        if card or after.founded() > game.founded():
            return str(game.layout.foundations.gain(game, after, card))
        if game.layout.by_runs and pairs_in(after) > pairs_in(game):
            return "it makes a run longer"
        return "it brings a card into play"

    def advise(self, game: Patience) -> Iterator[Advice]:
        at, advice = self._going_on
        if at == game:
            first = advice.move
            yield self._followed(game, advice)
        elif first := safe_move(game):
            yield Advice(first, SAFE)
        proposed, ground, tried = {first}, self.ground(game), list[Any]()
        while way := self._best_way(ground, tried):
            tried.append(way[0].what)
            *before, last = moves = ground.moves(way)
            if moves[0] not in proposed:
                proposed.add(moves[0])
                at = game
                for move in before:
                    at = at.apply(move)
                advice = Advice(moves[0], self.unlocks(at, last), moves[1:])
                yield self._followed(game, advice)
        # all ways found were proposed: look longer for another, or prove that the game is stuck
        out = self.way_out(ground, MOST_ARRANGEMENTS)
        if out is None:
            for move in game.legal_moves() if game.cost else ():
                if game.route(move) == Route("tableau", "foundations"):
                    why = f"it earns ${game.card_pays}; no card can come into play any more"
                    yield Advice(move, why)
        elif out.move is None or out.move not in proposed:
            yield out

    def _followed(self, game: Patience, advice: Advice) -> Advice:
        """Return the advice, and remember the moves that come after its first one."""
        if advice.move and advice.then:
            at = None if advice.at is None else advice.at.apply(advice.move)
            rest = advice._replace(move=advice.then[0], then=advice.then[1:], at=at)
            self._going_on = game.apply(advice.move).seen_by(1), rest
        return advice

    def explain(self, game: Any, before: Any, every: bool = False) -> Advice | None:
        """Return moves that certainly bring up all cards or, if there are none, the best move.

        If every card is known and a short search proves the game lost, the advice says so.
        """
        seen = game.seen_by(1)
        if way := way_home(seen):
            return Advice(way[0], ALL_UP, tuple(way[1:]))
        advice = super().explain(game, before, every)
        if advice is None or not is_open(advice) or not self._is_proved_lost(seen):
            return advice
        return in_lost_game(advice)

    def _is_proved_lost(self, seen: Patience) -> bool:
        if self.space is None or (hidden := hidden_cards(seen)) is None or len(hidden) > 1:
            return False  # a single hidden card would follow from the others
        self._proofs = self._proofs or DealKnowledge(self.space)
        world, work = world_of(seen, hidden), MOST_PROVED * WORK_EACH
        return self._proofs.verdict(world, MOST_PROVED, work) is Verdict.LOST

    def is_stuck(self, game: Any) -> bool:
        """Is it certain that no card can go to a foundation or come into play any more?"""
        return self.way_out(self.ground(game.seen_by(1)), MOST_WATCHED) is None

    def way_out(self, ground: Positions | States, most: int) -> Advice | None:
        """Return the first move of any way to the goal, or None if the game is stuck.

        If `most` positions do not decide this, the advice has no move.
        """
        waiting: list[tuple[Any, tuple[Reach, ...]]] = [(ground.start, ())]
        seen = {ground.key(ground.start)}
        for position, way in waiting:
            if len(seen) > most:
                return Advice(None, NOTHING.format(most))
            for reach in ground.reaches(position):
                from_waste = reach.route.source == "waste"
                if reach.after is None or from_waste:
                    aim = "playing a card of the waste" if from_waste else self.unlocking
                    why = f"it is on the way to {aim}"
                    if reach.route == TO_WASTE:
                        why = "it turns cards not seen yet"
                    return Advice(ground.moves((*way, reach))[0], why)
                if (key := ground.key(reach.after)) not in seen:
                    seen.add(key)
                    waiting.append((reach.after, (*way, reach)))
        return None

    def _best_way(self, ground: Positions | States, excluded: Sequence[Any]) -> tuple[Reach, ...]:
        """Return the cheapest way to the goal that begins with none of `excluded`, or ()."""
        order, best, least = count(1), tuple[Reach, ...](), inf
        open_ways: list[tuple[int, int, Any, tuple[Reach, ...]]] = [(0, 0, ground.start, ())]
        seen: set[object] = set()
        while open_ways and len(seen) < MOST_POSITIONS:
            cost, _, position, way = heappop(open_ways)
            if least <= cost:
                break
            if (key := ground.key(position)) in seen:
                continue
            seen.add(key)
            for reach in ground.reaches(position):
                if not way and reach.what in excluded:
                    continue
                there = cost + reach.cost
                if reach.after is None or reach.route.source == "waste":
                    goal = there + self.costs.get(reach.route, 1)
                    if goal < least:
                        best, least = (*way, reach), goal
                if reach.after is not None:
                    there += COSTS.get(reach.route, 1)
                    # `order` decides between ways of equal cost, since positions cannot be compared
                    heappush(open_ways, (there, next(order), reach.after, (*way, reach)))
        return best


class StockStrategy(PatienceStrategy):
    """Plays Klondike and Canfield, where cards of the stock must come into play, too."""

    ground = States
    # the values on which the last answer of `is_stuck` depends, and this answer
    _known: tuple[object, bool] = (None, False)

    def is_stuck(self, game: Patience) -> bool:
        if game.stock and game.redeals == 0:
            return False  # nobody has seen the cards of the stock
        # with unlimited redeals, turning the stock changes nothing
        cards = () if game.layout.redeals is None else (game.stock, game.waste)
        asked = (game.tableau, game.foundations, game.locked(), cards)
        if asked != self._known[0]:
            self._known = asked, super().is_stuck(game)
        return self._known[1]

    def unlocks(self, game: Patience, move: Move) -> str:
        if game.route(move).source == "waste":
            below = game.waste[-2:-1]
            return f"it uncovers {below[0]}" if below else "it empties the waste"
        return super().unlocks(game, move)
