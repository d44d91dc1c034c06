"""The board in its place: in each situation there is one board on the screen, at its top."""

import os
import re
import signal
import termios
import time
from collections.abc import Callable
from os import terminal_size
from pathlib import Path
from shlex import quote
from threading import Event

import pytest

from cardgames.screen.console import THINKS, Console
from cardgames.screen.terminal import TOP, Painter, TerminalConsole
from tests.program import IN_A_SHELL
from tests.samples import sample
from tests.screen import Screen
from tests.test_terminal import PATIENCE, Terminal

TOP_LINE = " reserve 13        8♠   foundations"
"""The first line of the deal 101001 of Canfield."""
SCORE = ["-$45: no card is on a foundation yet but the base card. 0 moves. Seed 101001."]


class Painted(Terminal):
    """The program in a terminal, with the screen as a person sees it."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (24, 80), **changes: str) -> None:
        self.view = Screen(*size)
        self.bytes = 0
        super().__init__(*arguments, size=size, **changes)

    def resize(self, lines: int, columns: int) -> None:
        self.view.resize(lines, columns)
        super().resize(lines, columns)

    def until(self, shows: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the screen, of two lines at least, SHOWS something; return its lines.

        A picture may come in pieces, so it counts only when it is whole.
        """
        deadline = time.monotonic() + PATIENCE
        while self.view.half_painted or len(self.view.lines) < 2 or not shows(self.view.lines):
            assert time.monotonic() < deadline, "\n".join(["the screen is:", *self.view.lines])
            self._read(0.02)
        return self.view.lines

    def enter(self, line: str, *answer: str, prompt: str = ">") -> list[str]:
        """Type LINE; wait for the ANSWER, lines above the prompt; return the screen."""
        self.output, self.bytes = "", 0
        self.type(f"{line}\n")
        wanted = [*answer, prompt]
        return self.until(lambda lines: lines[-len(wanted) :] == wanted)

    def _read(self, patience: float) -> bool:
        before = len(self.output)
        found = super()._read(patience)
        self.view.write(self.output[before:])
        self.bytes += len(self.output[before:].encode())
        return found


class Shell(Painted):
    """A shell command that starts the program."""

    program = "/bin/sh"


def start(opened: list[Painted], *arguments: str, **changes: str) -> Painted:
    opened.append(Painted(*arguments, **changes))
    opened[-1].until(lambda lines: ">" in lines[-1])
    return opened[-1]


@pytest.fixture
def canfield(opened: list[Painted]) -> Painted:
    return start(opened, "canfield", "--seed", "101001", "--no-color")


def one_board(lines: list[str], first: str = TOP_LINE, mark: str = "base") -> bool:
    return lines[0] == first and sum(mark in line for line in lines) == 1


def test_the_board_is_above_what_was_said_and_the_prompt(canfield: Painted) -> None:
    welcome = "Canfield, seed 101001. 'help' lists the commands, 'rules' the rules."
    assert one_board(canfield.view.lines)
    assert canfield.view.lines[5:] == [welcome, ">"]
    lines = canfield.enter("c", "> c  (card)")
    assert one_board(lines) and len(lines) == 7
    lines = canfield.enter("wf", "> wf", "Error: Q♥ has no foundation yet: 10♥ must start it")
    assert one_board(lines) and len(lines) == 8
    lines = canfield.enter("undo", "> undo")
    assert one_board(lines) and len(lines) == 7
    canfield.type("\n", TOP)
    assert canfield.until(lambda now: now[-1] == ">") == lines  # a blank line changes nothing
    canfield.rest()  # until the line is edited: before, Ctrl-D means nothing
    canfield.type("\x04")
    assert canfield.end() == 0
    assert one_board(canfield.view.lines)


