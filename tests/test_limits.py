"""No test waits for ever: one that takes too long ends the run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import ROOT, environment
from tests.samples import sample

RUN = """
import sys, pytest
from tests import conftest
conftest.LIMIT = 1
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "tests.conftest", sys.argv[1]]))
"""
CATCHES = """
def test_catches():
    while True:
        try:
            __import__("time").sleep(9)
        except BaseException:
            pass
"""


@pytest.mark.parametrize("text", [CATCHES, *sample([], ["__import__('time').sleep(60)"])])
def test_a_test_that_waits_for_ever_ends_the_run(tmp_path: Path, text: str) -> None:
    (tmp_path / "test_waits.py").write_text(text)
    command = [sys.executable, "-c", RUN, str(tmp_path / "test_waits.py")]
    ran = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment(), text=True)
    assert ran.returncode == 1
    assert "Timeout (0:00:01" in ran.stderr and "test_waits.py" in ran.stderr
