"""The weight stays what it is: the ratios that a mended fault does not move, not the size."""

import ast
from collections import Counter

import pytest

from tests.weight import FILES, Weight, parsed, ways, weight

LEAST_PER_MODULE = 150
MOST = {"functions": 124, "docstrings": 178, "inner": 134}
"""The most functions and docstrings in 1,000 lines of code, and imports inside functions."""
MOST_OF_A_LINE = {"calls": 165, "modules": 20, "hops": 85}
"""What `wf`, typed into Klondike at a terminal, takes at most."""
PLAYERS = set("FairStrategy SolverStrategy QuickStrategy Easy Medium Hard".split())
"""The names of computer players, which several games have of their own."""
TWICE = set("Clock EasierGame Effort Line Part Place Plan Played Result Rules".split())
TWICE |= set("Step Tried Way Words".split())
"""Names of several classes that are to become names of one."""


@pytest.fixture(scope="module")
def package() -> Weight:
    return weight(FILES)


def test_modules_are_deep(package: Weight) -> None:
    assert package.per_module >= LEAST_PER_MODULE


@pytest.mark.parametrize("what", MOST)
def test_there_are_few(package: Weight, what: str) -> None:
    assert round(getattr(package, what)) <= MOST[what]


def test_no_two_classes_have_one_name() -> None:
    bodies = [parsed(file.read_text(encoding="utf-8")).body for file in FILES]
    names = Counter(n.name for body in bodies for n in body if isinstance(n, ast.ClassDef))
    assert {name for name, count in names.items() if count > 1} <= PLAYERS | TWICE


def test_a_typed_line_goes_a_short_way() -> None:
    (way,) = ways(["wf"])
    assert way.calls > 50, "this counts too little"
    assert all(found <= MOST_OF_A_LINE[what] for what, found in way._asdict().items()), way