def test_ctrl_c_over_a_long_line_and_tab_lists_below(canfield: Painted) -> None:
    canfield.type("xy" * 150)
    canfield.until(lambda lines: len(lines[-1]) == 79 and lines[-1].endswith("xyxy"))
    canfield.interrupt()
    lines = canfield.until(lambda lines: lines[-2:] == ["Ctrl-C again leaves the game.", ">"])
    assert one_board(lines) and not any("xyxy" in line for line in lines)
    canfield.type("res\t\t")
    canfield.until(lambda lines: "restart" in lines[-2])
    canfield.type("f\t\n")
    assert one_board(canfield.until(lambda lines: lines[-1] == ">" and "Error" in lines[-2]))


def test_what_is_pasted_is_no_key_of_the_pager(opened: list[Painted], tmp_path: Path) -> None:
    """Nor for those who watch; the text of the pager stays until the next command."""
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED; cat\n")
    pager.chmod(0o755)
    words = ("canfield", "--seed", "101001", "--no-color")
    canfield = start(opened, *words, PAGER=str(pager))
    canfield.type("card\nrules\ncard\nscore\n")
    assert "PAGED" not in canfield.see("2 moves.")
    canfield.see("> ")
    example = "  back from a foundation. In AisleRiot any number of cards moves together."
    canfield.enter("rules", example, "")
    canfield.see("PAGED")
    assert one_board(canfield.enter("restart", "> restart"))
    assert example in canfield.view.scrollback
    clock = start(opened, "clock", "--seed", "1")
    clock.type("move\nauto\nundo\nscore\n", "1 undo")


def test_a_long_answer_has_the_screen_alone(canfield: Painted) -> None:
    """It comes in pages, each until Enter; a line typed there is the next command."""
    canfield.resize(12, 80)
    alone = canfield.enter("help", prompt="Press Enter to go on.")
    assert alone[0] == "> help" and len(alone) == 11
    canfield.type("\n")
    alone = canfield.until(lambda lines: lines[0] != "> help" and lines[-1].startswith("Press"))
    assert not any("reserve 13" in line for line in alone)
    assert one_board(canfield.enter("u", "> u", "Error: there is no move to take back"))
    alone = canfield.enter("help", prompt="Press Enter to go on.")[:]
    canfield.output = ""
    canfield.type("\x0c", "Press Enter to go on. ")
    assert canfield.until(lambda lines: lines[-1].startswith("Press")) == alone
    canfield.type("help\nc\nhelp\n", "(card)")
    canfield.until(lambda lines: lines[0] == "> help" and lines[-1].startswith("Press"))
    canfield.interrupt()
    lines = canfield.until(lambda lines: lines[-2:] == ["Ctrl-C again leaves the game.", ">"])
    assert one_board(lines) and lines[2].startswith(" waste 3")
    canfield.enter("help", prompt="Press Enter to go on.")
    canfield.type("\x04")
    assert canfield.end() == 0


def test_one_key_is_enough_to_go_on(canfield: Painted) -> None:
    """Any other letter begins a line, and nothing that is typed at once is lost."""
    canfield.resize(12, 80)
    canfield.enter("help", prompt="Press Enter to go on.")
    modes = termios.tcgetattr(canfield.screen)[3]
    assert not modes & termios.ICANON and modes & termios.ISIG
    canfield.type("\x1b[A\t ")  # keys that mean nothing there, then the space bar
    canfield.until(lambda lines: lines[0] != "> help" and lines[-1].startswith("Press"))
    canfield.type("sé")
    canfield.until(lambda lines: lines[-1] == "Press Enter to go on. sé")
    assert one_board(canfield.enter("\x7fc", "> sc", *SCORE), mark="base 10")
    for typed in ("", " u"):
        canfield.enter("help", prompt="Press Enter to go on.")
        canfield.type(typed.strip())
        canfield.until(lambda lines, typed=typed: lines[-1] == f"Press Enter to go on.{typed}")
        canfield.interrupt()
        canfield.until(lambda lines: lines[-2:] == ["Ctrl-C again leaves the game.", ">"])
        canfield.enter("sc", "> sc", *SCORE)
    for _ in range(5):
        canfield.type("help\n", "> help\x1b[K")  # on the page; a line typed before it is pasted
        canfield.type("c\n")  # perhaps before the key is waited for
        canfield.see("(card)")
    canfield.type("\nsc\n", "5 moves.")
    canfield.resize(24, 80)
    canfield.enter("u", "> u")
    canfield.resize(12, 80)
    canfield.enter("help", prompt="Press Enter to go on.")
    canfield.interrupt()
    canfield.see("Ctrl-C again leaves")
    canfield.interrupt()
    assert canfield.end() == 130
    assert termios.tcgetattr(canfield.screen)[3] & (termios.ICANON | termios.ECHO)


