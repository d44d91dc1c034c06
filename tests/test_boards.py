"""The boards of Canfield and Klondike at a terminal: fan, notes, last move, and large cards."""

import re
from typing import Any
from unittest.mock import patch

import pytest

import cardgames
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.patiences.spider import Spider
from cardgames.model.cards import DECK
from cardgames.screen.look import ASCII, UNICODE, Look
from tests.parts import NAMES, SHELF
from tests.positions import after
from tests.seated import answer, placed, type_lines
from tests.test_klondike import position
from tests.test_looks import player_at

MARKED = re.compile(r"\033\[1;4;?\d*m([^\033]+)")
"""A card that is marked as moved."""
TURN_ALL = ["card"] * 9
"""The commands after which the stock of Klondike's deal has been turned over once."""
RUN = "KH QS JH 10S 9H 8S 7H 6S 5H 4S 3H 2S AH"


def large(style: str = UNICODE, columns: int = 100, lines: int = 36, wanted: Any = None) -> Look:
    """A terminal of this size; by default one whose cards are large."""
    look = Look(style, notes=True, columns=columns)
    look.large, look.lines = wanted, lines
    return look


@pytest.mark.parametrize("columns", [40, 57, 58])
def test_the_waste_shows_the_cards_turned_together_the_top_one_at_the_end(columns: int) -> None:
    player = player_at(Look(notes=True, columns=columns), "klondike")
    for waste, draw, fan in (
        ("2H 8H AH QS JD AC", 3, " waste 6   QS  JD  AC "),
        ("2H 10H AH", 2, " waste 3      10H  AH "), ("2H 8H AH", 1, " waste 3           AH "),
        ("2H", 3, " waste 1           2H "), ("", 3, " waste 0            . "),
    ):  # fmt: skip
        game = position("2C | 3C", options=KlondikeOptions(draw=draw))
        game = game.changed(waste=Klondike.read_deck(waste) if waste else ())
        assert player.board(game).splitlines()[1][:22].ljust(22) == fan


def test_few_piles_stand_beside_the_panel_in_every_width() -> None:
    looks = [Look(notes=True, columns=columns) for columns in (40, 80)]
    narrow, wide = (player_at(look, "canfield") for look in looks)
    assert narrow.board(narrow.game) == wide.board(wide.game)


def test_only_a_stock_that_was_turned_over_is_known_in_its_order() -> None:
    for lines, told in (
        (["card", "card", "show waste"],
         "Waste, 6 cards, the top card last: 2H, 8H, AH, QS, JD, AC.\n"),
        (["show stock"], "Stock, 24 cards.\n"), (["card", "show stock"], "Stock, 21 cards.\n"),
        ([*TURN_ALL, "undo", "show stock"], "Stock, 0 cards"),
        ([*TURN_ALL, "card", "show stock"],
         "Stock, 21 cards, as you have seen them, the next one first: QS, JD, AC, "),
    ):  # fmt: skip
        player = player_at(Look(), "klondike", 3)
        type_lines(player, *lines[:-1])
        assert answer(player, lines[-1]).startswith(told), lines


def test_of_the_cards_turned_only_the_top_one_is_marked() -> None:
    player = placed(position("KD/KC/2C", "9S 8S 7S"))
    player.look.color = player.look.notes = True
    type_lines(player, "card")
    assert [*map(str, player.moved(player.beside(player.game).before, player.game))] == ["9S"]


