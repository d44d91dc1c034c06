"""The command `diary`: what is kept and where, checked, copied, joined and forgotten."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardgames.diary.diary import Diary, Kept
from tests.kept import keep, result
from tests.program import run_here

LINES = ["run 2", "undo 1", "move"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of state with a diary of two games."""
    (tmp_path / "cardgames").mkdir()
    diary = Diary(str(tmp_path / "cardgames" / "diary.sqlite"))
    going = result(name="two", status="going", outcome="", seed=7, moves=2)
    diary.add([Kept(result(), ["run"]), Kept(going, LINES)])
    diary.close()
    return tmp_path


def tell(folder: Path, *words: str, stdin: str = "", status: int = 0, **changes: str) -> str:
    changes["XDG_STATE_HOME"] = str(folder)
    done = run_here("diary", *words, stdin=stdin, cwd=folder, **changes)
    assert done.returncode == status, done.stderr.decode()
    return (done.stdout + done.stderr).decode()


def test_the_list_of_unfinished_games_breaks_no_word(folder: Path) -> None:
    keep(folder / "cardgames" / "diary.sqlite", *[
        result(name=f"game {n}", status="going", outcome="", game="canfield", seed=10**n,
               options={"draw": 1, "redeals": 3, "build": "any", "reserve": "open"})
        for n in range(6, 16)
    ])  # fmt: skip
    for wide in 60, 80:
        done = run_here("resume", "--list", XDG_STATE_HOME=str(folder), COLUMNS=str(wide))
        lines = done.stdout.decode().splitlines()
        assert max(map(len, lines)) < wide and len(lines) > 12


def test_resume_with_a_seat_looks_for_a_game_that_was_hosted(folder: Path) -> None:
    file = folder / "cardgames" / "diary.sqlite"
    keep(file, result(status="going", outcome="", game="rummy", words="--humans 2"))
    hosted = {"XDG_STATE_HOME": str(folder)}
    told = run_here("resume", "--seat", "2=join", **hosted).stdout.decode()
    assert told == "There is no unfinished game with others in those seats.\n"
    keep(file, result(name="b", status="going", outcome="", words="--humans 2 --seat 2=join"))
    refused = run_here("resume", "--seat", "2=join", **hosted).stderr.decode()
    assert "a game can be resumed only at a terminal" in refused


def names(folder: Path) -> list[str]:
    diary = Diary(str(folder / "cardgames" / "diary.sqlite"))
    found = [game.name for game in diary.games()]
    diary.close()
    return found


def test_it_says_what_is_kept_and_where(folder: Path) -> None:
    told = tell(folder)
    assert told.startswith(f"2 games\n{folder}/cardgames/diary.sqlite\n")
    assert " bytes, written 20" in told
    assert tell(folder / "cardgames").startswith("0 games\n")


def test_a_sound_diary_is_said_to_be_and_a_damaged_one_is_mended(folder: Path) -> None:
    """A page of an index, which nothing else reads."""
    file = folder / "cardgames" / "diary.sqlite"
    assert tell(folder, "--check") == "The diary is sound: 2 games.\n"
    data = bytearray(file.read_bytes())
    page = next(n for n in range(0, len(data), 4096) if data[n] == 10)
    data[page + 4090 : page + 4096] = b"\nDear "
    file.write_bytes(data)
    told = tell(folder, "--check", status=1)
    assert told.startswith(f"{file} was damaged: 2 games are saved. The damaged file is kept as ")
    assert told.count("\n") == 1
    assert tell(folder, "--check") == "The diary is sound: 2 games.\n"


def test_what_is_exported_can_be_imported_elsewhere_once(folder: Path, tmp_path: Path) -> None:
    assert tell(folder, "--export", "all.jsonl") == "Exported 2 games to all.jsonl.\n"
    rows = [json.loads(line) for line in (folder / "all.jsonl").read_text().splitlines()]
    assert [(row["name"], row["lines"]) for row in rows] == [("one", ["run"]), ("two", LINES)]
    assert (folder / "all.jsonl").stat().st_mode & 0o777 == 0o600
    other = tmp_path / "other"
    (other / "cardgames").mkdir(parents=True)
    keep(other / "cardgames" / "diary.sqlite", result(name="three"), result(name="two"))
    file = str(folder / "all.jsonl")
    assert tell(other, "--import", file) == "Added 1 of 2 games; the others are there already.\n"
    assert tell(other, "--import", file) == "Added 0 of 2 games; the others are there already.\n"
    assert names(other) == ["three", "two", "one"]
    assert tell(other, "--export", "~/all", HOME=str(tmp_path)).endswith(" to ~/all.\n")
    assert (tmp_path / "all").is_file()
    again = tell(other, "--export", "-")
    assert json.loads(again.splitlines()[2])["lines"] == ["run"]
    assert tell(other, "--import", "-", stdin=again).startswith("Added 0 of 3 games; ")


