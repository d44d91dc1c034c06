"""Programs that talk to a game, line by line: each answer comes before the next line is read.

Options on the command line count in a pipe, too, or a line says that they do not.
"""

import os
import socket
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from cardgames import games
from cardgames.cli.options import by_flag, deal_options, play_options
from cardgames.screen.console import Console, Incoming
from tests.kept import keep, result
from tests.program import become, load_all, run_here, shown_here
from tests.samples import sample
from tests.test_terminal import Terminal


class Talk(Terminal):
    """A fork of the program; all that it writes goes into a pipe.

    It reads the file READ, and `type` writes to the file KEYBOARD.
    """

    def __init__(self, read: int, keyboard: int, *arguments: str, **changes: str) -> None:
        self.output, self._decoded, self.keyboard = "", bytes.decode, keyboard
        self.screen, write = os.pipe()
        load_all()
        self.process = os.fork()
        if self.process == 0:
            for number, stream in enumerate((read, write, write)):
                os.dup2(stream, number)
            become(arguments, changes)
        os.close(read)
        os.close(write)

    def type(self, keys: str, *texts: str) -> str:
        os.write(self.keyboard, keys.encode())
        return self.see(*texts)

    def end(self) -> int:
        os.close(self.keyboard)
        self.keyboard = -1
        return super().end()

    def close(self) -> None:
        super().close()
        if self.keyboard >= 0:
            os.close(self.keyboard)


def sockets() -> tuple[int, int]:
    one, other = socket.socketpair()
    return one.detach(), other.detach()


def terminal() -> tuple[int, int]:
    keyboard, read = os.openpty()
    return read, keyboard


def pipe_that_never_blocks() -> tuple[int, int]:
    read, keyboard = os.pipe()
    os.set_blocking(read, False)
    return read, keyboard


@pytest.fixture
def talks() -> Iterator[list[Talk]]:
    begun: list[Talk] = []
    yield begun
    for one in begun:
        one.close()


class TestTalk:
    @pytest.mark.parametrize("ends", [os.pipe, sockets, terminal, pipe_that_never_blocks])
    def test_the_prompt_comes_before_the_line(
        self, ends: Callable[[], tuple[int, int]], talks: list[Talk]
    ) -> None:
        talks.append(talk := Talk(*ends(), "clock", "--seed", "1", "--echo"))
        talk.talk("> ", "score\n", "Score: 0 of 48", "> ", "# no line\n", "> ")
        talk.type("xy")
        talk.talk("z\n", "unknown command 'xyz'", "> ", "giveup\n", "Another game? [y/N] ", "y\n")
        talk.talk("> ", "giveup\n", "Another game? [y/N] ", "n\n", ends=0)

    @pytest.mark.parametrize("name", sample(["canfield", "slap", "rummy"], games.NAMES))
    @pytest.mark.parametrize("words", [(), ("--echo",)])
    def test_every_game_answers(self, name: str, words: tuple[str, ...], talks: list[Talk]) -> None:
        talks.append(talk := Talk(*os.pipe(), name, "--seed", "1", *words))
        prompt, question = ["> "] * len(words), ["[y/N] "] * len(words)
        talk.talk(*prompt, "xyz\n", "unknown command 'xyz'", *prompt, "giveup\n", "given up")
        talk.talk(*question, "y\n", *prompt, "zyx\n", "unknown command 'zyx'", *prompt, ends=0)

    def test_the_end_after_a_prompt_ends_its_line(self, talks: list[Talk]) -> None:
        talks.append(talk := Talk(*os.pipe(), "clock", "--seed", "1", "--echo"))
        talk.talk("> ", "score\n", "Score", "> ", ends=0)
        assert talk.output == "\n"

    def test_a_question_of_the_shell(self, talks: list[Talk], tmp_path: Path) -> None:
        (tmp_path / "cardgames").mkdir()
        keep(tmp_path / "cardgames" / "diary.sqlite", result())
        forgets = ("diary", "--forget", "all")
        talks.append(talk := Talk(*os.pipe(), *forgets, XDG_STATE_HOME=str(tmp_path)))
        talk.talk("[y/N]: ", "n\n", ends=0)


