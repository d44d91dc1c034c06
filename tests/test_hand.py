"""The hand on the screen: what keys and the mouse do with it; `make fuzz` plays all games by it."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardgames import games
from cardgames.hand import hand
from cardgames.hand.hand import STOCK, PileSpots
from cardgames.model.game import Setup
from cardgames.screen.keyboard import MOUSE, NO_MOUSE, Press, press_in
from cardgames.screen.look import Spot
from tests.pointing import ARROWS, Table, at_random, compared
from tests.samples import sample
from tests.seated import player_of, session_of
from tests.test_painter_terminal import Painted, start

RIGHT, LEFT, DOWN, UP = [ARROWS[step] for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
POINTED = [name for name in games.NAMES if name not in ("slap", "rummy")]
ON, OFF = MOUSE.decode(), NO_MOUSE.decode()


def setup(name: str, seed: int = 3, **options: int) -> Setup:
    model = games.model(name)
    return Setup(model, model.options_type.of_new_game(options), seed)


@pytest.mark.parametrize("name", sample(["klondike", "freecell", "pyramid", "mod10"], POINTED))
def test_arrows_and_clicks_play_as_typed_lines_do(name: str) -> None:
    large = name in ("freecell", "klondike")
    compared(setup(name), sample(8, 100), (40, 110) if large else (24, 80))


@pytest.mark.parametrize("name", sample(["gypsy", "clock", "rummy"], [*POINTED, "rummy"]))
def test_no_key_and_no_click_is_a_fault(name: str) -> None:
    few = {"players": 2} if name == "rummy" else {}
    Table(setup(name, 1, **few), color=True).play(at_random(Random(1), sample(50, 330)))


def test_a_newcomer_sees_what_the_keys_do(opened: list[Painted]) -> None:
    klondike = start(opened, "klondike", "--seed", "3", "--no-color")
    before = klondike.view.lines
    klondike.type(DOWN)
    lines = klondike.until(lambda lines: lines[-2].endswith("see 'help keys'."))
    assert "+9♥" in lines[3], "the first card that can move"
    klondike.type(" ")
    klondike.until(lambda lines: ">9♥" in lines[3] and "*10♣" in lines[8])
    klondike.type("\t ", "9h 10c")
    lines = klondike.until(lambda lines: lines[-2:] == ["> 9h 10c  (tabtab 2 7)", ">"])
    assert "+9♥" in lines[9]
    klondike.type("\x7f")
    lines = klondike.until(lambda lines: lines[-2:] == ["> undo", ">"])
    klondike.type("\x1b")
    after = klondike.until(lambda lines: "+" not in "".join(lines))
    assert [line[22:] for line in after[:9]] == [line[22:] for line in before[:9]]


def test_an_illegal_drop_is_explained_and_a_letter_puts_back(opened: list[Painted]) -> None:
    klondike = start(opened, "klondike", "--seed", "3", "--no-color", "--mouse")
    klondike.type("\x1b[<0;55;9M\x1b[<0;26;3m")  # 10♣ is dragged onto 6♦
    error = "Error: 10♣ goes on a red jack, not on 6♦"
    klondike.until(lambda lines: lines[-3:] == ["> 10c 6d", error, ">"])
    klondike.type("\x1b[<0;30;4M\x1b[<0;30;4m")
    klondike.until(lambda lines: ">9♥" in lines[3])
    klondike.type("w")
    klondike.until(lambda lines: lines[-1] == "> w" and ">" not in lines[3])
    klondike.type("\x7f ")
    klondike.until(lambda lines: ">9♥" in lines[3])
    klondike.output = ""
    klondike.interrupt()
    klondike.see("Ctrl-C again", ON)  # what the mouse sends before counts for nothing
    klondike.until(lambda lines: ">" not in lines[3])
    for button in (64, 66, 128, 65):  # the wheel upwards and sideways, another button, downwards
        klondike.type(f"\x1b[<{button};19;1M")
    klondike.until(lambda lines: lines[-2:] == ["> c  (card)", ">"])


def test_the_mouse_is_on_only_where_it_counts(opened: list[Painted]) -> None:
    canfield = start(opened, "canfield", "--seed", "101001", "--no-color")
    canfield.type(DOWN, ON)
    canfield.type("h", OFF)
    canfield.type("\x7f", ON)
    canfield.interrupt()
    canfield.see(OFF, "Ctrl-C again", ON)
    canfield.type("\x1b", OFF)
    canfield.type(RIGHT, ON)
    canfield.type("\x7f", OFF, "> undo", ON)
    sent(canfield, signal.SIGTSTP)
    canfield.see(OFF)
    sent(canfield, signal.SIGCONT)
    canfield.see(ON)
    sent(canfield, signal.SIGTERM)
    canfield.see(OFF)


def sent(table: Painted, number: int) -> None:
    """Send the program a signal while it waits for a key."""
    table.rest()
    os.kill(table.process, number)


@pytest.mark.parametrize("value, out", [({"cards": "words"}, 0), ({"scroll": True}, 0), ({}, 1)])
def test_without_a_board_in_place_there_is_no_hand(value: dict[str, Any], out: bool) -> None:
    def drive(table: Table) -> Iterator[str]:
        yield DOWN
        assert table.player.look.spots == out
        assert not table.player.console._editor.hears, "as --no-mouse asks"
        yield from "\x1b" "bye\n"

    Table(setup("klondike"), mouse=False, **value).play(drive)


def test_a_held_backspace_undoes_once_and_each_press_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(hand, "monotonic", lambda: now[0])

    def drive(table: Table) -> Iterator[str]:
        yield from "c\nc\nc\nc\n" + DOWN
        for key in ("\x7f\x7f", "\x7f", "\x7f"):
            now[0] += 0.12
            yield from key
        assert table.player.session.moves_made == 1
        yield from "\x1b" "bye\n"

    Table(setup("klondike")).play(drive)


@pytest.mark.parametrize(
    "game, keys, move",
    [
        (setup("montecarlo", 2), [DOWN, "\t", "\r", "\r"], "tabtab 6 12"),
        (setup("rummy", 3, players=2), [DOWN, " ", "\x1b[F", "\r", "\r"], "discard KS"),
    ],
)
def test_a_card_pressed_twice_goes_to_its_best_place(
    game: Setup, keys: list[str], move: str
) -> None:
    log = Table(game).play(lambda table: iter([*keys, "\x1b", *"bye\n"]))
    assert any(move in line for line in log)


@pytest.mark.parametrize(
    "game, keys, numbers",
    [
        ("clock", [DOWN] * 4 + [LEFT], [9, 8, 7, 6, 7]),
        ("freecell", [DOWN, *[RIGHT] * 3, DOWN, UP], [3, 4, 5, 6, 6, 6]),
    ],
)
def test_arrows_lead_where_they_point(game: str, keys: list[str], numbers: list[int]) -> None:
    found = list[int]()

    def drive(table: Table) -> Iterator[str]:
        for key in keys:
            yield key
            found.append(table.hand._mark.number)
        yield from "\x1b" "bye\n"

    Table(setup(game, 5)).play(drive)
    assert found == numbers


def test_only_a_stock_that_is_turned_takes_a_click() -> None:
    for name, typed in (("klondike", "c"), ("elevens", None)):
        spots = PileSpots(player_of(session_of(games.model(name))))
        assert spots.line_of((Spot(STOCK),)) == typed, name


def test_a_screen_without_room_has_no_spots() -> None:
    def drive(table: Table) -> Iterator[str]:
        yield DOWN
        table.resize(5, 10)
        yield from ("", "\x1b[H", " ", RIGHT, "\t", "\x15")
        assert not table.hand._cells
        table.resize(24, 80)
        yield from ("", RIGHT)
        assert table.hand._cells
        yield from "\x1b" "bye\n"

    Table(setup("klondike")).play(drive)


def test_the_menu_is_pointed_at(opened: list[Painted], tmp_path: Path) -> None:
    settings = tmp_path / "cardgames" / "settings"
    settings.parent.mkdir()
    settings.write_text("canfield cards words\n")
    menu = Painted(NO_COLOR="1", HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path))
    opened.append(menu)
    menu.until(lambda lines: lines[-1] == "Number or name>")
    menu.type("\x0c")
    menu.until(lambda lines: lines[0] == "Which game?" and lines[-1] == "Number or name>")
    menu.type(DOWN)
    menu.until(lambda lines: any("+1 Canfield, 2 Klondike" in line for line in lines))
    assert sum("q leaves" in line for line in menu.view.lines) == 1
    menu.type("\x7f" + DOWN)
    menu.until(lambda lines: any("+6 Maria" in line for line in lines))
    menu.type("\x1b[H\x0c")
    menu.type(RIGHT)
    row = menu.until(lambda lines: any("+2 Klondike" in line for line in lines))
    at = next((n, line.index("35 FreeCell")) for n, line in enumerate(row, 1) if "35 Free" in line)
    menu.type(f"\x1b[<0;{at[1] + 4};{at[0]}M\x1b[<0;{at[1] + 4};{at[0]}m")
    menu.until(lambda lines: "FreeCell, seed" in "\n".join(lines))
    menu.type("bye\n" + DOWN)
    menu.until(lambda lines: any("+1 Canfield" in line for line in lines))
    menu.interrupt()
    menu.see("Ctrl-C again")
    menu.interrupt()
    assert menu.end() == 130


def test_the_menu_narrows_as_one_types(opened: list[Painted], tmp_path: Path) -> None:
    menu = Painted(NO_COLOR="1", XDG_STATE_HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path))
    opened.append(menu)
    whole = menu.until(lambda lines: lines[-1] == "Number or name>")[-20:]
    menu.type("cell")
    few = menu.until(lambda lines: lines[-1] == "Number or name> cell" and lines[0] == "'cell':")
    assert "FreeCell a patience: four cells" in " ".join(few[2].split())
    assert 5 < len([*filter(None, few)]) < 15
    menu.type("\x1b")
    menu.until(lambda lines: lines[-20:] == whole)
    menu.type("wisp")
    menu.until(lambda lines: "Enter plays Will o' the Wisp." in lines)
    menu.type("\n")
    menu.until(lambda lines: "Will o' the Wisp, seed" in "\n".join(lines))
    menu.type("stock\ngiveup\n")
    menu.until(lambda lines: lines[-1].startswith("Another game?"))
    menu.type("n\n")
    menu.until(lambda lines: "  Enter  play Will o' the Wisp again" in lines)


def test_the_menu_asks_once_for_the_suits_of_spider(opened: list[Painted], tmp_path: Path) -> None:
    menu = Painted(NO_COLOR="1", XDG_STATE_HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path))
    opened.append(menu)
    menu.until(lambda lines: lines[-1] == "Number or name>")
    menu.type("spider\n")
    menu.until(lambda lines: lines[-1] == "Spider: 1, 2 or 4 suits? (Enter: 4)")
    menu.type("3\n")
    menu.until(lambda lines: "'3' is not one of: 1, 2, 4" in "\n".join(lines))
    menu.until(lambda lines: lines[-1] == "Spider: 1, 2 or 4 suits? (Enter: 4)")
    menu.type("2 suits\n")
    menu.until(lambda lines: "Spider, two-suits" in "\n".join(lines))
    menu.type("quit\n")
    menu.until(lambda lines: lines[-1] == "Number or name>")
    menu.type("spider\n")
    menu.until(lambda lines: "Spider, two-suits" in "\n".join(lines))


def test_the_mouse_speaks_in_two_ways() -> None:
    assert press_in("\x1b[<0;12;5M") == Press(0, 12, 5, True)
    assert press_in("\x1b[<65;120;50m") == Press(65, 120, 50, False)
    assert press_in("\x1b[M !\"") == Press(0, 1, 2, True)
    assert press_in("\x1b[M#!\"") == Press(0, 1, 2, False)
    assert press_in("\x1b[<0;12M") is None
