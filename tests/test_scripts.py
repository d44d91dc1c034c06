"""Scripts: saving whole or not at all, loading all or nothing, and recording during a game."""

import errno
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from cardgames import games
from cardgames.cli.playing import SCRIPTS, read_setup
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.rummy.game import Rummy
from cardgames.model.cards import DECK
from cardgames.model.errors import ScriptError, printable
from cardgames.model.game import Setup
from cardgames.play import script
from cardgames.play.script import Journal, Scripts
from cardgames.play.session import Recorder, Session
from cardgames.screen.console import Console, Recording
from cardgames.screen.look import Look
from cardgames.screen.terminal import TerminalConsole
from tests.parts import NAMES
from tests.program import PROGRAM, environment, run_here
from tests.samples import sample
from tests.seated import Memory, player_of, session_of

HEADER = "# cardgames canfield --seed 42\n"
TEXT = f"{HEADER}card\n"


def player() -> Any:
    return player_of(session_of(Canfield, 42))


def refused(name: Path, overwrite: bool = False) -> str:
    with pytest.raises(ScriptError) as error:
        SCRIPTS.write(str(name), TEXT, overwrite)
    return str(error.value)


class TestWriting:
    def test_a_new_file_gets_the_permissions_of_any_new_file(self, tmp_path: Path) -> None:
        SCRIPTS.write(str(tmp_path / "new"), TEXT)
        (tmp_path / "other").touch()
        modes = {(tmp_path / name).stat().st_mode for name in ("new", "other")}
        assert len(modes) == 1
        assert (tmp_path / "new").read_text() == TEXT

    def test_an_older_script_is_replaced_and_keeps_its_permissions(self, tmp_path: Path) -> None:
        file = tmp_path / "game"
        file.write_text("# cardgames canfield --seed 1\n")
        file.chmod(0o600)
        SCRIPTS.write(str(file), TEXT)
        assert (file.read_text(), file.stat().st_mode & 0o777) == (TEXT, 0o600)

    def test_a_link_is_followed(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "game")
        SCRIPTS.write(str(tmp_path / "link"), TEXT)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "game").read_text() == TEXT

    def test_folders_and_devices_are_never_replaced(self, tmp_path: Path) -> None:
        assert "is not a regular file" in refused(tmp_path, overwrite=True)
        assert "is not a regular file" in refused(Path("/dev/null"), overwrite=True)
        os.mkfifo(tmp_path / "pipe")
        assert "is not a regular file" in refused(tmp_path / "pipe", overwrite=True)

    @pytest.mark.parametrize("control", "\0\x07\b\t\n\r\x1b\x1f\x7f\x85\x9b\u2028\u2029", ids=repr)
    def test_a_name_with_a_control_character_is_refused(self, control: str, tmp_path: Path) -> None:
        shown = repr(control)[1:-1]
        reason = f"a name may hold no control character such as {shown}"
        told = f"cannot write {tmp_path}/a{shown}b: {reason}"
        assert printable(refused(tmp_path / f"a{control}b", overwrite=True)) == told
        recorded = run_here("canfield", "--record", str(tmp_path / f"a{control}b"))
        if control != "\0":  # which no argument of a program can hold
            assert recorded.stderr.decode() == f"Error: {told}\n" and recorded.returncode == 2
        assert not list(tmp_path.iterdir())


