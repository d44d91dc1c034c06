"""No test waits for ever: one that takes too long ends the run."""

import subprocess
import sys
from pathlib import Path

from tests.program import ROOT, environment

WAITS = """
from tests import conftest
conftest.LIMIT = 0.3
def test_waits():
    while True:
        try:
            __import__("time").sleep(9)
        except BaseException:
            pass
"""


def test_a_test_that_waits_for_ever_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_long.py").write_text(WAITS)
    options = ("-p", "no:cacheprovider", "-p", "tests.conftest")
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path / "test_long.py")]
    ran = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment(), text=True)
    assert ran.returncode == 1
    assert "Timeout (0:00:00.3" in ran.stderr and "in test_waits" in ran.stderr
