"""Settings: the words that make them, the file that holds them, and where they count."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click
import pytest

from cardgames import main
from cardgames.cli import command_of
from cardgames.cli.playing import setup_of
from cardgames.cli.settings import (
    LARGEST,
    config_folder,
    defaults,
    drop,
    keep,
    parse,
    settings,
    state_folder,
)
from cardgames.games import model
from cardgames.model.commands import split
from cardgames.model.errors import CardGameError, InvalidCommand, KeepingError
from tests.docs import sample, topic
from tests.program import ROOT, run_here

PIPED = (ROOT / "transcripts" / "canfield" / "first-moves.in").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "cardgames").mkdir()
    return tmp_path / "cardgames" / "settings"


def put(line: str) -> None:
    keep(parse(split(line)))


def config(*words: str) -> str:
    result = run_here("config", *words)
    assert result.returncode == 0 and not result.stderr
    return result.stdout.decode()


def at_a_terminal(*words: str) -> dict[str, Any]:
    parent = click.Context(main.cli, info_name="cardgames", **main.cli.context_settings)
    command = command_of(parent, words[0])
    with patch("cardgames.main.is_terminal", lambda stream: True):
        return command.make_context(words[0], list(words[1:]), parent=parent).params


class TestWords:
    @pytest.mark.parametrize(("typed", "line"), [
        *((line, line) for line in (
            "cards unicode", "color", "no-color", "scroll", "large", "canfield no-large",
            "canfield draw 1", "canfield redeals unlimited", "canfield variant superior",
            "canfield winnable", "klondike winnable hard", "klondike cards four-color",
            "mod10 show-deck", "mod10 no-show-deck", "rummy names 'Ann Lee,Bob #2'",
            "slap rules tens,run", "slap rules none")),
        ("Canfield --draw 1", "canfield draw 1"), ("CARDS Unicode", "cards unicode"),
        ("--no-color", "no-color"), ("canfield --winnable any", "canfield winnable"),
        ("klondike winnable HARD", "klondike winnable hard"),
        ("rummy levels Easy", "rummy level easy"),
    ])  # fmt: skip
    def test_they_are_read_forgivingly_and_written_in_one_way(self, typed: str, line: str) -> None:
        assert str(parse(split(typed))) == line

    @pytest.mark.parametrize(("line", "refusal"), [
        ("canfeild draw 1", "'canfeild' is not a game, .*: did you mean canfield?"),
        ("xx", "'xx' is not a game, .*: those are auto-up, cards, color, large"),
        ("canfield drow 1", "'drow' is not an option of canfield: did you mean draw?"),
        ("canfield xx", "there are variant, draw, redeals,"),
        ("canfield", "name what to set for canfield: variant, draw,"),
        ("canfield draw 9", "canfield draw: N must be a number from 1 to 3, not '9'"),
        ("cards unicod", "ascii, unicode, words, four-color .did you mean unicode?"),
        ("canfield draw", "canfield draw needs a value: 1-3"),
        ("rummy names Ann Lee,Bob", "rummy names needs one value, in quotes if it has blanks"),
        ("color red", "color has no value: it is color or no-color"),
        ("canfield seed 1", "seed cannot be set"),
        ("clock strict", "strict cannot be set"),
        ("mod10 winnable", "'winnable' is not an option of mod10: there are"),
        ("winnable", "'winnable' is not a game, nor a setting of all games"),
        ("canfield no-winnable", "no-winnable cannot be set: it is typed for one game"),
        ("canfield winnable hrd", "easy, medium, hard .did you mean hard?"),
        ("canfield winnable easy hard", "needs one value, in quotes .*: any|easy|medium|hard"),
    ])  # fmt: skip
    def test_what_is_wrong_is_told_with_what_would_be_right(self, line: str, refusal: str) -> None:
        with pytest.raises(InvalidCommand, match=refusal):
            parse(split(line))


class TestFile:
    @pytest.mark.parametrize(("before", "lines", "after"), [
        (
            "# Mine\n\n  canfield   draw 2  # by twos\nnonsense\nclock win x",
            ["canfield draw 1", "cards words"],
            "# Mine\n\ncanfield draw 1  # by twos\nnonsense\nclock win x\ncards words\n",
        ),
        ("canfield draw 1\ncanfield draw 2\n", ["canfield draw 3"], "canfield draw 3\n"),
        ("", ["color", "no-color"], "no-color\n"),
        ("canfield draw 9\n", ["canfield draw 1"], "canfield draw 1\n"),
    ], ids=["all else stays", "the later of two", "one setting", "a wrong value"])  # fmt: skip
    def test_a_change(self, file: Path, before: str, lines: list[str], after: str) -> None:
        file.write_text(before)
        for line in lines:
            put(line)
        assert file.read_text() == after

    def test_a_sign_that_is_part_of_a_word_begins_no_remark(self, file: Path) -> None:
        file.write_text("rummy names A#1,'B #2'# 3\n")
        found, faults = settings()
        assert "rummy" not in str(found) and len(faults) == 1
        file.write_text("rummy names A#1,'B #2' # 3\n")
        assert [*map(str, settings()[0])] == ["rummy names 'A#1,B #2'"]

    def test_a_setting_is_taken_back_or_all_of_a_game(self, file: Path) -> None:
        file.write_text(
            "canfield draw 1\ncanfield fill free\n# x\ncards words\nclock no-color\nclock x\n"
        )
        assert [drop(words.split()) for words in ("canfield draw", "cards", "clock")] == [1, 1, 2]
        assert file.read_text() == "canfield fill free\n# x\n"
        with pytest.raises(InvalidCommand, match="canfield draw is not set"):
            drop(["canfield", "draw"])

    def test_what_does_not_agree_is_refused(self, file: Path) -> None:
        file.write_text("rummy players 3\n")
        with pytest.raises(InvalidCommand, match="4 people do not fit a table of 3"):
            put("rummy humans 4")
        assert file.read_text() == "rummy players 3\n"

    def test_changes_at_the_same_time_are_all_kept(self, file: Path) -> None:
        lines = {"canfield draw 1", "canfield fill free", "clock win reveal", "cards words"}
        with ThreadPoolExecutor(len(lines)) as threads:
            list(threads.map(put, lines))
        assert set(file.read_text().splitlines()) == lines
        assert os.listdir(file.parent) == ["settings"]


class TestFaults:
    def test_they_are_told_by_file_and_line_and_ignored(self, file: Path) -> None:
        file.write_text("canfield draw 1\n\ncanfield drow 1\nxx\ncanfield fill 'x\n")
        found, warning = defaults("canfield")
        assert found == {"draw": "1"}
        drow = "'drow' is not an option of canfield: did you mean draw?\n"
        for number, fault in (3, drow), (4, "'xx' is not a game"), (5, "a quotation is not closed"):
            assert f"Error: {file}, line {number}: {fault}" in warning

    @pytest.mark.parametrize(("data", "game", "expected", "fault"), [
        (b"xx\n" * 10, "canfield", {}, "7 more lines of it: see 'cardgames config'"),
        (b"clock xx\n", "canfield", {}, ""),
        (b"clock xx\n", "clock", {}, "line 1: 'xx' is not an option of clock"),
        (
            b"rummy humans 3\nrummy ace high\ncards ascii\ncards words\n", "rummy",
            {"cards": "words"}, "the settings of rummy do not agree: 3 people do not fit a table",
        ),
        (b"\x80\xff" * 9, "canfield", {}, "is not text in UTF-8"),
        (b"color\0", "canfield", {}, "line 1: 'color\\x00' is not a game"),
        (b"#" * (LARGEST + 1), "canfield", {}, "is too large to hold settings"),
        ((b"color\n" + LARGEST * b"\n")[:LARGEST], "canfield", {"color": True}, ""),
        (b"#" * 2000, "canfield", {}, "line 1: the line is longer than 1000 characters"),
    ])  # fmt: skip
    def test_few_are_told_of_the_game_that_is_played(
        self, file: Path, data: bytes, game: str, expected: dict[str, str], fault: str
    ) -> None:
        file.write_bytes(data)
        found, warning = defaults(game)
        assert found == expected and fault in warning
        assert warning.count("\n") == (4 if "more" in fault else bool(fault))

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda file: os.symlink(file, file)])
    def test_one_that_cannot_be_read(self, file: Path, make: Callable[[Path], None]) -> None:
        make(file)
        found, warning = defaults("canfield")
        assert found == {} and warning.startswith(f"Error: cannot read {file}: ")
        with pytest.raises(KeepingError, match="cannot read"):
            put("scroll")

    def test_a_folder_that_cannot_be_written_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CONFIG_HOME", os.devnull)
        assert defaults("canfield") == ({}, "")
        with pytest.raises(CardGameError, match="cannot write /dev/null/cardgames/settings"):
            put("scroll")

    def test_systems_without_xdg_have_folders_of_their_own(self) -> None:
        with patch("sys.platform", "darwin"):
            assert state_folder() == os.path.join(config_folder(), "state")
            assert config_folder() == click.get_app_dir("cardgames")

    def test_suits_that_cannot_be_written_are_not_insisted_on(self, file: Path) -> None:
        file.write_text("cards unicode\n")
        with patch("cardgames.cli.settings.encodes", lambda text: False):
            assert defaults("canfield") == ({}, "")


class TestPrecedence:
    def test_in_what_order_they_count(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The command line goes before the environment, and that before the file."""
        file.write_text("canfield draw 2\nmod10 show-deck\n")
        assert at_a_terminal("canfield")["draw"] == 2
        monkeypatch.setenv("CARDGAMES_CANFIELD_DRAW", "1")
        assert at_a_terminal("canfield")["draw"] == 1
        assert at_a_terminal("canfield", "--draw", "3")["draw"] == 3
        assert at_a_terminal("mod10")["show_deck"] is True
        assert at_a_terminal("mod10", "--no-show-deck")["show_deck"] is False

    def test_a_game_has_its_own_before_those_of_every_game(self, file: Path) -> None:
        file.write_text("clock cards words\ncards ascii\nno-color\nscroll\n")
        values = at_a_terminal("clock")
        assert (values["cards"], values["color"], values["scroll"]) == ("words", False, True)
        assert at_a_terminal("canfield")["cards"] == "ascii"
        assert at_a_terminal("canfield", "--color", "--no-scroll")["color"] is True

    def test_in_the_file_an_option_is_more_exact_than_a_variant(self, file: Path) -> None:
        file.write_text("canfield draw 2\ncanfield variant rainbow\n")
        values = at_a_terminal("canfield")
        assert (values["draw"], values["redeals"], values["build"]) == (2, 0, "any")
        assert at_a_terminal("canfield", "--draw", "3")["draw"] == 3

    @pytest.mark.parametrize("words", [("--variant", "rainfall"), ()])
    def test_a_variant_asked_for_now_takes_the_place_of_the_file(
        self, file: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It leaves settings about the look alone, and options beside it override it."""
        file.write_text("canfield fill free\ncanfield variant rainbow\ncards words\n")
        monkeypatch.setenv("CARDGAMES_CANFIELD_VARIANT", "" if words else "rainfall")
        values = at_a_terminal("canfield", *words, "--redeals", "5")
        assert (values["fill"], values["build"], values["draw"]) == ("reserve", "colors", 1)
        assert (values["cards"], values["redeals"]) == ("words", 5)

    def test_a_record_names_them_in_full(self, file: Path) -> None:
        file.write_text("canfield draw 1\nmod10 show-deck\n")
        for name, option in (("canfield", "--draw 1"), ("mod10", "--show-deck")):
            setup = setup_of(model(name), at_a_terminal(name, "--seed", "7"))
            assert setup.command_line() == f"cardgames {name} {option} --seed 7"

    def test_nothing_but_a_person_is_reached(self, file: Path, tmp_path: Path) -> None:
        """Settings have no effect on a game that is piped in, replayed, simulated or solved."""
        script = tmp_path / "script"
        script.write_text("# cardgames canfield --seed 3\ncard\n")
        runs = (
            ("canfield --seed 101001 --echo", PIPED), (f"replay {script}", ""),
            ("simulate canfield --games 2 --json", ""),
            ("solve canfield --seed 10 --limit 100", ""),
        )  # fmt: skip
        file.write_text("canfield draw 1\ncanfield base twos\ncards words\ncolor\nwrong\n")
        for words, stdin in runs:
            without, with_settings = (
                run_here(*words.split(), stdin=stdin, XDG_CONFIG_HOME=folder)
                for folder in (os.devnull, str(tmp_path))
            )
            assert with_settings.stdout == without.stdout != b""
            assert b"Error" not in with_settings.stderr


class TestCommand:
    def test_the_file_in_the_help_makes_sense(self, file: Path) -> None:
        file.write_text(sample(topic("settings"), "# As at home"))
        found, faults = settings()
        assert len(found) == 3 and faults == []

    def test_it_sets_shows_and_takes_back(self, file: Path) -> None:
        assert config().startswith(f"Nothing is set in {file}.\n")
        assert config("canfield", "draw", "1") == f"Set in {file}: canfield draw 1\n"
        config("cards", "unicode")
        config("canfield", "--variant", "superior")
        assert config().startswith(
            f"Set in {file}:\n  cards unicode\n  canfield draw 1\n  canfield variant superior\n"
        )
        shown = config("canfield")
        assert "\n  draw 1-3: 1, set (default 3)\n" in shown
        assert "\n  reserve hidden|open: open, by the variant (default hidden)\n" in shown
        assert "\n  cards ascii|unicode|words|four-color: unicode, set for every game\n" in shown
        assert "\n  redeals 0-99|unlimited: unlimited\n" in shown
        assert config("canfield", "draw").startswith("  draw 1-3: 1, set (default 3)\n")
        assert config("cards").startswith("  cards ascii|unicode|words|four-color: unicode, set\n")
        assert config("--unset", "canfield") == f"Unset in {file}: canfield (2 lines)\n"
        assert file.read_text() == "cards unicode\n"

    def test_what_can_be_set_without_a_value_is_set_and_taken_back(self, file: Path) -> None:
        unset = "\n  winnable [any|easy|medium|hard]\n      From the seed on, deal the first game"
        assert unset in config("canfield")
        assert config("canfield", "winnable") == f"Set in {file}: canfield winnable\n"
        assert "\n  winnable [any|easy|medium|hard]: any, set\n" in config("canfield")
        assert config("canfield", "winnable", "hard") == f"Set in {file}: canfield winnable hard\n"
        assert file.read_text() == "canfield winnable hard\n"
        assert at_a_terminal("canfield")["winnable"] == "hard"
        assert at_a_terminal("canfield", "--winnable")["winnable"] == "any"
        assert at_a_terminal("canfield", "--variant", "rainfall")["winnable"] == "hard"
        assert at_a_terminal("klondike")["winnable"] is None
        config("--unset", "canfield", "winnable")
        assert unset in config("canfield") and file.read_text() == ""

    @pytest.mark.parametrize(
        "words",
        [["canfield", "draw", "9"], ["xx"], ["canfield", "xx", "1"], ["--unset"], [""],
         ["--unset", "canfield", "fill"], ["--unset", "canfield", "draw", "1"]],
    )  # fmt: skip
    def test_what_is_refused_changes_nothing(self, file: Path, words: list[str]) -> None:
        file.write_text("canfield draw 1")
        result = run_here("config", *words)
        assert result.returncode == 2 and result.stderr.startswith(b"Error: ")
        assert result.stderr.count(b"\n") == 1 and file.read_text() == "canfield draw 1"

    def test_it_shows_all_that_is_wrong_in_the_file(self, file: Path) -> None:
        file.write_text("xx\n" * 5 + "clock win x\nrummy humans 3\n")
        result = run_here("config")
        assert result.returncode == 0 and result.stderr.count(b"\n") == 6
        assert b"humans 0-6: 3, set" in run_here("config", "rummy").stdout
