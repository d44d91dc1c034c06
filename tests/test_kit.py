"""The kit of piles, tried by a game with cells, and by games that are made for these tests."""

from typing import Any

import pytest

from cardgames.cli.playing import SCRIPTS
from cardgames.games.patiences.freecell import FreeCell, FreeCellOptions
from cardgames.model.cards import pile
from cardgames.model.commands import command
from cardgames.model.game import Options, Setup
from cardgames.patience import quick
from cardgames.patience.game import Patience, way_home
from cardgames.patience.piles import Cells, Foundations, Reserve, Stock, Tableau, Waste
from cardgames.patience.quick import PatienceStrategy
from cardgames.play.session import Session
from cardgames.screen.look import Look
from cardgames.text.layout import rules_of
from cardgames.text.patience import PatienceTextPlayer
from tests.positions import piles
from tests.seated import Memory, type_lines

TWO = FreeCellOptions(cells=2)


class Covered(Patience):
    name = "covered"
    options_type = FreeCellOptions
    piles = (Tableau([7] * 4 + [6] * 4, down=[1] * 8), Cells(2), Foundations(4))


def position(tableau: str, cells: str = "", foundations: str = "") -> FreeCell:
    founded = piles(foundations)
    return FreeCell(TWO, piles(tableau, 8), foundations=founded, cells=piles(cells, 2))


def player_at(game: Any, style: str = "ascii", notes: bool = False) -> tuple[Any, Memory]:
    session = Session(Setup(type(game), game.options, 1), lambda name: PatienceStrategy())
    session.history.now = game
    made, console = PatienceTextPlayer.of(type(game), solved=False), Memory()
    return made(session, console, Look(style, notes=notes), SCRIPTS), console


def hint(game: Any) -> str:
    advice = next(PatienceStrategy().advise(game.seen_by(1)))
    return f"{advice.move}: {advice.why}"


KINGS = "/KC/KD/KH/KS/JC/JS/9S"
"""Piles that take no card of the tests."""


class TestHints:
    def test_the_way_ends_with_a_card_on_its_foundation(self) -> None:
        best = next(PatienceStrategy().advise(position("AC 5C 6C" + KINGS)))
        words = [str(move).split()[0] for move in (best.move, *best.then)]
        assert words == ["tabcel", "tabcel", "tabfnd"]
        assert best.why == "it brings AC to its foundation"

    def test_a_game_without_a_way_is_stuck(self) -> None:
        player = PatienceStrategy()
        assert player.is_stuck(position("AC 5C" + KINGS, "6C/6D"))
        assert not player.is_stuck(position("AC 5C" + KINGS, "6C"))
        assert list(player.advise(position("AC 5C" + KINGS, "6C/6D"))) == []

    def test_a_card_turned_up_ends_a_way_too(self) -> None:
        tableau, down = piles("AC 5C" + KINGS, 8), (1, 0, 0, 0, 0, 0, 0, 0)
        game = Covered(TWO, tableau, down, cells=piles("6C", 2))
        assert hint(game) == "tabcel 1: it turns up a card of tableau pile 1"

    def test_piles_of_a_kind_may_change_places_in_a_search(self) -> None:
        one, other = position("AC/2C", "3C/4C"), position("2C/AC", "4C/3C")
        ground = PatienceStrategy.ground(one)
        assert ground.key(one) == ground.key(other) != ground.key(position("AC/2C", "3C"))


class TestUp:
    def test_safe_cards_and_all_that_fit(self) -> None:
        player, console = player_at(position("3C AC" + KINGS, "2C", "AD 2D/AH"))
        type_lines(player, "up")
        moved = [line.split(maxsplit=2) for line in console.said.splitlines()]
        assert moved == [
            ["tabfnd", "1", "AC to its foundation"],
            ["celfnd", "1", "2C to its foundation"],
        ]
        type_lines(player, "up all")
        assert player.game.foundations[2] == pile("AC 2C 3C") and player.game.score() == 6

    def test_a_game_that_can_be_brought_up_says_so(self) -> None:
        up = "A 2 3 4 5 6 7 8 9 10 J".split()
        suits = [" ".join(f"{rank}{suit}" for rank in up) for suit in "CDHS"]
        game = position("KC QC/KD QD/KH QH/KS QS", foundations="/".join(suits))
        assert len(way_home(game)) == 8
        assert "'finish' makes the 8 moves" in player_at(game)[0].outlook(game)


class SimpleSimon(Patience):
    """A game in which nothing goes up for long, and with piles of many sizes."""

    name = "simplesimon"
    called = "Simple Simon"
    piles = (
        Tableau((8, 8, 8, 7, 6, 5, 4, 3, 2, 1), build="any", run="suit", together="run"),
        Foundations(4, runs=True),
    )


class BlackHole(Patience):
    name = "blackhole"
    piles = (Waste(takes="around", dealt=1), Tableau((3,) * 17, build="none", fill="none"))


class TestNewGames:
    """Faults that were found by those who declared a new game."""

    def test_a_hint_that_finds_nothing_says_how_far_it_looked(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(quick, "MOST_ARRANGEMENTS", 0)
        monkeypatch.setattr(quick, "MOST_POSITIONS", 0)
        player, console = player_at(Setup(SimpleSimon, Options(), 3).dealt())
        type_lines(player, "hint", "2 8", "hint")
        assert console.said.count("Hint: none (nothing was found in 0 positions).\n") == 2

    def test_a_script_shows_a_waste_without_a_stock(self) -> None:
        player, _ = player_at(Setup(BlackHole, Options(), 3).dealt())
        assert player.board(player.game).splitlines()[0] == "waste:  6D"

    def test_a_card_to_a_cell_is_told_without_the_one_that_fills_its_pile(self) -> None:
        kinds = Tableau([1] * 4, fill="reserve"), Reserve(5), Cells(2), Foundations(4)
        made: Any = type("Made", (Patience,), {"name": "made", "piles": kinds})
        game = Setup(made, Options(), 1).dealt()
        told = player_at(game)[0].tell(game.parse("tabcel 1"), game)
        assert told == f"{game.tableau[0][0]} to cell 1"

    @pytest.mark.parametrize(("sizes", "told"), [
        ((1,) * 4, "1 card each"), ((8, 8, 8, 7, 1), "8, 8, 8, 7 and 1 card"),
        ((0, 5, 6), "0, 5 and 6 cards"), ((6, 6, 1), "6 cards in two piles and 1 card in one pile"),
        ((3, 3, 0), "3 cards in two piles"),
    ])  # fmt: skip
    def test_the_rules_count_cards(self, sizes: tuple[int, ...], told: str) -> None:
        kinds = Tableau(sizes), Stock(), Waste()
        made = type("Made", (Patience,), {"name": "made", "piles": kinds})
        assert f"from left to right: {told}, face up" in " ".join(rules_of(made).split())

    @pytest.mark.parametrize("shorts", ["", "w", "w wa"])
    def test_the_rules_list_a_move_with_its_short_forms(self, shorts: str) -> None:
        @command(*shorts.split())
        def wait(self: Any) -> Any:
            """Do nothing."""

        made = type("Made", (Covered,), {"name": "made", "wait": wait})
        (told,) = [line for line in rules_of(made).splitlines() if "nothing" in line]
        assert told.replace(",", "").split() == [*shorts.split(), "wait", "Do", "nothing."]
