"""Computer players of patiences: they search for the cheapest way to bring one more card up.

`PatienceStrategy` needs foundations and a tableau, and looks for a card to put on a foundation or
to bring into play. `StockStrategy` looks for a card to bring into play from a stock and a waste.
A card that has left the stock, the waste or its locked place never goes back there, so every way
to one more card comes to its end, and a game without any way is stuck: its other moves only shift
cards between tableau and foundations. Each game declares what its moves cost on a way.

The moves of a stock are known by the names that patiences share: `card` turns the stock, `wstfnd`
and `wsttab` play the top card of the waste.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from heapq import heappop, heappush
from itertools import count
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.cards import BACK, Card
from cardgames.model.game import Advice, Move
from cardgames.model.patience import BuildingFromStock, founded_by, safe_move
from cardgames.model.quick import Ground, Positions, StockPositions
from cardgames.model.strategy import Strategy

FROM_WASTE: Final = {"wstfnd": "to its foundation", "wsttab": "into the tableau"}
"""The moves that play a card of the waste, and where they bring it."""
TURN: Final = Move("card")
"""The move that turns the stock."""
MOST_POSITIONS: Final = 300
"""The number of positions that a search looks at before it takes the best way so far."""
MOST_ARRANGEMENTS: Final = 5000
"""The number of arrangements of the tableau looked at before a game is given up as unclear."""
MOST_WATCHED: Final = 400
"""The same where nobody has asked: after each move of a person, in less than 0.1 s."""
STEP: Final = {"card": 1, "tabfnd": 1, "tabtab": 1, "fndtab": 4, "wstfnd": 2, "wsttab": 8}
"""The costs of moves on the way to another one, found by trial in Canfield."""


class Costs(NamedTuple):
    """What the moves of a game cost in a search (default: 1); a game finds its figures by trial."""

    goal: Mapping[str, int] = {}
    """The cost of a move that brings a card up or into play, and so ends a way."""
    step: Mapping[str, int] = STEP
    """The cost of a move on the way to another one."""
    unseen: int = 5
    """The cost of turning cards that nobody has seen yet."""
    buried: int = 30
    """The cost of turning the stock for the last time, so that the waste stays buried."""


class Way(NamedTuple):
    """Moves to an aim, and what they cost."""

    cost: int
    moves: tuple[Move, ...]
    position: Any
    """The position before the last move, in the form of the search."""


class PatienceStrategy(Strategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs: ClassVar[Costs] = Costs()
    ground: ClassVar[type[Ground[Any]]] = Positions
    """The form of the positions that are searched; a game may have a quicker one of its own."""
    unlocking: ClassVar[str] = "bringing up a card"
    """The aim of ways, after 'it is on the way to': 'freeing a card of the reserve'."""

    def unlocks(self, game: Any, move: Move) -> str:
        """Say what MOVE, which ends a way, does in the position GAME."""
        card = founded_by(game, move)
        return f"brings {card} to its foundation" if card else "brings a card into play"

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        move = safe_move(game)
        if move is not None:
            yield Advice(move, "it is safe on its foundation")
        proposed, ground = {move}, self.ground(game)
        while (way := self._best_way(ground, proposed)) is not None:
            proposed.add(way.moves[0])
            yield Advice(way.moves[0], self._why(ground, way), way.moves[1:])
        out = self.way_out(ground)
        if out is None:
            yield from self._last_moves(game)
        elif out.move is None or out.move not in proposed:
            yield out

    def is_stuck(self, game: Any) -> bool:
        """Is it certain that no card can come up or into play any more?"""
        return self.way_out(self.ground(game.seen_by(1)), MOST_WATCHED) is None

    def way_out(self, ground: Ground[Any], most: int = MOST_ARRANGEMENTS) -> Advice | None:
        """Return the first move of some way; None if there is no way, so that the game is stuck.

        If that is still open after MOST arrangements of the tableau, the advice has no move.
        """
        return _way_out(ground, self.unlocking, most, lambda _: False)

    def _last_moves(self, game: Any) -> Iterator[Advice]:
        """Yield what is worth doing in GAME, which is stuck."""
        return iter(())

    def _best_way(self, ground: Ground[Any], excluded: Set[Move | None]) -> Way | None:
        """Return the cheapest way that does not begin with an EXCLUDED move, or None."""
        order, best = count(1), None
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
                if after is None or move.name in FROM_WASTE:
                    goal = cost + self._goal(ground, position, move)
                    if best is None or goal < best.cost:
                        best = Way(goal, way, position)
                if after is not None:
                    there = cost + self._step(ground, position, move)
                    # the count decides between ways of one cost, as positions have no order
                    heappush(open_ways, (there, next(order), after, way))
        return best

    def _goal(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return what MOVE costs at the end of a way."""
        return self.costs.goal.get(move.name, 1)

    def _step(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return what MOVE costs on the way to another one."""
        return self.costs.step.get(move.name, 1)

    def _why(self, ground: Ground[Any], way: Way) -> str:
        """Say what the last move of WAY is good for."""
        *before, last = way.moves
        game = ground.game
        for move in before:
            game = game.apply(move)
        return _in_moves(way.moves, self.unlocks(game, last))


class StockStrategy(PatienceStrategy):
    """Does the same where a stock and a waste hold cards that are not yet in play."""

    ground: ClassVar[type[Ground[Any]]] = StockPositions

    _asked: object = None
    """What `is_stuck` was asked about last, and its answer."""
    _stuck = False

    def is_stuck(self, game: BuildingFromStock) -> bool:
        """Is it certain that no card can come into play any more?

        The answer is kept: turning the stock does not change it, if redeals are unlimited.
        """
        if game.stock and game.redeals == 0:
            return False  # nobody has seen these cards
        cards = () if game.options.redeals is None else (game.stock, game.waste)
        asked = (game.tableau, game.foundations, game.locked(), cards)
        if asked != self._asked:
            self._asked, self._stuck = asked, self._finds_no_way(game.seen_by(1))
        return self._stuck

    def _finds_no_way(self, game: BuildingFromStock) -> bool:
        ground = self.ground(game)
        if ground.taking(game.waste[-1:])(ground.start):
            return False
        return self.way_out(ground, MOST_WATCHED) is None

    def way_out(self, ground: Ground[Any], most: int = MOST_ARRANGEMENTS) -> Advice | None:
        """Return the first move of some way; None if there is no way, so that the game is stuck.

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

        return _way_out(ground, self.unlocking, most, takes)

    def _last_moves(self, game: BuildingFromStock) -> Iterator[Advice]:
        """Yield the moves that still earn money."""
        for move in game.legal_moves():
            if move.name == "tabfnd":
                yield Advice(move, "it earns $5; no card can come into play any more")

    def _goal(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return what MOVE costs at the end of a way."""
        if move.name == "card":
            return self._step(ground, position, move) + self.costs.unseen
        return super()._goal(ground, position, move)

    def _step(self, ground: Ground[Any], position: Any, move: Move) -> int:
        """Return what MOVE costs on the way to another one."""
        if move.name == "card" and ground.buries(position):
            return self.costs.buried
        return super()._step(ground, position, move)

    def _why(self, ground: Ground[Any], way: Way) -> str:
        """Say what the last move of WAY is good for."""
        moves, last = way.moves, way.moves[-1]
        if last.name in FROM_WASTE:
            return _from_waste(moves, ground.waste_top(way.position))
        if last.name == "card":
            return _in_moves(moves, _unseen(ground.game))
        return super()._why(ground, way)


def _way_out(
    ground: Ground[Any], aim: str, most: int, takes: Callable[[Any], bool]
) -> Advice | None:
    """Return the first move of some way to AIM, or to an arrangement that TAKES a waste card.

    Look at MOST arrangements of the tableau, and leave the stock and the waste alone.
    """
    waiting: list[tuple[Any, Move | None]] = [(ground.start, None)]
    seen = {ground.key(ground.start)}
    for position, first in waiting:
        if len(seen) > most:
            return Advice(None, "no way on was found")
        for move, after in ground.steps(position):
            if move.name == "card" or move.name in FROM_WASTE:
                continue
            if after is None:
                return Advice(first or move, f"it is on the way to {aim}")
            if (key := ground.key(after)) not in seen:
                seen.add(key)
                waiting.append((after, first or move))
        if takes(position):
            return Advice(first or TURN, "it is on the way to playing a card of the waste")
    return None


def _in_moves(moves: Sequence[Move], what: str) -> str:
    """Say after how many MOVES it does WHAT."""
    return f"in {len(moves)} moves it {what}" if len(moves) > 1 else f"it {what}"


def _unseen(game: BuildingFromStock) -> str:
    """Say how many cards of the stock, which nobody has seen yet, the next turn shows."""
    left = len(game.stock)
    return f"turns {min(game.options.draw, left)} of {left} card{'s' * (left > 1)} not seen yet"


def _from_waste(moves: Sequence[Move], card: Card) -> str:
    """Say how MOVES bring CARD from the waste into play."""
    *before, last = moves
    where = FROM_WASTE[last.name]
    if before and all(move.name == "card" for move in before):
        turns = "1 turn" if len(before) == 1 else f"{len(before)} turns"
        return f"{card} comes after {turns}, and goes {where}"
    return _in_moves(moves, f"brings {card} {where}")
