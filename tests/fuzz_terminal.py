"""Typing the fuzzer's lines at a pseudo-terminal, and playing again the files that this wrote.

The program runs in a child of this process, which need not import it once more. After the game,
the child plays each file again that the program wrote, and passes on a fault.
"""

import os
import pty
import re
import select
import signal
import traceback
from itertools import islice
from pathlib import Path
from random import Random
from shlex import split
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import NoReturn
from unittest.mock import patch

from cardgames.cli.diary import script_of
from cardgames.cli.playing import followed
from cardgames.diary.diary import Diary
from cardgames.model.game import HUMAN, Setup
from cardgames.play.script import Journal
from cardgames.play.session import Session
from cardgames.screen.keyboard import PASTE
from cardgames.screen.look import STYLES
from tests.again import RECORD, Fault, check_file, state
from tests.drawing import SAVED
from tests.program import become, faults_raised, status_of_main

PATIENCE = 60
QUIET = 0.2
"""The number of seconds without output after which the game may wait for a key."""
WAITING = re.compile(r"(> |\[yn\] |hand\. |go on\. )$")
"""The end of the output when the game waits for a line."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
LONGEST = 200
"""The greatest length of a typed line, as a terminal does not take longer ones."""
FAULT = "fault"


def typed_at_terminal(setup: Setup, lines: list[str]) -> Exception | None:
    with TemporaryDirectory() as folder:
        child, screen = pty.fork()
        if not child:
            _play(setup, Path(folder))
        try:
            lines = [line for line in lines if line.isprintable() and len(line) < LONGEST]
            _type(child, screen, lines, Random(setup.seed))
        except Fault as error:
            os.kill(child, signal.SIGKILL)
            return error
        finally:
            os.close(screen)
            _, status = os.waitpid(child, 0)
        fault = Path(folder, FAULT)
        if fault.exists():
            return Fault(f"at a terminal:\n{fault.read_text(encoding='utf-8')}")
        if status:
            return Fault(f"at a terminal, the process ends with {status}")
    return None


def _type(child: int, screen: int, lines: list[str], chance: Random) -> None:
    """Type each of LINES when the game at the other end of SCREEN waits for it, then leave.

    By CHANCE, press Ctrl-C once where the game waits without a prompt, paste lines together, begin
    a paste that never ends, or stop CHILD for a moment.
    """
    end = monotonic() + PATIENCE
    waiting, interrupted = iter(lines), chance.random() < 0.5
    shown = ""
    while monotonic() < end:
        if select.select([screen], [], [], QUIET)[0]:
            try:
                data = os.read(screen, 65536)
            except OSError:  # the program has closed the terminal
                return
            shown = (shown + data.decode("utf-8", "replace"))[-LONGEST:]
            if not WAITING.search(ESCAPES.sub("", shown)):
                continue
        elif interrupted:
            interrupted = False
            os.write(screen, b"\x03")
            continue
        burst = [*islice(waiting, chance.choice((1, 1, 1, 2, 5)))] or ["bye"]
        begun = PASTE if chance.random() < 0.05 else b""
        os.write(screen, begun + "".join(f"{line}\n" for line in burst).encode())
        shown = ""
        if chance.random() < 0.1:
            sleep(chance.random() / 50)
            os.kill(child, signal.SIGSTOP)
            os.kill(child, signal.SIGCONT)
    raise Fault(f"at a terminal, the game takes more than {PATIENCE} seconds")


def _play(setup: Setup, folder: Path) -> NoReturn:
    words = [*split(setup.command_line())[1:], "--cards", STYLES[setup.seed % len(STYLES)]]
    words += ["--scroll" if setup.seed % 3 else "--no-scroll", "--record", RECORD]
    home = str(folder / "home")
    become(words, {"PAGER": "cat", "HOME": home, "XDG_STATE_HOME": home}, lambda: _checked(folder))


def _checked(folder: Path) -> None:
    try:
        os.chdir(folder)
        _check(folder)
    except BaseException:
        Path(folder, FAULT).write_text(traceback.format_exc(limit=-6), encoding="utf-8")


def _check(folder: Path) -> None:
    last: list[Session] = []
    record = Journal.record

    def noted(self: Journal, session: Session) -> str:
        last[:] = [session]
        return record(self, session)

    with patch.object(Journal, "record", noted), faults_raised():
        status = status_of_main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if status not in (0, 130):
        raise Fault(f"the exit status is {status}")
    session = last[0]
    if session.history.made or HUMAN in session.setup.options.seats():
        check_file(RECORD, state(session))  # Without a move, a script lets the computers play.
    for name in filter(os.path.exists, SAVED):
        check_file(name, None)
    diary = Diary(str(folder / "home" / "cardgames" / "diary.sqlite"))
    scripts = [script_of(game, diary.lines(game.id)) for game in diary.unfinished()]
    kept = [followed(script) for script in scripts]
    # The result of a game that ended and was taken back stays, until another move is made.
    goes_on = session.outcome() is None and session.moves_made and not session.history.undone
    if goes_on and (not kept or kept[0].game != session.game):
        scripts = [one.script() for one in kept]
        raise Fault(f"the game is not gone on with where it was left:\n{scripts}")
