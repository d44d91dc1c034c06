"""The search by stages of Spider and its kin: its wins hold, and its losses are proofs."""

from random import Random
from typing import Any

import pytest

from cardgames import games
from cardgames.cli.playing import AT_THE_DEAL, difficulty
from cardgames.games.patiences.spider import WillOTheWisp
from cardgames.model.cards import CARDS, Rank, Suit
from cardgames.model.game import Options, Setup
from cardgames.patience.search import DealKnowledge, Search, Verdict
from cardgames.patience.spaces import runs
from tests.samples import sample

SPACE: Any = runs.RunSpace


def dealt(seed: int, name: str = "spider", **options: Any) -> Any:
    model = games.model(name)
    return Setup(model, model.options_type(**options), seed).dealt()


def solved(game: Any, limit: int = 100_000) -> Any:
    return games.computer(game.name, "solver").solve(game, limit)  # type: ignore[attr-defined]


def left(seed: int) -> WillOTheWisp:
    """Return a position made by hand: two suits are left, in a few piles and a row or two."""
    random = Random(seed)
    ranks = list(reversed(Rank))
    homes = [tuple(CARDS[rank, suit] for rank in ranks[::-1]) for suit in list(Suit)[2:]]
    cards = [CARDS[rank, suit] for suit in list(Suit)[:2] for rank in ranks]
    for _ in range(random.randrange(9, 14)):  # some cards near their places, as games go
        one, other = random.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
    stock = tuple(cards[-random.choice((0, 0, 5, 7)) :] if random.randrange(2) else ())[:7]
    cards = cards[: len(cards) - len(stock)]
    ends = sorted([0, len(cards), *random.sample(range(1, len(cards)), 4)])
    piles = [tuple(cards[a:b]) for a, b in zip(ends, ends[1:])] + [()] * 2
    down = tuple([random.randrange(len(pile)) if pile else 0 for pile in piles])
    return WillOTheWisp(
        Options(), tableau=tuple(piles), down=down, stock=stock, foundations=(*homes, (), ())
    )


def test_verdicts_on_small_positions_are_those_of_a_plain_search() -> None:
    verdicts = list[tuple[Verdict, bool]]()
    for seed in range(sample(40, 400)):
        game = left(seed)
        space = SPACE(game)
        search = space.search(space.first)
        verdict = search.run(3000)
        plain = Search(space, space.first).run(3000)
        verdicts.append((verdict, bool(game.stock)))
        assert verdict is plain or Verdict.UNDECIDED in (verdict, plain), seed
    for stock in (True, False):
        assert {(Verdict.WINNABLE, stock), (Verdict.LOST, stock)} <= {*verdicts}


@pytest.mark.parametrize("seed", range(1, sample(3, 21)))
def test_the_rules_themselves_replay_a_win(seed: int) -> None:
    game = dealt(seed, suits=1)
    found = solved(game)
    assert found.verdict is Verdict.WINNABLE
    for move in found.moves:
        game = game.apply(move)
    assert game.outcome().winner == 1
