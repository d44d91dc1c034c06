"""Programs at seats of a person's game: `--seat`, its scripts, and seats that are left."""

import sqlite3
import sys
from pathlib import Path

import pytest

from cardgames.cli.playing import SCRIPTS, followed, new_session, read_setup
from cardgames.seats import program
from tests.program import run_here, shown_here
from tests.test_arena import FIRST
from tests.test_terminal import Terminal

DRAWS = "d\nx 1\n" * 4


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text(FIRST)
    return f"{sys.executable} -S -E {tmp_path / 'bot.py'}"


def test_a_program_plays_in_the_place_of_a_computer(bot: str, tmp_path: Path) -> None:
    words = ("rummy", "--seed", "4", "--seat", f"2={bot}", "--record", "game")
    result = run_here(*words, stdin=DRAWS, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    script = (tmp_path / "game").read_text()
    assert script.startswith("# cardgames rummy --target 100 --seed 4 --seat 2=join\n2: draw\n2: ")
    assert script.count("\n2: draw\n") == 5 and bot not in script
    assert not program._running
    replayed = shown_here("replay", "game", cwd=tmp_path)
    assert replayed.splitlines()[-4:] == result.stdout.decode().splitlines()[-4:]
    again = run_here("rummy", "--seed", "4", "--seat", "2=join", stdin=script)
    assert (again.returncode, again.stderr) == (0, b"")


def test_a_program_plays_a_patience_and_a_person_goes_on(bot: str, tmp_path: Path) -> None:
    words = ("golf", "--seed", "4", "--seat", f"1={bot}", "--record", "game")
    result = run_here(*words, stdin="score\n", cwd=tmp_path)
    assert "bot.py gives up: you play on." in " ".join(result.stderr.decode().split())
    script = (tmp_path / "game").read_text()
    assert script.startswith("# cardgames golf --seed 4 --seat 1=join\n1: card\n")
    assert shown_here("replay", "game", cwd=tmp_path).splitlines()[-7:-1]


def test_a_program_that_goes_round_in_a_patience_leaves(bot: str) -> None:
    result = run_here("klondike", "--seed", "4", "--seat", f"1={bot}", stdin="score\n")
    told = " ".join(result.stderr.decode().split())
    assert "comes back to an earlier position: you play on." in told


def test_a_script_names_the_moves_of_a_seat_elsewhere() -> None:
    told = run_here("rummy", "--seed", "4", "--seat", "2=join", stdin="draw\n").stderr.decode()
    assert "it is the turn of computer 2, whose moves are typed like '2: draw'" in told


def test_programs_and_levels_play_without_people(bot: str) -> None:
    words = ("rummy", "--seed", "4", "--humans", "0", "--target", "10")
    told = shown_here(*words, "--seat", f"1={bot}", "--seat", "2=easy")
    assert "wins" in told


@pytest.mark.parametrize(("code", "said"), [
    ("raise SystemExit('no cards')", "has ended, with status 1 (its last words: no cards): the c"),
    ("import sys\nfor line in sys.stdin: 'moves' in line and print('\\x1b[2Jhi', flush=True)",
     "answers with something that is not JSON: '\\x1b[2Jhi': the computer plays on."),
])  # fmt: skip
def test_the_computer_plays_on_for_a_program_that_fails(
    code: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_text(code)
    bad = f"{sys.executable} -S -E {tmp_path / 'bad.py'}"
    result = run_here("rummy", "--seed", "4", "--seat", f"2={bad}", stdin=DRAWS)
    told = " ".join(result.stderr.decode().split())
    assert result.returncode == 0 and said in told and "\x1b" not in told
    assert told.count("plays on") == 1 and b"Computer 2 draws" in result.stdout


@pytest.mark.parametrize(("game", "seat", "said"), [
    ("rummy", "3=hard", "--seat 3: the seats are 1 to 2"),
    ("rummy", "1=hard", "a person has seat 1: --humans says how many people play"),
    ("rummy", "1=./bot", "--seat 1: a person plays there"),
    ("rummy", "2", "'2' is no seat: name the seat and who plays there"),
    ("rummy", "2='", "is not a command"),
    ("rummy", "2=jion", "--seat 2: there is no program 'jion': did you mean join?"),
    ("slap", "2=Fsat", "--seat 2: there is no program 'Fsat': did you mean fast?"),
    ("golf", "1=./mine -x", "there is no program './mine': give its command, as in 1='python3 m"),
    ("golf", "2=./bot", "--seat 2: the only seat is 1"),
    ("golf", "1=quick", "'quick': no computer has seat 1; --auto lets one play"),
    ("slap", "1=fast", "a person has seat 1: --players says who plays"),
])  # fmt: skip
def test_a_seat_that_cannot_be_says_so(game: str, seat: str, said: str) -> None:
    result = run_here(game, "--seed", "4", "--seat", seat)
    assert result.returncode == 2 and said in result.stderr.decode()


def test_a_level_at_a_seat_is_that_of_the_options() -> None:
    words = ("rummy", "--seed", "4", "--players", "3", "--level", "easy")
    told = shown_here(*words, "--seat", "3=hard", stdin="options\n")
    assert "--level easy,hard" in told and "--seat" not in told


@pytest.mark.parametrize("who", ["./bot", "hard", ""])
def test_no_script_starts_a_program(who: str, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(f"# cardgames rummy --seed 4 --seat '2={who}'\n2: draw\n")
    result = run_here("replay", "game", cwd=tmp_path)
    said = "--seat: a script starts no program, and names --seat N=join"
    assert result.returncode == 2 and said in result.stderr.decode()


def test_no_variable_and_no_setting_does(tmp_path: Path) -> None:
    made = f"touch {tmp_path / 'made'}"
    run_here("rummy", "--seed", "4", stdin="d\n", CARDGAMES_RUMMY_SEAT=f"2={made}")
    result = run_here("config", "rummy", "seat", f"2={made}")
    assert "cannot be set" in result.stderr.decode() and not (tmp_path / "made").exists()


SLEEPS = "__import__('time').sleep(1.5 * message['see']['drawn']); print"


def test_at_a_terminal_the_game_is_kept_but_not_the_command(
    opened: list[Terminal], bot: str, tmp_path: Path
) -> None:
    kept = {"CARDGAMES_RESULTS": str(tmp_path / "diary.sqlite"), "XDG_STATE_HOME": str(tmp_path)}
    opened.append(terminal := Terminal("rummy", "--seed", "4", "--seat", f"2={bot}", **kept))
    terminal.type("d\n", "You draw")
    terminal.type("x 1\n", "Computer 2 draws a card", "> ")
    terminal.talk("quit\n", ends=0)
    assert bot.encode() not in (tmp_path / "diary.sqlite").read_bytes()
    (tmp_path / "bot.py").write_text(FIRST.replace("print", SLEEPS))
    opened.append(terminal := Terminal("resume", "--time", "9", **kept))
    terminal.see("A program played as computer 2. Its command (Enter: the computer plays)")
    terminal.type("pyhton3 bot.py\n", "no program 'pyhton3'", "(Enter: the computer plays)")
    terminal.type(f"{bot}\n", "You go on after 2 moves.", "> ")
    terminal.type("d\nx 1\n", "Waiting for computer 2 .", "Computer 2 draws a card")
    opened.append(terminal := Terminal("resume", "--seat", "2=join", **kept))
    terminal.see("Go on here?")
    terminal.type("y\n", "--seat 2=join: --seat 2=COMMAND")
    opened.append(Terminal("golf", "--seed", "4", "--seat", f"1={bot}", **kept))
    opened[-1].see("not kept in the diary")
    with sqlite3.connect(tmp_path / "diary.sqlite") as file:
        assert [*file.execute("SELECT words FROM games")] == [("--seat 2=join",)]


NOTING = FIRST + """
    with open(sys.argv[1], "a") as file:
        print(*message, file=file)
"""


def test_a_program_is_told_how_each_game_ends(tmp_path: Path) -> None:
    (tmp_path / "noting.py").write_text(NOTING)
    noting = f"{sys.executable} -S -E noting.py heard"
    lines = "draw\ndiscard 1\ngiveup\nnew 5\ndraw\ndiscard 1\nquit\n"
    run_here("rummy", "--seed", "3", "--seat", f"2={noting}", stdin=lines, cwd=tmp_path)
    heard = (tmp_path / "heard").read_text().splitlines()
    assert [*map(str.split, heard)].count(["over"]) == 1
    first, second = [n for n, told in enumerate(heard) if told.startswith("table")]
    assert first < heard.index("over") == second - 1


def test_moves_of_another_terminal_count_when_the_game_is_read_again() -> None:
    session = new_session(read_setup("# cardgames rummy --humans 2 --seat 2=join --seed 1"))
    session.elsewhere = (2,)
    for _ in range(4):
        move = next(session.game.legal_moves())
        session.make(move._replace(seat=2) if session.game.player() == 2 else move)
    again = followed(SCRIPTS.parse(session.script().encode(), "it"))
    assert again.moves_made == session.moves_made == 4
