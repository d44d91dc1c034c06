"""A computer player for Canfield: it gives the hints, and knows when the game is stuck.

It sees what a player sees who remembers the cards that went through the waste. From there it
searches, cheapest way first, for a way to play one more card of the reserve, the stock or the
waste. Such a card is out for good, so every way comes to its end, and without any the game is
stuck: the other moves only shift cards between tableau and foundations.
"""

from collections.abc import Iterator, Set
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from cardgames.games.canfield.game import Canfield
from cardgames.model.cards import BACK, Card, Suit
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move
from cardgames.model.strategy import Strategy

STEP: Final = {"card": 1, "tabfnd": 1, "tabtab": 1, "fndtab": 4, "wstfnd": 2, "wsttab": 8}
"""What a move costs on the way to another one; found by trial, as are the next two."""
GOAL: Final = {"resfnd": 1, "tabfnd": 2, "tabtab": 2, "restab": 3, "wstfnd": 3, "wsttab": 28}
"""What a move costs that plays a card of the reserve or the waste, with the aim reached."""
UNSEEN: Final = 5
"""What it costs to turn cards that nobody has seen yet."""
BURIED: Final = 30
"""What it costs to turn the stock for the last time, so that the waste stays buried."""
MOST_POSITIONS: Final = 300
"""How many positions a search looks at before it takes the best way so far."""
MOST_ARRANGEMENTS: Final = 5000
"""How many arrangements of the tableau are looked at before a game is given up as unclear."""


class Way(NamedTuple):
    """Moves to an aim, and what they cost."""

    cost: int
    moves: tuple[Move, ...]
    why: str


class CanfieldStrategy(Strategy):
    """Plays safe cards to the foundations, and else the cheapest way to a card that is out."""

    def advise(self, game: Canfield) -> Iterator[Advice]:
        """Moves worth making, the best first; none if the game is stuck."""
        move = safe_move(game)
        if move is not None:
            yield Advice(move, "it is safe on its foundation")
        proposed = {move}
        while (way := best_way(game, proposed)) is not None:
            proposed.add(way.moves[0])
            yield Advice(way.moves[0], way.why)
        out = way_out(game)
        if out is not None and (out.move is None or out.move not in proposed):
            yield out
        if out is None:
            for move in game.legal_moves():
                if move.name == "tabfnd":
                    yield Advice(move, "it earns $5; no card can come into play any more")


STRATEGIES: Final = {"hint": CanfieldStrategy}


def safe_move(game: Canfield) -> Move | None:
    """A move of a card to its foundation that cannot be regretted, or None."""
    tops = [(Move("resfnd"), game.reserve)]
    tops += [(Move("tabfnd", (t,)), pile) for t, pile in enumerate(game.tableau, 1)]
    tops += [(Move("wstfnd"), game.waste)]
    for move, pile in tops:
        if pile and is_safe(game, pile[-1]) and is_legal(game, move):
            return move
    return None


def is_safe(game: Canfield, card: Card) -> bool:
    """Is CARD of no use in the tableau, now or later?

    So it is if all lower cards are on foundations that could be built on it, or be needed there
    for others: those of the other color below its rank, those of its own color two below.
    """
    height = game.height(card)
    if height <= 1 or game.options.build == "suit":
        return True
    founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
    return all(
        founded.get(suit, 0) >= height - _alike(game, suit, card.suit)
        for suit in Suit
        if suit is not card.suit
    )


def _alike(game: Canfield, one: Suit, other: Suit) -> bool:
    """Can cards of these suits not be built on each other?"""
    return game.options.build == "colors" and one.red == other.red


def useful_moves(game: Canfield) -> Iterator[Move]:
    """The legal moves, but for cards that are brought back from a foundation without need."""
    for move in game.legal_moves():
        if move.name != "fndtab" or not is_safe(game, game.foundations[move.arguments[0] - 1][-1]):
            yield move


def is_legal(game: Canfield, move: Move) -> bool:
    """Do the rules allow MOVE?"""
    try:
        game.apply(move)
    except IllegalMove:
        return False
    return True


