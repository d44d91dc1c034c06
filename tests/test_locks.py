"""No other program and no odd file makes the diary deaf, and nothing of it stays where it was left.

A game whose diary is locked goes on and is kept in a journal, which the next program takes in.
"""

import fcntl
import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardgames.diary import database, files, rows
from cardgames.diary.diary import Diary, Kept, Owner
from cardgames.diary.files import GameJournal, LimitedWait
from cardgames.diary.keeping import Keeper
from cardgames.games.clock.game import Clock
from cardgames.model.errors import KeepingError
from cardgames.play.session import uninterrupted
from tests import kills
from tests.kept import back_up, keep, numbered, result
from tests.program import run_here
from tests.seated import session_of
from tests.test_keeping import Table
from tests.test_resume_terminal import Evening, evening, kill

__all__ = ("evening",)

SHORT = 0.05


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for long; what one test waited for in vain is nothing to the next."""
    monkeypatch.setattr(Diary, "wait", SHORT)
    monkeypatch.setattr(Keeper, "wait", SHORT)
    monkeypatch.setattr(LimitedWait, "in_vain", set())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a diary with two games, in a folder of its own."""
    file = tmp_path / "cardgames" / "diary.sqlite"
    file.parent.mkdir()
    keep(file, result(), result(name="two"))
    return file


@contextmanager
def other(work: Callable[[], object], stop: bool = False) -> Iterator[int]:
    """Another program, which does WORK, and then waits, or is stopped; yield its number."""
    reads, says = os.pipe()
    child = os.fork()
    if not child:
        kept = work()
        os.write(says, b"!")
        while kept is not None:
            time.sleep(60)
        os._exit(0)
    os.close(says)
    assert os.read(reads, 1) == b"!"
    os.close(reads)
    if stop:
        os.kill(child, signal.SIGSTOP)
        os.waitpid(child, os.WUNTRACED)
    try:
        yield child
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@contextmanager
def delayed(number: signal.Signals, handler: Any) -> Iterator[None]:
    """Send the signal NUMBER to this program, which its HANDLER gets after the block."""
    before = signal.signal(number, handler)
    try:
        with uninterrupted():
            os.kill(os.getpid(), number)
            yield
    finally:
        signal.signal(number, before)


def locking(folder: Path) -> Callable[[], object]:
    def lock() -> int:
        held = os.open(folder, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)
        return held

    return lock


