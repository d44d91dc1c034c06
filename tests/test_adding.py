"""Patiences are added as CONTRIBUTING says, in a copy; what reads the list of games must then pass.

`make check` runs some brief tests there that know something of every game, `make fuzz` all tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import CONTRIBUTING, README, sample
from tests.parts import LISTED
from tests.program import ROOT, environment
from tests.samples import ALL

WITHIN = "TESTS_OF_A_COPY"
"""The variable that is set where these tests run in the copy."""
TITLES = "Will o' the Wisp", "Rank and File"
"""Titles that are not the names of their classes."""
WISP = """
class WillOTheWisp(Patience):
    \"\"\"A position.\"\"\"

    name = "wisp"
    called = "Will o' the Wisp"
    piles = (
        Tableau((3,) * 7, down=(2,) * 7, build="any", run="suit", together="run"),
        Stock(to="tableau"),
        Foundations(4, runs=True),
    )
"""
RANK = """
class RankAndFile(Patience):
    \"\"\"A position.\"\"\"

    name = "rankandfile"
    called = "Rank and File"
    packs = 2
    piles = (
        Tableau((4,) * 10, down=(3,) * 10, together="built"),
        Foundations(8),
        Stock(),
        Waste(),
    )
"""
KIT = """\"\"\"Made up for a test.\"\"\"

from cardgames.patience.game import Patience
from cardgames.patience.piles import {}

"""
ADDED = {
    "vineyard": (
        sample(CONTRIBUTING, '"""Vineyard'), "freecell", sample(CONTRIBUTING, "_on_shelf(")
    ),
    "wisp": (
        KIT.format("Foundations, Stock, Tableau") + WISP, "yukon",
        f'_on_shelf("wisp", "WillOTheWisp", "rows of 7", RUNS, called="{TITLES[0]}"),\n',
    ),
    "rankandfile": (
        KIT.format("Foundations, Stock, Tableau, Waste") + RANK, "golf",
        f'_on_shelf("rankandfile", "RankAndFile", "runs", STOCK, called="{TITLES[1]}"),\n',
    ),
}  # fmt: skip
"""The module, a game of the family, before which the line is put, and the line for the list."""
NEW = [name for name in ADDED if name not in LISTED]
KNOWING = (
    "test_menu.py",
    "test_completion.py",
    "test_weight.py::test_modules_are_deep_and_little_is_in_them",
    "test_winnable.py::TestDifficulty::test_each_solver_has_rising_levels_and_a_quick_player",
    "test_boards.py::TestLargeCards",
)
"""Tests that know something of every game, and are brief."""


def add(tree: Path) -> None:
    """Follow the section 'Add a patience' in TREE."""
    folder = tree / "cardgames" / "games"
    listed = folder / "__init__.py"
    lines = listed.read_text()
    for name in NEW:
        text, game, line = ADDED[name]
        (folder / "patiences" / f"{name}.py").write_text(text)
        before = f'    _on_shelf("{game}"'
        assert before in lines
        lines = lines.replace(before, f"    {line}{before}")
    listed.write_text(lines)
    readme = tree / README.name
    named = ", ".join(f"**{title}**" for title in ("Vineyard", *TITLES))
    readme.write_text(readme.read_text().replace("- **Clock**", f"- {named}.\n- **Clock**", 1))


@pytest.mark.skipif(WITHIN in os.environ, reason="these tests run in the copy")
def test_no_test_knows_the_list_of_games_by_heart(tmp_path: Path) -> None:
    tree = tmp_path / "copy"
    left = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, tree, ignore=left)
    add(tree)

    def python(*words: str) -> None:
        told = environment(**{WITHIN: "1"})
        told.pop("ALL_SAMPLES", None)
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=tree, env=told, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr

    if ALL:
        for name in NEW:
            python("-m", "tests.transcripts", name)
        python("-m", "tests.manual")
        python("-m", "tests.stub")
        python("-m", "tests")
    else:
        python("-m", "pytest", "-p", "no:cacheprovider", *[f"tests/{test}" for test in KNOWING])
