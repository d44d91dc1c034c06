"""Computer players of patiences, which search for the cheapest moves that free one more card.

A way is a sequence of moves whose last one reaches the goal. For `PatienceStrategy` that is a card
put on a foundation or a locked one (face down, or in the reserve) brought into play; for
`StockStrategy` a locked card, or one of the stock or the waste, brought into play. A game without
any way is stuck: its other moves only shift cards between tableau and foundations. Each game
declares the costs of its moves, by their kinds: from where to where they take a card.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from heapq import heappop, heappush
from itertools import count
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.cards import BACK
from cardgames.model.commands import Route
from cardgames.model.game import Advice, Move
from cardgames.model.strategy import Strategy
from cardgames.patience.founding import ALL_UP, founded_by, safe_move, way_home
from cardgames.patience.game import TURN, Patience
from cardgames.patience.quick import Ground, Positions, StockPositions

MOST_POSITIONS: Final = 300
"""The number of positions after which a search stops and takes the best way found."""
MOST_ARRANGEMENTS: Final = 5000
"""The most arrangements of the tableau to try when finding out whether a game is stuck."""
MOST_WATCHED: Final = 400
"""The number of arrangements to try in the check after each move, which must take under 0.1 s."""
STEP: Final = {
    Route("foundations", "tableau"): 4,
    Route("waste", "foundations"): 2,
    Route("waste", "tableau"): 8,
}
"""For each kind of moves: its cost before the last move of a way; found by trial in Canfield."""


class Costs(NamedTuple):
    """The costs of moves in a search (default: 1 each); those of each game were found by trial."""

    goal: Mapping[Route, int] = {}
    """For each kind of moves: its cost as the last move of a way."""
    step: Mapping[Route, int] = STEP
    """For each kind of moves: its cost anywhere before the last move of a way."""
    unseen: int = 5
    """The extra cost of turning cards of the stock that nobody has seen yet."""
    buried: int = 30
    """The cost of turning the stock onto a waste that no redeal will uncover."""


class Way(NamedTuple):
    """A sequence of moves whose last one frees a card, and its cost."""

    cost: int
    moves: tuple[Move, ...]
    position: Any
    """The position before the last move, in the form that the search uses."""


class PatienceStrategy(Strategy):
    """Plays safe cards to foundations; without any, makes the cheapest moves to free a card."""

    costs: ClassVar[Costs] = Costs()
    ground: ClassVar[type[Ground[Any]]] = Positions
    """The class of the positions to search; a game may have a quicker one of its own."""
    unlocking: ClassVar[str] = "bringing up a card"
    """The goal, in words that follow 'it is on the way to', such as 'freeing a reserve card'."""

    def unlocks(self, game: Any, move: Move) -> str:
        """Say how MOVE, made in GAME, reaches the goal, such as 'it brings a card into play'."""
        if move == TURN:
            return f"it {_unseen(game)}"
        if game.route(move).target == "waste":
            return f"it takes {game.apply(move).waste[-1]} off the tableau"
        for t, (old, new) in enumerate(zip(game.down, game.apply(move).down), 1):
            if new < old:
                return f"it turns up a card of tableau pile {t}"
        card = founded_by(game, move)
        return f"it brings {card} to its foundation" if card else "it brings a card into play"

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        move = safe_move(game)
        if move is not None:
            yield Advice(move, "it is safe there")
        proposed, ground = {move}, self.ground(game)
        while (way := self._best_way(ground, proposed)) is not None:
            proposed.add(way.moves[0])
            yield Advice(way.moves[0], self._why(ground, way), way.moves[1:])
        out = self.way_out(ground)
        if out is None:
            yield from self._last_moves(game)
        elif out.move is None or out.move not in proposed:
            yield out

    def explain(self, game: Any, before: Any, every: bool = False) -> Advice | None:
        """Return the way that brings up all cards, if it is certain; else the best move."""
        way = way_home(game.seen_by(1))
        if way:
            return Advice(way[0], ALL_UP, tuple(way[1:]))
        return super().explain(game, before, every)

    def is_stuck(self, game: Any) -> bool:
        """Is it certain that no card can go to a foundation or come into play any more?"""
        return self.way_out(self.ground(game.seen_by(1)), MOST_WATCHED) is None

    def way_out(self, ground: Ground[Any], most: int = 0) -> Advice | None:
        """Return the first move of some way to the goal; None if no way exists: the game is stuck.

        If MOST arrangements of the tableau (0: the usual number) do not settle this, return Advice
        without a move.
        """
        return _way_out(ground, self.unlocking, most or MOST_ARRANGEMENTS)

    def _last_moves(self, game: Any) -> Iterator[Advice]:
        """Yield the moves still worth making in GAME, which is stuck."""
        return iter(())

    def _best_way(self, ground: Ground[Any], excluded: Set[Move | None]) -> Way | None:
        """Return the cheapest way whose first move is not among EXCLUDED, or None."""
        order, best, from_waste = count(1), None, ground.game.from_waste
        open_ways: list[tuple[int, int, Any, tuple[Move, ...]]] = [(0, 0, ground.start, ())]
        seen: set[object] = set()
        while open_ways and len(seen) < MOST_POSITIONS:
            cost, _, position, moves = heappop(open_ways)
            if best is not None and best.cost <= cost:
                break
            if (key := ground.key(position)) in seen:
                continue
            seen.add(key)
            for move, after in ground.steps(position):
                if not moves and move in excluded:
                    continue
                way = (*moves, move)
                if after is None or move.name in from_waste:
                    goal = cost + self._goal(ground, position, move)
                    if best is None or goal < best.cost:
                        best = Way(goal, way, position)
                if after is not None:
                    there = cost + self._step(ground, position, move)
                    # the count decides between ways of one cost, as positions have no order
                    heappush(open_ways, (there, next(order), after, way))
        return best

    def _goal(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return the cost of MOVE, made in POSITION, as the last move of a way."""
        cost = self.costs.unseen if move == TURN else 0
        return cost + self.costs.goal.get(ground.routes[move.name], 1)

    def _step(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return the cost of MOVE, made in POSITION, before the last move of a way."""
        return self.costs.step.get(ground.routes[move.name], 1)

    def _why(self, ground: Ground[Any], way: Way) -> str:
        """Say what WAY achieves: the reason for its first move."""
        *before, last = way.moves
        game = ground.game
        for move in before:
            game = game.apply(move)
        return self._achieves(game, last)

    def _achieves(self, game: Any, last: Move) -> str:
        """Say what the LAST move of a way achieves, when it is made in GAME."""
        return self.unlocks(game, last)


class StockStrategy(PatienceStrategy):
    """Plays a patience with a stock and a waste, whose cards are also to be brought into play."""

    ground: ClassVar[type[Ground[Any]]] = StockPositions

    _asked: object = None
    """The position for which `is_stuck` was last computed; `_stuck` is the result."""
    _stuck = False

    def is_stuck(self, game: Patience) -> bool:
        """Is it certain that no card can come into play any more?

        The result is cached: if redeals are unlimited, it stays the same when the stock is turned.
        """
        if game.stock and game.redeals == 0:
            return False  # nobody has seen these cards
        cards = () if game.most_redeals is None else (game.stock, game.waste)
        asked = (game.tableau, game.foundations, game.locked(), cards)
        if asked != self._asked:
            self._asked, self._stuck = asked, self._finds_no_way(game.seen_by(1))
        return self._stuck

    def _finds_no_way(self, game: Patience) -> bool:
        ground = self.ground(game)
        if ground.taking(game.waste[-1:])(ground.start):
            return False
        return self.way_out(ground, MOST_WATCHED) is None

    def way_out(self, ground: Ground[Any], most: int = 0) -> Advice | None:
        """Return the first move of some way to the goal; None if no way exists: the game is stuck.

        Turning the stock changes nothing in the tableau, and no move in the tableau changes the
        stock. So it is enough to try every arrangement of the tableau with every card that can
        come to the top of the waste.
        """
        coming = ground.game.tops_to_come()
        if BACK in coming:
            return Advice(TURN, "it turns cards not seen yet")
        at_first = ground.taking(coming)
        # after a move in the tableau, the card that lies on the waste now is worth a look, too
        later = ground.taking({*coming, *ground.game.waste[-1:]})

        def takes(position: Any) -> bool:
            return (at_first if position is ground.start else later)(position)

        return _way_out(ground, self.unlocking, most or MOST_ARRANGEMENTS, takes)

    def _last_moves(self, game: Patience) -> Iterator[Advice]:
        """Yield the moves that still earn money in GAME, which is stuck."""
        for move in game.legal_moves():
            if game.route(move) == Route("tableau", "foundations"):
                yield Advice(move, "it earns $5; no card can come into play any more")

    def _goal(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return the cost of MOVE, made in POSITION, as the last move of a way."""
        if move == TURN:
            return self._step(ground, position, move) + self.costs.unseen
        return super()._goal(ground, position, move)

    def _step(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return the cost of MOVE, made in POSITION, before the last move of a way."""
        if move == TURN and ground.buries(position):
            return self.costs.buried
        return super()._step(ground, position, move)

    def _achieves(self, game: Patience, last: Move) -> str:
        """Say what the LAST move of a way achieves, when it is made in GAME."""
        if last.name in game.from_waste:
            below = game.waste[-2:-1]
            return f"it uncovers {below[0]}" if below else "it empties the waste"
        if last == TURN:
            return f"it {_unseen(game)}"
        return super()._achieves(game, last)


def _way_out(
    ground: Ground[Any], aim: str, most: int, takes: Callable[[Any], bool] | None = None
) -> Advice | None:
    """Return the first move of a way to free a locked card or to play a card of the waste, or None.

    Try at most MOST arrangements of the tableau. AIM describes the first goal in words, and TAKES
    tests whether a position allows the second; if it is given, no move of stock or waste is tried.
    """
    waiting: list[tuple[Any, Move | None]] = [(ground.start, None)]
    seen = {ground.key(ground.start)}
    for position, first in waiting:
        if len(seen) > most:
            return Advice(None, "no way on was found")
        for move, after in ground.steps(position):
            if takes and (move == TURN or move.name in ground.game.from_waste):
                continue
            if after is None:
                return Advice(first or move, f"it is on the way to {aim}")
            if (key := ground.key(after)) not in seen:
                seen.add(key)
                waiting.append((after, first or move))
        if takes and takes(position):
            return Advice(first or TURN, "it is on the way to playing a card of the waste")
    return None


def _unseen(game: Patience) -> str:
    """Say how many of the stock's cards, all still unseen, the next turn shows."""
    left = len(game.stock)
    shown = min(game.draw or len(game.tableau), left)
    return "shows the last unseen card" if left == 1 else f"shows {shown} of {left} unseen cards"
