"""Two terminals play a match of Slap by the clock, with live keys; one of them is read aloud."""

import time
from pathlib import Path

import pytest

from tests.program import run_here
from tests.test_joining_terminal import LOOK, Table
from tests.test_terminal import Terminal

SLOW = 0.2
"""Seconds after which a person can have seen a card."""
HOSTS = (
    *("slap", "--deck", "2C 3C 4C 2D 3D 9S 8S", "--penalty", "card", "--interval", "none"),
    *("--seat", "2=join", *LOOK),
)


@pytest.fixture
def table(tmp_path: Path, opened: list[Terminal]) -> Table:
    return Table(tmp_path, opened)


def press(terminal: Terminal, key: str, *texts: str) -> None:
    time.sleep(SLOW)
    terminal.type(key, *texts)


def test_a_match_at_two_terminals_is_won_by_slaps(table: Table) -> None:
    ann = table.ann(*HOSTS)
    ann.type(" ", "player 2 is not there: wait, or 'leave 2'", "Waiting for player 2> ")
    bob = table.terminal("join", "slap", "--cards", "words", "--no-color")
    bob.see("You are Player 2.", "ms there and back: a key waits", "Player 1 leads.", "> ")
    ann.see("Player 2 sits down.", "a key waits 2", "[space] play")
    bob.type(" ", "Out of turn: player 1 leads.")
    ann.type(" ", "Player 1 plays 2C.", "[s] slap")
    bob.see("Player 1 plays two of clubs.", "> ")
    for typed in ("undo", "new", "load x", "restart", "auto", "step"):
        bob.type(f":{typed}\n", "nobody can ", "several terminals")
    bob.type(":save x\n", "the game is kept where it is hosted")
    press(ann, "s", "Player 1 slaps wrongly after", "> ")
    bob.see("Player 1 slaps after", "wrongly", "1 penalty card under it")

    ann.close()  # as kill -9 does
    table.opened.remove(ann)
    bob.see("The host is gone.")
    press(bob, "s", "the host is not there: wait, or 'quit'")
    ann = table.terminal("resume", "--seat", "2=join", *LOOK)
    bob.see("The host is there again.", "a key waits")
    ann.see("a key waits", "[s] slap")
    press(bob, " ", "Player 2 plays two of diamonds.")
    ann.see("Player 2 plays 2D.")
    bob.close()
    table.opened.remove(bob)
    ann.see("Player 2 leaves the table: 'cardgames join slap' comes back.")
    bob = table.bob("slap")
    bob.see("You are Player 2.", "a key waits", "[s] slap")
    ann.see("a key waits", "[s] slap")
    press(bob, "s", "Player 2 slaps after", "a pair, 2C 2D", "[space] play")
    ann.see("Player 2 slaps after", "a pair, 2C 2D")
    press(bob, " ", "Player 2 plays 3D")
    ann.see("Player 2 plays 3D.", "[space] play")
    press(ann, " ", "Player 1 plays 4C.")
    bob.see("Player 1 plays 4C.")
    ann.type(f":save {table.folder}/match\n", "Saved ")
    bob.type(":giveup\n", "and Player 1 wins: give up?", "[y/N] > ")
    bob.type("n", "The match goes on.")
    bob.type(":giveup\n", "and Player 1 wins: give up?", "[y/N] > ")
    bob.type("y\n", "Player 1 wins: given up", "Waiting for the host> ")
    ann.see("Player 1 wins: given up", "Another game? [y/N] ")
    ann.type("n\n")
    bob.see("The host has closed the table.")
    assert bob.end() == ann.end() == 0
    lines = (table.folder / "match").read_text().splitlines()
    assert "--players human,human" in lines[0] and "--seat 2=join" in lines[0]
    assert [line.rpartition(" ")[0] for line in lines[1:]] == [
        "play", "slap", "2: play", "2: slap", "2: play", "play",
    ]  # fmt: skip
    shown = run_here("replay", str(table.folder / "match")).stdout.decode()
    assert "Player 1 plays 4C." in shown