class TestNotes:
    def test_klondike_counts_dollars_only_at_the_casino(self) -> None:
        for variant, note, score in (
            ("by-threes", " 0 of 52 up", "No card is on a foundation yet."),
            ("casino", " 0 of 52 up, -$52", "-$52: no card is on a foundation yet."),
        ):
            options = KlondikeOptions.variants[variant]
            player = player_at(Look(notes=True), "klondike", **options)
            noted = [line[:22].rstrip() for line in player.board(player.game).splitlines()]
            assert note in noted and player.score_text(player.game) == score
            assert player.short_score(player.game) == ("-$52" if "$" in score else "0 cards")
        player = player_at(Look(), "klondike")  # a script is told the dollars always
        for foundations, told in (
            ("", "-$52: no card is on a"), ("AC", "-$47: 1 of 52 cards is on a"),
            ("AC 2C", "-$42: 2 of 52 cards are on the"),
        ):  # fmt: skip
            score = player.score_text(position(foundations=foundations))
            assert score.startswith(f"{told} foundation")

    def test_the_line_below_the_board_goes_where_only_the_board_has_room(self) -> None:
        look = large(columns=60, lines=12)
        player = player_at(look, "klondike", 8, draw=1)
        assert player.latest(player.game, None).count("\n") == 9
        look.lines = 13
        assert player.latest(player.game, None).endswith("Klondike --draw 1\n")

    def test_a_board_is_folded_for_what_is_told_below(self) -> None:
        look = large(columns=60, lines=20)
        player = player_at(look, "klondike", 8)
        game = position(tableau=f"|{RUN}")
        player.session.history.now = game
        assert player.board(game).count("\n") > 12
        player.console.quiet = False
        with patch.object(player.console, "show") as show:
            player._show_board()
        _, _, folded = show.call_args.args
        assert [folded(lines).count("\n") for lines in (14, 15)] == [5, 15] and look.lines == 20


class TestBesideTheBoard:
    """What a person at a terminal sees of the course of the game: moves, time, points, deal."""

    def at_terminal(self, look: Look, *lines: str, name: str = "freecell", **options: Any) -> Any:
        player = player_at(look, name, **options)
        player.console.interactive = player.wishes.points = True
        player.wishes.clock = lambda: 252
        type_lines(player, *lines)
        return player

    def test_it_stands_beside_rows_of_cards(self) -> None:
        player = self.at_terminal(large(ASCII, 100, 30), name="pyramid")
        type_lines(player, str(next(player.game.legal_moves())))
        shown = [line[:22].rstrip() for line in player.board(player.game).splitlines()]
        assert " 1 move in 4:12" in shown

    @pytest.mark.parametrize(("size", "told"), [
        ((80, 24), [" 0 of 52 up", " 2 moves in 4:12", " 1 undo", " seed 1"]),
        ((40, 18), [" 0 of 52 up, 2 moves in 4:12, 1 undo"]),
        ((100, 40), [" cells                           foundations   "
                     "2 moves in 4:12, 1 undo, seed 1"]),
    ])  # fmt: skip
    def test_it_stands_where_the_board_is_blank(
        self, size: tuple[int, int], told: list[str]
    ) -> None:
        look = large(ASCII, *size)
        player = self.at_terminal(look, "tabcel 8", "tabcel 7", "tabcel 6", "undo")
        lines = player.board(player.game).splitlines()
        shown = [line[:22].rstrip() if size[0] == 80 else line for line in lines]
        assert shown[(at := shown.index(told[0])) : at + len(told)] == told
        player.console.interactive = False  # a script at a terminal
        assert player.board(player.game).count("\n") == len(lines)
        assert not any(line in player.board(player.game).splitlines() for line in told[1:])

    def test_an_earlier_position_and_words_have_none(self) -> None:
        player = self.at_terminal(Look(notes=True), "tabcel 8")
        assert " moves" not in player.board(player.session.history.before)
        player.look = Look("words", notes=True)
        assert "4:12" not in player.board(player.game)

    @pytest.mark.parametrize(("columns", "pile", "signs"), [
        (80, f"|{RUN}", "-AH: a run down to AH"),
        (80, "2C 3C 4C 5C|9H 9S", "#4: 4 face down"),
        (80, "|9H 9S 9D 9C 8H 8S 8D 8C", "+4: 4 cards under it"),
        (50, "|9H 9S 9D 9C 8H 8S 8D 8C", "+6: 6 cards under it"),
    ])  # fmt: skip
    def test_signs_of_a_folded_pile_are_explained(
        self, columns: int, pile: str, signs: str
    ) -> None:
        player = player_at(large(ASCII, columns, 10), "klondike")
        board = player.board(position(tableau=pile))
        assert signs.partition(":")[0] in board.split() and signs in board


