"""Connections to people at other terminals: lines of JSON, a door for guests, and their chairs.

The door is a socket in a folder of the user. The code here never waits long for the other side. The
other side is not trusted: the length of its lines is limited, and so is the amount of data that it
leaves unread. A chair is the seat of a guest, who may come, go and come back.

In a game by the clock, each terminal measures the times of its own keys. A time counts from the
moment when that terminal has painted the card. Before the host carries out a key, it waits for
earlier keys from the slower connection, at most for an allowance of twice the round trip. If a key
comes after this wait, the host makes its time later. So no slow connection and no wrong clock gains
more than the allowance.
"""

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from select import select
from time import monotonic
from typing import IO, Any, Final, NamedTuple, Protocol, TypeAlias

from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Game, Move, Setup
from cardgames.seats.seat import (
    VERSION,
    Message,
    Seat,
    answered,
    hello,
    line,
    message_in,
    over,
    see,
)

LONGEST: Final = 1 << 16  # the most bytes of a line
MOST_UNREAD: Final = 1 << 24  # the most bytes that wait for a side that does not read
AT_ONCE: Final = 1 << 20  # the most bytes that are read before something else is done
PATIENCE: Final = 1.0  # seconds to wait for a side that reads slowly
MOST_STRANGERS: Final = 8  # the most strangers who may be at the door and say nothing
MOST_COMING: Final = 64  # how many may come to the door at once
GONE: Final = "has gone"  # the reason of a wire that the other side has closed
LOOKS: Final = -1  # in place of a seat: the stranger only asks who plays
HANDSHAKE: Final = 5.0  # seconds that a stranger has to say who it is


Source: TypeAlias = socket.socket | IO[bytes]  # a socket, or an open file


class Wire:
    """A connection that sends and receives lines; `ended` is the reason of its end, or ''."""

    def __init__(self, source: Source, target: Source | None = None) -> None:
        """Read from a socket or file, and write to another (default: to the same)."""
        self.source, self.target = source, target or source
        self.ended = ""
        self.begun = monotonic()
        self.heard = b""  # what has come after the last whole line
        self._unread = bytearray()
        for end in {self.source, self.target}:
            os.set_blocking(end.fileno(), False)

    def send(self, message: Message, wait: float = PATIENCE) -> None:
        deadline = monotonic() + (0 if self._unread else wait)  # wait only once for a slow reader
        self._unread += line(message)
        while self.flush() and (left := deadline - monotonic()) > 0:
            select([], [self.target], [], left)
        if len(self._unread) > MOST_UNREAD:
            self.close("does not read what it is told")

    def flush(self) -> bool:
        """Write what can be written now; return whether something is left."""
        try:
            while self._unread and not self.ended:
                del self._unread[: os.write(self.target.fileno(), self._unread[:AT_ONCE])]
        except BlockingIOError:
            return True
        except OSError:
            self.close(GONE)
        return False

    def lines(self) -> Iterator[bytes]:
        """Yield the whole lines that have come; the end of the input ends the connection."""
        self.flush()
        taken, data = 0, b"-"
        while not self.ended and data and taken < AT_ONCE:
            try:
                data = os.read(self.source.fileno(), LONGEST)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            taken += len(data)
            *whole, self.heard = (self.heard + data).split(b"\n")
            for one in whole:
                if not self.ended:
                    yield one
            if not data:
                self.close(GONE)
            elif len(self.heard) > LONGEST:
                self.close(f"sends a line of more than {LONGEST >> 10} KiB")

    def close(self, why: str, said: str = "") -> None:
        """End the connection for the reason `why`; first send the words `said`, if any."""
        if self.ended:
            return
        if said:
            self.send({"bye": said}, 0)
        self.ended = why
        for end in {self.source, self.target}:
            with suppress(OSError):
                end.close()


