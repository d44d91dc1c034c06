"""The computer players of Mod10: they are fair, strong enough, and keep the rules."""

import pytest

from cardgames.games.mod10.game import Mod10, Mod10Options
from cardgames.games.mod10.strategy import (
    WON,
    Fair,
    Greedy,
    Position,
    as_move,
    play_greedily,
    search,
)
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Setup
from cardgames.model.strategy import Result, Strategy
from tests.samples import sample
from tests.test_mod10 import position

RULES = ("any", "current", "must")

UVA_246 = {
    "win": (
        "2 6 5 10 10 4 10 10 10 4 5 10 4 5 10 9 7 6 1 7 6 9 5 3 10 10 4 10 9 2 1 "
        "10 1 10 10 10 3 10 9 8 10 8 7 1 2 8 6 7 3 3 8 2",
        Result(1, 7, 66),
    ),
    "loss": (
        "4 3 2 10 8 10 6 8 9 5 8 10 5 3 5 4 6 9 9 1 7 6 3 5 10 10 8 10 9 10 10 7 "
        "2 6 10 10 4 10 1 3 10 1 1 10 2 2 10 4 10 7 7 10",
        Result(0, 0, 82),
    ),
    "draw": (
        "10 5 4 3 5 7 10 8 2 3 9 10 8 4 5 1 7 6 7 2 6 9 10 2 3 10 3 4 4 9 10 1 1 "
        "10 5 10 10 1 8 10 7 8 10 6 10 10 10 9 6 2 10 10",
        Result(None, 1, 73),
    ),
}
"""The sample decks of UVa problem 246, in dealing order, and their results."""


@pytest.mark.parametrize("ending", UVA_246)
def test_the_decks_of_uva_246_end_as_published(ending: str) -> None:
    text, result = UVA_246[ending]
    setup = Setup(Mod10, Mod10Options("must"), 0, Mod10.read_deck(text)[::-1])
    assert Strategy.result(Greedy(), setup) == result
    assert Greedy().result(setup) == result


@pytest.mark.parametrize("rule", RULES)
def test_the_fast_greedy_player_is_the_model_s(rule: str) -> None:
    """These deals are a loss, a win and a draw."""
    results = []
    for seed in (122, 284, 182, *sample(range(0), range(50))):
        setup = Setup(Mod10, Mod10Options(rule), seed)
        results.append(Greedy().result(setup))
        assert results[-1] == Strategy.result(Greedy(), setup)
    assert [result.winner for result in results[:3]] == [0, 1, None]


def test_long_games_are_as_those_that_are_watched() -> None:
    """A game ends the same whether or not its positions are compared from the beginning."""
    for seed in range(sample(80, 400)):
        values = [min(card.rank.value, 10) for card in shuffled_deck(Random(seed))]
        assert play_greedily(values) == play_greedily(values, watched=True)


@pytest.mark.parametrize("rule", RULES)
def test_the_search_knows_the_rules_of_the_model(rule: str) -> None:
    random = Random(1)
    for seed in range(sample(2, 12)):
        game = Mod10.deal(shuffled_deck(Random(seed)), Mod10Options(rule))
        for _ in range(150):
            moves = {as_move(step): after for step, after in Position.of(game).moves(rule)}
            legal = list(game.legal_moves())
            assert set(moves) == set(legal)
            if not legal:
                break
            assert all(Position.of(game.apply(move)) == moves[move] for move in legal)
            game = game.apply(legal[random.below(len(legal))])


def test_the_search_finds_a_win_and_the_way_there() -> None:
    game = position("2C 3C/9C AC////4H 6H/", deck="10C 10D 10H 5H", current=5)
    worth, plan, _ = search(Position.of(game), "any", 20, 50)
    assert worth == WON
    while game.outcome() is None:
        game = game.apply(as_move(plan[Position.of(game)]))
    assert game.score() == 7


@pytest.mark.parametrize("rule", sample(RULES[2:], RULES))
def test_it_wins_where_greedy_loses(rule: str) -> None:
    """`make figures` counts its wins among many deals."""
    setup = Setup(Mod10, Mod10Options(rule), 2)
    assert (Fair().result(setup).winner, Greedy().result(setup).winner) == (1, 0)
