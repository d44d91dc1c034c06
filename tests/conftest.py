"""For all tests: let the garbage collector look as seldom as the program does."""

import gc
from collections.abc import Iterator

import pytest

from cardgames.games.canfield import fair
from cardgames.games.canfield.solver import SolverStrategy

gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="module")
def brief_hints() -> Iterator[None]:
    """Have the hints of Canfield, and its solver, look less far, where any answers will do."""
    solve = SolverStrategy.solve
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "LOOK_AHEAD", 100)
        patch.setattr(fair, "LAST_LOOK", 200)
        patch.setattr(SolverStrategy, "solve", lambda self, game, *_: solve(self, game, 200))
        yield
