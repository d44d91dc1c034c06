"""A position as a seat sees it: each legal move leads on, and nothing hidden is made up."""

from dataclasses import replace
from typing import Any

import cardgames
from cardgames.games.rummy.hand import UNKNOWN
from cardgames.games.rummy.melds import NUMBERS, bits
from cardgames.model.cards import BACK
from tests.walks import Case, every_case, positions


@every_case
def test_the_legal_moves_of_a_view_are_those_of_the_game_and_each_leads_on(case: Case) -> None:
    for game, legal, _ in positions(case, count=1, moves=60)[::3]:
        if game.outcome() is None:
            view = game.seen_by(game.player())
            assert tuple(view.legal_moves()) == legal
            for move in legal:
                view.after(move)


def test_a_hand_of_rummy_that_ends_in_a_view_has_no_score_and_no_next_hand() -> None:
    position: Any = cardgames.deal("rummy", seed=4)
    card, *others = position.hands[0]
    hands = [bits([card]), position.now.hands[1]]
    stock = [*position.now.stock, *(NUMBERS[card] for card in others)]
    now = replace(position.now, drawn=True, hands=hands, stock=stock, turn=0)
    view = replace(position, now=now).seen_by(1)
    assert position.now.chance != UNKNOWN == view.now.chance
    after = view.after(f"discard {card}")
    assert after.outcome() is not None and not after.outcome().known
    assert (after.scores, after.last, after.hand) == ((0, 0), None, 1)
    assert [*after.legal_moves()] == []
    assert after.hands[0] == () and set(after.hands[1]) == {BACK}
    cardgames.board(after)


def test_a_stock_that_is_shuffled_anew_stays_hidden_in_a_view() -> None:
    position: Any = cardgames.deal("rummy", seed=4, restock="shuffle")
    now = replace(position.now, stock=[], discards=position.now.stock)
    view = replace(position, now=now).seen_by(position.turn).after("draw")
    assert {*view.stock} == {BACK} and len(view.stock) == len(now.discards) - 2
    assert BACK in view.hands[view.turn - 1] and len(view.discards) == 1


def test_a_card_played_unseen_in_slap_has_an_end_that_is_not_known() -> None:
    view: Any = cardgames.deal("slap", seed=3).seen_by(1)
    after = view.after("play")
    assert after.pile == (BACK,) and not after.outcome().known
    assert [*after.legal_moves()] == []
