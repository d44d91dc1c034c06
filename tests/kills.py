"""Killing a program that keeps a game, at random moments: no move that was kept may be lost.

`make fuzz` kills one game 200 times, and the suite a share of that.
"""

import os
import signal
import time
from pathlib import Path
from random import Random

from cardgames.cli.keeping import script_of
from cardgames.cli.seating import followed_script
from cardgames.games.canfield.game import Canfield
from cardgames.model.game import Move
from cardgames.play.diary import Diary, Owner
from cardgames.play.keeping import Keeper
from tests.seated import session_of
from tests.test_keeping import EVENING

LONGEST = 0.04
"""The longest time between two kills, in seconds, besides that of going on with the game."""


def kill(folder: Path, count: int, seed: int = 1) -> None:
    """Play one game in FOLDER, killed COUNT times at moments drawn from SEED; check each time."""
    random, name = Random(seed), str(folder / "diary.sqlite")
    lines: list[str] = []
    for _ in range(count):
        reports, report = os.pipe()
        child = os.fork()
        if not child:
            os.close(reports)
            _play(name, report, resume=bool(lines))
        os.close(report)
        kept = _killed(child, reports, random.random() * LONGEST)
        before, lines = lines, Diary(name).lines(1)
        assert lines[: len(before)] == before and set(lines) <= {"card", "undo 1"}
        assert len(lines) >= max(kept, len(before)), "a move that was kept is lost"
    diary = Diary(name)
    (game,) = diary.games()
    session = followed_script(script_of(game, lines), "the game")
    assert (session.moves_made, session.undos) == (game.moves, game.undos)
    assert diary.faults() == []


def _killed(child: int, reports: int, delay: float) -> int:
    """Kill CHILD, some time after its first report; return the number of lines in its last one."""
    with os.fdopen(reports, "rb") as told:
        first = told.readline()
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        whole = [line for line in [first, *told] if line.endswith(b"\n")]
    return int(whole[-1])


def _play(name: str, report: int, resume: bool) -> None:
    """Make moves in the child until it is killed; report the number of lines after each."""
    try:
        diary = Diary(name)
        keeper = Keeper(diary, lambda: EVENING)
        session = session_of(Canfield, 42)
        if resume:
            owner = Owner.new("2026-11-22T20:00:00Z")
            taken, lines = diary.take(1, owner)
            session = followed_script(script_of(taken, lines), "the game")
            keeper.take_up(session, taken, owner)
        keeper.record(session)
        while True:
            session.make(Move("card"))
            if len(session.log) % 7 == 0:
                session.undo(1)
            assert keeper.record(session) == ""
            os.write(report, f"{len(session.log)}\n".encode())
    finally:
        os._exit(1)
