"""Run every test: python -m tests. Words after it go to pytest, as in `python -m tests -k undo`.

The tests are collected once. Then forks of this process share them: each takes the next file when
it is done with one, so that all end at about the same time, and sends its reports to this process.
"""

import faulthandler
import os
import sys
import traceback
from collections.abc import Iterator
from itertools import zip_longest
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cardgames.cli.settings import config_folder, state_folder
from tests.program import environment

FOLDER = Path(__file__).parent
WORKERS = 2 + (os.cpu_count() or 1)
"""The number of forks, some of which wait for terminals."""
TOGETHER = dict.fromkeys(("test_hidden", "test_looks", "test_tables"), "test_contract")
TOGETHER["test_weight"] = "test_layout"
"""The files that go with another: they play the same games, or parse the same modules."""
FIRST = (
    *("test_slap_terminal", "test_resume_terminal", "test_painter_terminal"),
    *("test_transcripts", "test_contract", "test_fuzz", "test_review", "test_fair"),
)
"""The files that take longest."""
MADE = ("__pycache__", "build")
"""Folders that Python's tools make, besides those whose names begin with a full stop."""
FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

Items = list[pytest.Item]


def jobs_of(items: Items) -> list[Items]:
    """Return the tests by files, the longest first.

    Those in terminals, which mostly wait, take turns with the others, which mostly compute.
    """
    files: dict[str, Items] = {}
    for item in items:
        name = item.path.stem
        files.setdefault(TOGETHER.get(name, name), []).append(item)
    names = sorted(files, key=[*FIRST, *files].index)
    kinds = [
        [name for name in names if name.endswith("terminal") is kind] for kind in (True, False)
    ]
    return [files[name] for turn in zip_longest(*kinds) for name in turn if name]


class Shared:
    """Lets forks of this process run the tests."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly:
            return None
        capture: Any = session.config.pluginmanager.getplugin("capturemanager")
        capture.stop_global_capturing()  # all forks would write to its file
        faulthandler.cancel_dump_traceback_later()  # forks would wait for its thread
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        jobs = jobs_of(session.items)
        todo, given = os.pipe()
        os.write(given, bytes(range(len(jobs))))
        os.close(given)
        workers: dict[Connection, int] = {}
        for _ in range(WORKERS):
            reports, sent = Pipe(duplex=False)
            if not (process := os.fork()):
                capture.start_global_capturing()
                work(session, jobs, todo, sent)
            sent.close()
            workers[reports] = process
        while workers:
            for reports in wait([*workers]):
                assert isinstance(reports, Connection)
                try:
                    pass_on(session, reports.recv())
                except EOFError:
                    _, status = os.waitpid(workers.pop(reports), 0)
                    if status:
                        session.shouldfail = "a process that ran tests has ended"
            if session.shouldfail:
                os.read(todo, len(jobs))  # so that nobody begins another file
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        return True


def work(session: pytest.Session, jobs: list[Items], todo: int, sent: Connection) -> NoReturn:
    """Be a fork: run jobs, whose numbers come from TODO, and send the reports."""

    class Sender:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            hook = session.config.hook
            sent.send(hook.pytest_report_to_serializable(config=session.config, report=report))

    def given() -> Iterator[pytest.Item]:
        while number := os.read(todo, 1):
            yield from jobs[number[0]]

    status = 1
    try:
        plugins = session.config.pluginmanager
        plugins.unregister(name="terminalreporter")
        plugins.register(Sender())
        items = given()
        item = next(items, None)
        while item is not None and not session.shouldfail:
            following = next(items, None)
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following
        if session.shouldfail:
            sent.send(session.shouldfail)
        status = 0
    except KeyboardInterrupt:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def pass_on(session: pytest.Session, told: Any) -> None:
    """Tell pytest of a report of a fork, or of its reason to stop."""
    if isinstance(told, str):
        session.shouldfail = told
        return
    hook = session.config.hook
    report = hook.pytest_report_from_serializable(config=session.config, data=told)
    hook.pytest_runtest_logreport(report=report)
    if report.when == "teardown":
        hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)


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
    if left := kept() - before:
        print("The tests have left files behind:", *sorted(left), sep="\n  ")
    return int(bool(left) or status not in FINE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
