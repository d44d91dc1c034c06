"""What a person at a terminal is told when their game cannot be kept, or is kept again."""

import re
import resource
import sys
from pathlib import Path

import pytest

from cardgames.diary.diary import Diary
from cardgames.text.wording import fitted
from tests import kills
from tests.samples import sample
from tests.test_resume_terminal import Evening, evening, kill, talk
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
def canfield(evening: Evening) -> Terminal:
    return evening.begun("canfield", "--seed", "42", "--scroll", typed="card")


def test_the_diary_says_who_has_a_game_open(evening: Evening, canfield: Terminal) -> None:
    told = evening.tell("diary")
    opened = rf"^1: Canfield, .*: open since 20.*, process {canfield.process} on \S+$"
    assert re.search(opened, told, re.MULTILINE), told
    kill(canfield)
    assert "open since" not in evening.tell("diary")


def limit(terminal: Terminal, size: int) -> None:
    most = resource.prlimit(terminal.process, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(terminal.process, resource.RLIMIT_FSIZE, (size, most))


def test_a_disk_full_for_a_moment_loses_nothing(evening: Evening, canfield: Terminal) -> None:
    """The games after it are kept, too; and what is written at last is no failure."""
    limit(canfield, 0)
    told = typed(canfield, "card")
    assert "Error: cannot write " in told and "'save FILE' saves it" in told
    assert "Error" not in typed(canfield, "card")
    assert len(kept(evening).lines(1)) == 1
    limit(canfield, resource.RLIM_INFINITY)
    assert "The game is kept again." in typed(canfield, "card")
    assert kept(evening).lines(1) == ["card"] * 4
    typed(canfield, "new 5", "card")
    assert kept(evening).lines(2) == ["card"]
    limit(canfield, 0)
    assert "Error" in typed(canfield, "card")
    limit(canfield, resource.RLIM_INFINITY)
    talk(canfield, "q\n", "'cardgames resume' goes on with this game.", ends=0)
    assert kept(evening).lines(2) == ["card"] * 2


def test_two_errors_are_two_paragraphs() -> None:
    """They were one, where the first was nearly as long as the screen."""
    errors = "".join(f"Error: {'word ' * n}end.\n" for n in (16, 15))
    assert fitted(errors, 60).count("\nError: ") == 1


def test_to_leave_with_something_unkept_is_refused_once(
    evening: Evening, canfield: Terminal, tmp_path: Path
) -> None:
    limit(canfield, 0)
    typed(canfield, "card")
    told = typed(canfield, "q")
    assert "Error: cannot write " in told
    assert "'save FILE' saves the game; to leave without that, do so again." in told
    talk(canfield, "q\n", "the game is not kept", ends=2)
    assert kept(evening).lines(1) == ["card"]


class Python(Terminal):
    program = sys.executable


def test_nothing_is_loaded_for_the_diary_before_the_first_move(evening: Evening) -> None:
    words = ("-X", "importtime", "-m", "cardgames", "canfield", "--scroll")
    terminal = Python(*words, XDG_STATE_HOME=str(evening.folder))
    evening.terminals.append(terminal)
    assert "sqlite3" not in terminal.see("> ")
    terminal.type("card\n")
    terminal.see("sqlite3")


def test_going_on_from_a_script_is_kept_apart(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "script").write_text("# cardgames clock --seed 1\nrun 3\n")
    terminal = evening.open("replay", str(tmp_path / "script"), "--continue")
    talk(terminal, "> ", "run 2\n", "> ", "q\n", "goes on with this game.", ends=0)
    assert [game.player for game in kept(evening).games()] == ["script"]
    assert len(kept(evening).lines(1)) == 5


@pytest.mark.parametrize(
    "events",
    sample(
        [("kill",), ("mend", "read"), kills.DELETED],
        [(event,) for event in ("kill", "mend", "read", *kills.DELETED)],
    ),
    ids="-".join,
)
def test_three_terminals_lose_no_kept_move(events: tuple[str, ...], tmp_path: Path) -> None:
    kills.trouble(tmp_path, sample(2 + len(events), 30), events)
