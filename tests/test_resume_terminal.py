"""Games that go on after their program was killed, in real terminals."""

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.diary.diary import Diary, Kept, Result
from tests.kept import keep, owned, result
from tests.program import IN_A_SHELL, run_here
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

    def open(self, *arguments: str, beside: bool = False, **changes: str) -> Terminal:
        """Start the program; those before must have ended, unless it runs BESIDE them.

        Else it would read what another has perhaps not written yet.
        """
        assert beside or not any(terminal.process for terminal in self.terminals)
        self.terminals.append(Terminal(*arguments, XDG_STATE_HOME=str(self.folder), **changes))
        return self.terminals[-1]

    def shell(self, line: str) -> Terminal:
        self.terminals.append(Shell("-c", line, XDG_STATE_HOME=str(self.folder)))
        return self.terminals[-1]

    def play(
        self, *arguments: str, typed: str = "run 2", beside: bool = False, **changes: str
    ) -> None:
        """Begin a game, type a line, and leave."""
        terminal = self.open(*arguments, beside=beside, **changes)
        terminal.see("> ")
        terminal.type(f"{typed}\nquit\n")
        assert terminal.end() == 0

    def tell(self, *arguments: str, stdin: str = "", status: int = 0) -> str:
        """The output of a command that needs no terminal."""
        result = run_here(*arguments, XDG_STATE_HOME=str(self.folder), stdin=stdin)
        assert result.returncode == status, result.stderr
        return (result.stdout + result.stderr).decode()

    def listed(self) -> list[str]:
        """The lines of `resume --list`, without the times."""
        lines = self.tell("resume", "--list").splitlines()
        return [re.sub(r" {2,}\d{4}-\d\d-\d\d \d\d:\d\d", "", line) for line in lines]

    def games(self) -> list[Result]:
        diary = Diary(str(self.folder / "cardgames" / "diary.sqlite"))
        found = diary.games()
        diary.close()
        return found


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


def test_the_list_has_numbers_with_which_any_game_goes_on(evening: Evening) -> None:
    for seed in ("1", "2", "3"):
        evening.play("clock", "--seed", seed)
    evening.play("canfield", "--variant", "rainfall", "--seed", "4", typed="card")
    assert evening.listed() == [
        "   4  Canfield, rainfall, seed 4, 1 move",
        "   3  Clock, seed 3, 2 moves",
        "   2  Clock, seed 2, 2 moves",
        "   1  Clock, seed 1, 2 moves",
    ]
    for words, told in (
        (["resume"], "Seed 4. 'help' lists"),
        (["resume", "2"], "Clock, seed 2."),
        (["resume", "clock"], "Clock, seed 2."),  # which was played last
    ):
        terminal = evening.open(*words)
        terminal.see(told)
        terminal.see("> ")
        terminal.type("q\n")
        assert terminal.end() == 0
    assert [line.split()[0] for line in evening.listed()] == ["2", "4", "3", "1"]


def test_a_long_list_shows_the_latest(evening: Evening) -> None:
    folder = evening.folder / "cardgames"
    folder.mkdir()
    games = [result(name=str(n), status="going", outcome="") for n in range(25)]
    options = "--players 6 --humans 2 --target 300 --rummy-bonus double"
    games[-3] = games[-3]._replace(game="rummy", words=options)
    keep(folder / "diary.sqlite", *games)
    lines = evening.tell("resume", "--list").splitlines()
    assert (lines[2][:6], lines.pop(3)) == ("  23  ", "      2026-03-01 12:01")
    assert len(lines) == 21 and lines[0].split()[0] == "25"
    assert lines[-1] == "and 5 more: 'cardgames stats --list' has all"


def test_a_game_that_has_ended_is_dealt_anew_as_another(evening: Evening) -> None:
    """Its number is no ghost: the row of the game that ended stays as it is."""
    evening.play("clock", "--seed", "1", typed="new 7; new; run; n")
    (ended,) = evening.games()
    assert (ended.seed, ended.number, ended.status) == (7, 2, "ended")
    again = evening.open("resume", "1")
    again.see("Clock, seed 7, game 2.")
    again.see("Game 1 has ended: its deal begins anew, as another game.")
    again.see("> ")
    again.type("run 2\nq\n")
    assert again.end() == 0
    assert evening.games()[0] == ended
    assert evening.listed() == ["   2  Clock, seed 7, game 2, 2 moves"]


