"""Transcripts: sessions as scripts (.in), each with its expected output (.out).

The first line of a script is the command that runs it. The program must end with status 0, unless
a remark at the beginning says '# Exit status 2: ...'. `python -m tests.transcripts` accepts the
present output as the expected one; with the name of a game, only of that game.
"""

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple, TypeAlias

from cardgames import games
from cardgames.model.commands import Commands
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move, Setup
from cardgames.model.strategy import SOLVER
from cardgames.patience.search import Verdict
from tests.program import ROOT, run_here

FOLDER = ROOT / "transcripts"
SOON = 1000
"""A deal that is judged within so many positions costs the tests no time."""


Runner: TypeAlias = Callable[..., CompletedProcess[bytes]]
"""Runs the program: `run` in a process of its own, or `run_here` in this one."""


class Played(NamedTuple):
    output: bytes
    errors: bytes
    status: int


def scripts(game: str = "*") -> list[Path]:
    return sorted(FOLDER.glob(f"{game}/*.in"))


def title(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def command_of(path: Path) -> list[str]:
    """The words of the command that runs a transcript, from its first line."""
    with path.open("rb") as file:
        first = file.readline().decode()
    if not first.startswith("# cardgames "):
        raise ValueError(f"{title(path)}: the first line is not '# cardgames GAME --seed N --echo'")
    return shlex.split(first.removeprefix("# cardgames "))


def status_of(path: Path) -> int:
    found = re.match(rb"(?:#.*\n)*?# Exit status (\d+)", path.read_bytes())
    return int(found[1]) if found else 0


def played(path: Path, runner: Runner = run_here) -> Played:
    """Play a transcript where there are copies of the files that it names; it may write others."""
    script = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(path.parent):
            if name.encode() in script:
                shutil.copy(path.parent / name, folder)
        result = runner(*command_of(path), stdin=script, cwd=Path(folder))
    return Played(result.stdout, result.stderr, result.returncode)


def generated(name: str) -> str:
    """A script that plays a patience of the shelf: legal moves, refused ones, every command."""
    game, player = games.model(name), games.player(name)
    commands, made = Commands(game, player), random_moves(game)
    used = {move.name for move in made}
    tried = [item.usage.replace("[N]", "").strip() for item in game.commands.all.values()]
    never = [re.sub(r"[A-Z]\d?", "1", usage) for usage in tried if usage.split()[0] not in used]
    lines = ["help", "rules", "moves", *map(str, made[:6]), "hint", "score", "show tableau 1"]
    lines += [*never, *refused(game), *map(str, made[6:]), "undo 3", "redo 2", "tabxyz"]
    lines += ["save game.txt", "load game.txt", "up", "up all", "finish", "restart"]
    lines.append(f"new {quickly_judged(game) if SOLVER in games.listing(name).strategies else 2}")
    typed = {line.split()[0] for line in lines}
    rest = [item for item in commands.all if item not in {*typed, *used, "quit", "exit", "giveup"}]
    known = [line for line in lines if line == "tabxyz" or line.split()[0] in commands.all]
    remark = f"# Made by 'make accept GAME={name}'."
    head = f"# cardgames {name} --seed 1 --echo"
    return "\n".join([head, remark, *known, "giveup", *rest, "new 3", "quit", "exit", ""])


def quickly_judged(game: Any) -> int:
    """The seed of a deal that is soon judged when it is given up, or not at all.

    For the latter, the tests let the search be short.
    """
    for seed in range(2, 12):
        solver: Any = games.computer(game.name, SOLVER)
        solution = solver.solve(Setup(game, game.options_type(), seed).dealt())
        if solution.positions < SOON or solution.verdict is Verdict.UNDECIDED:
            return seed
    return 2


def refused(game: Any) -> list[str]:
    position, found = Setup(game, game.options_type(), 1).dealt(), {}
    for item in game.commands.all.values():
        for move in (Move(item.name, call) for call in item.every_call()):
            try:
                position.apply(move)
            except IllegalMove:
                found.setdefault(item.name, str(move))
    return list(found.values())


def random_moves(game: Any) -> list[Move]:
    """Legal moves of a patience, in turn those whose kind was made least often."""
    position, made, random = Setup(game, game.options_type(), 1).dealt(), list[Move](), Random(1)
    counts: Counter[str] = Counter()
    while len(made) < 12 and position.outcome() is None and (legal := [*position.legal_moves()]):
        made.append(min(legal, key=lambda move: (counts[move.name], random.below(100))))
        counts[made[-1].name] += 1
        position = position.apply(made[-1])
    return made


def accept(game: str) -> int:
    """Write the .out files of a game's transcripts anew, unless their exit status is wrong.

    A new game of the shelf gets a transcript. Return 1 if any status is wrong, or if there is no
    transcript.
    """
    wrong, paths = 0, scripts(game)
    if not paths and game in games.NAMES and games.listing(game).shelf:
        (FOLDER / game).mkdir(exist_ok=True)
        (FOLDER / game / "generated.in").write_text(generated(game), encoding="utf-8")
        paths = scripts(game)
    if not paths:
        wrong = 1
        print(f"transcripts/{game} holds no script TOPIC.in", file=sys.stderr)
    for path in paths:
        result = played(path)
        if result.status == status_of(path):
            path.with_suffix(".out").write_bytes(result.output)
        else:
            wrong = 1
            said = result.errors.decode(errors="replace").strip()
            print(f"{title(path)} ends with status {result.status}: {said}", file=sys.stderr)
    return wrong


if __name__ == "__main__":
    sys.exit(accept(*sys.argv[1:] or "*"))
