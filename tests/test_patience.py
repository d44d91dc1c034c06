"""What patiences share, by small positions of the games that use it."""

import pytest

from cardgames.games.canfield.game import Canfield
from cardgames.games.klondike.game import KlondikeOptions
from cardgames.games.klondike.strategy import QuickStrategy
from cardgames.model.cards import parse_card
from cardgames.model.game import Move
from cardgames.patience.founding import is_safe, safe_move
from cardgames.patience.game import Patience
from cardgames.patience.quick import Positions
from tests import test_canfield as canfield
from tests import test_klondike as klondike
from tests.seated import Memory, player_of, session_of

OTHERS = KlondikeOptions(build="others")


@pytest.mark.parametrize(("game", "card", "safe"), [
    (klondike.position(), "AH", True), (klondike.position(), "2H", True),
    (klondike.position(foundations="AC 2C/AS 2S/AD"), "3H", True),
    (klondike.position(foundations="AC 2C/AS/AD"), "3H", False),
    (klondike.position(foundations="AC 2C/AS 2S"), "3H", False),  # 3H may carry 2S, and 2S AD
    (klondike.position(foundations="AC 2C/AS 2S/AD 2D", options=OTHERS), "3H", True),
    (klondike.position(foundations="AC 2C/AS 2S/AD", options=OTHERS), "3H", False),
    (canfield.position(foundations="10D/10C/10H"), "JD", True),  # tens lie on no jack
    (canfield.position(foundations="10D JD/10C JC QC/10S JS QS/10H JH"), "QD", True),
    (canfield.position(foundations="10D JD/10C JC/10S JS"), "QD", False),
    (canfield.position(foundations="10D JD/10C JC/10S/10H JH"), "QD", False),
    (canfield.position(foundations="10D JD", options=canfield.SUIT), "QD", True),
    (canfield.position(foundations="10D JD/10C JC/10S JS/10H", options=canfield.ANY), "QD", False),
])  # fmt: skip
def test_a_card_is_safe_when_nothing_in_play_can_need_it(
    game: Patience, card: str, safe: bool
) -> None:
    assert is_safe(game, parse_card(card)) is safe


@pytest.mark.parametrize(("game", "move"), [
    (klondike.position("9S/AC", waste="AH"), Move("tabfnd", (2,))),
    (klondike.position("9S", waste="AH"), Move("wstfnd")),
    (canfield.position(reserve="10C", tableau="10S", waste="10H"), Move("resfnd")),
    (klondike.position("2C", waste="2H"), None),
])  # fmt: skip
def test_the_reserve_comes_first_and_the_waste_last(game: Patience, move: Move | None) -> None:
    assert safe_move(game) == move


class TestWays:
    def test_a_safe_card_is_not_brought_back(self) -> None:
        game = klondike.position("3C/6S", foundations="AD 2D/AC 2C 3C 4C/AS 2S/AH 2H 3H 4H 5H")
        moves = [str(reach.what) for reach in Positions(game).reaches(game)]
        assert "fndtab 1 1" in map(str, game.legal_moves()) and "fndtab 1 1" not in moves
        assert "fndtab 4 2" in moves

    def test_the_last_turn_of_the_stock_costs_more(self) -> None:
        """Before it the card of the waste is played, else it would be buried for good."""
        last = KlondikeOptions(draw=1, redeals=0)
        game = klondike.position("9S/3C | 7C/5C", waste="8H", stock="AC 2C", options=last)
        hint = next(QuickStrategy().advise(game.seen_by(1)))
        assert str(hint.move) == "wsttab 1"


def test_a_pile_that_fills_itself_is_not_what_moved() -> None:
    game = canfield.position(reserve="5C 6C", tableau="8H//9S")
    player = player_of(session_of(Canfield), Memory())
    assert player.tell(Canfield.parse("tabtab 1 3"), game) == "8H onto 9S"