class TestPiping:
    """A script that is piped in may replace only files that it has written itself."""

    OTHERS = {"notes": "precious", "script": "# cardgames canfield --seed 1\n", "empty": ""}

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name, text in self.OTHERS.items():
            (tmp_path / name).write_text(text)
        return tmp_path

    def errors(self, folder: Path, *lines: str, begin: tuple[str, ...] = ("canfield",)) -> str:
        seed = () if begin[0] == "replay" else ("--seed", "42")
        result = run_here(*begin, *seed, stdin="\n".join(lines), cwd=folder)
        assert result.returncode == 0
        return result.stderr.decode()

    @pytest.mark.parametrize("name", OTHERS)
    @pytest.mark.parametrize("word", ["", " overwrite"])
    def test_it_replaces_no_file_that_was_there(self, name: str, word: str, folder: Path) -> None:
        told = f"{name} exists: a script replaces only what it has written itself, unless"
        error = f"Error: line 2: {told} --allow-overwrite is given\n"
        assert self.errors(folder, "card", f"save {name}{word}") == error
        assert (folder / name).read_text() == self.OTHERS[name]

    @pytest.mark.parametrize("name", [".rc", "./.ssh/rc", "~/.rc", ".git/hooks/x", "../.x"])
    def test_it_makes_no_hidden_file(self, name: str, tmp_path: Path) -> None:
        folder = tmp_path / "here"
        for made in (folder / ".ssh", folder / ".git/hooks"):
            made.mkdir(parents=True)
        before, line, home = sorted(tmp_path.rglob("*")), f"save {name}", str(folder)
        found = run_here("canfield", stdin=f"{line}\n{line} overwrite", cwd=folder, HOME=home)
        assert found.stderr.decode().count("a script makes no hidden file") == 2
        assert sorted(tmp_path.rglob("*")) == before
        allowed = run_here("canfield", "--allow-overwrite", stdin=line, cwd=folder, HOME=home)
        assert not allowed.stderr
        assert len([*tmp_path.rglob("*")]) == len(before) + 1

    def test_what_was_changed_since_is_no_longer_its_own(self, tmp_path: Path) -> None:
        own, file = Scripts(read_setup, only_own=True), tmp_path / "new"
        own.write(str(file), TEXT)
        own.write(str(file), TEXT)
        file.write_text("precious")
        with pytest.raises(ScriptError, match="new exists"):
            own.write(str(file), TEXT, overwrite=True)
        assert file.read_text() == "precious"

    def test_an_option_lets_it_do_as_at_a_terminal(self, folder: Path) -> None:
        lines = ["card", "save script", "save empty", "save notes", "save notes overwrite"]
        told = self.errors(folder, *lines, begin=("canfield", "--allow-overwrite"))
        is_no_script = "notes exists and is not a script: 'save notes overwrite' replaces it"
        assert told == f"Error: line 4: {is_no_script}\n"
        assert all((folder / name).read_text() == TEXT for name in self.OTHERS)

    def test_one_that_goes_on_after_a_replay_does_not_either(self, folder: Path) -> None:
        begin = ("replay", "script", "--continue")
        assert "notes exists" in self.errors(folder, "save notes overwrite", begin=begin)
        assert (folder / "notes").read_text() == "precious"
        assert not self.errors(folder, "save script", begin=(*begin, "--allow-overwrite"))


