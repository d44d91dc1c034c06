"""Ways to play a saved or recorded file again, all of which must lead to the same session.

A file is loaded, as `load` and `resume` do; it is replayed with `replay --strict`; and it is piped
into the program. The last two run the program as a user does.
"""

import gc
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cardgames.cli.playing import SCRIPTS, followed
from cardgames.cli.solve import named_script
from cardgames.model.errors import CardGameError
from cardgames.play.session import Session
from cardgames.text.textplayer import TextPlayer
from tests.program import run_here

RECORD = "record"
SHOWN = 30
State = dict[str, Any]


class Fault(AssertionError):
    """The program did what it must never do."""


def state(session: Session) -> State:
    history = session.history
    return {
        "log": session.log[:],
        "counts": (session.moves_made, session.undos, session.hints, history.steps, history.made),
        "deal": (session.setup, session.seed, session.deals, session.seats),
        "outcome": session.outcome(),
        "game": session.game,
    }


def check_file(name: str, saved: State | None, ways: tuple[str, ...] = ()) -> None:
    """Check that the file called NAME leads to SAVED in each of WAYS (default: every way).

    Without SAVED, all ways must lead to the same state as the first one.
    """
    for way in ways or WAYS:
        now = state(WAYS[way](name))
        saved = saved or now
        for field, was in saved.items():
            if was != now[field]:
                raise Fault(f"{way} {name}: another {field}:\n{was}\n{now[field]}\n{text(name)}")


def load(name: str) -> Session:
    try:
        return followed(named_script(name))
    except CardGameError as error:
        raise Fault(f"{name} cannot be loaded: {error}\n{text(name)}") from None


def replay(name: str) -> Session:
    return _played(name, "replay", name)


def pipe(name: str) -> Session:
    """Pipe the file called NAME into the program, with the options of its first line."""
    words = shlex.split(SCRIPTS.read(name).setup.command_line())[1:]
    return _played(name, *words, stdin=Path(name).read_bytes())


WAYS: dict[str, Callable[[str], Session]] = {"load": load, "replay": replay, "pipe": pipe}


def _played(name: str, *words: str, stdin: bytes = b"") -> Session:
    with players() as playing, patch.object(gc, "freeze"):  # which would keep every session
        result = run_here(*words, "--strict", stdin=stdin, cwd=Path.cwd())
    if result.returncode or not playing:
        error = result.stderr.decode() or result.stdout.decode().rpartition("Error: ")[2]
        raise Fault(f"{' '.join(words)} --strict ends with {error.rstrip()}\n{text(name)}")
    return playing[-1].session


def text(name: str) -> str:
    lines = Path(name).read_text(encoding="utf-8").splitlines()
    return "\n".join([*lines[:SHOWN], f"({len(lines)} lines)"])


@contextmanager
def players() -> Iterator[list[TextPlayer]]:
    playing: list[TextPlayer] = []
    play = TextPlayer.play

    def noted(self: TextPlayer) -> int:
        playing.append(self)
        return play(self)

    with patch.object(TextPlayer, "play", noted):
        yield playing
