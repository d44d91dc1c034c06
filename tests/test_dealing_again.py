"""Several reserves, rows dealt to them, late cells, and redeals of the tableau.

The games of these tests are not on the list; the second engine replays each of them, too.
"""

from typing import Any

import pytest

from cardgames.model.cards import BACK, Rank, pile
from cardgames.model.errors import CardGameError
from cardgames.model.game import Options, Setup
from cardgames.patience.advice import strategies
from cardgames.patience.building import BuildingSpace
from cardgames.patience.game import TURN, Patience
from cardgames.patience.piles import Cells, Foundations, Redeal, Reserves, Stock, Tableau, Waste
from cardgames.patience.quick import PatienceStrategy
from cardgames.patience.search import hidden_cards
from cardgames.text.layout import rules_of
from tests.positions import after, piles, refused, shown
from tests.seated import type_lines
from tests.test_kit import player_at
from tests.test_second_engine import check_same_moves

IN_SUIT: Any = {"build": "suit", "fill": "none"}


class Lucie(Patience):
    name = "lucie"
    piles = (
        Tableau((3,) * 17 + (1,), **IN_SUIT),
        Foundations(4),
        Redeal(3, 2, shuffled=True),
    )


class Cruel(Patience):
    name = "cruel"
    piles = Foundations(4, start="aces"), Tableau((4,) * 12, **IN_SUIT), Redeal(4, None)


class Albert(Patience):
    name = "albert"
    piles = Tableau(range(1, 10)), Reserves((1,) * 7), Foundations(4)


class Agnes(Patience):
    name = "agnes"
    piles = (
        Tableau(range(1, 8), together="run", fill="king"),
        Reserves((1,) * 7),
        Foundations(4, start="card"),
        Stock(to="reserves"),
    )


class Milligan(Patience):
    name = "milligan"
    packs = 2
    piles = (
        Tableau((1,) * 8, together="room", fill="king"),
        Cells(1, late=True),
        Foundations(8),
        Stock(to="tableau"),
    )


class Fans(Patience):
    name = "fans"
    piles = Reserves((3, 3, 3, 3)), Tableau((1,) * 4), Foundations(4), Stock(), Waste()


GAMES = Lucie, Cruel, Albert, Agnes, Milligan, Fans


@pytest.mark.parametrize("game", GAMES)
def test_the_second_engine_finds_the_same_moves(game: Any) -> None:
    check_same_moves(game, Options())


def of(game: Any, tableau: str, count: int, **fields: Any) -> Any:
    return game(Options(), piles(tableau, count), **fields)


def albert(reserves: str, tableau: str = "5C/KC", foundations: str = "") -> Any:
    founded = {"foundations": piles(foundations)}
    return of(Albert, tableau, 9, reserves=piles(reserves, 7), **founded)


class TestReserves:
    def test_each_card_moves_by_number_by_name_and_in_words(self) -> None:
        for line in ("restab 2 1", "r2 1", "r21", "4h 1", "4h 5c", "reserve 2 to pile 1"):
            player, _ = player_at(albert("9C/4H"))
            type_lines(player, line)
            assert shown(player.game, "tableau", "reserves") == "5C 4H/KC; 9C", line
        assert shown(after(albert("9C/AH"), "resfnd 2"), "foundations") == "AH"

    def test_none_takes_a_card_and_an_empty_one_gives_none(self) -> None:
        game = albert("9C/4H")
        assert refused(game, "restab 3 1") == "reserve 3 is empty"
        assert refused(game, "restab 1 1") == "9C goes on a red 10, not on 5C"
        for line, told in (
            ("1 r3", "no card goes from the tableau to the reserves"),
            ("resfnd 8", "R must be a reserve from 1 to 7, not '8'"),
        ):
            with pytest.raises(CardGameError, match=told):
                type_lines(player_at(game)[0], line)

    def test_the_board_and_the_sentences_show_every_card(self) -> None:
        game = Fans.deal(Fans.fresh_deck(Options()), Options())
        player, _ = player_at(game)
        lines = player.board(game).splitlines()
        assert lines[1:5] == [
            "reserves:       1   2   3   4",
            "               KS  QS  JS 10S",
            "               9S  8S  7S  6S",
            "               5S  4S  3S  2S",
        ]
        assert "Reserve 2: QS, 8S, 4S." in player.sentences(game, 1)
        assert " the reserves" in player_at(game, notes=True)[0].board(game).splitlines()

    def test_a_card_below_others_is_locked(self) -> None:
        game = of(Fans, "KC", 4, reserves=piles("9C 8C 7C/5C 4C"))
        assert game.locked() == BuildingSpace(game).locked(BuildingSpace(game).first) == 3
        assert not game.changed(reserves=((BACK,), (), (), ())).possible()["reserves"]

    def test_a_row_goes_to_the_reserves_as_far_as_it_goes(self) -> None:
        game = Setup(Agnes, Options(), 1).dealt()
        dealt = after(game, "card", "card", "card")
        assert [len(one) for one in dealt.reserves] == [4, 4, 3, 3, 3, 3, 3]
        assert refused(dealt, "card") == "the stock is empty"
        assert player_at(game)[0].tell(TURN, game) == "deal a row to the reserves"

    def test_a_full_stock_waits_for_every_tableau_pile_here_too(self) -> None:
        class Full(Agnes):
            piles = *Agnes.piles[:3], Stock(to="reserves", full=True)

        game = of(Full, "5C//" + "/".join(["KC"] * 5), 7, stock=pile("AC"), reserves=((),) * 7)
        assert refused(game, "card") == "tableau pile 2 is empty: fill it before you deal a row"
        assert TURN not in game.legal_moves()

    def test_the_rank_before_the_base_is_the_king(self) -> None:
        game = of(Agnes, "/6D 5C/7C", 7, base=Rank.TWO, reserves=piles("AH/KH", 7))
        assert shown(after(game, "restab 1 1"), "tableau") == "AH/6D 5C/7C"
        assert refused(game, "restab 2 1") == "KH cannot go to tableau pile 1: only an ace fills it"
        assert "Only a card of the rank below the base" in " ".join(rules_of(Agnes).split())

    def test_hints_found_a_card_rather_than_build_with_one(self) -> None:
        best = next(PatienceStrategy().advise(albert("4H/AH")))
        assert str(best.move) == "resfnd 2"
        best = next(PatienceStrategy().advise(albert("4H/9C")))
        assert (str(best.move), best.why) == ("restab 1 1", "it brings a card into play")


