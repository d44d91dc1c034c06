"""The rules of Canfield, one by one, from positions built by hand."""

from typing import Any

import pytest

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.model.cards import pile
from tests.positions import after, piles, refused, shown

STANDARD = CanfieldOptions()
ANY = CanfieldOptions(build="any")
SUIT = CanfieldOptions(build="suit")
FREE = CanfieldOptions(fill="free")


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
    base = (founded[0] or pile("AC"))[0].rank
    return Canfield(
        options,
        tableau=piles(tableau),
        stock=pile(stock),
        waste=pile(waste),
        foundations=founded,
        redeals=redeals,
        base=base,
        reserve=pile(reserve),
    )


T, F, TF, RT = "tableau", "foundations", "tableau foundations", "reserve tableau"
ON_A_FOUNDATION = {"foundations": "10D JD"}


@pytest.mark.parametrize(("given", "moves", "fields", "result"), [
    # the stock
    ({"stock": "AC 2C 3C 4C", "waste": "9S"}, "card", "stock waste", "AC; 9S 4C 3C 2C"),
    ({"stock": "AC 2C 3C", "options": CanfieldOptions(draw=1)}, "card", "waste", "3C"),
    ({"stock": "AC 2C 3C", "options": CanfieldOptions(draw=2)}, "card", "waste", "3C 2C"),
    # foundations
    ({"reserve": "10C", "foundations": "10D/10H"}, "resfnd", F, "10D/10H/10C"),
    ({"waste": "JD", "foundations": "10S/10D"}, "wstfnd", F, "10S/10D JD"),
    ({"waste": "AD", "foundations": "QD KD"}, "wstfnd", F, "QD KD AD"),
    ({"tableau": "QS JD/9H"}, "tabfnd 1", TF, "QS/9H; 10D JD"),
    # the tableau
    ({"reserve": "3H", "tableau": "4S"}, "restab 1", T, "4S 3H"),
    ({"waste": "3H", "tableau": "/4S"}, "wsttab 2", T, "/4S 3H"),
    ({"waste": "KC", "tableau": "AH"}, "wsttab 1", T, "AH KC"),
    ({"tableau": "9S 8H 7C/JC/QC/10H", "foundations": "2D"}, "tabtab 1 4", T,
     "/JC/QC/10H 9S 8H 7C"),
    ({"reserve": "5C 6C", "tableau": "9H/JD"}, "tabfnd 2", RT, "5C; 9H/6C"),
    ({"reserve": "10C", "tableau": "JD"}, "tabfnd 1", T, "10C"),
    ({"tableau": "JD", "waste": "4C"}, "tabfnd 1", T, ""),
    ({"tableau": "JD", "waste": "4C"}, "tabfnd 1; wsttab 3", T, "//4C"),
    ({"tableau": "9H 8S/"}, "tabtab 1 2", T, "/9H 8S"),
    ({"tableau": "10S/"}, "tabtab 1 2", T, "/10S"),
    ({"tableau": "QS", **ON_A_FOUNDATION}, "fndtab 1 1", TF, "QS JD; 10D"),
    # options
    ({"reserve": "3S", "tableau": "4S", "options": ANY}, "restab 1", T, "4S 3S"),
    ({"reserve": "3S", "tableau": "4S", "options": SUIT}, "restab 1", T, "4S 3S"),
    ({"reserve": "5C 6C", "tableau": "JD/9S", "options": FREE}, "tabfnd 1", T, "/9S"),
    ({"reserve": "5C 6C", "tableau": "JD/9S", "options": FREE}, "tabfnd 1; restab 1", RT,
     "5C; 6C/9S"),
    ({"tableau": "JD/9S", "options": FREE}, "tabfnd 1; tabtab 2 1", T, "9S"),
])  # fmt: skip
def test_a_move(given: dict[str, Any], moves: str, fields: str, result: str) -> None:
    game = after(position(**given), *moves.split("; "))
    assert shown(game, *fields.split()) == result


@pytest.mark.parametrize(("given", "move", "why"), [
    ({}, "resfnd", "the reserve is empty"),
    ({"reserve": "QD"}, "resfnd", "QD goes up after JD: its foundation ends with 10D"),
    ({"reserve": "JC"}, "resfnd", "JC has no foundation yet: 10C must start it"),
    *(({"reserve": card, "tableau": "4S"}, "restab 1", f"{card} goes on {why}") for card, why in (
        ("3S", "a red 4, and 4S is black"), ("3C", "a red 4, and 4S is black"),
        ("5H", "a black 6, not on 4S"), ("2H", "a black 3, not on 4S"),
        ("4H", "a black 5, not on 4S"), ("7S", "a red 8, not on 4S"),
        ("9H", "no other card, only to an empty pile"),
    )),
    *(({"waste": "10S", "tableau": "JH"}, f"wsttab {t}",
     "10S is of the base rank: it must go to a foundation") for t in (1, 2)),
    ({"reserve": "9H", "tableau": "10S"}, "restab 1",
     "10S is of the base rank: nothing may be built on it"),
    ({"tableau": "9S 8H 7C/8D", "foundations": "2D"}, "tabtab 1 2",
     "tableau pile 1 moves as a whole, and 9S goes on a red 10, not on 8D"),
    ({"tableau": "JS"}, "fndtab 1 1", "10D is of the base rank: it must go to a foundation"),
    (ON_A_FOUNDATION, "fndtab 1 1", "tableau pile 1 is empty: a foundation card cannot fill it"),
    ({"tableau": "QH", **ON_A_FOUNDATION}, "fndtab 1 1", "JD goes on a black queen, and QH is red"),
    ({"reserve": "2S", "tableau": "4S", "options": ANY}, "restab 1",
     "2S goes on a 3, not on 4S"),
    ({"reserve": "3H", "tableau": "4S", "options": SUIT}, "restab 1",
     "3H goes on 4H, and 4S is of another suit"),
    ({"waste": "AC", "options": CanfieldOptions(redeals=0)}, "card",
     "the stock is empty, and no redeal is allowed"),
])  # fmt: skip
def test_what_is_refused(given: dict[str, Any], move: str, why: str) -> None:
    assert refused(position(**given), move) == why


def test_redeals_are_counted_and_can_be_limited() -> None:
    game = position(waste="AC", redeals=1, options=CanfieldOptions(redeals=2))
    game = after(game, "card", "card")
    assert game.redeals == 2
    assert refused(game, "card") == "the stock is empty, and its 2 redeals are used"


def test_with_stock_and_waste_empty_turning_changes_nothing() -> None:
    assert after(position(), "card") == position()


def test_the_variants_are_bundles_of_options() -> None:
    variants = CanfieldOptions.variants.items()
    assert {name: " ".join(CanfieldOptions(**v).words()) for name, v in variants} == {
        "canfield": "",
        "superior": "--reserve open --fill free",
        "rainbow": "--draw 1 --redeals 0 --build any",
        "rainfall": "--draw 1 --redeals 2",
        "storehouse": "--draw 1 --redeals 2 --build suit --base twos",
    }


@pytest.mark.parametrize(("given", "seen"), [
    ({"reserve": "5C 6C 7C", "stock": "AC 2C", "waste": "9S"}, "### ### 7C; ### ###; 9S"),
    ({"stock": "AC 2C", "redeals": 1}, "; AC 2C; "),
    ({"reserve": "5C 6C", "options": CanfieldOptions(reserve="open")}, "5C 6C; ; "),
])  # fmt: skip
def test_what_a_player_sees(given: dict[str, Any], seen: str) -> None:
    assert shown(position(**given).seen_by(1), "reserve", "stock", "waste") == seen
