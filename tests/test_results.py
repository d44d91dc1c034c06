"""The file of results: what it keeps, also for several programs at once, or when it is damaged."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli import settings
from cardgames.model.errors import KeepingError
from cardgames.play.database import Database
from cardgames.play.results import SCHEMA, Result, Results
from tests.kept import result
from tests.program import ROOT


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "results.sqlite"


@pytest.fixture
def told() -> list[str]:
    """The messages shown to the person."""
    return []


@pytest.fixture
def kept(file: Path, told: list[str]) -> Results:
    return Results(str(file), told.append)


class TestKeeping:
    def test_a_result_comes_back_as_it_was(self, kept: Results) -> None:
        one = result(
            options={"rules": ["run", "tens"], "redeals": None}, seed=-(2**63), helped_from=3,
            player="helped", today="2026-11-22", details={"slaps": 4}, reason="♥ 'ö' \n",
        )  # fmt: skip
        kept.put(one)
        assert kept.rows() == [one]

    def test_a_result_with_the_same_id_is_corrected(self, kept: Results) -> None:
        kept.put(result(id="a", outcome="lost"))
        kept.put(result(id="b"))
        kept.put(result(id="a", outcome="won"))
        assert [(one.id, one.outcome) for one in kept.rows()] == [("a", "won"), ("b", "won")]

    def test_a_game_that_ended_is_not_left(self, kept: Results) -> None:
        kept.put(result(id="a", outcome="lost"))
        for name in ("a", "b"):
            kept.left(result(id=name, outcome="left"))
        assert [(one.id, one.outcome) for one in kept.rows()] == [("a", "lost"), ("b", "left")]

    def test_one_that_was_left_can_end_after_all(self, kept: Results) -> None:
        kept.left(result(outcome="left"))
        kept.put(result(outcome="won"))
        assert [one.outcome for one in kept.rows()] == ["won"]

    def test_they_come_in_the_order_in_which_they_finished(self, kept: Results) -> None:
        times = ["2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z"]
        kept.put(*(result(id=str(n), finished=time) for n, time in enumerate(times)))
        assert [one.id for one in kept.rows()] == ["1", "2", "0"]

    def test_one_game_can_be_asked_for_and_forgotten(self, kept: Results, file: Path) -> None:
        kept.put(result(id="a"), result(id="b", game="slap", reason="a word found nowhere else"))
        assert [one.id for one in kept.rows("slap")] == ["b"]
        assert kept.forget("slap") == 1 and kept.counts() == {"clock": 1}
        assert b"found nowhere else" not in file.read_bytes()
        assert kept.forget() == 1 and kept.rows() == []

    def test_the_records_are_those_of_persons_who_played_to_the_end(self, kept: Results) -> None:
        ends = [("won", "person"), ("lost", "person"), ("left", "person"), ("won", "helped")]
        ends += [("drawn", "person"), ("ended", "person"), ("won", "computer")]
        kept.put(*(result(id=str(n), outcome=o, player=p) for n, (o, p) in enumerate(ends)))
        assert kept.records() == {"clock": (3, 1)}

    def test_the_deals_of_dates(self, kept: Results) -> None:
        kept.put(result(today="2026-11-21", outcome="left"))
        found = [kept.has_deal_of("clock", f"2026-11-2{n}") for n in (1, 2)]
        assert found == [True, False] and not kept.has_deal_of("slap", "2026-11-21")

    def test_nothing_is_made_until_something_is_put(self, kept: Results, file: Path) -> None:
        assert kept.rows() == [] and kept.counts() == {}
        assert not file.parent.exists()
        kept.put(result())
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    def test_all_or_none_are_put(self, kept: Results) -> None:
        broken: Result = result(id="b", score=None)
        with pytest.raises(KeepingError):
            kept.put(result(id="a"), broken)
        assert kept.counts() == {}

    def test_an_older_file_gets_what_it_lacks(self, file: Path, kept: Results) -> None:
        kept.put(result())
        more = (*SCHEMA, "ALTER TABLE results ADD COLUMN place TEXT NOT NULL DEFAULT 'here'")
        newer = Database(str(file), more, lambda line: None)
        assert newer.read("SELECT id, place FROM results") == [("one", "here")]


PUTTING = """\
import sys
from cardgames.play.results import Results
from tests.kept import result
name, program = sys.argv[1:]
sys.stdin.read()
for n in range(10):
    Results(name).put(result(id=f"{program}-{n}"))
"""


def put_by_four_programs(file: Path) -> None:
    """Have four programs put ten results each, all at once."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", PUTTING, str(file), str(n)], stdin=subprocess.PIPE, cwd=ROOT
        )
        for n in range(4)
    ]
    for program in programs:
        assert program.stdin is not None
        program.stdin.close()
    assert [program.wait(60) for program in programs] == [0, 0, 0, 0]