def test_what_is_no_game_is_refused_with_all_others(folder: Path) -> None:
    """In one line; some were tracebacks, or dealt for ever."""
    good = {**result(name="new")._asdict(), "lines": ["run"]}
    nonsense: tuple[dict[str, Any], ...] = (
        {"seed": 2**63}, {"score": 10**30}, {"number": 10**15}, {"moves": -1}, {"score": None},
        {"score": 1.5}, {"name": None}, {"name": ["x"]}, {"reason": "\ud800"}, {"options": []},
        {"options": {"a": "x" * 2000}}, {"details": {"a": float("nan")}}, {"lines": None},
        {"lines": [3]}, {"today": "2026-02-30"}, {"begun": "soon"}, {"player": "cat"},
        {"outcome": "odd"}, {"status": "gone"}, {"seconds": -9}, {"day": "2026"},
    )  # fmt: skip
    rows = ["", "x", "[]", "{}", '{"id": 1}', "9" * 5000, "[" * 100_000, '{"lines": [1]}', "\0"]
    for row in rows + [json.dumps({**good, "name": "newer", **changes}) for changes in nonsense]:
        (folder / "all.jsonl").write_text(f"{json.dumps(good)}\n{row}\n")
        told = tell(folder, "--import", "all.jsonl", status=2)
        assert told == "Error: all.jsonl, line 2: this is no game of a diary\n", row[:200]
    assert names(folder) == ["one", "two"]


def test_a_deep_object_is_refused_or_read(folder: Path) -> None:
    good = {**result(name="new", options={"a": 0})._asdict(), "lines": ["run"]}
    for depth in (300, 600, 990, 5000):
        row = json.dumps(good).replace('{"a": 0}', '{"a": %s}' % ("[" * depth + "]" * depth))
        done = run_here("diary", "--import", "-", stdin=row, XDG_STATE_HOME=str(folder))
        assert done.returncode in (0, 2)
        assert b"game" in run_here("stats", XDG_STATE_HOME=str(folder)).stdout


def test_odd_details_spoil_no_page(folder: Path) -> None:
    diary, odd = Diary(str(folder / "cardgames" / "diary.sqlite")), {"draw": [1], "x": None}
    for game in ("slap", "rummy", "canfield", "bridge"):
        for details in ({}, {"slaps": "x", "won": {}}, {"hands": 0, "slaps": 0}):
            name = f"{game} {details}"
            diary.add([Kept(result(name=name, game=game, options=odd, details=details), [])])
    for words in ("--long", "slap --long", "rummy --long", "canfield --long", "--list", "--csv"):
        done = run_here("stats", *words.split(), XDG_STATE_HOME=str(folder))
        assert done.returncode == 0, done.stderr


def test_files_are_neither_replaced_nor_invented(folder: Path) -> None:
    (folder / "there").write_text("mine")
    told = tell(folder, "--export", "there", status=2)
    assert told == "Error: there exists: choose another file\n"
    assert (folder / "there").read_text() == "mine"
    assert "cannot write no/such: " in tell(folder, "--export", "no/such", status=2)
    assert "cannot read nothing: " in tell(folder, "--import", "nothing", status=2)


def test_it_says_what_would_be_forgotten_and_asks(folder: Path) -> None:
    told = tell(folder, "--forget", "2", stdin="n\n")
    assert told.startswith("Forget game 2: Clock, seed 7, 2 moves? [y/N]")
    assert "Forget all 2 games? [y/N]" in tell(folder, "--forget", "all", stdin="\n")
    assert names(folder) == ["one", "two"]
    assert "Forgotten: 1.\n" in tell(folder, "--forget", "2", stdin="y\n")
    assert names(folder) == ["one"]
    assert tell(folder, "--forget", "all", "--yes") == "Forgotten: 1.\n"
    assert tell(folder, "--forget", "all") == "There is nothing to forget.\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--check", "--export", "x"], "choose one of --check, --export, --import and --forget"),
        (["--yes"], "--yes is for --forget"),
        (["--forget", "9"], "there is no game 9"),
        (["--forget", "clock"], "--forget takes the number of a game, or the word all"),
        (["--forget", "9" * 30], "--forget takes the number of a game, or the word all"),
    ],
)
def test_what_does_not_go_together(folder: Path, words: list[str], why: str) -> None:
    assert why in tell(folder, *words, status=2)


def test_nothing_is_kept_if_it_is_off(tmp_path: Path) -> None:
    done = run_here("diary", "--check", CARDGAMES_RESULTS="off")
    assert done.stdout == b"Nothing is kept, since CARDGAMES_RESULTS is off.\n"
