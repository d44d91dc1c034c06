"""A program that plays in a seat: it reads and writes lines of JSON ('cardgames help bots').

A program is not trusted. It gets few environment variables, no terminal, and its own process group,
which is killed when the program ends. Any mistake of the program is a Fault, whose message is one
line.
"""

import atexit
import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from select import select
from time import monotonic
from typing import IO, Any, Final

from cardgames.model.errors import InvalidCommand, brief, printable, quoted
from cardgames.model.game import Game, Move, Setup
from cardgames.seats.seat import Fault, Message, Seat, answered, hello, over, see
from cardgames.seats.wire import GONE, Source, Wire

SECONDS: Final = 10.0  # the usual limit on the time for an answer
LONGEST: Final = 3600.0  # the highest limit
STARTING: Final = 30.0  # seconds for the first answer: some languages start slowly
LARGEST: Final = 1 << 16  # the most bytes of errors that are read at once
LAST_WORDS: Final = 200  # the most characters of the standard error in a message
KEPT: Final = 4096  # the bytes of the standard error that are kept
LOOK: Final = 0.2  # seconds between two checks whether a silent program is still running
ENDING: Final = 0.3  # seconds for a program to end after its input has ended
PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "SYSTEMROOT")
"""The environment variables that a program gets."""

_running: set["Bot"] = set()


class Bot(Seat):
    """A program that plays in a seat; it can play several games, one after the other."""

    listens = True

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        """Check the command, but do not start the program yet.

        Raises InvalidCommand if a shell could not split the command into words.
        """
        self.command = command
        self.words = command_words(command)
        self.seconds = seconds
        self.seat = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: Wire | None = None  # to the process
        self._said = deque[bytes]()  # the lines of the program that nobody has read yet
        self._errors = b""  # the end of the standard error
        self._errors_from: list[IO[bytes]] = []  # the standard error, while it is open
        self._answers = 0
        # The position after the last move, who made it, and the move: sent with the next question
        self._untold: tuple[Game, int, Move] | None = None
        self._owes = False  # did Ctrl-C end a question, so that an answer is still to come?

    # What a seat does.

    def begin(self, setup: Setup, seat: int) -> None:
        self.seat, self._untold = seat, None
        if self._process is None:
            self._start()
        elif self._owes:
            self._answer()
        self._write(hello(setup, seat, self.seconds))

    def tell(self, view: Game, by: int, move: Move) -> None:
        self._tell_last()
        if view.outcome() is None and any(view.open_to(self.seat)):
            self._untold = view, by, move  # this is sent together with the question
        else:
            self._write(see(view, by, move))

    def _tell_last(self) -> None:
        if self._untold:
            self._write(see(*self._untold))
        self._untold = None

    def choose(self, view: Game) -> Move | None:
        moves = [*view.open_to(self.seat)]
        if not moves:
            return None
        if view.player() != self.seat:
            # Out of turn, as in Slap, nobody has to move.
            moves.insert(0, Move("wait"))
        if self._owes:
            self._answer()
        self._check_silent()
        _, by, move = self._untold or (view, 0, None)
        self._untold, self._owes = None, True
        self._write(see(view, by, move, moves))
        try:
            chosen = answered(view, self._answer(), self.seat)
        except InvalidCommand as error:
            raise self._fault("illegal", str(error)) from None
        self._check_said()
        return chosen

    def end(self, view: Game, winner: int | None, reason: str) -> None:
        self._tell_last()
        self._write(over(winner, reason))
        self._check_silent()

    def close(self, seconds: float = ENDING) -> None:
        """Let the program end within so many seconds; then kill all processes left in its group."""
        process, self._process = self._process, None
        wire, self._wire = self._wire, None
        _running.discard(self)
        self._errors = b""
        self._said.clear()
        self._errors_from.clear()
        self._answers, self._owes = 0, False
        if process is None:
            return
        if wire is not None:
            wire.close("is closed")
        _wait(process, seconds)
        with suppress(ProcessLookupError, PermissionError):
            # The program is reaped only after this, so that no other process can get its number.
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stderr is not None:
            process.stderr.close()

    # The way to the process.

    def _start(self) -> None:
        if not hasattr(os, "killpg"):
            why = "a program can have a seat only on systems like Unix"
            raise Fault("dead", why, self.seat)
        variables = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                env=variables,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise self._fault("dead", f"cannot be started: {reason}") from None
        _running.add(self)
        source, target, errors = self._process.stdout, self._process.stdin, self._process.stderr
        assert source and target and errors
        self._wire, self._errors_from = Wire(source, target), [errors]
        os.set_blocking(errors.fileno(), False)

    def _fault(self, kind: str, what: str) -> Fault:
        """Stop the program that made a mistake, and return the Fault."""
        # The last line on standard error mostly says what went wrong.
        if self._process is not None:
            self._read_errors()
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        last = printable(lines[-1].strip()[-LAST_WORDS:]) if lines else ""
        words = f" (its last words: {last})" if last else ""
        self.close(0)
        return Fault(kind, f"{printable(self.command)} {what}{words}", self.seat)

    def _write(self, message: Message) -> None:
        wire = self._linked()
        wire.send(message, 0)
        late = f"does not read what it is told, for {self._limit():g} seconds"
        self._wait_until(lambda: not wire.flush(), [], [wire.target], late)
        self._check_there()

    def _answer(self) -> bytes:
        """Return the next line of the program."""
        hint = "" if self._answers else ": does it flush its output?"
        late = f"gives no answer in {self._limit():g} seconds{hint}"
        self._wait_until(self._hear, [self._linked().source], [], late)
        self._answers += 1
        self._owes = False
        return self._said.popleft()

    def _limit(self) -> float:
        return self.seconds if self._answers else max(self.seconds, STARTING)

    def _linked(self) -> Wire:
        if self._wire is None:
            raise self._fault("dead", "has ended")
        return self._wire

    def _wait_until(
        self, done: Callable[[], bool], reading: list[Source], writing: list[Source], late: str
    ) -> None:
        """Wait until the function `done` returns True.

        Raises Fault if the program ends, or if it takes too long; `late` is the message for that.
        """
        deadline = monotonic() + self._limit()
        while not done():
            self._check_there()
            left = deadline - monotonic()
            if left <= 0:
                raise self._fault("stalled", late)
            files = select([*reading, *self._errors_from], writing, [], min(left, LOOK))
            self._read_errors()
            # When the program has ended, a child of it may keep the pipes open.
            if not any(files) and self._process and _status(self._process) is not None:
                raise self._fault("dead", self._how_it_ended())

    def _hear(self) -> bool:
        """Read what the program has written; return whether there is a whole line."""
        self._said.extend(self._linked().lines())
        return bool(self._said)

    def _check_there(self) -> None:
        if ended := self._linked().ended:
            kind, what = "illegal", ended
            if ended == GONE:
                kind, what = "dead", self._how_it_ended()
            raise self._fault(kind, what)

    def _check_silent(self) -> None:
        """Raise Fault if the program has ended, or has written anything without being asked."""
        self._hear()
        self._check_said()
        self._check_there()

    def _check_said(self) -> None:
        if said := b"".join([*self._said, self._linked().heard]):
            shown = quoted(said[:60].decode("utf-8", "replace").strip())
            raise self._fault("illegal", f"answers without being asked: {shown}")

    def _read_errors(self) -> None:
        """Read what has come on standard error, and keep the end of it."""
        for errors in self._errors_from[:]:
            data = b""
            with suppress(BlockingIOError):
                data = os.read(errors.fileno(), LARGEST)
                self._errors = (self._errors + data)[-KEPT:]
                if not data:
                    self._errors_from.remove(errors)

    def _how_it_ended(self) -> str:
        assert self._process is not None
        _wait(self._process, LOOK)
        status = _status(self._process)
        if status is None:
            return "has closed its output"
        if status < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}"
        return f"has ended, with status {status}" if status else "has ended"