class TestSeveralPrograms:
    @pytest.mark.parametrize("before", [None, "damaged " * 1000], ids=["new", "damaged"])
    def test_those_that_write_at_once_lose_nothing(self, tmp_path: Path, before: str) -> None:
        file = tmp_path / "results.sqlite"
        if before:
            file.write_text(before)
        put_by_four_programs(file)
        assert len({one.id for one in Results(str(file)).rows()}) == 40
        aside = [path.read_text() for path in tmp_path.glob("*-damaged-*")]
        assert aside == ([before] if before else [])

    def test_what_another_has_begun_anew_is_not_set_aside(
        self, kept: Results, file: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file.parent.mkdir()
        file.write_text("damaged " * 1000)
        connect = sqlite3.connect

        def slowly(*arguments: Any, **more: Any) -> sqlite3.Connection:
            """Open the file; before it is read, another program finds it damaged, too."""
            opened = connect(*arguments, **more)
            monkeypatch.setattr(sqlite3, "connect", connect)
            Results(str(file)).put(result(id="another"))
            return opened

        monkeypatch.setattr(sqlite3, "connect", slowly)
        kept.put(result())
        assert [one.id for one in kept.rows()] == ["another", "one"] and told == []

    def test_one_that_never_ends_is_named(
        self, kept: Results, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept.put(result())
        monkeypatch.setattr("cardgames.play.database.LONGEST_WAIT", 0.05)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(KeepingError, match="cannot write .*: database is locked"):
            kept.put(result(id="two"))
        other.close()
        kept.put(result(id="two"))


def damage(name: str) -> Callable[[Path], object]:
    """A way to damage a file."""
    return {
        "overwritten": lambda file: file.write_text("Dear diary, " * 500),
        "cut short": lambda file: os.truncate(file, file.stat().st_size // 2),
        "a page of zeros": lambda file: file.write_bytes(
            file.read_bytes()[:4096] + bytes(file.stat().st_size - 4096)
        ),
    }[name]


class TestTrouble:
    @pytest.mark.parametrize("how", ["overwritten", "cut short", "a page of zeros"])
    def test_a_damaged_file_is_set_aside(
        self, how: str, kept: Results, file: Path, told: list[str]
    ) -> None:
        for n in range(2):
            kept.put(*(result(id=str(n)) for n in range(50)))
            damage(how)(file)
            damaged = file.read_bytes()
            if n:
                kept.put(result())
            assert len(kept.rows()) == n and len(told) == n + 1
            aside = Path(told[n].partition("set aside as ")[2].partition(",")[0])
            assert aside.read_bytes() == damaged and "-damaged-20" in aside.name
            assert f"{file} is damaged" in told[n]

    @pytest.mark.parametrize(
        ("statement", "why"),
        [
            ("PRAGMA user_version = 99", "newer version"),
            ("PRAGMA application_id = 7", "another program"),
        ],
    )
    def test_the_file_of_another_is_left_alone(
        self, kept: Results, file: Path, statement: str, why: str
    ) -> None:
        kept.put(result())
        with sqlite3.connect(file) as other:
            other.execute(statement)
        other.close()
        before = file.read_bytes()
        for use in (kept.rows, kept.counts, kept.forget, lambda: kept.put(result(id="two"))):
            with pytest.raises(KeepingError, match=why):
                use()
        assert file.read_bytes() == before

    @pytest.mark.parametrize(
        "change", ["score = 'many'", "details = '{'", "options = '3'", "outcome = x'ff'"]
    )
    def test_a_result_that_somebody_changed_is_refused(
        self, kept: Results, file: Path, change: str
    ) -> None:
        kept.put(result())
        with sqlite3.connect(file) as other:
            other.execute(f"UPDATE results SET {change}")
        other.close()
        with pytest.raises(KeepingError, match="cannot be read: somebody has changed it"):
            kept.rows()

    def test_a_full_disk_loses_no_older_result(self, kept: Results, file: Path) -> None:
        kept.put(result())
        limited = (
            "import resource, sys; from cardgames.play.results import *; "
            "from tests.kept import result; "
            "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))\n"
            "try: Results(sys.argv[1]).put(*(result(id=str(n)) for n in range(100)))\n"
            "except KeepingError as error: print(error)"
        )
        run = subprocess.run(
            [sys.executable, "-c", limited, str(file)], cwd=ROOT, capture_output=True, text=True
        )
        assert run.stdout.startswith(f"cannot write {file}: ") and run.stdout.count("\n") == 1
        assert kept.rows() == [result()]

    @pytest.mark.parametrize("name", ["a-file/results", ".", "/dev/null", "/dev/full"])
    def test_what_cannot_be_written_is_named(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "a-file").touch()
        place = str(tmp_path / name)
        with pytest.raises(KeepingError, match=f"^cannot write {place}: [^\n]*$"):
            Results(place).put(result())

    @pytest.mark.skipif(not os.getuid(), reason="the superuser may write everywhere")
    def test_nor_may_a_file_be_set_aside_in_a_folder_that_is_closed(
        self, kept: Results, file: Path
    ) -> None:
        kept.put(result())
        damage("overwritten")(file)
        file.parent.chmod(0o500)
        with pytest.raises(KeepingError, match="cannot set aside .*: Permission denied"):
            kept.rows()
        file.parent.chmod(0o700)
        shutil.rmtree(file.parent)


class TestFolders:
    @pytest.mark.parametrize(
        ("value", "found"),
        [("/elsewhere", "/elsewhere/cardgames"), ("relative", "~"), ("", "~"), (None, "~")],
    )
    @pytest.mark.skipif(not settings._has_xdg(), reason="other systems have folders of their own")
    def test_the_state_is_where_xdg_says(
        self, monkeypatch: pytest.MonkeyPatch, value: str | None, found: str
    ) -> None:
        monkeypatch.delenv("XDG_STATE_HOME", raising=False)
        if value is not None:
            monkeypatch.setenv("XDG_STATE_HOME", value)
        usual = os.path.expanduser("~/.local/state/cardgames")
        assert settings.state_folder() == (usual if found == "~" else found)
        file = os.path.join(settings.state_folder(), "results.sqlite")
        assert settings.results_file() == file

    def test_the_results_can_be_elsewhere_or_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CARDGAMES_RESULTS", "/elsewhere/mine.sqlite")
        assert settings.results_file() == "/elsewhere/mine.sqlite"
        monkeypatch.setenv("CARDGAMES_RESULTS", "off")
        assert settings.results_file() is None
