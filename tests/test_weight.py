"""The weight stays what it is: the ratios that a mended fault does not move, not the size.

What counts is the code that a reader must follow. A patience that is only declared adds nothing to
that, so the declarations are left out: no new game moves a ratio.
"""

import ast
from collections import Counter

from tests.weight import FILES, declares, parsed, ways, weight

LEAST_PER_MODULE = 220
MOST = {"functions": 110, "docstrings": 90, "imports": 40}
"""The most functions and docstrings in 1,000 lines of code, and imports inside functions."""
MOST_OF_A_LINE = 175, 16, 78
"""The calls, modules and ways from one to another that a `wf` of Klondike takes at most."""
PLAYERS = set("FairStrategy SolverStrategy QuickStrategy Easy Medium Hard".split())
"""The names of computer players, which several games have of their own."""


def test_modules_are_deep_and_little_is_in_them() -> None:
    package = weight(file for file in FILES if not declares(file))
    assert package["each has"] >= LEAST_PER_MODULE
    assert all(round(package[what]) <= most for what, most in MOST.items()), package


def test_a_game_that_is_only_declared_weighs_nothing() -> None:
    shelf = [file for file in FILES if file.parent.name == "patiences"]
    assert 9 < len([file for file in shelf if declares(file)])
    assert not any(declares(file) for file in FILES if file not in shelf)


def test_no_two_classes_have_one_name() -> None:
    bodies = [parsed(file.read_text(encoding="utf-8")).body for file in FILES]
    names = Counter(n.name for body in bodies for n in body if isinstance(n, ast.ClassDef))
    assert {name for name, count in names.items() if count > 1} <= PLAYERS


def test_a_typed_line_goes_a_short_way() -> None:
    *_, way = ways(["c", "wf"])
    assert way[0] > 50, "this counts too little"
    assert all(found <= most for found, most in zip(way, MOST_OF_A_LINE)), way
