"""What patiences share: the rules of each kind of piles, and what follows from them."""

from typing import Any

import pytest

from cardgames import games
from cardgames.games.klondike.game import KlondikeOptions
from cardgames.games.patiences.eightoff import EightOff
from cardgames.games.patiences.fortythieves import FortyThieves
from cardgames.games.patiences.freecell import FreeCell, FreeCellOptions
from cardgames.games.patiences.golf import Golf
from cardgames.games.patiences.spider import Spider, SpiderOptions
from cardgames.games.patiences.yukon import Yukon, YukonOptions
from cardgames.library import check_valid
from cardgames.model.cards import DECK, Pile, Rank, Suit, parse_card, pile
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Move, Options
from cardgames.patience.game import TURN, Patience, safe_move
from cardgames.patience.piles import Foundations, Stock, Tableau, Waste
from cardgames.patience.quick import Positions
from cardgames.play.places import MoveReader
from cardgames.screen.look import UNICODE, Look
from cardgames.text.layout import rules_of
from tests import test_canfield as canfield
from tests import test_klondike as klondike
from tests.parts import SHELF
from tests.positions import after, refused, shown
from tests.samples import sample
from tests.seated import player_of, session_of, type_lines
from tests.walks import Case, cases, positions


class Gypsy(Patience):
    name = "gypsy"
    packs = 2
    piles = (
        Tableau((3,) * 8, down=(2,) * 8, together="run"),
        Stock(to="tableau"),
        Foundations(8, back="any"),
    )


CASES = [case for case in cases() if case.game.name in SHELF]


def at(game: type[Patience], tableau: str, options: Any = None, **fields: Any) -> Any:
    parts = [part.rpartition("|") for part in tableau.split("/")]
    piles = [pile(f"{down} {up}") for down, _, up in parts]
    count = game.laid_out(options or game.options_type()).tableau.count
    empty = [()] * (count - len(piles))
    downs = [len(pile(down)) for down, *_ in parts] + [0] * len(empty)
    if any(downs):
        fields["down"] = tuple(downs)
    return game(options or game.options_type(), (*piles, *empty), **fields)


def founded(*tops: str) -> tuple[Pile, ...]:
    """Foundations from the ace up to each of TOPS; '' is an empty one."""
    ends = [DECK.index(parse_card(top)) if top else -1 for top in tops]
    return tuple(DECK[end - end % 13 : end + 1] for end in ends)