def begun(evening: Evening) -> Terminal:
    """A terminal at which two moves of Clock were made."""
    terminal = evening.open("clock", "--seed", "1")
    terminal.see("> ")
    terminal.type("run 2\n")
    terminal.see("> ")
    return terminal


def test_a_game_open_elsewhere_is_taken_over_after_a_question(evening: Evening) -> None:
    first = begun(evening)
    assert evening.listed() == ["   1  Clock, seed 1, 2 moves  open in another terminal"]
    for words in (["resume"], ["resume", "1"]):
        asked = evening.open(*words, beside=True)
        asked.see("Clock, seed 1, 2 moves, is open in another terminal (since ")
        asked.see("Go on here? [Y/n]")
        asked.type("n\n")
        assert asked.end() == 0
    second = evening.open("resume", beside=True)
    second.see("Go on here? [Y/n]")
    second.type("\n")
    second.see("You go on after 2 moves.")
    second.see("> ")
    first.type("move\n")
    first.see("This game goes on elsewhere: it is kept no more here.")
    second.type("run 3\n")
    second.see("> ")
    first.type("move\nq\n")
    assert first.end() == 0
    second.type("q\n")
    assert second.end() == 0
    assert evening.listed() == ["   1  Clock, seed 1, 5 moves"]


def test_a_game_whose_program_was_killed_needs_no_question(evening: Evening) -> None:
    first = begun(evening)
    kill(first)
    assert evening.listed() == ["   1  Clock, seed 1, 2 moves"]
    evening.open("resume").see("You go on after 2 moves.")


def test_the_menu_goes_on_with_the_game_that_it_names(evening: Evening) -> None:
    """Another game that is played meanwhile changes nothing."""
    evening.play("clock", "--seed", "1")
    menu = evening.open()
    menu.see("Enter  go on with Clock, seed 1, 2 moves")
    menu.see("name> ")
    evening.play("clock", "--seed", "2", beside=True)
    menu.type("\n")
    menu.see("Clock, seed 1.")
    menu.see("You go on after 2 moves.")
    menu.see("> ")
    menu.type("quit\n")
    menu.see("Enter          go on with Clock, seed 1, 2 moves")
    menu.see("resume --list  show all 2 unfinished games")
    menu.see("name> ")
    ending = evening.open("resume", "1", beside=True)
    ending.see("> ")
    ending.type("run\nn\n")
    assert ending.end() == 0
    menu.type("\n")
    menu.see("Game 1 has ended: its deal begins anew, as another game.")
    assert [row.status for row in evening.games()] == ["ended", "going"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["resume", "7"], "there is no game 7"),
        (["replay", "7"], "there is no game 7"),
        (["diary", "--forget", "7"], "there is no game 7"),
    ],
)
def test_what_is_not_there_is_one_line(evening: Evening, words: list[str], told: str) -> None:
    terminal = evening.open(*words)
    terminal.see(f"Error: {told}")
    assert terminal.end() == 2


@pytest.mark.parametrize(
    ("changes", "lines", "told"),
    [
        ({"game": "bridge", "deal": "cardgames bridge --seed 1"}, [], "one of bridge, which"),
        ({"game": "bridge", "deal": "cardgames canfield --seed 1"}, [], "one of bridge, which"),
        ({"deal": "rm -rf"}, [], "Error: game 1, line 1: "),
        ({"deal": "cardgames canfield --seed 1"}, ["run"], "Error: game 1, line 2: "),
        ({"deal": "cardgames clock --seed 3"}, ["run"], "Error: the lines of game 1 end it,"),
    ],
)
def test_a_game_that_somebody_has_spoiled_is_one_line(
    evening: Evening, changes: dict[str, str], lines: list[str], told: str
) -> None:
    diary = Diary(str(evening.folder / "cardgames" / "diary.sqlite"))
    diary.add([Kept(result(status="going", outcome="", **changes), lines)])
    for words in (["resume"], ["resume", "1"]):
        terminal = evening.open(*words)
        terminal.end()
        shown = " ".join(terminal.output.split())
        assert told in shown and "'cardgames diary --forget 1' deletes" in shown, shown
    assert "1 game" in evening.tell("stats") and "1 move" in evening.tell("resume", "--list")
    assert owned(diary) == []


