"""Keeping the games of a session in the diary, while they go on and when they end.

A Sitting is one game that a person plays; the Keeper writes this game after each command.
"""

import os
from contextlib import suppress
from time import monotonic
from typing import Final

from cardgames.diary.database import Copying
from cardgames.diary.diary import ENDED, GOING, SCRIPT, Diary, Entry, Owner, TakenOver, now
from cardgames.diary.files import GameJournal, NoLibrary
from cardgames.model.deal import read_day
from cardgames.model.errors import KeepingError, counted
from cardgames.model.game import HUMAN
from cardgames.play.session import Recorder, Session

GOES_ON: Final = "'cardgames resume{0}' goes on with this game.\n"
PUT_AWAY: Final = "The last game is put away: 'cardgames resume {id}{1}' goes on with it.\n"
STANDS: Final = "The result stays in the statistics, unless you play on.\n"
WITHDRAWN: Final = "You play on: the result no longer counts.\n"
AGAIN: Final = "The game is kept again.\n"
UNKEPT: Final = "'save FILE' saves the game; to leave without that, do so again"
NOT_KEPT: Final = "The game is not kept; each command tries again, and 'save FILE' saves it"
NOT_YET: Final = "Until that works, this game ({} so far) is kept beside it in {}"
LEFT_THERE: Final = "The game is in {}: the next command that can moves it into the diary.\n"


class Sitting:
    """A game that a person begins or resumes; the sitting ends when the person leaves."""

    def __init__(
        self, session: Session, taken: Entry | None = None, turn: int = 0, only_end: bool = False
    ) -> None:
        """Begin a sitting at a session's game; `taken` is its entry if it comes from the diary."""
        self.session, self.begun = session, session.begun
        self.result = taken or Entry.of(session)
        self.owner = None if only_end else Owner.new()  # None once the person has left
        self.due = False  # Is there anything to be written?
        self.lost = False  # Has another program taken the game? Or is sqlite3 missing?
        self.turn = turn
        self.journal: GameJournal | None = None  # if the diary could not be written
        self._only_end = only_end  # Is only the result written, after the end?
        self._since = monotonic() - self.result.seconds
        self.lines = self._lines()
        # At the last call of `follow`: the log, its number of lines, and whether the game was over.
        self._log, self._end, self._over = session.log, len(session.log), False

    def follow(self) -> str | None:
        """Update the result after a command; return a message, or None if there was no command."""
        session, log, was_over = self.session, self._log, self._over
        known = self.due or self.result.id
        met = not known and session.link is not None and session.link.met
        if session.log is log and len(log) == self._end and not met:
            return None
        self._over = session.outcome() is not None
        self._log, self._end = session.log, len(session.log)
        undone = self.result.status == ENDED and not self._over and session.log is log
        if undone and session.history.undone:  # The result stays until another move is made.
            return STANDS if was_over else ""
        left = session.history.given_up and not session.alone  # Computers may have moved already.
        moved = known or met or session.moves_made or left
        if not moved or self.lost or self._only_end and not self._over:
            return ""
        self.lines = self._lines()
        self.result = self.result.after(session, self.seconds())
        self.due = True
        return WITHDRAWN if undone else ""

    def _lines(self) -> list[str]:
        """Return the lines that replay the game: a 'new' for each earlier deal, then the log."""
        played = ["new"] * (self.session.deals - 1) + self.session.log[self.begun :]
        return [] if self._only_end else played

    def leave(self) -> None:
        """Release the game for other programs; the next write removes the owner from the file."""
        if self.owner is not None:
            self.owner = None
            self.due = self.due or self.result.id > 0 and not self.lost
            if self.result.status == GOING:
                self.result = self.result._replace(seconds=self.seconds())

    def set_down(self, diary: str) -> str:
        """Write the game to a journal beside the diary; return its name, or '' if that fails."""
        self.journal = self.journal or GameJournal(diary)
        return self.journal.write({**self.result._asdict(), "turn": self.turn}, self.lines)

    def seconds(self) -> int:
        return int(monotonic() - self._since)