@pytest.mark.parametrize(("kind", "what"), [
    (lambda: Tableau((1,), together="opne"), "together is one of: built, open"),
    (lambda: Tableau((1,), build="colours"), "build is one of: colors"),
    (lambda: Tableau((1,), fill="kings"), "fill is one of: any, king"),
    (lambda: Foundations(back="yes"), "back is one of: none, cards, any"),
    (lambda: Foundations(start="ace"), "start is one of: empty, card, aces"),
    (lambda: Waste(takes="near"), "takes is one of: none, neighbor"),
    (lambda: Stock("cells"), "to is one of: waste, tableau"),
])  # fmt: skip
def test_a_name_that_is_in_no_table_is_refused(kind: Any, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        kind()


def run(low: int = 1) -> str:
    return " ".join(f"{Rank(rank).label}S" for rank in range(13, low - 1, -1))


def four(cards: str = "KC KD KH KS") -> dict[str, Any]:
    return {"cells": tuple((card,) for card in pile(cards)) + ((),) * (4 - len(pile(cards)))}


NONE_UP, EIGHT = {"foundations": ((),) * 4}, {"foundations": ((),) * 8}
CELLS3, FULL = four("KC KD KH"), four()
KINGS = "QC/QD/QH/QS/JC/JS"
OTHERS = KlondikeOptions(build="others")
RELAXED, RUSSIAN = FreeCellOptions(runs="any"), YukonOptions(build="suit")
ROW = {"stock": pile("2C 3C"), **EIGHT}
MIXED = at(Yukon, "2C | 7H 3S 7D 9C/8S/KD", **NONE_UP)
TWICE = at(FortyThieves, "3S/4S/AS/5S", foundations=(*founded("3S", "2S"), *[()] * 6))
GOLF = at(Golf, "5C/7D/QS/AH/KS", waste=pile("6D"))


BLOCKED = "8C 7D 6S 5H/9H/QC/QD/QH/QS/JC"
SPACED = "8C 7D 6S 5H//QC/QD/QH/QS/JC/JD"
COVERED = "8C 7D 6S 5H/9H/QC/QD/QH/QS/JC/JD"


@pytest.mark.parametrize(("game", "moves", "result"), [
    # as much of a run as there is room for; an empty pile doubles it, but not as the target
    (at(FreeCell, f"8C 7D 6S/9H/{KINGS}", **four("KC KD")), "tabtab 1 2", "/9H 8C 7D 6S"),
    (at(FreeCell, BLOCKED, **CELLS3), "tabtab 1 2", "/9H 8C 7D 6S 5H"),
    (at(FreeCell, SPACED, **CELLS3), "tabtab 1 2", "8C 7D/6S 5H"),
    (at(FreeCell, COVERED, RELAXED, **FULL), "tabtab 1 2", "/9H 8C 7D 6S 5H"),
    (MIXED, "tabtab 1 2 4", "2C/8S 7H 3S 7D 9C"),
    (at(Yukon, "7H/8S/8H", RUSSIAN), "tabtab 1 3", "/8S/8H 7H"),
    (at(FortyThieves, "9S 8S/9S/10S", **EIGHT), "tabtab 1 2", "9S/9S 8S/10S"),
    (at(EightOff, "9S/KH", cells=((),) * 8), "tabtab 2 3", "9S//KH"),
    (at(FreeCell, "5C/6C", **four("KC")), "tabcel 1; tabcel 2", "cells: KC/5C/6C"),
    (at(Spider, "/".join(["9C"] * 10), **ROW), "card", "9C 3C/9C 2C" + "/9C" * 8),
    (at(Spider, "9S 8H 7H/9D/10D", **EIGHT), "tabtab 1 2", "9S/9D 8H 7H/10D"),
    # a complete run goes up by itself, in one suit
    (at(Spider, f"9H 4D | {run(2)}/AS", **EIGHT), "tabtab 2 1", "9H 4D"),
    (at(Spider, f"{run(2)}/AH", **EIGHT), "tabtab 2 1", f"{run(2)} AH"),
    (at(Spider, run(2) + "/9C" * 9, stock=pile("AS"), **EIGHT), "card", "/9C" * 9),
    # two packs have two foundations of a suit
    (TWICE, "tabfnd 1", "foundations: AS 2S 3S/AS 2S 3S"),
    (TWICE, "tabfnd 2", "foundations: AS 2S 3S 4S/AS 2S"),
    (TWICE, "tabfnd 3", "foundations: AS 2S 3S/AS 2S/AS"),
    (at(Yukon, "6H", foundations=founded("5S", "", "", "")), "fndtab 1 1", "6H 5S"),
    (at(Gypsy, "6H", foundations=(*founded("5S"), *[()] * 7)), "fndtab 1 1", "6H 5S"),
    (GOLF, "tabwst 1", "waste: 6D 5C"), (GOLF, "tabwst 2", "waste: 6D 7D"),
])  # fmt: skip
def test_a_move(game: Any, moves: str, result: str) -> None:
    field, _, wanted = result.rpartition(": ")
    found = shown(after(game, *moves.split("; ")), field or "tableau")
    assert f"{found}/".startswith(f"{wanted}/")


@pytest.mark.parametrize(("game", "move", "why"), [
    (at(FreeCell, f"8C 7D 6S/9H/{KINGS}", **CELLS3), "tabtab 1 2",
     "3 cards would have to move, and free cells and empty piles have room for 2"),
    (at(FreeCell, "8C 7D 6S 5H//QC/QD/QH/QS/JC/JD", **CELLS3), "tabtab 1 2 3",
     "3 cards would have to move, and free cells and empty piles have room for 2"),
    (at(FreeCell, "8C 7D 5H/9H", **FULL), "tabtab 1 2 2",
     "only 1 card of tableau pile 1 can move: 5H on 7D is not a run"),
    (at(FreeCell, "8C 7D 6S 4S 3H/9H", **CELLS3), "tabtab 1 2",
     "8C would go on 9H, but the cards on it are not a run"),
    (at(FreeCell, "8C 4S 3H/10H", **CELLS3), "tabtab 1 2",
     "none of the cards from 4S to 3H goes on 10H, which takes a black 9"),
    (at(FreeCell, "8C 7D/AH", **CELLS3), "tabtab 1 2", "nothing goes on AH"),
    (MIXED, "tabtab 1 2",
     "2 or 4 cards of tableau pile 1 fit there: say how many, as in 'tabtab 1 2 2'"),
    (MIXED, "tabtab 1 4", "7H cannot go to tableau pile 4: only a king fills it"),
    (at(EightOff, "9S", cells=((),) * 8), "tabtab 1 3", "only a king fills it"),
    (at(Yukon, "7H/8S/8H", RUSSIAN), "tabtab 1 2",
     "7H goes on 8H, and 8S is of another suit"),
    (at(FortyThieves, "9S 8S/9S/10S", **EIGHT), "tabtab 1 3", "8S goes on 9S, not on 10S"),
    (at(FreeCell, "5C", **four("")), "tabcel 3", "tableau pile 3 is empty"),
    (at(FreeCell, "5C", **four("")), "celtab 2 1", "cell 2 is empty"),
    (at(FreeCell, "5C", **FULL), "tabcel 1", "every cell is full"),
    (at(FreeCell, "5C", **FULL), "tabcel 1 2", "every cell is full"),
    (at(FreeCell, "5C", FreeCellOptions(cells=0)), "tabcel 1", "there are no cells in this game"),
    (at(FreeCell, "5C", FreeCellOptions(cells=0)), "celfnd 1", "there is no cell 1"),
    (at(Spider, "/".join(["9C"] * 9), **ROW), "card",
     "tableau pile 10 is empty: fill it before you deal a row"),
    (at(Spider, "/".join(["9C"] * 10), **EIGHT), "card", "the stock is empty"),
    (at(Spider, "9S 8H 7H/9D/10D", **EIGHT), "tabtab 1 3 3",
     "only 2 cards of tableau pile 1 can move: 8H on 9S is not a run"),
    (at(Spider, "3S/7H", **EIGHT), "tabtab 1 2", "3S goes on a 4, not on 7H"),
    (at(Yukon, "9D 3S 5C/2H"), "tabtab 1 2",
     "none of the cards from 9D to 5C goes on 2H, which takes a black ace"),
    (TWICE, "tabfnd 4", "5S goes up after 4S, and no foundation ends with it"),
    (at(Golf, "9C", waste=pile("5D")), "card", "the stock is empty, and no redeal is allowed"),
    (GOLF, "tabwst 3", "QS goes on a jack or a king, not on 6D"),
    (GOLF.changed(waste=pile("KH")), "tabwst 4", "AH goes on a 2, not on KH"),
    (at(Golf, "5C"), "tabwst 1", "the waste is empty"),  # in a position made by hand
])  # fmt: skip
def test_what_is_refused(game: Any, move: str, why: str) -> None:
    assert why in refused(game, move)


def test_each_number_of_cards_is_a_move() -> None:
    game = at(FreeCell, "8C 7D/KC/KD/KH/KS/QS/JS", **four(""))
    own = [str(move) for move in game.legal_moves() if str(move).startswith("tabtab 1 8")]
    assert own == ["tabtab 1 8", "tabtab 1 8 1"]
    own = [str(move) for move in MIXED.legal_moves() if str(move).startswith("tabtab 1")]
    assert own == ["tabtab 1 2 4", "tabtab 1 2 2"]


@pytest.mark.parametrize("name", ["freecell", "eightoff", "seahaven"])
def test_a_card_goes_to_the_cell_that_is_named(name: str) -> None:
    player = player_of(session_of(games.model(name)))
    top = player.game.tableau[0][-1:]
    first, second = [e for e, pile in enumerate(player.game.cells, 1) if not pile][:2]
    type_lines(player, f"1 e{second}")
    assert player.game.cells[first - 1 : second] == ((), top)
    assert refused(player.game, f"tabcel 2 {second}").startswith(f"cell {second} holds ")
    type_lines(player, "undo", f"{top[0]} e{first}")
    assert player.session.log[-1] == "tabcel 1"


def test_a_hidden_card_that_is_dealt_allows_no_move() -> None:
    seen = Spider.deal(Spider.fresh_deck(SpiderOptions()), SpiderOptions()).seen_by(1).turned()
    assert [move for move in seen.legal_moves() if move != TURN] == []


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
    (at(FortyThieves, "3S", foundations=(*founded("2S", "2S"), *[()] * 6)), "3S", True),
    (at(FortyThieves, "3S", foundations=(*founded("2S"), *[()] * 7)), "3S", False),
    # a two of Yukon must wait for each ace that can lie on it
    (at(Yukon, "2S", foundations=founded("AS", "AD", "AH")), "2S", True),
    (at(Yukon, "2S", RUSSIAN, foundations=founded("AS", "AD", "AS")), "2S", True),
    (at(Yukon, "2S/AH 5C", foundations=founded("AS", "AD")), "2S", False),
])  # fmt: skip
def test_a_card_is_safe_when_nothing_can_need_it(game: Patience, card: str, safe: bool) -> None:
    assert game.is_safe(parse_card(card)) is safe


