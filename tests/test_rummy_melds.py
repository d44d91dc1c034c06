"""The melds of Rummy: what is one, and how hands are best split, against trying everything."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from cardgames.games.rummy.melds import ACES, bits, meld_rules
from cardgames.model.cards import DECK, Card, Pile, Rank, Suit, pile
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from tests.samples import sample

every_ace = pytest.mark.parametrize("ace", ACES)


def fault(cards: str, ace: str = "low") -> str:
    with pytest.raises(IllegalMove) as error:
        meld_rules(ace).as_meld(pile(cards))
    return str(error.value)


def is_meld(cards: Pile, ace: str) -> bool:
    if len(cards) < 3:
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    if len({card.suit for card in cards}) > 1:
        return False
    ranks = {int(card.rank) for card in cards}
    last = {"low": 13, "high": 14, "round": 25}[ace]
    return any(
        ranks == {(first + step - 1) % 13 + 1 for step in range(len(ranks))}
        for first in range(1, 14)
        if first + len(ranks) - 1 <= last
    )


def splits(cards: Pile, melds: list[Pile]) -> Iterator[Pile]:
    yield cards
    for number, meld in enumerate(melds):
        rest = tuple(card for card in cards if card not in meld)
        others = [other for other in melds[number + 1 :] if not set(other) & set(meld)]
        yield from splits(rest, others)


def hands(count: int, size: int, seed: int = 1, among: Pile = DECK) -> Iterator[Pile]:
    random = Random(seed)
    for _ in range(count):
        cards = list(among)
        random.shuffle(cards)
        yield tuple(cards[:size])


def rest(hand: Pile, ace: str) -> Pile:
    melded = sum(meld_rules(ace).best_split(hand), ())
    return tuple(card for card in hand if card not in melded)


def worth(cards: Pile, ace: str) -> int:
    return meld_rules(ace).points(bits(cards))


@every_ace
@pytest.mark.parametrize("cards", ["4H 5H 6H", "AS 2S 3S", "JD QD KD", "7C 7D 7H", "7C 7D 7H 7S"])
def test_runs_of_one_suit_and_groups_of_one_rank_are_melds(cards: str, ace: str) -> None:
    assert meld_rules(ace).as_meld(pile(cards)[::-1]) == pile(cards)


@pytest.mark.parametrize(("cards", "aces"), [
    ("QH KH AH", "high round"), ("KH AH 2H", "round"), ("10H JH QH KH AH", "high round"),
])  # fmt: skip
def test_an_ace_may_be_high_or_go_round(cards: str, aces: str) -> None:
    for ace in ACES:
        found = map(frozenset, meld_rules(ace).melds_in(pile(cards)))
        assert (frozenset(pile(cards)) in found) == (ace in aces.split())
    for ace in aces.split():
        assert meld_rules(ace).as_meld(sorted(pile(cards), key=str)) == pile(cards)


FEW, SUIT = "a meld is three or more, a run or a group of one rank", "a run is of one suit"
MIXED = f"a five, a six and a seven, all of different suits: {SUIT}, a group of one rank"


class TestWhyNot:
    @pytest.mark.parametrize(("cards", "why"), [
        ("4H 5H", f"4H and 5H are two cards: {FEW}"), ("4H", f"4H is one card: {FEW}"),
        ("4H 5H 4H", "4H is named twice"), ("5C 6D 7H", MIXED),
        # a gap, or another suit, in a run
        ("8H 5H 6H", "8H does not follow 6H in a run: 7H would"),
        ("4H 5H 6S", f"6S is no heart: {SUIT}"), ("5H 6H 6S 7H", f"6S is no heart: {SUIT}"),
        ("3C 4D 5S 6S 7S", f"3C and 4D are no spades: {SUIT}"),
        # another rank in a group
        *((cards, f"{what}: a group is of one rank") for cards, what in (
            ("9D 9H 7D", "two nines and a seven"), ("5C 6D 5H", "two fives and a six"),
            ("8D 9D 9H 9S", "three nines and an eight"), ("6C 6D AH AS", "two aces and two sixes"),
        )),
        ("AH QH KH", "the ace is low: AH does not follow KH"),
    ])  # fmt: skip
    def test_it_is_said(self, cards: str, why: str) -> None:
        assert fault(cards) == why

    def test_where_the_ace_is_high(self) -> None:
        assert fault("KH AH JH", "high") == "KH does not follow JH in a run: QH would"
        assert fault("KH AH 2H", "high") == "a run does not go from KH through AH to 2H"

    @every_ace
    def test_a_reason_is_found_for_whatever_is_no_meld(self, ace: str) -> None:
        for size in range(1, 14):
            for cards in [*hands(9, size), *hands(9, size, among=DECK[:13])]:
                if not is_meld(cards, ace):
                    assert "\n" not in fault(" ".join(map(str, cards)), ace)


class TestLayingOff:
    @every_ace
    def test_a_card_fits_where_it_makes_a_longer_meld(self, ace: str) -> None:
        for meld in meld_rules(ace).melds.values():
            for other in DECK:
                longer = other not in meld and is_meld((*meld, other), ace)
                assert meld_rules(ace).homes(other, [meld]) == [1] * longer

    def test_a_run_grows_to_five_cards_and_more_in_any_order(self) -> None:
        grown = meld_rules("low").laid_off(pile("9H 3H 8H"), [pile("4H 5H 6H 7H")])
        assert grown == [pile("3H 4H 5H 6H 7H 8H 9H")]

    def test_the_fourth_card_of_a_group_keeps_its_order(self) -> None:
        assert meld_rules("low").laid_off(pile("7D"), [pile("7C 7H 7S")]) == [pile("7C 7D 7H 7S")]


class TestSplitting:
    def test_an_ace_counts_15_where_it_may_be_high(self) -> None:
        assert [worth(pile("AS"), ace) for ace in ACES] == [1, 15, 15]
        assert worth(pile("AS 2S 10S JS QS KS"), "low") == 43
        assert rest(pile("AH 2H 3H AC AD"), "low") == pile("AC AD")
        assert rest(pile("AH 2H 3H AC AD"), "high") == pile("2H 3H")

    def test_what_is_equal_comes_in_an_order_that_stays(self) -> None:
        """Computers take the first of equal splits, and draw lots for pairs by their order."""
        found = meld_rules("low").best_split(pile("10C JC QC KC KD KH KS"))
        assert found == [pile("10C JC QC KC"), pile("KD KH KS")]
        others = meld_rules("low").pairs[DECK.index(pile("7C")[0])]
        assert [DECK[other] for other in others] == [*pile("8C 9C 6C 5C 7H 7S 7D")]

    @every_ace
    @pytest.mark.parametrize("among", [DECK, [c for c in DECK if c.rank in (1, 2, 3, 12, 13)]])
    def test_nothing_is_better_than_the_best_split(self, ace: str, among: list[Card]) -> None:
        for hand in hands(sample(60, 300), 11, among=tuple(among)):
            parts = [[card for card in hand if card.rank is rank] for rank in Rank]
            parts += [[card for card in hand if card.suit is suit] for suit in Suit]
            found = (combinations(part, size) for part in parts for size in (3, 4, 5, 6, 7))
            melds = [meld for some in found for meld in some if is_meld(meld, ace)]
            assert set(map(frozenset, meld_rules(ace).melds_in(hand))) >= set(map(frozenset, melds))
            assert worth(rest(hand, ace), ace) == min(
                worth(left, ace) for left in splits(hand, melds)
            )
            split = meld_rules(ace).best_split(hand)
            assert all(is_meld(meld, ace) and set(meld) <= set(hand) for meld in split)
            assert len(rest(hand, ace)) + sum(map(len, split)) == len(hand)
