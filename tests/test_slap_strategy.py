"""The computers of Slap, their clock, and the fast way to play without slaps."""

from itertools import chain, combinations
from statistics import mean

import pytest

from cardgames.games.slap import beggar
from cardgames.games.slap.deck import signs_of
from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import SlapOptions
from cardgames.games.slap.rules import RULES, TENS
from cardgames.games.slap.sides import Side
from cardgames.games.slap.strategy import BOTH, PERCENT, Clock, Watchful
from cardgames.model.cards import Pile, pile
from cardgames.model.deal import Random, shuffled_deck, stream
from cardgames.model.game import Move, Setup
from cardgames.model.strategy import Result
from tests.test_slap import after, table


def clock(*computers: int, speed: str = "medium") -> Clock:
    return Clock(computers, speed, 1, 1)


class TestClock:
    def test_a_computer_plays_half_a_second_after_its_turn_has_come(self) -> None:
        game = after(table("2C 3C", "4D 5D"), "play")
        assert clock(2).next(game) == Move("play", (500,), 2)

    def test_also_if_that_is_later_than_the_last_card(self) -> None:
        game = after(table("2C 3C 4C", "4D", penalty="card"), "play, slap 2 280")
        assert clock(1).next(game) == Move("play", (780,), 1)

    def test_it_leaves_the_turn_of_a_person_alone(self) -> None:
        assert clock(2).next(table("2C 3C", "4D 5D")) is None

    def test_a_pile_that_is_won_is_collected_after_a_second(self) -> None:
        game = after(table("JC 3C", "4D 5D"), "play, play")
        for computers in ((), (1,), (2,), BOTH):
            assert clock(*computers).next(game) == Move("collect", (1000,), 1)

    def test_but_not_before_a_computer_has_slapped_it(self) -> None:
        game = after(table("2C QC 3C", "3D 5H 5S 6S"), "play, play, play, play, play")
        event = clock(2).next(game)
        assert event is not None and event.name == "slap"
        assert clock().next(game) == Move("collect", (1000,), 1), "people may be too slow"

    def test_it_never_plays_on_a_pile_that_can_be_slapped(self) -> None:
        game = after(table("2C 3C", "2D 5D"), "play, play")
        event = clock(1).next(game)
        assert event is not None and (event.name, event.seat) == ("slap", 1)
        waiting = game.sides[0]._replace(timeout=3)
        assert clock(1).next(Slap(game.options, (waiting, game.sides[1]), game.pile)) is None

    @pytest.mark.parametrize("speed", PERCENT)
    def test_how_fast_it_slaps(self, speed: str) -> None:
        """300 to 799 ms at medium speed, slow twice that, fast six tenths."""
        times = []
        for cards in range(2000):
            game = Slap(SlapOptions(), (Side(()), Side(())), pile("2C 2D"), (1, 2), cards=cards)
            event = clock(2, speed=speed).next(game)
            assert event is not None
            times.append(event.arguments[0])
        part = PERCENT[speed] / 100
        assert min(times) == int(300 * part) and max(times) == int(799 * part)
        assert mean(times) == pytest.approx(549.5 * part, rel=0.03)

    def test_two_computers_toss_for_the_slap(self) -> None:
        seats = []
        for cards in range(1000):
            game = Slap(SlapOptions(), (Side(()), Side(())), pile("2C 2D"), (1, 2), cards=cards)
            event = clock(1, 2).next(game)
            assert event is not None
            seats.append(event.seat)
        assert 440 < seats.count(1) < 560

    def test_undo_meets_the_same_answer(self) -> None:
        game = after(table("2C 3C", "2D 5D"), "play, play")
        assert clock(2).next(game) == clock(2).next(game)

    def test_streams_of_chance_are_unlike_each_other(self) -> None:
        drawn = [stream(1, 1, number).below(1000) for number in range(300)]
        assert len(set(drawn)) > 230
        assert drawn == [stream(1, 1, number).below(1000) for number in range(300)]


LOOP = "J-- / -J-"
"""The smallest deal of exercism's Camicia that never ends: 8 cards and 3 rounds to the loop."""


def played_by_model(deck: Pile, options: SlapOptions) -> Result:
    """Play a deal without slaps card by card, until a position comes back."""
    game, passed = Slap.deal(deck, options), set()
    while game.outcome() is None and game.key() not in passed:
        passed.add(game.key())
        game = game.apply(Move("collect" if game.pending else "play"))
    outcome = game.outcome()
    return Result(outcome and outcome.winner, game.score(), game.cards, game.extra())


