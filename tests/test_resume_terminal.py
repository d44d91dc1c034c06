"""Games that go on after their program was killed, in real terminals."""

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgames.diary.diary import Diary, Entry, Kept
from tests.kept import keep, owned, result
from tests.program import IN_A_SHELL, run_here
from tests.test_terminal import Terminal, plain

MOVES = {"mod10": ["deal", "deal"], "rummy": ["draw", "discard 1"]}


class Shell(Terminal):
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

    def play(
        self, *arguments: str, typed: str = "run 2", beside: bool = False, **changes: str
    ) -> None:
        terminal = self.open(*arguments, beside=beside, **changes)
        terminal.talk("> ", f"{typed}\nquit\n", ends=0)

    def begun(self, *words: str, typed: str = "run 2", **changes: str) -> Terminal:
        """A terminal at which a game was begun, by default Clock."""
        terminal = self.open(*(words or ("clock", "--seed", "1")), **changes)
        terminal.talk("> ", f"{typed}\n", "> ")
        return terminal

    def tell(self, *arguments: str, stdin: str = "", status: int = 0) -> str:
        result = run_here(*arguments, XDG_STATE_HOME=str(self.folder), stdin=stdin)
        assert result.returncode == status, result.stderr
        return (result.stdout + result.stderr).decode()

    def listed(self) -> list[str]:
        """The lines of `resume --list`, without the times."""
        lines = self.tell("resume", "--list").splitlines()
        return [re.sub(r" {2,}\d{4}-\d\d-\d\d \d\d:\d\d", "", line) for line in lines]

    def file(self) -> Path:
        (self.folder / "cardgames").mkdir(exist_ok=True)
        return self.folder / "cardgames" / "diary.sqlite"

    def games(self) -> list[Entry]:
        diary = Diary(str(self.file()))
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
    found = []
    for line in lines:
        terminal.talk(f"{line}\n", "> ", "show\n", "show")
        found.append(plain(terminal.see("> ")))
    return found


@pytest.mark.parametrize("game", MOVES)
def test_the_board_is_there_after_a_kill_and_undo_reaches_back(evening: Evening, game: str) -> None:
    terminal = evening.open(game, "--seed", "3", "--scroll")
    terminal.see("> ")
    before, after = boards(terminal, *MOVES[game])
    kill(terminal)
    again = evening.open("resume", game, "--scroll")
    assert "You go on after " in again.see("> "), "as its program was killed, nothing is asked"
    assert boards(again, "show", "undo", "redo") == [after, before, after]
    again.talk("quit\n", "'cardgames resume' goes on with this game.", ends=0)


def test_the_clock_of_slap_stands_until_the_person_acts(evening: Evening) -> None:
    """The computer's card is on its way when the game is killed, and long after."""
    table = evening.open("slap", "--deck", "2C 3C 5C 7C 4D 3D 6D 8D", "--speed", "fast")
    table.see("play")
    table.type(" ", "You play 2")
    kill(table)
    again = evening.open("resume", "slap")
    again.see("go on")
    time.sleep(0.6)
    again.talk(":score\n", "you 3, the computer 4, in the pile 1")
    again.type(" ", "2 cards in the pile")


def test_the_list_has_numbers_with_which_any_game_goes_on(evening: Evening) -> None:
    usual = {"status": "going", "outcome": "", "moves": 2}
    for n in (1, 2, 3):
        game = result(name=str(n), seed=n, deal=f"cardgames clock --seed {n}", **usual)
        Diary(str(evening.file())).add([Kept(game, ["move", "move"])])
    evening.play("canfield", "--seed", "4", typed="card")
    assert evening.listed() == [
        "   4  Canfield, seed 4, 1 move",
        "   3  Clock, seed 3, 2 moves",
        "   2  Clock, seed 2, 2 moves",
        "   1  Clock, seed 1, 2 moves",
    ]
    for words, told in (
        (["resume"], "Canfield, seed 4."),
        (["resume", "2"], "Clock, seed 2."),
        (["resume", "clock"], "Clock, seed 2."),  # which was played last
    ):
        evening.open(*words).talk(told, "> ", "q\n", ends=0)
    assert [line.split()[0] for line in evening.listed()] == ["2", "4", "3", "1"]


