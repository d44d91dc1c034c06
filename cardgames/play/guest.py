"""Whoever decides at a seat of a game in progress from elsewhere, such as a program."""

from collections.abc import Callable

from cardgames.model.game import Move
from cardgames.play.session import History, Session
from cardgames.seats.seat import Fault, Seat


class Guest:
    """Plays in a seat, and is told of all moves, until it leaves."""

    def __init__(self, seat: int, decider: Seat, leaves: Callable[[str], None]) -> None:
        """Let DECIDER play in SEAT; LEAVES is called with the reason if it cannot go on."""
        self._seat = seat
        self._decider = decider
        self._leaves = leaves
        self._history: History | None = None  # the game that it plays
        self._told = 0  # the number of moves that it has been told

    def next_move(self, session: Session) -> Move | None:
        """Return the move of this seat; if it leaves, that of whoever plays there then."""
        try:
            move, why = self._choice(session), "gives up"
        except Fault as fault:
            move, why = None, str(fault)
        if move is not None:
            return move._replace(seat=self._seat)
        del session.guests[self._seat]
        session.away = tuple([seat for seat in session.away if seat != self._seat])
        self._leaves(why)
        return session.event()

    def _choice(self, session: Session) -> Move | None:
        history, seat, decider = session.history, self._seat, self._decider
        if history.line(0)[0] != (self._history.line(0)[0] if self._history else None):
            decider.begin(session.setup, seat)
            self._history, self._told = history, 0
        self._history = history
        positions, moves = history.line(history.made)
        first = min(self._told, history.made)
        for number in range(first, history.made):
            by = positions[number].actor(moves[number])
            decider.tell(positions[number + 1].seen_by(seat), by, moves[number])
        self._told = history.made
        return decider.choose(session.game.seen_by(seat))
