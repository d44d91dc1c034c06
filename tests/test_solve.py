"""The command `solve`, for every game with a solver."""

import json
from pathlib import Path

import pytest

from tests.program import run_here

GAME = "# cardgames klondike --seed 1\ncard\ncard\nundo\n"


class TestScripts:
    @pytest.mark.parametrize("words", [(), ("--json",), ("--show",)])
    def test_one_is_read_from_standard_input(self, words: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "game").write_text(GAME)
        piped = run_here("solve", "klondike", "-", "--limit", "500", *words, stdin=GAME)
        named = run_here("solve", "klondike", "game", "--limit", "500", *words, cwd=tmp_path)
        assert piped.returncode == named.returncode == 0
        if words != ("--json",):  # which tells the seconds
            assert piped.stdout == named.stdout and piped.stderr == named.stderr
        assert b"card" in piped.stdout

    @pytest.mark.parametrize(
        ("words", "script", "status"),
        [
            (("canfield",), "# cardgames canfield --seed 2\n", 0),
            (("canfield",), "# cardgames canfield --seed 4\n", 3),
            (("klondike", "--limit", "1"), GAME, 4),
        ],
    )
    def test_the_status_is_the_same(
        self, words: tuple[str, ...], script: str, status: int
    ) -> None:
        assert run_here("solve", *words, "-", stdin=script).returncode == status

    @pytest.mark.parametrize(
        ("words", "script", "told"),
        [
            (("klondike", "-"), "", "standard input, line 1: a script begins with a remark"),
            (("klondike", "-"), GAME + "x\n", "standard input, line 5: unknown command 'x'"),
            (("klondike", "-", "--draw", "1"), GAME, "a script has a deal of its own: leave out"),
            (("canfield", "-"), GAME, "the script plays Klondike, not Canfield"),
            (("klondike", "-"), "# cardgames clock --seed 1\n", "plays Clock, not Klondike"),
            (("klondike",), GAME, "name a deal: --seed N, --deck FILE, or a SCRIPT"),
        ],
    )
    def test_what_cannot_be_solved_is_refused(
        self, words: tuple[str, ...], script: str, told: str
    ) -> None:
        result = run_here("solve", *words, stdin=script)
        assert result.returncode == 2 and told in result.stderr.decode()


class TestKlondike:
    def test_the_script_wins_when_it_is_played(self, tmp_path: Path) -> None:
        result = run_here("solve", "klondike", "--seed", "1")
        assert result.returncode == 0
        first, second, *line = result.stdout.decode().splitlines()
        assert first == "# cardgames klondike --seed 1"
        assert second.startswith(f"# Winnable: {len(line)} moves, found in ")
        (tmp_path / "line").write_bytes(result.stdout)
        played = run_here("replay", "line", "--strict", cwd=tmp_path)
        assert b"You won" in played.stdout and played.returncode == 0

    def test_options_are_solved_as_well(self) -> None:
        words = ("--seed", "1", "--variant", "trigon", "--limit", "3000", "--json")
        told = json.loads(run_here("solve", "klondike", *words).stdout)
        assert told["options"] == {"draw": 1, "redeals": None, "build": "suit"}

    def test_the_status_tells_the_verdict(self) -> None:
        for seed, status in (("1", 0), ("4", 3), ("24", 4)):
            result = run_here("solve", "klondike", "--seed", seed, "--limit", "500")
            assert result.returncode == status
