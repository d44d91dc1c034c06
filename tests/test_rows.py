"""Rows of the diary that make no sense: each is mended or left out by its number, once.

A damaged file may hold any value in any column. `make fuzz` puts every odd value into every column,
the suite one value into half of them.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Event
from time import sleep
from typing import Any

import pytest

from cardgames.cli.diary import for_menu
from cardgames.cli.playing import account, replayed
from cardgames.diary import database
from cardgames.diary.database import Copying
from cardgames.diary.diary import FIELDS, Diary, Kept, Owner
from cardgames.diary.figures import Figures, listing, page, standing_in
from cardgames.games import model
from cardgames.games.canfield.game import Canfield
from cardgames.games.clock.game import Clock
from cardgames.games.rummy.game import Rummy
from cardgames.games.slap.game import Slap
from cardgames.model.errors import KeepingError
from tests.kept import back_up, evenings, result, thousand
from tests.program import run_here
from tests.samples import sample
from tests.seated import session_of
from tests.test_growth import counted
from tests.test_keeping import EVENING, Table

COLUMNS = (*FIELDS[1:], "turn", "owner", "lines", "seq")
COMPUTED = tuple(
    "game deal options words seed number status outcome reason score moves length hints undos"
    " details".split()
)
UNDECODED = object()
ODD = (
    *(None, 0, -1, 7, 2**63 - 1, -(2**63), 1.5, 1e300, float("inf"), b"", b"\0\xff", UNDECODED),
    *("", "x", "a\0b", "\u202e\x1b[2J", "x" * 99_999, "going", "2026-02-30", "0000-01-01"),
    *("9999-99-99T99:99:99Z", "cardgames canfield --seed 1", "cardgames 'x", "{}", "[1]", "null"),
    *('{"a": 1e999}', '{"a": %s}' % ("9" * 1400), '{"a":' + "[" * 1400, '{"slaps": "x"}'),
    '{"draw": [1], "win": [1], "speed": {}, "pick_up": [2]}',
)
COMMANDS = (
    *("stats", "stats --long", "stats --list", "stats canfield --best", "stats --json"),
    *("stats --csv", "resume --list", "replay 1", "replay 2", "diary", "diary --export -"),
)


def spoil(file: Path, column: str, value: Any, id: int = 1) -> None:
    """Put VALUE into a COLUMN of the diary in FILE, though the column may not hold it."""
    columns = f"AUTOINCREMENT, {', '.join(COLUMNS[:-2])}, UNIQUE (name)"
    tables = {"logs": ", lines", "games": columns}
    table = {"lines": "logs", "seq": "sqlite_sequence"}.get(column, "games")
    which = "" if column == "seq" else f"WHERE id = {id}"
    text, given = ("CAST(x'ff' AS TEXT)", ()) if value is UNDECODED else ("?", (value,))
    with closing(sqlite3.connect(file, isolation_level=None)) as open_:
        open_.execute("PRAGMA synchronous = OFF")
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT NULL"
        declared = [one for one in open_.execute(query) if one[0] in tables]
        open_.execute("PRAGMA writable_schema = ON")
        for name, columns in tables.items():
            loose = f"CREATE TABLE {name} (id INTEGER PRIMARY KEY {columns})"
            open_.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, name))
    with closing(sqlite3.connect(file, isolation_level=None)) as open_:
        open_.execute("PRAGMA synchronous = OFF")
        open_.execute(f"UPDATE {table} SET {column} = {text} {which}", given)
        open_.execute("PRAGMA writable_schema = ON")
        for name, sql in declared:
            open_.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a diary of four games: three have ended, and two have details."""
    table = Table(tmp_path_factory.mktemp("played"))
    games: list[tuple[Any, list[str]]] = [
        (session_of(Clock, 1), ["run"]),
        (session_of(Canfield, 42), ["card", "hint", "card", "undo", "card"]),
        (session_of(Rummy, 43), ["draw", "discard 1", "giveup"]),
        (session_of(Slap, 7), ["play", "giveup"]),
    ]
    for session, lines in games:
        table.sit_down(session, *lines)
        table.leave()
    return Path(table.diary.name).read_bytes()


