"""Type odd lines into all games: python -m tests.fuzz --lines 300000 --seed 1, or `make fuzz`.

Lines, good and broken, are drawn from the grammar that the commands declare. No line may crash the
program, a refused line must change nothing, and every file that a game writes must lead to the
same session again, in every way to play it. The record is loaded after every LOADED lines; after
each line the work would grow with the square of their number. Some games are typed again at a
pseudo-terminal. A fault is shrunk to the few lines that show it, and printed as a script.

Besides, programs that keep games are killed again and again, their diary is mended or deleted,
bytes of it are flipped, and the public functions get odd values.
"""

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import click

from cardgames import games
from cardgames.cli.playing import new_session, read_setup
from cardgames.games.mod10 import strategy as mod10
from cardgames.games.rummy import strategy as rummy
from cardgames.model.errors import printable
from cardgames.model.game import HUMAN, Setup
from cardgames.patience import quick
from cardgames.play import review
from cardgames.play.script import Journal, Scripts
from cardgames.play.session import Session
from cardgames.screen import keyboard
from cardgames.screen.console import LARGEST_LINE, Incoming
from cardgames.screen.look import STYLES, Look
from tests import kills, odd
from tests.again import RECORD, Fault, State, check_file, state
from tests.drawing import PLAIN, TERMINAL, Drawn, Manner
from tests.fuzz_terminal import typed_at_terminal
from tests.parts import NAMES
from tests.program import working_in
from tests.seated import Memory, brief_computers

LOADED = 16
PATIENCE = 30
SHRINKING = 30
AT_TERMINAL = 25
"""One game in this number is typed at a pseudo-terminal too."""
KILLS, MENDS, DELETIONS, FLIPS = 200, 100, 300, 300
"""The numbers of things that happen to programs that keep games, and to their diary."""
CALLS = 100_000


class Found(NamedTuple):
    setup: Setup
    lines: list[str]
    told: str
    manner: Manner = PLAIN

    def transcript(self) -> str:
        words = " ".join([self.setup.command_line(), *self.manner.words()])
        lines = [f"# {words}", *map(printable, self.lines)]
        return "\n".join([*lines, *(f"#   {line}" for line in self.told.splitlines()), ""])


class Typist(Memory):
    """Types lines that are given or drawn, and checks the effect of each."""

    def __init__(self, draw: Callable[[Any], str | None], loaded: int, echo: bool) -> None:
        super().__init__()
        self.draw, self.loaded, self.echo = draw, loaded, echo
        self.player: Any = None
        self.typed: list[str] = []
        self._before: tuple[Any, list[str]] | None = None
        self._loaded: list[str] = []
        self.refused = False
        """Was the last note an error?"""

    def note(self, text: str) -> None:
        """Check that a refused line has changed nothing, unless it holds several commands.

        In Slap, which goes by the clock, computers may have acted before the line came.
        """
        self.refused = text.startswith("Error:")
        if not self.refused or not self._before or ";" in self.typed[-1]:
            return
        (game, log), session = self._before, self.player.session
        acted = session.log[len(log) :]
        same = session.log[: len(log)] == log and (acted or session.game == game)
        if not same or any(": " not in line for line in acted):
            raise Fault(f"a refused line has changed the game: {text}")

    def _next_line(self, prompt: str) -> str | None:
        session: Session = self.player.session
        check_seats(session)
        line = self.draw(self.player)
        due = line is None or len(self.typed) % self.loaded == self.loaded - 1
        if due and self._loaded != session.log:
            check_record(self.player)
            self._loaded = session.log[:]
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        if line is None:
            return None
        self.said = ""
        self.typed.append(line)
        self._before = self.player.game, session.log[:]
        data = line.encode("utf-8", "surrogateescape")[: LARGEST_LINE - 1]
        return next(iter(Incoming(BytesIO(data))), "")


def check_seats(session: Session) -> None:
    """Check that the seat named in the last line of the log could make that move."""
    seat, colon, move = (session.log or [""])[-1].partition(": ")
    seats = session.seats
    if colon and not 0 < int(seat) <= len(seats):
        raise Fault(f"there is no seat {seat}")
    if colon and seats[int(seat) - 1] == HUMAN and move.split()[0] not in session.game.clockwork:
        raise Fault(f"the person in seat {seat} has been moved for")


def check_record(player: Any) -> None:
    with open(RECORD, encoding="utf-8") as file:
        if file.read() != player.session.script():
            raise Fault("the record is not the script of the session")
    check_file(RECORD, state(player.session), ("load",))


class Saved(Scripts):
    """Saved scripts, with the sessions that they must lead to."""

    def __init__(self, typist: Typist) -> None:
        super().__init__(read_setup)
        self._typist = typist
        self.states: dict[str, State] = {}

    def write(self, name: str, text: str, overwrite: bool = False) -> None:
        super().write(name, text, overwrite)
        self.states[os.path.abspath(name)] = state(self._typist.player.session)


def play(
    setup: Setup, draw: Callable[[Any], str | None], loaded: int = 1, manner: Manner = PLAIN
) -> tuple[list[str], Exception | None]:
    typist = Typist(draw, loaded, manner.echo)
    scripts = Saved(typist)
    without_sync = patch.object(os, "fsync")
    with TemporaryDirectory() as folder, working_in(Path(folder)), without_sync:
        try:
            session, look = new_session(setup), Look(STYLES[setup.seed % len(STYLES)])
            recorders = [Journal(RECORD)]
            found = games.player(setup.game.name)
            typist.player = found(session, typist, look, scripts, manner.strict, recorders)
            status = typist.player.play_deal(manner.auto) if manner.auto else typist.player.play()
            if status == 130:
                raise KeyboardInterrupt
            if status != (manner.strict and typist.refused):  # --strict ends it at an error
                raise Fault(f"the exit status is {status}")
            for name, was in (scripts.states | {RECORD: state(typist.player.session)}).items():
                signal.setitimer(signal.ITIMER_REAL, PATIENCE)
                check_file(name, was)
        except Exception as error:
            return typist.typed, error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return typist.typed, None


