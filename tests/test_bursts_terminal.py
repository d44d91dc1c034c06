"""Lines that are pasted, or typed while the program is busy: each answer can be read afterwards."""

import re

import pytest

from cardgames.screen.terminal import BELOW
from tests.parts import SHARE
from tests.samples import sample
from tests.test_painter_terminal import Painted, one_board, start

PAGE = "to go on."
WAITS = re.compile(rf"(>|{PAGE})$")
"""The end of the screen when the program waits for a person."""
BURST = ["zzz1", "hint", "zzz2", "rules", "help", "moves", "giveup", "zzz3", "y", "zzz4", "score"]


def pasted(table: Painted, lines: list[str]) -> list[str]:
    """Paste LINES; return the screen when all are answered, or the pages if it had no room."""
    table.output = ""
    table.type("".join(f"{line}\n" for line in lines))
    last = f"> {lines[-1]}"
    page = table.until(lambda now: WAITS.search(now[-1]) and (PAGE in now[-1] or last in now))
    seen = list(page)
    while PAGE in page[-1]:
        table.output = ""
        table.type("\n")
        page = table.until(lambda now: BELOW in table.output and WAITS.search(now[-1]))
        seen += page
    return seen


@pytest.mark.parametrize("game", sample(SHARE[:2], SHARE))
def test_each_line_is_answered_below_the_board_or_in_pages(
    opened: list[Painted], game: str
) -> None:
    table = start(opened, game, "--seed", "3", "--no-color")
    lines = pasted(table, BURST)
    rest = iter(lines)
    for line in BURST:
        assert any(shown.startswith(f"> {line}") for shown in rest), (line, lines)
    text = " ".join(" ".join(lines).split())
    for answer in ("'zzz1'", "Hint: ", "'zzz2'", "'zzz3'", "'zzz4'", "iven up", "2.", "eed 3"):
        assert answer in text, (answer, lines)
    assert text.count("more lines: type it alone") == 2
    table.output = ""
    table.type("score\n")
    lines = table.until(lambda now: now[-1] == ">" and "> score" in now)
    assert not any("zzz" in line for line in lines)  # a line typed later clears the answers


def test_the_answers_before_a_game_is_left_stay_on_the_screen(opened: list[Painted]) -> None:
    """Also those that the last board left no room for."""
    for lines in (["card", "zzz1", "quit"], ["zzz1", "help", "help card", "card", "zzz2", "q"]):
        table = start(opened, "canfield", "--seed", "3", "--no-color", size=(14, 80))
        table.type("".join(f"{line}\n" for line in lines))
        assert table.end() == 0
        shown = [*table.view.scrollback, *table.view.lines]
        rest = iter(shown)
        for line in lines:
            assert any(each.startswith(f"> {line}") for each in rest), (line, shown)
        assert sum("'zzz1'" in line for line in shown) == 1


def test_what_is_typed_while_it_thinks_takes_no_answer_away(opened: list[Painted]) -> None:
    table = start(opened, "klondike", "--seed", "24", "--no-color")
    positions = 8000
    table.type(f"winnable {positions}\n")
    table.until(lambda now: "Looking ahead" in now[-1])
    text = " ".join(pasted(table, ["hint", "zzz"]))
    looked = f"> winnable {positions} {positions} posi"
    assert re.search(f"{looked}.*> hint Hint: .*> zzz Error: ", text), text


def test_nothing_pasted_crosses_a_handover(opened: list[Painted]) -> None:
    words = ("rummy", "--seed", "3", "--humans", "2", "--names", "Ann,Bob", "--no-color")
    table = start(opened, *words)
    about = "Bob deals; the order of play is Ann, Bob."
    assert table.view.lines == [about, "Ann, press Enter to see your hand.", ">"]
    table.type(" ")
    lines = table.until(lambda now: now[-1] == "Ann: draw or take>")
    assert one_board(lines, "No melds on the table.", "hand, ")
    table.output = ""
    table.type("zzz\nscore\ndraw\nx 1\nmoves\n")
    lines = table.until(lambda now: "press Enter to see your hand" in now[-2])
    assert len(lines) == 2 and not any(table.view.scrollback)
    lines = table.enter("", prompt="Bob: draw or take>")
    assert one_board(lines, "No melds on the table.", "hand, ")
    assert "Ann's hand" not in table.output
    shown = "\n".join(lines)
    assert not any(told in shown for told in ("zzz", "> score", "> draw"))
