"""Chance: java.util.Random and java.util.Collections.shuffle, number by number."""

import pytest

from cardgames.cards import DECK
from cardgames.deal import Random, shuffled_deck


def test_numbers_below_a_bound_are_those_of_java() -> None:
    """new Random(42).nextInt(10), ten times: a sequence that many Java tutorials print."""
    random = Random(42)
    assert [random.below(10) for _ in range(10)] == [0, 3, 8, 4, 0, 5, 5, 8, 9, 3]


def test_a_bound_that_is_a_power_of_two_takes_the_high_bits() -> None:
    """new Random(42).nextInt(16)."""
    random = Random(42)
    assert [random.below(16) for _ in range(4)] == [11, 0, 10, 0]


@pytest.mark.parametrize("seed", [0, -1, 2**48, 2**63 - 1, -(2**63)])
def test_every_seed_of_64_bits_deals_a_deck(seed: int) -> None:
    assert sorted(map(str, shuffled_deck(Random(seed)))) == sorted(map(str, DECK))


def test_only_48_bits_of_a_seed_count() -> None:
    assert shuffled_deck(Random(7)) == shuffled_deck(Random(7 + 2**48))


def test_a_copy_draws_the_same_numbers() -> None:
    random = Random(5)
    random.below(52)
    twin = random.copy()
    assert [random.below(52) for _ in range(9)] == [twin.below(52) for _ in range(9)]


def test_the_deal_of_seed_101001() -> None:
    """As the Canfield program deals it: reserve 8S, foundation 10D, tableau 3C 9S QD 4S."""
    deck = shuffled_deck(Random(101001))
    assert [str(card) for card in (deck[-1], *deck[-14:-19:-1])] == "8S 10D 3C 9S QD 4S".split()