class TestLateCells:
    def test_they_open_when_the_stock_is_dealt(self) -> None:
        game = Setup(Milligan, Options(), 1).dealt()
        told = "cells are closed until the stock is dealt: 96 cards are left in it"
        assert refused(game, "tabcel 1") == told
        assert shown(after(game.changed(stock=()), "tabcel 1"), "cells") == str(game.tableau[0][0])

    def test_no_run_moves_by_way_of_a_closed_cell(self) -> None:
        closed = of(Milligan, "9C 8H/9S", 8, stock=pile("AC"), cells=((),))
        game = of(Milligan, "10H/9C 8H/KS/KS/KD/KD/KC/KC", 8, stock=pile("AC"), cells=((),))
        assert "have room for 1" in refused(game, "tabtab 2 1")
        assert shown(after(game.changed(stock=()), "tabtab 2 1"), "tableau")[:8] == "10H 9C 8"
        assert refused(closed, "tabcel 1").endswith("1 card is left in it")

    def test_only_rows_can_open_them(self) -> None:
        kinds = Tableau((1,) * 4), Cells(1, late=True), Stock(), Waste()
        with pytest.raises(ValueError, match="dealt in rows"):
            type("Made", (Patience,), {"name": "made", "piles": kinds})


class TestRedeal:
    def test_piles_are_gathered_and_dealt_in_their_order(self) -> None:
        game = of(Cruel, "2C 3C 4C 5C 6C/7C/8C 9C 10C", 12, foundations=piles("AC/AD/AH/AS"))
        dealt = after(game, "card")
        assert shown(dealt, "tableau") == "3C 4C 5C 6C/9C 10C 7C 2C/8C"
        assert dealt.redeals == 1
        assert refused(dealt, "card") == "the tableau would be dealt as it lies: move a card first"

    def test_a_shuffle_is_the_same_for_ever_in_whichever_order_the_piles_lie(self) -> None:
        lines = "7C 2S AD/9H KC/4S 5S", "4S 5S/7C 2S AD//9H KC"
        one, other = (after(of(Lucie, line, 18), "card") for line in lines)
        assert shown(one, "tableau") == shown(other, "tableau") == SHUFFLED
        assert shown(after(of(Lucie, "7C 2S AD/9H KC/5S 4S", 18), "card"), "tableau") != SHUFFLED

    def test_it_is_refused_when_all_redeals_are_used(self) -> None:
        told = "the tableau is not dealt again: its 2 redeals are used"
        assert refused(of(Lucie, "7C", 18, redeals=2), "card") == told
        assert not of(Lucie, "7C", 18, redeals=3).possible()["redeals"]
        assert not of(Lucie, "7C", 18, stock=pile("8C")).possible()["stock"]

    def test_a_hint_deals_again_when_nothing_else_is_left(self) -> None:
        game = of(Lucie, "AC 7C/9H KC", 18)
        best = next(PatienceStrategy().advise(game))
        assert best.move == TURN and best.why == "it deals the 4 cards of the tableau again"
        assert not PatienceStrategy().is_stuck(game)
        assert PatienceStrategy().is_stuck(game.changed(redeals=2))

    def test_no_hint_knows_how_cards_will_be_shuffled(self) -> None:
        game = Setup(Lucie, Options(), 1).dealt()
        assert hidden_cards(game) is None and hidden_cards(game.changed(redeals=2)) == []
        fair: Any = strategies(Lucie, ("fair", "solver"))["fair"]()
        assert all(advice.odds is None for advice in fair.advise(game))

    def test_a_card_is_not_safe_while_it_may_change_what_is_dealt(self) -> None:
        lines = {"foundations": piles("AC/AD/AH/AS")}
        assert not of(Cruel, "KC 2C", 12, **lines).is_safe(pile("2C")[0])
        assert of(Lucie, "KC 2C", 18, **lines).is_safe(pile("2C")[0])
        states = [BuildingSpace(of(Lucie, "KC 2C", 18, redeals=n, **lines)).first for n in (1, 2)]
        assert sum(states[0][:4]) < sum(states[1][:4])

    def test_the_rules_and_the_board_count_redeals(self) -> None:
        assert "dealt again twice: they are shuffled" in " ".join(rules_of(Lucie).split())
        assert "as often as you like" in " ".join(rules_of(Cruel).split())
        game = Setup(Lucie, Options(), 1).dealt()
        player, _ = player_at(game, notes=True)
        assert "2 redeals left" in player.board(game)
        assert player.changes(game, after(game, "card"), 1) == "The tableau is dealt again.\n"


SHUFFLED = "KC 9H AD/4S 2S 5S/7C"