def test_where_cards_are_built_both_ways_in_suit_each_is_safe() -> None:
    """The kings of Bisley go up, too, though other cards are not there yet."""
    for name, safe in (("bisley", True), ("freecell", False)):
        model: Any = games.model(name)
        foundations = model.laid_out(model.options_type()).foundations
        found = [foundations.lags(Suit.SPADES, height, True) == {} for height in (0, 6, 12)]
        assert found == [True, safe, safe], name


@pytest.mark.parametrize(("game", "move"), [
    (klondike.position("9S/AC", waste="AH"), Move("tabfnd", (2,))),
    (klondike.position("9S", waste="AH"), Move("wstfnd")),
    (canfield.position(reserve="10C", tableau="10S", waste="10H"), Move("resfnd")),
    (klondike.position("2C", waste="2H"), None),
])  # fmt: skip
def test_the_reserve_comes_first_and_the_waste_last(game: Patience, move: Move | None) -> None:
    assert safe_move(game) == move


class TestFoundations:
    def test_the_last_run_wins(self) -> None:
        up = (pile(run())[::-1],) * 7
        won = after(at(Spider, f"{run(2)}/AS", foundations=(*up, ())), "tabtab 2 1").outcome()
        assert won is not None and won.reason == "all 104 cards are on the foundations"

    def test_golf_is_won_when_the_tableau_is_empty(self) -> None:
        game = at(Golf, "5C", waste=pile("6D"), stock=pile("2C"))
        assert game.founded() == 34 and game.outcome() is None
        done = after(game, "tabwst 1")
        assert done.outcome() is not None and done.score() == 35

    def test_piles_in_another_order_are_one_position_unless_rows_are_dealt(self) -> None:
        def key(tableau: str, **fields: Any) -> object:
            game = at(Gypsy, tableau, **fields)
            return Positions(game).key(game)

        assert key("2S 3S|4S/5H") == key("5H/2S 3S|4S")
        assert key("2S 3S|4S/5H") != key("2S|3S 4S/5H")
        assert key("2S|3S/5H|6H") != key("5H 6H/|2S 3S")
        row = {"stock": pile("KS KD KH KC QS QD QH QC")}
        assert key("4S/5H", **row) != key("5H/4S", **row)


