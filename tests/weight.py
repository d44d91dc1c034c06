"""The weight of the program: python -m tests.weight, or `make weight`.

It prints a row for each folder and one for the package. Lines of code are those without blanks,
docstrings and comments; files called `__init__` are no modules. Then it prints the way of some
lines that are typed into Klondike at a terminal: the calls of named functions, their modules, and
the calls that lead from one module into another.
"""

import ast
import builtins
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
from typing import Any, NamedTuple
from unittest.mock import patch

from cardgames.__main__ import run
from tests.program import ROOT, become, load_all

PACKAGE = ROOT / "cardgames"
FILES = sorted(PACKAGE.rglob("*.py"))
TYPED = ("wf", "card", "undo", "hint")
HEADS = (
    "code",
    "modules",
    "each has",
    "functions",
    "90% have",
    "docstrings",
    "imports",
    "comments",
)
UNITS = ("lines", "", "lines", "per 1,000", "at most", "per 1,000", "inside", "")


class Weight(NamedTuple):
    """The weight of some files, in the order of HEADS."""

    code: int
    modules: int
    per_module: float
    functions: float
    longest: int
    """The lines that nine functions of ten have at most, without docstrings."""
    docstrings: float
    inner: int
    """The imports inside functions."""
    comments: int


class Way(NamedTuple):
    calls: int
    modules: int
    hops: int


def weight(files: Iterable[Path]) -> Weight:
    counts, sizes = Counter[str](), [0]
    for file in files:
        source = file.read_text(encoding="utf-8")
        texts = set[int]()
        for node in ast.walk(parsed(source)):
            if is_text(node):
                counts["docstrings"] += 1
                texts.update(lines_of(node))
            elif isinstance(node, ast.FunctionDef):
                body = [part for part in node.body if not is_text(part)] or node.body
                sizes.append(lines_of(body[-1]).stop - body[0].lineno)
                inside = [part for part in ast.walk(node) if isinstance(part, IMPORTS)]
                counts["inner"] += len(inside)
        lines = [line.strip() for n, line in enumerate(source.splitlines(), 1) if n not in texts]
        comments = sum(line.startswith("#") for line in lines)
        counts["code"] += sum(map(bool, lines)) - comments
        counts["comments"] += comments
        counts["modules"] += file.name != "__init__.py"
    code, modules = counts["code"], counts["modules"]
    return Weight(
        code,
        modules,
        code / max(1, modules),
        1000 * (len(sizes) - 1) / code,
        sorted(sizes)[len(sizes) * 9 // 10],
        1000 * counts["docstrings"] / code,
        counts["inner"],
        counts["comments"],
    )


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


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


def ways(lines: Iterable[str]) -> list[Way]:
    """Type LINES into Klondike at a terminal; return the way of each."""
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
        return [Way(*way) for way in json.loads(told.read_text())[1:]]


def walk(lines: list[str], told: Path) -> None:
    """Let the program read LINES in the place of a keyboard; write to TOLD what each has called."""
    found, called = [], list[str]()

    def profile(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name[0] != "<" and code.co_filename.startswith(str(PACKAGE)):
            called.append(code.co_filename)

    def typed(prompt: str = "") -> str:
        sys.setprofile(None)
        hops = sum(one != other for one, other in pairwise(called))
        found.append(Way(len(called), len({*called}), hops))
        told.write_text(json.dumps(found), encoding="utf-8")
        called.clear()
        sys.setprofile(profile)
        return lines.pop(0)

    with patch.object(builtins, "input", typed):
        run()


def main() -> None:
    groups = defaultdict(list)
    for file in FILES:
        groups[folder_of(file)].append(file)
    for words in (HEADS, UNITS):
        print(" " * 16 + "".join(f"{word:>12}" for word in words))
    for name, files in [*groups.items(), (PACKAGE.name, FILES)]:
        if any(file.stat().st_size for file in files):
            print(f"{name:16}" + "".join(f"{round(figure):12,}" for figure in weight(files)))
    print()
    for line, way in zip(TYPED, ways(TYPED)):
        print(
            f"{line:16}{way.calls} calls in {way.modules} modules, {way.hops} from one to another"
        )


if __name__ == "__main__":
    main()
