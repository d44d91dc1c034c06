"""The base class of players that plan, and the player for games with long runs, such as Spider.

A `GamePlan` has the moves up to the next card that comes up, or to the win.

`DeepStrategy` looks far ahead at the cards that it sees, and values the states that it finds. An
unknown card fits nowhere, but the search goes on around it. The plan leads towards the best state
in which a card was turned up, and ends with the first card turned up. In games such as Yukon, the
player first samples orders of the hidden cards, and searches for a win in each order. It aims for
the card that most of the wins turn up first.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import ClassVar, Final, NamedTuple

from cardgames.model.cards import Card
from cardgames.model.game import Move
from cardgames.model.strategy import Advice, Odds
from cardgames.patience.building import PART, SPACE, BuildingSpace, State
from cardgames.patience.game import (
    NO_WAY,
    NOTHING,
    SAFE,
    TURN,
    WINS,
    Patience,
    gone_up,
    safe_move,
)
from cardgames.patience.kinds.kind import DOWN
from cardgames.patience.piles import Layout
from cardgames.patience.quick import PatienceStrategy
from cardgames.patience.rules import UNKNOWN
from cardgames.patience.search import (
    Cache,
    DealKnowledge,
    Space,
    Verdict,
    hidden_cards,
    sampled_orders,
    world_of,
)

# a row is dealt if the best state without a new card is worth this much more than the best state
# with a new card
ROW: Final = 30
# how many positions to look at if nothing was found, and no row is left
FARTHER: Final = 4_000
# the limit of a search once every card is known, and the most work for each of its positions
LAST_LOOK: Final = 8_000
WORK_EACH: Final = 6
# the most states kept for each one looked at: most games need 2, a few 40
WIDEST: Final = 16
# how many orders of the hidden cards are sampled, and the limit of the search in each
ORDERS: Final = 4
IN_ORDER: Final = 2_000


class DeepWeights(NamedTuple):
    """What makes a position of a game good, and how far to look; found by trial."""

    positions: int
    down: float = 14  # each card that lies face down
    covered: float = 4  # each pile with cards that lie face down
    off: float = 2  # a card on a card of another suit, one rank higher
    bad: float = 5.6  # a card on any other card
    over: float = 2  # a higher card on a lower one
    square: float = 0.2  # the square of each run's length
    unknown: float = 5  # a card that the search turned up, but that nobody has seen
    founded: float = 40  # each run, or card, on a foundation
    waste: float = 0  # each card in the waste
    imagines: bool = False  # are orders of the hidden cards sampled?
    spaces: tuple[float, ...] = (0, 12, 22, 30, 36)


class Worth:
    """Computes the worth of states from the weights of a game."""

    def __init__(self, space: BuildingSpace, weights: DeepWeights) -> None:
        self._weights, self._rules = weights, space.rules
        self._at, self._runs = space.head_bytes, space.runs
        self._spaces = weights.spaces + weights.spaces[-1:] * 64
        # for each pile: what it is worth, and how many of its cards lie face down
        self._pile = Cache(self.of_pile)

    def __call__(self, state: State) -> tuple[float, int]:
        """Return the worth of a state, and how much is left to turn up or to complete."""
        # after the heads come four counts, and then the cells
        _, talon, *piles = state[self._at + 4 :].split(PART)
        heads = sum(state[: self._at])  # the number of runs, or about 4 for each card up
        founded = heads if self._runs else heads / 4
        worth = self._weights.founded * founded - self._weights.waste * len(talon)
        left = -heads if self._runs else 0
        of_pile = self._pile
        for pile in piles:
            value, down = of_pile[pile]
            worth += value
            left += down
        return worth + self._spaces[piles.count(b"")], left

    def of_pile(self, pile: bytes) -> tuple[float, int]:
        weights, rules = self._weights, self._rules
        down = sum(map(DOWN.__le__, pile))
        cards, length = pile[down:], 1
        worth = -weights.down * down - weights.covered * (down > 0)
        worth -= weights.unknown * cards.count(UNKNOWN)
        for on, card in zip(cards, cards[1:]):
            if on in rules.below[card]:
                length += 1
                continue
            worth += weights.square * length * length
            length = 1
            if card >> 2 == (on >> 2) - 1:
                worth -= weights.off
            else:
                worth -= weights.bad + weights.over * (card >> 2 > on >> 2)
        return worth + weights.square * length * length * (len(cards) > 0), down


class FoundAhead(NamedTuple):
    """A state found by looking ahead."""

    worth: float
    way: list[State]  # the states from the first one to it


class DeepLook:
    """A best-first search ahead from the first state of a space."""

    def __init__(self, space: BuildingSpace, weights: DeepWeights) -> None:
        self._space, self._weights = space, weights
        self.worth = Worth(space, weights)
        self._before: dict[State, State | None]
        # the best state in which a card was turned up or a run completed, and the best other state
        self.news: FoundAhead | None = None
        self.still: FoundAhead
        self.whole = False  # was every state looked at that can be reached?

    def run(self, positions: int) -> None:
        space, value, first = self._space, self.worth, self._space.first
        before = self._before = {first: None}
        worth, at_first = value(first)
        still = news = worth, first
        found, order = -inf, 0
        waiting = [(-worth, 0, first)]
        for _ in range(positions):
            if not waiting or len(before) > WIDEST * positions:
                break
            state = heappop(waiting)[2]
            for action in space.actions(state):
                after = action.after
                if after in before:
                    continue
                worth, left = value(after)
                before[after] = state
                order += 1
                heappush(waiting, (-worth, order, after))
                if left < at_first:
                    if worth > found:
                        found, news = worth, (worth, after)
                elif worth > still[0]:
                    still = worth, after
        self.whole = not waiting
        self.still = FoundAhead(still[0], self._way(still[1]))
        if found > -inf:
            # the plan ends at the first news, although the state valued lies farther ahead
            way = self._way(news[1])
            number = next(n for n, state in enumerate(way) if value(state)[1] < at_first)
            self.news = FoundAhead(found, way[: number + 1])

    def _way(self, state: State | None) -> list[State]:
        way = list[State]()
        while state is not None:
            way.append(state)
            state = self._before[state]
        return way[::-1]

    def filled(self, way: list[State]) -> list[State]:
        """Return the way with further steps, each of which fills an empty pile with the least harm.

        The steps end when no empty pile can be filled.
        """
        way = way.copy()
        while True:
            spaces = self._spaces(way[-1])
            filling = [
                action.after
                for action in self._space.actions(way[-1])
                if action.onto == SPACE and self._spaces(action.after) < spaces
            ]
            if not filling:
                return way
            way.append(max(filling, key=lambda state: (self.worth(state)[0], state)))

    def _spaces(self, state: State) -> int:
        return self._space.parts(state)[2].count(b"")


def weights_of(layout: Layout) -> DeepWeights | None:
    """Return the weights for games of this layout; None if their fair player samples worlds."""
    down, together = any(layout.tableau.down), layout.tableau.together
    if layout.by_runs and (down or not layout.stock):
        if not down:
            return DeepWeights(2000, off=3.5, bad=7)
        if together != "run":
            return DeepWeights(600)
        if layout.suits == 1:
            return DeepWeights(400, square=0.15, unknown=0)
        return DeepWeights(3000) if layout.suits == 2 else DeepWeights(5000, off=3.5, bad=7)
    if down and together == "open":
        return DeepWeights(1000, down=40, bad=4, founded=12, imagines=True)
    if layout.turns and layout.redeals == 0 and layout.packs > 1 and not (down or layout.taking):
        return DeepWeights(300, bad=3, founded=12, waste=6, spaces=(0, 10, 18, 24))
    return None


class GamePlan(NamedTuple):
    """The moves up to the next card that comes up, or to the win."""

    at: Patience  # the position at which the moves begin, with inferred cards filled in
    moves: tuple[Move, ...] = ()  # none if all seems lost
    aim: str = WINS  # the reason for the moves
    odds: Odds | None = None
    # computes the odds of this plan and of another plan; None once the odds are known or a move was
    # made
    compared: Callable[[], Odds] | None = None
    quick: bool = False  # is there no way to follow, so that the quick player chooses each move?

    @property
    def why(self) -> str:
        wins = self.aim == WINS and len(self.moves) > 1
        return f"{WINS}, in {len(self.moves)} moves" if wins else self.aim

    def rest(self, game: Patience) -> "GamePlan | None":
        """Return the rest of the plan if `game` is one of its positions; otherwise None."""
        at = self.at
        for made in range(len(self.moves) + self.quick):
            if at.seen_by(1) == game:
                # the other plan that was compared began at the first position
                odds = self.odds and self.odds._replace(instead=())
                left = self._replace(at=at, moves=self.moves[made:], odds=odds, compared=None)
                return left if made else self
            at = at.apply(self.moves[made]) if made < len(self.moves) else at
        return None


class PlanningStrategy(PatienceStrategy):
    """Follows a plan as long as possible; then plays a safe card up, or makes a new plan."""

    space: ClassVar[type[Space]] = BuildingSpace
    _plan: GamePlan | None = None

    def advise(self, game: Patience) -> Iterator[Advice]:
        plan = self._plan and self._plan.rest(game)
        safe = safe_move(game, waste=False) if plan is None else None
        if safe is not None:
            yield Advice(safe, SAFE)
        else:
            yield from self.planned(game, plan)

    def planned(self, game: Patience, plan: GamePlan | None) -> Iterator[Advice]:
        """Yield the moves of `plan`, the rest of the last plan; if it is None, make a new plan."""
        raise NotImplementedError

    def quickly(self, game: Patience) -> Iterator[Advice]:
        """Yield the moves that the quick player finds."""
        return super().advise(game)

    def last_look(self, game: Patience, hidden: Sequence[Card], limit: int, work: int) -> GamePlan:
        """Return a plan to win when all cards are known; if no win is found, a quick plan."""
        self._proofs, world = DealKnowledge(self.space), world_of(game, hidden)
        verdict = self._proofs.verdict(world, limit, work)
        if verdict is Verdict.WINNABLE:
            return GamePlan(world, self._proofs.moves(world))
        odds = Odds(0, 1, hopeless=True) if verdict is Verdict.LOST else None
        return GamePlan(world, odds=odds, quick=True)


class DeepStrategy(PlanningStrategy):
    """Plays towards the best state that a look ahead finds, up to the next card turned up."""

    space: ClassVar[type[BuildingSpace]] = BuildingSpace

    def planned(self, game: Patience, plan: GamePlan | None) -> Iterator[Advice]:
        self._plan = plan = plan or self._made_plan(game)
        if plan.moves:
            yield self._told(game, plan)
        elif next(game.legal_moves(), None) is not None:
            yield Advice(None, plan.aim, odds=plan.odds)

    def _made_plan(self, game: Patience) -> GamePlan:
        hidden, odds, weights = hidden_cards(game), None, weights_of(game.layout)
        assert weights is not None
        if hidden is not None and len(hidden) < 2:
            found = self.last_look(game, hidden, LAST_LOOK, LAST_LOOK * WORK_EACH)
            if found.moves:
                return found
            odds = found.odds
        elif hidden is not None and weights.imagines and (plan := self._imagined(game, hidden)):
            return plan
        # Nobody knows the stock; without it, the order of the piles makes no difference.
        open_game = game.changed(stock=())
        space, rows = self.space(open_game), len(game.stock) > 0
        look = DeepLook(space, weights)
        line = space.line(open_game)
        farther = not rows and weights.positions < FARTHER
        for positions in (weights.positions, FARTHER) if farther else (weights.positions,):
            look.run(positions)
            news, still = look.news, look.still
            if news and not (rows and still.worth > news.worth + ROW):
                line.follow(news.way)
                moves, before = line.up_to_news()
                return GamePlan(game, moves, self._news(before, moves[-1]), odds)
            if still.worth > look.worth(space.first)[0] and not rows:
                line.follow(still.way)
                return GamePlan(game, tuple(line.moves), self._order(game, line.game), odds)
        if not rows:
            no_way = NO_WAY[any(game.down)]
            return GamePlan(game, (), no_way if look.whole else NOTHING.format(positions), odds)
        full = game.layout.full
        line.follow(look.filled(still.way) if full else still.way)
        if full and not all(line.game.tableau):
            return GamePlan(game, tuple(line.moves), "no row can be dealt any more", odds)
        return GamePlan(game, (*line.moves, TURN), self._order(game, line.game), odds)

    def _imagined(self, game: Patience, hidden: list[Card]) -> GamePlan | None:
        """Find wins in sampled orders; return a plan for the card that most wins turn up first."""
        plans = list[GamePlan]()
        for order in sampled_orders(hidden, ORDERS, len(hidden)):
            known, before = DealKnowledge(self.space), world_of(game, order)
            if known.verdict(before, IN_ORDER, IN_ORDER) is Verdict.WINNABLE:
                moves = known.moves(before)
                for number, move in enumerate(moves, 1):
                    after = before.apply(move)
                    if after.locked() < before.locked():
                        aim = self._news(before, move)
                        plans.append(GamePlan(game, moves[:number], aim))
                        break
                    before = after
        votes = Counter([plan.aim for plan in plans])
        return min(plans, key=lambda plan: (-votes[plan.aim], len(plan.moves)), default=None)

    def _told(self, game: Patience, plan: GamePlan) -> Advice:
        """Return the plan as advice; a row at the end of the plan is left to the next hint."""
        moves, aim = plan.moves, plan.why
        if moves == (TURN,):
            aim = "no card can be turned up before that"
            aim = self.unlocks(game, TURN) if game.layout.turns else aim
        elif moves[-1] == TURN:
            moves = moves[:-1]
            if game.layout.full and len(moves) <= game.tableau.count(()):
                aim = "a row can only be dealt if no pile is empty"
        return Advice(moves[0], aim, moves[1:], plan.at, plan.odds)

    def _news(self, game: Patience, move: Move) -> str:
        """Return the reason for a move that turns up a card or completes a run."""
        after = game.apply(move)
        if after.layout.by_runs and after.founded() > game.founded():
            card = gone_up(game, after)
            return f"it brings {card.suit.name.lower()} home" if card else ""
        return self.unlocks(game, move)

    def _order(self, game: Patience, after: Patience) -> str:
        """Return the reason for the moves from `game` to `after`, which turn up no card."""
        if after.founded() > game.founded():
            return "it brings cards to foundations"
        emptied = [
            t for t, (old, new) in enumerate(zip(game.tableau, after.tableau), 1) if old and not new
        ]
        if emptied and after.tableau.count(()) > game.tableau.count(()):
            return f"it empties tableau pile {emptied[0]}"
        return "it brings more cards in order"
