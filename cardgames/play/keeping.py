"""Keeping the games at a table in the diary, while they go on and when they end.

What cannot be written stays pending: each later command tries again with all that is missing.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import Final

from cardgames import __version__
from cardgames.model.deal import read_day
from cardgames.model.errors import KeepingError
from cardgames.model.game import HUMAN
from cardgames.play.database import Locked, NoLibrary
from cardgames.play.diary import Diary, Owner, TakenOver
from cardgames.play.results import (
    COMPUTER,
    DRAWN,
    ENDED,
    GOING,
    HELPED,
    LOST,
    PERSON,
    SCRIPT,
    WON,
    Result,
    text_of,
)
from cardgames.play.script import uninterrupted
from cardgames.play.session import Recorder, Session

GOES_ON: Final = "'cardgames resume' goes on with this game.\n"
STUCK: Final = "The game is stuck. It is put away: 'cardgames resume' goes on with it.\n"
PUT_AWAY: Final = "The game before is put away: 'cardgames resume {}' goes on with it.\n"
AGAIN: Final = "The game is kept again.\n"
SAFE: Final = "The game is safe here; it is kept, and counts, as soon as the file is free"
NOT_COUNTED: Final = "This game is not counted, unless a later command can still write it"
NOT_KEPT: Final = "The game is not kept; each command tries again, and 'save FILE' saves it"
UNKEPT: Final = "'save FILE' saves the game; to leave without that, do so again"
WAITS: Final = 1.0, 0.1, 5.0
"""How long to wait for a locked file, in seconds: usually, after a failure, and at the end."""


class Sitting:
    """A person at a game, from when they sit down to when they leave or begin another."""

    def __init__(
        self,
        session: Session,
        now: datetime,
        taken: Result | None = None,
        owner: Owner | None = None,
        only_end: bool = False,
    ) -> None:
        """Sit down NOW at the game of SESSION, new, or TAKEN from the diary by its OWNER.

        With ONLY_END, nothing is written before its end, and no line.
        """
        self.session = session
        self.begun = session.begun
        self.result = taken or new_result(session, now)
        self._owner = owner or Owner.new(text_of(now))
        self._only_end = only_end
        self._since = monotonic() - self.result.seconds
        self._head = ["new"] * (session.deals - 1)
        """The lines that deal the game, if it is not the first one of its seed."""
        self._log = session.log
        self._end = len(session.log)
        """The number of lines of the log that were seen."""
        self._safe = self._place(self._end) if taken else 0
        """The number of lines of the game that stand in the diary."""
        self.moved = taken is not None
        """Has the person done anything in this game?"""
        self.due = False
        """Is there anything to be written?"""
        self.lost = False
        """Is the game kept no more, as it goes on elsewhere?"""

    def is_at(self, session: Session) -> bool:
        """Is it a sitting at the game that SESSION has come to?"""
        return self.session is session and self.begun == session.begun

    def follow(self, now: datetime) -> bool:
        """Take note of what was done in the game; return whether that is anything."""
        session = self.session
        if session.log is self._log and len(session.log) == self._end:
            return False
        if session.log is not self._log:  # lines were cut or replaced
            pairs = enumerate(zip(self._log, session.log))
            same = next((n for n, (old, new) in pairs if old != new), len(session.log))
            self._safe = min(self._safe, self._place(same))
        self._log, self._end = session.log, len(session.log)
        self.moved = self.moved or session.moves_made > 0 or session.history.given_up > 0
        if self.moved and not (self._only_end and session.outcome() is None):
            self.result = result_of(session, self.result, self._seconds(), now)
            self.due = not self.lost
        return True

    def write(self, diary: Diary, leave: bool) -> None:
        """Write what is missing to DIARY; if the person LEAVES, the time that they took, too."""
        if leave and self.result.status == GOING:
            self.result = self.result._replace(seconds=self._seconds())
        id = diary.keep(self.result, self._owner, self._lines, self._safe, leave)
        self.result = self.result._replace(id=id)
        self._safe, self.due = 0 if self._only_end else self._place(self._end), False

    def is_going(self) -> bool:
        """Can the game be gone on with, by what is kept of it?"""
        kept = self.result.id and not self.due and not self.lost
        return bool(kept) and self.result.status == GOING

    def _seconds(self) -> int:
        return int(monotonic() - self._since)

    def _place(self, end: int) -> int:
        """Return the number of lines of the game up to line END of the log."""
        return len(self._head) + max(0, end - self.begun)

    def _lines(self, first: int) -> Sequence[str]:
        """Return the lines of the game from number FIRST on."""
        if self._only_end:
            return []
        start = self.begun + max(0, first - len(self._head))
        return self._head[first:] + self._log[start : self._end]


class Keeper(Recorder):
    """Keeps the games that a person plays, one after the other, in a diary."""

    status = 2

    def __init__(self, diary: Diary, now: Callable[[], datetime], only_ends: bool = False) -> None:
        """Keep games in DIARY; NOW is the time in UTC. ONLY_ENDS keeps only how games end."""
        self.diary = diary
        self._now = now
        self._only_ends = only_ends
        self._told: list[str] = []
        diary.tell = lambda line: self._told.append(f"{line}\n")
        self._sitting: Sitting | None = None
        self._left: list[Sitting] = []
        """The sittings that are over, but not written down to the end."""
        self._failures: dict[str, str] = {}
        """What went wrong since the last write that worked, by the advice that was told."""
        self._warned = False
        self._ended = False
        """Has a game ended?"""

    def take_up(self, session: Session, taken: Result, owner: Owner) -> None:
        """Go on with the game of SESSION, which OWNER has TAKEN from the diary."""
        session.from_script = taken.player == SCRIPT
        session.day = read_day(taken.day) if taken.day else None
        self._sitting = Sitting(session, self._now(), taken, owner)

    def record(self, session: Session) -> str:
        """Keep what happened in SESSION; return what a person should know, or ''."""
        with uninterrupted():
            sitting = self._at(session)
            if HUMAN in session.setup.options.seats() and sitting.follow(self._now()):
                self._warned = False  # there is more to lose than when the person was warned
            self._write([sitting] if sitting.due else [])
        return self._what_was_told()

    def unkept(self) -> str:
        """Return, once, a message for a person who would lose something by leaving, or ''."""
        warned, self._warned = self._warned, bool(self._failures)
        return "" if warned or not self._failures else f"Error: {self._failure()}. {UNKEPT}.\n"

    def compared(self, session: Session) -> tuple[Result, list[Result] | None]:
        """Return the result of SESSION's game, which has ended, and the other games of its kind.

        There is None instead of these if it will not be among them.
        """
        sitting = self._at(session)
        sitting.follow(self._now())
        with suppress(KeepingError):  # the next write tells it
            if sitting.due or sitting.result.id and not sitting.lost:
                games = self.diary.games(sitting.result.game)
                return sitting.result, [one for one in games if one.name != sitting.result.name]
        return sitting.result, None

    def close(self, left: bool) -> str:
        """Let others go on with the game; return what a person should know who LEFT it.

        Raises KeepingError if something could not be kept.
        """
        sitting, self._sitting = self._sitting, None
        if sitting is not None:
            self.diary.wait = WAITS[2]
            with uninterrupted():
                self._put_away(sitting)
            if left and sitting.is_going():
                self._told.append(STUCK if _is_stuck(sitting.session) else GOES_ON)
        with suppress(KeepingError):
            if self._ended:
                self.diary.back_up(f"{self._now():%Y-%m-%d}")
        self.diary.close()
        if self._left:
            raise KeepingError(f"{self._failure()}: the game is not kept")
        return self._what_was_told()

    def _at(self, session: Session) -> Sitting:
        """Return the sitting at the game of SESSION; put away the game before it."""
        before = self._sitting
        if before is not None and before.is_at(session):
            return before
        self._sitting = Sitting(session, self._now(), only_end=self._only_ends)
        if before is not None:
            self._put_away(before)
            if before.is_going():
                self._told.append(PUT_AWAY.format(before.result.id))
        return self._sitting

    def _put_away(self, sitting: Sitting) -> None:
        """Let others go on with a game, as soon as all of it can be written."""
        if (sitting.due or sitting.result.id) and not sitting.lost:
            self._left.append(sitting)
        self._write([])

    def _write(self, due: list[Sitting]) -> None:
        """Write what was left, then what is DUE; tell if that fails, or works again."""
        if not (due or self._left):
            return
        try:
            lost = False
            while self._left:
                lost |= not self._write_one(self._left[0], leave=True)
                del self._left[0]
            for sitting in due:
                lost |= not self._write_one(sitting)
        except KeepingError as error:
            self._fail(error, due)
        else:
            self.diary.wait = WAITS[0]
            if self._failures:
                self._failures.clear()
                self._warned = False
                self._told += [] if lost else [AGAIN]

    def _write_one(self, sitting: Sitting, leave: bool = False) -> bool:
        """Write what is missing of a game; return False if it goes on elsewhere, and tell that."""
        try:
            sitting.write(self.diary, leave)
            self._ended = self._ended or sitting.result.status == ENDED
        except (TakenOver, NoLibrary) as error:
            sitting.lost, sitting.due = True, False
            self._told.append(f"{error}.\n")
        return not sitting.lost

    def _fail(self, error: KeepingError, due: list[Sitting]) -> None:
        """Tell that ERROR keeps a game from being written, unless that was told."""
        ended = any(sitting.result.status == ENDED for sitting in [*self._left, *due])
        advice = SAFE if isinstance(error, Locked) else NOT_COUNTED if ended else NOT_KEPT
        if advice not in self._failures:
            self._told.append(f"Error: {error}. {advice}.\n")
        self._failures[advice] = str(error)
        self.diary.wait = WAITS[1]

    def _failure(self) -> str:
        return list(self._failures.values())[-1]

    def _what_was_told(self) -> str:
        told, self._told[:] = "".join(self._told), []
        return told


def new_result(session: Session, now: datetime) -> Result:
    """Return the row of a game that is begun NOW."""
    setup, game, day = session.deal[0], session.game, session.day
    return Result(
        id=0,
        name=f"{game.name}-{now:%Y%m%d-%H%M%S}-{os.urandom(4).hex()}",
        game=game.name,
        deal=setup.command_line(),
        options=setup.options.values(),
        words=" ".join(setup.options.words()),
        seed=session.seed if session.deals else None,
        number=session.deals,
        day=str(day) if day else None,
        status=GOING,
        outcome="",
        reason="",
        score=0,
        moves=0,
        length=0,
        seconds=0,
        hints=0,
        undos=0,
        player=PERSON,
        helped_from=None,
        today=str(day) if day == now.date() else None,
        begun=text_of(now),
        finished=text_of(now),
        version=__version__,
        details={},
    )


def result_of(session: Session, before: Result, seconds: int, now: datetime) -> Result:
    """Bring BEFORE, a game's row, up to date: from its SESSION, NOW, after SECONDS of play."""
    game, helped_from = session.game, session.history.helped_from
    status, outcome, reason = _outcome(session)
    by_whom = PERSON if helped_from is None else HELPED if helped_from else COMPUTER
    by_whom = HELPED if session.shown else by_whom
    return before._replace(
        status=status,
        outcome=outcome,
        reason=reason,
        score=game.score(),
        moves=session.moves_made,
        length=game.length(session.moves_made),
        seconds=seconds,
        hints=session.hints,
        undos=session.undos,
        player=SCRIPT if session.from_script else by_whom,
        helped_from=helped_from,
        finished=text_of(now),
        details=game.details(),
    )


def _outcome(session: Session) -> tuple[str, str, str]:
    """Return how the game in progress stands, how it ended for its only person, and why."""
    outcome, seats = session.outcome(), session.setup.options.seats()
    if outcome is None:
        return GOING, ENDED if seats.count(HUMAN) > 1 else "", ""
    if seats.count(HUMAN) > 1:
        return ENDED, ENDED, outcome.reason
    if outcome.winner is None:
        return ENDED, DRAWN, outcome.reason
    return ENDED, WON if outcome.winner == seats.index(HUMAN) + 1 else LOST, outcome.reason


def _is_stuck(session: Session) -> bool:
    """Is it certain that a patience can come to no good end?"""
    return session.alone and session.moves_made > 0 and session.is_stuck()
