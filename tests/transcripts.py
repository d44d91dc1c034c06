"""Transcripts: sessions as scripts (.in), each with what the program prints for it (.out).

The first line of a script is the command that runs it. `python -m tests.transcripts` takes what
the program prints now as what is expected.
"""

import shlex
import shutil
import tempfile
from pathlib import Path

from tests.program import ROOT, run

FOLDER = ROOT / "transcripts"


def scripts(game: str = "*") -> list[Path]:
    """The scripts of the transcripts of a game, or of all."""
    return sorted(FOLDER.glob(f"{game}/*.in"))


def title(path: Path) -> str:
    """The name of a transcript: GAME/TOPIC."""
    return f"{path.parent.name}/{path.stem}"


def command_of(path: Path) -> list[str]:
    """The words of the command that runs a transcript, from its first line."""
    with path.open("rb") as file:
        first = file.readline().decode()
    if not first.startswith("# cardgames "):
        raise ValueError(f"{title(path)}: the first line is not '# cardgames GAME --seed N --echo'")
    return shlex.split(first.removeprefix("# cardgames "))


def played(path: Path) -> bytes:
    """What the program prints for a transcript, run in a copy of its folder."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.parent.name
        shutil.copytree(path.parent, copy, ignore=shutil.ignore_patterns("*.out"))
        result = run(*command_of(path), stdin=path.read_bytes(), cwd=copy)
    return result.stdout


def accept() -> None:
    """Write the .out file of every transcript anew."""
    for path in scripts():
        path.with_suffix(".out").write_bytes(played(path))


if __name__ == "__main__":
    accept()
