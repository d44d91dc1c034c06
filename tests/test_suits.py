"""Tableaus that are built by other ranks and suits than usual, tried by games made for the tests."""

from typing import Any

import pytest

from cardgames.model.cards import Rank, parse_card
from cardgames.model.game import Options
from cardgames.patience.building import BuildingSpace
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Stock, Tableau
from cardgames.patience.search import Search, Verdict
from cardgames.text.layout import rules_of
from tests.positions import after, piles, refused, shown


def made(*kinds: Any, **values: Any) -> Any:
    return type("Made", (Patience,), {"name": "made", "piles": kinds, **values})


def at(game: Any, tableau: str, foundations: str = "", **fields: Any) -> Any:
    layout = game.laid_out(Options())
    up = piles(foundations, layout.foundations.count)
    return game(Options(), piles(tableau, layout.tableau.count), foundations=up, **fields)


def verdict(game: Any, limit: int = 2000) -> Verdict:
    space = BuildingSpace(game)
    return Search(space, space.first).run(limit)


FIVE = (1,) * 5
COLOR = made(Tableau(FIVE, build="color", run="suit", together="run"), Foundations(4))
BOTH = made(Tableau(FIVE, build="suit", ways="both"), Foundations(4))
AROUND = made(Tableau(FIVE, build="suit", ways="both", around=True), Foundations(4, start="card"))
UP = made(Tableau(FIVE, build="color", ways="up", together="run", fill="none"), Foundations(4))
RUNS = made(Tableau(FIVE, build="any", ways="both", together="run"), Foundations(4))
BOARD = "5H/4H/6H/6D/6C"


@pytest.mark.parametrize(("game", "move", "tableau"), [
    (at(COLOR, BOARD), "tabtab 1 4", "/4H/6H/6D 5H/6C"),
    (at(COLOR, "5H 4H/5D/6H/6D/6C"), "tabtab 1 4", "/5D/6H/6D 5H 4H/6C"),
    (at(BOTH, BOARD), "tabtab 1 2", "/4H 5H/6H/6D/6C"),
    (at(BOTH, BOARD), "tabtab 1 3", "/4H/6H 5H/6D/6C"),
    (at(AROUND, "KH/AH", "5C", base=Rank.FIVE), "tabtab 2 1", "KH AH"),
    (at(AROUND, "4H/5H", "5C", base=Rank.FIVE), "tabtab 1 2", "/5H 4H"),
    (at(UP, "5H 6D/4D"), "tabtab 1 2", "/4D 5H 6D"),
    (at(RUNS, "9C 5H 4H/5D"), "tabtab 1 2", "9C 5H/5D 4H"),
])  # fmt: skip
def test_a_move(game: Any, move: str, tableau: str) -> None:
    assert f"{shown(after(game, move), 'tableau')}/".startswith(f"{tableau}/")
    assert move in map(str, game.legal_moves())


@pytest.mark.parametrize(("game", "move", "why"), [
    (at(COLOR, BOARD), "tabtab 1 5", "5H goes on a red 6, and 6C is black"),
    (at(COLOR, "5H 4D/6D"), "tabtab 1 2 2", "only 1 card of tableau pile 1 can move"),
    (at(BOTH, BOARD), "tabtab 1 4", "5H goes on 4H or 6H, and 6D is of another suit"),
    (at(BOTH, "2H/AH/9H/KH"), "tabtab 1 3", "2H goes on AH or 3H, not on 9H"),
    (at(BOTH, "2H/AH/9H/KH"), "tabtab 4 2", "KH goes on QH, not on AH"),
    (at(AROUND, "5H/4H", "5C", base=Rank.FIVE), "tabtab 1 2",
     "5H is of the base rank: it must go to a foundation"),
    (at(UP, "5H/4D"), "tabtab 2 1", "4D goes on a red 3, not on 5H"),
    (at(UP, "AH/4D"), "tabtab 1 2", "AH goes on no other card"),
    (at(RUNS, "9C 5H 4H 3H/4D"), "tabtab 1 2",
     "1 or 3 cards of tableau pile 1 fit there: say how many, as in 'tabtab 1 2 1'"),
])  # fmt: skip
def test_what_is_refused(game: Any, move: str, why: str) -> None:
    assert why in refused(game, move)


@pytest.mark.parametrize(("game", "card", "safe"), [
    # what would go onto the card can go up instead
    (at(BOTH, "5H/KH", "AH 2H 3H 4H"), "5H", True),
    (at(AROUND, "6H/KH", "5H", base=Rank.FIVE), "6H", True),
    # but around the corner, only the base card carries the last one
    (at(AROUND, "5H/4H", "5C", base=Rank.FIVE), "5H", False),
    (at(RUNS, "AH/2C"), "AH", False), (at(UP, "AH/2C"), "AH", False),
    (at(made(Tableau(FIVE, around=True), Foundations(4)), "AH/2C"), "AH", False),
])  # fmt: skip
def test_a_card_is_safe_when_nothing_can_need_it(game: Any, card: str, safe: bool) -> None:
    assert game.is_safe(parse_card(card)) is safe


NARROW = "AC 5C/4D/4C 3C 2C"


@pytest.mark.parametrize(("build", "wins"), [("suit", False), ("any", True)])
def test_a_search_makes_the_moves_of_the_rules(build: str, wins: bool) -> None:
    kinds = Tableau((1,) * 3, build=build, ways="both", fill="none"), Foundations(4)
    game = at(made(*kinds), NARROW, "AD 2D 3D")
    assert (verdict(game) is Verdict.WINNABLE) is wins


def test_the_rules_tell_how_the_tableau_is_built() -> None:
    told = " ".join(rules_of(made(AROUND.piles[0], Foundations(4), Stock())).split())
    assert "The tableau is built up or down in suit. Its ranks go around" in told
    assert "is built up in one color." in " ".join(rules_of(UP).split())
    with pytest.raises(ValueError, match="ways is one of: down, up, both"):
        Tableau(FIVE, ways="sideways")
