"""The judge of plans in Rummy: worlds that come true, and plans compared in the same worlds."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import Hand
from cardgames.games.rummy.judge import Judge, Tried, TurnPlan, grown_worlds
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.strategy import PLAYERS
from cardgames.model.cards import DECK
from cardgames.model.game import Setup
from tests.test_rummy_strategy import positions

ALL = (1 << 52) - 1
SOME = Rummy.deal(DECK, RummyOptions()).now


def foretold(hand: Hand, count: int) -> float:
    """The share of COUNT worlds in which the player to move wins by playing as hard does."""
    trial = Tried(TurnPlan("take" if PLAYERS["hard"].takes(hand) else "draw"), hand)
    Judge(hand).go_on([trial], count)
    return trial.chance


def before_turns(setup: Setup, *turns: int) -> Iterator[Hand]:
    game: Any = setup.dealt()
    hand: Hand = game.now
    while not hand.over:
        if hand.turns in turns:
            yield hand
        PLAYERS[setup.options.level_of(hand.turn + 1)].turn(hand)


def test_the_chances_of_two_equals_add_up_to_one() -> None:
    """In hands dealt at random the rival would look weak, and the sum would be 1.3."""
    options, total = RummyOptions(humans=0, level="hard"), 0.0
    for seed in range(6):
        total += sum(
            [foretold(hand, 24) for hand in before_turns(Setup(Rummy, options, seed), 6, 7)]
        )
    assert total / 6 == pytest.approx(1, abs=0.1)


def some_hands(every: int = 17) -> Iterator[tuple[Rummy, Hand]]:
    for seed in range(8):
        for game in positions(seed)[seed % 7 :: every]:
            yield game, game.seen_by(game.turn).now


def cards_of(world: Hand) -> list[int]:
    return [*world.hands, *(1 << card for card in world.stock), world.out]


def test_a_world_deals_each_card_once_and_keeps_what_is_known() -> None:
    for game, hand in some_hands():
        for world in islice(grown_worlds(hand), 3):
            assert sum(cards_of(world)) == ALL
            assert world.hands[hand.turn] == hand.own
            assert len(world.stock) == len(game.stock)
            assert [hand.bit_count() for hand in world.hands] == list(map(len, game.hands))
            assert all(held & hand == held for held, hand in zip(hand.held, world.hands))
            if game.now.order_known:
                assert world.stock == hand.stock


def test_a_taken_card_is_in_a_meld_if_its_player_holds_melds_back() -> None:
    """In a hand dealt at random it would be in one time in four."""
    melded = count = 0
    for seed in range(20):
        options = RummyOptions(humans=0, level="hard")
        for hand in before_turns(Setup(Rummy, options, seed), 5):
            taken = hand.held[1 - hand.turn]
            for world in islice(grown_worlds(hand), 8 if taken else 0):
                split = world.rules.melds.split(world.hands[1 - hand.turn])
                melded += (taken & split.cards).bit_count()
                count += taken.bit_count()
    assert count > 30 and melded / count > 0.6