def test_a_long_list_shows_the_latest(evening: Evening) -> None:
    games = [result(name=str(n), status="going", outcome="") for n in range(25)]
    options = "--players 6 --humans 2 --target 300 --rummy-bonus double"
    games[-3] = games[-3]._replace(game="rummy", words=options)
    keep(evening.file(), *games)
    lines = evening.tell("resume", "--list").splitlines()
    assert (lines[2][:6], lines.pop(3).split()[-1]) == ("  23  ", "moves")
    assert lines.pop(3) == "      2026-03-01 12:01"
    assert len(lines) == 21 and lines[0].split()[0] == "25"
    assert lines[-1] == "and 5 more: 'cardgames stats --list' has all"


def test_a_game_that_has_ended_is_dealt_anew_as_another(evening: Evening) -> None:
    """Its number is no ghost: the row of the game that ended stays as it is."""
    evening.play("clock", "--seed", "1", typed="new 7; new; run; n")
    (ended,) = evening.games()
    assert (ended.seed, ended.number, ended.status) == (7, 2, "ended")
    anew = "Game 1 has ended: its deal begins anew, as another game."
    again = evening.open("resume", "1")
    again.talk("Clock, seed 7, game 2.", anew, "> ", "run 2\nq\n", ends=0)
    assert evening.games()[0] == ended
    assert evening.listed() == ["   2  Clock, seed 7, game 2, 2 moves"]


def test_a_game_open_elsewhere_is_taken_over_after_a_question(evening: Evening) -> None:
    first = evening.begun()
    assert evening.listed() == ["   1  Clock, seed 1, 2 moves  open in another terminal"]
    told = "Clock, seed 1, 2 moves, is open in another terminal (since "
    asked = evening.open("resume", beside=True)
    asked.talk(told, "Go on here? [Y/n]", "n\n", "'cardgames resume --list' lists", ends=0)
    second = evening.open("resume", "1", beside=True)
    second.talk(told, "Go on here? [Y/n]", "\n", "You go on after 2 moves.", "> ")
    first.talk("move\n", "This game goes on elsewhere: it is kept no more here.")
    second.talk("run 3\n", "> ")
    first.talk("move\nq\n", ends=0)
    third = evening.open("resume", "1", beside=True)
    third.talk("Go on here? [Y/n]", "\n", "You go on after 5 moves.", "> ", "move\n", "> ")
    second.talk("move\n", "it is kept no more here.", "q\n", ends=0)
    third.talk("q\n", ends=0)
    assert evening.listed() == ["   1  Clock, seed 1, 6 moves"]


def test_the_menu_goes_on_with_the_game_that_it_names(evening: Evening) -> None:
    """Another game that is played meanwhile changes nothing."""
    evening.play("clock", "--seed", "1")
    menu = evening.open()
    menu.talk("Enter  go on with Clock, seed 1, 2 moves", "name> ")
    evening.play("clock", "--seed", "2", beside=True)
    menu.talk("\n", "Clock, seed 1.", "You go on after 2 moves.", "> ", "quit\n")
    menu.talk("Enter          go on with Clock, seed 1, 2 moves")
    menu.talk("resume --list  show all 2 unfinished games", "name> ")
    ending = evening.open("resume", "1", beside=True)
    ending.talk("> ", "run\nn\n", ends=0)
    menu.talk("\n", "Game 1 has ended: its deal begins anew, as another game.")
    assert [row.status for row in evening.games()] == ["ended", "going"]


