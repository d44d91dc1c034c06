"""What is loaded before the first board: to load more would make every start slower."""

import subprocess
import sys

import pytest

from tests.program import ROOT, environment
from tests.samples import sample

MOST = {
    **{"canfield": 40, "klondike": 40, "freecell": 40, "clock": 34},
    **{"mod10": 34, "slap": 42, "rummy": 40},
}
"""The greatest number of its own modules that the program loads for each game."""
LATER = {
    "patience.quick": "the first hint",
    "patience.search": "the first question to a solver",
    "cli.settings": "a person at a terminal",
    "text.terminal": "a person at a terminal",
    "games.rummy.strategy": "a turn of a computer, or a hint",
}
"""What each of these modules waits for."""
LIST = """
import sys
sys.argv = ["cardgames", {game!r}, "--seed", "1"]
from cardgames.__main__ import run
try:
    run()
except SystemExit as end:
    assert not end.code
print(*[name for name in sys.modules if name.startswith("cardgames")], file=sys.stderr)
"""


@pytest.mark.parametrize("game", [*MOST][:: sample(3, 1)])
def test_few_modules_are_loaded_before_the_first_board(game: str) -> None:
    command = [sys.executable, "-c", LIST.format(game=game)]
    ran = subprocess.run(
        command, input="", capture_output=True, text=True, cwd=ROOT, env=environment(), check=True
    )
    found = ran.stderr.split()
    for module, waits_for in LATER.items():
        assert f"cardgames.{module}" not in found, f"{module} is loaded before {waits_for}"
    assert len(found) <= MOST[game], f"{len(found)} modules: {' '.join(found)}"
