"""The parts that patiences are made of, by small positions of the games that use them."""

import pytest

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import QuickStrategy
from cardgames.model.cards import (
    BACK,
    DECK,
    RESERVE,
    WASTE,
    Rank,
    Suit,
    build_by,
    dealt_in_rows,
    foundation,
    parse_card,
    pile,
    replaced,
    tableau,
)
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move
from cardgames.patience.founding import is_safe, safe_move
from cardgames.patience.quick import BURIED, Positions, States, _turning
from cardgames.text.drawing import grown, rows
from cardgames.text.wording import dollars
from tests import test_canfield as canfield
from tests import test_klondike as klondike
from tests.seated import Memory, player_of, session_of


class TestPiles:
    def test_one_of_several_is_replaced_by_its_number(self) -> None:
        assert replaced(("a", "b", "c"), 1, "x") == ("x", "b", "c")
        assert replaced(("a", "b", "c"), 3, "x") == ("a", "b", "x")

    def test_cards_are_dealt_row_by_row_from_the_end(self) -> None:
        piles, rest = dealt_in_rows(pile("7C 6C 5C 4C 3C 2C AC"), (1, 2, 3))
        assert piles == (pile("AC"), pile("2C 4C"), pile("3C 5C 6C"))
        assert rest == pile("7C")

    def test_places_are_named_as_in_refusals(self) -> None:
        assert str(RESERVE) == "the reserve"
        assert str(tableau(2)) == "tableau pile 2"
        assert foundation(3).empty == "foundation 3 is empty"

    def test_a_place_is_the_same_each_time(self) -> None:
        assert tableau(2) is tableau(2)
        assert tableau(2) is not foundation(2)


class TestBuilds:
    @pytest.mark.parametrize(
        ("build", "onto"),
        [
            ("colors", "4C 4S"),
            ("any", "4C 4D 4H 4S"),
            ("others", "4C 4D 4S"),
            ("suit", "4H"),
        ],
    )
    def test_the_cards_that_a_three_of_hearts_may_lie_on(self, build: str, onto: str) -> None:
        assert build_by(build).below[parse_card("3H")] == set(pile(onto))

    def test_each_round_goes_on_with_a_king_below_an_ace(self) -> None:
        assert build_by("suit").below[parse_card("KH")] == {parse_card("AH")}

    @pytest.mark.parametrize(
        ("build", "suits"), [("colors", "CS"), ("any", "CDHS"), ("others", "CDS"), ("suit", "H")]
    )
    def test_the_suits_that_a_heart_may_lie_on(self, build: str, suits: str) -> None:
        assert build_by(build).suits[Suit.HEARTS] == {Suit(letter) for letter in suits}

    def test_the_table_says_what_the_rule_says(self) -> None:
        colors = build_by("colors").below
        for card in DECK:
            for onto in DECK:
                rule = onto.rank.above(card.rank) == 1 and card.red != onto.red
                assert (onto in colors[card]) is rule


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
class TestSuccessors:
    def test_they_are_the_legal_moves_with_what_they_lead_to(self, game: Game) -> None:
        successors = list(game.successors())
        assert [move for move, _ in successors] == list(game.legal_moves())
        assert all(game.apply(move) == after for move, after in successors)

    def test_they_are_every_move_that_the_rules_accept(self, game: Game) -> None:
        every = [
            Move(item.name, call)
            for item in game.commands.all.values()
            for call in item.every_call()
        ]
        assert [move for move in every if accepted(game, move)] == list(game.legal_moves())


def accepted(game: Game, move: Move) -> bool:
    try:
        game.apply(move)
    except IllegalMove:
        return False
    return True


class TestStock:
    def test_nobody_knows_it_before_the_first_redeal(self) -> None:
        assert klondike.position(stock="AC 2C").with_backs(1).stock == (BACK, BACK)
        assert klondike.position(stock="AC 2C", redeals=1).with_backs(1).stock == pile("AC 2C")


class TestSafety:
    def test_a_card_is_safe_when_all_that_could_lie_on_it_are_up(self) -> None:
        three = parse_card("3H")
        assert is_safe(klondike.position(foundations="AC 2C/AS 2S/AD"), three)
        assert not is_safe(klondike.position(foundations="AC 2C/AS/AD"), three)
        assert not is_safe(klondike.position(foundations="AC 2C/AS 2S"), three)

    def test_aces_and_twos_are_always_safe(self) -> None:
        assert is_safe(klondike.position(), parse_card("AH"))
        assert is_safe(klondike.position(), parse_card("2H"))

    def test_built_in_other_suits_every_other_suit_counts(self) -> None:
        others = KlondikeOptions(build="others")
        three = parse_card("3H")
        ready = klondike.position(foundations="AC 2C/AS 2S/AD 2D", options=others)
        assert is_safe(ready, three)
        assert not is_safe(klondike.position(foundations="AC 2C/AS 2S/AD", options=others), three)

    def test_the_tableau_comes_before_the_waste(self) -> None:
        game = klondike.position("9S/AC", waste="AH")
        assert safe_move(game) == Move("tabfnd", (2,))
        assert safe_move(klondike.position("9S", waste="AH")) == Move("wstfnd")

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


class TestText:
    def test_what_moved_is_found_by_comparing_the_piles(self) -> None:
        before = (pile("10S"), pile("9H 8S 7D"))
        assert grown(before, (pile("10S 9H 8S 7D"), ())) == (pile("9H 8S 7D"), pile("10S"))
        assert grown(before, before) == ((), ())

    @pytest.mark.parametrize(
        ("move", "told"),
        [
            ("tabtab 1 3", "9H-8S onto 10S"),
            ("tabtab 2 3", "9D onto 10S"),
            ("wsttab 7", "KC to the empty pile"),
            ("card", "turn 2 from the stock"),
        ],
    )
    def test_a_move_is_told_by_its_cards(self, move: str, told: str) -> None:
        game = klondike.position("9H 8S/9D/10S", waste="KC", stock="2C 3C")
        player = player_of(session_of(Klondike), Memory())
        assert player.tell(Klondike.parse(move), game) == told

    def test_a_pile_that_fills_itself_is_not_what_moved(self) -> None:
        game = canfield.position(reserve="5C 6C", tableau="8H//9S")
        player = player_of(session_of(Canfield), Memory())
        assert player.tell(Canfield.parse("tabtab 1 3"), game) == "8H onto 9S"

    def test_piles_stand_side_by_side(self) -> None:
        assert rows([["a", "b"], [], ["c"]], ".") == ["a.c", "b.."]

    def test_money(self) -> None:
        assert (dollars(-52), dollars(0), dollars(208)) == ("-$52", "$0", "$208")


def test_the_rank_of_the_base_is_the_only_difference_in_height() -> None:
    ace = klondike.position()
    assert ace.base is Rank.ACE
    assert [ace.height(card) for card in pile("AC KC")] == [0, 12]
    stock = [
        [(option.name, option.default, option.metadata["help"]) for option in declared[:2]]
        for declared in (CanfieldOptions.declared(), KlondikeOptions.declared())
    ]
    assert stock[0] == stock[1]
