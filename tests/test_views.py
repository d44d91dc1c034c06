"""A position as a seat sees it: each legal move leads on, and nothing hidden is made up.

And its view in text, which needs no session.
"""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import cardgames
from cardgames import games
from cardgames.games.rummy.hand import UNKNOWN
from cardgames.games.rummy.melds import NUMBERS, bits
from cardgames.model.cards import BACK
from cardgames.play.session import MoveMade
from cardgames.screen.look import WORDS, Look
from cardgames.text.patience import PatienceTextPlayer
from cardgames.text.textplayer import TextPlayer
from cardgames.text.view import Shown, View
from tests.walks import Case, every_case, positions


@every_case
def test_the_legal_moves_of_a_view_are_those_of_the_game_and_each_leads_on(case: Case) -> None:
    for game, legal, _ in positions(case, count=1, moves=60)[::3]:
        if game.outcome() is None:
            view = game.seen_by(game.player())
            assert tuple(view.legal_moves()) == legal
            for move in legal:
                view.after(move)


@every_case
def test_the_board_and_the_words_of_a_game_need_only_positions_and_a_look(case: Case) -> None:
    view: View[Any] = object.__new__(games.player(case.game.name))
    seats = range(1, len(case.options.seats()) + 1)
    played = positions(case, count=1, moves=60)
    for style, ((before, _, move), (after, *_)) in zip([WORDS, "ascii"] * 5, pairwise(played)):
        assert move is not None
        view.look = Look(style, color=True, notes=True)
        for seat in seats:
            assert [*view.drawn(after, Shown(seat, before, ["3 moves"]))]
            assert [*view.sentences(after, seat)] and [*view.in_full(after, seat)]
            assert view.changes(before, after, seat)
            if case.game.name != "slap":  # which tells whether a computer was slower
                view.news([MoveMade(before, move, after)], seat)
        told = view.proposed(move, before), view.score_text(after), view.short_score(after)
        assert view.tell(move, before) in told[0] and told[1]


TABLE = (
    "_next_line _show_board ask asker carry_out legal_moves make prompt read switch_to take_news"
)
"""What a game for several people at one keyboard changes of the loop."""
CHANGED = {
    "mod10": "footer switch_to",
    "rummy": f"{TABLE} check_undo do happened inform last_score latest say_moves",
    "slap": f"{TABLE} _show_end _show_position event follow footer play typed welcome_back whole",
}
BY_PATIENCES = (
    "beside follow_up last_score outlook play_deal score_now show_last_moves steps_of_one"
)


def changed(player: type) -> set[str]:
    """The methods of the loop that a class has of its own, but for commands."""
    loop = {name for name, one in vars(TextPlayer).items() if not hasattr(one, "command")}
    return {name for name in vars(player).keys() & loop if not name.startswith("__")}


def test_a_game_changes_little_of_the_loop() -> None:
    """What it gives, it says by `View`; only curtains, and a clock that runs, need more."""
    for name in games.NAMES:
        assert changed(games.player(name)) <= {*CHANGED.get(name, "").split()}, name
    assert changed(PatienceTextPlayer) <= {*BY_PATIENCES.split()}


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