class Keeper(Recorder):
    """Keeps the games of a session in a diary.

    A game that cannot be written goes to a journal beside the diary; each command tries again.
    """

    wait = 2.0  # how many seconds a game waits for another program to unlock the diary

    def __init__(self, diary: Diary, only_ends: bool = False) -> None:
        """Keep games in `diary`; with `only_ends`, keep only the results of ended games."""
        self.diary = diary
        self._only_ends = only_ends
        self._told: list[str] = []
        diary.tell = lambda line: self._told.append(f"{line}\n")
        diary.wait = self.wait
        self._sittings: list[Sitting] = []  # older sittings not yet written, and the present one
        self._failure = ""  # why the last write failed, or ''
        self._journals: list[str] = []  # the journals of unwritten games; '' for a game without one
        self._warned = False
        self._copying: Copying | None = None  # the thread of today's backup, if begun
        self._backs_up = False

    def take_up(self, session: Session, taken: Entry, turn: int) -> None:
        """Go on with a session's game; `Diary.take` returned its entry and its turn."""
        session.from_script = taken.player == SCRIPT
        session.day = read_day(taken.day) if taken.day else None
        self._sittings = [Sitting(session, taken, turn)]

    def record(self, session: Session) -> str:
        self.follow(session)
        told, self._told = self._told, []
        return "".join(told)

    def seconds(self) -> int:
        return self._sittings[-1].seconds()

    def unkept(self) -> str:
        """Return a warning for a person who leaves a game that is not kept; '' if just warned."""
        warned, self._warned = self._warned, "" in self._journals
        return "" if warned or not self._warned else f"Error: {self._failure}. {UNKEPT}.\n"

    def close(self, left: bool) -> str:
        self._release(GOES_ON if left else "")
        with suppress(KeepingError):
            if self._copying and self._copying.end():
                self.diary.check()
        self.diary.close()
        for sitting in self._sittings:
            if sitting.journal:
                sitting.journal.close()
        if "" in self._journals:
            raise KeepingError(f"{self._failure}: the game is not kept")
        self._told += [LEFT_THERE.format(name) for name in self._journals]
        return "".join(self._told)

    def follow(self, session: Session) -> Sitting:
        """Write to the diary what has happened in a session; return the sitting at its game."""
        playing = [(one.session, one.begun) for one in self._sittings[-1:]]
        if playing != [(session, session.begun)]:
            self._release(PUT_AWAY)
            self._sittings.append(Sitting(session, only_end=self._only_ends))
        sitting = self._sittings[-1]
        if HUMAN in session.setup.options.seats() and (told := sitting.follow()) is not None:
            self._warned = False  # Warn again, as more would be lost now.
            self._told.append(told)
        self._write()
        return sitting

    def _release(self, told: str) -> None:
        """Release all games; if the last one can be resumed, say so with the text `told`."""
        for sitting in self._sittings:
            sitting.leave()
        self._write()
        for sitting in self._sittings[-1:]:
            result, unkept = sitting.result, sitting.due or sitting.lost
            if result.id and not unkept and result.status == GOING:
                file = sitting.session.game.file
                words = (f" {file}", f" --game {file}") if file else ("", "")
                self._told.append(told.format(*words, id=result.id))

    def _write(self) -> None:
        """Write the games that have changed; tell the person if this fails, or works again."""
        due = [sitting for sitting in self._sittings if sitting.due]
        try:
            for sitting in due:
                try:
                    result, journal = sitting.result, sitting.journal
                    left = sitting.owner is None and result.status == GOING
                    renew = left or bool(journal)  # the game left last is the last one played
                    args = result, sitting.lines, sitting.turn, sitting.owner, renew
                    id, sitting.turn = self.diary.keep(*args)
                    sitting.result, sitting.due = result._replace(id=id), False
                except (TakenOver, NoLibrary) as error:
                    sitting.lost, sitting.due, self._failure = True, False, ""
                    self._told.append(f"{error}.\n")
                if journal is not None:
                    journal.remove()
                    sitting.journal = None
        except KeepingError as error:
            is_known, before = bool(self._failure), "" in self._journals
            self._failure = str(error)
            self._journals = [one.set_down(self.diary.name) for one in due if one.due]
            if "" in self._journals and not (is_known and before):
                self._told.append(f"Error: {error}. {NOT_KEPT}.\n")
            elif not is_known:
                moves = counted(self._sittings[-1].result.moves, "move")
                where = NOT_YET.format(moves, os.path.basename(self._journals[-1]))
                self._told.append(f"Error: {error}. {where}.\n")
        else:
            if due and self._failure:
                self._told.append(AGAIN)
            self._failure, self._journals = "", []
            del self._sittings[:-1]
            if due and not self._backs_up:
                self._backs_up = True
                self._copying = self.diary.copying(str(now().date()))
