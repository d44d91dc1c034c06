"""Keeping the games of a session in the diary, while they go on and when they end.

A game that cannot be written stays due: each later command tries again.
"""

from contextlib import suppress
from time import monotonic
from typing import Final

from cardgames.diary.database import NoLibrary
from cardgames.diary.diary import ENDED, GOING, SCRIPT, Diary, Entry, Owner, TakenOver, now
from cardgames.model.deal import read_day
from cardgames.model.errors import KeepingError
from cardgames.model.game import HUMAN
from cardgames.play.session import Recorder, Session, uninterrupted
from cardgames.text.console import Account

GOES_ON: Final = "'cardgames resume' goes on with this game.\n"
PUT_AWAY: Final = "The game before is put away: 'cardgames resume {}' goes on with it.\n"
STANDS: Final = "The result stays in the statistics, unless you play on.\n"
WITHDRAWN: Final = "You play on: the result no longer counts.\n"
AGAIN: Final = "The game is kept again.\n"
NOT_KEPT: Final = "The game is not kept; each command tries again, and 'save FILE' saves it"
UNKEPT: Final = "'save FILE' saves the game; to leave without that, do so again"
NO_GAME: Final = "As no move was made, it does not count as a game.\n"
WAIT: Final = 1.0  # seconds, for a file that is locked


class Sitting:
    """A game that a person plays, from its beginning or resumption until they leave it."""

    def __init__(
        self,
        session: Session,
        taken: Entry | None = None,
        turn: int = 0,
        only_end: bool = False,
    ) -> None:
        """Begin with the game of SESSION: a new one, or TAKEN from the diary with its TURN.

        With ONLY_END, only the result is written, at the end of the game, and no lines.
        """
        self.session, self.begun = session, session.begun
        self.result = taken or Entry.of(session)
        self.owner = None if only_end else Owner.new()  # None once the person has left
        self.due = False  # Is there anything to be written?
        self.lost = False  # Has another program taken the game, or is there no sqlite3?
        self._turn = turn
        self._only_end = only_end
        self._since = monotonic() - self.result.seconds
        self._lines: list[str] = []
        # At the last call of `follow`: the log, its number of lines, and whether the game was over.
        self._log, self._end, self._over = session.log, len(session.log), False

    def follow(self) -> str | None:
        """Update the result after a command; return a message, or None if nothing was done.

        A result stays, even after the end was undone, until another move is made.
        """
        session, log, was_over = self.session, self._log, self._over
        if session.log is log and len(log) == self._end:
            return None
        self._over = session.outcome() is not None
        self._log, self._end = session.log, len(session.log)
        undone = self.result.status == ENDED and not self._over and session.log is log
        if undone and session.history.undone:
            return STANDS if was_over else ""
        left = session.history.given_up and not session.alone  # Computers have played.
        moved = self.due or self.result.id or session.moves_made or left
        if not moved or self.lost or self._only_end and not self._over:
            return ""
        self.result = self.result.after(session, self._seconds())
        if not self._only_end:  # The game may not be the first of its seed.
            self._lines = ["new"] * (session.deals - 1) + session.log[self.begun :]
        self.due = True
        return WITHDRAWN if undone else ""

    def leave(self) -> None:
        """Release the game for other programs, by the next write."""
        if self.owner is not None:
            self.owner = None
            self.due = (self.due or self.result.id > 0) and not self.lost
            if self.result.status == GOING:
                self.result = self.result._replace(seconds=self._seconds())

    def write(self, diary: Diary) -> None:
        id, self._turn = diary.keep(self.result, self._lines, self._turn, self.owner)
        self.result, self.due = self.result._replace(id=id), False

    def _seconds(self) -> int:
        return int(monotonic() - self._since)


class Keeper(Recorder):
    """Keeps the games that a person plays, one after the other, in a diary."""

    status = 2

    def __init__(self, diary: Diary, only_ends: bool = False) -> None:
        """Keep games in DIARY; ONLY_ENDS keeps only their results."""
        self.diary = diary
        self._only_ends = only_ends
        self._told: list[str] = []
        diary.tell = lambda line: self._told.append(f"{line}\n")
        diary.wait = WAIT
        # The game that goes on, last, after earlier games that could not be written yet.
        self._sittings: list[Sitting] = []
        self._failure = ""  # why the last write failed, or ''
        self._warned = False
        self._ended = False  # Has a game ended?

    def take_up(self, session: Session, taken: Entry, turn: int) -> None:
        """Go on with the game of SESSION, which was TAKEN from the diary with this TURN."""
        session.from_script = taken.player == SCRIPT
        session.day = read_day(taken.day) if taken.day else None
        self._sittings = [Sitting(session, taken, turn)]

    def record(self, session: Session) -> str:
        self._follow(session)
        told, self._told = self._told, []
        return "".join(told)

    def unkept(self) -> str:
        """Return a warning, once, for a person who leaves an unwritten game, or ''."""
        warned, self._warned = self._warned, bool(self._failure)
        return "" if warned or not self._failure else f"Error: {self._failure}. {UNKEPT}.\n"

    def account(self, session: Session) -> Account:
        """Return the time of SESSION's game, which has ended, and its standing."""
        from cardgames.diary.figures import standing_text  # not needed before the end

        with uninterrupted():
            sitting, standing = self._follow(session), ""
        with suppress(KeepingError):  # The next write reports the error.
            if sitting.result.id and not sitting.lost:
                standing = standing_text(sitting.result, self.diary.alike(sitting.result))
            elif not sitting.result.id and not session.moves_made:
                standing = NO_GAME
        return Account(sitting.result.seconds, standing)

    def close(self, left: bool) -> str:
        """Release the games, and return the closing message for a person who LEFT in order.

        Raises KeepingError if something could not be kept.
        """
        self._release(GOES_ON if left else "")
        with suppress(KeepingError):
            if self._ended:
                self.diary.back_up(str(now().date()))
        self.diary.close()
        if any(sitting.due for sitting in self._sittings):
            raise KeepingError(f"{self._failure}: the game is not kept")
        return "".join(self._told)

    def _follow(self, session: Session) -> Sitting:
        """Keep what happened in SESSION; return the sitting at its game."""
        playing = [(one.session, one.begun) for one in self._sittings[-1:]]
        if playing != [(session, session.begun)]:
            self._release(PUT_AWAY)
            self._sittings.append(Sitting(session, only_end=self._only_ends))
        sitting = self._sittings[-1]
        if HUMAN in session.setup.options.seats():
            told = sitting.follow()
            if told is not None:
                self._warned = False  # More would be lost now than after the last warning.
                self._told.append(told)
        self._write()
        return sitting

    def _release(self, told: str) -> None:
        """Release all games; tell the person that the last one goes on, in the words TOLD."""
        for sitting in self._sittings:
            sitting.leave()
        self._write()
        for sitting in self._sittings[-1:]:
            result, unkept = sitting.result, sitting.due or sitting.lost
            if result.id and not unkept and result.status == GOING:
                self._told.append(told.format(result.id))

    def _write(self) -> None:
        """Write the games that are due; tell when that begins to fail, or works again."""
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
