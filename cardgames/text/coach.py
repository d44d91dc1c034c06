"""The report on a patience that has a solver: where the win was lost, and what would have kept it.

After the end, or for a hint, every card may be named.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, Final, NamedTuple

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move, Odds
from cardgames.patience.founding import WINS, founded_by, turns_to, unasked_move
from cardgames.patience.game import TURN
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.review import (
    Bounds,
    LineOfPlay,
    bounds_of,
    halved,
)
from cardgames.play.session import History, Session
from cardgames.text.wording import COLUMNS, WON_ONCE, WORDS, Look, counted, fitted, wrapped

LINES: Final = 2
"""The most lines of a hint; cards in words take one more."""


class Part(NamedTuple):
    """A part of a plan: one move, or several turns of the stock."""

    typed: str
    """What to type for it: '4c 5d', 'turn kd'."""
    text: str
    """What it does: '4C onto 5D', 'turn 7 times to KD'."""
    turns: bool = False


class HintWriter:
    """Makes the hints of a game in words."""

    def __init__(
        self, tell: Callable[[Move, Any], str], typed: Callable[[Any, Move], str], look: Look
    ) -> None:
        """Say by TELL what a move does, and by TYPED what to type for it, with cards in LOOK."""
        self._tell = tell
        self._typed = typed
        self._look = look

    def hint(self, at: Any, advice: Advice, goes_on: bool = False, brief: bool = False) -> str:
        """Return the lines of a hint for the position AT.

        If it GOES_ON with the plan told last, it says what comes then instead of the odds. If
        BRIEF, it does not say again what the orders are of. What has no room is left out.
        """
        assert advice.move is not None
        acts = self._acts(at, (advice.move, *advice.then))
        said, last = _with_typed(acts[0]), acts[-1][-1].text
        if goes_on and len(acts) > 1:
            return _lines(f"{said}, then {acts[1][-1].text}.")
        why = self._look.named(advice.why)
        leads = f", on the way to {last}" if len(acts) > 1 and not why.startswith(WINS) else ""
        odds = instead = ""
        if advice.odds and not goes_on:
            odds, instead = f" {_odds(advice.odds, brief)}", self._instead(at, advice.odds)
        reason = "" if goes_on and acts[0][-1].turns else f": {why}"
        for text in (
            f"{said}{leads}{'' if why.endswith(last) else reason}.{odds}{instead}",
            f"{said}{'' if why.endswith(acts[0][-1].text) else reason}.{odds}{instead}",
            f"{said}.{odds}{instead}",
            f"{said}.{odds}",
        ):
            told = _lines(f"{text}{'.' if odds else ''}")
            if told.count("\n") <= LINES + (self._look.style == WORDS):
                break
        return told

    def parts(self, at: Any, moves: Sequence[Move]) -> Iterator[Part]:
        """Yield the parts of the plan that makes MOVES, one after the other, from AT."""
        for turns, same in groupby(moves, lambda move: move == TURN and at.layout.turns):
            if turns:
                before, count = at, len(list(same))
                for _ in range(count):
                    at = at.apply(TURN)
                yield self._turning(before, count, at)
                continue
            for move in same:
                yield Part(self._typed(at, move), self._tell(move, at))
                at = at.apply(move)

    def first_act(self, at: Any, moves: Sequence[Move]) -> tuple[Sequence[Move], str]:
        """Return the first act of the plan that makes MOVES from AT, and what its move does."""
        turns = 0
        while at.layout.turns and moves[turns:-1] and moves[turns] == TURN:
            turns += 1
        return moves[: turns + 1], self._acts(at, moves[: turns + 1])[0][-1].text

    def _acts(self, at: Any, moves: Sequence[Move]) -> list[list[Part]]:
        """Return the parts of the plan, each move together with the turns before it."""
        acts: list[list[Part]] = [[]]
        for part in self.parts(at, moves):
            acts[-1].append(part)
            acts += [] if part.turns else [[]]
        return list(filter(None, acts))

    def _turning(self, before: Any, count: int, after: Any) -> Part:
        """Return the part that turns the stock COUNT times, from BEFORE to AFTER."""
        top, typed = after.waste[-1:], f"turn {count}"
        if top and top[0] is not BACK:
            with suppress(IllegalMove):  # of the player, who may not know the card
                if turns_to(before, top[0]) == count:
                    typed = f"turn {top[0].label.lower()}"
            times = "" if count == 1 else f" {counted(count, 'time')}"
            return Part(typed, f"turn{times} to {self._look.card(top[0])}", True)
        stock = "the rest of the stock" if before.waste else "the whole stock"
        text = self._tell(TURN, before) if count == 1 else f"turn {stock}"
        return Part(typed, text, True)

    def _instead(self, at: Any, odds: Odds) -> str:
        """Say what else might be done now, if something is to be said of it; else ''."""
        if not odds.instead:
            return ""
        other = _with_typed(self._acts(at, odds.instead)[0])
        if odds.as_good:
            return f"; {other} is about as good"
        return f"; with {other} first, in {odds.instead_won or 'none'}"


def _lines(text: str) -> str:
    """Return the lines of a hint for 80 columns."""
    return fitted(f"Hint: {text}\n", COLUMNS - 1)


def _with_typed(act: Sequence[Part]) -> str:
    """Return what ACT does, and what to type for it: 'AD to its foundation (turn ad; ad f)'."""
    return f"{act[-1].text} ({'; '.join([part.typed for part in act])})"


def _odds(odds: Odds, brief: bool) -> str:
    """Say in how many orders of the hidden cards a win was found."""
    orders = f"{odds.of} orders{'' if brief else ' of the hidden cards'}"
    if odds.hopeless:
        if odds.of == 1:
            return "Every card is known now: the game can no longer be won"
        return f"It seems lost: no way wins in any of {orders}"
    if not odds.won:
        return f"No win was found in {orders}, but some are undecided"
    return f"It wins in {odds.won} of {orders}"


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
