"""Deals, boards and solutions as other programs write them, and text as it is pasted.

The boards are in the forms that fc-solve, Solvitaire and MinimalKlondike document.
"""

import re
from pathlib import Path
from typing import Any

import pytest

import cardgames
from cardgames.games import GAMES, model
from cardgames.model.cards import DECK, parse_card, pile
from cardgames.model.deal import is_numbered
from cardgames.model.errors import CardGameError, InvalidCommand
from cardgames.model.game import Move
from cardgames.patience import boards
from tests import test_rummy
from tests.program import run_here
from tests.samples import sample
from tests.test_language import CANFIELD, says, says_all

DEAL_24 = """\
: 4C 2C 9C 8C QS 4S 2H
: 5H QH 3C AC 3H 4H QD
: QC 9S 6H 9H 3S KS 3D
: 5D 2S JC 5C JH 6D AS
: 2D KD TH TC TD 8D
: 7H JS KH TS KC 7C
: AH 5S 6S AD 8H JD
: 7S 6C 7D 4D 8S 9D
"""
FC_SOLVE = f"Foundations: H-0 C-0 D-0 S-0\nFreecells:\n{DEAL_24}"
SOLVITAIRE = """{"tableau piles": [
    ["4D"],
    ["3c", "4C"],
    ["9s", "7d", "6H"],
    ["ah", "7s", "2c", "JD"],
    ["AD", "6s", "2H", "10S", "AS"],
    ["4H", "8H", "2D", "KS", "JC", "5C"],
    ["3H", "4S", "3S", "5D", "JH", "6C", "KD"]],
 "stock": ["10H","8D","7H","KC","3D","10D","5H","8C","QS","JS","9H","7C",
    "6D","8S","QD","QH","AC","9C","5S","KH","QC","2S","10C","9D"]
}"""
MINIMAL = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112"
    "071104132053133102084041013073063031061043081054113062024021101022032121\n"
)
LOST = (781948, 146692, 455889, 186216, 512118, 495505, 11982, 517776)
"""All lost deals of the first million; 0.3 s of search for the first, 11 s for all."""
WON = (164, 617, 1)


def deal(game: str, deck: str, **options: Any) -> Any:
    return cardgames.deal(game, deck=deck, **options)


def told(game: str, deck: str, **options: Any) -> str:
    with pytest.raises(InvalidCommand) as caught:
        deal(game, deck, **options)
    return str(caught.value).removeprefix("deck: ")


def test_numbered_deals_are_those_of_microsoft() -> None:
    rows = {
        1: "JD 2D 9H JC 5D 7H 7C 5H", 617: "7D AD 5C 3S 5S 8C 2D AH",
        11982: "AH AS 4H AC 2D 6S 10S JS",
    }  # fmt: skip
    for number, row in rows.items():
        game = cardgames.deal("freecell", microsoft=number)
        assert " ".join(str(column[0]) for column in game.tableau) == row
    assert cardgames.deal("freecell", microsoft=24) == deal("freecell", FC_SOLVE)
    names = {row.name for row in GAMES if is_numbered(model(row.name))}
    assert names == {"freecell", "streetsandalleys"}
    bakers = cardgames.deal("freecell", microsoft=24, variant="bakers")
    assert bakers.tableau == cardgames.deal("streetsandalleys", microsoft=24).tableau
    for number in (0, 1_000_001, "x"):
        with pytest.raises(InvalidCommand, match="must be a"):
            cardgames.deal("freecell", microsoft=number)


@pytest.mark.parametrize("number", [*LOST[: sample(1, 8)], *WON[: sample(1, 3)]])
def test_the_solver_decides_numbered_deals(number: int) -> None:
    verdict = cardgames.solve(cardgames.deal("freecell", microsoft=number)).verdict
    assert verdict.value == ("lost" if number in LOST else "winnable")


def test_a_number_stays_in_scripts_and_words(tmp_path: Path) -> None:
    script = tmp_path / "a.txt"
    lines = f"4e\nsave {script}\nsc\nnew\nsc\n"
    words = ("freecell", "--microsoft", "164", "--echo", "--allow-overwrite")
    shown = run_here(*words, stdin=lines).stdout.decode()
    assert script.read_text() == "# cardgames freecell --microsoft 164\ntabcel 4\n"
    assert "Microsoft's deal 164." in shown and "Seed 164." in shown
    assert "KD" in run_here("freecell", "--echo", stdin=f"load {script}\n").stdout.decode()
    solved = run_here("solve", "freecell", str(script), "--notation", "standard").stdout.decode()
    head, verdict, others, *moves = solved.splitlines()
    assert others.startswith("# For other programs; ")
    assert head == "# cardgames freecell --microsoft 164" and "# Winnable from here: " in verdict
    sign = "[1-8a-d][1-8a-dh](v[2-9a-d])?"
    assert all(re.fullmatch(f"{sign}( {sign}){{0,9}}", line) for line in moves)
    for game, more, wanted in (
        ("klondike", (), "--microsoft: a Microsoft deal has 8 columns, and Klondike is dealt to 7"),
        ("castle", (), "--microsoft: a Microsoft deal has no cards in the foundations, and Bel"),
        ("rummy", (), "--microsoft: a Microsoft deal has piles, and Rummy is not dealt to piles"),
        ("freecell", ("--deck", "AC 2C"), "--microsoft names a deal: it cannot be given a deck as"),
    ):
        result = run_here(game, "--microsoft", "164", *more, stdin="")
        assert result.returncode == 2 and wanted in result.stderr.decode()
    match = cardgames.Match("freecell", microsoft=164)
    assert str(match) == head + "\n" and match.setup.microsoft == match.setup.seed == 164
    with pytest.raises(cardgames.InvalidCommand, match="^microsoft names a deal: it cannot be"):
        cardgames.deal("freecell", microsoft=164, deck="AC 2C")


