"""Run every test: python -m tests. Four processes share the work; their counts are added up.

Two run the tests in terminals, which mostly wait, by their names up to R and from S on; the latter
runs the transcripts, too. One runs the others that use the program, and one all that do not, so
that all take about the same time. Words after the command go to pytest in each, as in
`python -m tests -k undo`.
"""

import os
import re
import select
import subprocess
import sys
from collections import Counter
from pathlib import Path

from cardgames.cli.settings import config_folder, state_folder
from tests.program import environment

FOLDER = Path(__file__).parent
MADE = ("__pycache__", "build")
"""Folders that Python's tools make, besides those whose names begin with a full stop."""
FINE = (0, 5)
"""The exit statuses of pytest when no test failed, or none was chosen."""


def group_of(path: Path) -> str:
    if path.stem.endswith("terminal") or path.stem == "test_transcripts":
        return "in terminals" + " from S" * (path.stem > "test_s")
    text = path.read_text("utf-8")
    return "by program" if "from tests.program import" in text else "others"


def started(files: list[Path], words: list[str]) -> "subprocess.Popen[bytes]":
    color = f"--color={'yes' if sys.stdout.isatty() else 'no'}"
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", color, *words, *map(str, files)],
        cwd=FOLDER.parent,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def shown(process: "subprocess.Popen[bytes]") -> str:
    assert process.stdout is not None
    output = b""
    while process.poll() is None or select.select([process.stdout], [], [], 0)[0]:
        if not select.select([process.stdout], [], [], 1)[0]:
            continue  # a program that a test left behind may keep the pipe open
        if not (chunk := os.read(process.stdout.fileno(), 4096)):
            break
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
        output += chunk
    process.wait()
    return output.decode(errors="replace")


def counts(last: str) -> Counter[str]:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", last)
    return Counter({word: int(count) for count, word in re.findall(r"(\d+) ([a-z]+)", plain)})


def kept() -> set[Path]:
    found = set()
    for top in (str(FOLDER.parent), state_folder(), config_folder()):
        for folder, inner, names in os.walk(top):
            inner[:] = [name for name in inner if name[0] != "." and name not in MADE]
            found |= {Path(folder, name) for name in names}
    return found


def main(words: list[str]) -> int:
    """Run all tests and show the output of each process; return the exit status.

    They must leave no file behind outside of their temporary folders.
    """
    before = kept()
    groups: dict[str, list[Path]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        groups.setdefault(group_of(path), []).append(path)
    processes = [started(group, words) for group in groups.values()]
    total: Counter[str] = Counter()
    try:
        for process in processes:
            total += counts((shown(process).splitlines() or [""])[-1])
    except KeyboardInterrupt:
        for process in processes:
            process.wait()
        return 130
    ordered = {"passed": total.pop("passed", 0), "failed": total.pop("failed", 0)} | total
    print(", ".join(f"{count} {what}" for what, count in ordered.items()))
    if left := kept() - before:
        print("The tests have left files behind:", *sorted(left), sep="\n  ")
    return int(bool(left) or any(process.returncode not in FINE for process in processes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
