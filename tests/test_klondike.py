"""The rules of Klondike, one by one, from positions built by hand."""

import pytest

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.model.cards import Pile, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Outcome
from tests.positions import after, refused, text

STANDARD = KlondikeOptions()
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = {suit: " ".join(f"{rank}{suit}" for rank in RANKS) for suit in "CDHS"}


def piles(text: str, count: int = 7) -> tuple[Pile, ...]:
    """As many piles, divided by strokes; a bar after the cards face down is left out."""
    given = [pile(part.replace("|", " ")) for part in text.split("/")]
    return tuple(given + [()] * (count - len(given)))


def position(
    tableau: str = "",
    stock: str = "",
    waste: str = "",
    foundations: str = "",
    redeals: int = 0,
    options: KlondikeOptions = STANDARD,
) -> Klondike:
    """A position with these piles; in the tableau, cards before a bar lie face down."""
    parts = [part.partition("|")[0] if "|" in part else "" for part in tableau.split("/")]
    down = [len(pile(part)) for part in parts]
    return Klondike(
        options,
        piles(tableau),
        tuple(down + [0] * (7 - len(down))),
        pile(stock),
        pile(waste),
        piles(foundations, 4),
        redeals,
    )


class TestDeal:
    def test_the_tableau_is_dealt_row_by_row_from_the_end_of_the_deck(self) -> None:
        deck = shuffled_deck(Random(42))
        game = Klondike.deal(deck, STANDARD)
        dealt = deck[::-1]
        assert game.tableau[0] == dealt[:1]
        assert game.tableau[1] == (dealt[1], dealt[7])
        assert game.tableau[6] == tuple(dealt[i] for i in (6, 12, 17, 21, 24, 26, 27))
        assert game.stock == deck[:24]
        assert (game.waste, game.foundations) == ((), ((), (), (), ()))

    def test_the_last_card_of_each_pile_is_face_up(self) -> None:
        game = Klondike.deal(shuffled_deck(Random(42)), STANDARD)
        assert list(map(len, game.tableau)) == [1, 2, 3, 4, 5, 6, 7]
        assert game.down == (0, 1, 2, 3, 4, 5, 6)

    def test_a_deck_that_is_not_whole_is_refused(self) -> None:
        with pytest.raises(InvalidCommand, match="the deck lacks 51"):
            Klondike.deal(pile("AC"), STANDARD)


class TestStock:
    @pytest.mark.parametrize(
        ("draw", "stock", "waste"),
        [(1, "AC 2C 3C", "9S 4C"), (2, "AC 2C", "9S 4C 3C"), (3, "AC", "9S 4C 3C 2C")],
    )
    def test_cards_are_turned_one_by_one(self, draw: int, stock: str, waste: str) -> None:
        options = KlondikeOptions(draw=draw)
        game = after(position(stock="AC 2C 3C 4C", waste="9S", options=options), "card")
        assert (text(game.stock), text(game.waste)) == (stock, waste)

    def test_three_are_turned_unless_an_option_says_otherwise(self) -> None:
        assert (STANDARD.draw, STANDARD.redeals) == (3, None)

    def test_what_is_left_is_turned_if_there_are_fewer(self) -> None:
        game = after(position(stock="AC 2C"), "card")
        assert (text(game.stock), text(game.waste)) == ("", "2C AC")

    def test_the_empty_stock_takes_the_waste_turned_over(self) -> None:
        game = after(position(waste="AC 2C 3C"), "card")
        assert (text(game.stock), text(game.waste), game.redeals) == ("3C 2C AC", "", 1)

    @pytest.mark.parametrize(
        ("redeals", "reason"),
        [
            (0, "no redeal is allowed"),
            (1, "its one redeal is used"),
            (2, "its 2 redeals are used"),
        ],
    )
    def test_redeals_can_be_limited(self, redeals: int, reason: str) -> None:
        options = KlondikeOptions(redeals=redeals)
        game = position(waste="AC", options=options)
        for _ in range(redeals):
            game = after(game, "card", "card")
        assert refused(game, "card") == f"the stock is empty, and {reason}"

    def test_nothing_is_turned_when_stock_and_waste_are_empty(self) -> None:
        assert refused(position(), "card") == "the stock and the waste are empty"