@pytest.mark.parametrize("name", ["clock", "canfield"])
def test_a_line_that_is_there_already_is_answered_as_from_a_file(
    name: str, talks: list[Talk], tmp_path: Path
) -> None:
    """To the byte: no prompt stands before remarks, or at the end."""
    script = tmp_path / "script"
    script.write_text("# a remark\n\nscore\nxyz\ngiveup\nn")
    read, keyboard = os.pipe()
    os.write(keyboard, script.read_bytes())
    os.close(keyboard)
    words = (name, "--seed", "1", "--echo")
    for stream in (read, os.open(script, os.O_RDONLY)):
        talks.append(talk := Talk(stream, os.open(os.devnull, os.O_WRONLY), *words))
        assert talk.end() == 0
        assert talk.output == shown_here(*words, stdin=script.read_text())
        assert "\n# a remark\n\n> score\n" in talk.output


def test_where_the_system_cannot_tell_the_prompt_always_comes_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As on Windows, where `select` refuses pipes; here it refuses a stream without a file."""
    lines = Incoming(BytesIO(b"one\ntwo\n"))
    console = Console(lines, quiet=False, echo=True, at_hand=lines.at_hand)
    seen = []
    while (line := console.read("> ")) is not None:
        seen.append(capsys.readouterr().out)
        console.echo_line("> ", line)
    assert seen == ["> ", "one\n"], "the second line was there, in the block with the first"
    assert capsys.readouterr().out == "> two\n> \n"


OBEYED = """\
--auto quick|--auto-up safe|--auto-up off|--echo|--strict|--allow-overwrite|--no-journal
--undo|--no-undo|--scroll|--no-large|--color|--no-color|--cards ascii|--cards words
--cards unicode|--cards four-color --color|--winnable|--no-winnable|--record x
--record x --record-over|--seat 1=join --time 9|--no-timer|--points|--no-points
--no-tell-lost"""
NOTED = """\
--journal|--no-scroll|--timer|--mouse|--no-mouse|--large|--cards four-color|--keys a,b
--tell-lost"""


class TestOptions:
    @pytest.mark.parametrize("words", NOTED.replace("\n", "|").split("|"))
    def test_one_that_does_nothing_is_named(self, words: str) -> None:
        game = "klondike" if words == "--tell-lost" else "slap"
        done = run_here(game, "--seed", "1", *words.split(), stdin="score\n")
        told = done.stderr.decode()
        assert told == f"Note: {words.removesuffix(' a,b')} does nothing without a terminal.\n"

    @pytest.mark.parametrize("words", OBEYED.replace("\n", "|").split("|"))
    def test_no_other_is(self, words: str, tmp_path: Path) -> None:
        done = run_here("klondike", "--seed", "42", *words.split(), stdin="c\n", cwd=tmp_path)
        assert done.returncode == 0 and b"Note" not in done.stderr

    def test_all_are_known_here(self) -> None:
        known = f"{OBEYED} {NOTED}".replace("|", " ").split()
        for name in games.NAMES:
            deciding = {option.name for option in deal_options(games.model(name))}
            playing = [one for one in play_options(name) if one.name not in deciding]
            assert {*by_flag(playing)} <= {*known}, "is it obeyed in a pipe?"

    @pytest.mark.parametrize(("words", "note"), [
        ("solve klondike --seed 3 --strict --cards words",
         "--strict and --cards words do nothing without --show"),
        ("solve klondike --seed 3 --json --show --no-large --color",
         "--show, --color and --no-large do nothing with --json"),
        ("solve klondike --seed 3 --show --large", "--large does nothing without a terminal"),
        ("review game.txt --json --color", "--color does nothing with --json"),
        ("replay game.txt --large", "--large does nothing without a terminal"),
        ("replay game.txt --large --continue", "--large does nothing without a terminal"),
    ])  # fmt: skip
    def test_other_commands_name_them(self, words: str, note: str, tmp_path: Path) -> None:
        (tmp_path / "game.txt").write_text("# cardgames klondike --seed 42 --no-undo\nc\nu\n")
        told = run_here(*words.split(), cwd=tmp_path).stderr.decode()
        assert [line for line in told.splitlines() if "Note" in line] == [f"Note: {note}."]

    def test_no_undo_counts_only_on_the_command_line(self) -> None:
        undo = {"stdin": "c\nundo\n"}
        obeyed = run_here("klondike", "--seed", "42", "--no-undo", **undo).stderr.decode()
        assert obeyed.startswith("Error: line 2: undo is off, by --no-undo")
        by_variable = run_here("klondike", "--seed", "42", **undo, CARDGAMES_KLONDIKE_UNDO="no")
        assert by_variable.stderr == b""
