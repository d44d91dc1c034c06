"""Running the installed program, as a user does."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = str(Path(sys.executable).with_name("cardgames"))


def environment(**changes: str) -> dict[str, str]:
    """The environment without what would change how the program behaves."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CARDGAMES")
        and name not in ("NO_COLOR", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    }
    return kept | {"LC_ALL": "C.UTF-8"} | changes


def run(
    *arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT, **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with STDIN piped into it; CHANGES go to its environment."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        [PROGRAM, *arguments],
        input=data,
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=60,
        check=False,
    )


def shown(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> str:
    """The standard output of the program, which must not fail."""
    result = run(*arguments, stdin=stdin, cwd=cwd)
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode()
