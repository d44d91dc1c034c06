"""The computers of Slap, their clock, and the fast way to play without slaps."""

from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Any

import pytest

from cardgames.games.slap.game import Side, Slap
from cardgames.games.slap.options import RULES, TENS, SlapOptions
from cardgames.games.slap.strategy import SEEN_IN_ORDER, Reflex, Watchful, next_event, reflex
from cardgames.model.cards import pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Move, Setup
from cardgames.model.strategy import Strategy
from tests.program import run_here
from tests.samples import sample
from tests.test_slap import after, table


def clock(game: Slap, *computers: int) -> Move | None:
    return next_event(game, computers, 1, 1)


def pair(cards: int, **options: object) -> Slap:
    chosen = SlapOptions(**options)  # type: ignore[arg-type]
    hand = Side(pile("3C 4C"))
    return Slap(chosen, (hand, hand), pile("2C 2D"), (1, 2), cards=cards)


def slap_of(computers: tuple[int, ...], game: Slap) -> Move:
    event = clock(game, *computers)
    assert event is not None and event.name == "slap"
    return event


@pytest.mark.parametrize(("first", "second", "moves", "move", "why"), [
    ("2C 3C", "2D", "play, slap, play", "play", "it cannot be slapped by you"),
    ("2C", "2D", "play, slap, play", "slap 2", "the rule 'pair' allows it"),
])  # fmt: skip
def test_what_a_hint_says_in_time_out(
    first: str, second: str, moves: str, move: str, why: str
) -> None:
    advice = next(Watchful().advise(after(table(first, second, penalty="timeout"), moves)))
    assert (str(advice.move), advice.why) == (move, why)


# After five cards the first player has won a pile with a pair on top.
WON_PAIR = ("2C QC 3C", "3D 5H 5S 6S")
FIVE = ", ".join(["play"] * 5)


def test_a_computer_slaps_before_it_plays_or_a_pile_is_collected() -> None:
    slap_of((2,), after(table(*WON_PAIR), FIVE))
    game = after(table("2C 3C", "2D 5D"), "play, play")
    assert slap_of((1,), game).seat == 1
    assert slap_of((2,), game) == slap_of((2,), game), "undo meets the same answer"
    waiting = game.sides[0]._replace(timeout=3)
    assert clock(Slap(game.options, (waiting, game.sides[1]), game.pile), 1) is None


@pytest.mark.parametrize(("interval", "at"), [(0, 500), (300, 500), (1000, 1000)])
def test_a_computer_keeps_its_distance_in_time(interval: int, at: int) -> None:
    game = after(table("2C 3C", "4D 5D", interval=interval), "play")
    assert clock(game, 2) == Move("play", (at,), 2)
    timed = SlapOptions(interval=interval, grace=1000, rival="human", penalty="card")
    assert Watchful().result(Setup(Slap, timed, 3)).length > 52, "it makes no move that is refused"


