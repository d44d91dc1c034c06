"""The search by stages of Spider and its kin: its wins hold, and its losses are proofs."""

from functools import cache
from random import Random
from typing import Any

import pytest

from cardgames import games
from cardgames.model.cards import CARDS, Rank, Suit
from cardgames.model.game import Options, Setup
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau
from cardgames.patience.search import AT_THE_DEAL, Search, Solution, Solver, Verdict
from cardgames.patience.spaces import runs
from tests.samples import sample

SPACE: Any = runs.RunSpace


def dealt(seed: int, name: str = "spider", **options: Any) -> Any:
    model = games.model(name)
    return Setup(model, model.options_type(**options), seed).dealt()


@cache
def solved(game: Any, limit: int = 100_000) -> Any:
    return games.computer(game.name, "solver").solve(game, limit)  # type: ignore[attr-defined]


class Small(Patience):
    """A Spider of four piles."""

    name = "small"
    piles = (
        Tableau((6,) * 4, down=(5,) * 4, build="any", run="suit", together="run"),
        Stock(to="tableau", full=True),
        Foundations(4, runs=True),
    )


def left(seed: int) -> Small:
    """Return a position made by hand: two suits are left, in four piles, and perhaps a row."""
    random = Random(seed)
    homes = [tuple([CARDS[rank, suit] for rank in Rank]) for suit in list(Suit)[2:]]
    cards = [CARDS[rank, suit] for suit in list(Suit)[:2] for rank in reversed(Rank)]
    for _ in range(random.randrange(2, 9)):
        one, other = random.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
    count = random.choice((0, 4, 4))
    stock, cards = tuple(cards[:count]), cards[count:]
    ends = [0, *sorted(random.sample(range(1, len(cards)), 3)), len(cards)]
    piles = tuple([tuple(cards[a:b]) for a, b in zip(ends, ends[1:])])
    down = tuple([random.randrange(len(pile)) for pile in piles])
    return Small(
        Options(), tableau=piles, down=down, stock=stock, foundations=(*homes, (), ())
    )


def test_verdicts_on_small_positions_are_those_of_a_plain_search() -> None:
    verdicts = set[tuple[Verdict, bool]]()
    for seed in range(sample(16, 140)):
        game = left(seed)
        space = SPACE(game)
        search, plain = space.search(space.first), Search(space, space.first)
        verdict = search.run(2000)
        verdicts.add((verdict, bool(game.stock)))
        assert {verdict, plain.run(2000)} != {Verdict.WINNABLE, Verdict.LOST}, seed
        if verdict is Verdict.WINNABLE:
            line = space.line(game)
            line.follow(search.path())
            assert line.game.outcome() is not None
    for stock in (True, False):
        assert {(Verdict.WINNABLE, stock), (Verdict.LOST, stock)} <= verdicts


def test_a_limit_is_kept_and_the_search_goes_on_after_it() -> None:
    space = SPACE(dealt(1, suits=1))
    search, told = space.search(space.first), list[int]()
    assert search.run(400, told.append, 10**6) is Verdict.UNDECIDED and search.positions == 400
    assert search.work() == 3862  # 3,462 moves, and a row dealt after each position
    assert search.run(10_000, most_work=search.work()) is Verdict.UNDECIDED
    assert not search.path() and not search.lost()
    assert search.run(10_000) is Verdict.WINNABLE and search.path()[0] == space.first
    assert told == [runs.REPORT_EVERY]


def test_a_search_ends_undecided_before_it_takes_too_much_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "MOST_SEEN", 3000)
    found = solved(dealt(1), 10**9)
    assert found.verdict is Verdict.UNDECIDED and found.positions < 3000


def test_ctrl_c_stops_it_at_once() -> None:
    def interrupt(count: int) -> None:
        raise KeyboardInterrupt

    solver: Any = games.computer("spider", "solver")
    with pytest.raises(KeyboardInterrupt):
        solver.solve(dealt(1), 10**6, interrupt)


def test_the_level_of_a_deal_is_that_of_a_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that stops at the first win looks at 1,164 positions of this deal, in two seconds."""
    if sample(True, False):
        monkeypatch.setattr(Solver, "measured", lambda *_: Solution(Verdict.WINNABLE, 1164))
    solver: Any = games.computer("spider", "solver")
    game = dealt(2, suits=1)
    found = solver.leveled(game, solved(game), AT_THE_DEAL)
    assert found.positions == 1164 and solver.level(1164, game.options) == "medium"


@pytest.mark.parametrize("seed", sample([2], range(1, 21)))
def test_the_rules_themselves_replay_a_win(seed: int) -> None:
    game = dealt(seed, suits=1)
    found = solved(game)
    assert found.verdict is Verdict.WINNABLE
    for move in found.moves:
        game = game.apply(move)
    assert game.outcome().winner == 1
