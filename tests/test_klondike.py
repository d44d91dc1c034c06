"""The rules of Klondike, one by one, from positions built by hand."""

from typing import Any

import pytest

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.model.cards import pile
from tests.positions import after, piles, refused, shown, text
from tests.seated import player_of, session_of

STANDARD = KlondikeOptions()
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = {suit: " ".join(f"{rank}{suit}" for rank in RANKS) for suit in "CDHS"}


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
        piles(tableau, 7),
        tuple(down + [0] * (7 - len(down))),
        pile(stock),
        pile(waste),
        piles(foundations),
        redeals,
    )


T, F = "tableau", "foundations"
RUN = {"tableau": "2C 3C | 9H 8S 7D/10S/9D/8C/8H"}
STOCK = {"stock": "AC 2C 3C 4C", "waste": "9S"}


@pytest.mark.parametrize(("given", "moves", "fields", "result"), [
    # the stock
    ({**STOCK, "options": KlondikeOptions(draw=1)}, "card", "stock waste", "AC 2C 3C; 9S 4C"),
    ({**STOCK, "options": KlondikeOptions(draw=2)}, "card", "stock waste", "AC 2C; 9S 4C 3C"),
    (STOCK, "card", "stock waste", "AC; 9S 4C 3C 2C"),
    ({"stock": "AC 2C"}, "card", "stock waste", "; 2C AC"),
    ({"waste": "AC 2C 3C"}, "card", "stock waste", "3C 2C AC; "),
    # foundations
    ({"waste": "AH", "foundations": "AS"}, "wstfnd", "foundations waste", "AS/AH; "),
    ({"tableau": "9S/3C 2D", "foundations": "AS/AD"}, "tabfnd 2", "foundations tableau",
     "AS/AD 2D; 9S/3C"),
    ({"tableau": "3C", "foundations": "AS/AD 2D"}, "fndtab 2 1", F, "AS/AD"),
    ({"tableau": "3C", "foundations": "AS/AD 2D"}, "fndtab 2 1", T, "3C 2D"),
    # the tableau
    ({"tableau": "4S/2D 9C", "waste": "3H"}, "wsttab 1", T, "4S 3H/2D 9C"),
    ({"tableau": "2S", "waste": "AH"}, "wsttab 1", T, "2S AH"),
    ({"tableau": "9S", "waste": "KH"}, "wsttab 4", T, "9S///KH"),
    ({"tableau": "/3D 4D | KC QH JS"}, "tabtab 2 1", T, "KC QH JS/3D 4D"),
    (RUN, "tabtab 1 2", T, "2C 3C/10S 9H 8S 7D/9D/8C/8H"),
    (RUN, "tabtab 1 3", T, "2C 3C 9H/10S/9D 8S 7D/8C/8H"),
    (RUN, "tabtab 1 3 2", T, "2C 3C 9H/10S/9D 8S 7D/8C/8H"),
    (RUN, "tabtab 1 4", T, "2C 3C 9H 8S/10S/9D/8C 7D/8H"),
    # options
    *(({"tableau": "4S", "waste": card, "options": KlondikeOptions(build="others")}, "wsttab 1", T,
     f"4S {card}") for card in ("3H", "3D", "3C")),
    ({"tableau": "4S", "waste": "3S", "options": KlondikeOptions(build="suit")}, "wsttab 1", T,
     "4S 3S"),
])  # fmt: skip
def test_a_move(given: dict[str, Any], moves: str, fields: str, result: str) -> None:
    game = after(position(**given), *moves.split("; "))
    assert shown(game, *fields.split()) == result


KING = {"tableau": "9S/3D | QC JH", "waste": "QH", "foundations": "AS"}
ONLY_KINGS = "cannot go to tableau pile 4: only a king fills it"
DOWN = {"tableau": "10H 9C | 8H/10D/9H | 8C"}


