"""The layout of the program: which module may use which, and how the code is written."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.games import GAMES
from tests.program import ROOT

PACKAGE = ROOT / "cardgames"
FILES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").glob("*.py"))

LAYERS = [
    "errors",
    "cards",
    "deal",
    "arguments",
    "commands",
    "game",
    "strategy",
    "look",
    "games",
    "session",
    "simulate",
    "report",
    "options",
    "script",
    "console",
    "keyboard",
    "terminal",
    "wording",
    "player",
    "textcommands",
    "textplayer",
    "seating",
    "main",
    "__main__",
]
"""Each module may use those before it, and no others."""

OF_A_GAME = {
    "game": {"errors", "cards", "deal", "arguments", "commands", "game"},
    "strategy": {"errors", "cards", "arguments", "commands", "game", "strategy", "deal"},
    "table": {"errors", "cards", "arguments", "commands", "game", "look", "wording"},
    "textplayer": {
        "errors",
        "cards",
        "arguments",
        "commands",
        "game",
        "look",
        "player",
        "strategy",
        "textplayer",
        "wording",
    },
}
"""What the modules of a game may use of the shared ones; a computer player's parts, as strategy."""

LAYERS_OF_A_GAME = [
    "rules",
    "deck",
    "melds",
    "options",
    "position",
    "game",
    "search",
    "beggar",
    "hand",
    "playout",
    "worlds",
    "strategy",
    "table",
    "textplayer",
]
"""Each module of a game may use those of its own before it, and no others."""

PARTS = [path for game in GAMES for path in sorted((PACKAGE / game.name).glob("[a-z]*.py"))]
"""The modules of the games."""

CHANCE_AND_CLOCKS = {"random", "secrets", "time", "datetime", "pickle", "uuid"}
TIMED = {"simulate": {"time"}, "keyboard": {"time"}, "terminal": {"time"}}
"""The modules that may read a clock."""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, but for those that only type checkers see."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    unseen = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and is_package(str(node.module)):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def is_package(module: str) -> bool:
    return module.startswith("cardgames") and (ROOT / module.replace(".", "/")).is_dir()


def ours(path: Path) -> set[str]:
    """The modules of the program that a file imports, by their names within it."""
    found = {name.removeprefix("cardgames.") for name in imports(path) if "cardgames." in name}
    return found - {"__version__"}


@pytest.mark.parametrize("name", LAYERS)
def test_a_shared_module_uses_only_those_before_it(name: str) -> None:
    above = ours(PACKAGE / f"{name}.py") - set(LAYERS[: LAYERS.index(name)])
    assert not above, f"{name}.py uses {', '.join(sorted(above))}"


def test_the_layers_are_all_the_shared_modules() -> None:
    assert {path.stem for path in PACKAGE.glob("*.py")} == {*LAYERS, "__init__"}


@pytest.mark.parametrize("path", PARTS, ids=name_of)
def test_a_part_of_a_game_uses_only_what_it_may(path: Path) -> None:
    """The rules use nothing of the computer players, these nothing of the screen."""
    own = LAYERS_OF_A_GAME[: LAYERS_OF_A_GAME.index(path.stem)]
    allowed = OF_A_GAME.get(path.stem, OF_A_GAME["strategy"])
    allowed = allowed | {f"{path.parent.name}.{name}" for name in own}
    assert ours(path) <= allowed


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_chance_and_no_clock(path: Path) -> None:
    assert not CHANCE_AND_CLOCKS & set(imports(path)) - TIMED.get(name_of(path), set())


@pytest.mark.parametrize("path", PARTS, ids=name_of)
def test_only_text_players_know_a_screen(path: Path) -> None:
    if path.stem not in ("table", "textplayer"):
        assert not {"click", "os", "sys", "io"} & set(imports(path))


@pytest.mark.parametrize("path", FILES + TESTS, ids=lambda path: path.stem)
def test_lines_are_short_and_tidy(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        assert len(line) <= 100, f"{path.name}:{number} is longer than 100 characters"
        assert line == line.rstrip(), f"{path.name}:{number} ends with a blank"
        assert "\t" not in line, f"{path.name}:{number} has a tab"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 300
    for function in functions(text):
        assert (function.end_lineno or 0) - function.lineno < 40, function.name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_functions_are_typed_and_what_is_public_is_explained(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), f"{path.name} does not say what it is for"
    for function in functions(text):
        assert function.returns is not None, f"{path.name}: {function.name} has no return type"
        for argument in function.args.args + function.args.kwonlyargs:
            typed = argument.annotation is not None or argument.arg in ("self", "cls")
            assert typed, f"{path.name}: {argument.arg} of {function.name} has no type"
        if not function.name.startswith("_"):
            assert ast.get_docstring(function), f"{path.name}: {function.name} is not explained"


def functions(text: str) -> Iterator[ast.FunctionDef]:
    """Every function and method, but for those inside other functions."""
    for node in ast.iter_child_nodes(ast.parse(text)):
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        yield from (item for item in inner if isinstance(item, ast.FunctionDef))
