"""The layout of the program: which folder may use which, and how the code is written."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from shutil import which
from typing import TypeAlias

import pytest

import cardgames
from cardgames.games import NAMES, model, player, strategies
from tests.docs import CHANGELOG, CONTRIBUTING, README
from tests.program import ROOT
from tests.weight import FILES, PACKAGE, lines_of, parsed, walked

TESTS = sorted((ROOT / "tests").glob("*.py"))

BELOW = {
    "model": set(),
    "patience": {"model"},
    "seats": {"model"},
    "play": {"model", "patience", "seats"},
    "screen": {"model", "play"},
    "text": {"model", "patience", "seats", "play", "screen"},
    "simulation": {"model", "seats", "play", "games"},
    "diary": {"model", "play", "screen", "text"},
    "hand": {"model", "patience", "play", "screen", "text"},
    "games": {"model", "patience", "play", "screen", "text"},
    "cli": {
        *("model", "patience", "seats", "play", "screen", "text"),
        *("hand", "games", "simulation", "diary"),
    },
}
"""The folders that each folder may use, besides itself. What stands beside them may use all."""


INPUT_AND_OUTPUT = {"click", "os", "sys", "io", "tempfile", "glob", "pathlib", "shutil"}
CHANCE = {"random", "secrets", "uuid", "pickle"}
"""Packages that no module uses: all that is random comes from the seed."""
TIMED = {"cli", "diary", "hand", "play", "screen", "seats", "simulation", "text"}
CALENDAR = {"diary"}
TODAY = {"now", "today", "utcnow"}

IN_THE_ROOT = set(
    ".ci .gitignore CHANGELOG.md CONTRIBUTING.md MANIFEST.in Makefile README.md"
    " cardgames pyproject.toml setup.cfg tests transcripts".split()
)
"""The only files and folders that the root may hold."""
PRIVATE = re.compile(
    rb"(?<![\w.~$}])/(?:home|root|tmp|Users|var/tmp|var/folders)/[\w.]|\b[A-Z]:[\\/]+Users\b", re.I
)
"""An absolute path in somebody's home, or in a temporary folder."""


def tracked() -> list[Path]:
    """The files that git keeps; none in an archive."""
    if not (ROOT / ".git").exists() or not which("git"):
        return []
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    named = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in named if path.is_file()]


