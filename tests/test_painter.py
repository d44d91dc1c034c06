"""What is painted: a screen, shown by the tests' model of a terminal, and a sign of life."""

from os import terminal_size
from threading import Event
from time import sleep

import pytest

from cardgames.text.console import THINKS, Console
from cardgames.text.terminal import Painter
from tests.screen import Screen

SIZE = terminal_size((20, 8))


def painted(painter: Painter, screen: Screen) -> list[str]:
    screen.write(picture(painter, SIZE))
    return screen.lines


def picture(painter: Painter, size: terminal_size) -> str:
    frame = painter.frame(size)
    assert frame is not None
    return painter.picture(frame).replace("\n", "\r\n")


@pytest.fixture
def painter() -> Painter:
    found = Painter()
    found.show("the board\n")
    return found


@pytest.fixture
def screen() -> Screen:
    return Screen(8, 20)


def test_what_was_there_goes_to_the_scrollback(painter: Painter, screen: Screen) -> None:
    screen.write("$ ls\r\nfile\r\n$ play\r\n")
    assert painted(painter, screen) == ["the board"]
    assert screen.scrollback[:3] == ["$ ls", "file", "$ play"]


def test_the_board_is_folded_if_the_answer_needs_its_room(painter: Painter) -> None:
    size, asked = terminal_size((20, 14)), list[int]()

    def folded(lines: int) -> str:
        asked.append(lines)
        return "row\n" * min(lines, 10)

    painter.show("row\n" * 11, folded)
    for answer, rows, unseen in (("told\n", 11, 0), ("told\n" * 3, 10, 0), ("told\n" * 5, 11, 3)):
        painter.said = answer
        frame = painter.frame(size)
        assert frame is not None and len(frame.board) == rows and frame.unseen == unseen
    assert set(asked) == {10}


@pytest.mark.parametrize(("typed", "meant", "line"), [
    ("card", "card", "> card"), ("c", "card", "> c  (card)"),
    ("c;c", "card card", "> c;c  (card; card)"),
    ("\x1b[31m", "", "> \\x1b[31m"), ("x" * 30, "", "> " + "x" * 18),
])  # fmt: skip
def test_what_was_typed(
    painter: Painter, screen: Screen, typed: str, meant: str, line: str
) -> None:
    painter.begin(typed)
    painter.meant.extend(meant.split())
    assert painted(painter, screen) == ["the board", line]


def test_a_full_line_keeps_its_last_letter_and_leaves_no_gap(
    painter: Painter, screen: Screen
) -> None:
    painter.said = "-" * 20 + "\nend\n"
    painted(painter, screen)
    painter.said = "+" * 20 + "\n" + "*" * 40 + "\nend\n"
    assert painted(painter, screen) == ["the board", "+" * 20, "*" * 20, "*" * 20, "end"]


def test_a_board_fits_with_three_more_lines(painter: Painter) -> None:
    full = "x" * 20
    for board in ("x\n" * 5, f"{full}\n", f"\x1b[31m{full}\x1b[0m\n"):
        painter.show(board)
        assert painter.frame(SIZE) is not None, board
    for board in ("", "x\n" * 6, f"{full}x\n"):
        painter.show(board)
        assert painter.frame(SIZE) is None, board


def test_while_computers_play_what_matters_most_has_room() -> None:
    size, rows = terminal_size((20, 9)), ["> auto", "1: a", "2: b", "said", "keys"]
    for height, below in ((3, rows), (4, [*rows[:3], "keys"]), (5, [*rows[1:3], "keys"])):
        painter, screen = Painter(), Screen(lines=9, columns=20)
        painter.begin("auto")
        painter.show("x\n" * height)
        for _ in range(2):
            painter.tell("1: a\n2: b\n", "said\n", "keys\n", size)
            screen.write(picture(painter, size))
            assert screen.lines == ["x"] * height + below
            assert painter.crowded is (height > 4)


def test_nothing_is_left_for_another_person(painter: Painter, screen: Screen) -> None:
    painter.begin("discard 1")
    painter.meant.append("discard 2C")
    painter.said = "You draw 2C.\n"
    painter.board = ""
    painter.begin()
    assert painter.frame(SIZE) is None
    painter.show("another\n")
    assert painted(painter, screen) == ["another"]


def test_what_has_no_room_below_the_board_has_screens_of_its_own(painter: Painter) -> None:
    painter.show("a board\n" * 3)
    painter.said = "".join(f"line {number}\n" for number in range(6))
    for lines, unseen, sizes in ((10, 0, [6]), (6, 4, [4, 2])):
        size = terminal_size((80, lines))
        frame = painter.frame(size)
        assert frame is not None and frame.unseen == unseen
        pages = [Screen(lines, columns=80) for _ in sizes]
        for screen, page in zip(pages, frame.pages()):
            screen.write(page.replace("\n", "\r\n"))
        told = [line for screen in pages for line in screen.lines]
        assert [len(screen.lines) for screen in pages] == sizes and told[-1] == "line 5"


@pytest.mark.parametrize(("moves", "dots"), [(True, [".", "..", "...", "."]), (False, ["."])])
def test_a_sign_of_life_moves_where_it_is_not_read_aloud(
    moves: bool, dots: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgames.text.console.UNSEEN", 0.001)
    console, written, enough = Console(), list[str](), Event()

    def write(text: str) -> None:
        console.progress("34 moves")
        written.append(text.strip("\r\x1b[K"))
        if len(written) == len(dots):
            enough.set()

    with console.sign_of_life(write, moves):
        assert enough.wait(60)
        sleep(0.0 if moves else 0.05)
    told = ["", *[": 34 moves"] * 3]
    assert written[: len(dots)] == [f"{THINKS}{a} {b}" for a, b in zip(told, dots)]
    assert written[-1] == "" and (moves or len(written) == 2)
