"""The rules of Canfield, one by one, from positions built by hand."""

import pytest

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.model.cards import Pile, Rank, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Outcome
from cardgames.text.coach import rules_text
from tests.positions import after, refused, text

STANDARD = CanfieldOptions()


def piles(text: str) -> tuple[Pile, ...]:
    """Four piles, divided by strokes."""
    given = [pile(part) for part in text.split("/")]
    return tuple(given + [()] * (4 - len(given)))


def position(
    reserve: str = "",
    foundations: str = "10D",
    tableau: str = "",
    stock: str = "",
    waste: str = "",
    redeals: int = 0,
    options: CanfieldOptions = STANDARD,
) -> Canfield:
    """A position with these piles; the first foundation's first card is the base card."""
    founded = piles(foundations)
    return Canfield(
        options,
        tableau=piles(tableau),
        stock=pile(stock),
        waste=pile(waste),
        foundations=founded,
        redeals=redeals,
        base=founded[0][0].rank,
        reserve=pile(reserve),
    )


class TestDeal:
    def test_reserve_foundation_tableau_and_stock_come_from_the_end_of_the_deck(self) -> None:
        deck = shuffled_deck(Random(101001))
        game = Canfield.deal(deck, CanfieldOptions())
        assert game.reserve == deck[39:]
        assert game.foundations == (deck[38:39], (), (), ())
        assert game.tableau == tuple((deck[i],) for i in (37, 36, 35, 34))
        assert game.stock == deck[:34]
        assert game.waste == ()

    def test_storehouse_puts_the_twos_on_the_foundations(self) -> None:
        game = Canfield.deal(shuffled_deck(Random(1)), CanfieldOptions(base="twos"))
        assert game.foundations == piles("2C/2D/2H/2S")
        assert game.base is Rank.TWO
        assert [len(game.reserve), len(game.stock)] == [13, 31]

    def test_a_deck_that_is_not_whole_is_refused(self) -> None:
        with pytest.raises(InvalidCommand, match="the deck lacks 51"):
            Canfield.deal(pile("AC"), CanfieldOptions())


class TestStock:
    def test_three_cards_are_turned_one_by_one(self) -> None:
        game = after(position(stock="AC 2C 3C 4C", waste="9S"), "card")
        assert (text(game.stock), text(game.waste)) == ("AC", "9S 4C 3C 2C")

    def test_what_is_left_is_turned_if_there_are_fewer(self) -> None:
        game = after(position(stock="AC 2C"), "card")
        assert (text(game.stock), text(game.waste)) == ("", "2C AC")

    def test_the_empty_stock_takes_the_waste_turned_over_and_turns_nothing_up(self) -> None:
        game = after(position(waste="AC 2C 3C"), "card")
        assert (text(game.stock), text(game.waste)) == ("3C 2C AC", "")
        assert game.redeals == 1

    @pytest.mark.parametrize("draw", [1, 2])
    def test_fewer_cards_can_be_turned_at_a_time(self, draw: int) -> None:
        assert (
            len(
                after(
                    position(stock="AC 2C 3C 4C", options=CanfieldOptions(draw=draw)), "card"
                ).waste
            )
            == draw
        )

    def test_redeals_can_be_limited(self) -> None:
        twice = CanfieldOptions(redeals=2)
        game = after(position(waste="AC", redeals=1, options=twice), "card", "card")
        assert refused(game, "card") == "the stock is empty, and its 2 redeals are used"

    def test_no_redeal_at_all(self) -> None:
        game = position(waste="AC", options=CanfieldOptions(redeals=0))
        assert refused(game, "card") == "the stock is empty, and no redeal is allowed"

    def test_with_stock_and_waste_empty_turning_changes_nothing(self) -> None:
        game = position()
        assert after(game, "card") == game


