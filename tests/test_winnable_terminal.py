"""Deals that can be won, at a terminal: the setting that makes them usual, and the next game."""

from pathlib import Path
from typing import Any

import pytest

from cardgames.model.deal import Random, shuffled_deck
from tests.program import run_here
from tests.test_terminal import Terminal, plain

DECK = " ".join(map(str, shuffled_deck(Random(4))))


@pytest.fixture
def usual(tmp_path: Path) -> Any:
    for words in (("klondike", "winnable"), ("canfield", "winnable", "hard")):
        assert run_here("config", *words, XDG_CONFIG_HOME=str(tmp_path)).returncode == 0
    text = (tmp_path / "cardgames" / "settings").read_text()
    assert text == "klondike winnable\ncanfield winnable hard\n"
    return {"XDG_CONFIG_HOME": str(tmp_path)}


def test_the_first_line_says_so_and_a_record_names_the_seeds_alone(
    opened: list[Terminal], usual: Any, tmp_path: Path
) -> None:
    record = tmp_path / "record"
    opened.append(Terminal("klondike", "--record", str(record), **usual))
    (terminal,) = opened
    shown = plain(terminal.see("'help' lists"))
    assert "Klondike, winnable deal, seed " in shown
    assert "can be won" not in shown + terminal.answer("new", "Klondike, winnable deal, seed ")
    terminal.answer("new 4", "Klondike, seed 4.")
    terminal.type("exit\n")
    assert terminal.end() == 0
    first, new, named = record.read_text().splitlines()
    assert first.startswith("# cardgames klondike --seed ") and named == "new 4"
    for line in (first, new):
        assert run_here("solve", "klondike", "--seed", line.split()[-1]).returncode == 0


@pytest.mark.parametrize(("words", "told"), [
    (("--seed", "4"), "Klondike, seed 4. "),
    (("--deck", DECK), "Klondike, a given deck. "),
    (("--winnable", "--seed", "4"), "Klondike, winnable deal, seed 6. "),
    (("--no-winnable", "--winnable", "--seed", "4"), "Klondike, seed 4. "),
])  # fmt: skip
def test_a_deal_that_is_named_is_dealt(
    opened: list[Terminal], usual: Any, words: tuple[str, ...], told: str
) -> None:
    opened.append(Terminal("klondike", *words, **usual))
    shown = plain(opened[0].see("'help' lists"))
    assert told in shown
    if "winnable" in told:
        told = plain(opened[0].see("> "))
        assert "Deal 6 can be won: the last of 3 deals looked at.\nIt is " in told


def test_a_game_that_is_gone_on_with_is_followed_by_one(
    opened: list[Terminal], usual: Any, tmp_path: Path
) -> None:
    usual["XDG_STATE_HOME"] = str(tmp_path)
    opened += [Terminal("klondike", "--seed", "4", **usual)]
    opened[0].answer("card", "waste 3")
    opened[0].type("quit\n")
    assert opened[0].end() == 0
    opened += [Terminal("resume", **usual)]
    opened[1].see("You go on after 1 move.")
    opened[1].answer("new", "Klondike, winnable deal, seed ")


def test_what_is_piped_knows_nothing_of_it(usual: Any) -> None:
    words, stdin = ("klondike", "--seed", "4", "--echo"), "score\nnew\nscore\n"
    without, with_it = run_here(*words, stdin=stdin), run_here(*words, stdin=stdin, **usual)
    assert without.stdout == with_it.stdout and b"winnable" not in with_it.stdout
