"""What happens by itself: the moves of computers and of the clock.

Each is the next event of a position. It is made and recorded with its seat until it is a person's
turn, or the end. A script may hold these moves too: most were made already when their lines are
read; where a line says otherwise, it is followed, so that a record replays move by move even if
the computers would now play differently.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from cardgames.model.game import HUMAN, Move
from cardgames.play.session import Session

NextEvent: TypeAlias = Callable[[], Move | None]
"""Returns what happens next by itself, with its seat; None until a person acts."""


class Seats:
    """The seats of a session, and what happens at them by itself."""

    def __init__(self, session: Session) -> None:
        """Watch over the seats of SESSION."""
        self.session = session
        self._unsaid: list[tuple[Move, int]] = []
        """The moves made since a person acted that a script has not said yet, and where they
        stand in the log."""
        self.follows = False
        """Has a script said what happens by itself since a person acted?"""

    @property
    def people(self) -> bool:
        """Does a person play?"""
        return HUMAN in self.session.seats

    def happen(self, next_event: NextEvent) -> Iterator[Move]:
        """Make what NEXT_EVENT returns until that is nothing, or a position has come back."""
        while (event := next_event()) is not None:
            self.session.make(event)
            self._unsaid.append((event, len(self.session.log) - 1))
            yield event
            if self.session.repeated():
                return

    def follow(self, move: Move) -> bool:
        """Make the move that a script says for a computer, unless it was made already.

        Return whether the computers had played otherwise. Raises IllegalMove.
        """
        if self._unsaid and self._unsaid[0][0] == move:
            del self._unsaid[0]
            return False
        otherwise = bool(self._unsaid)
        if otherwise:
            self.session.make_instead([line for _, line in self._unsaid], move)
        else:
            self.session.make(move)
        self._unsaid = []
        self.follows = True
        return otherwise

    def forget(self) -> None:
        """Start anew, as a person has acted: what happened before is no longer to be said."""
        self._unsaid = []
        self.follows = False
