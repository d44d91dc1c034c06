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
from cardgames.model.strategy import Strategy
from tests.samples import sample
from tests.test_mod10 import position

RULES = ("any", "current", "must")


@pytest.mark.parametrize("rule", RULES)
def test_the_fast_greedy_player_is_the_model_s(rule: str) -> None:
    """These deals are a loss, a win and a draw; transcripts have those that UVa 246 publishes."""
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


@pytest.mark.parametrize("rule", RULES)
def test_greedy_advises_each_legal_pick_once_and_the_deal_only_without_any(rule: str) -> None:
    game = Setup(Mod10, Mod10Options(rule), 2).dealt()
    while game.outcome() is None and game.dealt < 100:
        advised = [advice.move for advice in Greedy().advise(game)]
        legal = [*game.legal_moves()]
        picks = [move for move in legal if move.name == "pick"]
        assert sorted(map(str, advised)) == sorted(map(str, picks or legal))
        game = game.apply(advised[0])


@pytest.mark.parametrize("rule", sample(RULES[2:], RULES))
def test_it_wins_where_greedy_loses(rule: str) -> None:
    """`make figures` counts its wins among many deals."""
    setup = Setup(Mod10, Mod10Options(rule), 2)
    assert (Fair().result(setup).winner, Greedy().result(setup).winner) == (1, 0)
