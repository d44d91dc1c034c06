"""The judge of plans in Rummy: worlds that come true, and plans compared in the same worlds."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NOBODY, Hand, Play
from cardgames.games.rummy.judge import (
    End,
    Judge,
    Plan,
    Tried,
    grown_worlds,
    move_of,
    plan_made,
    plans,
)
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.strategy import PLAYERS, STRATEGIES
from cardgames.model.cards import DECK, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move, Setup
from tests.test_rummy import with_hand
from tests.test_rummy_strategy import permuted, positions

ALL = (1 << 52) - 1
SOME = Rummy.deal(DECK, RummyOptions()).now


def judge_of(game: Rummy) -> Judge:
    """A judge of the plans of the player to move in GAME, who sees no hidden card."""
    return Judge(game.seen_by(game.player()).now)


def plan_of_hard(hand: Hand) -> Plan:
    """The plan that hard follows, once a card has been drawn."""
    down, hand = list[int](), hand.copy()
    while not hand.over:
        play = PLAYERS["hard"].play(hand)
        if not play.down:
            return Plan("", tuple(down), play.cards.bit_length() - 1)
        down.append(play.cards)
        hand.lay_down(play.cards)
    return Plan("", tuple(down))


def foretold(hand: Hand, count: int) -> float:
    """The share of COUNT worlds in which the player to move wins by playing as hard does."""
    trial = Tried(Plan("take" if PLAYERS["hard"].takes(hand) else "draw"), hand)
    Judge(hand).go_on([trial], count)
    return trial.chance


def before_turns(setup: Setup, *turns: int) -> Iterator[Hand]:
    """The first hand of SETUP before each of these TURNS; then it goes on."""
    game: Any = setup.dealt()
    hand: Hand = game.now
    while not hand.over:
        if hand.turns in turns:
            yield hand
        PLAYERS[setup.options.level_of(hand.turn + 1)].turn(hand)


def test_the_chances_of_two_equals_add_up_to_one() -> None:
    """In hands dealt at random the rival would look weak, and the sum would be 1.3."""
    options, total = RummyOptions(humans=0, level="hard"), 0.0
    for seed in range(12):
        total += sum([foretold(hand, 24) for hand in before_turns(Setup(Rummy, options, seed), 6, 7)])
    assert total / 12 == pytest.approx(1, abs=0.1)


def some_hands(every: int = 17) -> Iterator[tuple[Rummy, Hand]]:
    """Positions under random options, and what the player to move sees."""
    for seed in range(8):
        for game in positions(seed)[seed % 7 :: every]:
            yield game, game.seen_by(game.turn).now


def cards_of(world: Hand) -> list[int]:
    """The cards of a world: hands, stock, and what is on the table and among the discards."""
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
    for seed in range(40):
        options = RummyOptions(humans=0, level="hard")
        for hand in before_turns(Setup(Rummy, options, seed), 5):
            taken = hand.held[1 - hand.turn]
            for world in islice(grown_worlds(hand), 8 if taken else 0):
                split = world.rules.tables.split(world.hands[1 - hand.turn])
                melded += (taken & split.cards).bit_count()
                count += taken.bit_count()
    assert count > 50 and melded / count > 0.6


def judged(game: Rummy) -> list[tuple[Plan, list[End]]]:
    """The plans in a position, with their ends in four worlds."""
    hand, judge = game.seen_by(game.turn).now, judge_of(game)
    trials = [Tried(plan, hand) for plan in plans(hand, 2)]
    judge.go_on(trials, 4)
    return [(trial.plan, trial.ends) for trial in trials]


def test_what_cannot_be_seen_changes_no_judgement() -> None:
    random = Random(5)
    for game, _ in some_hands(53):
        assert judged(permuted(game, random)) == judged(game)


def test_each_plan_can_be_made_and_is_read_from_its_moves() -> None:
    made = 0
    for game, hand in some_hands():
        for plan in plans(hand):
            if plan.card == NOBODY:
                continue
            after, moves = game, list[Move]()
            for cards in (*plan.down, 1 << plan.card):
                moves.append(move_of(Play(cards, len(moves) < len(plan.down)), after))
                after = after.apply(moves[-1])
            assert plan_made(moves) == plan
            made += 1
    assert made > 100


def test_the_plan_of_hard_is_what_hard_does() -> None:
    for game, hand in some_hands():
        if game.drawn and len(game.hands) == 2:
            move = STRATEGIES["hard"]().choose(game, None).move
            plan = plan_of_hard(hand)
            first = plan.down[0] if plan.down else 1 << plan.card
            assert move == move_of(Play(first, bool(plan.down)), game)


class TestGap:
    def test_points_are_compared_world_by_world(self) -> None:
        one, other = (Tried(Plan(draws), SOME) for draws in ("", "take"))
        one.ends = [End(True, points) for points in (30.0, 10.0, 20.0)]
        other.ends = [End(False, points) for points in (20.0, 10.0, 20.0, 90.0)]
        gap = one.better_than(other)
        assert (gap.points, gap.error) == (pytest.approx(10 / 3), pytest.approx(10 / 3))
        assert (gap.chance, gap.chance_error) == (1, 0)
        assert not gap.is_clear
        assert one.better_than(other, since=1).points == 0

    def test_a_plan_that_is_better_in_nearly_all_worlds_is_better(self) -> None:
        one, other = (Tried(Plan(draws), SOME) for draws in ("", "take"))
        one.ends = [End(True, 10.0 + number % 3) for number in range(20)]
        other.ends = [End(True, 5.0)] * 20
        assert one.better_than(other).is_clear and not other.better_than(one).is_likely


def test_further_worlds_leave_the_first_ones_as_they_were() -> None:
    _, hand = next(some_hands())
    judge, one, other = Judge(hand), Tried(Plan("draw"), hand), Tried(Plan("draw"), hand)
    judge.go_on([one], 3)
    judge.go_on([one, other], 9)
    assert one.ends == other.ends and len(one.ends) == 9


def test_going_out_wins_in_every_world() -> None:
    game = Rummy.deal(shuffled_deck(Random(1)), RummyOptions())
    hands = (pile("4H 5H 6H KD"), pile("AS 2C 9D JC 3D 8S 10C 7C 5D KC"))
    game = with_hand(game, turn=1, hands=hands, drawn=True, discards=pile("3H"))
    made = [Move("meld", pile("4H 5H 6H")), Move("discard", pile("KD"))]
    out = Tried(plan_made(made), game.now)
    judge_of(game).go_on([out], 20)
    assert out.chance == 1 and out.points > 40