def test_what_is_not_there_is_one_line(evening: Evening) -> None:
    for words, game in ("resume", ""), ("resume --list", ""), ("resume clock --list", " of Clock"):
        assert evening.tell(*words.split()) == f"There is no unfinished game{game}.\n"
    assert list(evening.folder.iterdir()) == []
    evening.open("resume", "7").talk("Error: there is no game 7", ends=2)
    assert "Error: there is no game 7" in evening.tell("replay", "7", status=2)


@pytest.mark.parametrize(("changes", "lines", "told"), [
    ({"game": "bridge", "deal": "cardgames canfield --seed 1"}, [], "one of bridge, which"),
    ({"deal": "rm -rf"}, [], "Error: game 1, line 1: "),
    ({"deal": "cardgames canfield --seed 1"}, ["run"], "Error: game 1, line 2: "),
    ({"deal": "cardgames clock --seed 3"}, ["run"], "Error: the moves of game 1 end it,"),
])  # fmt: skip
def test_a_game_that_somebody_has_spoiled_is_one_line(
    evening: Evening, changes: dict[str, str], lines: list[str], told: str
) -> None:
    diary = Diary(str(evening.file()))
    diary.add([Kept(result(status="going", outcome="", **changes), lines)])
    terminal = evening.open("resume")
    terminal.end()
    shown = " ".join(terminal.output.split())
    assert told in shown and "'cardgames diary --forget 1' deletes" in shown, shown
    assert "1 game" in evening.tell("stats") and "1 move" in evening.tell("resume", "--list")
    assert owned(diary) == []


@pytest.mark.parametrize(("option", "turns"), [
    ("--no-journal", ["> ", "run 2\nquit\n"]), ("--auto", []),
])  # fmt: skip
def test_no_journal(evening: Evening, option: str, turns: list[str]) -> None:
    terminal = evening.open("clock", "--seed", "1", option)
    terminal.talk(*turns, ends=0)
    assert "resume" not in terminal.output and evening.games() == []


def test_what_goes_through_a_pipe_is_not_kept(evening: Evening) -> None:
    for lines in ("run 2\n", "run\n"):
        run_here("clock", "--seed", "1", stdin=lines, XDG_STATE_HOME=str(evening.folder))
    assert list(evening.folder.iterdir()) == []
    evening.play("clock", "--seed", "5")
    before = evening.games()
    line = f"{IN_A_SHELL} clock --seed 1 | cat; {IN_A_SHELL} resume clock | cat"
    shell = Shell("-c", line, XDG_STATE_HOME=str(evening.folder))
    evening.terminals.append(shell)
    shell.talk("> ", "move\nquit\n")
    shell.end()
    assert evening.games() == before


def test_two_evenings(evening: Evening) -> None:
    """Today's deal is begun once, gone on with, ended once; its wins in a row are a streak."""
    dates = ["2026-11-22", "2026-11-23"]
    for date in dates:
        first = evening.open("today", "clock", CARDGAMES_TODAY=date)
        told = "Everyone has this deal today, by: cardgames today clock"
        first.talk(told, "> ", "move\nquit\n", ends=0)
        assert f"Clock, the deal for {date} (seed " in evening.listed()[0]
        again = evening.open("today", "clock", CARDGAMES_TODAY=date)
        again.talk("You go on after 1 move.", "run\n", f"cardgames clock {date}: ", "n\n", ends=0)
    third = evening.open("today", "clock", CARDGAMES_TODAY=dates[-1])
    third.talk("You have played today's deal already", "run\nn\n", ends=0)
    games = evening.games()
    assert [game.today for game in games] == [*dates, None]
    assert [game.finished[:10] for game in games] == [*dates, dates[-1]]


@pytest.mark.parametrize("leaving", ["score\nquit\n", "new 9\nquit\n"])
def test_who_only_looks_at_a_game_loses_none_of_its_moves(evening: Evening, leaving: str) -> None:
    evening.open("clock", "--seed", "3").talk("> ", "run 5\n", "> ", "quit\n", ends=0)
    for _ in range(2):
        evening.open("resume", "1").talk("You go on after 5 moves.", "> ", leaving, ends=0)