class TestReading:
    @pytest.mark.parametrize("case", CASES, ids=str)
    def test_two_cards_are_never_read_as_another_move(self, case: Case) -> None:
        player = player_of(session_of(case.game, 1, **case.options.values()))
        for game, legal, _ in positions(case, count=1, moves=90)[:: sample(12, 3)]:
            reader = MoveReader(player.commands, player.short_forms.places)
            for move in legal:
                words = by_cards(game, move)
                if words:
                    try:
                        found = reader.read(words, game)
                    except IllegalMove as error:
                        assert case.game.fresh_deck(case.options).count(DECK[-1]) > 1, error
                        continue
                    assert found is not None
                    read = Move(found[0].name, found[1])
                    assert game.apply(read) == game.apply(move) or by_cards(game, read) == words

    @pytest.mark.parametrize(("game", "tableau", "line", "means"), [
        # piles of ten are typed as 10
        *((Spider, "9C/8C/9C/9C/9C/9C/9C/9C/9C/8D", line, means) for line, means in (
            ("10 1", "tabtab 10 1"), ("101", "tabtab 10 1"), ("t10 t1", "tabtab 10 1"),
            ("2 1", "tabtab 2 1"), ("8d 1", "tabtab 10 1 1"),
        )),
        # of two packs, the card that can move; a copy face down is found by no name
        (Spider, "8D/9S 8D 2C/9C/5H", "8d 9c", "tabtab 1 3"),
        (Spider, "8D | 5S/8D/9C/5H", "8d 9c", "tabtab 2 3 1"),
        # the only move of a pile needs its number alone
        (Golf, "5C/7D", "2", "tabwst 2"),
    ])  # fmt: skip
    def test_what_is_read(self, game: Any, tableau: str, line: str, means: str) -> None:
        player = player_of(session_of(game))
        fields = {"waste": pile("6D")} if game is Golf else EIGHT
        player.session.history.now = at(game, tableau, **fields)
        found, arguments = player.read(line)
        assert " ".join([found.name, *map(str, arguments)]) == means

    def test_two_copies_that_can_move_are_told_apart_by_their_piles(self) -> None:
        player = player_of(session_of(Spider))
        player.session.history.now = at(Spider, "8D/5S 8D/9C/5H", **EIGHT)
        with pytest.raises(IllegalMove, match="can be 2 moves: type '1 3' or '2 3'"):
            player.read("8d 9c")


