"""Words that are known elsewhere than where they are typed, and names that stand for no file."""

import os
from pathlib import Path

import pytest

from cardgames import games
from cardgames.main import cli
from cardgames.model.errors import closest
from tests.parts import NAMES
from tests.program import run, run_here
from tests.seated import player_of, session_of
from tests.walks import every_game

SHELL = sorted({*NAMES, *cli.modules})  # type: ignore[attr-defined]
"""All commands of the shell."""
REASON = "it is a pipe or a device, and only one in /dev/fd, /dev/stdin or /proc is read"
DECK = b" ".join(b"%c%c" % (rank, suit) for suit in b"CDHS" for rank in b"A23456789TJQK")


def told(game: str, *lines: str) -> list[str]:
    """What a script of LINES is told on standard error, without its number of the line."""
    errors = run_here(game, "--seed", "1", stdin="\n".join(lines)).stderr.decode()
    return [line.partition(": ")[2].partition(": ")[2] for line in errors.splitlines()]


class TestElsewhere:
    """In a game, words of the shell and of the menu are answered with what to do."""

    @every_game
    def test_every_command_of_the_shell(self, name: str) -> None:
        own = player_of(session_of(games.model(name))).commands
        words = [word for word in SHELL if own.get(word) is None]
        assert {"stats", "today", "config", "klondike", "resume"} - {name} <= {*words}
        listed = games.listing(name)
        for word, line in zip(words, told(name, *words), strict=True):
            typed = f"quit first, or type it in the shell: cardgames {word}"
            if word == "solve" and "solver" not in listed.strategies:
                assert line == f"there is no solver for {listed.title}: hint says what to do"
            else:
                assert line == f"'{word}' is not for this game: {typed}"

    def test_what_follows_them(self) -> None:
        lines = "STATS canfield", "klondike --draw 1", "menu", "help look", "h Klondike"
        typed = " stats canfield", " klondike --draw 1", "", " help look", " help Klondike"
        for found, words in zip(told("canfield", *lines), typed, strict=True):
            assert found.endswith(
                f"for this game: quit first, or type it in the shell: cardgames{words}"
            )

    def test_no_other_word_and_no_command_of_its_own(self) -> None:
        lines = "help xyzzy", "help menu", "xyzzy stats", "rules klondike"
        *others, own = told("canfield", *lines)
        assert own == "type rules alone"
        for word, found in zip(("xyzzy", "menu", "xyzzy"), others, strict=True):
            assert found == f"unknown command '{word}'; help lists the commands"


@pytest.mark.parametrize(("word", "names", "guess"), [
    *[("resume", "resfnd restart", ""), ("info", "undo", ""), ("log", "lo", "")],
    *[("hop", "op", ""), ("bold", "boil", ""), ("undp", "card undo", "undo")],
    *[("klondyek", "card klondike", "klondike"), ("rde", "card red tabtab", "red")],
])  # fmt: skip
def test_a_guess_has_one_slip_in_three_letters_and_two_in_six(
    word: str, names: str, guess: str
) -> None:
    assert closest(word, names.split()) == guess


@every_game
def test_a_greeting_is_answered_about_its_meaning(name: str) -> None:
    meaning = "is short for hint; type it like this: hint [N|all]"
    assert told(name, "hi there", "HI my friend") == [f"hi {meaning}", f"HI {meaning}"]
    assert told(name, "hint there", "hi 0") == [
        f"N must be a number of moves from 1 to 100, or 'all', not '{word}'"
        for word in ("there", "0")
    ]