class TestFoundations:
    def test_a_card_of_the_base_rank_starts_the_first_empty_foundation(self) -> None:
        game = after(position(reserve="10C", foundations="10D/10H"), "resfnd")
        assert game.foundations == piles("10D/10H/10C")

    def test_they_are_built_up_in_suit(self) -> None:
        game = position(waste="JD", foundations="10S/10D")
        assert after(game, "wstfnd").foundations == piles("10S/10D JD")

    def test_an_ace_follows_the_king(self) -> None:
        game = position(waste="AD", foundations="QD KD")
        assert after(game, "wstfnd").foundations == piles("QD KD AD")

    def test_another_card_of_the_suit_is_refused(self) -> None:
        assert refused(position(reserve="QD"), "resfnd") == (
            "QD does not follow 10D: foundations are built up in suit"
        )

    def test_a_suit_must_be_started_by_its_card_of_the_base_rank(self) -> None:
        assert refused(position(reserve="JC"), "resfnd") == (
            "JC has no foundation yet: 10C must start it"
        )

    def test_the_top_of_a_tableau_pile_may_go_there(self) -> None:
        game = after(position(tableau="QS JD/9H"), "tabfnd 1")
        assert (game.foundations, game.tableau) == (piles("10D JD"), piles("QS/9H"))

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("resfnd", "the reserve is empty"),
            ("wstfnd", "the waste is empty"),
            ("tabfnd 2", "tableau pile 2 is empty"),
        ],
    )
    def test_nothing_comes_from_an_empty_pile(self, move: str, reason: str) -> None:
        assert refused(position(), move) == reason

    def test_all_52_cards_there_win(self) -> None:
        suits = "/".join(" ".join(f"{r}{s}" for r in RANKS) for s in "CDHS")
        almost = position(foundations=suits.removesuffix(" KS"), waste="KS")
        assert almost.outcome() is None
        won = after(almost, "wstfnd")
        assert won.outcome() == Outcome(1, "all 52 cards are on the foundations")
        assert refused(won, "card") == "the game is over: all 52 cards are on the foundations"


RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


class TestTableau:
    def test_it_is_built_down_in_alternating_colors(self) -> None:
        assert after(position(reserve="3H", tableau="4S"), "restab 1").tableau[0] == pile("4S 3H")
        assert after(position(waste="3H", tableau="/4S"), "wsttab 2").tableau[1] == pile("4S 3H")

    def test_a_king_goes_on_an_ace(self) -> None:
        assert after(position(waste="KC", tableau="AH"), "wsttab 1").tableau[0] == pile("AH KC")

    @pytest.mark.parametrize("card", ["3S", "3C", "5H", "2H", "4H"])
    def test_other_cards_are_refused(self, card: str) -> None:
        assert refused(position(reserve=card, tableau="4S"), "restab 1") == (
            f"{card} cannot go on 4S: the tableau is built down in alternating colors"
        )

    def test_a_card_of_the_base_rank_must_go_to_a_foundation(self) -> None:
        reason = "10S is of the base rank: it must go to a foundation"
        assert refused(position(waste="10S", tableau="JH"), "wsttab 1") == reason
        assert refused(position(waste="10S", tableau="JH"), "wsttab 2") == reason

    def test_nothing_is_built_on_a_card_of_the_base_rank(self) -> None:
        assert refused(position(reserve="9H", tableau="10S"), "restab 1") == (
            "10S is of the base rank: nothing may be built on it"
        )

    def test_a_whole_pile_moves_onto_another(self) -> None:
        game = after(position(tableau="9S 8H 7C/JC/QC/10H", foundations="2D"), "tabtab 1 4")
        assert game.tableau == piles("/JC/QC/10H 9S 8H 7C")

    def test_its_bottom_card_must_fit(self) -> None:
        game = position(tableau="9S 8H 7C/8D", foundations="2D")
        assert refused(game, "tabtab 1 2") == (
            "9S cannot go on 8D: the tableau is built down in alternating colors"
        )

    def test_an_empty_pile_is_filled_at_once_from_the_reserve(self) -> None:
        game = position(reserve="5C 6C", tableau="9H/JD")
        moved = after(game, "tabfnd 2")
        assert (moved.tableau, moved.reserve) == (piles("9H/6C"), pile("5C"))

    def test_it_is_filled_even_with_a_card_of_the_base_rank(self) -> None:
        assert after(position(reserve="10C", tableau="JD"), "tabfnd 1").tableau == piles("10C")

    def test_with_the_reserve_empty_it_stays_empty_until_the_waste_fills_it(self) -> None:
        game = after(position(tableau="JD", waste="4C"), "tabfnd 1")
        assert game.tableau == piles("")
        assert after(game, "wsttab 3").tableau == piles("//4C")

    def test_a_whole_pile_may_go_to_an_empty_place(self) -> None:
        assert after(position(tableau="9H 8S/"), "tabtab 1 2").tableau == piles("/9H 8S")
        assert after(position(tableau="10S/"), "tabtab 1 2").tableau == piles("/10S")

    def test_the_rules_say_that_one_of_the_base_rank_may_go_there(self) -> None:
        rules = " ".join(rules_text(Canfield).split())
        assert "nothing may be built on it, but it may move to an empty pile." in rules

    def test_a_pile_cannot_go_onto_itself(self) -> None:
        assert refused(position(tableau="9H"), "tabtab 1 1") == (
            "tableau pile 1 cannot be moved onto itself"
        )

    def test_an_empty_pile_cannot_be_moved(self) -> None:
        assert refused(position(tableau="9H"), "tabtab 2 1") == "tableau pile 2 is empty"


