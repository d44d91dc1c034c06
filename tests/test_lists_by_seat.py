"""Options that are lists by seat: every command refuses one of the wrong length."""

import re
from pathlib import Path

import pytest

from cardgames.cli.simulate import read_plan
from cardgames.model.errors import InvalidCommand
from tests.program import run_here

LISTS = [
    ("rummy", "--players 4 --level hard,medium", "name 1 or 3 (one for each computer) or 4"),
    ("rummy", "--humans 0 --players 4 --level easy,easy", "name 1 or 4 (one for each player)"),
    ("rummy", "--level easy,easy,easy", "--level names 3 levels: name 1 or 2 (one for each"),
    ("rummy", "--names Ann,Bob,Cy", "there are more names than the 2 players"),
    ("slap", "--speed slow,fast,slow", "there are only two seats: 'slow,fast,slow' names 3"),
    ("slap", "--rival human,steady,human", "there are only two seats"),
]


def refusal(*words: str) -> str:
    """Return what the program says when it refuses WORDS, on one line."""
    result = run_here(*words)
    text = " ".join((result.stdout + result.stderr).decode().split())
    assert result.returncode in (1, 2) and "Error: " in text and "Traceback" not in text
    return text


@pytest.mark.parametrize(("game", "options", "why"), LISTS)
def test_on_the_command_line_in_a_script_and_in_the_settings(
    game: str, options: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert why in refusal(game, *options.split(), "--seed", "1")
    assert why in refusal("simulate", game, *options.split(), "--games", "1")
    with pytest.raises(InvalidCommand, match=re.escape(why)):  # in a part that is merged
        read_plan(f"cardgames simulate {game} {options} --games 1")
    file = tmp_path / "game.txt"
    file.write_text(f"# cardgames {game} {options} --seed 1\n")
    assert why in refusal("replay", str(file))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    *before, name, value = options.replace("--", "").split()
    for first, second in zip(before[::2], before[1::2]):
        assert run_here("config", game, first, second).returncode == 0
    assert why in refusal("config", game, name, value)
