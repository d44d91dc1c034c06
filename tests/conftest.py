"""For all tests: let the garbage collector look as seldom as the program does."""

import gc
from collections.abc import Iterator

import pytest

from tests.seated import brief_computers

gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="module")
def brief_hints() -> Iterator[None]:
    """Have the hints of Canfield, and its solver, look less far, where any answers will do."""
    with brief_computers():
        yield
