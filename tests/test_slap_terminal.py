"""Slap in a real terminal: its keys, its clock, and the state in which it leaves the terminal.

A game is begun for several cases, one after the other, and each is left in another way.
"""

import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from cardgames.games.slap import strategy
from tests.program import run_here
from tests.test_painter_terminal import Painted
from tests.test_terminal import COOKED, PATIENCE, modes, plain

PLAIN = ("--cards", "ascii", "--no-color")
HANDS = ("2C 3C 5C 7C", "4D 3D 5D 8D")
"""The fourth card makes a pair, and so does the sixth if you have slapped the first one.

A slow computer slaps the first one after 1576 ms, so there is time to be faster.
"""
SEEN = 0.125
"""The seconds after which a person can have seen a card: earlier, a slap does not count."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a computer play after 100 ms, not 500: the program is a fork of this process."""
    monkeypatch.setattr(strategy, "PLAYS_AFTER", 100)


class Table(Painted):
    def leave(self, way: str) -> None:
        """Leave the game by keys or a signal; the terminal is as it was."""
        assert modes(self) == 0
        if way == "Ctrl-C":
            self.interrupt()
            self.see("Ctrl-C again")
            self.interrupt()
        elif way.startswith("SIG"):
            os.kill(self.process, getattr(signal, way))
        else:
            self.type(way)
        ends = {"Ctrl-C": 130, "SIGTERM": -signal.SIGTERM, "SIGHUP": -signal.SIGHUP}
        assert self.end() == ends.get(way, 0)
        assert modes(self) == COOKED


def deal(opened: list[Table], first: str, second: str, *options: str, **changes: Any) -> Table:
    deck = ("--deck", f"{first} {second}", "--seed", "676", "--interval", "none")
    opened.append(Table("slap", *deck, *PLAIN, *options, **changes))
    return opened[-1]


def is_whole(lines: list[str]) -> bool:
    """Does the table fill the screen, down to its prompt?"""
    return lines[0].startswith("  The comp") and lines[-1].endswith("command >")


def test_the_game_goes_on_by_itself_and_one_key_slaps(opened: list[Table]) -> None:
    table = deal(opened, *HANDS, "--speed", "slow")
    table.see("[space] play")
    for card, answer in (("2", "4D"), ("3", "3D")):
        table.type(" ", f"You play {card}", f"The computer plays {answer}")
    time.sleep(SEEN)
    table.type("s")
    seen = plain(table.see("ms later"))
    assert re.search(r"You slap after \d+ ms: a pair, 3C 3D. The computer comes \d+", seen)
    table.type(" ", "You play 5C", "The computer slaps after ", "The computer plays 8D")
    table.leave("quit\rn\r")


def test_what_is_typed_in_one_piece_is_a_line(opened: list[Table]) -> None:
    """Also in two pieces, if the terminal marks what is pasted, or if a colon begins it."""
    table = deal(opened, "2C 3C", "2D 4D", "--speed", "5000")
    table.see("> ")
    table.type(" ", "plays 2D")
    marked = ["\x1b[200~s", "core\r\x1b[201~"]
    edited = [":", "sx\x7fcore\r"]
    for pieces in (["score\r"], marked, [":s", "core\r"], ["sc", "ore\r"], edited):
        for piece in pieces:
            time.sleep(0.03)
            table.type(piece)
        table.see("Score: you")
        assert not any("You slap" in line for line in table.view.lines)
    table.type("\x1b[A\x1b[D")
    table.type("xyzzy\x15hint\r", "Hint: slap")
    table.type("s")
    table.until(lambda lines: any("You slap" in line for line in lines))
    table.type("core\r", "there is no command 'core'. Type a colon first: :score")
    table.leave("\x04")


