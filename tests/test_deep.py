"""The fair player of Spider, Scorpion and Yukon, which looks ahead over unknown cards."""

from functools import cache
from typing import Any

import pytest

from cardgames import games
from cardgames.model.cards import parse_card
from cardgames.model.game import Setup
from cardgames.model.strategy import ADVISER, Advice
from cardgames.patience.building import BuildingSpace
from cardgames.patience.deep import DeepWeights, Worth
from cardgames.patience.game import NO_WAY, TURN
from tests.samples import sample


def dealt(name: str, seed: int, **options: Any) -> Any:
    game: Any = games.model(name)
    return Setup(game, game.options_type(**options), seed).dealt()


def played(game: Any, most: int = 400) -> list[tuple[Any, Advice]]:
    """Follow the hints from GAME; return each position with its hint."""
    player, line, before = games.computer(game.name, ADVISER), list[tuple[Any, Advice]](), None
    while game.outcome() is None and len(line) < most:
        advice = player.explain(game, before)
        if advice is None or advice.move is None:
            break
        line.append((game, advice))
        before, game = game, game.apply(advice.move)
    return [*line, (game, Advice(None, "the end"))]


def other_order(game: Any) -> Any:
    """Return GAME with its unseen cards in another order."""
    unseen = [card for pile, down in zip(game.tableau, game.down) for card in pile[:down]]
    unseen = [*unseen, *game.stock]
    piles = []
    for pile, down in zip(game.tableau, game.down):
        piles.append((*[unseen.pop() for _ in range(down)], *pile[down:]))
    return game.changed(tableau=tuple(piles), stock=tuple(unseen))


@cache
def whole(suits: int = 1, seed: int = 1001) -> list[tuple[Any, Advice]]:
    return played(dealt("spider", seed, suits=suits))


def test_spider_with_one_suit_is_won() -> None:
    assert whole()[-1][0].outcome().winner == 1


@pytest.mark.parametrize("name", ["spider", "scorpion", "yukon"])
def test_the_hints_are_those_of_what_is_seen(name: str) -> None:
    game = dealt(name, 1001)
    first, again = played(game, 1)[0][1], played(other_order(game), 1)[0][1]
    assert other_order(game) != game and other_order(game).seen_by(1) == game.seen_by(1)
    assert (first.move, first.then, first.why) == (again.move, again.then, again.why)


@pytest.mark.parametrize("name", ["spider", "scorpion"])
def test_a_plan_is_kept_until_a_card_shows(name: str) -> None:
    line = whole() if name == "spider" else played(dealt(name, 1001))
    for (_, advice), (game, after) in zip(line, line[1:-1]):
        if advice.then:
            assert (after.move, *after.then)[: len(advice.then)] == advice.then, game
    assert len({game for game, _ in line}) == len(line)  # no position comes back


def test_a_row_is_dealt_once_no_card_can_be_turned_up() -> None:
    rows = [(game, advice) for game, advice in whole() if advice.move == TURN]
    assert len(rows) == 5
    for game, advice in rows:
        assert all(game.tableau) and advice.why == "no card can be turned up before that"
    assert not any(TURN in advice.then for _, advice in whole())


def test_empty_piles_are_filled_before_a_row() -> None:
    filling = [(game, a) for game, a in whole() if a.why.startswith("a row can only be dealt")]
    assert filling
    for game, advice in filling:
        assert () in game.tableau and game.stock
        assert game.apply(advice.move).tableau.count(()) < game.tableau.count(())


def test_a_run_that_is_complete_is_told() -> None:
    assert "it brings spades home" in {advice.why for _, advice in whole()}


def test_where_nothing_is_left_the_hint_says_so() -> None:
    kings = parse_card("KS"), parse_card("KS")
    game = dealt("spider", 1, suits=1)
    game = game.changed(tableau=(*[(king,) for king in kings], *[()] * 8), down=(0,) * 10, stock=())
    assert next(game.legal_moves(), None) is not None
    assert games.computer("spider", ADVISER).explain(game, None) == Advice(None, NO_WAY[0])


def test_the_reserve_of_scorpion_waits_for_every_move_without_loss() -> None:
    line = [position for seed in (1005, 1013) for position in played(dealt("scorpion", seed))]
    dealing = [game for game, advice in line if advice.move == TURN]
    for game in dealing:
        space = BuildingSpace(game.changed(stock=()))
        worth = Worth(space, DeepWeights(600))
        for action in space.actions(space.first):
            assert worth(action.after)[0] < worth(space.first)[0]
    assert len(dealing) == 2


def test_yukon_imagines_where_the_hidden_cards_lie() -> None:
    """The plan that looks only at what is seen loses this deal, from its third move on."""
    line = played(dealt("yukon", 1014), sample(3, 400))
    begun = [str(advice.move) for _, advice in line[:3]]
    assert begun == ["tabfnd 2", "tabfnd 4", "tabtab 6 3"]
    assert sample(True, line[-1][0].outcome() and line[-1][0].outcome().winner == 1)
