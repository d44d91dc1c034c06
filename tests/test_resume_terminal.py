"""Games that go on after their program was killed, in real terminals."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.play.results import Results
from tests.program import IN_A_SHELL, run, run_here
from tests.test_terminal import Terminal, plain

MOVES = {
    "canfield": ["card", "card"],
    "clock": ["run 7", "move"],
    "klondike": ["tabtab 2 7", "card"],
    "mod10": ["deal", "deal"],
    "rummy": ["draw", "discard 1"],
}


class Shell(Terminal):
    """A shell in a terminal of its own."""

    program = "/bin/sh"


class Evening:
    """Terminals that share their state."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.terminals: list[Terminal] = []

    def open(self, *arguments: str, **changes: str) -> Terminal:
        self.terminals.append(Terminal(*arguments, XDG_STATE_HOME=str(self.folder), **changes))
        return self.terminals[-1]

    def shell(self, line: str) -> Terminal:
        self.terminals.append(Shell("-c", line, XDG_STATE_HOME=str(self.folder)))
        return self.terminals[-1]

    def resume(self, *arguments: str) -> str:
        result = run_here("resume", *arguments, XDG_STATE_HOME=str(self.folder), stdin="y\n")
        assert result.returncode == 0, result.stderr
        return (result.stdout + result.stderr).decode()

    def journals(self) -> list[str]:
        return [path.read_text() for path in sorted(self.folder.glob("cardgames/unfinished/*-*"))]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    for terminal in evening.terminals:
        terminal.close()


def kill(terminal: Terminal) -> None:
    os.kill(terminal.process, signal.SIGKILL)
    terminal.end()


def boards(terminal: Terminal, *lines: str) -> list[str]:
    """The board after each of the LINES."""
    found = []
    for line in lines:
        terminal.type(f"{line}\n")
        terminal.see("> ")
        terminal.type("show\n")
        terminal.see("show")
        found.append(plain(terminal.see("> ")))
    return found


@pytest.mark.parametrize("game", MOVES)
def test_the_same_board_is_there_after_a_kill_and_undo_reaches_back(
    evening: Evening, game: str
) -> None:
    terminal = evening.open(game, "--seed", "3", "--scroll")
    terminal.see("> ")
    before, after = boards(terminal, *MOVES[game])
    kill(terminal)
    again = evening.open("resume", game, "--scroll")
    assert "You go on after " in again.see("> ")
    assert boards(again, "show", "undo", "redo") == [after, before, after]
    again.type("quit\n")
    again.see("'cardgames resume' goes on with this game.")
    assert again.end() == 0


def test_the_clock_of_slap_stands_until_the_person_acts(evening: Evening) -> None:
    """The computer's card is on its way when the game is killed, and long after."""
    table = evening.open("slap", "--deck", "2C 3C 5C 7C 4D 3D 6D 8D", "--speed", "fast")
    table.see("play")
    table.type(" ")
    table.see("You play 2")
    kill(table)
    again = evening.open("resume", "slap")
    again.see("go on")
    time.sleep(1.5)
    again.type(":score\n")
    again.see("you 3, the computer 4, in the pile 1")
    again.type(" ")
    again.see("2 cards in the pile")


def test_a_list_where_there_are_several_and_one_is_dropped(evening: Evening) -> None:
    for seed in ("1", "2"):
        terminal = evening.open("clock", "--seed", seed)
        terminal.see("> ")
        terminal.type("run 2\nquit\n")
        assert terminal.end() == 0
    listed = evening.resume("--list").splitlines()
    assert [line.partition("  begun ")[0] for line in listed] == [
        "  1  Clock, seed 2, 2 moves",
        "  2  Clock, seed 1, 2 moves",
    ]
    chosen = evening.open("resume")
    chosen.see("Number from 1 to 2, or q [1]: ")
    chosen.type("3\n")
    chosen.see("Error: '3' is not one of the numbers.")
    chosen.type("2\n")
    chosen.see("Clock, seed 1.")
    assert evening.resume("--list").count("\n") == 1  # the other one is being played
    assert evening.resume("--drop") == "Drop Clock, seed 2, 2 moves? [y/N]: "
    chosen.see("> ")
    chosen.type("run\n")
    chosen.see("Another game? [yn] ")
    assert evening.journals() == []
    assert evening.resume() == "There is no unfinished game.\n"
    rows = Results(str(evening.folder / "cardgames" / "results.sqlite")).rows()
    assert [(row.seed, row.outcome) for row in rows] == [(2, "left"), (1, "lost")]


