"""Cards: reading them, naming them, the deck, and chance, which is that of Java."""

import pickle
from copy import deepcopy

import pytest

from cardgames.model.cards import BACK, DECK, Rank, Suit, check_deck, parse_card, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove, InvalidCommand


def test_a_fresh_deck_runs_from_the_ace_of_clubs_to_the_king_of_spades() -> None:
    assert " ".join(map(str, DECK[:13])) == "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"
    assert [str(card) for card in DECK[::13]] == ["AC", "AD", "AH", "AS"]
    assert len(set(DECK)) == 52


def test_a_card_is_read_in_many_forms() -> None:
    for text in ("10d", "TD", "td", "10♦", "T♦", "ten of diamonds", "Ten  OF Diamonds", "10♢"):
        assert str(parse_card(text)) == "10D"
    for card in DECK:
        names = (str(card), card.name, card.rank.label + card.suit.symbol)
        assert [parse_card(name) for name in names] == [card] * 3
    assert [str(card) for card in pile("4S KH ten of diamonds ac")] == ["4S", "KH", "10D", "AC"]


@pytest.mark.parametrize(
    "text", ["", "D", "10", "11D", "0D", "10X", "10DD", "one of diamonds", "♦"]
)
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidCommand, match="is not a card") as error:
        parse_card(text)
    assert repr(text) in str(error.value)


def test_a_card_that_breaks_off_is_named_as_it_stands() -> None:
    with pytest.raises(InvalidCommand, match="^'ten of' is not a card"):
        pile("4S ten of")


def test_ranks_wrap_from_king_to_ace_and_two_suits_are_red() -> None:
    assert Rank.ACE.above(Rank.KING) == 1
    assert Rank.KING.above(Rank.ACE) == 12
    assert Rank.NINE.above(Rank.NINE) == 0
    assert [suit for suit in Suit if suit.red] == [Suit.DIAMONDS, Suit.HEARTS]


def test_a_card_back_has_nothing_to_look_at() -> None:
    assert str(BACK) == "###"
    for name in ("rank", "suit", "red"):
        with pytest.raises(IllegalMove, match="this card is hidden"):
            getattr(BACK, name)


def test_a_copied_card_is_the_card() -> None:
    for card in (*DECK, BACK):
        assert deepcopy(card) is pickle.loads(pickle.dumps(card)) is card


def test_a_deck_with_a_card_twice_or_missing_is_refused() -> None:
    check_deck(DECK)
    with pytest.raises(InvalidCommand, match="AC is in the deck twice"):
        check_deck((*DECK, DECK[0]))
    with pytest.raises(InvalidCommand, match="lacks 2 of its 52 cards: QS, KS"):
        check_deck(DECK[:-2])
    with pytest.raises(InvalidCommand, match="lacks 52 .* AC, 2C, 3C, 4C, 5C, ..."):
        check_deck(())


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
