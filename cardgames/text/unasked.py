"""Cards that go to their foundations by themselves after a person's move, and what is said of them.

Each of these cards is a move of its own in the log, so a script replays alike without a word for
them. Which of its moves came unasked is not kept: the position tells it.
"""

from collections.abc import Sequence
from typing import Any, Final

from cardgames.model.cards import Card
from cardgames.model.game import Move
from cardgames.patience.founding import founded_by, unasked_move
from cardgames.play.history import History
from cardgames.play.session import Session
from cardgames.text.wording import counted, wrapped

OFFER: Final = "Every card can go up now: "
"""The words that every offer begins with."""


def told(cards: Sequence[str]) -> str:
    """Return the line that names the CARDS that went up: '2C and 2D went up by themselves.'"""
    *most, last = cards
    named = f"{', '.join(most)} and {last}" if most else last
    return wrapped(f"{named} went up by {'themselves' if most else 'itself'}.")


def offer_text(moves: int) -> str:
    """Say that `finish` brings up all cards, in this number of MOVES."""
    what = f"the {counted(moves, 'move')}" if moves > 1 else "the last move"
    return f"{OFFER}'finish' makes {what}.\n"


def unfinished_text(hidden: int) -> str:
    """Say why `finish` is refused in a position with this number of HIDDEN cards."""
    if hidden:
        why = f"{counted(hidden, 'card')} {'is' if hidden == 1 else 'are'} hidden"
    else:
        why = "some are in the way"
    return f"it is not certain yet that every card can go up: {why}"


def bring_up(session: Session) -> list[tuple[Move, Card | None]]:
    """Make each move to a foundation that may come unasked; return them with the cards."""
    made: list[tuple[Move, Card | None]] = []
    while session.outcome() is None:
        game: Any = session.game
        move = unasked_move(game, session.history.before)
        if move is None:
            break
        made.append((move, founded_by(game, move)))
        session.make(move)
    return made


def steps_back(history: History) -> int:
    """Return the number of steps of the last move, and of the cards that went up after it."""
    first = history.steps
    while _came_unasked(history, first):
        first -= 1
    return max(1, history.steps + 1 - first)


def steps_forth(history: History) -> int:
    """Return the number of steps of the next move to redo, and of the cards that went up then."""
    last = history.steps + 1
    while last < history.steps + history.undone and _came_unasked(history, last + 1):
        last += 1
    return last - history.steps


def _came_unasked(history: History, number: int) -> bool:
    """Did a card go up by itself in step NUMBER, after the step before it?"""
    if number < 2:
        return False
    before, now = history.step(number - 1), history.step(number)
    if len(before) != 1 or len(now) != 1:
        return False  # what a computer has played, or `finish`
    return bool(unasked_move(now[0].before, before[0].before) == now[0].move)
