"""Sentences about whether a game in progress can be won, as a solver finds out.

The solver knows every card; the game's text player decides who may ask it.
"""

from typing import Final

from cardgames.model.errors import IllegalMove
from cardgames.patience.solution import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.session import Session
from cardgames.text.wording import WON_ONCE, counted

EACH: Final = 20_000
"""The most positions to look at in each of those where the game could last be won."""
NEVER: Final = "This deal could not be won.\n"


def verdict_text(session: Session, asked: int | None, most: int) -> str:
    """Say whether the game can be won; if not, when it could be won last.

    The solver looks at ASKED positions at most (None: as many as 'solution' has it look at); the
    person may raise that limit up to MOST.
    """
    limit = MOST_LOOKED_AT if asked is None else asked
    solution = session.solver().solution(session.game, limit)
    if solution.verdict is Verdict.WINNABLE:
        return f"It can be won, in {counted(len(solution.moves), 'move')}: 'solution' plays them.\n"
    if solution.verdict is Verdict.LOST:
        back = way_back(session, min(limit, EACH))
        return back if back == NEVER else f"It {_lost(back)}.\n{back}"
    more = f": 'winnable {min(10 * limit, most)}' looks at more" if limit < most else ""
    return f"{_finding(solution).capitalize()}{more}.\n"


def parting_text(session: Session, limit: int) -> str:
    """Say whether a game that a person gives up can be won, or when it could be; '' if unknown."""
    verdict = session.knowledge().verdict(session.game, limit)
    if verdict is Verdict.WINNABLE:
        return "It could still be won.\n"
    return way_back(session, limit) if verdict is Verdict.LOST else ""


def check_winnable(session: Session) -> None:
    """Check that the game is not over and can be won; raises IllegalMove."""
    session.check_going()
    solution = session.solver().solution(session.game)
    if not solution.moves:
        if solution.verdict is Verdict.LOST:
            back = way_back(session, EACH)
            why = "this deal could not be won" if back == NEVER else f"the game {_lost(back)}"
            raise IllegalMove(f"there is no solution: {why}")
        raise IllegalMove(f"no solution was found: {_finding(solution)}")


def way_back(session: Session, limit: int) -> str:
    """Say when the game could last be won; '' if the solver does not find out.

    A game that can be won after a step could be won before it, which permits a binary search.
    """
    history = session.history
    won, lost, verdict = -1, history.steps, Verdict.LOST
    while lost - won > 1:
        middle = (won + lost) // 2
        found = session.knowledge().verdict(history.after(middle)[0], limit)
        if found is Verdict.WINNABLE:
            won = middle
        else:
            lost, verdict = middle, found
    if won < 0:
        return NEVER if verdict is Verdict.LOST else ""
    moves = history.after(won)[1]
    is_one_move = history.after(won + 1)[1] == moves + 1  # else it may have been lost later
    word = "until" if verdict is Verdict.LOST and is_one_move else "at"
    when = f"{word} move {moves}" if moves else "at the deal"
    return f"{WON_ONCE}{when}: undo {history.steps - won} goes back there.\n"


def _lost(back: str) -> str:
    """Return a verb phrase for a lost game; BACK, from `way_back`, says whether it was ever won."""
    return "cannot be won any more" if back else "cannot be won"


def _finding(solution: Solution) -> str:
    """Say that a search was too short."""
    looked = counted(solution.positions, "position")
    return f"{looked} {'was' if solution.positions == 1 else 'were'} not enough to find out"