def test_a_screen_of_another_size_is_painted_at_the_prompt(canfield: Painted) -> None:
    """Without room the board says what it needs; then it is in its place again."""
    canfield.enter("help card", "  that this one follows.")
    canfield.type("hint")
    canfield.until(lambda lines: lines[-1] == "> hint")
    for size in ((8, 80), (12, 100), (24, 80)):
        canfield.resize(*size)
        assert one_board(
            canfield.until(lambda lines: lines[0] == TOP_LINE and lines[-1] == "> hint")
        )
    canfield.type("\n")
    assert one_board(canfield.until(lambda lines: "> hint" in lines and lines[-1] == ">"))
    canfield.resize(5, 80)
    canfield.enter("restart", "The board needs 6 lines, not 5.", "> restart")
    canfield.resize(6, 80)
    error = "Error: there is no move to take back"
    canfield.enter("undo", "> undo", error, prompt="Press Enter to go on.")
    canfield.type("\n")
    canfield.until(lambda lines: lines[0] == TOP_LINE and lines[-1] == ">")
    canfield.resize(24, 60)
    assert one_board(canfield.enter("restart", "> restart"))
    canfield.resize(24, 30)
    told = ["The board needs 40 columns,", "  not 30.", "> restart", ">"]
    assert canfield.until(lambda lines: lines[-4:] == told)[0] == "Base rank: ten."


def test_half_a_line_survives_ctrl_z(canfield: Painted) -> None:
    canfield.type("hin")
    canfield.until(lambda lines: lines[-1] == "> hin")
    canfield.rest()
    edited = termios.tcgetattr(canfield.screen)
    os.kill(canfield.process, signal.SIGSTOP)
    os.waitpid(canfield.process, os.WUNTRACED)
    cooked = edited[:3] + [edited[3] | termios.ICANON | termios.ECHO] + edited[4:]
    termios.tcsetattr(canfield.screen, termios.TCSANOW, cooked)  # as the shell has it
    canfield.view.write("\r\n[1]+  Stopped\r\n$ fg\r\ncardgames\r\n")
    os.kill(canfield.process, signal.SIGCONT)
    lines = canfield.until(lambda lines: lines[-1] == "> hin")
    assert one_board(lines) and "[1]+  Stopped" in canfield.view.scrollback
    assert termios.tcgetattr(canfield.screen)[3] == edited[3]
    canfield.type("t\n")
    lines = canfield.until(lambda lines: lines[-1] == ">" and "> hint" in lines)
    assert one_board(lines) and any(line.startswith("Hint: ") for line in lines)


def test_ctrl_l_shows_the_screen_and_keeps_the_line(canfield: Painted) -> None:
    canfield.view.write("\r\nnoise from elsewhere")
    canfield.type("hit\x02\x0c")
    assert one_board(canfield.until(lambda lines: lines[-1] == "> hit"))
    canfield.type("n")
    canfield.until(lambda lines: lines[-1] == "> hint")
    canfield.type("\n")
    assert one_board(canfield.until(lambda lines: "> hint" in lines and lines[-1] == ">"))


@pytest.mark.parametrize(
    "way", sample(["2>{file}", "| cat"], ["2>{file}", "| cat", "2>&1 | tee {file}"])
)
def test_streams_that_go_elsewhere_are_not_painted(
    opened: list[Painted], tmp_path: Path, way: str
) -> None:
    elsewhere = way.format(file=quote(str(tmp_path / "file")))
    command = f"{IN_A_SHELL} canfield --seed 101001 {elsewhere}"
    opened.append(Shell("-c", command))
    opened[0].type("hint\nquit\nn\n", "Hint: ")
    opened[0].end()
    assert TOP not in opened[0].output


