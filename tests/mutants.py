"""Change the program at random and see that a test fails: python -m tests.mutants --seed N.

Each folder of the package, or each FOLDER that is named, gets as many mutants as --each says:
a comparison turned, `and` for `or`, a `not` dropped, a constant plus one, a `return` without its
value, a statement deleted, two arguments swapped. A mutant lives in a copy of the project, where
the files of tests that name what it changes run first, then all. What survives lacks a test, or
does the same as before. Results are appended to a file, so that --skip goes on after a break.
"""

import argparse
import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from tests.program import ROOT, environment

FOLDERS = (
    "cardgames/ cli diary simulation games/ hand text screen play seats patience patience/kinds "
    "patience/spaces model"
).split()
LIKELY, SECONDS = 8, (120, 600)
"""How many files of tests run first, and how long these and all may take: longer is a hang."""
LIMITED = 'ulimit -v 4000000; exec "$0" "$@"'
ALIKE = r"(min|max|zip)\(|.*[(, ]\*"
"""Calls whose arguments have no order, or where they are many."""
OPPOSITES: dict[type[ast.AST], Any] = {
    **{ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq},
    **{ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn},
    **{ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
}
LEFT, TEXTS = ast.JoinedStr | ast.pattern, ("__repr__", "__str__")
DELETED = ast.AugAssign | ast.Raise | ast.Continue | ast.Break | ast.Delete


class Mutant(NamedTuple):
    file: str
    kind: str
    span: tuple[int, ...]
    """The line and column, in bytes, of the beginning and of the end."""
    text: str
    names: tuple[str, ...]
    """The classes and functions that it is in."""

    def changed(self, source: bytes) -> bytes:
        lines = source.splitlines(keepends=True)
        row, column, last, end = self.span
        changed = lines[row - 1][:column] + self.text.encode() + lines[last - 1][end:]
        return b"".join([*lines[: row - 1], changed, *lines[last:]])

    def told(self, source: bytes) -> str:
        row, _, last, _ = self.span
        before, after = source.splitlines()[row - 1 : last], self.changed(source).splitlines()
        shown = [*[b"- " + line for line in before], b"+ " + after[row - 1]]
        return b"\n".join(shown).decode()


def variants(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the kinds of mutants that NODE allows, and the text of each."""
    match node:
        case ast.Compare(left, [operator], [right]):
            turned = ast.Compare(left, [OPPOSITES[type(operator)]()], [right])
            yield "comparison", f"({ast.unparse(turned)})"
        case ast.BoolOp(operator, values):
            swapped = ast.BoolOp(OPPOSITES[type(operator)](), values)
            yield "and/or", f"({ast.unparse(swapped)})"
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", f"({ast.unparse(operand)})"
        case ast.Constant(bool(value)):
            yield "constant", str(not value)
        case ast.Constant(int(value)):
            yield "constant", str(value + 1)
        case ast.Return(value) if value and ast.unparse(value) != "None":
            yield "return", "return None"
        case ast.Expr(ast.Call()) | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "deleted", "pass"
        case ast.Call(function, [first, second, *rest], keywords):
            twisted = ast.Call(function, [second, first, *rest], keywords)
            if not re.match(ALIKE, text := ast.unparse(twisted)):
                yield "arguments", text
        case _ if isinstance(node, DELETED):
            yield "deleted", "pass"


def mutants(node: ast.AST, file: str, names: tuple[str, ...] = ()) -> Iterator[Mutant]:
    """Yield all mutants of what is in NODE, but for types and texts."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for inner in value if isinstance(value, list) else [value]:
            name: str = getattr(inner, "name", None) or ""
            guard = ast.unparse(inner.test) if isinstance(inner, ast.If) else ""
            left = name in TEXTS or guard == "TYPE_CHECKING"
            if left or not isinstance(inner, ast.AST) or isinstance(inner, LEFT):
                continue
            if isinstance(inner, ast.expr | ast.stmt):
                end = inner.end_lineno or 0, inner.end_col_offset or 0
                span = inner.lineno, inner.col_offset, *end
                for kind, text in variants(inner):
                    yield Mutant(file, kind, span, text, names)
            yield from mutants(inner, file, (*names, name) if name else names)


def chosen(folder: str, seed: int, count: int) -> list[Mutant]:
    """Choose mutants of a FOLDER; each kind is as likely, and 'games/' has the folders in it."""
    top = ROOT / "cardgames" / folder.removeprefix("cardgames/")
    found: dict[str, list[Mutant]] = {}
    for path in sorted(top.glob("**/*.py" if folder == "games/" else "*.py")):
        for mutant in mutants(ast.parse(path.read_bytes()), str(path.relative_to(ROOT))):
            found.setdefault(mutant.kind, []).append(mutant)
    random, some = Random(f"{seed} {folder}"), list[Mutant]()
    while len(some) < min(count, sum(map(len, found.values()))):
        mutant = random.choice(found[random.choice(sorted(found))])
        if mutant not in some:
            some.append(mutant)
    return some


def likely(mutant: Mutant) -> list[str]:
    """The files of tests that name most of what MUTANT changes, and rare names before others."""
    path, scores = Path(mutant.file), dict[str, float]()
    package = path.parent.as_posix().replace("/", ".")
    imported = rf"from {package}(\.{path.stem} import|\b.* import .*\b{path.stem}\b)"
    names = [rf"\b{name}\b" for name in mutant.names if name[0] != "_"]
    texts = {name: name.read_text() for name in (ROOT / "tests").glob("test_*.py")}
    for pattern in (imported, *names):
        found = [name.name for name, text in texts.items() if re.search(pattern, text)]
        for name in found:
            scores[name] = scores.get(name, 0) + 1 / len(found) + (path.stem in name)
    return [f"tests/{name}" for name in sorted(scores, key=lambda name: -scores[name])][:LIKELY]


def run(tree: Path, seconds: int, *words: str) -> str:
    """Run tests in TREE; return the function that failed first, or '' if none did.

    What still runs after SECONDS is killed with all that it has started.
    """
    command = ["sh", "-c", LIMITED, sys.executable, "-m", "tests", "-x", "-rfE", "--tb=no", *words]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, cwd=tree, env=environment(PYTHONPATH=str(tree)), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = -signal.SIGKILL
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        said.seek(0)
        failed = re.search(rb"^(?:FAILED|ERROR) ([^\s\[]+)", said.read(), re.MULTILINE)
    return failed[1].decode() if failed else "a hang or a crash" if status else ""


def killer(tree: Path, mutant: Mutant, sound: dict[str, bool]) -> str:
    """Return what kills MUTANT, or ''; SOUND says which tests pass in the copy without mutants."""
    path, source, first = tree / mutant.file, (ROOT / mutant.file).read_bytes(), likely(mutant)
    stages: list[list[str]] = [[], first] if first else [[]]
    while stages:
        broken = [f"--deselect={name}" for name, passes in sound.items() if not passes]
        path.write_bytes(mutant.changed(source))
        found = run(tree, SECONDS[not stages[-1]], *stages[-1], *broken)
        path.write_bytes(source)
        if "::" in found and found not in sound:
            sound[found] = not run(tree, SECONDS[0], found)
        if found and sound.get(found, True):
            return found
        if not found:
            stages.pop()
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--skip", type=int, default=0, metavar="K")
    parser.add_argument("--results", type=Path, help="default: mutants-SEED.txt in /tmp")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=" ".join(FOLDERS))
    given = parser.parse_args()
    where = given.folders or FOLDERS
    some = [mutant for folder in where for mutant in chosen(folder, given.seed, given.each)]
    results = given.results or Path(tempfile.gettempdir(), f"mutants-{given.seed}.txt")
    sound: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as folder, results.open("a") as lines:
        tree = Path(folder, "copy")
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "build", "dist"))
        (tree / ".venv").symlink_to(ROOT / ".venv")
        for number, mutant in enumerate(some[given.skip :], given.skip + 1):
            began, shown = monotonic(), mutant.told((ROOT / mutant.file).read_bytes())
            found = killer(tree, mutant, sound)
            told = f"killed by {found}" if found else "SURVIVED"
            place = f"{mutant.file}:{mutant.span[0]}"
            line = f"{number}/{len(some)} {place} {mutant.kind}: {told}"
            for file in (lines, sys.stdout):
                print(f"{line}, {monotonic() - began:.0f} s\n{shown}", file=file, flush=True)
    ends = re.findall(r": (killed|SURVIVED)", results.read_text())
    print(f"{results}: {ends.count('killed')} killed, {ends.count('SURVIVED')} survived")


if __name__ == "__main__":
    main()