@pytest.mark.parametrize(("given", "move", "why"), [
    ({}, "card", "the stock and the waste are empty"),
    ({}, "wstfnd", "the waste is empty"),
    ({}, "tabfnd 7", "tableau pile 7 is empty"),
    ({"tableau": "9S"}, "wsttab 1", "the waste is empty"),
    ({"tableau": "9S"}, "tabtab 2 1", "tableau pile 2 is empty"),
    ({"tableau": "9S"}, "fndtab 3 1", "foundation 3 is empty"),
    ({"waste": "2H"}, "wstfnd", "2H has no foundation yet: AH must start it"),
    *(({"waste": card, "foundations": "AD"}, "wstfnd",
     f"{card} goes up after {before}: its foundation ends with AD")
     for card, before in (("3D", "2D"), ("KD", "QD"))),
    *(({"tableau": "4S", "waste": card}, "wsttab 1", f"{card} goes on {why}") for card, why in (
        ("3S", "a red 4, and 4S is black"), ("3C", "a red 4, and 4S is black"),
        ("5H", "a black 6, not on 4S"), ("2H", "a black 3, not on 4S"),
        ("4H", "a black 5, not on 4S"), ("KH", "no other card, only to an empty pile"),
    )),
    ({"tableau": "AS", "waste": "KH"}, "wsttab 1",
     "KH goes on no other card, only to an empty pile"),
    (KING, "wsttab 4", f"QH {ONLY_KINGS}"),
    (KING, "tabtab 2 4", f"QC {ONLY_KINGS}"),
    (KING, "fndtab 1 4", f"AS {ONLY_KINGS}"),
    ({"tableau": "3H", "foundations": "AD 2D"}, "fndtab 1 1",
     "2D goes on a black 3, and 3H is red"),
    (RUN, "tabtab 1 1", "tableau pile 1 cannot be moved onto itself"),
    (RUN, "tabtab 1 3 1", "7D goes on a black 8, not on 9D"),
    (RUN, "tabtab 1 5", "7D goes on a black 8, and 8H is red"),
    (RUN, "tabtab 5 2", "8H goes on a black 9, not on 10S"),
    (RUN, "tabtab 1 2 4", "tableau pile 1 has only 3 cards face up"),
    (DOWN, "tabtab 1 2 2", "tableau pile 1 has only 1 card face up"),
    (DOWN, "tabtab 1 2", "8H goes on a black 9, not on 10D"),
    ({"tableau": "4S", "waste": "3S", "options": KlondikeOptions(build="others")}, "wsttab 1",
     "3S goes on a 4 of another suit, and 4S is of the same suit"),
    ({"tableau": "4S", "waste": "3H", "options": KlondikeOptions(build="suit")}, "wsttab 1",
     "3H goes on 4H, and 4S is of another suit"),
])  # fmt: skip
def test_what_is_refused(given: dict[str, Any], move: str, why: str) -> None:
    assert refused(position(**given), move) == why


@pytest.mark.parametrize(
    ("redeals", "reason"),
    [(0, "no redeal is allowed"), (1, "its one redeal is used"), (2, "its 2 redeals are used")],
)
def test_redeals_can_be_limited(redeals: int, reason: str) -> None:
    game = position(waste="AC", options=KlondikeOptions(redeals=redeals))
    for _ in range(redeals):
        game = after(game, "card", "card")
    assert game.redeals == redeals
    assert refused(game, "card") == f"the stock is empty, and {reason}"


@pytest.mark.parametrize(("tableau", "move", "down"), [
    ("2C 3C | 9H/10S", "tabtab 1 2", 1), ("2C 3C | AH", "tabfnd 1", 1),
    ("2C 3C | 9H 8S/9D", "tabtab 1 2", 2), ("9H/10S", "tabtab 1 2", 0),
])  # fmt: skip
def test_the_top_card_is_turned_up_when_no_other_is_face_up(
    tableau: str, move: str, down: int
) -> None:
    assert after(position(tableau), move).down[0] == down


def test_the_variants_are_bundles_of_options() -> None:
    variants = KlondikeOptions.variants.items()
    assert {name: " ".join(KlondikeOptions(**v).words()) for name, v in variants} == {
        "by-threes": "",
        "vegas": "--draw 1 --redeals 0",
        "casino": "--draw 1 --redeals 2",
        "chinaman": "--redeals 1 --build others",
        "trigon": "--draw 1 --build suit",
    }


def test_a_player_sees_the_cards_face_up_and_not_a_stock_that_was_never_turned_over() -> None:
    seen = position("2C 3C | 9H 8S/10S", stock="AC 2C", waste="9S").seen_by(1)
    assert shown(seen, "tableau", "stock", "waste") == "### ### 9H 8S/10S; ### ###; 9S"
    assert text(position(stock="AC 2C", redeals=1).seen_by(1).stock) == "AC 2C"


def test_the_number_of_cards_is_not_recorded() -> None:
    session = session_of(Klondike, 3)
    player_of(session).do("tt 2 7 1")
    assert session.log == ["tabtab 2 7"]
