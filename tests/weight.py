"""The weight of the program: python -m tests.weight, or `make weight`.

It prints a row for each folder and one for the package, and one for what is left of the package
without the declarations: the games of the shelf that have no function of their own. Lines of code
are those without blanks, docstrings and comments; files called `__init__` are no modules. Then it
prints the way of some
lines that are typed into Klondike at a terminal: the calls of named functions, their modules, and
the calls that lead from one module into another.
"""

import ast
import json
import os
import pty
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any
from unittest.mock import patch

from cardgames.__main__ import run
from cardgames.screen.editor import Editor
from tests.program import ROOT, become, load_all

PACKAGE = ROOT / "cardgames"
FILES = sorted(PACKAGE.rglob("*.py"))
TYPED = ("card", "wf", "undo", "hint")
UNITS = {
    "code": "lines", "modules": "", "each has": "lines", "functions": "per 1,000",
    "90% have": "at most", "docstrings": "per 1,000", "imports": "inside", "comments": "",
}  # fmt: skip
"""What is weighed; 90% of the functions have so many lines at most, without docstrings."""


def weight(files: Iterable[Path]) -> dict[str, float]:
    counts, sizes = Counter[str](), [0]
    for file in files:
        source = file.read_text(encoding="utf-8")
        texts, inner = set[int](), set[ast.AST]()
        for node in walked(source):
            if is_text(node):
                counts["docstrings"] += 1
                texts.update(lines_of(node))
            elif isinstance(node, ast.FunctionDef):
                body = [part for part in node.body if not is_text(part)] or node.body
                sizes.append(lines_of(body[-1]).stop - body[0].lineno)
                inner.update(part for part in ast.walk(node) if isinstance(part, IMPORTS))
        lines = [line.strip() for n, line in enumerate(source.splitlines(), 1) if n not in texts]
        comments = sum(line.startswith("#") for line in lines)
        counts["code"] += sum(map(bool, lines)) - comments
        counts["comments"] += comments
        counts["imports"] += len(inner)
        counts["modules"] += file.name != "__init__.py"
    thousands = counts["code"] / 1000
    return {
        **{name: counts[name] for name in UNITS},
        "each has": counts["code"] / max(1, counts["modules"]),
        "functions": (len(sizes) - 1) / thousands,
        "90% have": sorted(sizes)[len(sizes) * 9 // 10],
        "docstrings": counts["docstrings"] / thousands,
    }


def declares(file: Path) -> bool:
    """Is FILE a game of the shelf that only declares? Then its reader reads a table, no code."""
    return file.parent.name == "patiences" and not any(
        isinstance(node, ast.FunctionDef) for node in walked(file.read_text("utf-8"))
    )


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def walked(source: str) -> list[ast.AST]:
    """All nodes of a source: to walk through them takes longer than to parse it."""
    return [*ast.walk(parsed(source))]


IMPORTS = (ast.Import, ast.ImportFrom)


def is_text(node: ast.AST) -> bool:
    """Is it a docstring, of a function or of a field?"""
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def lines_of(node: Any) -> range:
    return range(node.lineno, node.end_lineno + 1)


def folder_of(file: Path) -> str:
    """The folder whose row FILE counts in: that of its game, or one in the package."""
    parts = file.relative_to(PACKAGE).parts
    return "/".join(parts[: 2 if parts[0] == "games" and len(parts) > 2 else 1])


def ways(lines: Iterable[str]) -> list[list[int]]:
    """Type LINES into Klondike at a terminal; return the calls, modules and hops of each."""
    load_all()
    with TemporaryDirectory() as home:
        told = Path(home, "told")
        child, screen = pty.fork()
        if not child:
            changes = {"COLUMNS": "80", "LINES": "24", "HOME": home, "XDG_STATE_HOME": home}
            become(["klondike", "--seed", "3"], changes, partial(walk, [*lines, "exit"], told))
        with suppress(OSError):  # of a terminal that was closed
            while os.read(screen, 65536):
                pass
        os.close(screen)
        os.waitpid(child, 0)
        found: list[list[int]] = json.loads(told.read_text())[1:]
        return found


def walk(lines: list[str], told: Path) -> None:
    """Let the program read LINES in the place of a keyboard; write to TOLD what each has called."""
    found, called = list[tuple[int, ...]](), list[str]()

    def profile(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name[0] != "<" and code.co_filename.startswith(str(PACKAGE)):
            called.append(code.co_filename)

    def typed(*_: object) -> str:
        sys.setprofile(None)
        hops = sum(one != other for one, other in pairwise(called))
        found.append((len(called), len({*called}), hops))
        told.write_text(json.dumps(found), encoding="utf-8")
        called.clear()
        sys.setprofile(profile)
        return lines.pop(0)

    with patch.object(Editor, "read", typed):
        run()


def main() -> None:
    groups = defaultdict(list)
    for file in FILES:
        groups[folder_of(file)].append(file)
    for words in (UNITS, UNITS.values()):
        print(" " * 16 + "".join(f"{word:>12}" for word in words))
    code = [file for file in FILES if not declares(file)]
    for name, files in [*groups.items(), (PACKAGE.name, FILES), ("no declarations", code)]:
        if any(file.stat().st_size for file in files):
            print(
                f"{name:16}" + "".join(f"{round(figure):12,}" for figure in weight(files).values())
            )
    print()
    for line, (calls, modules, hops) in zip(TYPED, ways(TYPED)):
        print(f"{line:16}{calls} calls in {modules} modules, {hops} from one to another")


if __name__ == "__main__":
    main()
