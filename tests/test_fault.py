"""A fault of the program itself: it is put in here, and ends with one line and a report."""

import sys
from pathlib import Path

import pytest

from cardgames.play.session import Session
from tests.program import run_here
from tests.test_painter_terminal import Painted

FAULT = """
from cardgames.games.canfield.textplayer import CanfieldPlayer
def score_text(self, game):
    raise KeyError("odd")
CanfieldPlayer.score_text = score_text
from cardgames.__main__ import run
run()
"""
"""The program, with a fault in the command `score`."""


class Faulty(Painted):
    program = sys.executable

    def __init__(self, *arguments: str, fault: str = FAULT, **changes: str) -> None:
        super().__init__("-c", fault, *arguments, **changes)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a fault into the command `score` of Canfield in this process."""

    def score_text(self: object, game: object) -> str:
        raise KeyError("odd")

    monkeypatch.setattr("cardgames.games.canfield.textplayer.CanfieldPlayer.score_text", score_text)


@pytest.mark.usefixtures("broken")
def test_in_a_pipe_nothing_more_is_saved(tmp_path: Path) -> None:
    lines = "card\nscore\nsave later.txt\n"
    state = str(tmp_path / "state")
    result = run_here(
        "canfield", "--seed", "3", stdin=lines, cwd=tmp_path, XDG_STATE_HOME=state, fault="expected"
    )
    report = tmp_path / "state" / "cardgames" / "fault.txt"
    assert result.returncode == 70
    assert result.stderr.decode().endswith(
        "Error: a fault of this program: KeyError: 'odd'. Nothing of the game is kept but what "
        f"'save' or --record has written. The report is in {report}.\n"
    )
    assert result.stdout.decode().count("6D        5D  6C  9S  3S") == 2  # the boards before it
    assert not (tmp_path / "later.txt").exists()
    assert report.stat().st_mode & 0o777 == 0o600
    text = report.read_text()
    assert "Traceback" in text and "in score_text" in text and "'canfield', '--seed', '3'" in text


@pytest.mark.usefixtures("broken")
def test_it_is_beside_the_diary(tmp_path: Path) -> None:
    run_here(
        *("canfield", "--seed", "3"), stdin="score\n", cwd=tmp_path, fault="expected",
        HOME=str(tmp_path / "home"), CARDGAMES_RESULTS="~/kept/diary.sqlite",
    )  # fmt: skip
    assert (tmp_path / "home" / "kept" / "fault.txt").is_file()


@pytest.mark.usefixtures("broken")
def test_where_no_report_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "cardgames").write_text("a file where a folder should be")
    result = run_here("canfield", stdin="score\n", XDG_STATE_HOME=str(tmp_path), fault="expected")
    assert result.returncode == 70 and b"No report could be written to " in result.stderr
    assert b"Traceback" not in result.stderr


def test_where_the_fault_is_in_the_diary_the_last_moves_are_in_doubt(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def record(self: object, session: Session) -> str:
        if session.moves_made:
            raise KeyError("odd")
        return ""

    monkeypatch.setattr("cardgames.play.script.Journal.record", record)
    words = ("canfield", "--record", str(tmp_path / "game"))
    result = run_here(*words, stdin="card\n", XDG_STATE_HOME=str(tmp_path), fault="expected")
    assert b"KeyError: 'odd'. The last moves of the game are perhaps not kept." in result.stderr


def test_where_keys_are_read_the_line_begins_below_the_prompt(
    opened: list[Faulty], tmp_path: Path
) -> None:
    fault = FAULT.replace("canfield", "slap").replace("Canfield", "Slap")
    opened.append(table := Faulty("slap", "--seed", "3", fault=fault, XDG_STATE_HOME=str(tmp_path)))
    table.see("command > ")
    table.type(":score\n")
    assert table.end() == 70
    assert any(line.startswith("Error: a fault") for line in table.view.lines)


def test_at_a_terminal_the_game_is_kept(opened: list[Faulty], tmp_path: Path) -> None:
    opened.append(
        table := Faulty("canfield", "--seed", "3", "--no-color", XDG_STATE_HOME=str(tmp_path))
    )
    table.until(lambda lines: lines[-1] == ">")
    table.enter("card", "> card")
    table.type("score\n")
    assert table.end() == 70
    shown = " ".join(" ".join(table.view.lines).split())
    assert "a fault of this program: KeyError: 'odd'. 'cardgames resume' goes on" in shown
    assert "The report is in" in shown and "Traceback" not in shown
    going_on = run_here("resume", "--list", XDG_STATE_HOME=str(tmp_path)).stdout.decode()
    assert "1 move" in going_on
