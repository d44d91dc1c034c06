"""The diary: what it keeps, for several programs at once, and what it does when the file fails."""

import multiprocessing
import os
import resource
import signal
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from cardgames import games
from cardgames.cli import playing, settings
from cardgames.diary.database import Database
from cardgames.diary.diary import GOING, Diary, Entry, Kept, Owner
from cardgames.model.errors import KeepingError
from tests import kills
from tests.kept import back_up, numbered, owned, result
from tests.program import run_here
from tests.samples import sample

ME = Owner.new()
NOBODY = ME._replace(process=2**22 + 1)
"""An owner whose program cannot run: there are no such numbers."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "diary.sqlite"


class Mine(Diary):
    """A diary with its path, and the messages shown to the person."""

    def __init__(self, file: Path) -> None:
        self.path, self.told = file, list[str]()
        super().__init__(str(file), self.told.append)


@pytest.fixture
def diary(file: Path) -> Iterator[Mine]:
    diary = Mine(file)
    yield diary
    diary.close()


def going(**changes: object) -> Entry:
    return result(**{"id": 0, "status": GOING, "outcome": "", "reason": "", **changes})


def keep(diary: Diary, row: Entry, lines: list[str], turn: int = 1, owner: Owner = ME) -> Entry:
    return row._replace(id=diary.keep(row, lines, turn if row.id else 0, owner)[0])


class TestKeeping:
    def test_a_game_comes_back_as_it_was(self, diary: Mine) -> None:
        one = result(
            options={"rules": ["run", "tens"], "redeals": None}, seed=-(2**63), helped_from=3,
            player="helped", today="2026-11-22", day="2026-11-22", details={"slaps": 4},
            reason="♥ 'ö' \n",
        )  # fmt: skip
        diary.add([Kept(one, ["move", "♥ 'ö'"])])
        assert diary.games() == [one] and diary.lines(1) == ["move", "♥ 'ö'"]

    def test_nothing_of_a_forgotten_game_stays(self, diary: Mine) -> None:
        diary.add([Kept(result(reason="words found nowhere else"), ["as is this line"])])
        diary.add([Kept(result(name="two"), [])])
        back_up(diary, "2026-11-22")
        assert diary.forget([1]) == 1 and diary.count() == 1
        (path,) = diary.path.parent.iterdir()
        data = path.read_bytes()
        assert b"nowhere else" not in data and b"as is this" not in data
        kills.harm(diary.path, "overwritten")
        diary.add([Kept(result(), ["a"])])
        assert [*diary.path.parent.glob("diary-damaged-*")]
        diary.forget([1])
        assert [one.name for one in diary.path.parent.iterdir()] == ["diary.sqlite"]

    def test_games_are_added_once_and_all_or_none(self, diary: Mine) -> None:
        games = [Kept(result(name=name), [name]) for name in "ab"]
        assert (diary.add(games[:1]), diary.add(games), diary.add(games)) == (1, 1, 0)
        with pytest.raises(KeepingError):
            diary.add([Kept(result(name="c"), []), Kept(result(name="d", score=None), [])])
        assert diary.count() == 2

    def test_it_is_asked_for_records_and_for_the_tries_of_a_date(self, diary: Mine) -> None:
        ends = [("won", "person"), ("lost", "person"), ("left", "person"), ("won", "helped")]
        ends += [("drawn", "person"), ("ended", "person"), ("won", "computer"), ("won", "script")]
        diary.add(Kept(result(name=f"{o}{p}", outcome=o, player=p), []) for o, p in ends)
        assert diary.records() == {"clock": (3, 1)}
        diary.add([Kept(result(today="2026-11-21"), [])])
        tries = [("clock", "2026-11-21"), ("clock", "2026-11-22"), ("slap", "2026-11-21")]
        assert [len(diary.tries(*one)) for one in tries] == [1, 0, 0]

    def test_the_folder_and_the_files_are_for_the_person_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        folder = tmp_path / "cardgames"
        folder.mkdir(mode=0o755)
        (folder / "diary.sqlite").touch(0o644)
        kept = playing.own_diary()
        assert kept is not None
        kept.add([Kept(result(), ["move"])])
        back_up(kept, "2026-11-22")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert set(modes.values()) == {0o600} and len(modes) == 2
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    def test_so_are_the_settings(self, tmp_path: Path) -> None:
        file = tmp_path / "cardgames" / "settings"
        file.parent.mkdir()
        file.touch(0o644)
        for _ in range(2):
            assert not run_here("config", "no-color", XDG_CONFIG_HOME=str(tmp_path)).returncode
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            file.unlink(missing_ok=True)


class TestOwners:
    def test_whether_their_program_runs(self) -> None:
        assert not NOBODY.is_live() and not ME._replace(process=os.getpid()).is_live()
        assert ME._replace(process=os.getppid()).is_live()
        assert NOBODY._replace(machine="elsewhere").is_live()

    def test_only_a_game_that_goes_on_is_taken(self, diary: Mine) -> None:
        diary.add([Kept(result(), [])])
        with pytest.raises(KeepingError, match="^game 1 has ended meanwhile$"):
            diary.take(1, ME)
        with pytest.raises(KeepingError, match="^there is no game 2$"):
            diary.take(2, ME)


def keeping(name: str, program: int, start: Any) -> None:
    """Keep ten games, one by one, as soon as all are ready."""
    start.wait()
    for n in range(10):
        kept = result(id=0, name=f"{program}-{n}")
        diary = Diary(name)
        diary.wait = 60  # on a busy machine
        diary.keep(kept, ["a", "b"], 0, ME)
        diary.close()


class TestSeveralPrograms:
    @pytest.mark.parametrize("before", [None, "damaged " * 1000], ids=["new", "damaged"])
    def test_those_that_write_at_once_lose_nothing(self, tmp_path: Path, before: str) -> None:
        file = tmp_path / "diary.sqlite"
        if before:
            file.write_text(before)
        forks = multiprocessing.get_context("fork")
        start = forks.Barrier(4)
        programs = [forks.Process(target=keeping, args=(str(file), n, start)) for n in range(4)]
        for program in programs:
            program.start()
        for program in programs:
            program.join(60)
        assert [program.exitcode for program in programs] == [0, 0, 0, 0]
        assert Diary(str(file)).count() == 40 and Diary(str(file)).check()
        aside = [path.read_text() for path in tmp_path.glob("*-damaged-????-??-??.sqlite")]
        assert aside == ([before] if before else [])

    def test_one_that_never_ends_is_waited_for_a_while(self, diary: Mine) -> None:
        diary.wait = 0.05
        row = keep(diary, going(), ["a"])
        with closing(sqlite3.connect(diary.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(KeepingError, match="^cannot write .*: another"):
                keep(diary, row, ["a", "b"])
        keep(diary, row, ["a", "b"])
        assert diary.lines(1) == ["a", "b"]

    @pytest.mark.parametrize("deleted", kills.DELETED)
    @pytest.mark.parametrize("plays_on", [True, False])
    def test_what_is_deleted_beside_two_terminals_costs_no_later_move(
        self, diary: Mine, deleted: str, plays_on: bool
    ) -> None:
        with other_terminal(diary.path) as lets_it_go_on:
            for ending in deleted.split("+"):
                os.unlink(ending.replace("file", str(diary.path)))
            id, turn = diary.keep(going(name="two"), ["x"], 0, ME)
            lets_it_go_on(plays_on)
        third = Diary(str(diary.path), diary.told.append)
        logs = {kept.result.name: kept.lines for kept in third.everything()}
        assert logs.pop("two") == ["x"] and logs == {"one": ["a", "b"] if plays_on else ["a"]}
        diary.keep(going(name="two", id=id), ["x", "y"], turn, ME)
        diary.close()
        assert diary.lines(id) == ["x", "y"] and diary.told == [] and diary.check()


@contextmanager
def other_terminal(file: Path) -> Iterator[Callable[[bool], None]]:
    """Another program that has kept a move; it is told whether to make another before it quits."""
    reads, says = os.pipe()
    listens, tells = os.pipe()
    child = os.fork()
    if not child:
        try:
            diary = Diary(str(file))
            row = keep(diary, going(), ["a"])
            os.write(says, b"kept")
            lines = ["a", "b"] if os.read(listens, 1) == b"1" else ["a"]
            diary.keep(row, lines, 1)
            diary.close()
            os._exit(0)
        finally:
            os._exit(1)
    os.read(reads, 4)
    yield lambda plays_on: os.write(tells, b"%d" % plays_on) and None
    assert os.waitpid(child, 0)[1] == 0


class TestTrouble:
    @pytest.mark.parametrize(("statement", "why"), [
        ("PRAGMA user_version = 99", "newer version"),
        ("PRAGMA application_id = 7", "another program"),
    ])  # fmt: skip
    def test_the_file_of_another_is_left_alone(self, diary: Mine, statement: str, why: str) -> None:
        diary.add([Kept(result(), [])])
        diary.close()
        with closing(sqlite3.connect(diary.path)) as other:
            other.executescript(f"{statement}; ALTER TABLE games ADD COLUMN place TEXT")
        before = diary.path.read_bytes()
        for use in (diary.games, diary.check, lambda: diary.forget([1]), lambda: diary.add([])):
            with pytest.raises(KeepingError, match=why):
                use()
        assert diary.path.read_bytes() == before

    def test_a_bad_byte_spoils_no_page(self, diary: Mine) -> None:
        diary.add(Kept(result(name=name), []) for name in "ab")
        with closing(sqlite3.connect(diary.path)) as other:
            other.executescript("UPDATE games SET reason = CAST(x'ff' AS TEXT) WHERE name = 'b'")
        assert [one.reason for one in diary.games()] == ["every card is in its place", "\ufffd"]

    @pytest.mark.parametrize("name", ["a-fifo", ".", "/dev/null", "/dev/full"])
    def test_what_cannot_be_written_is_named(self, tmp_path: Path, name: str) -> None:
        os.mkfifo(tmp_path / "a-fifo")
        diary = Diary(str(tmp_path / name))
        with pytest.raises(KeepingError, match="^cannot write [^\n]*: [^\n]*$"):
            diary.add([Kept(result(), [])])
        with pytest.raises(KeepingError, match="^cannot read [^\n]*: [^\n]*$"):
            diary.unfinished()

    @pytest.mark.parametrize("home", [None, "relative", "/dev/null"])
    def test_no_home(self, home: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("XDG_STATE_HOME", raising=False)
        monkeypatch.delenv("HOME") if home is None else monkeypatch.setenv("HOME", home)
        monkeypatch.setattr("pwd.getpwuid", lambda _: (_ for _ in ()).throw(KeyError()))
        kept = playing.own_diary()
        assert kept is not None and kept.games() == []
        with pytest.raises(KeepingError, match="^cannot write .*: Not a directory$"):
            kept.add([Kept(result(), [])])

    def test_a_full_disk_at_every_write(self, diary: Mine) -> None:
        """A limit on the size of files is put on, and lifted again, at each of thirty moves."""
        lines: list[str] = []
        row, failed = going(), 0
        for number in range(30):
            lines.append(f"line {number} " + "x" * 500)
            safe = lines[:-1] if row.id else []
            limit = 20_000 if number % 3 == 2 else resource.RLIM_INFINITY
            try:
                with room_for(limit):
                    row = keep(diary, row, lines)
            except KeepingError as error:
                assert "disk" in str(error) or "I/O" in str(error)
                assert diary.lines(row.id) in (safe, safe[:-1])
                failed += 1
        row = keep(diary, row, lines)
        assert failed and diary.lines(row.id) == lines and diary.check()

    def test_readers_need_no_room(self, diary: Mine) -> None:
        diary.add([Kept(result(), ["move"])])
        diary.close()
        for path in diary.path.parent.glob("*-shm"):
            path.unlink()
        with room_for(0):
            assert len(diary.games()) == 1 and diary.lines(1) == ["move"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond SIZE within the `with` block."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        signal.signal(signal.SIGXFSZ, before)


class TestDamage:
    @pytest.mark.parametrize("how", ["overwritten", "cut short", "a page of zeros"])
    def test_a_damaged_file_is_mended_and_set_aside(self, how: str, diary: Mine) -> None:
        diary.add(Kept(numbered(n), ["move"] * 9) for n in range(200))
        kills.harm(diary.path, how)
        damaged = diary.path.read_bytes()
        saved = len(diary.games())
        assert saved > 10 or how == "overwritten"
        (aside,) = diary.path.parent.glob("diary-damaged-20??-??-??.sqlite")
        assert diary.told[0].startswith(f"{diary.path} was damaged: {saved} games are saved")
        assert diary.told[0].endswith(
            f". The damaged file is kept as {aside}. 'cardgames stats --list' shows what is there."
        )
        assert aside.read_bytes() == damaged and len(diary.told) == 1 and diary.check()

    def test_a_game_goes_on_in_the_mended_file(self, diary: Mine) -> None:
        row = keep(diary, going(), ["a"], 0, NOBODY)
        back_up(diary, "2026-11-22")
        diary.take(1, ME)
        keep(diary, row, ["a", "b"], 2)
        diary.close()
        kills.harm(diary.path, "overwritten")
        keep(diary, row, ["a", "b", "c"], 2)
        assert diary.lines(1) == ["a", "b", "c"] and owned(diary) == [1]

    def test_there_is_a_backup_a_day_and_no_damaged_one(self, diary: Mine) -> None:
        diary.add([Kept(result(), [])])
        back_up(diary, "2026-11-22")
        backup = diary.path.with_name("diary-backup.sqlite")
        first = backup.stat()
        os.utime(backup, (1, 1))
        diary.add([Kept(result(name="two"), [])])
        back_up(diary, "1970-01-01")
        assert os.path.samestat(backup.stat(), first)
        back_up(diary, "2026-11-22")
        assert Diary(str(backup)).count() == 2
        diary.path.write_bytes(b"wun".join(diary.path.read_bytes().rsplit(b"won", 1)))
        back_up(diary, "2000-01-01")
        assert Diary(str(backup))._is_sound() and len(diary.told) == 1

    def test_any_byte_may_flip_and_any_page_be_zeroed(self, tmp_path: Path) -> None:
        sound = kills.sound(tmp_path)
        for seed in range(sample(1, 40)):
            kills.check_flip(sound, seed)
        for page in range(0, sound.stat().st_size // kills.SIZE, sample(30, 1)):
            kills.check_zeros(sound, page)

    def test_a_flipped_byte_of_the_tables_definition_is_mended(self, diary: Mine) -> None:
        diary.add([Kept(result(), ["move"])])
        data = diary.path.read_bytes()
        for old, new in ((b"TABLE games", b"TABLE gamet"), (b"moves inte", b"mover inte")):
            diary.path.write_bytes(data.replace(old, new, 1))
            assert [one.name for one in diary.games()] == ["one"] and diary.lines(1) == ["move"]
        assert len(diary.told) == 2

    @pytest.mark.parametrize(
        ("left", "mended"),
        [(None, "gone"), (b"", "damaged"), (b"x", "damaged"), (bytes(3000), "damaged"),
         (bytes(4096), "damaged"), (b"SQLite format 3\0" + bytes(4000), "damaged")],
    )  # fmt: skip
    def test_one_that_is_gone_or_too_short_comes_from_the_backup(
        self, left: bytes | None, mended: str, diary: Mine
    ) -> None:
        """The next game's end replaced a backup of 61 games by one of 1."""
        diary.add(Kept(numbered(n), ["move"]) for n in range(61))
        back_up(diary, "2026-11-22")
        diary.path.unlink() if left is None else diary.path.write_bytes(left)
        keep(diary, going(), ["a"])
        diary.close()
        back_up(diary, "2000-01-01")
        assert diary.count() == 62 == Diary(diary.backup).count() and diary.lines(62) == ["a"]
        (told,) = diary.told
        assert f" was {mended}: 61 games are saved, 61 of them from the backup of " in told
        assert len([*diary.path.parent.glob("diary-damaged-*")]) == (left is not None)
        assert diary.check()

    @pytest.mark.parametrize("left", [b"", None], ids=["emptied", "a page of zeros"])
    def test_it_is_mended_though_others_have_it_open(
        self, left: bytes | None, diary: Mine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Mending waited for ever, with all signals put off."""
        monkeypatch.setattr("cardgames.diary.files.MOMENT", 0.1)
        diary.add(Kept(numbered(n), ["move"] * 99) for n in range(50))
        back_up(diary, "2026-11-22")
        other = Diary(str(diary.path))
        diary.wait = other.wait = 0.2
        id, turn = other.keep(going(), ["a"], 0, ME)
        reader = sqlite3.connect(diary.path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchall()
        with open(diary.path, "r+b") as opened:
            opened.truncate(0) if left is not None else opened.write(bytes(4096))
        assert diary.count() >= 50 and diary.check()
        reader.close()
        id, _ = other.keep(going(id=id), ["a", "b"], turn, ME)
        other.close()
        assert diary.lines(id) == ["a", "b"] and diary.count() == 51

    def test_another_game_of_the_same_number_in_the_backup_is_another(self, diary: Mine) -> None:
        """As after an older file was put back: each has its own lines, and none is lost."""
        diary.add([Kept(result(name="older"), ["a"]), Kept(result(name="grown"), ["b"])])
        back_up(diary, "2026-11-22")
        backup = Path(diary.backup).read_bytes()
        diary.forget([1])
        diary.path.unlink()
        Path(diary.backup).unlink(missing_ok=True)
        diary.add([Kept(result(name="newer"), ["c"]), Kept(result(name="grown"), ["b", "d"])])
        Path(diary.backup).write_bytes(backup)
        with open(diary.path, "r+b") as opened:
            opened.write(bytes(100))
        found = {one.name: diary.lines(one.id) for one in diary.games()}
        assert found == {"newer": ["c"], "grown": ["b", "d"], "older": ["a"]}

    def test_a_failed_mend_leaves_none(self, diary: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
        diary.add(Kept(numbered(n), ["move"]) for n in range(9))
        kills.harm(diary.path, "overwritten")

        def full(source: str, copy: str) -> None:
            Path(copy).write_bytes(b"a part")
            raise OSError(ENOSPC, "No space left on device")

        monkeypatch.setattr("cardgames.diary.database.copied", full)
        for use in (diary.check, diary.count):
            with pytest.raises(KeepingError, match="the disk is full"):
                use()
        assert not [*diary.path.parent.glob("diary-damaged-*")]

    def test_a_closed_diary_is_one_plain_file(self, diary: Mine) -> None:
        """All that an import had added stood in the -wal, so that a copy was 'sound: 0 games'."""
        for use in (
            lambda: diary.add([Kept(result(), ["move"])]),
            lambda: keep(diary, going(name="two"), ["a"]) and diary.close(),
            lambda: diary.take(2, ME) and diary.close(),
            lambda: diary.forget([2]),
        ):
            use()
            assert [path.name for path in diary.path.parent.iterdir()] == ["diary.sqlite"]

    def test_a_row_from_an_older_backup_yields_to_who_sits_there(self, diary: Mine) -> None:
        row = keep(diary, going(), ["a"])
        back_up(diary, "2026-11-22")
        _, turn = diary.take(1, ME)
        diary.path.unlink()
        keep(diary, row, ["a", "b"], turn)
        assert diary.lines(1) == ["a", "b"] and diary.take(1, NOBODY)[1] == turn + 1

    def test_a_kill_within_a_mend_loses_no_game(self, diary: Mine) -> None:
        """Not even one that only the -wal holds: the file is replaced, if at all, at the end."""
        diary.add(Kept(numbered(n), ["move"]) for n in range(2))
        diary.close()

        def play() -> None:
            for n in range(2, 6):
                Diary(str(diary.path)).keep(numbered(n)._replace(id=0), ["move"], 0, ME)

        def mend() -> None:
            replace = os.replace
            Database._is_sound = lambda _: False

            def killed(old: str, new: str) -> None:
                if new == str(diary.path):
                    os.kill(os.getpid(), signal.SIGKILL)
                replace(old, new)

            os.replace = killed
            Diary(str(diary.path))._mend()

        for work in (play, mend):
            if not (child := os.fork()):
                try:
                    work()
                finally:
                    os.kill(os.getpid(), signal.SIGKILL)
            os.waitpid(child, 0)
        assert diary.count() == 6 and not diary.told


OLD = (
    f"CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, {', '.join(Entry._fields[1:])},"
    " logged INTEGER NOT NULL, turn INTEGER NOT NULL, owner TEXT)",
    "CREATE TABLE lines (game INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, n)) WITHOUT ROWID",
    f"PRAGMA application_id = {0x63617264}",
    "PRAGMA user_version = 2",
    "PRAGMA journal_mode = WAL",
)
"""How versions 1.6 to 1.8 made the file."""



class TestOlderVersions:
    @pytest.fixture
    def older(self, file: Path) -> Iterator[sqlite3.Connection]:
        """The file of version 1.8 with three games, and a forgotten one, open in that version."""
        file.parent.mkdir()
        with closing(sqlite3.connect(file, isolation_level=None)) as older:
            for statement in OLD:
                older.execute(statement)
            for n in range(4):
                one = numbered(n)._asdict() | {"options": "{}", "details": '{"slaps": 4}'}
                row = (*one.values(), 3, n + 1, "token 1 there 2026-11-22T20:15:00Z")
                older.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
                lines = [(n + 1, line, f"move {n} {line}") for line in range(12 * (n != 1))]
                older.executemany("INSERT INTO lines VALUES (?, ?, ?)", lines)
            older.execute("UPDATE games SET score = 'many' WHERE id = 3")
            older.execute("DELETE FROM games WHERE id = 4")
            yield older

    def test_the_file_is_brought_up_once(self, older: sqlite3.Connection, diary: Mine) -> None:
        """A row that makes no sense is left out; a number is not given twice even then."""
        older.close()
        assert [(one.id, one.name) for one in diary.games()] == [(1, "game-0"), (2, "game-1")]
        assert diary.lines(1) == [f"move 0 {n}" for n in range(12)] and diary.lines(2) == []
        assert diary.games()[0].details == {"slaps": 4} and owned(diary) == []
        diary.add([Kept(result(), ["x"])])
        assert diary.games()[-1].id == 5 and diary.check() and diary.told == []

    def test_it_is_left_alone_while_the_older_version_has_it_open(
        self, older: sqlite3.Connection, diary: Mine
    ) -> None:
        older.execute("BEGIN")
        older.execute("SELECT * FROM games").fetchone()
        diary.wait = 0.05
        for use in (diary.games, lambda: keep(diary, going(), ["a"])):
            with pytest.raises(KeepingError, match="is open in an older version of cardgames"):
                use()
        older.execute("UPDATE games SET moves = 7 WHERE id = 1")
        older.execute("COMMIT")
        older.close()
        assert diary.games()[0].moves == 7

    def test_a_damaged_one_gives_its_games_and_the_backup_the_lines(
        self, older: sqlite3.Connection, diary: Mine
    ) -> None:
        older.execute("PRAGMA journal_mode = DELETE")
        older.close()
        Path(diary.backup).write_bytes(diary.path.read_bytes())
        data = bytearray(diary.path.read_bytes())
        data[4096:8192] = bytes(4096)
        diary.path.write_bytes(data)
        assert [one.name for one in diary.games()] == ["game-0", "game-1"]
        assert len(diary.lines(1)) == 12 and len(diary.told) == 1

    def test_one_of_version_1_2_is_left_to_version_1_8(self, diary: Mine) -> None:
        diary.path.parent.mkdir()
        with closing(sqlite3.connect(diary.path)) as older:
            older.executescript(f"CREATE TABLE results (id); PRAGMA user_version = 1; {OLD[2]}")
        with pytest.raises(KeepingError, match="is too old: start cardgames 1.8 once"):
            diary.games()


class TestVersion20:
    """Its file has the tables of this version, so each program reads and writes that of the other.

    `diary_2_0.sql` was written by it. It compares the text of the tables with its own, letter by
    letter, and mends a file with other tables as damaged: so these may not change.
    """

    @pytest.fixture
    def written(self, diary: Mine) -> Mine:
        diary.path.parent.mkdir()
        with closing(sqlite3.connect(diary.path)) as file:
            file.executescript((Path(__file__).parent / "diary_2_0.sql").read_text("utf-8"))
        return diary

    def test_each_game_comes_out_as_it_did_there(self, written: Mine) -> None:
        found = written.everything()
        assert len({one.game for one, _ in found}) == 15 and len(found) == 27
        for one, lines in found:
            session = playing.replayed(one.deal, "\n".join(lines))
            again = Entry.of(session).after(session, one.seconds)
            assert {**one.options, **again.options} == again.options
            for field in ("game", "status", "outcome", "reason", "score", "moves", "length"):
                assert getattr(again, field) == getattr(one, field), f"{field} of game {one.id}"
        assert written.check() and written.told == []

    def test_what_is_added_leaves_all_that_it_reads(self, written: Mine) -> None:
        """New games and options, and others in their seats, are texts to it that it refuses."""
        before = written.everything()
        row = result(game="orchard", deal="cardgames orchard --seed 3 --seat 2=join", options={})
        keep(written, row._replace(id=0), ["tc 1"])
        written.close()
        with closing(sqlite3.connect(written.path)) as file:
            made = file.execute("SELECT sql FROM sqlite_master WHERE sql LIKE 'CREATE TABLE %'")
            text = (Path(__file__).parent / "diary_2_0.sql").read_text("utf-8")
            assert all(f"{sql};" in text for (sql,) in made if "sqlite_sequence" not in sql)
            assert file.execute("PRAGMA user_version").fetchone() == (3,)
            assert file.execute("PRAGMA application_id").fetchone() == (0x63617264,)
            assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert written.everything()[:-1] == before

    def test_a_deal_means_the_same_there_or_nothing(self, written: Mine) -> None:
        """An option that it does not know stands in the deal, unless it is what was always so."""
        always = {"kings": "queens", "grace": 0, "interval": 0}
        for one, _ in written.everything():
            now = games.model(one.game).options_type().values()
            assert {(k, v) for k, v in now.items() if k not in one.options} <= {*always.items()}


@pytest.mark.parametrize(
    ("value", "found"),
    [("/elsewhere", "/elsewhere/cardgames"), ("relative", "~"), ("", "~"), (None, "~")],
)
@pytest.mark.skipif(not settings._xdg("XDG", "~"), reason="other systems have folders of their own")
def test_the_state_is_where_xdg_says(
    monkeypatch: pytest.MonkeyPatch, value: str | None, found: str
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    if value is not None:
        monkeypatch.setenv("XDG_STATE_HOME", value)
    usual = os.path.expanduser("~/.local/state/cardgames")
    assert settings.state_folder() == (usual if found == "~" else found)
    assert settings.diary_file() == os.path.join(settings.state_folder(), "diary.sqlite")
    for elsewhere, file in (("/elsewhere/mine.sqlite", "/elsewhere/mine.sqlite"), ("off", None)):
        monkeypatch.setenv("CARDGAMES_RESULTS", elsewhere)
        assert settings.diary_file() == file
