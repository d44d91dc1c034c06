"""The painter: the text that paints a screen, shown by the tests' model of a terminal."""

from os import terminal_size

import pytest

from cardgames.text.painter import Painter
from tests.screen import Screen

SIZE = terminal_size((20, 8))


def painted(painter: Painter, screen: Screen) -> list[str]:
    """Paint SCREEN; return its lines."""
    screen.write(picture(painter, SIZE))
    return screen.lines


def picture(painter: Painter, size: terminal_size) -> str:
    frame = painter.frame(size)
    assert frame is not None
    return painter.picture(frame, size).replace("\n", "\r\n")


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


def test_the_next_picture_takes_its_place(painter: Painter, screen: Screen) -> None:
    painter.said = "one\ntwo\n"
    painted(painter, screen)
    painter.show("a board\n")
    painter.begin("x")
    assert painted(painter, screen) == ["a board", "> x"]
    assert not any(screen.scrollback[1:])


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


def test_the_board_after_a_finished_game_is_fresh(painter: Painter, screen: Screen) -> None:
    painted(painter, screen)
    painter.over = True
    assert painted(painter, screen) == ["the board"]
    assert "the board" not in screen.scrollback
    painter.show("the next\n")
    assert painted(painter, screen) == ["the next"]
    assert "the board" in screen.scrollback


@pytest.mark.parametrize(
    ("typed", "meant", "line"),
    [
        ("card", ["card"], "> card"),
        ("c", ["card"], "> c  (card)"),
        ("c;c", ["card", "card"], "> c;c  (card; card)"),
        ("\x1b[31m", [], "> \\x1b[31m"),
        ("x" * 30, [], "> " + "x" * 18),
    ],
)
def test_what_was_typed(
    painter: Painter, screen: Screen, typed: str, meant: list[str], line: str
) -> None:
    painter.begin(typed)
    for move in meant:
        painter.meant.append(move)
    assert painted(painter, screen) == ["the board", line]


def test_a_full_line_keeps_its_last_letter_and_leaves_no_gap(
    painter: Painter, screen: Screen
) -> None:
    painter.said = "-" * 20 + "\nend\n"
    painted(painter, screen)
    painter.said = "+" * 20 + "\n" + "*" * 40 + "\nend\n"
    assert painted(painter, screen) == ["the board", "+" * 20, "*" * 20, "*" * 20, "end"]


@pytest.mark.parametrize(
    ("board", "fits"),
    [
        ("", False),
        ("x\n" * 5, True),
        ("x\n" * 6, False),
        ("x" * 20 + "\n", True),
        ("x" * 21 + "\n", False),
        ("\x1b[31m" + "x" * 20 + "\x1b[0m\n", True),
    ],
)
def test_a_board_fits_with_three_more_lines(board: str, fits: bool) -> None:
    painter = Painter()
    painter.show(board)
    assert (painter.frame(SIZE) is not None) is fits


@pytest.mark.parametrize(
    ("height", "below"),
    [
        (3, ["> auto", "1: a", "2: b", "said", "keys"]),
        (4, ["> auto", "1: a", "2: b", "keys"]),
        (5, ["1: a", "2: b", "keys"]),
        (6, ["2: b", "keys"]),
    ],
)
def test_while_computers_play_what_matters_most_has_room(height: int, below: list[str]) -> None:
    painter, screen, size = Painter(), Screen(lines=9, columns=20), terminal_size((20, 9))
    painter.begin("auto")
    painter.show("x\n" * height)
    for _ in range(2):
        painter.tell("1: a\n2: b\n", "said\n", "keys\n", size)
        screen.write(picture(painter, size))
        assert screen.lines == ["x"] * height + below


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
        for screen, page in zip(pages, frame.pages(size)):
            screen.write(page.replace("\n", "\r\n"))
        told = [line for screen in pages for line in screen.lines]
        assert [len(screen.lines) for screen in pages] == sizes and told[-1] == "line 5"


def test_an_escape_may_come_to_the_screen_in_pieces() -> None:
    whole, pieces = Screen(), Screen()
    text = "one\r\n\x1b[1;31mtwo\x1b[0m\x1b[K\r\n\x1b[Hthree"
    whole.write(text)
    for letter in text:
        pieces.write(letter)
    assert pieces.lines == whole.lines == ["three", "two"]