class TestFoundationToTableau:
    def test_the_top_of_a_foundation_may_return(self) -> None:
        game = after(position(foundations="10D JD", tableau="QS"), "fndtab 1 1")
        assert (game.foundations, game.tableau) == (piles("10D"), piles("QS JD"))

    def test_but_not_its_card_of_the_base_rank(self) -> None:
        assert refused(position(tableau="JS"), "fndtab 1 1") == (
            "10D is of the base rank: it must go to a foundation"
        )

    def test_not_to_an_empty_pile(self) -> None:
        assert refused(position(foundations="10D JD"), "fndtab 1 1") == (
            "tableau pile 1 is empty: a foundation card cannot fill it"
        )

    def test_not_from_an_empty_foundation(self) -> None:
        assert refused(position(tableau="JS"), "fndtab 2 1") == "foundation 2 is empty"

    def test_not_where_it_does_not_fit(self) -> None:
        assert refused(position(foundations="10D JD", tableau="QH"), "fndtab 1 1") == (
            "JD cannot go on QH: the tableau is built down in alternating colors"
        )


ANY = CanfieldOptions(build="any")
SUIT = CanfieldOptions(build="suit")
FREE = CanfieldOptions(fill="free")


class TestOptions:
    def test_the_tableau_built_in_any_suits(self) -> None:
        game = position(reserve="3S", tableau="4S", options=ANY)
        assert after(game, "restab 1").tableau[0] == pile("4S 3S")
        assert refused(position(reserve="2S", tableau="4S", options=ANY), "restab 1") == (
            "2S cannot go on 4S: the tableau is built down in any suits"
        )

    def test_the_tableau_built_in_suit(self) -> None:
        game = position(reserve="3S", tableau="4S", options=SUIT)
        assert after(game, "restab 1").tableau[0] == pile("4S 3S")
        assert refused(position(reserve="3H", tableau="4S", options=SUIT), "restab 1") == (
            "3H cannot go on 4S: the tableau is built down in suit"
        )

    def test_empty_piles_filled_as_you_like(self) -> None:
        game = after(position(reserve="5C 6C", tableau="JD/9S", options=FREE), "tabfnd 1")
        assert game.tableau == piles("/9S")
        assert after(game, "restab 1").tableau == piles("6C/9S")
        assert after(game, "tabtab 2 1").tableau == piles("9S")

    def test_the_variants_are_bundles_of_options(self) -> None:
        assert {
            name: " ".join(CanfieldOptions(**bundle).words())
            for name, bundle in CanfieldOptions.variants.items()
        } == {
            "canfield": "",
            "superior": "--reserve open --fill free",
            "rainbow": "--draw 1 --redeals 0 --build any",
            "rainfall": "--draw 1 --redeals 2",
            "storehouse": "--draw 1 --redeals 2 --build suit --base twos",
        }


class TestScoreAndSight:
    def test_the_casino_pays_5_dollars_a_card_for_50_dollars(self) -> None:
        assert position().score() == -45
        assert position(foundations="10D JD QD/10C").score() == -30

    def test_a_player_sees_the_top_of_the_reserve_and_not_the_stock(self) -> None:
        seen = position(reserve="5C 6C 7C", stock="AC 2C", waste="9S").seen_by(1)
        assert text(seen.reserve) == "### ### 7C"
        assert (text(seen.stock), text(seen.waste)) == ("### ###", "9S")

    def test_after_a_redeal_every_card_of_the_stock_has_been_seen(self) -> None:
        assert text(position(stock="AC 2C", redeals=1).seen_by(1).stock) == "AC 2C"

    def test_an_open_reserve_is_seen_whole(self) -> None:
        game = position(reserve="5C 6C", options=CanfieldOptions(reserve="open"))
        assert text(game.seen_by(1).reserve) == "5C 6C"
