"""What patiences share, by small positions of the games that use it."""

from contextlib import suppress

import pytest

from cardgames.games.canfield.game import Canfield
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import QuickStrategy
from cardgames.model.cards import WASTE, foundation, parse_card, pile, tableau
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move
from cardgames.patience.founding import is_safe, safe_move
from cardgames.patience.game import Patience
from cardgames.patience.quick import BURIED, Positions, States, _turning
from tests import test_canfield as canfield
from tests import test_klondike as klondike
from tests.seated import Memory, player_of, session_of

OTHERS = KlondikeOptions(build="others")


class TestHeight:
    def test_it_is_counted_from_the_base(self) -> None:
        game = canfield.position(foundations="10D")
        heights = [game.height(card) for card in pile("10C KC AC 9C")]
        assert heights == [0, 3, 4, 12]

    def test_nothing_is_built_on_the_base_rank_whatever_it_is(self) -> None:
        king, ace, nine, ten = pile("KH AS 9H 10S")
        low, high = klondike.position(), canfield.position(foundations="10D")
        assert not low.fits(king, ace) and high.fits(king, ace)
        assert low.fits(nine, ten) and not high.fits(nine, ten)


class TestMoving:
    def test_cards_keep_their_order(self) -> None:
        game = klondike.position("9H 8S 7D/10S").moved(tableau(1), tableau(2), 2)
        assert game.tableau[:2] == (pile("9H"), pile("10S 8S 7D"))

    def test_from_a_whole_field_to_one_of_several_piles(self) -> None:
        game = klondike.position(waste="2C AC").moved(WASTE, foundation(3))
        assert (game.waste, game.foundations[2]) == (pile("2C"), pile("AC"))

    def test_what_follows_is_done_where_cards_were_taken(self) -> None:
        game = klondike.position("2C | 9H/3C | 10S").moved(tableau(1), tableau(2))
        assert game.down[:2] == (0, 1)
        filled = canfield.position(reserve="5C 6C", tableau="8H//9S").moved(tableau(1), tableau(3))
        assert filled.tableau == canfield.piles("6C//9S 8H")

    def test_the_old_position_stays(self) -> None:
        game = klondike.position("9H/10S")
        game.moved(tableau(1), tableau(2))
        assert game == klondike.position("9H/10S")


@pytest.mark.parametrize(
    "game",
    [
        klondike.position("9H 8S/10S/9D", waste="AC", stock="2C"),
        canfield.position(reserve="5C 8H", tableau="9S/3C/3S/KS", waste="2H", stock="AC"),
        klondike.position(foundations="/".join(klondike.SUITS.values())),
    ],
    ids=["klondike", "canfield", "won"],
)
def test_successors_are_every_move_that_the_rules_accept_and_what_it_leads_to(game: Game) -> None:
    found = []
    for item in game.commands.all.values():
        for call in item.every_call():
            move = Move(item.name, call)
            with suppress(IllegalMove):
                found.append((move, game.apply(move)))
    assert found == list(game.successors())


@pytest.mark.parametrize(
    ("game", "card", "safe"),
    [
        (klondike.position(), "AH", True),
        (klondike.position(), "2H", True),
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
        (
            canfield.position(foundations="10D JD/10C JC/10S JS/10H", options=canfield.ANY),
            "QD",
            False,
        ),
    ],
)
def test_a_card_is_safe_when_nothing_in_play_can_need_it(
    game: Patience, card: str, safe: bool
) -> None:
    assert is_safe(game, parse_card(card)) is safe


class TestSafeMoves:
    def test_the_tableau_comes_before_the_waste(self) -> None:
        game = klondike.position("9S/AC", waste="AH")
        assert safe_move(game) == Move("tabfnd", (2,))
        assert safe_move(klondike.position("9S", waste="AH")) == Move("wstfnd")

    def test_the_reserve_comes_first(self) -> None:
        game = canfield.position(reserve="10C", tableau="10S", waste="10H")
        assert safe_move(game) == Move("resfnd")

    def test_no_move_is_safe_without_a_foundation_for_it(self) -> None:
        assert safe_move(klondike.position("2C", waste="2H")) is None


def way_out(game: Klondike) -> Advice | None:
    return QuickStrategy().way_out(States(game))


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

    def test_a_turn_that_a_redeal_undoes_costs_little(self) -> None:
        """Turning to the third card buries two for good in the last pass, and none before it."""
        costs = [_turning(3, 0, 9, 1, left) for left in (None, 1, 0)]
        assert costs == [3, 3, 3 + 2 * (BURIED - 1)]
        again = [_turning(3, 5, 9, 1, left) for left in (None, 2, 1)]
        assert again == [8, 8, 8 + 2 * (BURIED - 1)]

    def test_a_game_without_a_way_is_stuck(self) -> None:
        game = klondike.position("3C | 8H/9D", waste="KC KD", foundations="AS", redeals=1)
        assert way_out(game) is not None  # a king would fill one of the empty piles
        closed = klondike.position("3C | 8H/9D/9D/9D/9D/9D/9D", waste="KC", redeals=1)
        assert way_out(closed) is None

    @pytest.mark.parametrize(
        ("tableau", "foundations", "move"),
        [
            ("3C | 8H/9S", "", "tabtab 1 2"),
            ("3C | 8H/10H", "AS 2S 3S 4S 5S 6S 7S 8S 9S", "fndtab 1 2"),
        ],
    )
    def test_the_way_out_frees_a_locked_card(
        self, tableau: str, foundations: str, move: str
    ) -> None:
        game = klondike.position(tableau, foundations=foundations)
        out = way_out(game.seen_by(1))
        assert out is not None
        why = "it is on the way to turning up a card of the tableau"
        assert (str(out.move), out.why) == (move, why)

    def test_hidden_cards_are_worth_turning(self) -> None:
        closed = klondike.position("3C | 8H/9D/9D/9D/9D/9D/9D", stock="KC")
        out = way_out(closed.seen_by(1))
        assert out is not None and out.move == Move("card")


def test_a_pile_that_fills_itself_is_not_what_moved() -> None:
    game = canfield.position(reserve="5C 6C", tableau="8H//9S")
    player = player_of(session_of(Canfield), Memory())
    assert player.tell(Canfield.parse("tabtab 1 3"), game) == "8H onto 9S"