class TestLoading:
    @pytest.mark.parametrize(("header", "reason"), [
        ("", "a script begins with a remark such as '# cardgames GAME --seed 42'"),
        ("# cardgames", "a script begins with a remark"),
        ("# cardgames --seed 3", "no game is dealt by 'cardgames --seed 3'"),
        ("# cardgames canfield", "the first remark must name the deal"),
        ("# cardgames canfield --seed x", "SEED must be a whole number"),
        ("# cardgames clock --seed 2026-11-21", "names its deal by number, not by date"),
        ("# cardgames canfield --draw 9 --seed 1", "N must be a number from 1 to 3, not '9'"),
        ("# cardgames canfield --seed 1 'x", "no game is dealt by"),
        ("# cardgames canfield --deck 'AC AC'", "AC is in the deck twice"),
        ("# cardgames canfield --help", "no such option: '--help'"),
        ("# cardgames canfield --seed 1 --redeal 3", "(did you mean --redeals?)"),
        ("# cardgames canfield --seed 1 card", "no such option: 'card'"),
        ("# cardgames canfield --seed", "--seed needs a value"),
        ("# cardgames mod10 --seed 1 --show-deck=1", "--show-deck takes no value"),
        ("# cardgames canfield --seed 1 --variant x", "'x' is not one of: canfield, superior"),
        ("# cardgames canfield --seed 1 --record x", "--record cannot stand in a script"),
        ("# cardgames canfield --seed 1 --allow-overwrite", "it writes files"),
        ("# cardgames canfield --deck deck.txt", "'deck.txt' is not a card"),
        ("# cardgames canfield --deck ''", "the deck lacks 52 of its 52 cards"),
        ("# cardgames slap --deck AC", "the deck needs at least two cards"),
        ("# cardgames rummy --humans 5 --players 2 --seed 1", "5 people do not fit a table"),
        ("# cardgames rummy --names Ann,Bob,Cid --seed 1", "more names than the 2 players"),
        ("# cardgames canfield --seed 1 " + 65_536 * "-", "longer than 65536 characters"),
    ], ids=lambda text: text[:60])  # fmt: skip
    def test_what_is_wrong_in_the_first_line(
        self, header: str, reason: str, tmp_path: Path
    ) -> None:
        file = tmp_path / "game"
        file.write_text(f"\n{header}\ncard\n")
        with pytest.raises(ScriptError) as error:
            player().do(f"load {file}")
        assert reason in str(error.value)
        assert str(error.value).startswith(f"{file}, line ")

    @pytest.mark.parametrize("words", [
        "--draw 1 --seed 42 --echo",
        "--draw=1 --seed=42",
        "--echo --seed 42 --scroll --strict --draw 1", "--seed 42 --draw 1 --auto-up safe",
        "--auto --seed 42 --draw 1 --auto hint",
        "--cards unicode --color --seed 42 --no-color --draw 1",
        "--seed 1 --draw 2 --seed 42 --draw 1",
    ])  # fmt: skip
    def test_options_of_showing_are_passed_over(self, words: str) -> None:
        setup = Setup(Canfield, CanfieldOptions(draw=1), 42)
        assert read_setup(f"# cardgames canfield {words}") == setup

    @pytest.mark.parametrize("name", NAMES)
    def test_no_file_is_opened_because_a_script_says_so(self, name: str, tmp_path: Path) -> None:
        """A pipe that nobody writes to would never be read to its end."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        (tmp_path / "deck").write_text(" ".join(map(str, DECK)))
        for file in (pipe, tmp_path / "deck", "/dev/zero"):
            with pytest.raises(ScriptError, match="is not a card.*; a script names no file"):
                read_setup(f"# cardgames {name} --deck '{file}'")
            with pytest.raises(ScriptError, match="cannot stand in a script"):
                read_setup(f"# cardgames {name} --seed 1 --record={file}")

    def test_a_byte_order_mark_and_foreign_line_ends_do_no_harm(self, tmp_path: Path) -> None:
        file = tmp_path / "game"
        file.write_bytes(b"\xef\xbb\xbf# cardgames canfield --seed 42\r\ncard\r\n\r\n")
        playing = player()
        playing.do(f"load {file}")
        assert playing.session.moves_made == 1

    def test_a_file_that_is_too_large_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cardgames.play.script.LARGEST", len(TEXT) - 1)
        (tmp_path / "game").write_text(TEXT)
        with pytest.raises(ScriptError, match="too large"):
            SCRIPTS.read(str(tmp_path / "game"))


def test_a_script_neither_writes_nor_loads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game"
    script = "# cardgames canfield --seed 1\nsave new\nsave game overwrite\nload game\nc\n"
    file.write_text(script)
    replayed = run_here("replay", "game", cwd=tmp_path).stdout.decode()
    assert (os.listdir(tmp_path), file.read_text()) == (["game"], script)
    assert replayed.count("A script that is replayed saves nothing.\n") == 2
    assert "Error: a script that is loaded or replayed cannot load another\n" in replayed


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


def not_recorded(name: Path, over: bool = False) -> str:
    with pytest.raises(ScriptError) as error:
        Journal(str(name), over).record(session_of(Canfield, 42))
    return str(error.value)


def stopped(kept: Journal, session: Session) -> str:
    with pytest.raises(ScriptError) as error:
        kept.record(session)
    return str(error.value)


class TestRecording:
    def test_only_an_empty_file_is_taken_unless_it_is_told(self, file: Path) -> None:
        session = session_of(Canfield, 42)
        file.touch(0o600)
        Journal(str(file)).record(session)
        assert file.read_text() == HEADER
        file.write_text("notes")
        assert not_recorded(file) == f"{file} is not empty: --record-over replaces it"
        assert file.read_text() == "notes"
        Journal(str(file), over=True).record(session)
        assert (file.read_text(), file.stat().st_mode & 0o777) == (HEADER, 0o600)

    def test_what_is_no_file_is_refused(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for name in (tmp_path, tmp_path / "pipe", Path(os.devnull), Path("/dev/full")):
            assert "is not a regular file" in not_recorded(name, over=True)
        for wrong in ("no\0name", "no/such/folder"):
            assert not_recorded(Path(wrong)).startswith("cannot write ")

    def test_over_needs_a_file(self) -> None:
        result = run_here("canfield", "--record-over")
        assert result.returncode == 2 and b"it needs --record FILE" in result.stderr

    def test_another_session_makes_it_anew_under_the_lock(self, file: Path, kept: Journal) -> None:
        other = session_of(Canfield, 7)
        kept.record(other)
        assert "another program records to" in not_recorded(file, over=True)
        play(other, "card")
        kept.record(other)
        assert file.read_text() == other.script()

    def test_a_move_in_the_place_of_a_computers_makes_it_anew(self, file: Path) -> None:
        session = session_of(Rummy, 1, humans=0)
        kept = Journal(str(file))
        play(session, "1: draw")
        kept.record(session)
        session._automatic = [(Rummy.parse("1: draw"), 0)]
        assert session.follow(Rummy.parse("1: take"))
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


class TestRecordingBesideOthers:
    def test_a_second_program_is_told(self, file: Path, kept: Journal, played: Session) -> None:
        for over in (False, True):
            told = f"another program records to {file}: choose another file"
            assert not_recorded(file, over) == told
        with pytest.raises(ScriptError, match="a game is being recorded to"):
            SCRIPTS.write(str(file), HEADER, overwrite=True)
        play(played, "card")
        assert kept.record(played) == ""
        kept.close()
        assert "is not empty" in not_recorded(file)

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
            assert "No space left on device" in not_recorded(file)
        assert not file.exists()

    def test_what_cannot_be_synced_is_told_and_the_old_file_stays_whole(
        self, file: Path, kept: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(errno.EIO, "Input/output error")))
        with pytest.raises(ScriptError, match="Input/output error: nothing more is recorded"):
            kept.sync()
        kept = Journal(str(file), over=True)
        assert "Input/output error" in stopped(kept, session_of(Canfield, 7))
        assert [path.name for path in file.parent.iterdir()] == ["game.txt"]
        assert file.read_text() == HEADER

    def test_the_game_goes_on_and_its_status_tells(self, file: Path) -> None:
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


class TestPlaying:
    def test_each_command_is_there_before_the_next_is_read(self, file: Path) -> None:
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
                return "card" if self.number < 4 else None

        console = Typing()
        assert player_with(session_of(Canfield, 42), console, file).play() == 0
        assert console.said.count(f"{file.name} was moved or deleted") == 1
        assert file.read_text() == f"{HEADER}card\ncard\ncard\n"

    @pytest.mark.parametrize("words", ["rummy --humans 0", "canfield"])
    def test_an_interrupted_auto_leaves_what_was_played(
        self, file: Path, words: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made, make = count(), Session.make

        def stop(session: Session, move: Any) -> None:
            if next(made) == 5:
                raise KeyboardInterrupt
            make(session, move)

        monkeypatch.setattr(Session, "make", stop)
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
                while process.poll() is None and not (file.exists() and file.stat().st_size):
                    time.sleep(0.002)
                try:
                    process.wait(sample(40, 13) * number / 1000)
                except subprocess.TimeoutExpired:
                    process.kill()
            text = file.read_text()
            assert text.startswith(HEADER) and text.endswith("\n")
            assert run_here("replay", "--strict", str(file)).returncode == 0
            file.unlink()


def player_with(session: Session, console: Console, file: Path) -> Any:
    return games.player(session.game.name)(
        session, console, Look(), SCRIPTS, recorders=[Journal(str(file))]
    )


def test_a_change_of_a_file_is_finished_before_a_signal_ends_the_program(file: Path) -> None:
    """Neither half of a file nor another beside it is left."""
    with pytest.raises(KeyboardInterrupt), script.replacing(str(file), HEADER):
        os.kill(os.getpid(), 2)
    assert file.read_text() == HEADER
    assert [path.name for path in file.parent.iterdir()] == ["game.txt"]


def test_a_record_is_finished_before_a_signal_ends_the_program() -> None:
    class Stopped(Recorder):
        records = 0

        def record(self, session: Session) -> str:
            os.kill(os.getpid(), 2)
            self.records += 1
            return ""

    stopped, session = Stopped(), session_of(Canfield, 42)
    recording = Recording([stopped], player_of(session).screen)
    with pytest.raises(KeyboardInterrupt), recording.going(lambda: session):
        pytest.fail("the signal has come too late")
    with pytest.raises(KeyboardInterrupt):
        recording.update(session)
    assert stopped.records == 2