def best_way(game: Canfield, excluded: Set[Move | None]) -> Way | None:
    """The cheapest way to play a card or to see new ones, not beginning with EXCLUDED moves."""
    order = count()
    open_ways: list[tuple[int, int, Canfield, tuple[Move, ...]]] = [(0, next(order), game, ())]
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
        for move in useful_moves(position):
            if not moves and move in excluded:
                continue
            after = position.apply(move)
            way = _reached(position, move, after, cost, moves)
            if way is not None and (best is None or way.cost < best.cost):
                best = way
            if len(after.reserve) == len(position.reserve) and after.waste[-1:] != (BACK,):
                cost_there = cost + _step(position, move)
                heappush(open_ways, (cost_there, next(order), after, (*moves, move)))
    return best


def _reached(
    position: Canfield, move: Move, after: Canfield, cost: int, moves: tuple[Move, ...]
) -> Way | None:
    """The way that ends with MOVE, if that reaches an aim."""
    moves = (*moves, move)
    later = f" in {len(moves)} moves" if len(moves) > 1 else ""
    if len(after.reserve) < len(position.reserve):
        return Way(cost + GOAL[move.name], moves, f"it frees a card of the reserve{later}")
    if move.name == "wstfnd":
        return Way(cost + GOAL[move.name], moves, f"it adds to the foundations{later}")
    if move.name == "wsttab":
        return Way(cost + GOAL[move.name], moves, f"it brings a card of the waste in{later}")
    if move.name == "card" and position.stock[-1:] == (BACK,):
        unseen = cost + _step(position, move) + UNSEEN
        return Way(unseen, moves, f"it turns cards not seen yet{later}")
    return None


def _step(position: Canfield, move: Move) -> int:
    """What MOVE costs on the way to another one."""
    last = move.name == "card" and position.redeals == position.options.redeals
    return BURIED if last and position.waste else STEP[move.name]


def _arrangement(game: Canfield) -> tuple[object, ...]:
    """What matters of a position in a search; the order of the tableau piles does not."""
    return frozenset(game.tableau), game.foundations, game.stock, game.waste


def way_out(game: Canfield) -> Advice | None:
    """The first move of some way to play another card, or None: then the game is stuck.

    Where a long search finds neither, the hint has no move. Turning the stock changes nothing in
    the tableau, and the other way round; so it is enough to look at every arrangement of the
    tableau with every card that can come to the top of the waste.
    """
    turn = Move("card")
    coming = _tops_to_come(game)
    if BACK in coming:
        return Advice(turn, "it turns cards not seen yet")
    waiting: list[tuple[Canfield, Move | None]] = [(game, None)]
    seen = {_arrangement(game)}
    for position, first in waiting:
        if len(seen) > MOST_ARRANGEMENTS:
            return Advice(None, "no way on was found")
        for move in useful_moves(position):
            if move.name in ("card", "wstfnd", "wsttab"):
                continue
            after = position.apply(move)
            if len(after.reserve) < len(position.reserve):
                return Advice(first or move, "it is on the way to freeing a card of the reserve")
            if _arrangement(after) not in seen:
                seen.add(_arrangement(after))
                waiting.append((after, first or move))
        tops = {*coming, *game.waste[-1:]} if first else coming
        if any(_playable(position, card) for card in tops):
            return Advice(first or turn, "it is on the way to playing a card of the waste")
    return None


def _playable(game: Canfield, card: Card) -> bool:
    """Could CARD be played from the waste?"""
    showing = replace(game, waste=(card,))
    places = [Move("wsttab", (t,)) for t in range(1, 5)]
    return any(is_legal(showing, move) for move in [Move("wstfnd"), *places])


def _tops_to_come(game: Canfield) -> set[Card]:
    """The cards that turning can bring to the top of the waste."""
    tops: set[Card] = set()
    passed = set()
    while (game.stock, game.waste) not in passed and is_legal(game, Move("card")):
        passed.add((game.stock, game.waste))
        game = game.card()
        tops.update(game.waste[-1:])
    return tops