def shrunk(setup: Setup, typed: list[str], error: Exception, manner: Manner = PLAIN) -> Found:
    """The fault without the lines that it does not need, if there is time to find them."""
    end = monotonic() + SHRINKING

    def same(lines: list[str]) -> tuple[list[str], Exception] | None:
        played, found = play_lines(setup, lines, manner)
        return (played, found) if found is not None and kind(found) == kind(error) else None

    alone = [part.strip() for line in typed for part in line.split(";")]
    typed, error = same(alone) or (typed, error)  # a command in a line of its own can go alone
    size = len(typed)
    while size and monotonic() < end:
        fewer = (typed[:start] + typed[start + size :] for start in range(0, len(typed), size))
        shorter = next(filter(None, map(same, fewer)), None)
        if shorter is None:
            size //= 2
        else:
            typed, error = shorter
    return Found(setup, typed, "".join(traceback.format_exception(error, limit=-4)), manner)


def play_lines(
    setup: Setup, lines: list[str], manner: Manner
) -> tuple[list[str], Exception | None]:
    if manner.terminal:
        return lines, typed_at_terminal(setup, lines)
    return play(setup, typing(lines), manner=manner)


def typing(lines: list[str]) -> Callable[[Any], str | None]:
    left = iter(lines)
    return lambda player: next(left, None)


def kind(error: Exception) -> tuple[object, ...]:
    """The type of ERROR and the line that raised it; the same fault has the same."""
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    return type(error), last and (last.filename, last.lineno)


def fuzz(name: str, seed: int, lines: int) -> Found | None:
    """Type at least LINES lines in games of one kind; return the first fault."""
    drawn, count = Drawn(seed), 0
    while count < lines:
        setup, manner = drawn.setup(name), drawn.manner(name)
        typed, error = play(setup, drawn.lines(), LOADED, manner)
        if error is None and drawn.chance(AT_TERMINAL):
            manner = TERMINAL
            error = typed_at_terminal(setup, typed)
        if error is not None:
            return shrunk(setup, typed, error, manner)
        count += len(typed)
    return None


@contextmanager
def hasty() -> Iterator[None]:
    """Let computers think and open pastes last briefly, and stop a line that hangs."""
    with (
        brief_computers(),
        patch.multiple(quick, MOST_POSITIONS=30, MOST_ARRANGEMENTS=50, MOST_WATCHED=20),
        patch.multiple(review, MOST=60, MOST_ASIDE=60, MOST_LOOKED_AT=60),
        patch.multiple(mod10, WIDTH=3, SAMPLES=1, LONGEST=100),
        patch.object(rummy, "HEATS", ((1, 2), (1, 1))),
        patch.object(keyboard, "LONGEST_PASTE", 0.5),
    ):
        before = signal.signal(signal.SIGALRM, hung)
        try:
            yield
        finally:
            signal.signal(signal.SIGALRM, before)


def hung(number: int, frame: FrameType | None) -> None:
    raise Fault(f"a line takes more than {PATIENCE} seconds")


def share(name: str, seed: int, lines: int) -> tuple[str, bool]:
    started = process_time()
    with hasty():
        found = fuzz(name, seed, lines)
    if found is not None:
        return found.transcript(), True
    return f"{name}: {lines} lines, {process_time() - started:.0f} s", False


def kept(seed: int) -> tuple[str, bool]:
    """Trouble programs that keep games, and their diary; return a line for the report, or a fault.

    The programs run beside three playing terminals.
    """
    with TemporaryDirectory() as folder:
        try:
            events = {
                "kills": (KILLS, ("kill",)), "mends": (MENDS, ("mend", "mend", "kill")),
                "deletions": (DELETIONS, kills.DELETED),
            }  # fmt: skip
            for name, (count, chosen) in events.items():
                os.mkdir(f"{folder}/{name}")
                kills.trouble(Path(folder, name), count, chosen, seed)
            os.mkdir(f"{folder}/flips")
            sound = kills.sound(Path(folder, "flips"))
            for number in range(FLIPS):
                kills.check_flip(sound, 1000 * seed + number)
        except Exception:
            return traceback.format_exc(limit=-6), True
    return f"the diary: {KILLS} kills, {MENDS} mends, {DELETIONS} deletions, {FLIPS} flips", False


def called(seed: int) -> tuple[str, bool]:
    fault = next(odd.faults(CALLS, seed), "")
    return fault or f"the library: {CALLS} odd calls", bool(fault)


@click.command()
@click.option("--lines", default=300_000, help="The number of lines, in all games together.")
@click.option("--seed", default=1, help="Where drawing starts.")
@click.option("--game", "chosen", type=click.Choice(NAMES), multiple=True, help="Only this game.")
def main(lines: int, seed: int, chosen: tuple[str, ...]) -> None:
    faults = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = chosen or tuple(NAMES)
        each = -(-lines // len(played))
        tasks = [] if chosen else [pool.submit(kept, seed), pool.submit(called, seed)]
        tasks += [pool.submit(share, name, seed, each) for name in played]
        for done in tasks:
            told, faulty = done.result()
            faults += faulty
            click.echo(told)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