def test_it_scrolls_with_the_board_only_when_that_has_changed(opened: list[Painted]) -> None:
    table = start(opened, "canfield", "--seed", "101001", "--no-color", "--scroll")
    table.output = ""
    table.type("score\n")
    table.until(lambda lines: lines[-1] == ">" and "moves. Seed" in lines[-2])
    table.type("card\n")
    table.until(lambda lines: lines[-1] == ">" and "> card" in lines[-8:-1])
    assert TOP not in table.output and "\x1b[J" not in table.output
    assert table.output.count("base 10") == 1


def test_nothing_is_left_set_when_it_is_killed(canfield: Painted) -> None:
    canfield.enter("c", "> c  (card)")
    escapes = set(re.findall(r"\x1b\[([0-9;?]*[A-Za-z])", canfield.output))
    assert escapes <= {"H", "J", "K"}
    os.kill(canfield.process, signal.SIGKILL)
    assert canfield.end() == -signal.SIGKILL


def test_slap_goes_on_in_its_place(opened: list[Painted]) -> None:
    hands = "2C 3C 5C 7C 4D 3D 6D 8D"
    words = ("--deck", hands, "--cards", "ascii", "--no-color", "--interval", "none")
    table = start(opened, "slap", *words)
    table.type(" ")
    top, mark = "  The computer    3 cards", "  The comp"
    assert one_board(table.until(lambda lines: "The computer plays 4D." in lines), top, mark)
    table.type("score\r")
    assert one_board(table.until(lambda lines: "> score" in lines), top, mark)
    table.type("sco")
    table.until(lambda lines: lines[-1].endswith("> sco"))
    os.kill(table.process, signal.SIGTSTP)
    table.view.write("\r\n$ fg\r\n")
    lines = table.until(lambda lines: lines[-1].endswith("> sco") and "$ fg" not in lines)
    assert one_board(lines, top, mark)
    table.type("\x15")
    table.until(lambda lines: lines[-1].endswith("command >"))
    table.type(" ")
    lines = table.until(lambda lines: "The computer plays 3D." in lines)
    assert one_board(lines, top.replace("3", "2"), mark) and "> score" not in lines


def test_a_finished_game_stays_in_the_scrollback(opened: list[Painted]) -> None:
    first = " " * 36 + "12: 0/4"
    table = start(opened, "clock", "--seed", "5", "--no-color")
    assert one_board(table.view.lines, first, " 12: ")
    table.type("auto\n")
    lines = table.until(lambda lines: "12: 1/4" in lines[0])
    assert one_board(lines, first.replace("0", "1"), " 12: ") and "> auto" in lines
    table.type("e")
    lines = table.until(lambda lines: lines[-1] == "Another game? [y/N]")
    assert one_board(lines, first.replace("0", "3"), " 12: ")
    assert not any("[space]" in line for line in lines)
    assert one_board(table.enter("y", "> y", "Clock, seed 5, game 2."), first, " 12: ")
    assert lines[-1] + " y" in table.view.scrollback


def test_a_deal_that_the_computer_plays_is_not_painted(opened: list[Painted]) -> None:
    words = ("rummy", "--seed", "5", "--humans", "0", "--target", "30", "--auto")
    opened.append(Painted(*words))
    assert opened[0].end() == 0
    assert TOP not in opened[0].output and opened[0].output.count("Hand ") == 1


def test_a_command_writes_two_kilobytes_at_most(opened: list[Painted]) -> None:
    played = {"klondike": ["card", "hint", "help"], "rummy --players 6": ["draw", "discard 1"]}
    for words, lines in played.items():
        table = start(opened, *words.split(), "--seed", "3")
        for line in lines:
            table.output, table.bytes = "", 0
            table.type(f"{line}\n", TOP, "\x1b[J")
            assert table.bytes < 2048, line
        assert "\x1b[6n" not in table.output