def test_a_game_that_is_open_nowhere_else_is_offered_first(evening: Evening) -> None:
    evening.play("clock", "--seed", "2")
    evening.begun()
    evening.open("resume", beside=True).talk("seed 2", "quit\n", ends=0)


def test_a_deal_of_today_that_is_open_elsewhere_is_no_second_try(evening: Evening) -> None:
    """After a dropped connection the first terminal may still hold it."""
    evening.begun("today", "clock", typed="move")
    second = evening.open("today", "clock", beside=True)
    second.talk("is open in another terminal", "Go on here? [Y/n]", "y\n", "after 1 move.")
    assert len(evening.games()) == 1


def test_giving_up_counts_as_lost_and_new_does_not(evening: Evening) -> None:
    """`new` said that the game before counts as lost, whatever its row said."""
    terminal = evening.open("clock", "--seed", "3")
    terminal.talk("run 5\n", "> ", "new 9\n", "'cardgames resume 1' goes on with it.")
    terminal.talk("run 2\n", "> ", "gu\n", "You lost: given up.", "new 8\n", "> ", "gu\n")
    terminal.talk("Given up before the first move: this does not count as a game.")
    terminal.talk("u\n", "> ", "run 2\n", "> ", "quit\n", ends=0)
    games = [(game.seed, game.status, game.outcome, game.reason) for game in evening.games()]
    assert games[:2] == [(3, "going", "", ""), (9, "ended", "lost", "given up")]
    assert games[2][:2] == (8, "going")
    assert "Clock: 3 games" in evening.tell("stats")


def test_replay_shows_a_game_move_by_move_and_saves_it(evening: Evening, tmp_path: Path) -> None:
    evening.play("clock", "--seed", "3", typed="move; move; undo; move; giveup; n")
    saved = tmp_path / "saved"
    terminal = evening.open("replay", "1", "--cards", "words")
    terminal.talk("# cardgames clock --seed 3", "q> ", "\n", "> move", "q> ")
    terminal.talk("fly\n", "Error: press Enter, or type 'all', 'save FILE' or 'q'", "q> ")
    terminal.talk(f"save {saved}\n", f"Saved {saved}.", "q> ")
    terminal.talk("all\n", "You lost: given up.", ends=0)
    assert saved.read_text() == ("# cardgames clock --seed 3\nmove\nmove\nundo 1\nmove\ngiveup\n")
    assert evening.tell("replay", "1").count("\n> move\n") == 3
    assert "There is nothing to decide in Clock." in evening.tell("review", "1")
    assert "there is no game 9: 'cardgames stats" in evening.tell("review", "9", status=2)
    evening.open("replay", "1").talk("q> ", "q\n", ends=0)


def test_a_game_without_its_moves_cannot_be_replayed_but_dealt_anew(evening: Evening) -> None:
    """Version 1.2 kept only how a game ended, and so does --no-journal."""
    evening.play("clock", "--seed", "3", "--no-journal", typed="run; n")
    told = evening.tell("replay", "1", status=2)
    assert "Error: the moves of game 1 were not kept\n" in told
    evening.open("resume", "1").see("Game 1 has ended: its deal begins anew, as another game.")


def test_a_file_of_that_name_is_replayed_first(evening: Evening, tmp_path: Path) -> None:
    keep(evening.file(), result())
    (tmp_path / "1").write_text("# cardgames canfield --seed 4\ncard\n")
    shown = run_here("replay", "1", cwd=tmp_path, XDG_STATE_HOME=str(evening.folder))
    assert b"# cardgames canfield --seed 4" in shown.stdout


def test_a_resumed_game_refuses_undo_too(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(evening.folder))
    evening.play("clock", "--seed", "1")
    evening.tell("config", "clock", "no-undo")
    again = evening.open("resume")
    again.talk("> ", "undo\nquit\n", "undo is off, by --no-undo", ends=0)
