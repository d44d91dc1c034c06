"""The review of a game of Mod10: the choices that were clearly not the best ones.

While cards are unseen, each choice is compared with the best one in the same guesses at them that
the computer player makes: it may not use what came later. Once all cards are known, a search can
prove that a move lost the win. Nothing is said where the proof would take too long.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from cardgames.games.mod10.game import Mod10
from cardgames.games.mod10.strategy import (
    LONGEST,
    LOST,
    WIDTH,
    WON,
    Found,
    Guesses,
    Position,
    as_move,
    best_on_average,
    in_guesses,
    search,
    unseen_values,
)
from cardgames.model.game import Move
from cardgames.play.review import LineOfPlay
from cardgames.text.coach import Report, figures, headline, played, row
from cardgames.text.wording import counted, wrapped

SHOWN: Final = 6  # choices that a report tells of unless all are asked for, to fit one screen
CLEAR: Final = 4  # the guesses, of eight, in which a choice must at least do worse than the best
# The search for a proof that the win is lost: positions kept after each deal, and positions after
# which it ends without a proof (0.2 seconds).
WIDE: Final = 2000
MOST: Final = 20_000


class Judged(NamedTuple):
    """A choice that was not the best one."""

    number: int  # of the move in the line, from 1
    better: Move  # the best move instead; it won, if the other one lost the win
    worse_in: int  # guesses in which the choice did worse; 0 if all cards were known
    of: int  # the number of guesses; 0 if all cards were known
    lost: bool  # is it certain that the game could be won before this move, and not after it?


def judged(positions: Sequence[Mod10], moves: Sequence[Move]) -> Iterator[Judged]:
    """Yield the choices that were clearly not the best, and the move that lost the win.

    POSITIONS are those before each of the MOVES; a last one after them may follow.
    """
    line = list(positions[: len(moves)])
    for number, (game, move) in enumerate(zip(line, moves), 1):
        if game.unseen() <= 1 or not (found := _guesses(game.seen_by(1))):
            continue
        # The step that MOVE is in a search: MOVE may name its cards in any way.
        after = Position.of(game.apply(move))
        steps = Position.of(game).moves(game.pick_up)
        made = found[next(step for step, reached in steps if reached == after)]
        best = best_on_average(found)
        worse = sum(one < other for one, other in zip(made, found[best]))
        better = sum(one > other for one, other in zip(made, found[best]))
        if worse >= CLEAR and worse > better and sum(made) < sum(found[best]):
            yield Judged(number, as_move(best), worse, len(made), lost=False)
    if moves:
        yield from _lost_the_win([*line, line[-1].apply(moves[-1])])


@lru_cache(maxsize=4096)  # lines of play that were taken back begin alike
def _guesses(seen: Mod10) -> Guesses:
    """Return what the moves do in guesses at the unseen cards; none where there is no choice."""
    unseen = unseen_values(seen)
    choices = Position.of(seen, unseen).moves(seen.pick_up)
    return in_guesses(seen, unseen) if len(choices) > 1 else {}


def _lost_the_win(line: Sequence[Mod10]) -> Iterator[Judged]:
    """Yield the move of LINE that lost the win, if it can be proved.

    What is lost stays lost, so the last position that can be won is looked for by halving.
    """
    low, high = sum(game.unseen() > 1 for game in line), len(line) - 1
    if low >= high or not any(line[high].stacks) or _searched(line, high).worth == WON:
        return
    if (found := _searched(line, low)).worth != WON:
        return
    while high - low > 1:
        middle = (low + high) // 2
        if (there := _searched(line, middle)).worth == WON:
            low, found = middle, there
        else:
            high = middle
    proof = _searched(line, high, WIDE, MOST)
    if proof.worth == LOST and proof.all_seen:
        yield Judged(high, as_move(found.plan[Position.of(line[low])]), 0, 0, lost=True)


def _searched(line: Sequence[Mod10], i: int, width: int = WIDTH, most: int = 0) -> Found:
    """Search from position I of LINE, whose cards are all known.

    Where triplets must be picked up, a position that has come back is a draw, and so no win.
    """
    start, rule = Position.of(line[i]), line[i].pick_up
    passed = [Position.of(game) for game in line[:i]] if rule == "must" else []
    if start in passed:
        return Found(LOST, {}, all_seen=True)
    return search(start, rule, width, most=most or LONGEST * width, passed=passed)


def report(player: Any, every: bool) -> Report:
    """Return the report on the game in progress: of EVERY choice, or of the worst ones."""
    session, line = player.session, played(player).last()
    found = list(judged(line.positions, line.moves))
    worst = sorted(found, key=lambda one: (not one.lost, -one.worse_in))
    lost = [one.number for one in found if one.lost]
    worse = len(found) - len(lost)
    verdict = f"{counted(worse, 'choice') if worse else 'no choice'} seemed worse than another one"
    if lost:
        verdict = f"{verdict}, and " * bool(worse) + f"move {lost[0]} lost the win"
    text = [wrapped(headline(session, player.short_score(player.game)))]
    text.append(wrapped(f"In hindsight: {verdict}."))
    for one in found if every else sorted(worst[:SHOWN]):
        before, move = line.positions[one.number - 1], line.moves[one.number - 1]
        made, better = (f"{each} ({player.tell(each, before)})" for each in (move, one.better))
        if one.lost:
            text.append(row(f"{one.number}. {made} lost the win.", 3))
            text.append(row(f"Better: {better}.", 7))
        else:
            guesses = f"in {one.worse_in} of {one.of} guesses at the unseen cards"
            text.append(row(f"{one.number}. {made} did worse than {better} {guesses}.", 3))
    if not every and (more := len(found) - SHOWN) > 0:
        text.append(f"   'review all' tells of {more} more.\n")
    facts = {
        "score": player.game.score(),
        "positions": [],
        "turnings": [_figures_of(player, line, one) for one in found],
        "solver": None,
        "chances": [],
    }
    return Report("".join(text), figures(session) | facts)


def _figures_of(player: Any, line: LineOfPlay, one: Judged) -> dict[str, Any]:
    move = line.moves[one.number - 1]
    return {
        "kind": "lost" if one.lost else "worse",
        "move": one.number,
        "command": str(move),
        "told": player.tell(move, line.positions[one.number - 1]),
        "kept_by": [str(one.better)],
        "moves_to_win": None,
        "played_on": len(line.moves) - one.number,
        "fair": None,
        "guesses": None if one.lost else {"of": one.of, "worse_in": one.worse_in},
    }
