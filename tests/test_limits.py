"""No test waits for ever: one that takes too long fails, and the run ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import ROOT, environment
from tests.samples import sample

RUN = """
import sys, pytest
from tests import conftest
conftest.LIMIT, conftest.STUCK = 0.3, float(sys.argv[2])
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "tests.conftest", sys.argv[1]]))
"""
READS = """
import os
def test_reads():
    os.read(os.pipe()[0], 1)
def test_next():
    print("the next test")
    assert False
"""
CATCHES = """
def test_catches():
    while True:
        try:
            __import__("time").sleep(9)
        except BaseException:
            pass
"""
CASES = [
    (READS, "9", "a test has taken more than 0.3 seconds"),
    (CATCHES, "0.3", "Timeout (0:00:00.6"),
    ("__import__('time').sleep(60)", "0.3", "Timeout (0:00:00.6"),
]
"""The seconds in which a stuck test must end, and what is told; a busy machine starts slowly."""


@pytest.mark.parametrize(("text", "stuck", "told"), CASES[: sample(1, 3)])
def test_a_test_that_waits_for_ever_ends_the_run(
    tmp_path: Path, text: str, stuck: str, told: str
) -> None:
    (tmp_path / "test_waits.py").write_text(text)
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path / "test_waits.py"), stuck],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        text=True,
    )
    assert ran.returncode == 1 and told in ran.stdout + ran.stderr
    assert "test_waits.py" in ran.stdout + ran.stderr and "the next test" not in ran.stdout
