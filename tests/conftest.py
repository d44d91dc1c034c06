"""For all tests: a home of their own, and a garbage collector that looks as seldom as usual."""

import gc
from collections.abc import Iterator

import pytest

from tests.seated import brief_computers

gc.set_threshold(50_000, 20, 100)


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
