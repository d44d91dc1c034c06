"""Keeping a game at the table: its journal while it goes on, and its result when it has ended.

Each game has a journal of its own, which only exists while the game can be gone on with; so each
game that was begun is at every moment on the shelf or among the results.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from time import time
from typing import Final, NamedTuple

from cardgames import __version__
from cardgames.model.dates import Day, read_day
from cardgames.model.errors import CardGameError, KeepingError
from cardgames.model.game import HUMAN
from cardgames.play.files import uninterrupted
from cardgames.play.journal import Journal, Recorder
from cardgames.play.results import (
    COMPUTER,
    DRAWN,
    ENDED,
    HELPED,
    LOST,
    PERSON,
    WON,
    Result,
    Results,
)
from cardgames.play.session import Session
from cardgames.play.shelf import Shelf

GIVEN_UP: Final = "given up"
STUCK: Final = "stuck"
GOES_ON: Final = "'cardgames resume' goes on with this game."
ENDS_STUCK: Final = "The game is stuck, so it counts as lost."


class Sitting(NamedTuple):
    """When a game was begun, and for how long it was played before somebody sat down now."""

    name: str
    """The name of the game's journal."""
    begun: datetime
    since: int
    """When somebody sat down, in seconds since 1970."""
    before: int = 0
    """How long it was played before, in seconds."""
    day: Day | None = None
    """The date whose deal it is, if it is one."""

    def remark(self) -> str:
        """Return the remark of a journal from which `read` makes the next sitting."""
        day = f", the deal for {self.day}" if self.day else ""
        begun = f"begun {text_of(self.begun)}"
        return f"# {begun}, at the table since {self.since} after {self.before} s{day}"

    @classmethod
    def read(cls, name: str, remark: str, changed: float) -> "Sitting":
        """Return the sitting that begins now with a journal that was CHANGED last at that time.

        What a person has spoiled in its REMARK is left out of the account.
        """
        found, now = _REMARK.match(remark), int(time())
        try:
            if found is None:
                raise ValueError
            begun = datetime.fromisoformat(f"{found[1]}+00:00")
            day = read_day(found[4]) if found[4] else None
        except ValueError:
            return cls(name, datetime.fromtimestamp(changed, timezone.utc), now)
        return cls(name, begun, now, int(found[3]) + max(0, int(changed) - int(found[2])), day)

    def seconds(self) -> int:
        """Return for how long the game was played until now."""
        return self.before + max(0, int(time()) - self.since)


_REMARK: Final = re.compile(
    r"# begun (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z, "
    r"at the table since (\d{1,12}) after (\d{1,9}) s(?:, the deal for (\S+))?"
)


class GameJournal(Journal):
    """The journal of the game in progress alone."""

    def __init__(self, path: str, sitting: Sitting) -> None:
        """Open the file at PATH, for the SITTING at its game; raises ScriptError."""
        super().__init__(path, over=True)
        self.sitting = sitting

    def start(self, session: Session) -> int:
        """Return where in the log of SESSION the game in progress begins."""
        return session.begun

    def script(self, session: Session) -> str:
        """Return the script that deals the game in progress, and plays it."""
        deal = f"# {session.setup.command_line()}"
        moves = session.log[session.begun :]
        return "\n".join([deal, self.sitting.remark(), *session.dealing, *moves, ""])


