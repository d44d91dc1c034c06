"""A seat for a person at another terminal, who may come, go and come back.

In a game by the clock, each terminal measures the times of its own keys. A time counts from the
moment when that terminal has painted the card. The host waits for the slower line by an allowance,
twice the round trip, before it carries out what was done later. A time that is told too late is
moved up: no line or clock, slow or lying, gains more than that.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Game, Move, Setup
from cardgames.seats.seat import Message, Seat, answered, hello, message_in, over, see
from cardgames.seats.wire import Wire

LEAST_ALLOWANCE, MOST_ALLOWANCE = 20, 400  # in milliseconds; the least is for painting
MOST_TRIP: Final = 60_000  # milliseconds; a slower line counts as this one
PINGS: Final = 5  # how often the round trip is measured
MEASURING: Final = 10.0  # seconds that this may take


class Chair(Seat):
    """A seat whose guest is told everything at once, and is never waited for."""

    listens = True

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self.wire: Wire | None = None
        self.gives_up = False
        self.left: tuple[int, ...] = ()  # the seats of the people who have left the game
        self.made = 0  # the number of moves made in the game
        self.seat = 0
        self.clock: Timekeeper | None = None  # if keys have their times
        self.news = ""
        self._since = now()  # when the guest was last told a move
        self._asked: tuple[int, tuple[int, ...]] | None = None  # when the last question was sent
        self._answer: bytes | None = None
        self._move: Move | None = None
        self._over = False

    def sit(self, wire: Wire | None) -> None:
        """Give the seat to the guest at `wire`; put out whoever had it."""
        if self.wire is not None:
            self.wire.close("is put out", "somebody else has taken this seat")
        self.wire, self.gives_up, self.clock = wire, False, None
        self._forget()

    def _forget(self) -> None:
        self._asked = self._answer = self._move = None

    # What a seat does.

    def begin(self, setup: Setup, seat: int) -> None:
        self._forget()
        self._over = False
        self.seat, self.clock = seat, Timekeeper(self._now) if setup.game.clockwork else None
        self._send(hello(setup, seat, 0) | {"made": self.made})
        if self.clock:
            self._send(self.clock.ping())

    # A view of a game by the clock has `now` and `with_time`.
    def tell(self, view: Any, by: int, move: Move | None) -> None:
        self._forget()
        self._since = self._now()
        if self.clock:
            self.clock.note_sent(view.now, new=not view.now)
        self._send(see(view, by, move) | self._left())

    def ready(self, view: Any) -> bool:
        if self.wire is None or self.clock and self.clock.allowance is None:
            return False
        # A question is sent once after each move, and again when somebody has left.
        if self._asked != (self.made, self.left):
            self._forget()
            self._asked = self.made, self.left
            if self.clock:
                self.clock.note_sent(view.now, new=False)
            self._send(see(view, moves=view.open_to(self.seat)) | self._left())
        answer, self._answer = self._answer, None
        if answer is not None:
            try:
                self._move = answered(view, answer, self.seat)
            except InvalidCommand as error:
                self.put_out(str(error))
            else:
                self._time(view)
        return self._move is not None

    def _time(self, view: Any) -> None:
        """Give the move the time that counts; if none does, ask the guest again."""
        if self.clock is None or (move := self._move) is None:
            return
        *_, ms = view.with_time(move)
        if (counted := self.clock.counted(ms)) is None:
            self._forget()
        else:
            self._move = move._replace(arguments=(max(counted, view.soonest.get(move.name, 0)),))

    def choose(self, view: Game) -> Move | None:
        chosen, self._move = self._move, None
        return chosen

    def end(self, view: Game, winner: int | None, reason: str) -> None:
        self._forget()
        self._over = True
        self._send(see(view) | self._left())
        self._send(over(winner, reason))

    def close(self, said: str = "") -> None:
        if self.wire is not None:
            self.wire.close("is gone", said)
        self.wire = None

    # What the guest says.

    def attend(self) -> str | None:
        """Read what the guest has said; return '' if that is news, and None if there is none.

        If the guest is gone, return why.
        """
        if self.wire is None:
            return None
        found = None
        for said in self.wire.lines():
            found = "" if self._hear(said) else found
        if self.clock and self.clock.is_late:
            self.put_out(f"has not answered {PINGS} pings in {MEASURING:g} seconds")
        if self.wire.ended:
            found, self.wire = self.wire.ended, None
            self._forget()
        return found

    def _hear(self, said: bytes) -> bool:
        """Take a line of the guest; return whether it is news."""
        fields = Message()
        with suppress(InvalidCommand):  # `ready` refuses an answer that is not a message
            fields = message_in(said)
        if self.clock and "pong" in fields:
            return self._measured(fields["pong"])
        if fields.get("giveup") is True:
            self.gives_up = not self._over
        elif self._over or fields.get("made", self.made) != self.made:
            return False  # it answers an earlier question
        elif self._asked is None or self._answer is not None:
            self.put_out("answers without being asked")
        else:
            self._answer = said
        return True

    def _measured(self, number: object) -> bool:
        """Take the answer to a ping; return whether the line is measured now."""
        clock = self.clock
        if clock is None or not clock.pong(number):
            return False
        self._send(clock.ping())
        if clock.allowance is not None:
            self.news = in_words(clock.trip, clock.allowance)
        return clock.allowance is not None

    def waited(self) -> float:
        """Return the seconds since the guest was last told a move."""
        return self._now() - self._since

    def put_out(self, why: str) -> None:
        """Make the guest leave, for the reason `why`."""
        if self.wire is not None:
            self.wire.close(why, f"you are put out: your side {why}"[:200])

    def _left(self) -> Message:
        return {"left": list(self.left)} if self.left else {}

    def _send(self, message: Message) -> None:
        if self.wire is not None:
            self.wire.send(message)


class Timekeeper:
    """What the host knows of the time at another terminal."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._begun = now()
        self._trips: list[float] = []  # the milliseconds that each ping took for the round trip
        self._pinged = 0.0
        self._zero: float | None = None  # when the last card was sent; None if none was
        self.allowance: int | None = None  # in milliseconds; None until the line is measured

    def ping(self) -> Message:
        """Return the next message: a ping or, after the last one, what they have shown."""
        if len(self._trips) < PINGS:
            self._pinged = self._now()
            return {"ping": len(self._trips)}
        self.trip = min(MOST_TRIP, round(sorted(self._trips)[PINGS // 2]))
        self.allowance = min(MOST_ALLOWANCE, max(LEAST_ALLOWANCE, 2 * self.trip))
        return {"trip": self.trip, "allowance": self.allowance}

    def pong(self, number: object) -> bool:
        """Take the answer to ping `number`; return False if no such answer is awaited."""
        if self.allowance is not None or type(number) is not int or number != len(self._trips):
            return False
        self._trips.append(1000 * (self._now() - self._pinged))
        self._zero = None  # the clocks begin anew when the line is measured
        return True

    @property
    def is_late(self) -> bool:
        """Should the line have been measured by now?"""
        return self.allowance is None and self._now() > self._begun + MEASURING

    def note_sent(self, ms: int, new: bool = True) -> None:
        """Note that a position is sent now, `ms` after its card; `new` if it has a new card."""
        if new or self._zero is None:
            self._zero = self._now() - ms / 1000

    def counted(self, ms: int) -> int | None:
        """Return the time that counts for a key pressed at `ms` and told now; None if none does."""
        if self._zero is None or self.allowance is None:
            return None
        passed = round(1000 * (self._now() - self._zero))
        if 2 * passed < min(self._trips):
            return None  # the card cannot have arrived
        # A clock that is ahead gains nothing, nor does a line that is slower than the allowance.
        return max(min(ms, passed), passed - self.allowance)


def in_words(trip: int, allowance: int) -> str:
    """Say how long the host waits for the slower line."""
    waits = f"a key waits {allowance} ms for an earlier one at the other terminal"
    return f"The line takes {trip} ms there and back: {waits}.\n"
