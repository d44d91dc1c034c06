"""The journal of a game: what it holds at every moment, and what it does when the file fails."""

import errno
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.playing import text_player
from cardgames.games.canfield.game import Canfield
from cardgames.games.rummy.game import Rummy
from cardgames.model.errors import ScriptError
from cardgames.play import script
from cardgames.play.script import Journal
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.terminal import TerminalConsole
from cardgames.text.wording import Look
from tests.program import PROGRAM, environment, run_here
from tests.samples import sample
from tests.seated import Memory, session_of

HEADER = "# cardgames canfield --seed 42\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


@pytest.fixture
def played() -> Session:
    return session_of(Canfield, 42)


@pytest.fixture
def kept(file: Path, played: Session) -> Journal:
    journal = Journal(str(file))
    journal.record(played)
    return journal


def play(session: Session, *moves: str) -> None:
    for move in moves:
        session.make(session.game.parse(move))


def refused(name: Path, over: bool = False) -> str:
    with pytest.raises(ScriptError) as error:
        Journal(str(name), over).record(session_of(Canfield, 42))
    return str(error.value)


def stopped(kept: Journal, session: Session) -> str:
    with pytest.raises(ScriptError) as error:
        kept.record(session)
    return str(error.value)


class TestBeginning:
    def test_only_an_empty_file_is_taken_unless_it_is_told(self, file: Path) -> None:
        session = session_of(Canfield, 42)
        file.touch(0o600)
        Journal(str(file)).record(session)
        assert file.read_text() == HEADER
        file.write_text("notes")
        assert refused(file) == f"{file} is not empty: --record-over replaces it"
        assert file.read_text() == "notes"
        Journal(str(file), over=True).record(session)
        assert (file.read_text(), file.stat().st_mode & 0o777) == (HEADER, 0o600)

    def test_a_link_is_followed(self, file: Path, played: Session) -> None:
        link = file.with_name("link")
        link.symlink_to(file)
        Journal(str(link)).record(played)
        assert link.is_symlink() and file.read_text() == HEADER

    def test_what_is_no_file_is_refused(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for name in (tmp_path, tmp_path / "pipe", Path(os.devnull), Path("/dev/full")):
            assert "is not a regular file" in refused(name, over=True)
        for wrong in ("no\0name", "no/such/folder"):
            assert refused(Path(wrong)).startswith("cannot write ")

    def test_over_needs_a_file(self) -> None:
        result = run_here("canfield", "--record-over")
        assert result.returncode == 2 and b"it needs --record FILE" in result.stderr


class TestGrowing:
    def test_another_session_makes_it_anew_under_the_lock(self, file: Path, kept: Journal) -> None:
        other = session_of(Canfield, 7)
        kept.record(other)
        assert "another program records to" in refused(file, over=True)
        play(other, "card")
        kept.record(other)
        assert file.read_text() == other.script()

    def test_a_move_in_the_place_of_a_computers_makes_it_anew(self, file: Path) -> None:
        session = session_of(Rummy, 1, humans=0)
        kept = Journal(str(file))
        play(session, "1: draw")
        kept.record(session)
        session.make_instead([0], Rummy.parse("1: take"))
        kept.record(session)
        assert file.read_text() == session.script() and "1: take" in file.read_text()

    def test_without_locks_it_does_without(
        self, file: Path, played: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(script, "fcntl", None)
        kept = Journal(str(file))
        kept.record(played)
        Journal(str(file), over=True).close()
        file.unlink()
        assert "written anew" in kept.record(played) and file.read_text() == HEADER


class TestOthers:
    def test_a_second_program_is_told(self, file: Path, kept: Journal, played: Session) -> None:
        for over in (False, True):
            told = f"another program records to {file}: choose another file"
            assert refused(file, over) == told
        with pytest.raises(ScriptError, match="a game is being recorded to"):
            SCRIPTS.write(str(file), HEADER, overwrite=True)
        play(played, "card")
        assert kept.record(played) == ""
        kept.close()
        assert "is not empty" in refused(file)

    def test_a_deleted_file_is_written_anew_which_is_said_once(
        self, file: Path, kept: Journal, played: Session
    ) -> None:
        told = []
        for _ in range(3):
            play(played, "card")
            told.append(kept.record(played))
            assert file.read_text() == played.script()
            file.unlink()
        assert told == ["", f"{file} was moved or deleted: it is written anew.\n", ""]

    @pytest.mark.parametrize("text", ["", "precious and longer than the line was before"])
    @pytest.mark.parametrize("is_another", [True, False])
    def test_a_file_that_others_wrote_or_put_in_its_place_stays(
        self, file: Path, kept: Journal, played: Session, text: str, is_another: bool
    ) -> None:
        other = file.with_name("other") if is_another else file
        other.write_text(text)
        other.rename(file)
        told = stopped(kept, played)
        assert told == f"{file} was changed by another program: nothing more is recorded"
        assert file.read_text() == text

    def test_with_its_folder_gone_recording_stops(self, tmp_path: Path, played: Session) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        kept = Journal(str(folder / "game.txt"))
        (folder / "game.txt").unlink()
        folder.rmdir()
        assert "No such file or directory: nothing more is recorded" in stopped(kept, played)


class Full(io.FileIO):
    """A file on a disk with room for so many bytes more."""

    room = 0

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        done = super().write(data[: self.room])
        Full.room -= done
        return done


@contextmanager
def room_for(count: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(script, "FileIO", Full)
        patched.setattr(Full, "room", count)
        yield


class TestFullDisk:
    def test_only_whole_lines_stay(self, file: Path, played: Session) -> None:
        with room_for(len(f"{HEADER}card\ncard\nca")):
            kept = Journal(str(file))
            kept.record(played)
            play(played, "card", "card", "card")
            told = stopped(kept, played)
        assert told == (f"cannot write {file}: No space left on device: nothing more is recorded")
        assert file.read_text() == f"{HEADER}card\ncard\n"

    def test_a_new_file_without_a_line_does_not_stay(self, file: Path) -> None:
        with room_for(9):
            assert "No space left on device" in refused(file)
        assert not file.exists()

    def test_what_cannot_be_synced_is_told_and_the_old_file_stays_whole(
        self, file: Path, kept: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(ScriptError, match="Input/output error: nothing more is recorded"):
            kept.sync()
        kept = Journal(str(file), over=True)
        assert "Input/output error" in stopped(kept, session_of(Canfield, 7))
        assert [path.name for path in file.parent.iterdir()] == ["game.txt"]
        assert file.read_text() == HEADER

    def test_the_game_goes_on_and_its_status_tells(self, file: Path) -> None:
        """There is one error, even where the first refusal would end the script."""
        with room_for(len(f"{HEADER}card\n")):
            result = run_here(
                *("canfield", "--seed", "42", "--strict", "--record", str(file)),
                stdin="card\ncard\ncard\nscore\n",
            )
        assert result.returncode == 2 and b"3 moves" in result.stdout
        assert result.stderr.decode() == (
            f"Error: cannot write {file}: No space left on device: nothing more is recorded\n"
        )
        assert file.read_text() == f"{HEADER}card\n"


def fail(*_: object) -> None:
    raise OSError(errno.EIO, "Input/output error")


class TestPlaying:
    def test_each_command_is_there_before_the_next_is_read(self, file: Path) -> None:
        """Of several in one line, too."""
        seen = []

        class Typing(Memory):
            def read(self, prompt: str, enter: str = "") -> str | None:
                seen.append(file.read_text().count("\n") - 1)
                return {1: "card", 2: "card; card", 3: "wf"}.get(len(seen))

        session = session_of(Canfield, 42)
        player_with(session, Typing(), file).play()
        assert seen == [0, 1, 3, 3]

    def test_it_is_synced_before_a_person_is_waited_for(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("card\ncard; card\nexit\n"))
        console = TerminalConsole(lambda before, start: [])
        synced: list[int] = []
        monkeypatch.setattr(os, "fsync", lambda _: synced.append(file.read_text().count("card\n")))
        player_with(session_of(Canfield, 42), console, file).play()
        assert synced == [0, 1, 3]

    def test_what_became_of_the_file_is_told(self, file: Path) -> None:
        class Typing(Memory):
            def read(self, prompt: str, enter: str = "") -> str | None:
                self.number += 1
                file.unlink()
                return {1: "card", 2: "card"}.get(self.number)

        console = Typing()
        assert player_with(session_of(Canfield, 42), console, file).play() == 0
        assert console.said.count(f"{file.name} was moved or deleted") == 1
        assert file.read_text() == f"{HEADER}card\ncard\n"

    @pytest.mark.parametrize("words", ["rummy --humans 0", "canfield"])
    def test_an_interrupted_auto_leaves_what_was_played(self, file: Path, words: str) -> None:
        with interrupted_after(5):
            result = run_here(*words.split(), "--seed", "3", "--auto", "--record", str(file))
        assert result.returncode == 130
        assert file.read_text().count("\n") in (6, 7)  # with 'auto' where people play
        assert run_here("replay", "--strict", str(file)).returncode == 0

    def test_kill_at_any_moment_leaves_whole_lines(self, file: Path) -> None:
        """Each time it is killed a little later; `load` and `auto` make it write all anew."""
        saved = file.with_name("saved.txt")
        saved.write_text(f"{HEADER}card\ncard\n")
        lines = f"card\ncard\nload {saved}\ncard\nundo\nauto\nnew 5\n" * 200
        for number in range(sample(2, 8)):
            with subprocess.Popen(
                [PROGRAM, "canfield", "--seed", "42", "--record", str(file), "--record-over"],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment(),
            ) as process:  # fmt: skip
                assert process.stdin is not None
                os.write(process.stdin.fileno(), lines.encode()[:60000])
                until_written(file, process)
                try:
                    process.wait(sample(40, 13) * number / 1000)
                except subprocess.TimeoutExpired:
                    process.kill()
            text = file.read_text()
            assert text.startswith(HEADER) and text.endswith("\n")
            assert run_here("replay", "--strict", str(file)).returncode == 0
            file.unlink()


@contextmanager
def interrupted_after(count: int) -> Iterator[None]:
    made, make = [], Session.make

    def stop(session: Session, move: Any) -> None:
        made.append(move)
        if len(made) > count:
            raise KeyboardInterrupt
        make(session, move)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Session, "make", stop)
        yield


def until_written(file: Path, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None and not (file.exists() and file.stat().st_size):
        time.sleep(0.002)


def player_with(session: Session, console: Console, file: Path) -> Any:
    made = text_player(session.game.name)
    return made(session, console, Look(), SCRIPTS, recorders=[Journal(str(file))])


def test_a_change_of_a_file_is_finished_before_a_signal_ends_the_program(file: Path) -> None:
    """Neither half of a file nor another beside it is left."""
    with pytest.raises(KeyboardInterrupt), script.replacing(str(file), HEADER):
        os.kill(os.getpid(), 2)
    assert file.read_text() == HEADER
    assert [path.name for path in file.parent.iterdir()] == ["game.txt"]