class Keeper(Recorder):
    """Keeps the game that a person plays, and in the end its result.

    What it cannot keep it says once; play goes on.
    """

    def __init__(
        self, shelf: Shelf | None, results: str | None, now: Callable[[], datetime]
    ) -> None:
        """Keep journals on SHELF, and results in the file RESULTS, each unless it is None.

        NOW returns the time in UTC.
        """
        self._told: list[str] = []
        self._shelf = shelf
        self._results = None if results is None else Results(results, self._tell)
        self._now = now
        self._session: Session | None = None
        self._begun = 0
        self._sitting: Sitting
        self._journal: GameJournal | None = None
        self._going = False
        """Was the game seen before its end?"""
        self._result: Result
        """The result of the game, if it ended now."""

    def take_up(self, session: Session, journal: GameJournal) -> None:
        """Go on with the unfinished game of SESSION, which is kept in JOURNAL."""
        session.day = journal.sitting.day
        self._session, self._begun = session, session.begun
        self._journal, self._sitting = journal, journal.sitting

    def record(self, session: Session) -> str:
        """Keep what happened in SESSION; return what a person should know, or ''."""
        with uninterrupted():
            if session is not self._session or session.begun != self._begun:
                self._change_to(session)
            self._result = result_of(session, self._sitting, self._now())
            if session.outcome() is None:
                self._going = True
                self._keep(session)
            elif self._going:
                self._going = False
                self._note(lambda results: results.put(self._result))
                self._drop_journal()
        return self._what_was_told()

    def sync(self) -> None:
        """Make sure that the journal outlasts a power failure."""
        if self._journal is not None:
            with self._trying():
                self._journal.sync()

    def close(self) -> str:
        """Let others go on with the game, unless it is stuck; return what that means for it."""
        if self._journal is None or self._session is None:
            return ""
        if self._session.alone and self._going and self._session.is_stuck():
            self._give_up(STUCK)
            self._tell(ENDS_STUCK)
        else:
            with self._trying():
                self._journal.close()
                self._tell(GOES_ON)
        return self._what_was_told()

    def _change_to(self, session: Session) -> None:
        """Have done with the game that was played; begin with that of SESSION."""
        before, self._session, self._begun = self._session, session, session.begun
        going, self._going = self._going, False
        if before is session:
            if going:
                self._give_up(GIVEN_UP)
        elif before is not None and before.deal == session.deal:
            return  # an earlier moment of this game was loaded, and it has a sitting already
        elif self._journal is not None:
            with self._trying():
                self._journal.close()  # so that it can be gone on with
        self._journal = None
        now = self._now()
        name = f"{session.game.name}-{now:%Y%m%d-%H%M%S}-{os.urandom(2).hex()}"
        self._sitting = Sitting(name, now, int(time()), day=session.day)

    def _keep(self, session: Session) -> None:
        """Bring the journal up to date; there is none before a person's first move."""
        if self._shelf is None or (self._journal is None and not session.moves_made):
            return
        with self._trying():
            if self._journal is None:
                self._shelf.make()
                self._journal = GameJournal(self._shelf.path(self._sitting.name), self._sitting)
            self._told.append(self._journal.record(session))

    def _give_up(self, reason: str) -> None:
        """Count a game that was begun as lost, unless it had ended before and that was undone."""
        if self._result.moves:
            self._note(lambda results: results.left(self._result._replace(reason=reason)))
        self._drop_journal()

    def _note(self, write: Callable[[Results], None]) -> None:
        """Write to the results; if it fails, say so and do without them."""
        if self._results is None:
            return
        try:
            write(self._results)
        except KeepingError as error:
            self._results = None
            self._tell(f"Error: {error}")

    def _drop_journal(self) -> None:
        if self._journal is not None:
            with self._trying():
                self._journal.remove()
            self._journal = None

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Try to do something with the journal; if it fails, say so and do without it."""
        try:
            yield
        except CardGameError as error:
            self._journal = self._shelf = None
            self._tell(f"Error: {error}, and the game cannot be kept")

    def _tell(self, line: str) -> None:
        self._told.append(f"{line}\n")

    def _what_was_told(self) -> str:
        told, self._told[:] = "".join(self._told), []
        return told


def result_of(session: Session, sitting: Sitting, now: datetime) -> Result:
    """Return the result of the game in progress; if it has not ended, it is given up."""
    setup, game, helped_from = session.setup, session.game, session.history.helped_from
    outcome, reason = _outcome(session)
    player = PERSON if helped_from is None else HELPED if helped_from else COMPUTER
    return Result(
        id=sitting.name,
        game=game.name,
        options=setup.options.values(),
        words=" ".join(setup.options.words()),
        seed=session.seed if session.deals else None,
        number=session.deals,
        outcome=outcome,
        reason=reason,
        score=game.score(),
        moves=session.moves_made,
        length=game.length(session.moves_made),
        seconds=sitting.seconds(),
        hints=session.hints,
        undos=session.undos,
        player=player,
        helped_from=helped_from,
        today=str(session.day) if session.day == sitting.begun.date() else None,
        begun=text_of(sitting.begun),
        finished=text_of(now),
        version=__version__,
        details=game.details(),
    )


def _outcome(session: Session) -> tuple[str, str]:
    """Return how the game in progress ended for the person who plays it, and why."""
    outcome, seats = session.outcome(), session.setup.options.seats()
    if outcome is None:
        return LOST, GIVEN_UP
    if seats.count(HUMAN) > 1:
        return ENDED, outcome.reason
    if outcome.winner is None:
        return DRAWN, outcome.reason
    return WON if outcome.winner == seats.index(HUMAN) + 1 else LOST, outcome.reason


def text_of(moment: datetime) -> str:
    """Return a time in UTC as journals and results have it."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"