def test_how_fast_it_slaps() -> None:
    """300 to 799 ms at medium speed, slow twice that, fast six tenths."""
    times = [slap_of((2,), pair(n)).arguments[0] for n in range(1000, 3000)]
    assert (min(times), max(times)) == (300, 799)
    assert mean(times) == pytest.approx(549.5, rel=0.03)
    for speed, percent in {"slow": 200, "medium": 100, "fast": 60}.items():
        found = [slap_of((2,), pair(n, speed=speed)).arguments[0] for n in range(1000, 1020)]
        assert found == [ms * percent // 100 for ms in times[:20]]


@pytest.mark.parametrize("tens", [(), (TENS,)], ids=["", "tens"])
@pytest.mark.parametrize("rule", ["plays-on", "loses"])
def test_games_without_slaps_go_as_by_the_model(rule: str, tens: tuple[str, ...]) -> None:
    """Some decks are small, so that cards run out at every point of a round."""
    options = SlapOptions(slaps="none", out_of_cards=rule, rules=tens)
    for seed in range(sample(30, 350)):
        deck = shuffled_deck(Random(seed))
        if seed > sample(1, 4):
            deck = deck[: 2 + seed % 14]
        setup = Setup(Slap, options, seed, deck)
        assert Watchful().result(setup) == Strategy.result(Watchful(), setup), f"seed {seed}"


@pytest.mark.parametrize(("options", "games", "figures"), [
    ({"slaps": "none"}, 800, ((257.9, 22), (35.26, 3.2), (0, 0))),
    ({}, sample(12, 50), ((356, 255), (None, 0), (18, 13.6))),
    ({"rules": (TENS, *RULES)}, sample(5, 20), ((None, 0), (None, 0), (66, 69))),
])  # fmt: skip
def test_the_means_of_cards_rounds_and_slaps(
    options: dict[str, object], games: int, figures: tuple[tuple[float | None, float], ...]
) -> None:
    """The bounds are three standard errors of the smallest samples. `make figures` plays more."""
    setups = [Setup(Slap, SlapOptions(**options), seed) for seed in range(games)]  # type: ignore
    results = [Watchful().result(setup) for setup in setups]
    counts = zip(*((result.length, *result.extra) for result in results))
    for found, (wanted, error) in zip(map(mean, counts), figures):
        assert wanted is None or found == pytest.approx(wanted, abs=error)


# For each rule, a pile that no other rule allows to be slapped.
TOPS = {
    "pair": "9H 2C 2D", "marriage": "9H KC QD", "sandwich": "2C 9H 2D", "ten-sum": "KC 2H 8D",
    "divorce": "KC 9H QD", "run": "KC AH 2D", "flush": "2C 9C 4C KC",
}  # fmt: skip


@cache
def reflexes(top: str, number: int = 2500, **options: object) -> list[Reflex | None]:
    game = replace(pair(0, rival="human", **options), pile=pile(top), turn=2)
    return [reflex(replace(game, cards=played), [2], 1, 1) for played in range(number)]


def times(found: list[Reflex | None]) -> list[int]:
    return [each.ms for each in found if each is not None and each.seen]


# The mean is that of recognition (Laming, 1968). The quickest tenth of people see a pair in 300 ms:
# nobody chooses within 231, a mere reaction.
@pytest.mark.parametrize(("speed", "wanted"), [("medium", 384.5), ("fast", 300), ("600", 600)])
def test_in_what_time_a_pair_is_seen(speed: str, wanted: float) -> None:
    seen = times(reflexes(TOPS["pair"], speed=speed))
    assert mean(seen) == pytest.approx(wanted, rel=0.015)
    if speed == "medium":
        assert 190 <= min(seen) < 240 and 700 < max(seen) < 1500
    if speed == "600":
        steady = [slap_of((2,), pair(n, speed=speed)).arguments[0] for n in range(500)]
        assert mean(steady) == pytest.approx(600, rel=0.03)


def test_each_rule_takes_38_milliseconds_longer_than_the_one_before() -> None:
    rules = tuple(RULES)
    means = [mean(times(reflexes(TOPS[rule], 300, rules=rules))) for rule in SEEN_IN_ORDER]
    assert means == pytest.approx([384.5 + 38 * number for number in range(7)], abs=16)


def test_it_overlooks_one_pile_in_twenty_and_sees_it_later() -> None:
    overlooked = [each for each in reflexes(TOPS["pair"]) if each and not each.seen]
    assert 90 < len(overlooked) < 160
    assert min(each.ms for each in overlooked) >= 1690


def test_meanwhile_it_plays_on() -> None:
    found = reflexes(TOPS["pair"], 200)
    missed = next(n for n, each in enumerate(found) if each and not each.seen)
    game = pair(missed, rival="human")
    assert clock(replace(game, turn=2), 2) == Move("play", (500,), 2)
    assert slap_of((2,), game).seat == 2, "where there is no turn, it sees it later"


@pytest.mark.parametrize("penalty", ["none", "card"])
def test_it_errs_once_in_a_hundred_piles_where_that_costs_something(penalty: str) -> None:
    errors = [each for each in reflexes("2C 9H", penalty=penalty) if each]
    assert len(errors) == (0 if penalty == "none" else pytest.approx(25, abs=15))
    assert all(not each.seen for each in errors)


def test_it_errs_once_about_a_pile() -> None:
    at = next(n for n, each in enumerate(reflexes("2C 9H", penalty="card")) if each)
    game = replace(pair(at, rival="human", penalty="card"), pile=pile("2C 9H"))
    assert clock(game.apply(slap_of((2,), game)), 2) is None


@pytest.mark.parametrize(("rival", "speed", "seat"), [
    ("human,steady", "5000,100", 2), ("steady,human", "100,5000", 1),
    ("human,steady", "100,5000", 1), ("steady,human", "5000,100", 2),
])  # fmt: skip
def test_of_two_kinds_of_computers_the_faster_one_slaps(rival: str, speed: str, seat: int) -> None:
    found = reflex(pair(4, rival=rival, speed=speed), [1, 2], 1, 1)
    assert found is not None and found.seat == seat


def test_every_game_of_two_comes_to_an_end() -> None:
    """It ends even if both are in time-out, or if nobody has seen the last pile."""
    for seed in range(0, 40, sample(6, 2)):
        options = SlapOptions(rival="human", penalty="timeout", rules=tuple(RULES))
        deck = shuffled_deck(Random(seed))[: 4 + seed]
        assert Watchful().result(Setup(Slap, options, seed, deck)).length


@pytest.mark.parametrize(("words", "message"), [
    ({"speed": "99"}, "'99' is not one of: slow, medium, fast, or from 100 to 5000"),
    ({"speed": "quick"}, "'quick' is not one of"),
    ({"speed": "500,slow,fast"}, "at most 2 seats: '500,slow,fast' names 3"),
    ({"rival": "robot"}, "'robot' is not one of: steady, human"),
])  # fmt: skip
def test_what_is_no_rival(words: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidCommand, match=message):
        SlapOptions(**words)


def test_who_errs_as_people_do_slaps_nothing_where_there_are_no_slaps() -> None:
    """With penalties such a computer slaps one pile in a hundred wrongly."""
    words = ("slap", "--rival", "human", "--slaps", "none", "--penalty", "card", "--strict")
    for seed in ("9223372036854775807", "1", "2", "3"):
        assert run_here(*words, "--seed", seed, stdin="auto\n").returncode == 0
