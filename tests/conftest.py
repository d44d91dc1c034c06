"""Setup of all tests: a home of their own, limited time, garbage collection, and usual signals.

A program that a test starts gets signals as in a terminal, even where the tests ignore some, as
with `nohup make check &`.
"""

import faulthandler
import gc
import os
import signal
from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest

from tests.program import ENVIRONMENT
from tests.samples import ALL, sample
from tests.seated import brief_computers

LIMIT = sample(90, 3600)
"""The seconds after which a test ends its process, with a traceback; a terminal waits for 60."""

watched = 0, 0
"""The process that was watched last, and the twentieth of LIMIT in which it was."""

gc.set_threshold(400_000, 20, 100)
os.environ.update(ENVIRONMENT)


def pytest_configure() -> None:
    """Limit the collection of the tests as well."""
    global errors
    errors = os.dup(2)  # before pytest puts a file in its place
    watch()


def watch() -> None:
    """Let LIMIT seconds begin anew, once in a while: each time starts a thread, also in a fork."""
    global watched
    now = os.getpid(), int(monotonic() / LIMIT * 20)
    if now == watched:
        return
    watched = now
    faulthandler.dump_traceback_later(LIMIT, exit=True, file=errors)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol() -> None:
    watch()


def pytest_collection_modifyitems(config: pytest.Config, items: list[Any]) -> None:
    if ALL or config.option.keyword:
        return
    from tests.shelf import is_left_out

    left: list[bool] = [
        hasattr(item, "callspec") and is_left_out(item.path.stem, item.callspec.params.values())
        for item in items
    ]
    config.hook.pytest_deselected(items=[item for item, out in zip(items, left) if out])
    items[:] = [item for item, out in zip(items, left) if not out]


def pytest_collection_finish() -> None:
    """Let the collector of garbage skip the tests themselves."""
    gc.freeze()


def pytest_unconfigure() -> None:
    faulthandler.cancel_dump_traceback_later()


for _name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        # Programs that are started inherit ignored signals, but not caught ones. So the signal
        # ends those programs and not the tests. Ctrl-C raises, for tests of it in this process.
        _interrupts = _number == signal.SIGINT
        signal.signal(_number, signal.default_int_handler if _interrupts else lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the program, in this process and in others, a temporary home."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
            patch.setenv(variable, str(folder))
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        yield


@pytest.fixture
def opened() -> Iterator[list[Any]]:
    """The terminals that a test opens; they are closed after it."""
    terminals: list[Any] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


@pytest.fixture(scope="module")
def brief_hints() -> Iterator[None]:
    """Let the slow computers think briefly: any answers will do."""
    with brief_computers():
        yield
