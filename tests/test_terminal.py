"""The program in a real terminal: a pseudo-terminal of 80 columns and 24 lines."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

import pytest

from tests.program import PROGRAM, become, can_be_forked, environment, load_all
from tests.samples import sample
from tests.test_rummy_review import at


def set_size(terminal: int, lines: int, columns: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def forked(size: tuple[int, int]) -> tuple[int, int]:
    """Fork into a new terminal, as `pty.fork` does; but it has this SIZE from the beginning."""
    screen, keyboard = os.openpty()
    set_size(screen, *size)
    process = os.fork()
    if process == 0:
        os.close(screen)
        os.setsid()
        fcntl.ioctl(keyboard, termios.TIOCSCTTY, 0)
        for stream in range(3):
            os.dup2(keyboard, stream)
    os.close(keyboard)
    return process, screen


PATIENCE = 60
"""Seconds to wait for what must come; many, as the machine may have much else to do."""
PIECE = 200
"""Bytes read at once: so few that each picture comes in pieces, as it may on a busy machine."""


class Terminal:
    """The program, running in a terminal of its own."""

    program = ""
    """The path of the program; by default it is a fork of the tests, which is faster."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (24, 80), **changes: str) -> None:
        """Start the program with ARGUMENTS, and with CHANGES to its environment.

        SIZE is that of the terminal, in lines and columns.
        """
        self.output = ""
        self._decoded = codecs.getincrementaldecoder("utf-8")("replace").decode
        if is_fork := not self.program and can_be_forked(changes):
            load_all()
        self.process, self.screen = forked(size)
        if self.process == 0 and is_fork:
            become(arguments, changes)
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # as a shell in a terminal leaves it
            program = self.program or PROGRAM
            os.execve(program, [program, *arguments], environment(TERM="xterm") | changes)
        os.set_inheritable(self.screen, False)  # or another program would keep it open

    def resize(self, lines: int, columns: int) -> None:
        set_size(self.screen, lines, columns)

    def type(self, keys: str, *texts: str) -> str:
        """Type KEYS; wait until each of TEXTS shows, and return the output up to the last."""
        os.write(self.screen, keys.encode())
        return self.see(*texts)

    def interrupt(self) -> None:
        """Press Ctrl-C when the program waits; earlier, Python would notice it at the next key."""
        self.rest()
        self.type("\x03")

    def rest(self) -> None:
        """Wait until the program has written nothing, and has slept, in 20 looks one after another.

        Where the system does not say what programs do, wait for a while.
        """
        looks = 0
        while looks < 20:
            written, said = self._read(0.005), Path(f"/proc/{os.tcgetpgrp(self.screen)}/stat")
            if not said.exists():
                time.sleep(0.3)
                return
            looks = looks + 1 if not written and ") S " in said.read_text() else 0

    def see(self, *texts: str) -> str:
        """Wait until each of TEXTS shows, one after the other; return the output up to the last."""
        found = ""
        for text in texts:
            deadline = time.monotonic() + PATIENCE
            while text not in self.output:
                assert time.monotonic() < deadline, f"{text!r} does not show in {self.output!r}"
                self._read(0.05)
            seen, _, self.output = self.output.partition(text)
            found += seen + text
        return found

    def answer(self, line: str, *texts: str) -> str:
        """Type LINE at the next prompt; wait for TEXTS, and return the output up to the last."""
        self.see("> ")
        return self.type(f"{line}\n", *texts)

    def talk(self, *turns: str, ends: int | None = None) -> None:
        """Type each of the TURNS that is a line, and see each other; see the program end."""
        for turn in turns:
            self.type(turn) if turn.endswith("\n") else self.see(turn)
        assert ends is None or self.end() == ends

    def end(self) -> int:
        """Wait until the program ends; return its exit status."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self._read(0.01)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                self.process = 0
                while self._read(0.05):
                    pass
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it does not end after {self.output!r}")

    def close(self) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.screen)

    def _read(self, patience: float) -> bool:
        """Read a piece of what the program has written; return whether there was one."""
        if select.select([self.screen], [], [], patience)[0]:
            try:
                piece = os.read(self.screen, PIECE)
                self.output += self._decoded(piece)
                return piece != b""
            except OSError:  # the program has closed the terminal
                time.sleep(patience)
        return False


@pytest.fixture
def canfield(opened: list[Terminal]) -> Terminal:
    opened.append(Terminal("canfield", "--seed", "101001"))
    return opened[0]


COOKED = termios.ICANON | termios.ECHO


def modes(terminal: Terminal) -> int:
    """How the terminal treats lines and echoes."""
    flags: int = termios.tcgetattr(terminal.screen)[3]
    return flags & COOKED


def wait_for_keys(terminal: Terminal) -> None:
    """Wait until the program reads keys."""
    for _ in range(100):
        terminal._read(0.02)
        if modes(terminal) != COOKED:
            return
    raise AssertionError(f"it does not read keys after {terminal.output!r}")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


def test_a_session_at_the_keyboard(canfield: Terminal, tmp_path: Path) -> None:
    """With notes, completion, history, another size, a stop, and files that a person replaces."""
    seen = canfield.see("> ")
    assert "\x1b[31m10♦" in seen
    assert plain(seen).lstrip("\n") == (
        " reserve 13        8♠   foundations\n"
        " stock 34         ░░░  10♦   ·   ·   ·\n"
        " waste 0            ·    1   2   3   4\n"
        " base 10                3♣  9♠  Q♦  4♠\n"
        " 1 of 52 up, -$45\n"
        "Canfield, seed 101001. 'help' lists the commands, 'rules' the rules.\n"
        "> "
    )
    canfield.type("resf\t", "resfnd ")
    canfield.type("\x15hel\t tabt\t\n", "Move the whole tableau pile T1 onto tableau pile T2.")
    canfield.answer("card", "waste 3")
    canfield.answer("\x1b[A", "waste 6")
    canfield.see("> ")
    os.kill(canfield.process, signal.SIGSTOP)
    os.kill(canfield.process, signal.SIGCONT)
    canfield.type("card\n", "waste 9")
    script, notes = tmp_path / "script", tmp_path / "notes"
    script.write_text("# cardgames canfield --seed 1\n")
    notes.write_text("precious")
    for line in (f"save {script}", f"save {notes} overwrite"):  # a script needs --allow-overwrite
        canfield.answer(line, "Saved ")
    canfield.see(str(notes), "\x1b[J> ")
    assert script.read_text() == notes.read_text()
    assert script.read_text().splitlines() == ["# cardgames canfield --seed 101001", *["card"] * 3]
    canfield.resize(15, 40)
    canfield.see("\x1b[J> ")  # the screen is painted in its new size
    told = canfield.type("help card\n", "this one follows.")
    assert max(map(len, plain(told).splitlines())) < 40
    canfield.see("> ")  # not that of an earlier painting
    canfield.rest()
    canfield.type("car")
    canfield.resize(10, 40)
    canfield.type("d\n", "waste 12", "> ")
    wait_for_keys(canfield)  # until then, the terminal would take Ctrl-D for itself
    canfield.type("\x04")
    assert canfield.end() == 0
    assert "Another" not in canfield.output


def test_ctrl_c_drops_the_line_and_twice_leaves(canfield: Terminal, opened: list[Terminal]) -> None:
    canfield.see("> ")
    canfield.type("card\n", "waste 3")
    opened += [Terminal(), Terminal("slap")]
    for terminal, prompt in zip(opened, ("> ", "name> ", "slow'> ")):
        terminal.see(prompt)
        for _ in range(2):
            terminal.type("rub", "rub")
            terminal.interrupt()
            terminal.see("Ctrl-C again leaves", prompt)
        terminal.type("rubbish\n", prompt)
        terminal.interrupt()
        terminal.see("Ctrl-C again leaves", prompt)
        terminal.interrupt()
        assert terminal.end() == 130
        assert "Traceback" not in terminal.output


def test_who_decides_on_color_and_suits(opened: list[Terminal]) -> None:
    cases: list[tuple[str, dict[str, str], str]] = [
        ("", {"NO_COLOR": "1"}, " 10♦"), ("", {"NO_COLOR": ""}, "\x1b[31m10♦"),
        ("--color", {"NO_COLOR": "1"}, "\x1b[31m10♦"), ("--no-color", {}, " 10♦"),
        ("--no-color", {"PYTHONIOENCODING": "ascii"}, " 10D"),
    ]  # fmt: skip
    for words, changes, card in cases[:: sample(2, 1)]:
        opened.append(Terminal("canfield", "--seed", "101001", *words.split(), **changes))
        assert card in opened[-1].see("waste 0"), (words, changes)


def test_large_cards_without_room_are_told(opened: list[Terminal]) -> None:
    opened.append(Terminal("freecell", "--seed", "3", "--large"))
    opened[0].see("The cards are small: large ones need 80 columns and 30 lines.", "> ")


def test_a_solver_gives_a_sign_of_life_and_ctrl_c_breaks_it_off(opened: list[Terminal]) -> None:
    """This deal takes the solver some seconds."""
    for words in ((), ("--scroll",)):
        opened.append(Terminal("klondike", "--seed", "24", *words))
    for terminal in opened:
        terminal.answer("solution", "Looking ahead (Ctrl-C stops) .")
        terminal.type("\x03", "Error: the solver was stopped, and has found out nothing")
        assert "Looking" not in terminal.answer("card", "stock 21")


def test_a_date_that_is_stuck_is_shared_when_it_is_left(opened: list[Terminal]) -> None:
    """The line to share is not wrapped, though it is longer than other lines."""
    opened.append(Terminal("klondike", "--seed", "2026-11-21"))
    opened[0].answer("auto quick", "[space] pause")
    opened[0].type("e", " moves ...", "The game is stuck: ")
    told = "stuck, 15 cards, 85 moves, no hints, by the computer"
    opened[0].talk("exit\n", f"cardgames klondike 2026-11-21: {told}", ends=0)


def test_enter_alone_turns_the_stock(opened: list[Terminal]) -> None:
    for term in ("xterm", "dumb"):
        opened.append(Terminal("canfield", "--seed", "101001", TERM=term))
    _, dumb = opened
    for waste in ("waste 3", "waste 6"):
        for terminal in opened:
            terminal.see("> ")
        time.sleep(0.2)
        for terminal in opened:
            terminal.type("\n")
            assert "\x1b" not in terminal.see(waste) or terminal is not dumb
    for terminal in opened:
        terminal.see("> ")
        terminal.type("\n\ncard\n\n\n", "waste 9")  # blank lines that were pasted mean nothing
    time.sleep(0.5)
    for terminal in opened:
        terminal.type("score\n", "3 moves.", "> ")
    wait_for_keys(opened[0])
    for terminal in opened:
        terminal.type("\x04")
        assert terminal.end() == 0


def test_ctrl_c_stops_auto_and_takes_it_back(opened: list[Terminal]) -> None:
    opened.append(Terminal("clock", "--seed", "5"))
    opened[0].answer("auto", "[space] pause")
    opened[0].interrupt()
    seen = opened[0].see("The computer stops, and what it did is taken back.")
    assert seen[seen.rindex("12: ") :].count("0/4") == 13
    opened[0].type("undo\n", "there is no move to take back")


def test_a_simulation_shows_how_far_it_has_come(opened: list[Terminal]) -> None:
    opened.append(Terminal("simulate", "clock", "--games", "3000"))
    opened[0].talk("100%", "3,000 deals, seeds 1 to 3000", ends=0)


@pytest.mark.parametrize(("words", "begin", "progress", "score"), [
    ("canfield --seed 10", "card", ": after move 0 of 1 .", "1 move. Seed 10."),
    ("rummy --seed 1", "load {}/match", "hand 1, turn ", "Seed 12."),
])  # fmt: skip
def test_a_review_shows_its_progress_and_is_broken_off(
    opened: list[Terminal], words: str, begin: str, progress: str, score: str, tmp_path: Path
) -> None:
    (tmp_path / "match").write_text(at(2, 1).session.script())
    opened.append(Terminal(*words.split(), XDG_STATE_HOME=str(tmp_path)))
    opened[0].answer(begin.format(tmp_path), "\n")
    opened[0].answer("review all", progress)
    opened[0].type("\x03", "the review was stopped")
    told = " ".join(plain(opened[0].answer("score", score.split(". ")[-1])).split())
    assert score in told and "hint" not in told


def test_an_evening_in_the_menu(opened: list[Terminal], tmp_path: Path) -> None:
    """After each game the menu is there again; settings, variables and options count."""
    (tmp_path / "cardgames").mkdir()
    (tmp_path / "cardgames" / "settings").write_text("canfield draw 1\nnonsense\n")
    record = tmp_path / "record"
    opened.append(Terminal(XDG_CONFIG_HOME=str(tmp_path), CARDGAMES_CANFIELD_REDEALS="2"))
    (terminal,) = opened
    for typed, answer in (
        ("help", "options may follow; 'klondike --help' lists them"),
        ("canfield --draw 9", "N must be a number from 1 to 3, not '9'"),
        ("clock --help", "Play Clock."),
        (f"can --seed 101001 --record {record}", "settings, line 2: 'nonsense' is not"),
        ("card", "waste 1"),
        ("quit", "Which game?"),
        ("config canfield draw 2", "settings: canfield draw 2"),
        ("1 --winnable --seed 12", "Winnable deal, seed 1"),
        ("exit", "Which game?"),
        (f"1 --record {record}", "Error: "),
        ("cloc\t--seed 5", "Clock, seed 5."),
        ("run", "Another game? [y/N] "),
    ):
        terminal.answer(typed, answer)
    terminal.talk("n\n", "Which game?", "q\n", ends=0)
    dealt = "# cardgames canfield --draw 1 --redeals 2 --seed 101001\n"
    assert record.read_text() == f"{dealt}card\n"


@pytest.mark.parametrize("typed", ["", "clock --seed 5"])
def test_ctrl_d_leaves_everything_and_ctrl_c_twice(opened: list[Terminal], typed: str) -> None:
    """In the menu, and in a game."""
    opened += [Terminal(), Terminal()]
    for terminal in opened:
        terminal.see("name> ")
        if typed:
            terminal.type(f"{typed}\n", "> ")
    first, second = opened
    first.type("\x04")
    second.type("rub")
    second.interrupt()
    second.see("Ctrl-C again leaves")
    second.interrupt()
    assert first.end() == 0
    assert second.end() == 130
    assert "Which game?" not in first.output + second.output


@pytest.fixture
def spoken(tmp_path: Path) -> Path:
    """A folder with settings for a screen that is read aloud, and a script."""
    (tmp_path / "cardgames").mkdir()
    (tmp_path / "cardgames" / "settings").write_text("cards words\ncanfield draw 1\nwrong\n")
    (tmp_path / "script").write_text("# cardgames canfield --seed 3\ncard\n")
    return tmp_path


def test_settings_of_look_reach_all_that_shows_a_game_but_not_what_is_dealt_already(
    opened: list[Terminal], spoken: Path
) -> None:
    """What is drawn has piles side by side, in words each pile has a line of its own.

    A typed option goes before settings.
    """
    changes = {"XDG_CONFIG_HOME": str(spoken), "XDG_STATE_HOME": str(spoken)}
    changes["CARDGAMES_TODAY"] = "2026-11-19"  # whose deal is found soon
    for words in ("today", "today --scroll", f"replay {spoken / 'script'} --continue"):
        opened.append(Terminal(*words.split(), **changes))
        seen = opened[-1].see("is not a game") + opened[-1].see("> ")
        assert "Base rank: " in seen and "line 3: 'wrong'" in seen, words
    opened[-1].type("options\n", "--draw 3")
    opened.append(Terminal("today", "--cards", "ascii", "--no-color", **changes))
    seen = opened[-1].see("> ")
    assert " reserve 13 " in seen and "Base rank:" not in seen
