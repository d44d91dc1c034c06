"""Patiences are added as CONTRIBUTING says, in a copy; what reads the list of games must then pass.

`make check` runs some brief tests there that know something of every game, `make fuzz` all tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import CONTRIBUTING, sample
from tests.program import ROOT, environment
from tests.samples import ALL

WITHIN = "TESTS_OF_A_COPY"
"""The variable that is set where these tests run in the copy."""
ORCHARD = """\"\"\"Two games that are kin, made up for a test.\"\"\"

from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste


class FarmersDaughter(Patience):
    \"\"\"A position.\"\"\"

    name = "farmer"
    called = "The Farmer's Daughter"
    piles = (
        Tableau((3,) * 7, down=(1,) * 7, build="any", run="suit", together="run"),
        Stock(to="tableau"),
        Foundations(4, runs=True),
    )


class PlumsAndPears(Patience):
    \"\"\"A position.\"\"\"

    name = "plumsandpears"
    called = "Plums and Pears"
    packs = 2
    piles = (
        Tableau((4,) * 10, down=(3,) * 10, together="built", fill="king"),
        Foundations(8),
        Stock(),
        Waste(),
    )
"""
"""A module of two games, whose titles are not the names of their classes."""
DAUGHTER = '"farmer", "FarmersDaughter", "rows", RUNS, called="The Farmer\'s Daughter"'
PLUMS = '"plumsandpears", "PlumsAndPears", "runs", STOCK, called="Plums and Pears"'
MODULES = {"vineyard": sample(CONTRIBUTING, '"""Vineyard'), "orchard": ORCHARD}
ADDED = {
    "vineyard": ("freecell", sample(CONTRIBUTING, "_on_shelf(")),
    "farmer": ("yukon", f'_on_shelf({DAUGHTER}, module="orchard"),\n'),
    "plumsandpears": ("golf", f'_on_shelf({PLUMS}, module="orchard"),\n'),
}
"""A game of the family, before which the line for the list is put, and the line."""
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
    for name, text in MODULES.items():
        (folder / "patiences" / f"{name}.py").write_text(text)
    for game, line in ADDED.values():
        before = f'    _on_shelf("{game}"'
        assert before in lines
        lines = lines.replace(before, f"    {line}{before}")
    listed.write_text(lines)


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
        for name in ADDED:
            python("-m", "tests.transcripts", name)
        python("-m", "tests.manual")
        python("-m", "tests.stub")
        python("-m", "tests")
    else:
        python("-m", "pytest", "-p", "no:cacheprovider", *[f"tests/{test}" for test in KNOWING])
