"""Lines of JSON to a program or to another terminal, and the door by which guests come.

The door is a socket in a folder of the user. Nothing here waits for the other side for long. The
other side is a stranger: lines are limited in length, and what it does not read, in size.
"""

import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from select import select
from time import monotonic
from typing import IO, Final, NamedTuple, TypeAlias

from cardgames.model.errors import InvalidCommand
from cardgames.seats.seat import VERSION, Message, line, message_in

LONGEST: Final = 1 << 16  # the most bytes of a line
MOST_UNREAD: Final = 1 << 24  # the most bytes that wait for a side that does not read
AT_ONCE: Final = 1 << 20  # the most bytes that are read before something else is done
PATIENCE: Final = 1.0  # seconds to wait for a side that reads slowly
MOST_STRANGERS: Final = 8  # how many may stand at the door and say nothing yet
MOST_COMING: Final = 64  # how many may come to the door at once
GONE: Final = "has gone"  # the end of a wire of which the other end was closed
LOOKS: Final = -1  # stands for a seat if a stranger asks only who plays
HANDSHAKE: Final = 5.0  # seconds that a stranger has to say who it is


Source: TypeAlias = socket.socket | IO[bytes]  # a socket, or an open file


class Wire:
    """A connection that sends and receives lines; `ended` says why it has ended, or is ''."""

    def __init__(self, source: Source, target: Source | None = None) -> None:
        """Read from `source`, and write to `target` (default: the same): sockets, or files."""
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
        """End the connection for the reason `why`; with `said`, say goodbye in these words."""
        if self.ended:
            return
        if said:
            self.send({"bye": said}, 0)
        self.ended = why
        for end in {self.source, self.target}:
            with suppress(OSError):
                end.close()


class Door:
    """A socket to which guests come, in a folder that belongs to the user alone."""

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
        # For the user alone, and under another name until it listens.
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
        """Yield who asks for a seat, and for which one (0: any); put out all other strangers."""
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
    """Make a folder for the user alone; raises OSError if it belongs to somebody else."""
    os.makedirs(folder, 0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise OSError(f"{folder} belongs to another user")
    os.chmod(folder, 0o700)


class Table(NamedTuple):
    """A table that is open, and a connection to it."""

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
                        # Its host was killed, and could not take the table away.
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
