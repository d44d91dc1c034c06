"""For all tests: a home of their own, a garbage collector that looks seldom, and usual signals.

A program that a test starts gets its signals as in a terminal, even where the tests themselves
ignore some, as with `nohup make check &`.
"""

import gc
import signal
from collections.abc import Iterator

import pytest

from tests.seated import brief_computers

gc.set_threshold(50_000, 20, 100)

for _name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        # What is ignored stays so in programs that are started; what is caught does not. So the
        # tests go on in spite of the signal, and those programs end by it. Ctrl-C is for tests of
        # what it does in this process.
        _interrupts = _number == signal.SIGINT
        signal.signal(_number, signal.default_int_handler if _interrupts else lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the program, in this process and in others, keep its files in a temporary folder."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
            patch.setenv(variable, str(folder))
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        yield


@pytest.fixture(scope="module")
def brief_hints() -> Iterator[None]:
    """Have the computers that think for long look less far: any answers will do."""
    with brief_computers():
        yield