def test_there_may_be_nothing_to_go_on_with(evening: Evening) -> None:
    assert evening.tell("resume", "--list") == "There is no unfinished game.\n"
    assert evening.tell("resume", "clock", "--list") == "There is no unfinished game of Clock.\n"
    assert evening.tell("resume") == "There is no unfinished game.\n"
    assert list(evening.folder.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--no-journal"], ["--auto"]])
def test_no_journal(evening: Evening, arguments: list[str]) -> None:
    terminal = evening.open("clock", "--seed", "1", *arguments)
    if arguments == ["--no-journal"]:
        terminal.see("> ")
        terminal.type("run 2\nquit\n")
    assert terminal.end() == 0
    assert "resume" not in terminal.output
    assert [game.status for game in evening.games()] == []


@pytest.mark.parametrize("command", ["clock --seed 1", "today clock", "resume clock"])
def test_what_is_shown_through_a_pipe_is_not_kept(evening: Evening, command: str) -> None:
    evening.play("clock", "--seed", "5")
    before = evening.games()
    shell = evening.shell(f"{IN_A_SHELL} {command} | cat")
    if command != "resume clock":
        shell.see("> ")
        shell.type("move\nquit\n")
    shell.end()
    assert evening.games() == before


def test_what_is_piped_is_not_kept(evening: Evening) -> None:
    run_here("clock", "--seed", "1", stdin="run 2\n", XDG_STATE_HOME=str(evening.folder))
    run_here("clock", "--seed", "1", stdin="run\n", XDG_STATE_HOME=str(evening.folder))
    assert list(evening.folder.iterdir()) == []


def test_three_evenings(evening: Evening) -> None:
    """Today's deal is begun once, gone on with, ended once; its wins in a row are a streak."""
    dates = ["2026-11-21", "2026-11-22", "2026-11-23"]
    for date in dates:
        evening.play("today", "clock", typed="move", CARDGAMES_TODAY=date)
        assert f"Clock, the deal for {date} (seed " in evening.listed()[0]
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
    games = evening.games()
    assert [game.today for game in games] == [*dates, None]
    assert [game.finished[:10] for game in games] == [*dates, dates[-1]]


def test_a_game_that_is_open_nowhere_else_is_offered_first(evening: Evening) -> None:
    evening.play("clock", "--seed", "2")
    first = evening.open("clock", "--seed", "1")
    first.see("> ")
    first.type("run 2\n")
    first.see("> ")
    second = evening.open("resume", beside=True)
    second.see("seed 2")
    second.type("quit\n")
    assert second.end() == 0
    asked = evening.open("resume", "2", beside=True)
    asked.see("Go on here? [Y/n]")
    asked.type("n\n")
    asked.see("'cardgames resume --list' lists all unfinished games.")
    assert asked.end() == 0


def test_a_deal_of_today_that_is_open_elsewhere_is_no_second_try(evening: Evening) -> None:
    """After a dropped connection the first terminal may still hold it."""
    first = evening.open("today", "clock")
    first.see("> ")
    first.type("move\n")
    first.see("> ")
    second = evening.open("today", "clock", beside=True)
    second.see("is open in another terminal")
    second.see("Go on here? [Y/n]")
    second.type("y\n")
    second.see("You go on after 1 move.")
    assert len(evening.games()) == 1


def test_stats_tell_the_streak_of_a_deal_that_was_lost_today(evening: Evening) -> None:
    folder = evening.folder / "cardgames"
    folder.mkdir()
    won, lost = result(today="2026-11-04"), result(name="two", today="2026-11-05", outcome="lost")
    keep(folder / "diary.sqlite", won, lost)
    done = run_here("stats", XDG_STATE_HOME=str(evening.folder), CARDGAMES_TODAY="2026-11-05")
    assert b"Today's deals won: 0 dates in a row, at most 1" in done.stdout


def test_giving_up_counts_as_lost_and_new_does_not(evening: Evening) -> None:
    """`new` said that the game before counts as lost, whatever its row said."""
    terminal = evening.open("clock", "--seed", "3")
    for typed, told in (
        ("run 5", "> "),
        ("new 9", "'cardgames resume 1' goes on with it."),
        ("run 2", "> "),
        ("gu", "You lost: given up."),
        ("new 8", "> "),
        ("gu", "You lost: given up."),
        ("u", "> "),
        ("run 2", "> "),
    ):
        terminal.type(f"{typed}\n")
        terminal.see(told)
    terminal.type("quit\n")
    assert terminal.end() == 0
    games = [(game.seed, game.status, game.outcome, game.reason) for game in evening.games()]
    assert games[:2] == [(3, "going", "", ""), (9, "ended", "lost", "given up")]
    assert games[2][:2] == (8, "going")
    assert "Clock: 3 games" in evening.tell("stats")


def test_replay_shows_a_game_move_by_move_and_saves_it(evening: Evening, tmp_path: Path) -> None:
    evening.play("clock", "--seed", "3", typed="move; move; undo; move; giveup; n")
    saved = tmp_path / "saved"
    terminal = evening.open("replay", "1", "--cards", "words")
    terminal.see("# cardgames clock --seed 3")
    terminal.see("q> ")
    terminal.type("\n")
    terminal.see("> move")
    for typed, told in (
        ("fly", "Error: press Enter, or type 'all', 'save FILE' or 'q'"),
        (f"save {saved}", f"Saved {saved}."),
        ("all", "You lost: given up."),
    ):
        terminal.see("q> ")
        terminal.type(f"{typed}\n")
        terminal.see(told)
    assert terminal.end() == 0
    assert saved.read_text() == ("# cardgames clock --seed 3\nmove\nmove\nundo 1\nmove\ngiveup\n")
    assert evening.tell("replay", "1").count("\n> move\n") == 3
    left = evening.open("replay", "1")
    left.see("q> ")
    left.type("q\n")
    assert left.end() == 0


def test_a_game_without_its_moves_cannot_be_replayed_but_dealt_anew(evening: Evening) -> None:
    """Version 1.2 kept only how a game ended, and so does --no-journal."""
    evening.play("clock", "--seed", "3", "--no-journal", typed="run; n")
    told = evening.tell("replay", "1", status=2)
    assert "Error: the moves of game 1 were not kept\n" in told
    evening.open("resume", "1").see("Game 1 has ended: its deal begins anew, as another game.")


def test_a_file_of_that_name_is_replayed_first(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play("clock", "--seed", "3", typed="move")
    (tmp_path / "1").write_text("# cardgames canfield --seed 4\ncard\n")
    monkeypatch.chdir(tmp_path)
    result = run_here("replay", "1", cwd=tmp_path, XDG_STATE_HOME=str(evening.folder))
    assert b"# cardgames canfield --seed 4" in result.stdout


def test_a_game_goes_on_as_its_settings_show_it(evening: Evening) -> None:
    (evening.folder / "cardgames").mkdir()
    (evening.folder / "cardgames" / "settings").write_text("clock cards words\n")
    for command in (("clock", "--seed", "1"), ("resume", "clock")):
        terminal = evening.open(*command, XDG_CONFIG_HOME=str(evening.folder))
        terminal.see("In hand: ")
        terminal.type("move\nquit\n")
        assert terminal.end() == 0


def test_a_resumed_game_can_refuse_undo_too(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(evening.folder))
    evening.play("canfield", "--seed", "42", typed="card")
    for words in (["resume", "--no-undo"], ["resume"]):
        again = evening.open(*words)
        again.see("> ")
        again.type("undo\nquit\n")
        again.see("undo is off, by --no-undo")
        assert again.end() == 0
        evening.tell("config", "canfield", "no-undo")
