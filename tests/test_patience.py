"""What patiences share, by small positions: safe cards, quick players, and when a game is stuck."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardgames import games
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move, Outcome
from cardgames.model.strategy import Advice
from cardgames.patience.quick import Positions
from tests.plain import can_be_won
from tests.positions import refused
from tests.samples import sample
from tests.seated import Memory, player_of, session_of
from tests.test_canfield import position as canfield
from tests.test_klondike import SUITS
from tests.test_klondike import position as klondike

LAST = CanfieldOptions(draw=1, redeals=0)
WAITING = {"reserve": "5C KC", "tableau": "9S/3C/3S/5S", "waste": "8H", "stock": "AC 2C"}
LOCKED = {"reserve": "5C 3C", "tableau": "3D/3H/3S/5S"}
CLOSED = "3C | 8H/10D/5C/5D/5H/6S/6C"


@pytest.mark.parametrize("position", [klondike, canfield])
def test_all_52_cards_on_the_foundations_win(position: Any) -> None:
    almost = position(foundations="/".join(SUITS.values()).removesuffix(" KS"), waste="KS")
    assert almost.outcome() is None
    won = almost.apply(Move("wstfnd"))
    assert won.outcome() == Outcome(1, "all 52 cards are on the foundations")
    assert refused(won, "card") == "the game is over: all 52 cards are on the foundations"


def test_a_safe_card_is_not_brought_back() -> None:
    game = klondike("3C/6S", foundations="AD 2D/AC 2C 3C 4C/AS 2S/AH 2H 3H 4H 5H")
    moves = [str(reach.what) for reach in Positions(game).reaches(game)]
    assert "fndtab 1 1" in map(str, game.legal_moves()) and "fndtab 1 1" not in moves
    assert "fndtab 4 2" in moves


def quick(game: Any) -> Any:
    return games.computer(game.name, "quick")


def hints(game: Any) -> Iterator[Advice]:
    found: Iterator[Advice] = quick(game).advise(game.seen_by(1))
    return found


@pytest.mark.parametrize(("game", "first"), [
    # what frees the reserve comes before the waste
    (canfield(reserve="5C 8H", tableau="9S/3C/3S/KS", waste="2H", stock="AC"), "restab 1"),
    # a pile is moved to fill its place from the reserve
    (canfield(reserve="5C 7C", tableau="9S/8H/4D/4H", stock="AC"), "tabtab 2 1"),
    # JD must come back from its foundation, to carry the 10 of clubs from the reserve
    (canfield(foundations="9D 10D JD", reserve="5C 10C", tableau="QS/2C/2S/3S"), "fndtab 1 1"),
    # new cards are better than waste on the tableau, but the last pass is not wasted
    (canfield(**WAITING), "card"),
    (canfield(**WAITING, options=LAST), "wsttab 1"),
    # not stuck, as a card could come up later, was never seen, or can come back for another
    (canfield(**LOCKED, stock="2H QC KC 8C", redeals=1), "card"),
    (canfield(**LOCKED, waste="KC", stock="QC"), "card"),
    (canfield(foundations="10D JD QD KD", reserve="5C QC", tableau="AS/3D/3H/3S", waste="7C"),
     "fndtab 1 1"),
    (canfield(**LOCKED, waste="KC", stock="QC", redeals=1), ""),
    # a safe card goes up first; turning up a card comes before the stock
    (klondike("3C | AH/9S | 8H/9C", stock="KC"), "tabfnd 1"),
    (klondike("3C | 8H/9S", stock="KC"), "tabtab 1 2"),
    # 9C goes on 10D with 8H, or once 8H lies on 9S
    (klondike("3C | 9C 8H/9S/10D", stock="KC"), "tabtab 1 3"),
    (klondike("3C | 8H/10H", foundations="AS 2S 3S 4S 5S 6S 7S 8S 9S"), "fndtab 1 2"),
    (klondike("3C | 8H/9D", stock="KC"), "card"),
    # before the last turn the card of the waste is played, else it would be buried for good
    (klondike("9S/3C | 7C/5C", waste="8H", stock="AC 2C",
     options=KlondikeOptions(draw=1, redeals=0)), "wsttab 1"),
    (klondike("KC/9S"), ""),  # to another empty pile it would not help
    (klondike(CLOSED, stock="9S QC KC JS", redeals=1), "card"),
    (klondike(CLOSED, stock="QC"), "card"),
    (klondike("3C | 8H/10D/5C/5D/5H/6S/7C", waste="QC", redeals=1), ""),
    # cards that still earn are played
    (klondike("3C | 2D AH 8H/10D/5C/5D/5H/6S/7C", foundations="AD 2D 3D 4D"), "tabfnd 4"),
])  # fmt: skip
def test_what_is_proposed_first(game: Any, first: str) -> None:
    found = next(hints(game), None)
    assert (str(found.move) if found else "") == first


@pytest.mark.parametrize(("game", "move", "why"), [
    (canfield(reserve="5C 8H", tableau="9S/3C/3S/KS"), "restab 1", "the next card of the reserve"),
    (canfield(reserve="8H", tableau="9S/3C/3S/KS"), "restab 1", "the reserve is empty then"),
    (canfield(reserve="5C 7C", tableau="9S/8H/4D/4H"), "tabtab 2 1", "it brings 7C out of"),
])  # fmt: skip
def test_what_a_move_of_canfield_is_good_for(game: Canfield, move: str, why: str) -> None:
    assert quick(game).unlocks(game, game.parse(move)).startswith(why)


def in_hand(game: Any) -> int:
    return game.locked() + len(game.stock) + len(game.waste)


@pytest.mark.parametrize(("deal", "options", "most"), [
    (Canfield.deal, CanfieldOptions(), 1500), (Klondike.deal, KlondikeOptions(), 500),
    (Klondike.deal, KlondikeOptions(draw=1, redeals=0), 500),
])  # fmt: skip
def test_where_a_game_is_called_stuck_no_moves_bring_in_a_card(
    deal: Callable[..., Any], options: Any, most: int
) -> None:
    checked = 0
    for seed in range(sample(2, 4)):
        game = deal(shuffled_deck(Random(seed)), options)
        while (hint := next(hints(game), None)) and "earns" not in hint.why and hint.move:
            game = game.apply(hint.move)
        if game.outcome() is None and (hint is None or hint.move):
            found = can_be_won(game, most, lambda after: in_hand(after) < in_hand(game))
            checked += found is not None
            assert not found, f"seed {seed} is not stuck"
    assert checked >= 1


def test_a_pile_that_fills_itself_is_not_what_moved() -> None:
    game = canfield(reserve="5C 6C", tableau="8H//9S")
    player = player_of(session_of(Canfield), Memory())
    assert player.tell(Canfield.parse("tabtab 1 3"), game) == "8H onto 9S"
