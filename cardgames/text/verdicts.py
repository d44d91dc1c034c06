"""Sentences about whether a game in progress can be won, as a solver finds out.

The solver knows every card; the game's text player decides who may ask it.
"""

from typing import Final

from cardgames.model.errors import IllegalMove
from cardgames.patience.solution import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.review import Bounds, LineOfPlay, bounds_of, halved
from cardgames.play.session import Session
from cardgames.text.wording import WON_ONCE, counted

NEVER: Final = "This deal could not be won.\n"


def verdict_text(session: Session, asked: int | None, most: int) -> str:
    """Say whether the game can be won; if not, when it could be won last.

    The solver looks at ASKED positions at most (None: as many as 'solution' has it look at); the
    person may raise that limit up to MOST.
    """
    limit = MOST_LOOKED_AT if asked is None else asked
    solution = _solution(session, limit)
    if solution.verdict is Verdict.WINNABLE:
        return f"It can be won, in {counted(len(solution.moves), 'move')}: 'solution' plays them.\n"
    if solution.verdict is Verdict.LOST:
        back = way_back(session)
        return back if back == NEVER else f"It {_lost(back)}.\n{back}"
    more = f": 'winnable {min(10 * limit, most)}' looks at more" if limit < most else ""
    return f"{_finding(solution).capitalize()}{more}.\n"


def _solution(session: Session, limit: int) -> Solution:
    """Return the solution of the game, also if only the review of the moves up to it decides."""
    solver = session.solver()
    found: Solution = solver.solution(session.game, limit)
    if found.verdict is Verdict.UNDECIDED and limit >= MOST_LOOKED_AT:
        bounds_of(_line(session), session.knowledge())
        found = solver.solution(session.game, limit)
    return found


def _line(session: Session) -> LineOfPlay:
    return LineOfPlay(*session.history.line(session.history.made))


def parting_text(session: Session, limit: int) -> str:
    """Say whether a game that a person gives up can be won, or when it could be; '' if unknown."""
    verdict = session.knowledge().verdict(session.game, limit)
    if verdict is Verdict.WINNABLE:
        return "It could still be won.\n"
    return way_back(session, limit) if verdict is Verdict.LOST else ""


def check_winnable(session: Session) -> None:
    """Check that the game is not over and can be won; raises IllegalMove."""
    session.check_going()
    solution = _solution(session, MOST_LOOKED_AT)
    if not solution.moves:
        if solution.verdict is Verdict.LOST:
            back = way_back(session)
            why = "this deal could not be won" if back == NEVER else f"the game {_lost(back)}"
            raise IllegalMove(f"there is no solution: {why}")
        raise IllegalMove(f"no solution was found: {_finding(solution)}")


def way_back(session: Session, limit: int = 0) -> str:
    """Say when the game, which is lost, could last be won; '' if the solver does not find out.

    It looks at LIMIT positions at most in each position; 0: as a review does.
    """
    history, line, knowledge = session.history, _line(session), session.knowledge()
    within = Bounds(-1, history.made)
    if limit:
        bounds = halved(line, knowledge, within, 10 * limit, (limit,))
    else:
        bounds = bounds_of(line, knowledge, within)
    if bounds.won < 0:
        return NEVER if bounds.lost == 0 else ""
    back = history.steps_after(bounds.won)
    _, moves = history.after(history.steps - back)
    word = "until" if bounds.lost == bounds.won + 1 == moves + 1 else "at"
    when = f"{word} move {moves}" if moves else "at the deal"
    return f"{WON_ONCE}{when}: undo {back} goes back there.\n"


def _lost(back: str) -> str:
    """Return a verb phrase for a lost game; BACK, from `way_back`, says whether it was ever won."""
    return "cannot be won any more" if back else "cannot be won"


def _finding(solution: Solution) -> str:
    """Say that a search was too short."""
    looked = counted(solution.positions, "position")
    return f"{looked} {'was' if solution.positions == 1 else 'were'} not enough to find out"