@pytest.mark.parametrize(("given", "moves", "points"), [
    ({"waste": "AH"}, "wstfnd", 10), ({"tableau": "2S", "waste": "AH"}, "wsttab 1", 5),
    ({"tableau": "2C 3C | AH"}, "tabfnd 1", 15), ({"tableau": "9C | 8H/9S"}, "tabtab 1 2", 5),
    ({"tableau": "9H/9D/8S"}, "tabtab 3 1; tabtab 1 2 1", 0),
    ({"waste": "AH", "tableau": "2S"}, "wstfnd; fndtab 1 1", 0),
    ({"stock": "2C", "waste": "AH"}, "wstfnd; card; card", 10),
    ({"stock": "2C", "waste": "AH", "options": KlondikeOptions(draw=1)}, "wstfnd; card; card", 0),
])  # fmt: skip
def test_the_standard_score(given: dict[str, Any], moves: str, points: int) -> None:
    line = [position(**given)]
    for move in moves.split("; "):
        line.append(after(line[-1], move))
    assert Klondike.points(line) == points


def test_points_are_counted_if_they_are_wanted_and_undone_with_undo() -> None:
    player = player_at(Look(), "spider", suits=1)
    player.wishes.points = True
    type_lines(player, "card", "card", "undo")
    assert answer(player, "score").startswith("Score 499: no card is on a foundation yet. ")
    player.wishes.points = False
    assert answer(player, "score").startswith("No card")
    whole = cardgames.deal("spider", seed=1).changed(foundations=(DECK[:13], *((),) * 7))
    assert Spider.points([whole.changed(foundations=()), whole]) == 599


class TestLastMove:
    def test_it_is_marked_until_the_next_one(self) -> None:
        player = player_at(Look(UNICODE, color=True, notes=True), "klondike", 3)
        for line, cards in (
            ("score", []), ("card", ["A♥"]), ("show waste", ["A♥"]), ("wstfnd", ["A♥"]),
            ("tabtab 2 7", ["9♥"]), ("undo", ["A♥"]), ("restart", []),
        ):  # fmt: skip
            type_lines(player, line)
            assert MARKED.findall(player.board(player.game)) == cards, line
        for look in Look(notes=True), Look(color=True):
            player = player_at(look, "klondike", 3)
            type_lines(player, "card")
            assert MARKED.findall(player.board(player.game)) == []


def is_wide(name: str, columns: int) -> bool:
    """Are large cards of a patience on the shelf too wide for so many COLUMNS?"""
    game: Any = cardgames.deal(name, seed=1)
    left = len(game.cells) + bool(game.stock) + bool(game.layout.waste)
    above = max(25, 1 + 8 * left) + 8 * len(game.foundations) - 3
    return max(above, 8 * len(game.tableau) - 2) >= columns


def has_no_large_cards(name: str) -> bool:
    """Does the game's tableau lie in rows?"""
    layout: Any = getattr(cardgames.deal(name, seed=1), "layout", None)
    return bool(layout and layout.tableau.rows)


@pytest.mark.parametrize("name", [*filter(has_no_large_cards, SHELF)])
@pytest.mark.parametrize("columns", [0, 80, 40])
def test_a_row_begins_with_the_number_of_its_first_place(name: str, columns: int) -> None:
    player = player_at(Look(notes=True, columns=columns) if columns else Look(), name)
    board, first = player.board(player.game), 1
    for row in player.game.layout.tableau.rows if (name, columns) != ("tripeaks", 40) else ():
        card = player.look.cells[player.game.tableau_seen()[first - 1][-1]].strip()
        assert re.search(rf"(?m)^(.{{22}})?{first:>2}  *{card}( |$)", board), board
        first += len(row)