class Door:
    """A socket to which guests connect, in a folder that only the user can open."""

    def __init__(self, folder: str, game: str) -> None:
        """Open a table of `game` in `folder`; raises OSError."""
        if not hasattr(socket, "AF_UNIX"):
            raise OSError("this system has no sockets of its own")
        private(folder)
        self.name = os.path.join(folder, f"{game}.{os.getpid()}")
        made = f"{self.name}~"
        for old in (self.name, made):
            with suppress(FileNotFoundError):
                os.unlink(old)
        self._socket = socket.socket(socket.AF_UNIX)
        # Only the user can open the socket. It has another name until it listens.
        before = os.umask(0o177)
        try:
            self._socket.bind(made)
        finally:
            os.umask(before)
        self._socket.listen(MOST_COMING)
        self._socket.setblocking(False)
        os.rename(made, self.name)  # whoever finds the name can connect
        self._game = game
        self._strangers = deque[Wire]()

    def files(self) -> list[Source]:
        return [self._socket, *(one.source for one in self._strangers)]

    def guests(self) -> Iterator[tuple[Wire, int]]:
        """Yield the wire of each guest who asks for a seat, with the seat; 0 stands for any seat.

        The seat is LOOKS if a stranger only asks who plays. Put out all who ask for anything else,
        and those who say nothing for too long.
        """
        with suppress(OSError):
            for _ in range(MOST_COMING):
                self._strangers.append(Wire(self._socket.accept()[0]))
        for wire in [*self._strangers]:
            for said in wire.lines():
                self._strangers.remove(wire)
                try:
                    yield wire, self._seat(said)
                except InvalidCommand as error:
                    wire.close("is not a guest", str(error))
                break
            else:
                if monotonic() > wire.begun + HANDSHAKE:
                    wire.close("says nothing", "say who you are")
                if wire.ended:
                    self._strangers.remove(wire)
        while len(self._strangers) > MOST_STRANGERS:
            self._strangers.popleft().close("is put out", "others come: say who you are")

    def _seat(self, said: bytes) -> int:
        """Return the seat that a stranger asks for; raises InvalidCommand."""
        found = message_in(said)
        if found.get("look") is True:
            return LOOKS
        if found.get("join") != VERSION or isinstance(found["join"], bool):
            same = "install the same version of cardgames at both ends"
            raise InvalidCommand(f"this table takes 'join' {VERSION}: {same}")
        if found.get("game", self._game) != self._game:
            raise InvalidCommand(f"'game' must be '{self._game}'")
        seat = found.get("seat", 0)
        if type(seat) is not int or seat < 0:
            raise InvalidCommand("'seat' must be a number from 1, or 0 for any seat")
        return seat

    def close(self) -> None:
        with suppress(OSError):
            os.unlink(self.name)
        self._socket.close()
        for wire in self._strangers:
            wire.close("is put out", "the table is closed")