def writing(file: Path) -> Callable[[], object]:
    def begin() -> sqlite3.Connection:
        connection = sqlite3.connect(file, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        return connection

    return begin


def tell(file: Path, *words: str, status: int = 0, **changes: str) -> str:
    done = run_here(*words, XDG_STATE_HOME=str(file.parents[1]), **changes)
    assert done.returncode == status, done.stderr.decode()
    return (done.stdout + done.stderr).decode()


def left(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir() if path != file)


HAS_LOCKS = os.path.exists("/proc/locks")


class TestLocks:
    @pytest.mark.parametrize("lock", [lambda file: locking(file.parent), writing])
    @pytest.mark.parametrize("stop", [False, True])
    def test_a_command_says_who_has_the_diary(
        self, file: Path, lock: Any, stop: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(LimitedWait, "usual", 0.0)
        monkeypatch.setattr(Diary, "wait", 6 * SHORT)
        with other(lock(file), stop) as process:
            who = f"process {process} (" if HAS_LOCKS else "another program"
            told = tell(file, "stats", status=2)
        first, last = told.splitlines()
        assert first.startswith(who) and first.endswith(": Ctrl-C ends the wait")
        assert last.startswith(f"Error: cannot read {file}: {who}") and " has locked it" in last
        assert ("which is stopped" in last) == (stop and HAS_LOCKS)
        assert "clock" in tell(file, "stats", "--csv")

    def test_a_signal_ends_the_search_of_pages(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of which there may be many thousands, after the file was copied."""
        copies = iter([False])
        monkeypatch.setattr(files, "interrupted", lambda: next(copies, True))
        monkeypatch.setattr(rows, "_rows_of_page", lambda _: pytest.fail("it goes on"))
        kills.harm(file, "cut short")
        with pytest.raises(KeepingError, match="^cannot mend .*: it was interrupted$"):
            Diary(str(file)).games()
        assert left(file) == []

    def test_what_was_waited_for_in_vain_is_not_waited_for_again(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither by this diary, nor by another one of the same file."""
        with other(locking(file.parent)):
            for use in (Diary(str(file)).games, Diary(str(file)).count, Diary(str(file)).check):
                with pytest.raises(KeepingError, match="has locked its folder$"):
                    use()
                monkeypatch.setattr(files, "sleep", lambda _: pytest.fail("it waits again"))
        assert Diary(str(file)).count() == 2 and not LimitedWait.in_vain

    def test_settings_are_not_deaf(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(LimitedWait, "usual", SHORT)
        folder = tmp_path / "cardgames"
        folder.mkdir()
        with other(locking(folder)):
            done = run_here("config", "no-color", XDG_CONFIG_HOME=str(tmp_path))
        assert b"has locked its folder" in done.stderr and done.returncode == 2

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_a_signal_ends_the_wait(self, file: Path, number: signal.Signals) -> None:
        """Also where signals are delayed, as while a game is kept."""
        diary, came = Diary(str(file)), list[int]()
        diary.wait = 60.0
        with other(locking(file.parent)), delayed(number, lambda *_: came.append(number)):
            with pytest.raises(KeepingError, match="has locked its folder"):
                diary.games()
            assert not came
        assert came == [number]

    def test_an_ignored_signal_ends_nothing(self, file: Path) -> None:
        """As with nohup."""
        with other(locking(file.parent)), delayed(signal.SIGHUP, signal.SIG_IGN):
            begun = time.monotonic()
            with pytest.raises(KeepingError):
                Diary(str(file)).games()
            assert time.monotonic() - begun > SHORT

    @pytest.mark.parametrize("how", ["overwritten", "a page of zeros"])
    def test_a_signal_ends_a_mend(self, file: Path, how: str) -> None:
        """Which may take long."""
        Diary(str(file)).add(Kept(numbered(n), ["move"] * 9) for n in range(50))
        kills.harm(file, how)
        damaged, came, told = file.read_bytes(), list[int](), list[str]()
        with delayed(signal.SIGTERM, lambda *_: came.append(1)):
            with pytest.raises(KeepingError, match="^cannot mend .*: it was interrupted$"):
                Diary(str(file)).games()
        assert came and file.read_bytes() == damaged and left(file) == []
        assert Diary(str(file), told.append).count() in (0, 52) and len(told) == 1

    def test_what_was_left_in_order_does_not_hang_on_the_wal_of_others(
        self, tmp_path: Path
    ) -> None:
        """Another program had the -wal open; it was deleted, and that program killed."""

        def begun(seed: int) -> Table:
            table = Table(tmp_path)
            # What the backup still reads could not be moved into the file.
            table.diary.copying = lambda today: None  # type: ignore[method-assign]
            table.sit_down(session_of(Clock, seed), "move")
            return table

        with other(lambda: begun(2)):
            table = begun(1)
            table.type("move")
            table.leave()
            os.unlink(f"{table.diary.name}-wal")
        diary = Diary(table.diary.name)
        assert {game.seed: len(diary.lines(game.id)) for game in diary.games()}[1] == 2


class TestJournals:
    def test_a_game_goes_on_and_is_kept_again(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        table.sit_down(session_of(Clock, 1), "move")
        with other(locking(tmp_path)):
            table.told = ""
            table.type("move", "move")
            (journal,) = tmp_path.glob("diary-journal-*.jsonl")
            assert journal.stat().st_mode & 0o777 == 0o600
            told = f"has locked its folder. Until that works, this game (2 moves so far) is kept"
            assert told in table.told and table.told.endswith(f" in {journal.name}.\n")
            assert table.told.count("\n") == 1 and table.keeper.unkept() == ""
        table.type("move")
        assert table.told.endswith("\nThe game is kept again.\n")
        assert table.diary.lines(1) == ["move"] * 4 and not journal.exists()

    @pytest.mark.parametrize("begun", [True, False], ids=["begun before", "new"])
    def test_the_next_program_takes_it_in(self, tmp_path: Path, begun: bool) -> None:
        """After a kill, too."""
        name = str(tmp_path / "diary.sqlite")

        def play(end: bool) -> None:
            table = Table(tmp_path)
            table.sit_down(session_of(Clock, 1), *["move"] * begun)
            with other(locking(tmp_path)):
                table.type("move", "move", "undo")
                if end:
                    assert "moves it into the diary" in table.leave()

        for end in (True, False):
            child = os.fork()
            if not child:
                play(end)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            assert [*tmp_path.glob("diary-journal-*.jsonl")]
            lines = ["move"] * begun + ["move", "move", "undo 1"]
            diary = Diary(name)
            (game,) = diary.games()
            assert (diary.lines(game.id), game.moves, diary.sitting()) == (lines, 1 + begun, {})
            assert not [*tmp_path.glob("diary-journal-*")]
            diary.take(game.id, Owner.new())
            diary.close()
            diary.forget([1, 2])

    def test_no_game_is_taken_over_without_it(self, tmp_path: Path) -> None:
        """While the file is locked it can be read, so the list shows an older state."""
        file = tmp_path / "diary.sqlite"
        if not (child := os.fork()):
            table = Table(tmp_path)
            table.sit_down(session_of(Clock, 1), "move")
            with other(writing(file)):
                table.type("move", "move")
            os._exit(0)
        os.waitpid(child, 0)
        told = list[str]()
        diary = Diary(str(file), told.append)
        with other(writing(file)):
            (game,) = diary.games()
            assert game.moves == 1 and "cannot be moved into the diary: " in told[-1]
            with pytest.raises(KeepingError, match="has locked it$"):
                diary.take(game.id, Owner.new())
        (game,) = diary.games()
        assert game.moves == 3 and not [*tmp_path.glob("diary-journal-*")]
        assert diary.take(game.id, Owner.new())[0].lines == ["move"] * 3

    @pytest.mark.parametrize("restored", [False, True])
    def test_one_that_is_older_than_the_diary_changes_nothing(
        self, tmp_path: Path, restored: bool
    ) -> None:
        """Its program was killed between the diary and the removal of the journal."""
        table = Table(tmp_path)
        table.sit_down(session_of(Clock, 1), "move")
        with other(locking(tmp_path)):
            table.type("move")
            (journal,) = tmp_path.glob("diary-journal-*.jsonl")
            old = journal.read_bytes()
        if restored:
            for path in tmp_path.glob("diary*.sqlite"):
                path.unlink()  # The new file knows no turns.
        table.type("move")
        table.diary.close()
        journal.write_bytes(old)
        assert Diary(table.diary.name).lines(1) == ["move"] * 3 and not journal.exists()

    @pytest.mark.parametrize("soon", [False, True], ids=["locked", "about to be locked"])
    def test_what_a_running_program_has_is_left_to_it(
        self, file: Path, soon: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        journal = GameJournal(str(file))
        name = journal.write({**result(name="new")._asdict(), "turn": 0}, ["run"])
        with monkeypatch.context() as patch:
            if soon:  # when another program asked, it was not locked yet
                patch.setattr("cardgames.diary.database.is_locked", lambda name: False)
            assert Diary(str(file)).count() == 2 and os.path.exists(name)
        journal.close()
        assert Diary(str(file)).count() == 3 and not os.path.exists(name)

    def test_one_that_is_being_removed_is_not_taken_in(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The diary has more, and its program goes on with the game."""
        journal = GameJournal(str(file))
        name = journal.write({**result(name="new")._asdict(), "turn": 0}, ["run"])
        with monkeypatch.context() as patch:
            patch.setattr(os, "unlink", lambda name: None)
            journal.remove()
        assert Diary(str(file)).count() == 2 and not os.path.exists(name)

    def test_they_are_taken_in_as_they_were_played(self, file: Path) -> None:
        for n in range(5):
            journal = GameJournal(str(file))
            going = result(name=f"new-{n}", status="going", outcome="")
            os.utime(journal.write({**going._asdict(), "turn": 0}, []), (n, n))
            journal.close()
        assert [game.name for game in Diary(str(file)).unfinished()][:2] == ["new-4", "new-3"]

    def test_one_that_was_cut_counts_as_far_as_it_is_whole(self, file: Path) -> None:
        journal = GameJournal(str(file))
        values = {**result(name="new")._asdict(), "turn": 0}
        for moves, lines in enumerate((["a"], ["a", "b"], ["a", "c"], ["a", "c", "d"])):
            name = journal.write({**values, "moves": moves}, lines)
        journal.close()
        os.truncate(name, os.path.getsize(name) - 1)
        diary = Diary(str(file))
        assert diary.find(3) == result(id=3, name="new", moves=2) and diary.lines(3) == ["a", "c"]

    def test_there_is_none_where_it_cannot_be_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor among the devices, where CARDGAMES_RESULTS=/dev/null would have it."""
        assert GameJournal(os.devnull).write({"name": "one"}, []) == ""
        assert not [*Path(os.devnull).parent.glob("*.jsonl")]
        monkeypatch.setattr(os, "write", lambda *_: (_ for _ in ()).throw(OSError()))
        assert GameJournal(str(tmp_path / "diary.sqlite")).write({"name": "one"}, []) == ""
        assert not [*tmp_path.iterdir()]

    @pytest.mark.parametrize(
        "text", ["x\n", "{}\n", "[]\n", '{"at": 0, "lines": []}\n', "\0" * 99, "[" * 9999 + "\n"]
    )
    def test_what_is_no_journal_is_set_aside(self, file: Path, text: str) -> None:
        journal = file.with_name("diary-journal-1.jsonl")
        journal.write_text(text)
        assert f"{journal} holds no game: it was renamed to " in tell(file, "stats")
        assert left(file) == ["diary-damaged-1.jsonl"]

    def test_a_game_that_makes_no_sense_is_set_aside(self, file: Path) -> None:
        good = {**result(name="new")._asdict(), "turn": 0, "at": 0, "lines": ["a"]}
        for n, wrong in enumerate(({"score": "x"}, {"turn": "x"}, {"lines": [1]}, {"name": []})):
            journal = file.with_name(f"diary-journal-{n}.jsonl")
            journal.write_text(json.dumps({**good, **wrong}) + "\n")
        told = list[str]()
        assert Diary(str(file), told.append).count() == 2 and len(told) == 4
        assert all(name.startswith("diary-damaged-") for name in left(file))

    def test_a_disk_that_is_full_for_the_journal_too_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And once more if only then it becomes so."""
        table = Table(tmp_path)
        with other(locking(tmp_path)):
            table.sit_down(session_of(Clock, 1), "move")
            with monkeypatch.context() as patch:
                patch.setattr(os, "write", lambda *_: (_ for _ in ()).throw(OSError()))
                table.type("move")
                assert "The game is not kept; each command tries again" in table.told
                assert len([*tmp_path.glob("diary-journal-*")]) == 1, "with the move before"
                assert "'save FILE' saves the game" in table.keeper.unkept()
                with pytest.raises(KeepingError, match="the game is not kept$"):
                    table.leave()


def linked(target: str) -> Callable[[Path], None]:
    return lambda path: os.symlink(target, path)


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 20 << 30)


def foreign(path: Path) -> None:
    path.write_bytes(b"")
    if os.geteuid():
        pytest.skip("only root can make files of other users")
    os.chown(path, 4321, 4321)


ODD = {
    "a pipe": os.mkfifo, "a device": linked("/dev/zero"), "is larger than": sparse,
    "belongs to another user": foreign, "a folder": os.mkdir,
}  # fmt: skip


class TestOddFiles:
    """None is opened: each is named."""

    @pytest.mark.parametrize("why", ODD)
    @pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
    def test_in_the_place_of_a_file_of_sqlite(self, file: Path, ending: str, why: str) -> None:
        if not ending:
            file.unlink()
        odd = Path(f"{file}{ending}")
        ODD[why](odd)
        why = why.replace("a device", "a (link|device)")
        diary = Diary(str(file))
        for use in (diary.games, diary.check, lambda: diary.add([])):
            with pytest.raises(KeepingError, match=f"^cannot .* {file}: .*{why}"):
                use()
        before = set(left(file))
        keeper = Keeper(diary)
        session = session_of(Clock, 1)
        keeper.record(session)
        session.make(Clock.parse("move"))
        assert re.search(f"{why}.* is kept beside it in ", keeper.record(session))
        keeper.close(left=True)
        odd.rmdir() if why == "a folder" else odd.unlink()
        assert Diary(str(file)).games()[-1].moves == 1 and len(before) <= 1

    @pytest.mark.parametrize("why", ODD)
    def test_in_the_place_of_the_backup(self, file: Path, why: str) -> None:
        backup = file.with_name("diary-backup.sqlite")
        ODD[why](backup)
        assert "played" in tell(file, "stats")
        file.unlink()
        told = tell(file, "stats", status=2)
        assert f"cannot mend {file}: diary-backup.sqlite " in told and why in told
        assert left(file) == ["diary-backup.sqlite"]

    @pytest.mark.parametrize("why", ODD)
    def test_in_the_place_of_a_journal(self, file: Path, why: str) -> None:
        ODD[why](file.with_name("diary-journal-1.jsonl"))
        told = tell(file, "stats")
        assert "diary-journal-1.jsonl cannot be moved into the diary: " in told
        assert "played" in told

    @pytest.mark.parametrize("why", ODD)
    def test_in_the_place_of_the_settings(self, tmp_path: Path, why: str) -> None:
        (tmp_path / "cardgames").mkdir()
        ODD[why](tmp_path / "cardgames" / "settings")
        done = run_here("config", XDG_CONFIG_HOME=str(tmp_path))
        assert why in done.stderr.decode() and b"settings" in done.stderr

    def test_in_the_place_of_the_report_of_a_fault(self, tmp_path: Path) -> None:
        from cardgames.main import report

        (tmp_path / "cardgames").mkdir()
        os.mkfifo(tmp_path / "cardgames" / "fault.txt")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_STATE_HOME", str(tmp_path))
            assert report(ValueError("odd")) == 70
        assert "ValueError: odd" in (tmp_path / "cardgames" / "fault.txt").read_text()

    def test_an_endless_line_is_no_game(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cardgames.cli.diary.LARGEST", 1 << 16)
        endless = tmp_path / "endless"
        sparse(endless)
        told = tell(tmp_path / "a" / "b", "diary", "--import", str(endless), status=2)
        assert told == f"Error: {endless}, line 1: this is no game of a diary\n"


class TestLeftovers:
    """What is forgotten is on no disk, whatever was killed before."""

    @pytest.fixture
    def killed(self, file: Path) -> Path:
        """A diary, and what a mend of it leaves that is killed when it has copied the file."""

        def mend() -> object:
            def end(*_: object) -> None:
                os.write(says, b"!")
                os._exit(9)

            database.rows_in = end  # type: ignore[assignment]
            Diary(str(file))._mend()
            return None

        kills.harm(file, "cut short")
        reads, says = os.pipe()
        child = os.fork()
        if not child:
            mend()
        os.waitpid(child, 0)
        os.close(reads)
        os.close(says)
        return file

    def test_the_next_command_removes_what_a_killed_mend_left(self, killed: Path) -> None:
        assert [name.startswith(".diary-") for name in left(killed)] == [True]
        assert [*killed.parent.glob(".diary-*/*")]
        tell(killed, "diary")
        assert not [name for name in left(killed) if name.startswith(".diary-")]

    def test_what_a_running_mend_has_stays(self, file: Path) -> None:
        folder = file.parent / ".diary-mine"
        folder.mkdir()
        with other(locking(file.parent)), pytest.raises(KeepingError):
            Diary(str(file)).games()
        assert folder.exists()
        assert Diary(str(file)).count() == 2 and not folder.exists()

    def test_where_there_are_no_locks_only_what_is_old_goes(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        new, old = file.parent / ".diary-new", file.parent / ".diary-old"
        for folder in (new, old):
            folder.mkdir()
        os.utime(old, (1, 1))
        monkeypatch.setattr(fcntl, "flock", lambda *_: (_ for _ in ()).throw(OSError()))
        assert Diary(str(file)).count() == 2 and new.exists() and not old.exists()

    def test_all_that_is_forgotten_is_gone(self, file: Path) -> None:
        kills.harm(file, "cut short")
        diary = Diary(str(file))
        diary.add([Kept(numbered(9), ["move"])])
        back_up(diary, "2026-11-22")
        GameJournal(str(file)).write({"name": "another"}, [])
        mine = GameJournal(str(file)).write({"name": numbered(9).name}, [])
        assert len(left(file)) == 4
        told = tell(file, "diary", "--forget", str(diary.games()[-1].id), "--yes")
        assert told == "Forgotten: 1.\n" and len(left(file)) == 1 and not os.path.exists(mine)
        tell(file, "diary", "--forget", "all", "--yes")
        assert left(file) == []

    def test_what_is_left_of_damaged_files_is_forgotten_without_a_game(self, file: Path) -> None:
        kills.harm(file, "overwritten")
        assert tell(file, "stats").startswith("No game")
        told = tell(file, "diary", "--forget", "all", stdin="y\n")
        assert "all 0 games, with the damaged files set aside? [y/N]" in told
        assert left(file) == []
        assert tell(file, "diary", "--forget", "all") == "There is nothing to forget.\n"


def test_a_terminal_whose_diary_is_locked(evening: Evening) -> None:
    file = evening.file()
    with other(locking(file.parent)):
        clock = evening.open("clock", "--seed", "1", "--scroll")
        clock.talk("> ", "move\n")
        told = " ".join(clock.see("jsonl.").split())
        assert "has locked its folder. Until that works, this game (1 move so far) is kept" in told
        kill(clock)
    assert evening.listed() == ["   1  Clock, seed 1, 1 move"]
    assert not [*file.parent.glob("diary-journal-*")]


@pytest.mark.parametrize("way", ["SIGTERM", "SIGHUP", "Ctrl-C"])
def test_a_signal_at_a_terminal_ends_the_wait(
    evening: Evening, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is kept all the same, and Ctrl-C does not hide where."""
    file, more = evening.file(), LimitedWait.more
    monkeypatch.setattr(Keeper, "wait", 60.0)
    told = lambda self: bool(os.write(1, b"Waits!")) and more(self)
    monkeypatch.setattr(LimitedWait, "more", told)
    with other(locking(file.parent)):
        clock = evening.open("clock", "--seed", "1", "--scroll")
        clock.talk("> ", "move\n", "Waits!")
        if way == "Ctrl-C":
            shown = clock.type("\x03", "Ctrl-C again leaves", "jsonl.")
            assert "(1 move so far) is kept" in " ".join(shown.split())
            kill(clock)
        else:
            os.kill(clock.process, getattr(signal, way))
            assert clock.end() == -getattr(signal, way)
    assert evening.listed() == ["   1  Clock, seed 1, 1 move"]
