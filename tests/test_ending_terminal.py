"""The end of a patience in a real terminal, and watching the computer play one."""

import re
from pathlib import Path
from typing import Any

import pytest

from cardgames.cli.playing import SCRIPTS
from cardgames.games.klondike.game import Klondike
from cardgames.patience.game import way_home
from tests.kept import keep, result
from tests.program import run_here
from tests.seated import new_session, player_of, type_lines
from tests.test_painter_terminal import Painted, start

SCRIPT = SCRIPTS.read("transcripts/klondike/win.in")
DECK = " ".join(map(str, (SCRIPT.setup.deck or ())[::-1]))


def near_the_end() -> list[str]:
    """The moves up to the first position from which it is certain that all cards can go up."""
    player = player_of(new_session(SCRIPT.setup))
    lines = (line for line in SCRIPT.lines if line and line[0] != "#")
    while not way_home(player.game.seen_by(1)):
        type_lines(player, next(lines))
    return list(player.session.log)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, Any]:
    """The environment of a person who has won twenty times, in 140 moves each."""
    file = tmp_path / "state" / "cardgames" / "diary.sqlite"
    file.parent.mkdir(parents=True)
    options = Klondike.options_type().values()
    won = (result(game="klondike", name=f"{n}", options=options, moves=140) for n in range(20))
    keep(file, *won)
    state, settings = str(tmp_path / "state"), str(tmp_path / "config")
    return {"XDG_STATE_HOME": state, "XDG_CONFIG_HOME": settings}


def test_the_offer_the_end_and_what_it_is_for_the_player(
    opened: list[Painted], home: dict[str, Any]
) -> None:
    *first, last = near_the_end()
    terminal = start(opened, "klondike", "--deck", DECK, "--no-color", **home)
    for at in range(0, len(first), 20):
        terminal.type("; ".join(first[at : at + 20]) + "\n")
    terminal.type(f"{last}\n")
    # What is typed before the prompt stands is typed ahead, and ends without a show.
    terminal.until(lambda lines: lines[-1] == ">" and "'finish' makes" in "".join(lines[-3:]))
    terminal.type("finish\n")
    lines = terminal.until(lambda lines: lines[-1] == "Another game? [Y/n]")
    shown = terminal.output.replace("\r", "")  # as each picture may be gone at the next look
    assert re.search(r"K♥ to its foundation\.[^\n]*\n[^\n]*\[any key\] end", shown)
    end, standing, review, _ = lines[-4:]
    assert end.startswith("You won: all 52 cards are on the foundations. ")
    assert " moves in " in end and end.endswith(" s, no help.")
    assert re.fullmatch(r"Your best time so far: 0:\d\d\. 21st win in a row\.", standing)
    assert review == "You never lost the win; 'review' shows how it went."
    terminal.type("undo\n")
    offer = "Every card can go up now"
    terminal.until(lambda lines: lines[-1:] == [">"] and any(offer in at for at in lines[-2:]))
    terminal.type("finish\n")
    terminal.until(lambda lines: lines[-1] == "[any key] end")
    terminal.type("x")
    terminal.until(lambda lines: lines[-1] == "Another game? [Y/n]")
    terminal.rest()
    terminal.type("\n")
    terminal.until(lambda lines: any("Klondike, seed " in line for line in lines))


def test_safe_cards_go_up_by_themselves_by_a_setting(
    opened: list[Painted], home: dict[str, Any], tmp_path: Path
) -> None:
    assert run_here("config", "auto-up", "safe", **home).returncode == 0
    record = tmp_path / "record"
    words = ("klondike", "--seed", "11", "--no-color", "--record", str(record))
    terminal = start(opened, *words, **home)
    dealt = [line[22:] for line in terminal.view.lines[:9]]
    lines = terminal.enter("tt14", "> tt14  (tabtab 1 4)", "A♥ went up by itself.")
    assert "A♥" in lines[0]
    assert [line[22:] for line in terminal.enter("u", "> u")[:9]] == dealt
    terminal.type("q\n")
    assert terminal.end() == 0
    assert record.read_text().splitlines()[1:] == ["tabtab 1 4", "tabfnd 3", "undo 2"]


def test_watching_names_each_move_where_the_board_leaves_three_lines(
    opened: list[Painted], home: dict[str, Any]
) -> None:
    terminal = start(opened, "klondike", "--seed", "11", "--no-color", **home)
    terminal.resize(12, 80)  # the board has nine lines
    terminal.type("auto quick\n")
    terminal.until(lambda lines: lines[-2:-1] == ["tabtab 1 4: 2♦ onto 3♠"])
    assert terminal.view.lines[0].startswith(" stock 24") and len(terminal.view.lines) == 11
    terminal.type(" ")
    lines = terminal.until(lambda lines: lines[-1].startswith("[space] step"))
    assert len(lines) == 11 and re.match(r"\w+( \d)+: .*[♠♣♥♦]", lines[-2])
