"""A judgement of the choices in a game of Mod10 that was played.

While cards are unseen, each choice is compared with the best one in the same guesses at them that
the computer player makes: it may not use what came later. Once all cards are known, a search can
prove that a move lost the win. Nothing is said where the proof would take too long.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from cardgames.games.mod10.game import Mod10
from cardgames.games.mod10.strategy import (
    LONGEST,
    WIDTH,
    Guesses,
    Plan,
    Position,
    Step,
    Trail,
    as_move,
    best_on_average,
    deal_on,
    in_guesses,
    pick_up,
    unseen_values,
    way_to,
)
from cardgames.model.game import Move

CLEAR: Final = 4
"""The number of guesses, of eight, in which a choice must at least do worse than the best one."""
WIDE: Final = 2000
"""The number of positions kept after each deal in the search for a proof that the win is lost."""
MOST: Final = 20_000
"""The number of positions after which that search ends without a proof: 0.2 seconds."""


class Judged(NamedTuple):
    """A choice that was not the best one."""

    number: int
    """The number of the move in the line, from 1."""
    better: Move
    """The best move instead; it won, if the other one lost the win."""
    worse_in: int
    """The number of guesses in which the choice did worse; 0 if all cards were known."""
    of: int
    """The number of guesses; 0 if all cards were known."""
    lost: bool
    """Is it certain that the game could be won before this move, and not after it?"""


def judged(positions: Sequence[Mod10], moves: Sequence[Move]) -> Iterator[Judged]:
    """Yield the choices that were clearly not the best, and the move that lost the win.

    POSITIONS are those before each of the MOVES; a last one after them may follow.
    """
    line = list(positions[: len(moves)])
    for number, (game, move) in enumerate(zip(line, moves), 1):
        if game.unseen() > 1 and (found := _guesses(game.seen_by(1))):
            yield from _compared(number, game, move, found)
    if moves:
        yield from _lost_the_win([*line, line[-1].apply(moves[-1])])


@lru_cache(maxsize=4096)
def _guesses(seen: Mod10) -> Guesses:
    """Return what the moves do in guesses at the unseen cards; none where there is no choice.

    Lines of play that were taken back begin alike, so what was found is kept.
    """
    unseen = unseen_values(seen)
    choices = Position.of(seen, unseen).moves(seen.pick_up)
    return in_guesses(seen, unseen) if len(choices) > 1 else {}


def _compared(number: int, game: Mod10, move: Move, found: Guesses) -> Iterator[Judged]:
    """Compare MOVE, made in the position GAME, with the best of the moves FOUND there."""
    made, best = found[_step(game, move)], best_on_average(found)
    worse = sum(one < other for one, other in zip(made, found[best]))
    better = sum(one > other for one, other in zip(made, found[best]))
    if worse >= CLEAR and worse > better and sum(made) < sum(found[best]):
        yield Judged(number, as_move(best), worse, len(made), lost=False)


def _step(game: Mod10, move: Move) -> Step:
    """Return the step that MOVE is in a search; MOVE may name its cards in any way."""
    after = Position.of(game.apply(move))
    steps = Position.of(game).moves(game.pick_up)
    return next(step for step, reached in steps if reached == after)


def _lost_the_win(line: Sequence[Mod10]) -> Iterator[Judged]:
    """Yield the move of LINE that lost the win, if it can be proved.

    What is lost stays lost, so the last position that can be won is looked for by halving.
    """
    low, high = sum(game.unseen() > 1 for game in line), len(line) - 1
    if low >= high or not any(line[high].stacks) or _plan_to_win(line, high):
        return
    if not (plan := _plan_to_win(line, low)):
        return
    while high - low > 1:
        middle = (low + high) // 2
        if found := _plan_to_win(line, middle):
            low, plan = middle, found
        else:
            high = middle
    if _is_lost(line, high):
        better = as_move(plan[Position.of(line[low])])
        yield Judged(high, better, 0, 0, lost=True)


def _plan_to_win(line: Sequence[Mod10], i: int) -> Plan:
    """Return a plan that wins from position I of LINE; an empty one if none is found."""
    won, plan = searched(line[i], _passed(line, i), WIDTH, LONGEST * WIDTH)
    return plan if won else {}


def _is_lost(line: Sequence[Mod10], i: int) -> bool:
    """Is it certain that the game cannot be won from position I of LINE?"""
    return searched(line[i], _passed(line, i), WIDE, MOST)[0] is False


def _passed(line: Sequence[Mod10], i: int) -> list[Position]:
    """Return the positions before I that must not come back, since that would be a draw."""
    return [Position.of(game) for game in line[:i]] if line[i].pick_up == "must" else []


def searched(
    game: Mod10, passed: Collection[Position], width: int, most: int
) -> tuple[bool | None, Plan]:
    """Search for a win from GAME, whose cards are all known; return the plan of it.

    The answer is None if no win was found, but some positions were left out: because of WIDTH, or
    since there were more than MOST.
    """
    start = Position.of(game)
    trail: Trail = dict.fromkeys([*passed, start])
    if start in passed:
        return False, {}
    front, complete = [start], True
    while len(trail) <= most:
        ready = list(pick_up(front, game.pick_up, trail))
        if not any(front[-1].stacks):
            return True, way_to(front[-1], trail)
        complete = complete and len(ready) <= width
        front = deal_on(ready, width, trail)
        if not front:
            return (False if complete else None), {}
    return None, {}
