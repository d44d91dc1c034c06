"""Run every test: python -m tests. Words after it go to pytest, as in `python -m tests -k undo`.

The tests are collected once. Then forks of this process share them: each takes the next file when
it is done with one, so that all end at about the same time.
"""

import faulthandler
import os
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from importlib.util import find_spec
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.settings import config_folder, state_folder
from tests.program import environment

FOLDER = Path(__file__).parent
WORKERS = 3 + (os.cpu_count() or 1)
"""The number of forks, some of which wait for terminals."""
TOGETHER = dict.fromkeys(
    ("test_hidden", "test_library", "test_looks", "test_tables"), "test_contract"
)
TOGETHER["test_weight"] = "test_layout"
"""The files that go with another: they play the same games, or parse the same modules."""
FIRST = ("test_slap_terminal", "test_resume_terminal", "test_transcripts")
FORKING = ("test_diary", "test_hand", "test_interrupted", "test_keys", "test_locks", "test_pipes")
"""The files that take longest, and those that fork besides the files of terminals.

They come first, as a process that has computed much takes longer to fork.
"""
MADE = ("__pycache__", "build")
"""Folders that Python's tools make, besides those whose names begin with a full stop."""
FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

Items = list[pytest.Item]


def jobs_of(items: Items) -> list[Items]:
    """Return the tests by files: the longest, those that fork, and the others."""
    files: dict[str, Items] = {}
    for item in items:
        name = item.path.stem
        files.setdefault(TOGETHER.get(name, name), []).append(item)
    forking = [name for name in files if name.endswith("_terminal") or name in FORKING]
    return [files[name] for name in dict.fromkeys([*FIRST, *forking, *files]) if name in files]


JOBS: list[Items] = []
"""What the forks run; each takes the number of one."""


class Shared:
    """Lets forks of this process run the tests."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly:
            return None
        config, hook = session.config, session.config.hook
        plugins: Any = config.pluginmanager
        plugins.getplugin("capturemanager").stop_global_capturing()  # all would write to its file
        faulthandler.cancel_dump_traceback_later()  # forks would wait for its thread
        config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        JOBS[:] = jobs_of(session.items)
        pool = ProcessPoolExecutor(WORKERS, get_context("fork"), begin, (plugins,))
        try:
            for done in as_completed([pool.submit(run, number) for number in range(len(JOBS))]):
                for data in done.result():
                    report = hook.pytest_report_from_serializable(config=config, data=data)
                    hook.pytest_runtest_logreport(report=report)
                    if report.when == "call":
                        hook.pytest_runtest_logfinish(
                            nodeid=report.nodeid, location=report.location
                        )
                if session.shouldfail:
                    break
        except BrokenExecutor:
            session.shouldfail = "a process that ran tests has ended"
        finally:
            pool.shutdown(cancel_futures=True)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        return True


def begin(plugins: Any) -> None:
    """Let a fork capture output by itself, and tell nothing at the terminal."""
    plugins.unregister(name="terminalreporter")
    plugins.getplugin("capturemanager").start_global_capturing()


def run(number: int) -> list[Any]:
    """Run the tests of a job in a fork; return the reports that say something.

    A set-up or an end without fault says nothing; to send two thirds of all would take a second.
    """
    items, reports = JOBS[number], list[Any]()
    session, config = items[0].session, items[0].config

    class Recorder:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.when == "call" or not report.passed:
                data = config.hook.pytest_report_to_serializable(config=config, report=report)
                reports.append(data)

    config.pluginmanager.register(recorder := Recorder())
    try:
        for item, following in zip_longest(items, items[1:]):
            if not session.shouldfail:
                config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    except KeyboardInterrupt:
        os._exit(1)  # which ends the other forks, too
    config.pluginmanager.unregister(recorder)
    return reports


def kept() -> set[Path]:
    """The files of the project, and the tester's own settings, results and games."""
    found = set()
    for top in (str(FOLDER.parent), state_folder(), config_folder()):
        for folder, inner, names in os.walk(top):
            inner[:] = [name for name in inner if name[0] != "." and name not in MADE]
            found |= {Path(folder, name) for name in names}
    return found


def main(words: list[str]) -> int:
    """Run all tests; they must leave no file behind outside of their temporary folders."""
    before, environ = kept(), environment()
    os.environ.clear()
    os.environ.update(environ)
    sys.dont_write_bytecode = False  # else each run would compile the tests again
    os.chdir(FOLDER.parent)
    status = pytest.main(["-p", "no:cacheprovider", *words], [Shared()])
    if not words and find_spec("mypy") is None:
        print("The types were not checked: mypy is missing. To have it: pip install mypy")
    if left := kept() - before:
        print("The tests have left files behind:", *sorted(left), sep="\n  ")
    return int(bool(left) or status not in FINE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
