"""What ends the program from outside, at each kind of prompt: the terminal is left as it was."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from cardgames.play.session import uninterrupted
from tests.program import PROGRAM, ROOT, environment
from tests.samples import sample
from tests.test_terminal import COOKED, Terminal, modes, wait_for_keys


class Started(Terminal):
    """The program as it is installed, in a new process, which ends as Python ends it."""

    program = PROGRAM


SEED = ("--seed", "101001")

PROMPTS = {
    "game": (["canfield", *SEED], "", "> "),
    "question": (["clock", "--seed", "5"], "run\n", "Another game? [y/N] "),
    "setup": (["slap"], "", "slow'> "),
    "menu": ([], "", "Number or name> "),
    "Slap": (["slap", "--seed", "1"], "", "[:] command > "),
    "pause": (["rummy", "--humans", "2", *SEED], "", "press Enter"),
    "dumb": (["canfield", *SEED, "--scroll"], "", "> "),
}
"""How to come to each kind of prompt, and what shows there."""

WAYS = ("SIGTERM", "SIGHUP", "SIGQUIT", "Ctrl-\\")
ENDS = [
    *(("game", way) for way in sample(("Ctrl-\\",), WAYS)),
    *(("Slap", way) for way in sample(("SIGTERM",), WAYS[:3])),
    *(("question", "SIGHUP"), ("pause", "SIGQUIT"), ("dumb", "SIGTERM")),
    *sample((), (("menu", "SIGHUP"),)),
]


@pytest.fixture(autouse=True)
def no_core_files() -> Iterator[None]:
    limits = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, limits)


def test_the_terminal_is_left_as_it_was(opened: list[Terminal]) -> None:
    """All of them run at the same time."""
    for prompt, _ in ENDS:
        arguments, typed, _ = PROMPTS[prompt]
        opened.append(Started(*arguments, TERM="dumb" if prompt == "dumb" else "xterm"))
        opened[-1].type(typed)
    for terminal, (prompt, _) in zip(opened, ENDS):
        terminal.see(PROMPTS[prompt][2])
    for terminal, (prompt, way) in zip(opened, ENDS):
        if prompt != "dumb":
            wait_for_keys(terminal)
        if way == "Ctrl-\\":
            terminal.type("\x1c")
        else:
            os.kill(terminal.process, getattr(signal, way))
    for terminal, (prompt, way) in zip(opened, ENDS):
        number = getattr(signal, way.replace("Ctrl-\\", "SIGQUIT"))
        assert (terminal.end(), prompt, way) == (-number, prompt, way)
        assert (modes(terminal), prompt, way) == (COOKED, prompt, way)
        assert "Traceback" not in terminal.output


BEGUN, ENDED = "\x1b[200~", "\x1b[201~"
PASTES: Sequence[tuple[str, str, str | int]] = [
    *(("game", f"card{BEGUN}", way) for way in ("\x03", "\x04", signal.SIGTERM, signal.SIGHUP)),
    ("game", f"{BEGUN}card", "\x03"),
    ("game", f"{BEGUN}card{ENDED}", signal.SIGTERM),
    *((prompt, f"card{BEGUN}", "\x03") for prompt in ("setup", "menu")),
    ("menu", f"card{BEGUN}", signal.SIGHUP),
][:: sample(2, 1)]


def test_a_paste_that_never_ends_leaves_the_prompt_its_ears(opened: list[Terminal]) -> None:
    for prompt, _, _ in PASTES:
        opened.append(Terminal(*PROMPTS[prompt][0]))
    for terminal, (prompt, pasted, _) in zip(opened, PASTES):
        terminal.see(PROMPTS[prompt][2])
        terminal.type(pasted)
    for terminal in opened:
        terminal.see("card")
    for terminal in opened:
        terminal.rest()  # until it has read the mark behind it, too
    for terminal, (_, _, way) in zip(opened, PASTES):
        terminal.type("\x03") if isinstance(way, str) else os.kill(terminal.process, way)
    for terminal, (_, _, way) in zip(opened, PASTES):
        if isinstance(way, str):
            terminal.see("again leaves", "> ")
            wait_for_keys(terminal)
            terminal.type(way)
    for terminal, case in zip(opened, PASTES):
        status = case[2] if isinstance(case[2], int) else -130 * (case[2] == "\x03")
        assert (case, terminal.end(), modes(terminal)) == (case, -status, COOKED)


def test_a_marked_paste_arrives_whole(opened: list[Terminal]) -> None:
    opened.append(Terminal("canfield", *SEED, "--scroll", "--no-color"))
    opened[0].see("> ")
    opened[0].type("\x1b[200~card\ncard\nsco\x1b[201~re\n", "2 moves.")


def test_a_signal_at_any_moment_of_a_line_leaves_the_terminal_as_it_was(
    opened: list[Terminal],
) -> None:
    """Also just after the last key of the line, when the modes are set back."""
    delays = [delay / 1000 for delay in sample((2,), (*range(6), 8, 12, 16, 20))]
    cases = [(way, delay) for way in ("STOP", "CONT", "WINCH", "TERM", "HUP") for delay in delays]
    for _ in cases:
        opened.append(Terminal("canfield", *SEED, "--no-color"))
    for terminal, (way, delay) in zip(opened, cases):
        terminal.see("> ")
        wait_for_keys(terminal)
        if way == "STOP":
            os.kill(terminal.process, signal.SIGSTOP)
            os.waitpid(terminal.process, os.WUNTRACED)
            os.kill(terminal.process, signal.SIGCONT)
            time.sleep(delay)
            terminal.type("bye\n")
        else:
            terminal.type("card\n" if way in ("TERM", "HUP") else "bye\n")
            time.sleep(delay)
            os.kill(terminal.process, getattr(signal, f"SIG{way}"))
    for terminal, case in zip(opened, cases):
        expected = -getattr(signal, f"SIG{case[0]}") if case[0] in ("TERM", "HUP") else 0
        assert (terminal.end(), modes(terminal), case) == (expected, COOKED, case)
        assert "Traceback" not in terminal.output


def test_two_signals_come_at_one_moment(opened: list[Terminal]) -> None:
    """The handler of the second runs while the exception of Ctrl-C is under way."""
    seconds = signal.SIGCONT, signal.SIGALRM, signal.SIGTERM
    for second in seconds:
        opened.append(Terminal("canfield", *SEED, "--no-color"))
        opened[-1].see("> ")
        wait_for_keys(opened[-1])
        os.kill(opened[-1].process, signal.SIGSTOP)
        os.waitpid(opened[-1].process, os.WUNTRACED)
        for number in (signal.SIGINT, second, signal.SIGCONT):
            os.kill(opened[-1].process, number)
    for terminal, second in zip(opened, seconds):
        if second != signal.SIGTERM:
            terminal.see("Ctrl-C again leaves", "> ")
            terminal.type("exit\n")
        assert terminal.end() == (-second if second == signal.SIGTERM else 0), second


def test_signals_that_draw_the_screen_come_while_it_is_drawn(opened: list[Terminal]) -> None:
    opened.append(Terminal("canfield", *SEED, "--no-color"))
    opened[0].see("> ")
    wait_for_keys(opened[0])
    for number in range(400):
        if number % 20 == 0:
            opened[0].type("\x0c")  # Ctrl-L, which draws it, too
        os.kill(opened[0].process, signal.SIGCONT)
        time.sleep(0.0005)
    opened[0].type("exit\n")
    assert opened[0].end() == 0


def test_a_closed_terminal_leaves_all_that_was_played(
    opened: list[Terminal], tmp_path: Path
) -> None:
    for game in ("canfield", "slap"):
        record, state = str(tmp_path / game), str(tmp_path / "state")
        opened.append(Started(game, *SEED, "--record", record, XDG_STATE_HOME=state))
        opened[-1].see("> ")
        opened[-1].type("card\n" if game == "canfield" else " ")
        opened[-1].see("waste 3" if game == "canfield" else "You play")
    for terminal in opened:
        os.close(terminal.screen)
        terminal.screen = os.open(os.devnull, os.O_RDONLY)
        assert terminal.end() == -signal.SIGHUP
    for game, played in (("canfield", "card"), ("slap", "play")):
        assert f"\n{played}" in (tmp_path / game).read_text()
    assert not [*tmp_path.rglob("fault.txt")]  # the terminal also wakes whom it hangs up on


def test_the_tests_pass_where_signals_are_ignored() -> None:
    """As with `nohup make check &`: the programs that tests start end by signals all the same."""
    test = f"{__file__}::{test_a_closed_terminal_leaves_all_that_was_played.__name__}"
    run_it = 'trap \'\' INT HUP QUIT; exec "$0" -m pytest -p no:cacheprovider "$1"'
    command = ["bash", "-c", run_it, sys.executable, test]
    result = subprocess.run(command, capture_output=True, cwd=ROOT)
    assert result.returncode == 0, result.stdout.decode(errors="replace")


def test_where_termios_is_missing_lines_are_typed(opened: list[Terminal]) -> None:
    """And where nothing can be waited for until a time, Slap goes by the times of a script."""
    without = "import sys; sys.modules['termios'] = sys.modules['tty'] = None; "
    nowhere = (
        "import cardgames.screen.keyboard as k\n"
        "def select(*_): raise OSError(10038, 'not a socket')\n"
        "k.select, k.WAITS = select, False\n"
    )
    game = ("slap", "--seed", "3", "--cards", "ascii", "--no-color")
    for words in (without, f"{without}\n{nowhere}"):
        opened.append(Python("-c", f"{words}\nfrom cardgames.__main__ import run; run()", *game))
    for slap, answer in zip(opened, ("the time is measured here", "The computer plays")):
        slap.answer("play", "You play")
        slap.type("slap 280\n", answer)
        slap.type("exit\n")
        assert slap.end() == 0 and "Traceback" not in slap.output


class Python(Terminal):
    program = sys.executable


def python(lines: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", dedent(lines), "canfield"]
    nothing = subprocess.DEVNULL
    return subprocess.run(command, stdin=nothing, capture_output=True, env=environment())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_exception_that_is_lost_in_a_callback_is_raised_again(number: signal.Signals) -> None:
    """As in those of the import system; Python would show a traceback, and go on.

    The alarm may ring early, while the process is held up after it has set the alarm.
    """
    result = python(f"""
        import os, time, weakref
        import cardgames.main
        from cardgames.__main__ import run, signal
        class Object: pass
        def held_up(*words, set=signal.setitimer):
            signal.setitimer = set
            set(*words)
            time.sleep(0.03)
        signal.setitimer = held_up
        def main():
            thing = Object()
            reference = weakref.ref(thing, lambda _: os.kill(os.getpid(), {int(number)}))
            del thing
            while True:  # not one long sleep: an alarm just before it would not end it
                time.sleep(0.1)
        cardgames.main.main = main
        run()
    """)
    expected = 130 if number == signal.SIGINT else -number
    assert (result.returncode, result.stderr) == (expected, b"")


def test_a_signal_just_before_it_is_delayed_leaves_no_signal_blocked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python calls its handler in `pthread_sigmask`; blocked, no signal would end the program."""
    block = signal.pthread_sigmask

    def late(how: int, which: Collection[int]) -> set[int]:
        before = block(how, which)
        if how == signal.SIG_BLOCK and which:
            raise SystemExit
        return before

    monkeypatch.setattr(signal, "pthread_sigmask", late)
    with pytest.raises(SystemExit), uninterrupted():
        raise AssertionError
    assert block(signal.SIG_SETMASK, ()) == set()