def name_of(path: Path) -> str:
    """The name of a module within the program: 'model.cards', or 'games' for a folder's own."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in FILES}


def nodes_of(path: Path) -> list[ast.AST]:
    return walked(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> list[str]:
    """Every module that a file imports, or takes a name from; for type checkers as well."""
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports by dots: name the module whole"
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            found += [name if ours(name) in MODULES else str(node.module) for name in inner]
    return found


@cache
def packages(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(path)}


def ours(module: str) -> str:
    """The name of a module within the program; '' for the program itself and for others."""
    return module.removeprefix("cardgames.") if module.startswith("cardgames.") else ""


def used_by(name: str) -> set[str]:
    return {*map(ours, imports(MODULES[name]))} - {"", name, "__version__"}


@cache
def uses() -> dict[str, set[str]]:
    return {name: used_by(name) for name in MODULES}


def folder_of(name: str) -> str:
    folder = name.partition(".")[0]
    return folder if folder in BELOW else ""


def test_the_root_holds_nothing_else() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= IN_THE_ROOT


def test_no_file_names_a_folder_of_the_machine_that_it_was_written_on() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0].decode(errors='replace')}"
        for path in tracked()
        for match in PRIVATE.finditer(path.read_bytes())
    ]
    assert not found


def test_there_are_no_other_folders() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == {*BELOW, "help"}
    assert {path.suffix for path in (PACKAGE / "help").iterdir()} == {".txt"}


def test_arrows_go_down() -> None:
    for name in filter(folder_of, MODULES):
        folder = folder_of(name)
        knows_files = INPUT_AND_OUTPUT & packages(MODULES[name])
        assert folder not in ("model", "patience") or not knows_files, name
        for used in uses()[name]:
            allowed = {folder} | BELOW[folder]
            assert folder_of(used) in allowed, f"{name} uses {used}, but {folder}/ is not above it"


def test_a_game_uses_no_other_game() -> None:
    for name in [name for name in MODULES if name.count(".") == 2 and folder_of(name) == "games"]:
        folder = name.rpartition(".")[0]
        for used in uses()[name]:
            own = used.rpartition(".")[0] == folder
            assert own or folder_of(used) != folder_of(name), f"{name} may not use {used}"


@pytest.mark.parametrize("game", NAMES)
def test_rules_and_computer_players_know_no_screen_and_no_files(game: str) -> None:
    """They use each other, `model` and `patience` alone, by way of whatever modules."""
    made = (model(game), *strategies(game).values())
    decided = {ours(found.__module__) for found in made}
    for name in decided.union(*map(reached_from, decided)):
        assert folder_of(name) in ("games", "model", "patience"), f"{name} has a part in {game}"
        assert not INPUT_AND_OUTPUT & packages(MODULES[name]), name


@pytest.mark.parametrize("game", NAMES)
def test_few_classes_are_above_a_text_player(game: str) -> None:
    """Above it are at most what a game gives, the loop, and what its kin share."""
    ours = [cls for cls in player(game).__mro__ if cls.__module__.startswith("cardgames")]
    assert len(ours) <= 4


def test_no_module_uses_itself_by_way_of_others() -> None:
    """Not even for types alone."""
    TopologicalSorter(uses()).prepare()  # which raises the error CycleError


def reached_from(name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = uses().get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def test_no_chance_and_no_clock() -> None:
    for name, path in MODULES.items():
        folder = folder_of(name)
        assert not CHANCE & packages(path), name
        assert folder in TIMED or "time" not in packages(path), name
        assert folder in CALENDAR or not TODAY & called(path), name


def called(path: Path) -> set[str]:
    calls = (node for node in nodes_of(path) if type(node) is ast.Call)
    return {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}


def test_lines_are_short_and_tidy() -> None:
    for path in (*FILES, *TESTS, README, CONTRIBUTING, CHANGELOG):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 100, f"{path.name}:{number} is longer than 100 characters"
            assert line == line.rstrip(), f"{path.name}:{number} ends with a blank"
            assert "\t" not in line, f"{path.name}:{number} has a tab"
            unquoted = "{" + "PROGRAM}"  # whose path may have blanks
            assert unquoted not in line, f"{path.name}:{number}: say IN_A_SHELL"


def test_files_and_functions_are_short_and_functions_are_typed() -> None:
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 700, name
        for function in nodes_of(path):
            if not isinstance(function, ast.FunctionDef):
                continue
            lines = len(lines_of(function))
            assert lines <= 60, f"{name}: {function.name} has {lines} lines"
            assert function.returns is not None, f"{name}: {function.name} has no return type"
            for argument in function.args.args + function.args.kwonlyargs:
                typed = argument.annotation is not None or argument.arg in ("self", "cls")
                assert typed, f"{name}: {argument.arg} of {function.name} has no type"


def test_what_others_use_is_explained() -> None:
    """Every module; and what is public in the library, and in `model`, which games are made of."""
    offered = [getattr(cardgames, name) for name in cardgames.__all__]
    library = {(each.__module__, each.__name__) for each in offered if hasattr(each, "__name__")}
    for name, path in MODULES.items():
        tree = parsed(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), f"{name} does not say what it is for"
        for node in public(tree):
            is_offered = (f"cardgames.{name}", node.name) in library
            if folder_of(name) == "model" or is_offered:
                # A method of the other classes may say all by its name and its types.
                for each in (node, *(public(node) if is_offered else ())):
                    assert ast.get_docstring(each), f"{name}: {each.name} is not explained"


Definition: TypeAlias = ast.FunctionDef | ast.ClassDef


def public(node: ast.AST) -> Iterator[Definition]:
    """The functions and classes of a module or class, but for those whose names are private."""
    for item in ast.iter_child_nodes(node) if not isinstance(node, ast.FunctionDef) else ():
        if isinstance(item, Definition) and item.name[0] != "_":
            if "overload" not in map(ast.unparse, item.decorator_list):
                yield item
