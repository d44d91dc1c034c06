"""Setup of all tests: a home of their own, the program's garbage collection, and usual signals.

A program that a test starts gets signals as in a terminal, even where the tests ignore some, as
with `nohup make check &`.
"""

import gc
import os
import signal
from collections.abc import Iterator

import pytest

from tests.seated import brief_computers

gc.set_threshold(50_000, 20, 100)
os.environ["TERM"] = "xterm"  # which readline asks for when it is loaded


def pytest_collection_finish() -> None:
    """Let the collector of garbage skip the tests themselves."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Let it skip everything at the exit, when all memory goes anyway."""
    gc.freeze()


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


@pytest.fixture(scope="module")
def brief_hints() -> Iterator[None]:
    """Let the slow computers think briefly: any answers will do."""
    with brief_computers():
        yield