def private(folder: str) -> None:
    """Make a folder that only the user can open; raises OSError if it belongs to another user."""
    os.makedirs(folder, 0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise OSError(f"{folder} belongs to another user")
    os.chmod(folder, 0o700)


class Table(NamedTuple):
    """An open table, and a connection to it."""

    path: str
    since: float
    end: socket.socket


def tables(folders: Iterable[str], game: str) -> list[Table]:
    """Return the open tables of `game` in `folders`, the oldest first.

    Raises InvalidCommand if the host of the only table is too busy to answer.
    """
    found, busy = list[Table](), False
    for folder in folders if hasattr(socket, "AF_UNIX") else ():
        with suppress(OSError):
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                number = name.removeprefix(f"{game}.")
                if number == name or not number.isdecimal():
                    continue
                with suppress(OSError):
                    status = os.stat(path)
                    if status.st_uid != os.getuid():
                        continue
                    try:
                        found.append(Table(path, status.st_mtime, connected(path)))
                    except ConnectionRefusedError:
                        # The host of this table was killed, and could not remove it.
                        os.unlink(path)
                    except (BlockingIOError, TimeoutError):
                        busy = True
    if busy and not found:
        raise InvalidCommand(f"the table of {game} is busy: try again in a moment")
    return sorted(found, key=lambda one: one.since)


def connected(path: str) -> socket.socket:
    """Return a connection to the table at `path`; raises OSError."""
    end = socket.socket(socket.AF_UNIX)
    end.settimeout(PATIENCE)
    try:
        end.connect(path)
    except OSError:
        end.close()
        raise
    return end


LEAST_ALLOWANCE, MOST_ALLOWANCE = 20, 400  # in milliseconds; the least is for painting
MOST_TRIP: Final = 60_000  # milliseconds; a slower connection counts as this slow
PINGS: Final = 5  # how often the round trip is measured
MEASURING: Final = 10.0  # the most seconds for these measurements


class Link(Protocol):
    """Connects a session with the people at other terminals."""

    closed: str  # why this person has to leave the table

    @property
    def met(self) -> bool:
        """Is anybody at another terminal, so that the game must not be lost?"""

    @property
    def allowance(self) -> int | None:
        """How many milliseconds to wait for keys at other terminals; None if nobody is there."""

    def files(self) -> list[Source]:
        """Return the files that can be read when something happens at another terminal."""

    def attend(self) -> bool:
        """Read what the other terminals have sent; return whether anything has happened."""

    def happened(self) -> Iterator[str]:
        """Yield sentences about what has happened."""

    def tell(self) -> None:
        """Send the news to the others; the recorders must have written it first."""

    def check_empty(self, seat: int) -> None:
        """Raise IllegalMove unless a computer may play on in this seat."""


class Chair(Seat):
    """The seat of a guest, who gets all news at once; nothing here waits for an answer."""

    listens = True

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self.wire: Wire | None = None
        self.gives_up = False
        self.left: tuple[int, ...] = ()  # the seats of the people who have left the game
        self.made = 0  # the number of moves made in the game
        self.seat = 0
        self.clock: Timekeeper | None = None  # None if keys have no times
        self.news = ""
        self._since = now()  # when the guest was last told a move
        # The values of `made` and `left` when the last question was sent
        self._asked: tuple[int, tuple[int, ...]] | None = None
        self._answer: bytes | None = None
        self._move: Move | None = None
        self._over = False

    def sit(self, wire: Wire | None) -> None:
        """Give the seat to the guest of this wire; put out the guest who had the seat."""
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
    def tell(self, view: Any, by: int = 0, move: Move | None = None) -> None:
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
        """Put the time that counts into the move; if no time counts, ask the guest again."""
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
        """Read what the guest has said; return '' if it is news, None if nothing is new.

        If the guest is gone, return the reason.
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
        """Handle a line from the guest; return whether it is news."""
        fields = Message()
        with suppress(InvalidCommand):  # `ready` refuses an answer that is not a message
            fields = message_in(said)
        if self.clock and "pong" in fields:
            if not self.clock.pong(fields["pong"]):
                return False
            self._send(self.clock.ping())
            if self.clock.allowance is not None:
                self.news = in_words(self.clock.trip, self.clock.allowance)
            return self.clock.allowance is not None
        if fields.get("giveup") is True:
            self.gives_up = not self._over
        elif self._over or fields.get("made", self.made) != self.made:
            return False  # it answers an earlier question
        elif self._asked is None or self._answer is not None:
            self.put_out("answers without being asked")
        else:
            self._answer = said
        return True

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
    """Measures the connection to another terminal, and corrects the times of its keys."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._begun = now()
        self._trips: list[float] = []  # the milliseconds that each ping took for the round trip
        self._pinged = 0.0
        self._zero: float | None = None  # when the last card was sent; None if none was
        self.allowance: int | None = None  # in milliseconds; None until the connection is measured

    def ping(self) -> Message:
        """Return the next message: a ping or, after the last ping, what the pings have shown."""
        if len(self._trips) < PINGS:
            self._pinged = self._now()
            return {"ping": len(self._trips)}
        self.trip = min(MOST_TRIP, round(sorted(self._trips)[PINGS // 2]))
        self.allowance = min(MOST_ALLOWANCE, max(LEAST_ALLOWANCE, 2 * self.trip))
        return {"trip": self.trip, "allowance": self.allowance}

    def pong(self, number: object) -> bool:
        """Note the answer to ping `number`; return False if it was not expected."""
        if self.allowance is not None or type(number) is not int or number != len(self._trips):
            return False
        self._trips.append(1000 * (self._now() - self._pinged))
        self._zero = None  # the clocks begin anew when the connection is measured
        return True

    @property
    def is_late(self) -> bool:
        """Should the connection have been measured by now?"""
        return self.allowance is None and self._now() > self._begun + MEASURING

    def note_sent(self, ms: int, new: bool = True) -> None:
        """Note that a position is sent now, `ms` milliseconds after its last card was played.

        `new` says whether the position has a new card.
        """
        if new or self._zero is None:
            self._zero = self._now() - ms / 1000

    def counted(self, ms: int) -> int | None:
        """Return the time that counts for a key that was pressed at `ms` and is reported now.

        Return None if no time counts.
        """
        if self._zero is None or self.allowance is None:
            return None
        passed = round(1000 * (self._now() - self._zero))
        if 2 * passed < min(self._trips):
            return None  # the card cannot have arrived
        # A fast clock gains nothing, nor does a connection that is slower than the allowance.
        return max(min(ms, passed), passed - self.allowance)


def in_words(trip: int, allowance: int) -> str:
    """Say how long the host waits for the slower connection."""
    waits = f"a key waits {allowance} ms for an earlier one at the other terminal"
    return f"The line takes {trip} ms there and back: {waits}.\n"
