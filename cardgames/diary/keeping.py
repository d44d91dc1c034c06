"""Keeping the games at a table in the diary, while they go on and when they end.

What cannot be written stays due: each later command tries again.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import Final

from cardgames.diary.database import NoLibrary
from cardgames.diary.diary import (
    COMPUTER,
    DRAWN,
    ENDED,
    GOING,
    HELPED,
    LOST,
    PERSON,
    SCRIPT,
    WON,
    Diary,
    Entry,
    Owner,
    TakenOver,
    text_of,
)
from cardgames.model.deal import read_day
from cardgames.model.errors import KeepingError
from cardgames.model.game import HUMAN
from cardgames.play.script import uninterrupted
from cardgames.play.session import Recorder, Session

GOES_ON: Final = "'cardgames resume' goes on with this game.\n"
PUT_AWAY: Final = "The game before is put away: 'cardgames resume {}' goes on with it.\n"
STANDS: Final = "The result stays in the statistics, unless you play on.\n"
WITHDRAWN: Final = "You play on: the result no longer counts.\n"
AGAIN: Final = "The game is kept again.\n"
NOT_KEPT: Final = "The game is not kept; each command tries again, and 'save FILE' saves it"
UNKEPT: Final = "'save FILE' saves the game; to leave without that, do so again"
WAIT: Final = 1.0  # seconds, for a file that is locked


class Sitting:
    """A person at a game, from when they sit down to when they leave or begin another."""

    def __init__(
        self,
        session: Session,
        now: datetime,
        taken: Entry | None = None,
        turn: int = 0,
        only_end: bool = False,
    ) -> None:
        """Sit down NOW at the game of SESSION, new, or TAKEN from the diary for this TURN.

        With ONLY_END, nothing is written before its end, and no line.
        """
        self.session = session
        self.begun = session.begun
        self.result = taken or new_result(session, now)
        self.owner = None if only_end else Owner.new(text_of(now))  # None when they have left
        self.due = False  # Is there anything to be written?
        self.lost = False  # Is the game kept no more, as it goes on elsewhere?
        self.by_person = HUMAN in session.setup.options.seats()
        self._turn = turn
        self._only_end = only_end
        self._since = monotonic() - self.result.seconds
        # The lines that deal the game, if it is not the first one of its seed.
        self._head = ["new"] * (session.deals - 1)
        self._lines: list[str] = []
        # The log when it was seen last, the number of its lines, and whether the game was over.
        self._log, self._end, self._over = session.log, len(session.log), False

    def follow(self, now: datetime) -> str | None:
        """Take note of what was done in the game; return what the person is to know, or None.

        A result that was told stands, although it is undone, until another move is made.
        """
        session, log, was_over = self.session, self._log, self._over
        if session.log is log and len(log) == self._end:
            return None
        self._over = session.outcome() is not None
        self._log, self._end = session.log, len(session.log)
        undone = self.result.status == ENDED and not self._over and session.log is log
        if undone and session.history.undone:
            return STANDS if was_over else ""
        left = session.history.given_up and not session.alone  # others have played
        moved = self.due or self.result.id or session.moves_made or left
        if not moved or self.lost or self._only_end and not self._over:
            return ""
        self.result = result_of(session, self.result, self._seconds(), now)
        self._lines = [] if self._only_end else self._head + session.log[self.begun :]
        self.due = True
        return WITHDRAWN if undone else ""

    def leave(self) -> None:
        """Let others go on with the game."""
        self.owner = None
        self.due = (self.due or self.result.id > 0) and not self.lost
        if self.result.status == GOING:
            self.result = self.result._replace(seconds=self._seconds())

    def write(self, diary: Diary) -> None:
        id, self._turn = diary.keep(self.result, self._lines, self._turn, self.owner)
        self.result, self.due = self.result._replace(id=id), False

    def is_going(self) -> bool:
        return bool(self.result.id) and not (self.due or self.lost) and self.result.status == GOING

    def _seconds(self) -> int:
        return int(monotonic() - self._since)


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
        diary.wait = WAIT
        # The sitting that goes on, after those that are over but not written to the end.
        self._sittings: list[Sitting] = []
        self._failure = ""  # what has kept the last write from working
        self._warned = False
        self._ended = False  # Has a game ended?

    def take_up(self, session: Session, taken: Entry, turn: int) -> None:
        """Go on with the game of SESSION, which was TAKEN from the diary for this TURN."""
        session.from_script = taken.player == SCRIPT
        session.day = read_day(taken.day) if taken.day else None
        self._sittings = [Sitting(session, self._now(), taken, turn)]

    def record(self, session: Session) -> str:
        self._follow(session)
        told, self._told[:] = "".join(self._told), []
        return told

    def unkept(self) -> str:
        """Return, once, a message for a person who would lose something by leaving, or ''."""
        warned, self._warned = self._warned, bool(self._failure)
        return "" if warned or not self._failure else f"Error: {self._failure}. {UNKEPT}.\n"

    def standing(self, session: Session) -> tuple[Entry, list[Entry] | None]:
        """Return the result of SESSION's game, which has ended, and the games that are alike.

        There is None if it will not be among them.
        """
        result = self._follow(session).result
        with suppress(KeepingError):  # the next write tells it
            if result.id and not self._sittings[-1].lost:
                return result, self.diary.alike(result)
        return result, None

    def close(self, left: bool) -> str:
        """Release the games, and return the closing message for a person who LEFT in order.

        Raises KeepingError if something could not be kept.
        """
        with uninterrupted():
            for sitting in self._sittings:
                sitting.leave()
            self._write()
            if left and self._sittings and self._sittings[-1].is_going():
                self._told.append(GOES_ON)
            with suppress(KeepingError):
                if self._ended:
                    self.diary.back_up(f"{self._now():%Y-%m-%d}")
            self.diary.close()
        if any(sitting.due for sitting in self._sittings):
            raise KeepingError(f"{self._failure}: the game is not kept")
        return "".join(self._told)

    def _follow(self, session: Session) -> Sitting:
        """Return the sitting at the game of SESSION, and keep what happened there."""
        before = self._sittings[-1:]
        with uninterrupted():
            if [(one.session, one.begun) for one in before] != [(session, session.begun)]:
                self._sittings.append(Sitting(session, self._now(), only_end=self._only_ends))
                for sitting in before:
                    sitting.leave()
                    self._write()
                    if sitting.is_going():
                        self._told.append(PUT_AWAY.format(sitting.result.id))
            sitting = self._sittings[-1]
            if sitting.by_person:
                told = sitting.follow(self._now())
                if told is not None:
                    self._warned = False  # there is more to lose than when the person was warned
                    self._told.append(told)
            self._write()
        return sitting

    def _write(self) -> None:
        """Write what is due; tell if that fails, or works again."""
        due = [sitting for sitting in self._sittings if sitting.due]
        try:
            for sitting in due:
                try:
                    sitting.write(self.diary)
                    self._ended = self._ended or sitting.result.status == ENDED
                except (TakenOver, NoLibrary) as error:
                    sitting.lost, sitting.due, self._failure = True, False, ""
                    self._told.append(f"{error}.\n")
        except KeepingError as error:
            if not self._failure:
                self._told.append(f"Error: {error}. {NOT_KEPT}.\n")
            self._failure = str(error)
        else:
            if due and self._failure:
                self._told.append(AGAIN)
                self._failure = ""
            del self._sittings[:-1]


def new_result(session: Session, now: datetime) -> Entry:
    setup, game, day = session.deal[0], session.game, session.day
    return Entry(
        id=0,
        name=f"{game.name}-{now:%Y%m%d-%H%M%S}-{os.urandom(4).hex()}",
        game=game.name,
        deal=setup.command_line(),
        options=setup.options.values(),
        words=" ".join(setup.options.words()),
        seed=session.seed if session.deals else None,
        number=session.deals,
        day=str(day) if day else None,
        today=str(day) if day == now.date() else None,
        begun=text_of(now),
        finished=text_of(now),
    )


def result_of(session: Session, before: Entry, seconds: int, now: datetime) -> Entry:
    """Bring BEFORE, a game's row, up to date: from its SESSION, NOW, after SECONDS of play."""
    history = session.history
    game, moves, helped_from = history.now, history.people_moves, history.helped_from
    if session.from_script:
        player = SCRIPT
    elif helped_from or session.shown:
        player = HELPED
    else:
        player = PERSON if helped_from is None else COMPUTER
    ended, seats = session.outcome(), session.setup.options.seats()
    if seats.count(HUMAN) > 1:
        outcome = ENDED
    elif ended is None:
        outcome = ""
    elif ended.winner is None:
        outcome = DRAWN
    else:
        outcome = WON if ended.winner == seats.index(HUMAN) + 1 else LOST
    return before._replace(
        status=ENDED if ended else GOING,
        outcome=outcome,
        reason=ended.reason if ended else "",
        score=game.score(),
        moves=moves,
        length=game.length(moves),
        seconds=seconds,
        hints=session.hints,
        undos=session.undos,
        player=player,
        helped_from=helped_from,
        finished=text_of(now),
        details=game.details(),
    )
