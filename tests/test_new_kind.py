"""A kind of one's own is one class: it is dealt, played, drawn, told, hinted and searched."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardgames.games import JUDGED
from cardgames.games.outside import players_of
from cardgames.model.cards import Card, Pile, Place
from cardgames.model.commands import Number
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Options, Setup
from cardgames.patience.advice import strategies
from cardgames.patience.building import CELL, BuildingSpace
from cardgames.patience.deep import DeepStrategy
from cardgames.patience.game import Patience
from cardgames.patience.kinds.kind import ONE, Kind
from cardgames.patience.piles import Foundations, Tableau
from cardgames.patience.search import DealKnowledge
from cardgames.text.layout import rules_of
from tests.positions import after, piles, refused, shown
from tests.test_kit import hint, player_at

THRONES = [Place("cells", number, f"throne {number}") for number in range(61)]


class Throne(Kind):
    """COUNT places for a king each, from which it comes back when a pile is empty."""

    field, letter, code, noun, what = "cells", "e", "cel", "throne", "throne"
    place, label = THRONES.__getitem__, "thrones"
    top, onto = "the king of throne E", "a free throne"
    searched = True

    def __init__(self, count: int) -> None:
        self.count = count

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return ((),) * self.count

    def sources(self) -> tuple[str, ...]:
        return ("tableau",)

    def numbers(self) -> tuple[Number, ...]:
        return (Number("E", 1, self.count, what=self.what, optional=True),)

    def place_for(self, game: Patience, card: Card, source: Place, *to: int) -> Place:
        if game.height(card) != 12:
            raise IllegalMove("{} is no king: nothing else goes to a throne", card)
        free = [e for e, held in enumerate(game.cells, 1) if not held and e in (to or (e,))]
        if not free:
            raise IllegalMove("that throne is taken" if to else "every throne is taken")
        return THRONES[free[0]]

    def room(self, held: int, rows: int) -> int:
        return self.count - held

    def keeps(self, height: int) -> bool:
        return height == 12

    def offers(self, at: Any) -> Iterator[tuple[int, Any]]:
        for card in at.cells:
            yield card, (at.counts, at.cells.replace(ONE[card], b"", 1), at.talon, at.piles)

    def play_words(self) -> Iterator[str]:
        yield "A king on top of a pile may go to a free throne."


class Unsaid(Throne):
    """A throne whose class does not say that a search may judge it."""


class Court(Patience):
    """A position."""

    name = "court"
    piles = Tableau((7, 7, 7, 7, 6, 6, 6, 6), build="any", together="run"), Throne(2), Foundations()


class Unjudged(Patience):
    """A position."""

    name = "unjudged"
    piles = Tableau((7, 7, 7, 7, 6, 6, 6, 6), build="any"), Unsaid(2), Foundations()


def at(tableau: str, cells: str = "", foundations: str = "") -> Any:
    up = piles(foundations)
    return Court(Options(), piles(tableau, 8), cells=piles(cells, 2), foundations=up)


def test_it_is_dealt_and_played() -> None:
    assert shown(Setup(Court, Options(), 1).dealt(), "cells") == ""
    game = after(at("2C KH/AC KS"), "tabcel 1 2", "tabcel 2")
    assert shown(game, "tableau", "cells") == "2C/AC; KS/KH"
    assert shown(after(game, "tabfnd 2", "celtab 2 2"), "tableau", "cells") == "2C/KH; KS"


@pytest.mark.parametrize(
    "cells, move, told",
    [
        ("", "tabcel 1", "AC is no king: nothing else goes to a throne"),
        ("KH/KS", "tabcel 2", "every throne is taken"),
        ("KH", "tabcel 2 1", "that throne is taken"),
    ],
)
def test_what_it_refuses_is_told(cells: str, move: str, told: str) -> None:
    assert told in refused(at("AC/2C KC", cells), move)


def test_it_is_drawn_and_told() -> None:
    board = player_at(at("2C/AC", "KH"))[0].board(at("2C/AC", "KH"))
    assert "thrones:" in board and "KH ---" in board
    assert "A king on top of a pile may go to a free throne." in " ".join(rules_of(Court).split())


def test_it_is_hinted() -> None:
    hearts = " ".join([f"{rank}H" for rank in "A23456789TJQ"])
    assert hint(at("5C/9S 8S", "KH", hearts)).startswith("celfnd 1")


def test_a_search_finds_a_win_by_way_of_it() -> None:
    game = at("2C AC KH/3C KS/" + "/".join(["QS QH", "QD JS", "JH JD", "TS TH", "9S 9H", "8S 8H"]))
    space = BuildingSpace(game)
    kept = [action for action in space.actions(space.first) if action.onto == CELL]
    assert [len(action.cards) for action in kept] == [1, 1]
    up = "/".join([" ".join([f"{r}{suit}" for r in "A23456789TJQ"]) for suit in "CHS"])
    game = at("QD KC/KD/JD KH/KS", "", up + "/" + " ".join([f"{r}D" for r in "A23456789T"]))
    found = DealKnowledge(BuildingSpace).solution(game, 1000)
    assert found.won and after(game, *map(str, found.moves)).outcome()


def test_its_class_says_if_it_is_searched() -> None:
    assert "solver" in players_of(Court) and players_of(Unjudged) == ("hint",)


def test_no_search_gives_hints_where_none_can_judge() -> None:
    """A look ahead would not know the rules of its own that such a game has."""

    class Long(Patience):
        name = "long"
        piles = (Tableau((2,) * 7, down=(1,) * 7, together="open"), Foundations(4), Unsaid(38))

    assert issubclass(strategies(Long, JUDGED)["hint"], DeepStrategy)
    assert not issubclass(strategies(Long, players_of(Long))["hint"], DeepStrategy)