LOADED = ["click", "cardgames.main", "cardgames.text.textplayer"]


class TestCtrlC:
    @pytest.mark.parametrize("module", sample(["click"], LOADED))
    def test_while_the_program_is_loaded_it_ends_without_a_word(self, module: str) -> None:
        result = python(f"""
            import os, signal, sys
            class Press:
                def find_spec(self, name, *_):
                    if name == {module!r}:
                        os.kill(os.getpid(), signal.SIGINT)
            sys.meta_path.insert(0, Press())
            from cardgames.__main__ import run
            run()
        """)
        assert (result.returncode, result.stderr.strip()) == (130, b"")

    def test_before_its_first_line_it_ends_without_a_word(self, tmp_path: Path) -> None:
        """The module is loaded by a script of this name, as pip makes it."""
        script = tmp_path / "cardgames"
        interrupt = "os.kill(os.getpid(), signal.SIGINT)"
        script.write_text(f"import os, signal, cardgames.__main__ as it\n{interrupt}\nit.run()\n")
        command = [sys.executable, script]
        result = subprocess.run(command, capture_output=True, env=environment(), check=False)
        assert (result.returncode, result.stderr) == (130, b"")

    def test_what_was_ignored_stays_so(self) -> None:
        """As in the background of a shell, or with nohup."""
        process = subprocess.Popen(
            ["bash", "-c", 'trap "" INT HUP; exec "$0" canfield', PROGRAM],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
        )  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        for number in (signal.SIGINT, signal.SIGHUP):
            process.send_signal(number)
        process.communicate(b"exit\n", timeout=60)
        assert process.returncode == 0
