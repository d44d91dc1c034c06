"""A search for a win that leaves nothing out: it tries every legal move of a patience."""

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from cardgames.patience.search import Solution


def left(game: Any) -> int:
    """Return the number of cards that are not on the foundations."""
    singles = game.reserve, game.stock, game.waste
    piles = (*game.tableau, *game.cells, *game.reserves, *singles)
    return sum(map(len, piles))


def can_be_won(
    first: Any, most: int, won: Callable[[Any], bool] = lambda game: not left(game)
) -> bool | None:
    """Do moves lead from FIRST to a position that is WON?

    Every legal move is tried; None if this is open after MOST positions.
    """

    def key(game: Any) -> Any:
        piles = tuple(zip(game.tableau, game.down or [0] * len(game.tableau)))
        in_order = game.layout.tableau.rows or game.stock and not game.layout.turns
        in_order = in_order or game.layout.redeal
        others = game.foundations, Counter(game.cells), game.stock, game.waste, game.redeals
        reserves = game.reserve, game.reserves
        rest = reserves, frozenset(others[1].items()), others[2:], frozenset(others[0])
        return (piles if in_order else frozenset(Counter(piles).items())), rest

    seen, waiting = {key(first.recurring())}, [(left(first), 0, first)]
    while waiting:
        game = heappop(waiting)[2]
        if won(game):
            return True
        for _, after in game.successors():
            found = key(after.recurring())
            if found not in seen:
                seen.add(found)
                heappush(waiting, (left(after) + after.locked(), -len(seen), after))
        if len(seen) > most:
            return None
    return False


def check_line(game: Any, solution: Solution) -> None:
    """Make the moves of SOLUTION, which win if there are any, and repeat no position."""
    passed = {game}
    for move in solution.moves:
        game = game.apply(move)
        assert game not in passed
        passed.add(game)
    assert solution.won is not bool(left(game)), game
