"""For all tests: let the garbage collector look as seldom as the program does."""

import gc
from collections.abc import Iterator

import pytest

from cardgames.games.canfield import fair

gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="module")
def brief_hints() -> Iterator[None]:
    """Have the hints of Canfield look less far ahead, where any hints will do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "LOOK_AHEAD", 500)
        patch.setattr(fair, "LAST_LOOK", 500)
        yield