@pytest.fixture
def table(tmp_path: Path, played: bytes, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose diary has these four games, without a backup."""
    (tmp_path / "cardgames").mkdir()
    (tmp_path / "cardgames" / "diary.sqlite").write_bytes(played)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return Table(tmp_path / "cardgames")


def told_by(diary: Diary) -> list[str]:
    diary.tell = (told := list[str]()).append
    return told


@pytest.mark.parametrize("column", Random(4).sample(COLUMNS, sample(9, len(COLUMNS))))
def test_whatever_stands_in_a_column_every_command_works_and_a_game_is_kept(
    column: str, table: Table, played: bytes
) -> None:
    random = Random(column)
    file = Path(table.diary.name)
    for value in random.sample(ODD, sample(1, len(ODD))):
        for command in random.sample(COMMANDS, 1):
            file.write_bytes(played)
            spoil(file, column, value, random.randint(1, 4))
            done = run_here(*command.split())
            told = done.stderr.decode()
            assert done.returncode in (0, 2) and told.count("was damaged") <= 1, told
            assert "fault" not in told and "damaged again each time" not in told, told
            assert not done.returncode or column == "lines", told
        file.write_bytes(played)
        spoil(file, column, value, random.randint(1, 4))
        for_menu()
        table.told = ""
        table.sit_down(session_of(Clock, 99), "move", "run")
        table.leave()
        assert "Error" not in table.told, table.told
        assert [(one.seed, one.status) for one in table.diary.games()][-1] == (99, "ended")
        table.diary.check()
        assert table.diary.check() and table.diary.count() >= 4
        for name in file.parent.glob("diary-*"):
            name.unlink()


@pytest.mark.parametrize(
    ("column", "value"), [("turn", 2**63 - 1), ("turn", b"\0"), ("turn", None), ("seq", 2**63 - 1)]
)
def test_no_number_that_is_given_once_can_run_out(column: str, value: Any, table: Table) -> None:
    """Of a turn or an id. The game that has it is played on, and another is begun."""
    spoil(Path(table.diary.name), column, value, 2)
    table.sit_down(session_of(Clock, 99), "move")
    table.leave()
    spoil(Path(table.diary.name), column, value, 2)
    (taken, lines), turn = table.diary.take(2, Owner.new())
    spoil(Path(table.diary.name), column, value, 2)
    table.diary.keep(taken, [*lines, "card"], turn)
    table.diary.close()
    assert "Error" not in table.told and table.diary.count() == 5
    assert table.diary.lines(2) == [*lines, "card"]


def test_what_only_the_table_refuses_is_mended_by_a_check(table: Table) -> None:
    before = table.diary.games()
    before[1] = before[1]._replace(begun=before[1].finished)  # a second later under load
    spoil(Path(table.diary.name), "begun", "2026-02-30T12:00:00Z", 2)
    assert len(table.diary.games()) == 4
    assert not table.diary.check() and table.diary.check()
    assert sorted(table.diary.games()) == before


@pytest.mark.parametrize("id", [1, 2, 3, 4])
def test_a_row_whose_moves_are_whole_is_mended_by_them(id: int, table: Table) -> None:
    """All that follows from the moves is as it was."""
    single = [(column,) for column in COMPUTED[id - 1 :: sample(4, 1)]]
    for columns in [*single, tuple({*COMPUTED} - {"deal", "status", "moves"})]:
        before, lines = table.diary.games(), table.diary.lines(id)
        for column in columns:
            spoil(Path(table.diary.name), column, b"\0", id)
        told = told_by(table.diary)
        after = table.diary.games()
        assert sorted(after) == before, columns
        assert f"4 games are saved, 1 of them mended (game {id})." in told[0] and len(told) == 1
        assert table.diary.lines(id) == lines and table.diary.check()


def test_what_does_not_follow_from_the_moves_gets_a_value_that_says_nothing(table: Table) -> None:
    for column in ("day", "seconds", "begun", "finished", "version"):
        before = table.diary.games()[0]
        spoil(Path(table.diary.name), column, 1.5)
        after = table.diary.find(1)
        assert after is not None and after.begun in (before.begun, before.finished)
        same = after._replace(seconds=before.seconds, begun=before.begun)
        assert same == before, column


def test_a_row_that_did_not_change_since_the_backup_is_the_backups(table: Table) -> None:
    """Without its moves, too: not even its name is lost."""
    table.diary.add([Kept(result(name="old", seconds=77, day="2026-03-01"), [])])
    back_up(table.diary, "2000-01-01")
    before = table.diary.games()
    for column in ("name", "deal", "seconds", "outcome", "turn"):
        spoil(Path(table.diary.name), column, b"\0", 5)
        assert not table.diary.check() and table.diary.check()
        assert sorted(table.diary.games()) == before, column


def test_a_row_that_cannot_be_mended_is_left_out_by_its_number(table: Table) -> None:
    table.diary.add([Kept(result(name="old"), [])])
    spoil(Path(table.diary.name), "outcome", None, 5)
    spoil(Path(table.diary.name), "deal", None, 4)
    told = told_by(table.diary)
    assert [one.id for one in table.diary.games()] == [1, 2, 3, 4]
    assert "4 games are saved, 1 of them mended (game 4), at least 1 lost (game 5)." in told[0]
    (aside,) = Path(table.diary.name).parent.glob("diary-damaged-*")
    assert b"old" in aside.read_bytes()


def test_a_game_whose_log_is_gone_stays_without_moves(table: Table) -> None:
    spoil(Path(table.diary.name), "id", 9, 2)
    with closing(sqlite3.connect(table.diary.name)) as open_:
        open_.executescript("DELETE FROM logs WHERE id = 3")
    told = told_by(table.diary)
    assert len(table.diary.everything()) == 4 and "without moves" in told[0]
    assert table.diary.check()


def test_many_bad_rows_are_mended_without_replaying_for_minutes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgames.diary.rows.MOST_REPLAYED", 250)
    calls = list[str]()

    def replay(deal: str, log: str) -> Any:
        calls.append(deal)
        return replayed(deal, log)

    diary = Diary(table.diary.name, replay=replay)
    for id in (1, 2, 3, 4):
        spoil(Path(diary.name), "details", b"", id)
    assert len(diary.games()) == 4 and 1 <= len(calls) <= 2


@pytest.mark.parametrize(
    "changes",
    [{"details": {"slaps": 10**16}}, {"options": {"a": [10**30]}}, {"today": "0000-01-01"}],
)
def test_what_could_not_be_read_again_is_not_written(table: Table, changes: dict[str, Any]) -> None:
    with pytest.raises(KeepingError, match="line 2: this is no game of a diary"):
        table.diary.add([Kept(result(name="a"), []), Kept(result(name="b", **changes), [])])
    assert table.diary.count() == 4
    named = {"names": ["1234567890123456"], "level": "hard"}
    table.diary.add([Kept(result(name="a", options=named), [])])
    assert table.diary.games()[-1].options == named


class TestTheEndOfAGame:
    def test_its_standing_is_that_of_the_figures(self, tmp_path: Path) -> None:
        diary, all_kinds = Diary(str(tmp_path / "diary.sqlite")), [*thousand()[:300], *evenings()]
        diary.add(Kept(one._replace(name=f"{n}"), []) for n, one in enumerate(all_kinds))
        rows = diary.games()
        for one in Random(3).sample(rows, 40):
            alike = [row for row in rows if (row.game, row.words) == (one.game, one.words)]
            now = Figures(alike, EVENING.date())
            others = Figures([row for row in alike if row != one], EVENING.date())
            expected = (now.played, now.won, others.quickest, others.fewest, now.streak.now)
            assert standing_in(diary, one) == expected

    @pytest.mark.parametrize("of_sqlite", [True, False])
    def test_few_steps_are_taken_for_each_game_that_is_kept(
        self, of_sqlite: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Steps of SQLite's machine; and of the interpreter there are as many as with none."""
        steps, connected, taken = [0], database.connected, list[int]()

        def step() -> None:
            steps[0] += 1

        def counting(name: str, wait: float = 5.0) -> Any:
            file = connected(name, wait)
            file.set_progress_handler(step if of_sqlite else None, 1)
            return file

        monkeypatch.setattr(database, "connected", counting)
        monkeypatch.setattr(Diary, "_copy", lambda self, is_over: None)
        for count in (100, 300):
            table = Table(tmp_path / f"{count}")
            rows = (result(name=f"{n}", outcome="lost") for n in range(count))
            table.diary.add(Kept(row, ["move"]) for row in rows)
            table.sit_down(session_of(Clock, 1), "move")
            steps[0] = 0
            with counted() if not of_sqlite else suppress() as own:
                table.type("run")
                account(table.keeper, table.player.session)
                table.leave()
            taken.append(own.count if own else steps[0])
        assert taken[0] > 200 and taken[1] - taken[0] < 200 * (40 if of_sqlite else 1), taken

    def test_the_pages_take_few_steps_for_each_game(self) -> None:
        """Steps of the interpreter, for the page of `stats` and for the list."""
        alike = {"options": {}, "words": "", "game": "clock"}
        rows = [one._replace(**alike) for one in thousand()[:400]]
        games, day = {"clock": model("clock")}, EVENING.date()
        for make, most in (
            (lambda some: page(some, games, day, 80, False), 250),
            (lambda some: listing(some, games, day), 380),
        ):
            taken = []
            for some in (rows[:200], rows):
                with counted() as steps:
                    make(some)
                taken.append(steps.count)
            assert 200 * 30 < taken[1] - taken[0] < 200 * most, taken


class TestTheBackup:
    def test_it_is_made_while_the_game_goes_on(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 5), "move")
        for _ in range(6000):
            if os.path.exists(table.diary.backup):
                break
            sleep(0.01)
        table.type("move")
        assert Diary(table.diary.backup).count() == 5
        table.leave()
        assert sorted(os.listdir(os.path.dirname(table.diary.name))) == [
            "diary-backup.sqlite", "diary.sqlite"
        ]  # fmt: skip

    def test_it_is_given_up_if_the_person_leaves_before_it_is_done(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(database, "STEPS", 1)
        back_up(table.diary, "2000-01-01")
        before, asked = Path(table.diary.backup).read_bytes(), list[int]()

        def is_over() -> bool:
            asked.append(1)
            return len(asked) > 50

        table.diary.add([Kept(result(), [])])
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            table.diary._copy(is_over)
        assert Path(table.diary.backup).read_bytes() == before
        assert len(os.listdir(os.path.dirname(table.diary.name))) == 2

        ended = Event()
        endless = Copying(lambda is_over: ended.set() if _waits(is_over) else None)
        endless.start()
        assert not endless.end(0.01) and ended.wait(60)

    def test_no_half_and_no_damaged_one_replaces_it(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Copying.end, "__defaults__", (10.0,))  # on a busy machine, too
        back_up(table.diary, "2000-01-01")
        before = Path(table.diary.backup).read_bytes()
        spoil(Path(table.diary.name), "outcome", "wun", 2)
        copying = table.diary.copying("2000-01-01")
        assert copying is not None and copying.end()  # It found the damage.
        assert Path(table.diary.backup).read_bytes() == before
        os.utime(table.diary.backup, (1, 1))
        table.sit_down(session_of(Clock, 5), "move")
        told = table.leave()
        assert "4 games are saved" not in told and "5 games are saved" in told
        assert table.diary.check()

    def test_it_is_not_that_of_a_file_that_was_replaced_meanwhile(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(database, "STEPS", 1)
        data, asked = Path(table.diary.name).read_bytes(), list[int]()

        def is_over() -> bool:
            asked.append(1)
            if len(asked) == 100:
                os.unlink(table.diary.name)
                Path(table.diary.name).write_bytes(data)
            return False

        table.diary._copy(is_over)
        assert len(asked) > 100 and not os.path.exists(table.diary.backup)

    @pytest.mark.parametrize("phase", [1, 150, 400])
    def test_what_is_forgotten_meanwhile_is_in_no_copy(
        self, phase: int, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(database, "STEPS", 1)
        table.sit_down(session_of(Clock, 5), "move")
        table.keeper._copying and table.keeper._copying.join()
        os.unlink(table.diary.backup)
        asked = list[int]()

        def is_over() -> bool:
            asked.append(1)
            if len(asked) == phase:
                Diary(table.diary.name).forget([2])
            return False

        with suppress(OSError, sqlite3.Error):
            table.diary._copy(is_over)
        assert len(asked) >= phase
        if os.path.exists(table.diary.backup):
            assert [one.id for one in Diary(table.diary.backup).games()] == [1, 3, 4, 5]
        table.leave()


def _waits(is_over: Callable[[], bool]) -> bool:
    while not is_over():
        sleep(0.001)
    return True