def test_solutions_are_told_as_solvers_tell_them() -> None:
    game = deal("freecell", FC_SOLVE)
    moves = [game.parse(line) for line in ("tabfnd 4", "tabcel 7", "tabtab 5 6")]
    with pytest.raises(CardGameError):  # 8D does not go on 7C
        boards.notation(game, moves)
    game = game.changed(tableau=tuple(map(pile, ("KS QH JC", "", "", "", "", "", "", "5D"))))
    lines = ("tabcel 8", "tabtab 1 2 2", "celtab 1 8", "tabtab 1 3 1")
    moves = [game.parse(line) for line in lines]
    assert boards.notation(game, moves) == "8a 12v2 a8 13"
    klondike = cardgames.deal("klondike", seed=1)
    with pytest.raises(InvalidCommand, match="columns 1 to 9, cells and foundations, not card"):
        boards.notation(klondike, [klondike.parse("card")])


def test_a_board_of_each_form_is_dealt(tmp_path: Path) -> None:
    free = deal("freecell", FC_SOLVE)
    assert free.tableau[0] == pile("4C 2C 9C 8C QS 4S 2H") and free.tableau[7][-1] is DECK[21]
    assert deal("freecell", DEAL_24.replace(": ", "")) == free  # lines as long as the piles
    klondike = deal("klondike", SOLVITAIRE)
    assert klondike.tableau[2] == pile("9S 7D 6H") and klondike.stock[-2:] == pile("10C 9D")
    klondike = deal("klondike", MINIMAL, draw=1)
    assert [str(column[-1]) for column in klondike.tableau] == "7D 9D 5D AD QS 9H JD".split()
    assert klondike.stock[:-4:-1] == pile("7C TS KD")
    file = tmp_path / "board.txt"
    file.write_text("# deal 24\n" + DEAL_24.replace(": ", ""))
    result = run_here("freecell", "--deck", str(file), stdin="")
    assert b" is read as a board: each line is a pile.\n" in result.stderr


BEGUN = ("eightoff", "castle", "canfield", "kingalbert", "blackhole", "spider")


@pytest.mark.parametrize("game", BEGUN)
def test_any_deal_can_be_read_as_a_board(game: str) -> None:
    dealt = cardgames.deal(game, seed=7)
    parts = {
        "tableau piles": dealt.tableau, "cells": sum(dealt.cells, ()), "stock": dealt.stock,
        "waste": dealt.waste, "reserve": dealt.reserve or sum(dealt.reserves, ()),
        "foundations": sum(dealt.foundations, ()),
    }  # fmt: skip
    text = ", ".join(f'"{key}": {cards}' for key, cards in parts.items())
    text = re.sub(r"\b(10|[2-9AJQK])[CDHS]\b", r'"\g<0>"', text.replace("(", "[").replace(")", "]"))
    assert deal(game, "{" + text + "}", **dealt.options.values()) == dealt


@pytest.mark.parametrize(
    ("game", "old", "new", "wanted"),
    [
        ("freecell", "4C", "5H", "line 4: 5H is on the board twice"),
        ("freecell", "4C ", "", "line 3: 6 cards in pile 1, and FreeCell begins with 7 there; "
         "the board lacks 4C"),
        ("freecell", "4C", "X9", "line 3: 'X9' is not a card: name its rank and suit, as in 10D"),
        ("freecell", ": 4C 2C 9C 8C QS 4S 2H\n", "", "the board has 7 columns, and FreeCell is "
         "dealt to 8"),
        ("freecell", "Freecells", "Talon", "line 2: 'Talon' is not part of a board, which has"),
        ("freecell", "H-0", "H0", "line 1: 'H0' is not a foundation: each suit stands with the"),
        ("freecell", "Freecells:\n: 4C", "FC: 4C - -\n:",
         "line 2: 1 card in the cells, and FreeCell begins with none there; a game begins at its"),
        ("freecell", "6D AS", "6D", "line 6: 6 cards in pile 4, and FreeCell begins with 7"),
        ("klondike", "", "", "the board has 8 columns, and Klondike is dealt to 7"),
        ("slap", "", "", "the board has piles, and Slap is not dealt to piles"),
    ],
)  # fmt: skip
def test_what_is_wrong_on_a_board_is_named(game: str, old: str, new: str, wanted: str) -> None:
    assert told(game, FC_SOLVE.replace(old, new, 1)).startswith(wanted)


