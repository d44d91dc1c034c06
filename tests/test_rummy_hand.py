"""The tables of melds in Rummy against the rules, and hands played as they were recorded."""

from hashlib import sha256
from typing import Any

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import (
    ACES,
    fits,
    bits,
    is_run,
    melds_in,
    tables,
    worth,
)
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import DECK, Pile, pile
from cardgames.model.deal import Random, shuffled_deck


def some_hands(count: int) -> list[Pile]:
    """Hands of seven to eleven cards, of few ranks or suits so that they have melds."""
    random = Random(7)
    hands = []
    for number in range(count):
        part = DECK[:20] if number % 3 == 0 else DECK if number % 3 == 1 else DECK[::3] + DECK[5::7]
        cards = list(dict.fromkeys(part))
        random.shuffle(cards)
        hands.append(tuple(cards[: 7 + number % 5]))
    return hands


@pytest.mark.parametrize("ace", ACES)
class TestTables:
    def test_the_melds_of_a_hand_are_those_of_the_rules(self, ace: str) -> None:
        for hand in some_hands(60):
            expected = sorted(bits(meld) for meld in melds_in(hand, ace))
            assert sorted(tables(ace).melds(bits(hand))) == expected

    def test_a_split_leaves_as_little_as_that_of_the_rules(self, ace: str) -> None:
        for hand in some_hands(60):
            split = tables(ace).split(bits(hand))
            assert sum(split.melds) == split.cards

    def test_what_fits_a_run_lies_beside_its_cards(self, ace: str) -> None:
        for run in melds_in(DECK, ace):
            if is_run(run):
                beside = 0
                for card in run:
                    beside |= tables(ace).beside[DECK.index(card)]
                assert beside & ~bits(run) == bits(card for card in DECK if fits(card, run, ace))

    def test_what_completes_a_meld_is_waited_for(self, ace: str) -> None:
        for hand in some_hands(3):
            for card in hand:
                waits = {
                    third
                    for other in hand
                    for third in set(DECK) - set(hand)
                    if melds_in((card, other, third), ace)
                }
                outs, _ = tables(ace).outs(DECK.index(card), bits(hand), ~bits(hand))
                assert outs == len(waits)
                company = tables(ace).company(bits(hand)) >> DECK.index(card) & 1
                assert bool(waits) <= bool(company)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "melds_per_turn": "one", "ace": "high"},
    {"players": 4, "go_out": "discard", "ace": "round", "restock": "block"},
    {"players": 6, "lay_off": "after-meld", "dead_after": 1},
    {"players": 2, "go_out": "discard", "lay_off": "after-meld", "melds_per_turn": "one"},
]


RECORDED = (
    *("cdd8ed7e92a471ea", "dcc92045f9a219e7", "7930e521f484d49f", "92394f84f5647ef9"),
    "c536550f04217c04",
)
"""A digest of each walk by these OPTIONS, as version 1.9 made it."""


def state(game: Rummy) -> str:
    """All that is seen of a position, cards of a hand in any order, and what is legal."""
    hands = [sorted(map(str, hand)) for hand in (*game.hands, *game.held)]
    piles = [*map(str, game.stock), "/", *map(str, game.discards)]
    score = game.scores, game.dealer, game.turn, game.drawn, game.taken, game.winners
    return f"{hands} {piles} {game.melds} {score} {sorted(map(str, game.legal_moves()))}"


def walked(options: dict[str, Any]) -> str:
    """A digest of the positions of matches, in which half of the moves are those of computers."""
    digest, player = sha256(), STRATEGIES["medium"]()
    for seed in range(8):
        random = Random(seed * 977)
        game = Rummy.deal(shuffled_deck(random), RummyOptions(**options))
        while game.hand < 3 and game.outcome() is None:
            digest.update(state(game).encode())
            moves = sorted(game.legal_moves(), key=str)
            hint = player.choose(game, None) if random.below(2) else None
            move = hint.move if hint else moves[random.below(len(moves))]
            assert move is not None
            game = game.apply(move)
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("options, recorded", [*zip(OPTIONS, RECORDED)], ids=str)
def test_hands_go_as_they_were_recorded(options: dict[str, Any], recorded: str) -> None:
    assert walked(options) == recorded


def test_a_four_and_a_five_wait_for_two_cards() -> None:
    four, hand = DECK.index(pile("4H")[0]), bits(pile("5H KS"))
    assert tables("low").outs(four, hand, bits(pile("3H 6H 7H KH"))) == (2, 0)
    assert tables("low").outs(four, hand, bits(pile("6H 2H 3H 4C 4S KH"))) == (2, 2)
