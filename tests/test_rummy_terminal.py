"""Rummy in a terminal: a match set up in words, and computers that are watched."""

from pathlib import Path

import pytest

from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.game import SlapOptions
from cardgames.model.game import Spoken
from tests.test_terminal import Terminal


def test_a_match_is_set_up_in_words(opened: list[Terminal], tmp_path: Path) -> None:
    words = ("rummy", "--cards", "ascii", "--no-color")
    opened.append(Terminal(*words, XDG_STATE_HOME=str(tmp_path), PAGER="cat"))
    table = opened[0]
    table.see("Enter to play one computer to 100; or: short (to 50), players, levels, names")
    table.see("'2 people'> ")
    table.talk(
        "peo\t4 harder\n", "people 4 harder",
        "Error: 'harder' is not understood: type '4 hard' or '2 people'",
        "players 9\n", "'--players': N must be a number from 2 to 6, not '9'",
        "3 people, players 2\n", "3 people do not fit a table of 2",
        "rules\n", "The short way",
        "stats\n", "'stats' is not for this game: quit first, or type it in the shell:",
        "help\n", "The score that wins the match.",
        "3, names Ann,Bob\n", "Rummy --players 3 --names Ann,Bob --target 150", "draw or take> ",
        "config\n", "'config' is not for this game: quit first, or type it in the shell:",
        "exit\n", ends=0,
    )  # fmt: skip


def test_enter_deals_the_usual_match(opened: list[Terminal], tmp_path: Path) -> None:
    words = ("rummy", "--cards", "ascii", "--no-color")
    opened.append(Terminal(*words, XDG_STATE_HOME=str(tmp_path)))
    opened[0].talk("'2 people'> ", "\n", "Rummy, seed ", "draw or take> ")


def test_ctrl_c_drops_the_line_and_twice_leaves(opened: list[Terminal]) -> None:
    opened.append(Terminal("rummy"))
    opened[0].see("'2 people'> ")
    opened[0].type("4 har")
    opened[0].interrupt()
    opened[0].see("Ctrl-C again leaves the game.")
    opened[0].interrupt()
    assert opened[0].end() == 130


@pytest.mark.parametrize(("words", "changes"), [
    (("--seed", "3"), {}), (("--variant", "pagat"), {}), ((), {"CARDGAMES_RUMMY_TARGET": "50"}),
])  # fmt: skip
def test_who_has_said_how_to_play_is_not_asked(
    opened: list[Terminal], words: tuple[str, ...], changes: dict[str, str]
) -> None:
    opened.append(Terminal("rummy", *words, **changes))
    assert "Enter to play" not in opened[0].see("draw or take> ")


@pytest.mark.parametrize("typed", ["\x04", "quit\n"], ids=["Ctrl-D", "quit"])
def test_who_leaves_at_the_curtain_sees_no_hand(opened: list[Terminal], typed: str) -> None:
    opened.append(Terminal("rummy", "--humans", "2", "--seed", "4"))
    opened[0].see("Player 2, press Enter to see your hand.", "> ")
    opened[0].type(typed)
    assert opened[0].end() == 0
    assert "hand" not in opened[0].output


@pytest.mark.parametrize("spoken", [RummyOptions.spoken, SlapOptions.spoken])
def test_the_offer_fits_its_lines(spoken: Spoken) -> None:
    assert len(spoken.question) < 80 and len(spoken.example) < 30