class TestLargeCards:
    @pytest.mark.parametrize("name", NAMES)
    def test_they_are_for_large_terminals_unless_the_person_decides(self, name: str) -> None:
        boxed = name in ("canfield", "klondike", "rummy", *SHELF) and not has_no_large_cards(name)
        at_100, at_80 = (
            boxed and not (name in SHELF and is_wide(name, columns)) for columns in (100, 80)
        )
        for look, shown in (
            (large(), at_100), (large(lines=35), False), (large(columns=99), False),
            (large(wanted=False), False),
            (large(columns=80, lines=30, wanted=True), at_80),
            (large(columns=80, lines=24, wanted=True), False),
            (large(columns=59, lines=50, wanted=True), False),
        ):  # fmt: skip
            player = player_at(look, name)
            assert ("┌" in player.board(player.game)) is shown

    def test_the_table_of_klondike(self) -> None:
        player = player_at(large(), "klondike", 3)
        type_lines(player, "card", "wstfnd")
        assert player.board(player.game).splitlines()[:8] == [
            " stock 21      waste 2   foundations",
            " ┌───┐       ┌2♥─┌8♥─┐   ┌A♥─┐   ┌───┐   ┌───┐   ┌───┐  21 face down",
            " │░░░│       │   │ ♥ │   │ ♥ │   │   │   │   │   │   │  1 of 52 up",
            " └───┘       └───└───┘   └───┘   └───┘   └───┘   └───┘",
            "   1       2       3       4       5       6       7",
            " ┌6♦─┐   ┌───┐   ┌───┐   ┌───┐   ┌───┐   ┌───┐   ┌───┐",
            " │ ♦ │   ├9♥─┤   ├───┤   ├───┤   ├───┤   ├───┤   ├───┤",
            " └───┘   │ ♥ │   ├3♥─┤   ├───┤   ├───┤   ├───┤   ├───┤",
        ]

    @pytest.mark.parametrize("draw", [1, 2, 3])
    def test_the_waste_shows_the_cards_turned_together(self, draw: int) -> None:
        game = position("2C | 3C", options=KlondikeOptions(draw=draw))
        player = player_at(large(), "klondike")
        board = player.board(game.changed(waste=Klondike.read_deck("2H 8H AH")))
        assert [card for card in ("2♥", "8♥", "A♥") if card in board] == ["2♥", "8♥", "A♥"][-draw:]

    def test_the_table_of_canfield_in_letters(self) -> None:
        player = player_at(large(ASCII), "canfield", 9)
        type_lines(player, "tabtab 3 1", "card")
        assert player.board(player.game).splitlines() == [
            " reserve 12              foundations, base 4",
            " +10D+                   +4D-+   +---+   +---+   +---+",
            " |   |                   |   |   |   |   |   |   |   |",
            " +---+                   +---+   +---+   +---+   +---+",
            " stock 31      waste 3     1       2       3       4",
            " +---+   +8C-+JS-+QC-+   +3D-+   +7D-+   +AD-+   +KS-+",
            " |###|   |   |   |   |   +2S-+   |   |   |   |   |   |",
            " +---+   +---+---+---+   |   |   +---+   +---+   +---+",
            " 1 of 52 up, -$45        +---+",
        ]

    def test_what_is_too_tall_for_them_is_drawn_small(self) -> None:
        player, fitting = player_at(large(lines=40), "yukon"), set()
        for size in range(10, 41, 3):
            piles = DECK[:size], DECK[size:], *[()] * 5
            drawn = player.board(player.game.changed(tableau=piles, down=(0,) * 7))
            fitting.add("┌" in drawn)
            assert len(drawn.splitlines()) < 40 - 2 or "┌" not in drawn
        assert fitting == {True, False}

    def test_the_tallest_pile_fits_the_smallest_terminal_that_has_them(self) -> None:
        player = player_at(large(columns=74, lines=30, wanted=True), "klondike")
        piles = f"2C 3C 4C 5C 6C 7C | {RUN}/9C"
        board = player.board(position(piles, options=KlondikeOptions(redeals=99))).splitlines()
        assert "┌" in board[1] and len(board) == 30 - 4  # a footer, a command, a message
        assert max(map(len, board)) <= 74
