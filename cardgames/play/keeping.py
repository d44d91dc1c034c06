"""Keeping the games at a table: their journals while they go on, their results when they end.

Each game has a journal of its own, which only exists while the game can be gone on with; so each
game that was begun is at every moment on the shelf or among the results.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Final

from cardgames import __version__
from cardgames.model.errors import CardGameError, KeepingError
from cardgames.model.game import HUMAN
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
from cardgames.play.script import uninterrupted
from cardgames.play.session import Recorder, Session
from cardgames.play.shelf import Shelf
from cardgames.play.sitting import GameJournal, Sitting, text_of

GIVEN_UP: Final = "given up"
STUCK: Final = "stuck"
GOES_ON: Final = "'cardgames resume' goes on with this game."
COUNTS_AS_LOST: Final = {
    GIVEN_UP: "The game before counts as lost.",
    STUCK: "The game is stuck, so it counts as lost.",
}


class Kept:
    """What is kept of one game of a session."""

    def __init__(self, session: Session, sitting: Sitting) -> None:
        """Keep the game that is in progress in SESSION."""
        self.session = session
        self.begun = session.begun
        self.deal = session.deal
        self.sitting = sitting
        self.journal: GameJournal | None = None
        self.moved = False
        """Did a person ever make a move?"""
        self.going = False
        """Was the game seen before its end, and not yet at its end?"""
        self.counted = False
        """Is its result among the others?"""
        self.result: Result
        """The result, if the game ended now."""

    def is_in_progress(self, session: Session) -> bool:
        """Is it the game that SESSION has come to?"""
        return self.session is session and self.begun == session.begun


class Keeper(Recorder):
    """Keeps the games that a person plays, and in the end their results.

    What it cannot keep it says once; play goes on.
    """

    def __init__(
        self, shelf: Shelf | None, results: Results | None, now: Callable[[], datetime]
    ) -> None:
        """Keep journals on SHELF, and RESULTS, each unless it is None; NOW is the time in UTC."""
        self._told: list[str] = []
        self._failures: set[str] = set()
        self._shelf = shelf
        self._results = results
        self._now = now
        self._kept: Kept | None = None
        self._sittings: dict[object, Sitting] = {}
        """The sittings at unfinished games, to which a person may come back by `load`."""

    def take_up(self, session: Session, journal: GameJournal) -> None:
        """Go on with the unfinished game of SESSION, which is kept in JOURNAL."""
        self._kept = Kept(session, journal.sitting)
        self._kept.journal, self._kept.moved, self._kept.going = journal, True, True

    def record(self, session: Session) -> str:
        """Keep what happened in SESSION; return what a person should know, or ''."""
        with uninterrupted():
            kept = self._of(session)
            if HUMAN in session.setup.options.seats():
                self._bring_up_to_date(kept)
        return self._what_was_told()

    def sync(self) -> None:
        """Make sure that the journal outlasts a power failure."""
        if self._kept is not None and self._kept.journal is not None:
            with self._trying():
                self._kept.journal.sync()

    def compared(self, session: Session) -> tuple[Result, list[Result] | None]:
        """Return the result of SESSION's game as it is now, and the earlier ones of such games.

        There is None instead of these if it will not be among the results.
        """
        with uninterrupted():
            kept = self._of(session)
        result, earlier = result_of(session, kept.sitting, self._now()), None
        if self._results is not None and (kept.counted or kept.going and not _is_redone(session)):
            with suppress(KeepingError):  # which is told when the result is written
                rows = self._results.rows(result.game)
                earlier = [row for row in rows if row.id != result.id]
        return result, earlier

    def close(self, left: bool) -> str:
        """Let others go on with the game; return what a person should know who LEFT it.

        A game that is stuck then has ended.
        """
        kept = self._kept
        if left and kept is not None and kept.going and _is_stuck(kept.session):
            self._give_up(kept, STUCK)
        elif kept is not None and kept.journal is not None:
            self._put_away(kept.journal)
            if kept.going:
                self._tell(GOES_ON)
        return self._what_was_told()

    def _of(self, session: Session) -> Kept:
        """Return what is kept of the game in progress; put away the game before it."""
        before, sitting = self._kept, None
        if before is not None and before.is_in_progress(session):
            return before
        if before is not None and before.session is session:
            self._give_up(before, GIVEN_UP)
        elif before is not None:  # A game was loaded; it may be one from before.
            self._sittings[before.deal] = before.sitting
            if before.journal is not None:
                self._put_away(before.journal)
            sitting = None if session.apart else self._sittings.get(session.deal)
        self._kept = Kept(
            session, sitting or Sitting.new(session.game.name, self._now(), session.day)
        )
        return self._kept

    def _bring_up_to_date(self, kept: Kept) -> None:
        """Keep what happened in a game."""
        session = kept.session
        kept.result = result_of(session, kept.sitting, self._now())
        kept.moved = kept.moved or session.moves_made > 0
        if session.outcome() is None:
            kept.going = True
            self._write_down(kept)
        elif kept.going and (kept.counted or not _is_redone(session)):
            # An end that was loaded, taken back and made again is not one of this game.
            kept.going = False
            kept.counted = self._note(lambda results: results.put(kept.result))
            if kept.counted:
                self._drop_journal(kept)
            else:
                self._write_down(kept)

    def _write_down(self, kept: Kept) -> None:
        """Bring the journal up to date; there is none before a person's first move."""
        if self._shelf is None or not kept.moved:
            return
        with self._trying():
            if kept.journal is None:
                self._shelf.make()
                kept.journal = GameJournal(self._shelf.path(kept.sitting.name))
                kept.journal.sitting = kept.sitting
            self._told.append(kept.journal.record(kept.session))

    def _give_up(self, kept: Kept, reason: str) -> None:
        """Count a game that was begun as lost, unless it had ended before and that was undone."""
        if kept.going and kept.moved:
            result = kept.result._replace(reason=reason)
            if not self._note(lambda results: results.left(result)):
                return
            if self._results is not None:
                self._tell(COUNTS_AS_LOST[reason])
        self._drop_journal(kept)

    def _note(self, write: Callable[[Results], None]) -> bool:
        """Write to the results, if they are kept; return whether that worked, or say why not."""
        try:
            if self._results is not None:
                write(self._results)
        except KeepingError as error:
            self._tell(f"Error: {error}")
            return False
        return True

    def _drop_journal(self, kept: Kept) -> None:
        if kept.journal is not None:
            with self._trying():
                kept.journal.remove()
            kept.journal = None

    def _put_away(self, journal: GameJournal) -> None:
        """Close a journal, so that its game can be gone on with."""
        with self._trying():
            journal.close()

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Try to do something with the journal; if it fails, say so and do without it."""
        try:
            yield
        except CardGameError as error:
            self._shelf = None
            if self._kept is not None:
                self._kept.journal = None
            self._tell(f"Error: {error}, and the game cannot be kept")

    def _tell(self, line: str) -> None:
        """Tell a person LINE; what went wrong, only once."""
        if line not in self._failures:
            self._told.append(f"{line}\n")
        if line.startswith("Error: "):
            self._failures.add(line)

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


def _is_redone(session: Session) -> bool:
    """Did redo bring the game to where it is?"""
    return session.log[-1].startswith("redo")


def _is_stuck(session: Session) -> bool:
    """Is it certain that a patience can come to no good end?"""
    return session.alone and session.moves_made > 0 and session.is_stuck()


def _outcome(session: Session) -> tuple[str, str]:
    """Return how the game in progress ended for the person who plays it, and why."""
    outcome, seats = session.outcome(), session.setup.options.seats()
    if outcome is None:
        return LOST, GIVEN_UP
    if seats.count(HUMAN) != 1:
        return ENDED, outcome.reason
    if outcome.winner is None:
        return DRAWN, outcome.reason
    return WON if outcome.winner == seats.index(HUMAN) + 1 else LOST, outcome.reason
