"""The installed program in a shell: streams, statuses, pipes, odd input."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from cardgames import __version__
from cardgames.model.deal import Random
from tests.parts import NAMES, SHELF
from tests.program import IN_A_SHELL, PROGRAM, ROOT, environment, run, run_here, shown_here

CASES = sorted((ROOT / "tests" / "canfield_cases").glob("*.in"))
BOARD = "           10D --- --- ---\n\n  8S        3C  9S  QD  4S\n ### ---  \n"


class TestStreams:
    @pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
    def test_the_boards_are_those_of_the_classic_program(self, path: Path) -> None:
        seed = path.stem.removeprefix("seed-")
        result = run_here("canfield", "--seed", seed, stdin=path.read_bytes())
        assert result.stdout.decode() == path.with_suffix(".out").read_text()

    def test_a_program_can_talk_with_it_line_by_line(self) -> None:
        process = subprocess.Popen(
            [PROGRAM, "canfield", "--seed", "101001"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert process.stdin and process.stdout
        for line in BOARD.splitlines(keepends=True):
            assert process.stdout.readline() == line
        process.stdin.write("c\n")
        process.stdin.flush()
        assert "".join(process.stdout.readline() for _ in range(4)).endswith(" ###  QH  \n")
        assert process.communicate(timeout=60)[0] == ""

    def test_what_the_encoding_lacks_is_escaped_but_suits_that_it_lacks_are_refused(self) -> None:
        result = run("canfield", "--echo", stdin="♥\n", PYTHONIOENCODING="ascii")
        assert result.returncode == 0 and rb"> \u2665" in result.stdout
        result = run("canfield", "--cards", "unicode", PYTHONIOENCODING="ascii")
        assert result.returncode == 2
        assert b"standard output has no suit symbols" in result.stderr


class TestStatus:
    @pytest.mark.parametrize(
        "arguments",
        [["bridge"], ["canfield", "--draw", "4"], ["canfield", "--seed", "x"],
         ["canfield", "--variant", "x"], ["canfield", "--deck", "no-such-file"],
         ["canfield", "--deck", "AC 2C"], ["canfield", "--deck", os.devnull],
         ["canfield", "--record", "/no-such-folder/x"], ["canfield", "--record", "README.md"],
         *(["slap", "--keys", keys] for keys in ("ab,c", ":,s", "a,\1", "a,a", "a,b,c")),
         ["rules", "bridge"], ["replay"], ["replay", "no-such-file"], ["replay", "README.md"],
         *(["simulate", "clock", *words.split()] for words in (
             "--games 0", "--games x", "--jobs 0", "--strategy greedy", "--win never",
             "--json --histogram", "--seed 9223372036854775807"))],
        ids=" ".join,
    )  # fmt: skip
    def test_wrong_usage_is_2_and_told_without_a_traceback(self, arguments: list[str]) -> None:
        result = run_here(*arguments)
        assert result.returncode == 2
        assert b"Error: " in result.stderr and b"Traceback" not in result.stderr

    def test_a_closed_pipe_ends_it_quietly(self) -> None:
        script = "yes c | head -20000"
        result = subprocess.run(
            f"{script} | {IN_A_SHELL} canfield --seed 1 | head -3; echo ${{PIPESTATUS[2]}}",
            shell=True, executable="/bin/bash", capture_output=True, env=environment(), check=False,
        )  # fmt: skip
        assert result.stderr == b""
        assert result.stdout.endswith(b"0\n") and result.stdout.count(b"\n") == 4


class TestLook:
    @pytest.mark.parametrize(
        ("words", "variables", "colored"),
        [("klondike", {}, False), ("klondike", {"FORCE_COLOR": "1"}, True),
         ("klondike", {"FORCE_COLOR": ""}, False),
         ("klondike", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
         ("klondike --no-color", {"FORCE_COLOR": "1"}, False), ("--color klondike", {}, True),
         ("--color klondike", {"NO_COLOR": "1"}, True),
         ("--color klondike --no-color", {}, False), ("--no-color klondike --color", {}, True),
         ("--color klondike", {"CARDGAMES_KLONDIKE_COLOR": "0"}, True),
         ("klondike", {"CARDGAMES_COLOR": "1"}, False)],
    )  # fmt: skip
    def test_colors_in_a_pipe(self, words: str, variables: dict[str, str], colored: bool) -> None:
        shown = run_here(*words.split(), "--seed", "3", **variables).stdout
        assert (b"\033[31m6D" in shown) == colored

    def test_cards_before_the_command(self) -> None:
        before = run_here("--cards", "words", "klondike", "--seed", "3").stdout
        assert before == run_here("klondike", "--seed", "3", "--cards", "words").stdout
        assert b"six of diamonds" in before
        assert run_here("--cards", "ascii", "today", "klondike").returncode == 0
        for command in (["help", "look"], ["stats"], ["simulate", "clock", "--games", "1"]):
            assert run_here("--cards", "words", *command).returncode == 0, command
        assert b"'x' is not one of" in run_here("--cards", "x", "klondike").stderr


def test_the_options_of_a_game_stand_in_groups() -> None:
    shown = run_here("klondike", "--help").stdout.decode()
    titles = re.findall(r"^(\S[\w ]+):$", shown, re.MULTILINE)
    assert titles == ["The deal and its rules", "Play", "Look", "Scripts", "Help"]
    deal, rest = shown.split("\nPlay:\n")
    assert "Examples:" in deal and "--draw" in deal and "--winnable" in deal
    assert "--echo" in rest and "--strict" in rest


class TestOddInput:
    def test_random_bytes_are_only_refused(self) -> None:
        random = Random(1)
        noise = bytes(random.below(256) for _ in range(1 << 16))
        result = run_here("canfield", "--seed", "1", stdin=noise)
        assert result.returncode == 0
        lines = result.stderr.split(b"\n")
        assert len(lines) > 120 and lines.pop() == b""
        assert all(line.startswith(b"Error: ") and line.decode().isprintable() for line in lines)

    def test_a_long_line_is_one_error(self) -> None:
        """One of more than 1 MiB ends the game: `test_streams.py`."""
        result = run_here("canfield", "--seed", "1", stdin=b"c " * 500_000 + b"\nc\n")
        assert (result.returncode, result.stderr.count(b"\n")) == (0, 1)
        assert b"the line is longer than 1000 characters" in result.stderr


class TestCommandLine:
    def test_the_version(self) -> None:
        assert shown_here("--version") == shown_here("-V") == f"cardgames, version {__version__}\n"

    def test_without_a_game_and_a_terminal_it_is_the_help(self) -> None:
        assert shown_here() == shown_here("--help") == shown_here("-h")
        assert "Examples:" in shown_here()

    @pytest.mark.parametrize("name", NAMES)
    def test_the_rules(self, name: str) -> None:
        rules = shown_here("rules", name)
        assert max(map(len, rules.splitlines())) <= 79 and rules == shown_here("help", name)
        assert name in SHELF or rules in shown_here(name, "--seed", "1", stdin="rules\n")

    def test_a_deck_from_a_file(self, tmp_path: Path) -> None:
        high = [f"{rank}{suit}" for suit in "SHDC" for rank in "KQJ"]
        mixed = ["10S\t# the last one", "nine of spades", "eight of spades"]
        low = [f"{r}S" for r in "765432A"] + [f"{r}{s}" for s in "HDC" for r in "T98765432A"]
        deck = tmp_path / "deck"
        deck.write_text("\n".join(["# a deck in dealing order", *high, *mixed, *low]))
        board = shown_here("canfield", "--deck", str(deck))
        assert board == "            9S --- --- ---\n\n  KS        8S  7S  6S  5S\n ### ---  \n"


def test_the_hash_seed_and_the_optimization_do_not_show() -> None:
    script = "c\nhint\nmoves\nauto quick\nc\nhint\n"
    words = ("canfield", "--seed", "12")
    other = run(*words, stdin=script, PYTHONHASHSEED="1", PYTHONOPTIMIZE="2").stdout
    assert other == run_here(*words, stdin=script).stdout


def test_nothing_is_written_but_what_was_asked_for(tmp_path: Path) -> None:
    run_here("canfield", stdin="c\nhint\nrules\n", cwd=tmp_path, HOME=str(tmp_path))
    assert os.listdir(tmp_path) == []
