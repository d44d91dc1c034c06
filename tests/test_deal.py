"""Chance: java.util.Random and java.util.Collections.shuffle, number by number."""

import pytest

from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck


def test_numbers_below_a_bound_are_those_of_java() -> None:
    """new Random(42).nextInt(10), as many tutorials print it, and nextInt(16): its high bits."""
    random = Random(42)
    assert [random.below(10) for _ in range(10)] == [0, 3, 8, 4, 0, 5, 5, 8, 9, 3]
    random = Random(42)
    assert [random.below(16) for _ in range(4)] == [11, 0, 10, 0]


def test_every_seed_of_64_bits_deals_a_deck_by_its_lower_48() -> None:
    for seed in (0, -1, 2**48, 2**63 - 1, -(2**63)):
        assert sorted(map(str, shuffled_deck(Random(seed)))) == sorted(map(str, DECK))
    assert shuffled_deck(Random(7)) == shuffled_deck(Random(7 + 2**48))


def shuffled_by_definition(random: Random, size: int) -> list[int]:
    """Shuffle DECK as the documentation of java.util.Collections.shuffle describes."""
    items = list(range(size))
    for last in range(size - 1, 0, -1):
        drawn = random.below(last + 1)
        items[last], items[drawn] = items[drawn], items[last]
    return items


@pytest.mark.parametrize("size", [0, 1, 2, 3, 16, 33, 52, 104])
def test_a_shuffle_draws_below_each_size(size: int) -> None:
    for seed in range(-50, 50):
        one, other = Random(seed), Random(seed)
        items = list(range(size))
        one.shuffle(items)
        assert items == shuffled_by_definition(other, size)
        assert one.below(10**9) == other.below(10**9)


def test_a_shuffle_draws_again_where_java_does() -> None:
    """The first draw of this seed is 2**31 - 1, too high for a number below 52."""
    state_before = ((2**31 - 1 << 17) - 0xB) * pow(0x5DEECE66D, -1, 2**48) % 2**48
    seed = state_before ^ 0x5DEECE66D
    items = list(range(52))
    Random(seed).shuffle(items)
    assert items == shuffled_by_definition(Random(seed), 52)


def test_the_deal_of_seed_101001() -> None:
    """The Canfield program deals it so: reserve 8S, foundation 10D, tableau 3C 9S QD 4S."""
    deck = shuffled_deck(Random(101001))
    assert [str(card) for card in (deck[-1], *deck[-14:-19:-1])] == "8S 10D 3C 9S QD 4S".split()
