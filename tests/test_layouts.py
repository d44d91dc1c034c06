"""The exact search of Golf: its verdicts are those of a search by the rules alone."""

from functools import cache
from random import Random
from typing import Any

import pytest

from cardgames import games
from cardgames.games.patiences.golf import Golf, GolfOptions
from cardgames.model.cards import DECK
from cardgames.model.game import Setup
from cardgames.model.strategy import play_out
from cardgames.patience.game import Patience
from cardgames.patience.search import DealKnowledge, Search, Verdict
from cardgames.patience.spaces.layouts import PlayingSpace
from cardgames.play.review import LineOfPlay, bounds_of
from tests.samples import sample
from tests.seated import answer, seated, type_lines

SPACE: Any = PlayingSpace


def cut(seed: int) -> Golf:
    """Return a small position of Golf, made by hand: some piles, and a stock, of any cards."""
    random = Random(seed)
    cards = random.sample(DECK, 24)
    piles = [tuple([cards.pop() for _ in range(random.randrange(4))]) for _ in range(7)]
    stock = tuple([cards.pop() for _ in range(min(len(cards), random.randrange(6)))])
    waste = tuple(cards[: random.randrange(2)])
    return Golf(GolfOptions(), tableau=tuple(piles), stock=stock, waste=waste, foundations=())


def can_be_won(game: Patience, tried: set[Patience]) -> bool:
    if game.outcome() is not None:
        return True
    if game in tried:
        return False
    tried.add(game)
    return any(can_be_won(after, tried) for _, after in game.successors())


def solved(game: Any, limit: int = 1) -> Any:
    return games.computer("golf", "solver").solve(game, limit)  # type: ignore[attr-defined]


def test_the_verdicts_on_small_positions_are_those_of_the_rules() -> None:
    verdicts = set[bool]()
    for seed in range(sample(60, 1000)):
        game = cut(seed)
        found = solved(game)
        verdicts.add(found.won)
        assert found.verdict is not Verdict.UNDECIDED and found.won == can_be_won(game, set()), seed
        for move in found.moves:
            game = game.apply(move)
        assert not found.won or game.outcome() is not None
    assert verdicts == {True, False}


@pytest.mark.parametrize("seed", range(1, sample(3, 20)))
def test_every_deal_is_decided_as_the_search_one_by_one_decides_it(seed: int) -> None:
    game: Any = Setup(Golf, GolfOptions(), seed).dealt()
    found, space = solved(game), SPACE(game)
    assert found.verdict is not Verdict.UNDECIDED
    assert Search(space, space.first).run(2000) in (found.verdict, Verdict.UNDECIDED)
    for move in found.moves:
        game = game.apply(move)
    assert (game.outcome() is not None) == found.won


def test_a_tableau_far_larger_is_searched_position_by_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PlayingSpace, "most_layouts", 6**7 - 1)
    assert solved(Setup(Golf, GolfOptions(), 4).dealt()).verdict is Verdict.UNDECIDED
    monkeypatch.setattr(PlayingSpace, "most_layouts", 6**7)
    assert solved(Setup(Golf, GolfOptions(), 4).dealt()).verdict is Verdict.LOST


def test_one_pile_may_hold_the_whole_deck() -> None:
    game = Golf(GolfOptions(), tableau=(DECK[1:], (), (), (), (), (), ()), waste=DECK[:1])
    assert solved(game).verdict is Verdict.LOST


def test_a_review_finds_the_move_that_lost() -> None:
    game: Any = Setup(Golf, GolfOptions(), 1).dealt()
    positions, moves = [game], play_out(game, games.computer("golf", "quick").next_move).moves
    for move in moves:
        positions.append(positions[-1].apply(move))
    bounds = bounds_of(LineOfPlay(positions, moves), DealKnowledge(SPACE))
    assert 0 <= bounds.won == bounds.lost - 1
    assert solved(positions[bounds.won]).won and not solved(positions[bounds.lost]).won


def hints(game: Any, most: int = 52) -> list[str]:
    player, told = games.computer("golf", "hint"), list[str]()
    while game.outcome() is None and len(told) < most:
        advice = player.explain(game, None)
        if advice is None or advice.move is None:
            break
        told.append(f"{advice.move}: {advice.why} {advice.odds}")
        game = game.apply(advice.move)
    return [*told, f"{game.founded()} up"]


def late(turns: int) -> Any:
    """Return a position of Golf in which so many cards were turned, and none was played."""
    game: Any = Setup(Golf, GolfOptions(), 1001).dealt()
    for _ in range(turns):
        game = game.turned()
    return game


@cache
def planned() -> list[str]:
    """The hints for the first four moves where two cards are unseen."""
    return hints(late(14), 4)


class TestHints:
    def test_with_every_card_known_none_leaves_fewer(self) -> None:
        told = hints(late(15))
        assert told[0].startswith("tabwst 5: no way leaves fewer than 29 cards")
        assert told[-1] == "6 up"

    def test_with_every_card_known_it_wins(self) -> None:
        piles = tuple([(card,) for card in DECK[:7]])  # of spades
        game = Golf(GolfOptions(), tableau=piles, waste=DECK[7:8], foundations=())
        assert hints(game)[0].startswith("tabwst 7: it wins, in 7 moves") and len(hints(game)) == 8

    def test_it_is_the_same_whatever_the_order_of_the_stock(self) -> None:
        game = late(14)
        again = game.changed(stock=game.stock[::-1])
        assert hints(again, 1)[0] == planned()[0]

    def test_it_plays_all_that_it_planned_before_it_turns(self) -> None:
        first, second, third, fourth, *_ = planned()
        assert first.startswith("tabwst 7: 3 cards leave before the next turn")
        assert second.startswith("tabwst 2: 2 cards leave before the next turn")
        assert third.startswith("tabwst 3: it takes JC off the tableau")
        assert fourth.startswith("card: it shows 1 of 2 unseen cards")

    def test_a_plan_goes_on_from_where_it_has_come(self) -> None:
        """The coach words the rest of a plan from the position in which its cards are known."""
        player = seated(Golf, seed=3)
        type_lines(player, *LATE.split("; "))
        assert answer(player, "hint").startswith("Hint: 6H to the waste (6h w): ")
        type_lines(player, "6h w")
        assert answer(player, "hint").startswith("Hint: 5C to the waste (5c w), then 6D")


LATE = (
    "turn 1; turn 1; turn 1; qs w; turn 1; 2h w; ah w; 2s w; ac w; 2c w; 3s w; turn 1; turn 1; "
    "turn 1; 7d w; 8h w; 9s w; 10c w; jd w; 10s w; js w; qc w; kd w; turn 1; 5d w; 6c w; turn "
    "1; 3h w; turn 1; 8s w; 9d w; 8c w; 9h w; 10h w; jc w; turn 1; as w; turn 1; turn 1; turn "
    "1; turn 1"
)
