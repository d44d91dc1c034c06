"""Cards: reading them, naming them, and the deck."""

import pickle
from copy import deepcopy

import pytest

from cardgames.model.cards import BACK, DECK, Rank, Suit, check_deck, parse_card, pile
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
