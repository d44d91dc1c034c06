"""Scripts: saving whole or not at all, loading all or nothing."""

import os
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.dealing import SCRIPTS, read_setup
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.model.cards import DECK
from cardgames.model.errors import ScriptError, printable
from cardgames.model.game import Setup
from cardgames.play.script import Scripts
from tests.parts import NAMES
from tests.program import run_here
from tests.seated import player_of, session_of

TEXT = "# cardgames canfield --seed 42\ncard\n"


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
    def test_the_game_in_progress_stays_when_a_script_is_damaged(self, tmp_path: Path) -> None:
        file = tmp_path / "damaged"
        file.write_text(TEXT + "wstfnd\ncard\ntabfnd 9\n")
        playing = player()
        playing.do("card")
        before = playing.session
        with pytest.raises(ScriptError, match=r"damaged, line 3: .* has no foundation yet"):
            playing.do(f"load {file}")
        assert playing.session is before and before.moves_made == 1

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
        ("# cardgames canfield --seed 1 --allow-overwrite", "it has files replaced"),
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
        "--echo --seed 42 --scroll --strict --draw 1",
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
