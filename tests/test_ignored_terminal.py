"""The tests pass where signals are ignored when they begin, as with `nohup make check &`."""

import subprocess
import sys

from tests import test_signals_terminal
from tests.program import ROOT

CLOSED = test_signals_terminal.test_a_closed_terminal_leaves_all_that_was_played


def test_programs_that_tests_start_end_by_signals_that_the_tests_ignore() -> None:
    result = subprocess.run(
        ["bash", "-c", "trap '' INT HUP QUIT; exec \"$0\" -m pytest -p no:cacheprovider \"$1\"",
         sys.executable, f"{test_signals_terminal.__file__}::{CLOSED.__name__}"],
        capture_output=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout.decode(errors="replace")
