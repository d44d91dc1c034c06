"""Who slaps without looking loses, and who looks wins as often as without a penalty."""

import pytest

from tests.samples import sample
from tests.slap_blind import CELLS, PEOPLE, is_won

GAMES = sample(1, 50)
"""The number of games in each cell."""
SOME = sample(CELLS[::6], CELLS)


def wins(name: str, penalty: str) -> list[int]:
    return [sum(is_won(name, cell, seed, penalty) for seed in range(GAMES)) for cell in SOME]


@pytest.mark.parametrize("name", [name for name in PEOPLE if name != "honest"])
def test_slapping_blindly_loses(name: str) -> None:
    cells = wins(name, "strict")
    assert sum(cells) <= 0.15 * GAMES * len(SOME) and max(cells) <= 0.30 * GAMES, cells


def test_a_held_key_wins_little_without_a_penalty_either() -> None:
    assert max(wins("hold", "none")) <= 0.30 * GAMES


def test_who_looks_wins_as_before() -> None:
    strict, none = sum(wins("honest", "strict")), sum(wins("honest", "none"))
    assert strict >= 0.95 * none - sample(1, 0) and strict > 0.6 * GAMES * len(SOME)
