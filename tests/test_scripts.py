"""Scripts: saving whole or not at all, loading all or nothing."""

import os
from pathlib import Path

import pytest

from cardgames.cli.header import SCRIPTS, read_setup
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.textplayer import CanfieldPlayer
from cardgames.model.cards import DECK
from cardgames.model.errors import ScriptError
from cardgames.model.game import Setup
from cardgames.play.session import Session
from tests.seated import player_of, session_of

TEXT = "# cardgames canfield --seed 42\ncard\n"


def session(seed: int = 42) -> Session:
    return session_of(Canfield, seed)


def player() -> CanfieldPlayer:
    playing: CanfieldPlayer = player_of(session())
    return playing


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

    def test_another_file_stays_unless_one_is_told(self, tmp_path: Path) -> None:
        file = tmp_path / "notes"
        file.write_text("precious")
        assert "exists and is not a script" in refused(file)
        assert file.read_text() == "precious"
        SCRIPTS.write(str(file), TEXT, overwrite=True)
        assert file.read_text() == TEXT

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

    def test_what_fails_leaves_nothing_behind(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        file = tmp_path / "game"
        file.write_text(TEXT)
        monkeypatch.setattr(os, "replace", fail)
        assert refused(file) == f"cannot write {file}: No space left on device"
        assert [path.name for path in tmp_path.iterdir()] == ["game"]
        assert file.read_text() == TEXT

    def test_a_name_that_cannot_be_one_is_refused(self) -> None:
        assert "cannot write" in refused(Path("no\0name"))


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

    @pytest.mark.parametrize(
        ("header", "reason"),
        [
            ("", "a script begins with a remark such as '# cardgames GAME --seed 42'"),
            ("# cardgames", "a script begins with a remark"),
            ("# cardgames --seed 3", "no game is dealt by 'cardgames --seed 3'"),
            ("# cardgames canfield", "the first remark must name the deal"),
            ("# cardgames canfield --seed x", "SEED must be a whole number"),
            ("# cardgames canfield --draw 9 --seed 1", "N must be a number from 1 to 3, not '9'"),
            ("# cardgames canfield --seed 1 'x", "no game is dealt by"),
            ("# cardgames canfield --deck 'AC AC'", "AC is in the deck twice"),
            ("# cardgames canfield --help", "No such option"),
        ],
    )
    def test_a_wrong_first_line_says_what_is_wrong(
        self, header: str, reason: str, tmp_path: Path
    ) -> None:
        file = tmp_path / "game"
        file.write_text(f"\n{header}\ncard\n")
        with pytest.raises(ScriptError) as error:
            player().do(f"load {file}")
        assert reason in str(error.value)
        assert str(error.value).startswith(f"{file}, line ")

    def test_other_options_come_with_the_script(self, tmp_path: Path) -> None:
        file = tmp_path / "game"
        file.write_text("# cardgames canfield --variant rainbow --seed 7 --echo\ncard\n")
        playing = player()
        playing.do(f"load '{file}'")
        assert playing.game.options == CanfieldOptions(build="any", draw=1, redeals=0)

    def test_the_environment_does_not_change_what_a_script_deals(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CARDGAMES_CANFIELD_DRAW", "1")
        assert read_setup("# cardgames canfield --seed 1").options == CanfieldOptions()

    def test_a_byte_order_mark_and_foreign_line_ends_do_no_harm(self, tmp_path: Path) -> None:
        file = tmp_path / "game"
        file.write_bytes(b"\xef\xbb\xbf# cardgames canfield --seed 42\r\ncard\r\n\r\n")
        playing = player()
        playing.do(f"load {file}")
        assert playing.session.moves_made == 1

    def test_an_endless_file_is_refused(self) -> None:
        with pytest.raises(ScriptError, match="too large"):
            SCRIPTS.read("/dev/zero")


def test_a_given_deck_stands_in_the_script_itself() -> None:
    setup = Setup(Canfield, CanfieldOptions(), 1, DECK)
    line = setup.command_line()
    assert line.startswith("cardgames canfield --seed 1 --deck 'KS QS JS 10S")
    assert read_setup(f"# {line}").deck == DECK