class TestFoundations:
    def test_an_ace_starts_the_first_empty_one(self) -> None:
        game = after(position(waste="AH", foundations="AS"), "wstfnd")
        assert (game.foundations, game.waste) == (piles("AS/AH", 4), ())

    def test_no_other_card_does(self) -> None:
        assert refused(position(waste="2H"), "wstfnd") == (
            "2H has no foundation yet: AH must start it"
        )

    def test_they_are_built_up_in_suit(self) -> None:
        game = after(position("9S/3C 2D", foundations="AS/AD"), "tabfnd 2")
        assert (game.foundations, game.tableau) == (piles("AS/AD 2D", 4), piles("9S/3C"))

    def test_another_card_of_the_suit_is_refused(self) -> None:
        game = position("3D", waste="KD", foundations="AD")
        reason = "{} does not follow AD: foundations are built up in suit"
        assert refused(game, "tabfnd 1") == reason.format("3D")
        assert refused(game, "wstfnd") == reason.format("KD")

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("wstfnd", "the waste is empty"),
            ("tabfnd 7", "tableau pile 7 is empty"),
            ("wsttab 1", "the waste is empty"),
            ("tabtab 2 1", "tableau pile 2 is empty"),
            ("fndtab 3 1", "foundation 3 is empty"),
        ],
    )
    def test_nothing_comes_from_an_empty_pile(self, move: str, reason: str) -> None:
        assert refused(position("9S"), move) == reason

    def test_all_52_cards_there_win(self) -> None:
        suits = "/".join(SUITS.values())
        almost = position("KS", foundations=suits.removesuffix(" KS"))
        assert almost.outcome() is None
        won = after(almost, "tabfnd 1")
        assert won.outcome() == Outcome(1, "all 52 cards are on the foundations")
        assert refused(won, "fndtab 1 1") == "the game is over: all 52 cards are on the foundations"


class TestTableau:
    def test_it_is_built_down_in_alternating_colors(self) -> None:
        game = after(position("4S/2D 9C", waste="3H"), "wsttab 1")
        assert game.tableau == piles("4S 3H/2D 9C")

    @pytest.mark.parametrize("card", ["3S", "3C", "5H", "2H", "4H", "KH"])
    def test_other_cards_are_refused(self, card: str) -> None:
        assert refused(position("4S", waste=card), "wsttab 1") == (
            f"{card} cannot go on 4S: the tableau is built down in alternating colors"
        )

    def test_a_king_does_not_go_on_an_ace(self) -> None:
        assert refused(position("AS", waste="KH"), "wsttab 1") == (
            "KH cannot go on AS: the tableau is built down in alternating colors"
        )

    def test_an_ace_goes_on_a_two(self) -> None:
        assert after(position("2S", waste="AH"), "wsttab 1").tableau == piles("2S AH")

    def test_a_king_goes_to_an_empty_pile(self) -> None:
        assert after(position("9S", waste="KH"), "wsttab 4").tableau == piles("9S///KH")

    def test_no_other_card_does(self) -> None:
        game = position("9S/3D | QC JH", waste="QH", foundations="AS")
        reason = "{} cannot go to tableau pile 4: only a king fills it"
        assert refused(game, "wsttab 4") == reason.format("QH")
        assert refused(game, "tabtab 2 4") == reason.format("QC")
        assert refused(game, "fndtab 1 4") == reason.format("AS")

    def test_cards_headed_by_a_king_go_to_an_empty_pile(self) -> None:
        game = after(position("/3D 4D | KC QH JS"), "tabtab 2 1")
        assert game.tableau == piles("KC QH JS/3D 4D")

    def test_the_top_of_a_foundation_may_return(self) -> None:
        game = after(position("3C", foundations="AS/AD 2D"), "fndtab 2 1")
        assert (game.tableau, game.foundations) == (piles("3C 2D"), piles("AS/AD", 4))

    def test_only_where_it_fits(self) -> None:
        assert refused(position("3H", foundations="AD 2D"), "fndtab 1 1") == (
            "2D cannot go on 3H: the tableau is built down in alternating colors"
        )


