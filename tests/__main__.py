"""Run every test: python -m tests. Two processes share the work; the end adds up what they tell.

One process runs the tests that start the whole program, which often wait for it; the other runs
all others. Words after the command go to pytest in both, as in `python -m tests -k undo`.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).parent
FINE = (0, 5)
"""The exit statuses of pytest when no test failed, or none was chosen."""


def starts_the_program(path: Path) -> bool:
    """Are there tests in PATH that start the whole program?"""
    return re.search(r"tests\.(program|transcripts|test_terminal)", path.read_text()) is not None


def started(files: list[Path], words: list[str]) -> "subprocess.Popen[str]":
    """A process that runs the tests in FILES."""
    color = f"--color={'yes' if sys.stdout.isatty() else 'no'}"
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", color, *words, *map(str, files)],
        cwd=FOLDER.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def counts(last: str) -> Counter[str]:
    """What the last line that pytest prints has counted: 'passed', 'failed' and so on."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", last)
    return Counter({word: int(count) for count, word in re.findall(r"(\d+) ([a-z]+)", plain)})


def main(words: list[str]) -> int:
    """Run all tests and show the output of both processes; return the exit status."""
    files = sorted(FOLDER.glob("test_*.py"))
    programs = [path for path in files if starts_the_program(path)]
    others = [path for path in files if path not in programs]
    processes = [started(group, words) for group in (others, programs)]
    total: Counter[str] = Counter()
    try:
        for process in processes:
            output, _ = process.communicate()
            print(output, end="", flush=True)
            total += counts((output.splitlines() or [""])[-1])
    except KeyboardInterrupt:
        for process in processes:
            process.wait()
        return 130
    told = {"passed": total.pop("passed", 0), "failed": total.pop("failed", 0)} | total
    print(", ".join(f"{count} {what}" for what, count in told.items()))
    return int(any(process.returncode not in FINE for process in processes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
