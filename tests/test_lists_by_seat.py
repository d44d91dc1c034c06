"""Options that are lists by seat: every command refuses one of the wrong length."""

from pathlib import Path

import pytest

from tests.program import run_here

LISTS = [
    ("rummy", "--players 4 --level hard,medium", "name 1 or 3 (one for each computer) or 4"),
    ("rummy", "--humans 0 --players 4 --level easy,easy", "name 1 or 4 (one for each player)"),
    ("rummy", "--level easy,easy,easy", "--level names 3 levels: name 1 or 2 (one for each"),
    (
        "rummy",
        "--players 3 --level easy,easy,easy,easy",
        "1 or 2 (one for each computer) or 3 (one",
    ),
    ("rummy", "--names Ann,Bob,Cy", "there are more names than the 2 players"),
    ("slap", "--speed slow,fast,slow", "there are at most 2 seats: 'slow,fast,slow' names 3"),
    ("slap", "--rival human,steady,human", "there are at most 2 seats"),
]


@pytest.mark.parametrize(("game", "options", "why"), LISTS)
def test_a_list_of_the_wrong_length(game: str, options: str, why: str, tmp_path: Path) -> None:
    words, home, file = options.split(), {"XDG_CONFIG_HOME": str(tmp_path)}, tmp_path / "game.txt"
    file.write_text(f"# cardgames {game} {options} --seed 1\n")
    *before, name, value = options.replace("--", "").split()
    for first, second in zip(before[::2], before[1::2]):
        assert run_here("config", game, first, second, **home).returncode == 0
    for command in (
        (game, *words, "--seed", "1"),
        ("simulate", game, *words, "--games", "1"),
        ("replay", str(file)),
        ("config", game, name, value),
    ):
        result = run_here(*command, **home)
        told = " ".join((result.stdout + result.stderr).decode().split())
        assert result.returncode in (1, 2) and "Error: " in told and why in told