class TestPartsOfPiles:
    GAME = position("2C 3C | 9H 8S 7D/10S/9D/8C/8H")

    @pytest.mark.parametrize(
        ("move", "source", "target"),
        [
            ("tabtab 1 2", "2C 3C", "10S 9H 8S 7D"),
            ("tabtab 1 3", "2C 3C 9H", "9D 8S 7D"),
            ("tabtab 1 4", "2C 3C 9H 8S", "8C 7D"),
        ],
    )
    def test_as_many_cards_move_as_fit(self, move: str, source: str, target: str) -> None:
        game = after(self.GAME, move)
        assert text(game.tableau[0]) == source
        assert text(game.tableau[int(move[-1]) - 1]) == target

    def test_the_number_of_cards_may_be_said(self) -> None:
        assert after(self.GAME, "tabtab 1 3 2") == after(self.GAME, "tabtab 1 3")

    def test_it_must_be_the_number_that_fits(self) -> None:
        assert refused(self.GAME, "tabtab 1 3 1") == (
            "7D cannot go on 9D: the tableau is built down in alternating colors"
        )

    def test_it_is_left_out_of_what_is_recorded(self) -> None:
        assert str(self.GAME.canonical(Klondike.parse("tt 1 3 2"))) == "tabtab 1 3"

    def test_the_card_that_has_the_rank_must_have_the_color(self) -> None:
        assert refused(self.GAME, "tabtab 1 5") == (
            "7D cannot go on 8H: the tableau is built down in alternating colors"
        )

    def test_where_no_rank_fits_the_lowest_card_face_up_is_named(self) -> None:
        assert refused(self.GAME, "tabtab 5 2") == (
            "8H cannot go on 10S: the tableau is built down in alternating colors"
        )

    def test_cards_face_down_stay(self) -> None:
        game = position("10H 9C | 8H/10D/9H | 8C")
        assert refused(game, "tabtab 1 2") == (
            "8H cannot go on 10D: the tableau is built down in alternating colors"
        )
        assert refused(game, "tabtab 1 2 2") == "only 1 card of tableau pile 1 can be moved"
        assert refused(self.GAME, "tabtab 1 2 4") == "only 3 cards of tableau pile 1 can be moved"

    def test_a_pile_cannot_go_onto_itself(self) -> None:
        assert refused(self.GAME, "tabtab 1 1") == "tableau pile 1 cannot be moved onto itself"


class TestTurningUp:
    def test_the_top_card_is_turned_up_when_no_other_is_face_up(self) -> None:
        game = after(position("2C 3C | 9H/10S"), "tabtab 1 2")
        assert (game.tableau[0], game.down[0]) == (pile("2C 3C"), 1)

    def test_also_when_a_card_goes_to_a_foundation(self) -> None:
        assert after(position("2C 3C | AH"), "tabfnd 1").down[0] == 1

    def test_not_while_another_is_face_up(self) -> None:
        assert after(position("2C 3C | 9H 8S/9D"), "tabtab 1 2").down[0] == 2

    def test_an_emptied_pile_has_none_to_turn(self) -> None:
        assert after(position("9H/10S"), "tabtab 1 2").down[0] == 0


class TestOptions:
    def test_the_tableau_built_in_any_suit_but_the_same(self) -> None:
        options = KlondikeOptions(build="others")
        for card in ("3H", "3D", "3C"):
            game = after(position("4S", waste=card, options=options), "wsttab 1")
            assert text(game.tableau[0]) == f"4S {card}"
        assert refused(position("4S", waste="3S", options=options), "wsttab 1") == (
            "3S cannot go on 4S: the tableau is built down in any suit but the same"
        )

    def test_the_tableau_built_in_suit(self) -> None:
        options = KlondikeOptions(build="suit")
        game = after(position("4S", waste="3S", options=options), "wsttab 1")
        assert text(game.tableau[0]) == "4S 3S"
        assert refused(position("4S", waste="3H", options=options), "wsttab 1") == (
            "3H cannot go on 4S: the tableau is built down in suit"
        )

    def test_the_variants_are_bundles_of_options(self) -> None:
        assert {
            name: " ".join(KlondikeOptions(**bundle).words())
            for name, bundle in KlondikeOptions.variants.items()
        } == {
            "by-threes": "",
            "vegas": "--draw 1 --redeals 0",
            "casino": "--draw 1 --redeals 2",
            "chinaman": "--redeals 1 --build others",
            "trigon": "--draw 1 --build suit",
        }


class TestScoreAndSight:
    def test_the_casino_pays_5_dollars_a_card_for_52_dollars(self) -> None:
        assert position().score() == -52
        assert position(foundations="AC 2C/AD").score() == -37
        assert position(foundations="/".join(SUITS.values())).score() == 208

    def test_a_player_sees_the_cards_face_up_and_not_the_stock(self) -> None:
        seen = position("2C 3C | 9H 8S/10S", stock="AC 2C", waste="9S").seen_by(1)
        assert list(map(text, seen.tableau[:2])) == ["### ### 9H 8S", "10S"]
        assert (text(seen.stock), text(seen.waste)) == ("### ###", "9S")

    def test_after_a_redeal_every_card_of_the_stock_has_been_seen(self) -> None:
        assert text(position(stock="AC 2C", redeals=1).seen_by(1).stock) == "AC 2C"