# What is painted without a terminal, shown by the tests' model of one; and a sign of life.

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
        painter.said = [answer]
        frame = painter.frame(size)
        assert frame is not None and len(frame.board) == rows and frame.unseen == unseen
    assert set(asked) == {10}


@pytest.mark.parametrize(("typed", "meant", "line"), [
    ("card", "card", "> card"), ("c", "card", "> c  (card)"),
    ("c;c", "card card", "> c;c  (card; card)"),
    ("x" * 30, "", "> " + "x" * 18),
])  # fmt: skip
def test_what_was_typed(
    painter: Painter, screen: Screen, typed: str, meant: str, line: str
) -> None:
    painter.begin(typed)
    painter.meant.extend(meant.split())
    assert painted(painter, screen) == ["the board", line]


def test_a_line_of_a_terminal_without_an_editor_is_made_printable() -> None:
    console = TerminalConsole(lambda before, start: [])
    console._editor = None
    console._begin("\x1b[31m")
    console._painter.show("the board\n")
    assert painted(console._painter, Screen(8, 20)) == ["the board", "> \\x1b[31m"]


def test_a_full_line_keeps_its_last_letter_and_leaves_no_gap(
    painter: Painter, screen: Screen
) -> None:
    painter.said = ["-" * 20 + "\nend\n"]
    painted(painter, screen)
    painter.said = ["+" * 20 + "\n" + "*" * 40 + "\nend\n"]
    assert painted(painter, screen) == ["the board", "+" * 20, "*" * 20, "*" * 20, "end"]


def test_a_board_fits_with_two_more_lines(painter: Painter) -> None:
    full = "x" * 20
    for board in ("x\n" * 6, f"{full}\n", f"\x1b[31m{full}\x1b[0m\n"):
        painter.show(board)
        assert painter.frame(SIZE) is not None, board
    for board in ("", "x\n" * 7, f"{full}x\n"):
        painter.show(board)
        assert painter.frame(SIZE) is None, board


def test_while_computers_play_what_matters_most_has_room() -> None:
    size, rows = terminal_size((20, 9)), ["> auto", "1: a", "2: b", "said", "keys"]
    for height, below in ((3, rows), (4, [*rows[:3], "keys"]), (5, [*rows[1:3], "keys"])):
        painter, screen = Painter(), Screen(lines=9, columns=20)
        painter.begin("auto")
        painter.show("x\n" * height)
        for _ in range(2):
            painter.tell("1: a\n2: b\n", ["said\n"], "keys\n", size)
            screen.write(picture(painter, size))
            assert screen.lines == ["x"] * height + below
            assert painter.crowded is (height > 4)


def test_nothing_is_left_for_another_person(painter: Painter, screen: Screen) -> None:
    painter.begin("discard 1")
    painter.meant.append("discard 2C")
    painter.said = ["You draw 2C.\n"]
    painter.board = ""
    painter.begin()
    assert painter.frame(SIZE) is None
    painter.show("another\n")
    assert painted(painter, screen) == ["another"]


def test_what_has_no_room_below_the_board_has_screens_of_its_own(painter: Painter) -> None:
    painter.show("a board\n" * 3)
    painter.said = [f"line {number}\n" for number in range(6)]
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
    monkeypatch.setattr("cardgames.screen.console.UNSEEN", 0.001)
    console, written, enough = Console(), list[str](), Event()

    def write(text: str) -> None:
        console.progress("34 moves")
        written.append(text.strip("\r\x1b[K"))
        if len(written) == len(dots):
            enough.set()

    with console.sign_of_life(write, moves):
        assert enough.wait(60)
        time.sleep(0.0 if moves else 0.05)
    told = ["", *[": 34 moves"] * 3]
    assert written[: len(dots)] == [f"{THINKS}{a} {b}" for a, b in zip(told, dots)]
    assert written[-1] == "" and (moves or len(written) == 2)