def test_what_cannot_be_followed_is_kept_aside(evening: Evening) -> None:
    shelf = evening.folder / "cardgames" / "unfinished"
    shelf.mkdir(parents=True)
    journal = shelf / "clock-20300101-000000-0000"
    journal.write_text("# cardgames clock --seed 1\nrun 2\nfly\n")
    told = evening.resume()
    assert f"Error: {journal}, line 3: unknown command 'fly'" in told
    assert (shelf / "aside" / journal.name).read_text().endswith("fly\n")
    assert evening.resume() == "There is no unfinished game.\n"


def test_what_is_no_file_is_no_journal(evening: Evening) -> None:
    shelf = evening.folder / "cardgames" / "unfinished"
    shelf.mkdir(parents=True)
    os.mkfifo(shelf / "clock-20300101-000000-0000")
    assert evening.resume() == "There is no unfinished game.\n"


def test_a_journal_that_cannot_be_set_aside_locks_nobody_out(evening: Evening) -> None:
    shelf = evening.folder / "cardgames" / "unfinished"
    shelf.mkdir(parents=True)
    (shelf / "clock-20300101-000000-0000").write_text("fly\n")
    (shelf / "aside").touch()
    assert "cannot set aside" in evening.resume()


def test_eleven_games_of_a_kind_are_one_too_many(evening: Evening) -> None:
    shelf = evening.folder / "cardgames" / "unfinished"
    shelf.mkdir(parents=True)
    for number in range(11):
        journal = shelf / f"clock-20300101-00000{number % 10}-000{number // 10}"
        journal.write_text(f"# cardgames clock --seed {number}\nrun 2\n")
        os.utime(journal, (number, number))
    assert evening.resume("--list").count("\n") == 10
    rows = Results(str(evening.folder / "cardgames" / "results.sqlite")).rows()
    assert [(row.seed, row.outcome, row.moves) for row in rows] == [(0, "left", 2)]


@pytest.mark.parametrize("arguments", [["--no-journal"], ["--auto"]])
def test_no_journal(evening: Evening, arguments: list[str]) -> None:
    terminal = evening.open("clock", "--seed", "1", *arguments)
    if arguments == ["--no-journal"]:
        terminal.see("> ")
        terminal.type("run 2\nquit\n")
    assert terminal.end() == 0
    assert evening.journals() == [] and "resume" not in terminal.output


@pytest.mark.parametrize("command", ["canfield --seed 1", "today", "resume canfield"])
def test_what_is_shown_through_a_pipe_is_not_kept(evening: Evening, command: str) -> None:
    shelf = evening.folder / "cardgames" / "unfinished"
    shelf.mkdir(parents=True)
    (shelf / "canfield-20300101-000000-0000").write_text("# cardgames canfield --seed 5\ncard\n")
    before = evening.journals()
    shell = evening.shell(f"{IN_A_SHELL} {command} | cat")
    if command != "resume canfield":
        shell.see("> ")
        shell.type("card\nquit\n")
    shell.end()
    assert evening.journals() == before


def test_what_is_piped_is_not_kept(evening: Evening) -> None:
    run("clock", "--seed", "1", stdin="run 2\n", XDG_STATE_HOME=str(evening.folder))
    run("clock", "--seed", "1", stdin="run\n", XDG_STATE_HOME=str(evening.folder))
    assert list(evening.folder.iterdir()) == []


def test_three_evenings(evening: Evening) -> None:
    """Today's deal is begun once, gone on with, ended once; its wins in a row are a streak."""
    dates = ["2026-11-21", "2026-11-22", "2026-11-23"]
    for date in dates:
        first = evening.open("today", "clock", CARDGAMES_TODAY=date)
        first.see("> ")
        first.type("move\nquit\n")
        assert first.end() == 0
        assert f"Clock, the deal for {date}" in evening.resume("--list")
        again = evening.open("today", "clock", CARDGAMES_TODAY=date)
        again.see("You go on after 1 move.")
        again.type("run\n")
        again.see(f"cardgames clock {date}: ")
        again.type("n\n")
        assert again.end() == 0
    third = evening.open("today", "clock", CARDGAMES_TODAY=dates[-1])
    third.see("You have played today's deal already")
    third.type("run\nn\n")
    assert third.end() == 0
    rows = Results(str(evening.folder / "cardgames" / "results.sqlite")).rows()
    assert [row.today for row in rows] == [*dates, None]
    assert [row.finished[:10] for row in rows] == [*dates, dates[-1]]


def test_a_game_goes_on_as_its_settings_show_it(evening: Evening) -> None:
    (evening.folder / "cardgames").mkdir()
    (evening.folder / "cardgames" / "settings").write_text("clock cards words\n")
    for command in (("clock", "--seed", "1"), ("resume", "clock")):
        terminal = evening.open(*command, XDG_CONFIG_HOME=str(evening.folder))
        terminal.see("In hand: ")
        terminal.type("move\nquit\n")
        assert terminal.end() == 0