def played_by_rounds(deck: Pile) -> tuple[int, int] | None:
    """The cards and rounds until the hands come back, counted by the fast player's plain twin."""
    signs = "".join(signs_of(tens=False)[card] for card in reversed(deck))
    hands = [signs[: len(signs) // 2], signs[len(signs) // 2 :]]
    passed: set[tuple[str, ...]] = set()
    leader = cards = 0
    while all(hands) and (str(leader), *hands) not in passed:
        passed.add((str(leader), *hands))
        played = beggar.play_round(hands[leader], hands[1 - leader], plays_on=True)
        if played.over:
            return None
        hands[leader] = hands[leader][played.mine :]
        hands[1 - leader] = hands[1 - leader][played.theirs :]
        leader = leader if played.won else 1 - leader
        hands[leader] += played.cards
        cards += played.mine + played.theirs
    return (cards, len(passed)) if all(hands) else None


def without_slaps(**options: object) -> SlapOptions:
    return SlapOptions(slaps="none", **options)  # type: ignore[arg-type]


class TestBeggar:
    @pytest.mark.parametrize("tens", [(), (TENS,)], ids=["", "tens"])
    @pytest.mark.parametrize("rule", ["plays-on", "loses"])
    def test_it_plays_as_the_model_does(self, rule: str, tens: tuple[str, ...]) -> None:
        """Whole decks and small ones, in which cards run out everywhere, a thousand each."""
        options = without_slaps(out_of_cards=rule, rules=tens)
        for seed in range(1000):
            deck = shuffled_deck(Random(seed))
            if seed > 50:
                deck = deck[: 2 + seed % 14]
            result = Watchful().result(Setup(Slap, options, seed, deck))
            assert result == played_by_model(deck, options), f"seed {seed}"

    def test_they_find_the_same_loops(self) -> None:
        """In all deals of twelve cards with up to four jacks, seventy of which never end."""
        options, loops = without_slaps(), 0
        for places in chain.from_iterable(combinations(range(12), jacks) for jacks in range(5)):
            signs = "".join("J" if place in places else "-" for place in range(12))
            deck = Slap.read_deck(signs)[::-1]
            result = Watchful().result(Setup(Slap, options, 1, deck))
            assert result == played_by_model(deck, options), signs
            if (loop := played_by_rounds(deck)) is not None:
                loops += 1
                assert (result.winner, result.length, result.extra[0]) == (None, *loop), signs
        assert loops == 70

    def test_a_game_that_never_ends_is_left_to_the_model(self) -> None:
        deck = Slap.read_deck(LOOP)[::-1]
        assert beggar.play_game("100", "010") is None
        result = Watchful().result(Setup(Slap, without_slaps(), 1, deck))
        assert result == Result(None, 4, 8, (3, 0))

    def test_the_simulation_plays_the_deal_of_the_seed(self) -> None:
        for seed in range(100):
            result = Watchful().result(Setup(Slap, without_slaps(), seed))
            assert result == played_by_model(shuffled_deck(Random(seed)), without_slaps())


class TestFigures:
    """Means of many games, far enough from each other to tell the rules apart."""

    def test_without_slaps(self) -> None:
        """257.9 cards and 35.26 rounds."""
        cards, rounds, _ = means(SlapOptions(slaps="none"), 5000)
        assert cards == pytest.approx(257.9, abs=9)
        assert rounds == pytest.approx(35.26, abs=1.3)

    def test_pairs(self) -> None:
        """About 356 cards and 18 slaps."""
        cards, _, slaps = means(SlapOptions(), 150)
        assert cards == pytest.approx(356, abs=60)
        assert slaps == pytest.approx(18, abs=3)

    def test_all_rules(self) -> None:
        """About 465 cards and 65 slaps."""
        _, _, slaps = means(SlapOptions(rules=(TENS, *RULES)), 60)
        assert slaps == pytest.approx(65, abs=16)


def means(options: SlapOptions, games: int) -> tuple[float, float, float]:
    results = [Watchful().result(Setup(Slap, options, seed)) for seed in range(games)]
    return (
        mean(result.length for result in results),
        mean(result.extra[0] for result in results),
        mean(result.extra[1] for result in results),
    )
