"""Matches of Rummy played in place, as simulations do, against those played move by move."""

from collections import Counter
from dataclasses import replace

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import LEVELS, RummyOptions
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Setup
from cardgames.model.strategy import Result
from tests.test_rummy_strategy import some_options

pytestmark = pytest.mark.usefixtures("brief_hints")


def by_the_rules(setup: Setup) -> Result:
    """The result of a match that the computers play move by move, seeing what they may."""
    options = setup.options
    seats = range(1, options.players + 1)
    players = {seat: STRATEGIES[options.level_of(seat)]() for seat in seats}
    game = Rummy.deal(setup.deck or shuffled_deck(Random(setup.seed)), options)
    won = Counter[int | None]()
    while (outcome := game.outcome()) is None:
        hint = players[game.turn].choose(game, None)
        assert hint.move is not None
        after = game.apply(hint.move)
        if after.last is not None and after.last is not game.last:
            won[after.last.winner] += 1
        game = after
    extra = (*(won[seat] for seat in seats), *game.scores)
    return Result(outcome.winner, game.score(), game.length(0), extra)


def drawn_options(random: Random, levels: tuple[str, ...]) -> RummyOptions:
    """Options and levels drawn by chance; where hard is slow, the first hand won decides."""
    options = some_options(random)
    drawn = [levels[random.below(len(levels))] for _ in range(options.players)]
    return replace(
        options,
        humans=0,
        level=",".join(drawn),
        rummy_bonus=("none", "double")[random.below(2)],
        target=1 if "hard" in drawn and options.players > 2 else options.target,
    )


@pytest.mark.parametrize("levels, seeds", [(LEVELS[:2], range(20)), (LEVELS, range(40, 44))])
def test_matches_in_numbers_go_as_by_the_rules(levels: tuple[str, ...], seeds: range) -> None:
    for seed in seeds:
        setup = Setup(Rummy, drawn_options(Random(seed), levels), seed)
        assert STRATEGIES["medium"]().result(setup) == by_the_rules(setup), setup.command_line()


def test_a_match_of_a_given_deck_goes_as_by_the_rules() -> None:
    setup = Setup(Rummy, RummyOptions(humans=0), 1, DECK)
    assert STRATEGIES["medium"]().result(setup) == by_the_rules(setup)
