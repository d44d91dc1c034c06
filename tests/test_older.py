"""What version 1.2 kept is taken over, once: its files in `older` were written by that version."""

import fcntl
import os
import shutil
from pathlib import Path
from unittest.mock import patch

import pytest

from cardgames.cli import older
from cardgames.cli.keeping import diary
from cardgames.model.errors import KeepingError
from cardgames.play.diary import Diary
from cardgames.play.results import GOING, Result
from tests.program import run_here

OLDER = Path(__file__).parent / "older"
HELD = "rummy-20261120"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the state, which does not exist yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "cardgames"


def put(what: str, state: Path) -> None:
    """Put there what 1.2 has left, each game touched a minute after it was begun."""
    shutil.copytree(OLDER / what, state)
    for file in state.glob("unfinished/*-*"):
        since = int(file.read_text().partition("table since ")[2].partition(" ")[0])
        os.utime(file, (since + 60, since + 60))


def opened() -> Diary:
    found = diary()
    assert found is not None
    return found


def games() -> list[Result]:
    return opened().games()


def test_an_empty_state(state: Path) -> None:
    (state / "unfinished").mkdir(parents=True)
    assert games() == [] and [path.name for path in state.iterdir()] == ["unfinished"]


def test_results_alone(state: Path, capfd: pytest.CaptureFixture[str]) -> None:
    put("results", state)
    assert [(row.id, row.game, row.words, row.seed, row.outcome, row.today) for row in games()] == [
        (1, "clock", "", 1, "lost", None),
        (2, "clock", "", 3, "won", None),
        (3, "canfield", "--draw 1", 42, "lost", None),
        (4, "clock", "", 270242, "lost", "2026-11-22"),
    ]
    assert capfd.readouterr().err == "4 games of version 1.2 are taken over.\n"
    assert games()[2].deal == "cardgames canfield --draw 1 --seed 42"
    names = {path.name for path in state.iterdir() if "-shm" not in path.name}
    assert names - {"diary.sqlite-wal"} == {"diary.sqlite", "results.sqlite.taken-over"}
    assert len(games()) == 4 and capfd.readouterr().err == ""


@pytest.fixture
def eleven(state: Path) -> Path:
    """Eleven unfinished games of Canfield and others, one set aside, one still being played."""
    put("unfinished", state)
    return state


def test_unfinished_games(eleven: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The one that a running program holds is left to it, until that ends."""
    (held,) = eleven.glob(f"unfinished/{HELD}*")
    with held.open("rb") as program:
        fcntl.flock(program, fcntl.LOCK_EX)
        found = opened().unfinished()
        assert [game.game for game in found].count("canfield") == 11
        assert {game.game for game in found} == {"canfield", "klondike"}
        assert [game.outcome for game in games() if game.status != GOING].count("left") == 1
        assert held.exists()
    assert games()[-1].game == "rummy" and not held.exists()
    told = capfd.readouterr().err.splitlines()
    assert told == [f"{n} of version 1.2 are taken over." for n in ("16 games", "1 game")]
    assert len([*eleven.glob("unfinished/*.taken-over")]) == 14
    assert len([*eleven.glob("unfinished/aside/*")]) == 1


def test_a_game_goes_on_where_it_was(eleven: Path) -> None:
    kept = opened()
    (klondike,) = [game for game in kept.unfinished("klondike") if game.day is None]
    assert (klondike.seed, klondike.number, klondike.moves, klondike.undos) == (9, 2, 1, 1)
    assert kept.lines(klondike.id) == ["new", "card", "card", "undo 1"]
    (of_today,) = kept.tries("klondike", "2026-11-21")
    assert (of_today.seconds, of_today.begun[:10]) == (60, "2026-11-21")
    listed = run_here("resume", "--list", XDG_STATE_HOME=str(eleven.parent)).stdout.decode()
    assert "Klondike, the deal for 2026-11-21" in listed


def test_one_that_makes_no_sense_is_set_aside(
    eleven: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (wrong,) = eleven.glob(f"unfinished/{HELD}*")
    wrong.write_text("# cardgames rummy --seed 7\nfly\n")
    assert len(games()) == 16
    aside = eleven / "unfinished" / "aside" / wrong.name
    assert f"unknown command 'fly'; help lists the commands; it is kept as {aside}" in (
        capfd.readouterr().err
    )
    assert aside.exists() and len(games()) == 16


def test_a_program_that_is_killed_in_between_takes_nothing_over_twice(eleven: Path) -> None:
    with patch.object(older.os, "replace", side_effect=OSError(5, "Input/output error")):
        with pytest.raises(KeepingError, match="Input/output error"):
            games()
    assert len(games()) == 17
    assert not (eleven / "results.sqlite").exists()


def test_a_damaged_file_gives_what_can_be_read(state: Path) -> None:
    put("results", state)
    with (state / "results.sqlite").open("r+b") as file:
        file.write(b"Dear diary, this is no database any more")
    assert len(games()) == 4


def test_a_file_of_results_that_was_chosen_by_name(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The diary gets its name."""
    put("results", state)
    chosen = state / "mine.sqlite"
    (state / "results.sqlite").rename(chosen)
    monkeypatch.setenv("CARDGAMES_RESULTS", str(chosen))
    assert len(games()) == len(games()) == 4
    assert (state / "mine-1.2.sqlite.taken-over").exists()


def test_a_folder_that_cannot_be_read_is_told(state: Path) -> None:
    state.mkdir()
    (state / "unfinished").mkdir()
    with patch.object(older.os, "listdir", side_effect=PermissionError(13, "Permission denied")):
        with pytest.raises(KeepingError, match="cannot take over .*: Permission denied"):
            games()
