"""Who slaps without looking loses, and who looks wins as often as without a penalty."""

import pytest

from tests.samples import sample
from tests.slap_blind import CELLS, PEOPLE, is_won

GAMES = sample(2, 50)
"""The number of games in each cell."""


@pytest.mark.parametrize("name", [name for name in PEOPLE if name != "honest"])
def test_slapping_blindly_loses(name: str) -> None:
    cells = [sum(is_won(name, cell, seed, "strict") for seed in range(GAMES)) for cell in CELLS]
    assert sum(cells) <= sample(0.25, 0.15) * GAMES * len(CELLS), cells
    assert max(cells) <= sample(1.0, 0.30) * GAMES, cells


def test_a_held_key_wins_nothing_without_a_penalty_either() -> None:
    assert not any(is_won("hold", cell, seed, "none") for cell in CELLS for seed in range(GAMES))


def test_who_looks_wins_as_before() -> None:
    strict, none = (
        [is_won("honest", cell, seed, penalty) for cell in CELLS for seed in range(GAMES)]
        for penalty in ("strict", "none")
    )
    assert sum(strict) >= sum(none) * 0.95 and sum(strict) > 0.8 * len(strict)
