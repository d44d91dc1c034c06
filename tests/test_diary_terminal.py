"""What a person at a terminal is told when their game cannot be kept, or is kept again."""

import re
import resource
import sys
from pathlib import Path

import pytest

from cardgames.diary.diary import Diary
from cardgames.screen.look import fitted
from tests import kills
from tests.samples import sample
from tests.test_resume_terminal import Evening, evening, kill
from tests.test_terminal import Terminal

__all__ = ("evening",)


def kept(evening: Evening) -> Diary:
    return Diary(str(evening.folder / "cardgames" / "diary.sqlite"))


def typed(terminal: Terminal, *lines: str) -> str:
    shown = ""
    for line in lines:
        terminal.type(f"{line}\n")
        terminal.see(f"{line}")
        shown = terminal.see("> ")
    return " ".join(shown.replace("\x1b[K", "").split())


@pytest.fixture
def clock(evening: Evening) -> Terminal:
    return evening.begun("clock", "--seed", "1", "--scroll", typed="move")


def test_the_diary_says_who_has_a_game_open(evening: Evening, clock: Terminal) -> None:
    told = evening.tell("diary")
    opened = rf"^1: Clock, .*: open since 20.*, process {clock.process} on \S+$"
    assert re.search(opened, told, re.MULTILINE), told
    kill(clock)
    assert "open since" not in evening.tell("diary")


def limit(terminal: Terminal, size: int) -> None:
    most = resource.prlimit(terminal.process, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(terminal.process, resource.RLIMIT_FSIZE, (size, most))


def test_a_disk_full_for_a_moment_loses_nothing(evening: Evening, clock: Terminal) -> None:
    """The games after it are kept, too; and what is written at last is no failure."""
    limit(clock, 0)
    told = typed(clock, "move")
    assert "Error: cannot write " in told and "'save FILE' saves it" in told
    assert "Error" not in typed(clock, "move")
    assert len(kept(evening).lines(1)) == 1
    limit(clock, resource.RLIM_INFINITY)
    assert "The game is kept again." in typed(clock, "move")
    assert kept(evening).lines(1) == ["move"] * 4
    typed(clock, "new 5", "move")
    assert kept(evening).lines(2) == ["move"]
    limit(clock, 0)
    assert "Error" in typed(clock, "move")
    limit(clock, resource.RLIM_INFINITY)
    clock.talk("q\n", "'cardgames resume' goes on with this game.", ends=0)
    assert kept(evening).lines(2) == ["move"] * 2


def test_two_errors_are_two_paragraphs() -> None:
    """They were one, where the first was nearly as long as the screen."""
    errors = "".join(f"Error: {'word ' * n}end.\n" for n in (16, 15))
    assert fitted(errors, 60).count("\nError: ") == 1


def test_to_leave_with_something_unkept_is_refused_once(
    evening: Evening, clock: Terminal, tmp_path: Path
) -> None:
    limit(clock, 0)
    typed(clock, "move")
    told = typed(clock, "q")
    assert "Error: cannot write " in told
    assert "'save FILE' saves the game; to leave without that, do so again." in told
    clock.talk("q\n", "the game is not kept", ends=2)
    assert kept(evening).lines(1) == ["move"]


class Python(Terminal):
    program = sys.executable


def test_nothing_is_loaded_for_the_diary_before_the_first_move(evening: Evening) -> None:
    words = ("-X", "importtime", "-m", "cardgames", "clock", "--scroll")
    terminal = Python(*words, XDG_STATE_HOME=str(evening.folder))
    evening.terminals.append(terminal)
    assert "sqlite3" not in terminal.see("> ")
    terminal.type("move\n")
    terminal.see("sqlite3")


def test_going_on_from_a_script_is_kept_apart(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "script").write_text("# cardgames clock --seed 1\nrun 3\n")
    terminal = evening.open("replay", str(tmp_path / "script"), "--continue")
    terminal.talk("> ", "run 2\n", "> ", "q\n", "goes on with this game.", ends=0)
    assert [game.player for game in kept(evening).games()] == ["script"]
    assert len(kept(evening).lines(1)) == 5


@pytest.mark.parametrize(
    "events",
    sample(
        [("kill",), ("lock",), ("mend", "read"), kills.DELETED],
        [(event,) for event in ("kill", "lock", "mend", "read", *kills.DELETED)],
    ),
    ids="-".join,
)
def test_three_terminals_lose_no_kept_move(events: tuple[str, ...], tmp_path: Path) -> None:
    kills.trouble(tmp_path, sample(2 + len(events), 30), events)
