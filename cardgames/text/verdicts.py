"""What a solver finds out about a game in progress, in words.

The solver knows every card; the game's text player decides who may ask it.
"""

from cardgames.model.errors import IllegalMove
from cardgames.model.solution import Solution, Verdict
from cardgames.play.session import Session
from cardgames.text.wording import counted


def verdict_text(session: Session, limit: int, most: int) -> str:
    """Say whether the game can be won, and where it could be.

    The solver looks at LIMIT positions; it could be asked to look at MOST.
    """
    solution = session.solver().solution(session.game, limit)
    if solution.verdict is Verdict.WINNABLE:
        return f"It can be won, in {counted(len(solution.moves), 'move')}: 'solution' plays them.\n"
    if solution.verdict is Verdict.LOST:
        lost = "It cannot be won any more.\n" if session.history.steps else ""
        return lost + way_back(session, limit)
    more = f": 'winnable {min(10 * limit, most)}' looks at more" if limit < most else ""
    return f"{_finding(solution).capitalize()}{more}.\n"


def parting_text(session: Session, limit: int) -> str:
    """Say whether a game that is given up can be won, or could be; '' if that is not found out."""
    verdict = session.solver().solution(session.game, limit).verdict
    if verdict is Verdict.WINNABLE:
        return "It could still be won.\n"
    return way_back(session, limit) if verdict is Verdict.LOST else ""


def check_winnable(session: Session) -> None:
    """Check that the game goes on and can be won; raises IllegalMove."""
    session.check_going()
    solution = session.solver().solution(session.game)
    if not solution.moves:
        raise IllegalMove(f"there is no solution: {_finding(solution)}")


def way_back(session: Session, limit: int) -> str:
    """Say how far back the game could be won, or '' if the solver does not find out.

    Each step of a game that can be won could be won before, so a search by halves finds the last.
    """
    history = session.history
    won, lost, verdict = -1, history.steps, Verdict.LOST
    while lost - won > 1:
        middle = (won + lost) // 2
        found = session.solver().solve(history.after(middle)[0], limit).verdict
        if found is Verdict.WINNABLE:
            won = middle
        else:
            lost, verdict = middle, found
    if won < 0:
        return "This deal could not be won.\n" if verdict is Verdict.LOST else ""
    moves = history.after(won)[1]
    word = "until" if verdict is Verdict.LOST else "at"
    when = f"{word} move {moves}" if moves else "at the deal"
    return f"It could be won {when}: undo {history.steps - won} goes back there.\n"


def _finding(solution: Solution) -> str:
    """Say what the solver has found out about a game that it did not solve."""
    if solution.verdict is Verdict.LOST:
        return "the game cannot be won any more"
    looked = counted(solution.positions, "position")
    return f"{looked} {'was' if solution.positions == 1 else 'were'} not enough to find out"
