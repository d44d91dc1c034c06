"""A deck whose lines look like piles: the program says that it reads them in dealing order."""

from itertools import islice
from pathlib import Path

import pytest

from cardgames.games import NAMES, model
from cardgames.model.cards import Card, cards_in
from cardgames.model.game import Setup
from cardgames.patience import boards
from tests.program import run_here
from tests.test_terminal import Terminal, plain

BOARD = "is read as a board: each line is a pile.\n"
TOLD = "is read in dealing order, line after line; its lines are not piles.\n"
READ_AS_PILES = ("canfield", "slap")
"""Games that deal to one pile after the other, so that the lines are its piles."""


def deal(game: str) -> tuple[list[str], list[list[Card]]]:
    """The cards of a deal in dealing order, and the piles that are dealt from them."""
    found = model(game)
    options = found.options_type()
    fresh = found.fresh_deck(options)
    places = Setup(found, options, 1, fresh).dealt().places()
    groups = [[*filter(None, map(cards_in, each))] for each in places if isinstance(each, tuple)]
    largest = max(groups, key=lambda group: max(map(len, group), default=0))
    return [*map(str, fresh[::-1])], largest


def in_lines(cards: list[str], sizes: list[int]) -> str:
    left = iter(cards)
    lines = [" ".join(islice(left, size)) for size in (*sizes, len(cards))]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", NAMES)
def test_lines_as_long_as_the_piles_are_told_and_others_are_not(game: str, tmp_path: Path) -> None:
    cards, piles = deal(game)
    deck = tmp_path / "deck.txt"
    told = game not in READ_AS_PILES and max(map(len, piles)) > 1
    for sizes, told in (([*map(len, piles)], told), ([], False), ([13, 10], False)):
        text = in_lines(cards, sizes)
        deck.write_text("# a deal\n" + text)
        result = run_here(game, "--deck", "deck.txt", cwd=tmp_path, stdin="exit\n")
        if boards.read(text, model(game)):  # the kings of Baker's Dozen lie so in no deal
            assert f"deck.txt {BOARD}" in result.stderr.decode() or game == "bakersdozen"
            continue
        assert result.returncode == 0
        assert (f"deck.txt {TOLD}" in result.stderr.decode()) is told, sizes


def test_a_pile_for_the_card_in_hand_counts_and_rows_do_not(tmp_path: Path) -> None:
    for game, sizes, told in (
        ("clock", [4] * 13, True), ("clock", [13] * 4, False), ("freecell", [8] * 6, False),
        ("klondike", [24, 1, 2, 3, 4, 5, 6, 7], True), ("klondike", [7, 6, 5, 4, 3, 2, 1], False),
        ("canfield", [13, 1, 1, 1, 1, 1], False), ("canfield", [1] * 52, False),
    ):  # fmt: skip
        text = in_lines(deal(game)[0], sizes)
        result = run_here(game, "--deck", text, cwd=tmp_path, stdin="exit\n")
        assert (f"the deck {TOLD}" in result.stderr.decode()) is told, (game, sizes)


def test_it_is_told_once_with_the_first_board_and_by_the_solver(
    opened: list[Terminal], tmp_path: Path
) -> None:
    cards, piles = deal("spider")
    deck = tmp_path / "deck.txt"
    deck.write_text(in_lines(cards, [*map(len, piles)]))
    opened.append(Terminal("spider", "--suits", "4", "--deck", str(deck), size=(24, 160)))
    seen = plain(opened[0].see("> "))
    assert " ".join(seen.split()).count(f"deck.txt {TOLD}".strip()) == 1
    assert "dealing order" not in plain(opened[0].type("next\n", "unknown command", "> "))
    words = ("solve", "spider", "--limit", "10", "--deck")
    result = run_here(*words, "-", stdin=deck.read_text())
    assert f"standard input {TOLD}" in result.stderr.decode()
