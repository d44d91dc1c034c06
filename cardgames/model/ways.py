"""Looking ahead in a patience that brings cards into play from a stock and from where they lie.

A card that has left the stock, the waste or its locked place never goes back there. So every way
to one more such card comes to its end, and a game without any way is stuck: its other moves only
shift cards between tableau and foundations. What a move costs on a way, each game says itself.

The moves are known by the names that patiences share: `card` turns the stock, `wstfnd`, `wsttab`,
`tabfnd` and the like name where a card comes from and where it goes.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from heapq import heappop, heappush
from itertools import count
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move
from cardgames.model.patience import BuildingFromStock
from cardgames.model.strategy import Strategy

Position: TypeAlias = BuildingFromStock
"""A position of any such patience."""

TO_FOUNDATION: Final = ("resfnd", "tabfnd", "wstfnd")
"""The moves to a foundation, in the order in which a safe one is looked for."""
FROM_WASTE: Final = {"wstfnd": "to its foundation", "wsttab": "into the tableau"}
"""The moves that play a card of the waste, and where they bring it."""
MOST_POSITIONS: Final = 300
"""The number of positions that a search looks at before it takes the best way so far."""
MOST_ARRANGEMENTS: Final = 5000
"""The number of arrangements of the tableau looked at before a game is given up as unclear."""
MOST_WATCHED: Final = 400
"""The same where nobody has asked: after each move of a person, in less than 0.1 s."""


STEP: Final = {"card": 1, "tabfnd": 1, "tabtab": 1, "fndtab": 4, "wstfnd": 2, "wsttab": 8}
"""The costs of moves on the way to another one, found by trial in Canfield."""


class Costs(NamedTuple):
    """What the moves of a game cost in a search; a game finds its figures by trial."""

    goal: Mapping[str, int]
    """The cost of a move that brings a card into play, and so ends a way."""
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
    why: str


class PatienceStrategy(Strategy):
    """Plays safe cards to the foundations, and else the cheapest way to one more card."""

    costs: ClassVar[Costs]
    unlocking: ClassVar[str]
    """What comes after 'it is on the way to' a locked card: 'freeing a card of the reserve'."""

    _asked: object = None
    """The position that `is_stuck` was asked about last, and its answer."""
    _stuck = False

    def unlocks(self, before: Any, after: Any) -> str:
        """Say what a move does that brought a locked card into play: 'turns up a card of ...'."""
        raise NotImplementedError

    def advise(self, game: Position) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        move = safe_move(game)
        if move is not None:
            yield Advice(move, "it is safe on its foundation")
        proposed = {move}
        while (way := self._best_way(game, proposed)) is not None:
            proposed.add(way.moves[0])
            yield Advice(way.moves[0], way.why, way.moves[1:])
        out = way_out(game, self.unlocking)
        if out is not None and (out.move is None or out.move not in proposed):
            yield out
        if out is None:
            for move in game.legal_moves():
                if move.name == "tabfnd":
                    yield Advice(move, "it earns $5; no card can come into play any more")

    def is_stuck(self, game: Position) -> bool:
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

    def _finds_no_way(self, game: Position) -> bool:
        if game.waste and game.takes(game.waste[-1]):
            return False
        return way_out(game, self.unlocking, MOST_WATCHED) is None

    def _best_way(self, game: Position, excluded: Set[Move | None]) -> Way | None:
        """Return the cheapest way to play a card or to see new ones, or None.

        It does not begin with an EXCLUDED move.
        """
        order = count()
        open_ways: list[tuple[int, int, Position, tuple[Move, ...]]] = [(0, next(order), game, ())]
        seen: set[object] = set()
        best: Way | None = None
        while open_ways and len(seen) < MOST_POSITIONS:
            cost, _, position, moves = heappop(open_ways)
            if best is not None and best.cost <= cost:
                break
            arrangement = _arrangement(position)
            if arrangement in seen:
                continue
            seen.add(arrangement)
            for move, after in useful_moves(position):
                if not moves and move in excluded:
                    continue
                way = self._reached(position, after, cost, (*moves, move))
                if way is not None and (best is None or way.cost < best.cost):
                    best = way
                if after.locked() == position.locked() and after.waste[-1:] != (BACK,):
                    cost_there = cost + self._step(position, move)
                    heappush(open_ways, (cost_there, next(order), after, (*moves, move)))
        return best

    def _reached(
        self, position: Position, after: Position, cost: int, moves: tuple[Move, ...]
    ) -> Way | None:
        """Return the way whose last move leads from POSITION to AFTER, if that reaches an aim."""
        move = moves[-1]
        if after.locked() < position.locked():
            why = _in_moves(moves, self.unlocks(position, after))
            return Way(cost + self.costs.goal[move.name], moves, why)
        if move.name in FROM_WASTE:
            why = _from_waste(moves, position.waste[-1])
            return Way(cost + self.costs.goal[move.name], moves, why)
        if move.name == "card" and position.stock[-1:] == (BACK,):
            unseen = cost + self._step(position, move) + self.costs.unseen
            new, left = len(position.stock) - len(after.stock), len(position.stock)
            what = f"turns {new} of {left} card{'s' * (left > 1)} not seen yet"
            return Way(unseen, moves, _in_moves(moves, what))
        return None

    def _step(self, position: Position, move: Move) -> int:
        """Return what MOVE costs on the way to another one."""
        last = move.name == "card" and position.redeals == position.options.redeals
        return self.costs.buried if last and position.waste else self.costs.step[move.name]


def _in_moves(moves: Sequence[Move], what: str) -> str:
    """Say after how many MOVES it does WHAT."""
    return f"in {len(moves)} moves it {what}" if len(moves) > 1 else f"it {what}"


def _from_waste(moves: Sequence[Move], card: Card) -> str:
    """Say how MOVES bring CARD from the waste into play."""
    *before, last = moves
    where = FROM_WASTE[last.name]
    if before and all(move.name == "card" for move in before):
        turns = "1 turn" if len(before) == 1 else f"{len(before)} turns"
        return f"{card} comes after {turns}, and goes {where}"
    return _in_moves(moves, f"brings {card} {where}")


def safe_move(game: Position) -> Move | None:
    """Return a move of a card to its foundation that cannot be regretted, or None."""
    for name in TO_FOUNDATION:
        if name in game.commands.all:
            for arguments in game.commands.all[name].every_call():
                move = Move(name, arguments)
                card = _founded_by(game, move)
                if card is not None and is_safe(game, card):
                    return move
    return None


def move_up(game: Position) -> Move | None:
    """Return a move of a card to its foundation, a safe one if there is any, or None."""
    safe = safe_move(game)
    return safe or next((move for move in game.legal_moves() if move.name in TO_FOUNDATION), None)


def all_can_go_up(game: Position) -> bool:
    """Can all cards go to the foundations one after the other, without any other move?"""
    if game.stock or game.locked() or game.outcome() is not None:
        return False
    while (move := move_up(game)) is not None:
        game = game.apply(move)
    return game.founded() == 52


def _founded_by(game: Position, move: Move) -> Card | None:
    """Return the card that MOVE brings to its foundation, or None if it is not legal."""
    try:
        after = game.apply(move)
    except IllegalMove:
        return None
    piles = zip(game.foundations, after.foundations)
    return next(now[-1] for before, now in piles if now != before)


def is_safe(game: Position, card: Card) -> bool:
    """Is CARD of no use in the tableau, now or later?

    True if every lower card of the suits that can be built on it is on a foundation, and every
    card two ranks lower of the other suits, as one of the first could still be needed for it.
    """
    height = game.height(card)
    carried = game.build.suits[card.suit] - {card.suit}
    if height <= 1 or not carried:
        return True
    founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
    others = game.build.suits.keys() - {card.suit}
    return all(founded.get(suit, 0) >= height - (suit not in carried) for suit in others)


def useful_moves(game: Position) -> Iterator[tuple[Move, Position]]:
    """Yield the legal moves and what they lead to, without needless returns from foundations."""
    for move, after in game.successors():
        if move.name != "fndtab" or not is_safe(game, game.foundations[move.arguments[0] - 1][-1]):
            yield move, after


def _arrangement(game: Position) -> tuple[object, ...]:
    """Return what matters of a position in a search; the order of the tableau piles does not."""
    return frozenset(game.tableau), game.foundations, game.stock, game.waste


def way_out(game: Position, unlocking: str, most: int = MOST_ARRANGEMENTS) -> Advice | None:
    """Return the first move of some way to bring a card in, or None: then the game is stuck.

    Where a long search finds neither, the hint has no move. Turning the stock changes nothing in
    the tableau, and the other way round; so it is enough to look at every arrangement of the
    tableau with every card that can come to the top of the waste.
    """
    turn = Move("card")
    coming = _tops_to_come(game)
    if BACK in coming:
        return Advice(turn, "it turns cards not seen yet")
    waiting: list[tuple[Position, Move | None]] = [(game, None)]
    seen = {_arrangement(game)}
    for position, first in waiting:
        if len(seen) > most:
            return Advice(None, "no way on was found")
        for move, after in useful_moves(position):
            if move.name == "card" or move.name in FROM_WASTE:
                continue
            if after.locked() < position.locked():
                return Advice(first or move, f"it is on the way to {unlocking}")
            if _arrangement(after) not in seen:
                seen.add(_arrangement(after))
                waiting.append((after, first or move))
        tops = {*coming, *game.waste[-1:]} if first else coming
        if any(map(position.takes, tops)):
            return Advice(first or turn, "it is on the way to playing a card of the waste")
    return None


def _tops_to_come(game: Position) -> set[Card]:
    """Return the cards that turning can bring to the top of the waste."""
    tops: set[Card] = set()
    passed = set()
    while (game.stock, game.waste) not in passed:
        passed.add((game.stock, game.waste))
        try:
            game = game.turned()
        except IllegalMove:
            break
        tops.update(game.waste[-1:])
    return tops