def test_half_a_line_is_never_lost(opened: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen waits while the line is unfinished; then the events come at their times.

    The computer must pay four cards, which takes two seconds.
    """
    monkeypatch.setattr(strategy, "PLAYS_AFTER", 500)
    table = deal(opened, "AC 3C 5C 7C", "4D 6D 9D 8D")
    table.see("> ")
    table.type(" ", "You play A")
    table.type(" ", "Out of turn: the computer plays")
    table.type("sco", "> sco")
    time.sleep(0.7)
    table.type("re\r")
    assert not re.search(r"The computer plays \d", table.see("Score: "))
    table.see("The computer plays ")
    table.leave("SIGTERM")


def test_another_size_leaves_nothing_behind(opened: list[Table]) -> None:
    """The table is painted again at once, without a key, as if the size had never changed."""
    table = deal(opened, *HANDS)
    table.see("command > ")
    table.type(" ", "The computer plays 4")

    # the line of news comes before the lines below it
    wide = table.until(lambda lines: is_whole(lines) and "2 cards played" in "".join(lines))[:]
    table.resize(20, 60)
    narrow = table.until(lambda lines: is_whole(lines) and len(lines) < len(wide))
    assert [line for line in narrow if line] == [line for line in wide if line]
    table.resize(24, 80)
    assert table.until(lambda lines: is_whole(lines) and len(lines) == len(wide)) == wide
    table.leave("SIGHUP")


def test_a_small_screen_shows_the_greeting_alone(opened: list[Table]) -> None:
    rules = ("--penalty", "each", "--rules", "sandwich,run,flush")
    table = deal(opened, *HANDS, *rules, size=(15, 40))
    table.until(lambda lines: lines[-1].startswith("Press any key"))
    table.type("x")
    assert "The computer" in table.until(lambda lines: lines[-1].endswith("command >"))[0]


def test_a_long_answer_has_the_screen_alone_and_a_game_given_up_leaves_no_table(
    opened: list[Table],
) -> None:
    table = deal(opened, *HANDS)
    table.resize(20, 60)
    before = table.until(lambda lines: is_whole(lines) and len(lines) < 20)
    for typed in ("help\r", "?"):
        table.type(typed)
        answer = table.until(lambda lines: lines[-1].startswith("Press any key"))
        assert answer[0] == f"> {typed.strip()}"
        table.type(" ")
        assert table.until(is_whole)[:8] == before[:8]
    table.type(":help\r")
    table.until(lambda lines: lines[-1].startswith("Press any key"))
    table.output = ""
    os.kill(table.process, signal.SIGTSTP)
    table.see("Press any key")
    table.type("score\r", "Score: you 4")
    table.type("x", "unknown command 'x'")
    table.type(":giveup\r")
    seen = table.until(lambda lines: lines[-1] == "Another game? [y/N]")
    assert seen[:3] == ["The end, 0 cards played.", "> giveup", "You lost: given up."]
    table.type("x\r")
    table.until(lambda lines: lines[0].startswith("Error: unknown command 'x'"))
    table.leave("\r")


def test_auto_plays_at_the_same_table(opened: list[Table]) -> None:
    table = deal(opened, *HANDS)
    before = table.until(is_whole)
    table.type(":auto\r")
    table.until(lambda lines: "The computer plays 4D." in lines)
    assert [line[:6] for line in table.view.lines[8:10]] == [line[:6] for line in before[8:10]]
    assert table.view.lines[11] == "You play.", "whose turn it is stands where it stood"
    table.type("e")
    assert "reactions" not in table.see("Another game?"), "those of a computer teach nobody"


def test_two_people_share_the_keyboard_also_after_ctrl_z(opened: list[Table]) -> None:
    """No shell is there to keep it stopped, so it goes on at once."""
    hands = ("2C 3C 5C 6C", "2D 4D 6D 8D")
    table = deal(opened, *hands, "--players", "human,human", "--penalty", "card")
    table.see("1: [d] play")
    os.kill(table.process, signal.SIGTSTP)
    table.see("1: [d] play")
    assert modes(table) == 0
    table.type("d", "Player 1 plays 2")
    table.type("j", "2:              [k] slap > ")
    time.sleep(SEEN)
    table.type("ks", "Player 2 slaps after", "Too late: player 2 slapped after")
    table.leave("Ctrl-C")


def test_a_key_stops_two_computers_and_steps(opened: list[Table]) -> None:
    table = deal(opened, "2C 3C 5C 7C", "4D 6D 5D 8D", "--players", "computer,computer")
    table.see("Computer 1 plays 2")
    table.type(" ", "[space] step")
    before = played(table)
    time.sleep(0.4)
    table.type(" ")
    table.until(lambda lines: played(table) > before)
    assert played(table) == before + 1, "it stood still until the key"
    table.type("g", "[space] stop", "slaps after")


def played(table: Table) -> int:
    found = re.search(r"(\d+) cards? played", "\n".join(table.view.lines))
    return int(found[1]) if found else 0


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_recorded_game_ends_the_same_from_a_pipe(
    opened: list[Table], tmp_path: Path, term: str
) -> None:
    """Without single keys lines are read."""
    file = tmp_path / "game.txt"
    words = ("--speed", "slow", "--penalty", "none", "--record", str(file))
    table = deal(opened, *HANDS, *words, **({"TERM": term} if term else {}))
    slap, play = ("slap\r", "play\r") if term else ("s", " ")
    table.see("> ")
    if term:
        assert modes(table) == COOKED
        table.type("play 280\nwait\nscore\n", "the time is measured here", "time passes by itself")
        table.see("Score: ")
    table.type(play, "computer plays 4D")
    time.sleep(SEEN)
    table.type(slap, "wrongly")
    table.type(play, "computer plays 3D")
    time.sleep(0.3)  # or it would be the same slap, of a key that is held
    table.type(slap, "You lead.")
    table.type("\x04")
    table.end()
    script = file.read_text()
    assert re.search(r"\n2: play \d00\nslap \d+\nplay \d+\n2: play \d00\nslap \d+\n", script)
    piped = run_here("slap", "--speed", "slow", "--deck", " ".join(HANDS), stdin=script)
    assert "Round 2, 4 cards played.\n  The computer    2 cards" in piped.stdout.decode()
    assert piped.stdout.decode().endswith("  You             6 cards\nYou lead.\n")


def test_who_leans_on_the_slap_key_loses(opened: list[Table], tmp_path: Path) -> None:
    """The record names the rules that a terminal has; pipes have none of them."""
    file = tmp_path / "game.txt"
    table = deal(opened, "2C 5C", "2D 6D", "--speed", "100", "--record", str(file))
    table.see("[space] play")
    turn = time.monotonic()
    end = turn + PATIENCE
    while "Another game?" not in table.view.lines[-1] and (now := time.monotonic()) < end:
        table.type("s")
        table._read(0.03)
        if "[space] play" not in table.view.lines[-1]:
            turn = now
        elif now > turn + 0.2:  # the computer has had the time to slap
            table.type(" ")
    assert "You lost: the computer has all 4 cards." in table.view.lines
    script = file.read_text()
    assert " --penalty strict --grace 250 --interval none --" in script and "\n2: slap" in script
    assert not re.search(r"^slap", script, re.MULTILINE), "it was one slap, before the first card"
    run_here("slap", "--seed", "1", "--record", str(tmp_path / "piped"), stdin="play\n")
    assert " --penalty none --grace none --interval none --" in (tmp_path / "piped").read_text()


def test_a_game_is_set_up_in_words_and_enter_takes_them_again(opened: list[Table]) -> None:
    for typed in ("2 people, run, faster\n2 people, run\n", "\n"):
        opened.append(Table("slap", *PLAIN, "--keys", "a,b,c,e"))
        table = opened[-1]
        asked = table.see("such as '2 people' or 'slow'> ")
        told = "as last time (2 people, run); or: people, speed"
        assert (told in asked) is (typed == "\n")
        table.type(typed, "Slap --players human,human --rules run, seed ")
        table.see("1: [a] play")
        table.type("a", "Player 1 plays")
        table.leave(":exit\r")


@pytest.mark.parametrize(("chosen", "reason"), [
    ("s,s", "the key s is given twice"), ("space,:", "':' is not a key for this"),
    ("space,\x13", "'\\x13' is not a key for this"), ("ctrl-s,d", "'ctrl-s' is not a key for this"),
    ("d,s,j", "give two keys for one player, play,slap, or four for two"),
])  # fmt: skip
def test_keys_that_cannot_be_are_refused(chosen: str, reason: str) -> None:
    refused = run_here("slap", "--keys", chosen)
    assert refused.returncode == 2 and reason in refused.stderr.decode()


def test_chosen_keys_are_never_in_a_script(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run_here("slap", "--seed", "1", "--keys", "a,b", "--record", str(file), stdin="play\n")
    assert "keys" not in file.read_text()


def test_a_record_that_cannot_go_on_is_told_at_the_table(
    opened: list[Table], tmp_path: Path
) -> None:
    (file := tmp_path / "game.txt").touch()
    table = deal(opened, *HANDS, "--record", str(file))
    table.see("> ")
    file.write_text("precious")
    table.type(" ", "nothing more is recorded", "The computer plays 4")
    table.type("exit\r")
    assert (table.end(), file.read_text()) == (2, "precious")


def test_what_has_room_again_is_read_below_the_table(opened: list[Table]) -> None:
    """No notice is left that would take the next key, and no text that fits the smaller screen."""
    opened.append(Table("slap", "--players", "human,human", "--seed", "3", "--no-color"))
    table = opened[-1]
    whole = table.until(lambda lines: lines[-1].endswith(" >"))[:]
    for size in ((15, 40), (15, 41)):
        table.resize(*size)
        page = table.until(lambda now: now[-1].startswith("Press any key"))
        said = " ".join(line.strip() for line in page)
        assert "'help' lists the commands, 'rules' the rules." in said
        table.resize(24, 80)
        assert table.until(lambda now: now[-1] == whole[-1]) == whole
    table.resize(18, 60)
    table.until(lambda now: len(now) == 18)
    table.resize(9, 80)
    low = table.until(lambda now: now[0].startswith("The board needs") and now[-1][:3] == "1: ")
    assert sum("human,human" in line for line in low) == 1 and len(low) == 6
    table.resize(24, 80)
    table.until(lambda now: now == whole)
    table.type("d", "Player 1 plays")
    table.leave("Ctrl-C")