def by_cards(game: Any, move: Move) -> list[str]:
    """The words for a move by two cards: the one that leads, and the one that it is put on."""
    reached = game.apply(move)
    source, target = game.route(move)
    if target != "tableau" or source == "stock":
        return []
    t = move.arguments[-1] if len(move.arguments) < 3 else move.arguments[1]
    before, now = game.tableau[t - 1], reached.tableau[t - 1]
    return [str(now[len(before)]), str(before[-1])] if before and len(now) > len(before) else []


class TestShown:
    def test_a_tall_pile_is_folded(self) -> None:
        player = player_of(session_of(Yukon))
        down, run = "2C 3C 4C 5C 6C", "KS QH JS 10H 9S 8H 7S 6H 5S"
        game = at(Yukon, f"{down} | 9C {run} 2D", foundations=((),) * 4)
        player.look = Look(UNICODE, notes=True, columns=60)
        up = ["9♣", "K♠", "Q♥", "J♠", "10♥", "9♠", "8♥", "7♠", "6♥", "5♠", "2♦"]
        folded = ["░5", "9♣", "K♠", "-5♠", "2♦"]
        for lines, column in (24, ["░░░"] * 5 + up), (17, ["░5", *up]), (12, folded):
            player.look.lines = lines
            board = player.board(game).splitlines()
            assert [line[22:29].strip() for line in board[2:]] == column

    def test_the_rules_of_other_games_are_told_as_well(self) -> None:
        assert "The stock deals a row" in " ".join(rules_of(Gypsy).split())

    def test_what_a_move_does_is_told(self) -> None:
        player = player_of(session_of(Spider))
        game = at(Spider, f"{run(2)}/AS", stock=pile("2C"), **EIGHT)
        assert player.tell(Move("tabtab", (2, 1)), game) == "AS onto 2S, and KS-AS goes up"
        full = game.changed(tableau=(pile("2C"),) * 10)
        assert player.tell(TURN, full) == "deal a row from the stock"
        golf = player_of(session_of(Golf))
        board = at(Golf, "5C", waste=pile("6D"))
        assert golf.tell(Move("tabwst", (1,)), board) == "5C to the waste"


class TestTwoPacks:
    def test_a_deck_names_what_is_wrong_with_it(self) -> None:
        fresh = FortyThieves.fresh_deck(Options())
        with pytest.raises(InvalidCommand, match="AC is in the deck 3 times"):
            FortyThieves.deal((*fresh[:-1], fresh[0]), Options())
        with pytest.raises(InvalidCommand, match="the deck lacks 52 of its 104 cards"):
            FortyThieves.deal(DECK, Options())
        with pytest.raises(InvalidCommand, match="AC is in the deck, though it should not be"):
            Spider.deal(DECK * 2, SpiderOptions(suits=1))

    def test_a_program_s_position_may_hold_a_card_twice_but_not_three_times(self) -> None:
        game = FortyThieves.deal(FortyThieves.fresh_deck(Options()), Options())
        check_valid(game)
        double = game.changed(stock=(game.tableau[0][0], *game.stock[1:]))
        with pytest.raises(InvalidCommand, match="a position has .* 2 times, but"):
            check_valid(double)
        open_game = FreeCell.deal(DECK, FreeCellOptions())
        first, *others = open_game.tableau
        both = open_game.changed(tableau=(first[2:], *others), cells=(first[:2], (), (), ()))
        with pytest.raises(InvalidCommand, match="cells of a position of FreeCell cannot be"):
            check_valid(both)