def test_what_is_wrong_in_other_forms_is_named() -> None:
    for old, new, wanted in (
        ('"4D"', '"4C"', "line 3: 4C is on the board twice"),
        ('"4D"', "4D", "line 2: '4D' does not belong there in a deal file"),
        ("stock", "talon", "line 9: there is no 'talon' here: tableau piles, hole, "),
        ('["4D"]', "[" * 999, "the board has 1 column, and Klondike is dealt to 7"),
        ('"9D"', '"9D", "Z"', "line 10: 'Z' is not a card"),
    ):
        assert told("klondike", SOLVITAIRE.replace(old, new, 1)).startswith(wanted), old
    wrong = told("klondike", MINIMAL.replace("072", "142", 1))
    assert wrong.startswith("card 1: '142' is not a rank")
    less = "the draw pile: 23 cards in the stock, and Klondike begins with 24 there"
    assert told("klondike", MINIMAL[3:]) == f"{less}; the board lacks 7D"
    assert told("freecell", MINIMAL) == "the board has 7 columns, and FreeCell is dealt to 8"
    odd = ("{", ":", "{]]]}", '{"tableau piles": 3}', ": " * 9, "0" * 300, "FC:\n", "FC: H-")
    for text in odd:
        assert told("freecell", text)


def test_a_deck_may_be_pasted_in_other_forms() -> None:
    rest = " ".join(map(str, DECK[1:]))
    usual = deal("freecell", f"AC {rest}")
    for first in ("A♣\ufe0f", "♣A", "♣\ufe0eA", "CA", "Ａｃ", "１Ｃ", "A♧", "\u3000AC\xa0", "\u200bA♣"):
        assert deal("freecell", f"{first} {rest}") == usual, first
    for deck in (DECK, [*map(str, DECK)]):
        assert cardgames.deal("freecell", deck=deck) == usual
    for odd in ((3,), [cardgames.BACK], {"AC"}, b"AC"):
        with pytest.raises(InvalidCommand):
            cardgames.deal("freecell", deck=odd)  # type: ignore[call-overload]


def test_a_deck_without_blanks_is_read_as_text() -> None:
    record = "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--"
    words = "--slaps none --out-of-cards loses --auto --players computer,computer --deck".split()
    result = run_here("slap", *words, record)
    assert b"197 cards played, 37 rounds." in result.stdout + result.stderr
    assert b"No such file" in run_here("slap", "--deck", "deck.txt", stdin="").stderr


PASTED = """
    tabtab 1 3 = 6♦\ufe0f 3 | ♦6 3 | ♦\ufe0f6 to 3 | ６ｄ ３ | 6d\xa03 | \u200b6d 3
    tabfnd 3 = tf 3 2 | tabfnd 3 2 | dj f | DJ F
    resfnd = rf 1
    wstfnd = wf 1
    refused: type tabfnd like this: tabfnd T = tf 3 2 1
    refused: unknown command 'd6' = d6 f
"""


def test_lines_may_be_pasted_in_other_forms() -> None:
    says_all(CANFIELD, PASTED)
    for line in ("a card from the stock", "another card from the deck", "deal a card"):
        says("klondike", line, "card")
    hand = "5C 6C 7C 9S 9D 2H 3H JH QS"
    rummy = test_rummy.position(f"{hand}/2C 3C 4C", discards="JD", stock="KD 10S", drawn=True)
    for dash in "-‐–—−":
        says(rummy, f"m 5c{dash}7c", "meld 5C 6C 7C")
    for word in ("♥♦", "♥", "\ufe0f", "", "C", "DD", "♥A♥"):
        with pytest.raises(InvalidCommand):
            parse_card(word)


def test_cards_laid_off_together_go_where_all_of_them_fit() -> None:
    game = test_rummy.position(
        "7H 8H KD KC/2C 3C", melds="1: 4H 5H 6H/1: 7C 7D 7S", discards="JD", drawn=True
    )
    after = game.after("off 7h 8h")
    assert [meld.cards for meld in after.melds] == [pile("4H 5H 6H 7H 8H"), pile("7C 7D 7S")]
    with pytest.raises(CardGameError, match="7H fits melds 1 and 2: name one of them"):
        game.after("off 7h")


def test_a_name_with_spaces_needs_quotes() -> None:
    shown = run_here("freecell", "--echo", stdin="save my game\nload my game\n").stdout.decode()
    assert shown.count("; put a name with spaces in quotes\n") == 2


def test_kings_in_golf_take_what_other_programs_let_them_take() -> None:
    for kings, on_king, on_ace in (("queens", "Q", "2"), ("closed", "", "2"), ("wrap", "QA", "K2")):
        for top, goes in (("KS", on_king), ("AS", on_ace)):
            game = cardgames.deal("golf", seed=1, kings=kings)
            piles = tuple(map(pile, ("QD", "AD", "2D", "KD")))
            game = game.changed(tableau=piles + game.tableau[4:], waste=pile(top))
            for number, card in enumerate("QA2K", 1):
                legal = Move("tabwst", (number,)) in game.legal_moves()
                assert legal is (card in goes), (kings, top, card)
