"""Two terminals play one match of Rummy, on one machine or by ssh, and each of them is killed."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.program import PROGRAM
from tests.test_terminal import Terminal, plain

LOOK = ("--cards", "ascii", "--no-color")
HOSTS = ("rummy", "--seed", "5", "--names", "Ann,Bob", "--seat", "2=join", *LOOK)


class Table:
    """A folder in which a match is kept, and its socket lies; and the terminals there."""

    def __init__(self, folder: Path, opened: list[Terminal]) -> None:
        self.folder, self.opened = folder, opened

    def terminal(self, *words: str, **changes: str) -> Terminal:
        here = str(self.folder)
        kept = {"CARDGAMES_RESULTS": f"{here}/diary.sqlite", "PAGER": "cat"}
        places = {"XDG_STATE_HOME": here, "XDG_RUNTIME_DIR": here}
        given: dict[str, Any] = kept | places | changes
        found = Terminal(*words, **given)
        self.opened.append(found)
        return found

    def ann(self, *words: str) -> Terminal:
        found = self.terminal(*(words or HOSTS))
        found.see("> ")
        return found

    def bob(self, *words: str, **changes: str) -> Terminal:
        return self.terminal("join", *(words or ("rummy",)), *LOOK, **changes)


@pytest.fixture
def table(tmp_path: Path, opened: list[Terminal]) -> Table:
    return Table(tmp_path, opened)


def test_a_match_goes_on_when_each_side_is_killed(table: Table) -> None:
    ann, bob = table.ann(), table.bob()
    bob.see("You are Bob.", "draw or take> ")
    ann.see("Bob sits down.", "Waiting for Bob> ")

    ann.type("score")  # which is kept while Bob plays
    bob.type("draw\n")
    ann.see("Bob draws a card.", "Waiting for Bob> score")
    bob.see("Bob draws 5D.", "discard> ")
    ann.type("\n", "Score: Ann: 0, Bob: 0")
    bob.type("undo\n", "nobody can take moves back while people play at several terminals")
    bob.type("discard ks\n", "KS is not in your hand")
    bob.type("discard qd\n", "Waiting for Ann> ")
    ann.see("Bob discards QD.", "draw or take> ")
    bob.type("seen\n", "Discards, the oldest first: 3H QD.", "Waiting for Ann> ")
    bob.type("x 3\n", "it is the turn of Ann")
    ann.type("draw\n", "discard> ")
    bob.see("Ann draws a card.")

    ann.close()  # as kill -9 does
    table.opened.remove(ann)
    bob.see("The host is gone. Wait for it to come back", "Waiting for the host> ")
    bob.type("hand\n", "Bob's hand, ")
    ann = table.ann("resume", "--seat", "2=join", *LOOK)
    bob.see("The host is there again.", "Waiting for Ann> ")
    ann.see("Bob sits down.", "discard> ")

    bob.close()
    table.opened.remove(bob)
    ann.see("Bob leaves the table: 'cardgames join rummy' comes back.")
    ann.type("discard kc\n", "Waiting for Bob> ")
    bob = table.bob()
    bob.see("Ann draws a card and discards KC.", "draw or take> ")
    ann.see("Bob sits down.")
    ann.type("leave 1\n", "This ends the match, and Bob wins: give up? [y/N] ")
    ann.type("\n", "The match goes on.", "Waiting for Bob> ")
    bob.type("giveup\n", "This ends the match, and Ann wins: give up? [y/N] ")
    bob.type("y\n", "Ann wins: given up", "Waiting for another match> ")
    ann.see("Ann wins: given up", "Another game? [y/N] ")
    ann.type("y\n", "> ")
    bob.see("The host deals another game.", "> ")
    ann.talk("quit\n", ends=0)
    bob.see("The host has closed the table.")
    assert bob.end() == 0


def test_a_key_is_seen_at_once_at_the_other_terminal(table: Table) -> None:
    ann, bob = table.ann(), table.bob()
    bob.see("draw or take> ")
    ann.see("Bob sits down.")
    bob.type("draw\n", "discard> ")  # loads what the first line needs
    ann.see("Bob draws")
    begun = time.monotonic()
    bob.type("discard qd\n", "Waiting for Ann> ")
    here = time.monotonic() - begun  # which is longer, too, where the machine has much to do
    ann.see("Bob discards QD.")
    assert time.monotonic() - begun < max(0.3, 5 * here)


def test_it_works_in_words_and_without_an_editor(table: Table) -> None:
    ann = table.terminal(*HOSTS[:-3], "--cards", "words", TERM="dumb")
    ann.see("Waiting for Bob> ")
    bob = table.terminal("join", "rummy", "--cards", "words", "--no-color")
    bob.see("Bob, to move: 10 cards", "draw or take> ")
    ann.see("Bob sits down.", "Waiting for Bob> ")
    bob.type("draw\n", "Bob draws five of diamonds.", "discard> ")
    ann.see("Bob draws a card.", "Waiting for Bob> ")
    ann.type("last\n", "Bob draws a card.")


SSH = """#!/bin/sh
echo "$@" > {folder}/asked
shift 2
exec "$@"
"""


def test_ssh_brings_a_guest_from_afar(table: Table) -> None:
    bin_ = table.folder / "bin"
    bin_.mkdir()
    (bin_ / "ssh").write_text(SSH.format(folder=table.folder))
    (bin_ / "ssh").chmod(0o755)
    way = {"PATH": os.pathsep.join([str(bin_), str(Path(PROGRAM).parent), os.environ["PATH"]])}
    ann, bob = table.ann(), table.bob("me@laptop:rummy", **way)
    bob.see("You are Bob.", "draw or take> ")
    assert (table.folder / "asked").read_text() == "-- me@laptop cardgames join --pipe rummy\n"
    ann.see("Bob sits down.")
    bob.interrupt()  # which is not for ssh
    bob.see("Ctrl-C again leaves")
    bob.type("draw\n", "Bob draws 5D.")
    ann.see("Bob draws a card.")
    ann.close()
    table.opened.remove(ann)
    bob.see("The host is gone.", "Waiting for the host> ")
    ann = table.terminal("resume", *LOOK)
    ann.see("Wait there again?")
    ann.type("\n", "> ")
    bob.see("The host is there again.", "discard> ")
    bob.talk("quit\n", ends=0)
    ann.see("Bob leaves the table")
    alone = table.bob("me@laptop:rummy", "--seat", "7", **way)
    alone.see("no seat 7")
    assert alone.end() == 2


def test_resume_asks_who_sits_there(table: Table) -> None:
    ann, bob = table.ann(), table.bob()
    bob.talk("draw or take> ", "draw\n", "discard> ")
    ann.see("Bob draws")
    ann.talk("quit\n", ends=0)
    ann = table.terminal("resume", *LOOK)
    ann.see("Bob sat at another terminal. Wait there again?")
    ann.type("n\n", "Bob, press Enter to see your hand.")
    ann.type("\n", "Bob: meld, off or discard> ")


def test_a_guest_chooses_among_tables_and_comes_back_to_the_same_one(table: Table) -> None:
    ann = table.ann()
    cyd = table.ann("rummy", "--seed", "6", "--names", "Cyd,Dan", "--seat", "2=join", *LOOK)
    bob = table.bob()
    bob.see("1: Ann and Bob, since ", "2: Cyd and Dan, since ", "a seat is free", "Which")
    bob.type("1\n", "You are Bob.", "draw or take> ")
    ann.see("Bob sits down.")
    dan = table.bob("rummy", "dan")
    dan.see("You are Dan.")
    cyd.see("Dan sits down.")
    ann.close()
    table.opened.remove(ann)
    bob.see("The host is gone.")
    eve = table.bob("rummy", "3")
    eve.see("no table '3' is open (1: Cyd and Dan")
    assert eve.end() == 2 and "Bob" not in cyd.output


def test_a_patience_and_nobody_there(table: Table) -> None:
    for words, answer in (
        (("golf", "--seat", "1=join"), "nobody can join this game"),
        (("join", "rummy"), "no table of rummy is open:"),
        (("rummy", "--seat", "2=join", "--seat", "3=./bot", "--players", "3"), "cannot both play"),
        (("rummy", "--seat", "2=join", "--auto"), "leave out --seat"),
    ):
        terminal = table.terminal(*words)
        assert answer in " ".join(plain(terminal.see(answer[-8:])).split()), terminal.output
        assert terminal.end() == 2
