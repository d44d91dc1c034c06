"""Random games of every patience, replayed by the second engine: equal moves at every step."""

from typing import Any

import pytest

from cardgames.model.cards import Rank
from cardgames.model.deal import Random, shuffled_deck
from cardgames.patience.game import Patience
from tests.samples import sample
from tests.second_engine import FIELDS, Engine
from tests.walks import Case, cases

GAMES, LENGTH, STEP = sample(1, 20), sample(16, 150), sample(3, 1)
"""The number of random games of each case, the greatest number of moves in each, and the number of
moves after which all moves are compared, and not only the one that is made."""
PATIENCES = [case for case in cases() if issubclass(case.game, Patience)]


def plain(value: Any) -> Any:
    """Return VALUE with each card as a text, and with tuples for lists."""
    if isinstance(value, Rank):
        return value.label
    if isinstance(value, (tuple, list)):
        return tuple(map(plain, value))
    return value if isinstance(value, int) else str(value)


def of(table: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(plain(table[field]) for field in FIELDS)


@pytest.mark.parametrize("case", PATIENCES, ids=str)
def test_it_finds_the_same_moves(case: Case) -> None:
    check_same_moves(case.game, case.options)


def check_same_moves(model: Any, options: Any) -> None:
    engine = Engine(model, options)
    for seed in range(GAMES):
        random = Random(seed + 77)
        deck = shuffled_deck(Random(seed), model.fresh_deck(options))
        game: Any = model.deal(deck, options)
        table = engine.deal([str(card) for card in deck])
        for number in range(LENGTH):
            assert of(table) == tuple(plain(getattr(game, field)) for field in FIELDS)
            legal = list(game.legal_moves())
            if number % STEP == 0 or not legal:
                tables = [engine.after(table, str(move)) for move in legal]
                refused = [str(move) for move, one in zip(legal, tables) if one is None]
                assert not refused, table
                reached = set(map(of, filter(None, tables)))
                assert reached == set(map(of, engine.moves(table))), table
            if not legal:
                break
            move = legal[random.below(len(legal))]
            after = engine.after(table, str(move))
            assert after is not None, (table, move)
            game, table = game.apply(move), after