class TestStandardInput:
    """The name - means standard input where a file is read as a whole, and is no file's name."""

    def test_a_script_and_a_deck_for_computers_are_read_from_it(self) -> None:
        script = "# cardgames clock --seed 3\nmove\n"
        assert b"7: 1/4" in run_here("replay", "-", stdin=script).stdout
        refused = run_here("replay", "-", "--continue", stdin=script)
        assert b"--continue reads standard input, as -" in refused.stderr
        words = ("clock", "--seed", "1", "--auto", "--deck")
        piped = run_here(*words, "-", stdin=b"# all\n" + DECK)
        assert piped.stdout == run_here(*words, DECK.decode()).stdout != b""

    def test_and_not_where_the_commands_come_from_it(self) -> None:
        refused = run_here("slap", "--deck", "-", stdin=DECK)
        assert refused.returncode == 2
        assert refused.stderr.decode().splitlines()[-1] == (
            "Error: Invalid value for '--deck': that is standard input, from which the commands"
            " come: give a file, or --auto"
        )

    def test_a_deck_is_solved_from_it(self) -> None:
        words = ("solve", "klondike", "--limit", "1", "--json", "--deck")
        found, named = (run_here(*words, deck, stdin=DECK) for deck in ("-", DECK.decode()))
        assert found.returncode == named.returncode
        assert found.stdout.partition(b'"seconds"')[0] == named.stdout.partition(b'"seconds"')[0]
        broken = run_here(*words, "-", stdin="foo")
        assert b"Error: Invalid value for '--deck': 'foo' is not a card" in broken.stderr

    def test_no_file_is_called_so(self, tmp_path: Path) -> None:
        why = "-: it means standard input or output, and './-' the file of that name"
        piped = run_here("clock", "--seed", "1", stdin="save -\nload -\nsave ./-", cwd=tmp_path)
        errors = [f"line 1: cannot write {why}", f"line 2: cannot read {why}"]
        assert piped.stderr.decode() == "".join(f"Error: {error}\n" for error in errors)
        assert os.listdir(tmp_path) == ["-"]
        recorded = run_here("clock", "--record", "-", "--record-over", cwd=tmp_path)
        assert recorded.returncode == 2
        assert recorded.stderr.decode() == f"Error: cannot write {why}\n"


class TestPipesAndDevices:
    """A pipe by a name of its own may never end; one that the shell hands over is read."""

    READING = (
        "canfield --deck {}",
        "solve klondike --deck {}",
        "replay {}",
        "review {}",
        "solve klondike {}",
        "merge {}",
        "diary --import {}",
    )

    @pytest.mark.parametrize("words", READING)
    def test_they_are_refused(self, words: str, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "link").symlink_to("pipe")
        diary = str(tmp_path / "diary")
        for name in ("pipe", "link", "/dev/zero"):
            typed = words.format(name).split()
            found = run_here(*typed, cwd=tmp_path, CARDGAMES_RESULTS=diary)
            assert found.returncode == 2 and f"{name}: {REASON}\n" in found.stderr.decode()
        piped = run_here("clock", stdin="load pipe", cwd=tmp_path)
        assert piped.stderr.decode().count(REASON) == 1

    @pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd", "/dev/../dev/fd"])
    def test_what_the_shell_hands_over_is_read(self, folder: str) -> None:
        for words, text in (
            ("clock --auto --deck {}", DECK), ("replay {}", b"# cardgames clock --seed 3\nmove\n"),
            ("solve klondike --limit 1 {}", b"# cardgames klondike --seed 3\n"),
        ):  # fmt: skip
            reading, writing = os.pipe()
            os.write(writing, text)
            os.close(writing)
            try:
                found = run_here(*words.format(f"{folder}/{reading}").split())
            finally:
                os.close(reading)
            assert found.stdout and REASON not in found.stderr.decode()


def test_without_docstrings_the_help_says_so_once() -> None:
    reason = "Python leaves help out here: it runs with -OO, or PYTHONOPTIMIZE=2."
    for words, stdin in ((("stats", "--help"), ""), (("clock", "--no-color"), "help")):
        piped = run(*words, stdin=stdin, PYTHONOPTIMIZE="2")
        assert piped.stdout.decode().count(reason) == 1
        assert reason.encode() not in run_here(*words, stdin=stdin).stdout