def checked_seconds(seconds: Any) -> float:
    """Check the limit on the time for an answer, and return it; raises InvalidCommand."""
    if type(seconds) not in (int, float) or not 0 < seconds <= LONGEST:
        raise InvalidCommand(f"seconds are more than 0, at most {LONGEST:g}, not {brief(seconds)}")
    return float(seconds)


def command_words(command: str) -> list[str]:
    """Split a command as a shell would, but without a shell; raises InvalidCommand."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidCommand(f"{quoted(command)} is not a command: {error}") from None
    if not words or "\0" in command:
        raise InvalidCommand(f"{quoted(command)} is not a command")
    return words


def _status(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit status of a process, or None if the process has not ended.

    The process is not reaped, so that no other process can get its number.
    """
    if process.returncode is not None:
        return int(process.returncode)
    with suppress(ChildProcessError):
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
    return 0


def _wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until the process has ended, but for at most so many seconds."""
    deadline = monotonic() + seconds
    pause = 0.001
    while _status(process) is None and monotonic() < deadline:
        select([], [], [], pause)
        pause = min(2 * pause, 0.02)


@atexit.register
def end_all() -> None:
    """End all programs that this process runs; a forked process does not end its parent's."""
    for program in [*_running]:
        program.close()


if hasattr(os, "register_at_fork"):  # the programs belong to the parent process
    os.register_at_fork(after_in_child=_running.clear)
