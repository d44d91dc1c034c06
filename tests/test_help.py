"""The command `help`: what it lists and shows, and the texts of its topics."""

import re
from pathlib import Path

import pytest

from cardgames import games
from cardgames.cli import menu as explaining
from cardgames.games.klondike.game import Klondike
from cardgames.main import cli
from cardgames.screen.look import fitted
from tests.docs import TOPICS, text_of
from tests.parts import LISTED
from tests.program import run_here
from tests.seated import answer, seated, type_lines

every_topic = pytest.mark.parametrize("file", TOPICS, ids=lambda file: file.stem)


def answered(*words: str) -> str:
    result = run_here("help", *words)
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout.decode()


class TestCommand:
    def test_it_lists_commands_and_topics(self) -> None:
        commands, topics = answered().split("\nTopics")
        assert all(f"\n  {name} " in commands for name in (*LISTED, "help", "simulate", "stats"))
        assert all(f"\n  {file.stem} " in topics for file in TOPICS)
        assert max(map(len, answered().splitlines())) <= 79
        assert "'cardgames help GAME' shows the rules of a game." in topics

    @pytest.mark.parametrize(("news", "said"), [
        (0, ":"), (1, ", then 'new':"), (2, ", then 'new' again and again:"),
        (3, ", then 'new' again and again:"),
    ])  # fmt: skip
    def test_the_options_say_how_the_game_is_dealt(self, news: int, said: str) -> None:
        player = seated(Klondike, 7)
        type_lines(player, *["new"] * news)
        told = answer(player, "options").splitlines()
        assert told[-2:] == [f"It is dealt by{said}", "  cardgames klondike --seed 7"]

    def test_move_as_in_a_game(self) -> None:
        assert answered("move") == answered("keys")

    @pytest.mark.parametrize(("game", "said", "missing"), [
        ("klondike", ("31, 3f, w4  ", "ace to foundation", "turn kd", "tabtab 3 1"), "cell"),
        ("spider", ("31  ", "tableau 3 to 1"), "foundation|waste|3f|6d f|\n *\n"),
        ("golf", ("3w  ", "tableau 3 to waste", "tabwst 3"), "foundation|tabtab|kc|q on k"),
        ("accordion", ("3 1  ",), "foundation|waste|31"),
    ])  # fmt: skip
    def test_how_moves_are_typed_fits_the_game(
        self, game: str, said: tuple[str, ...], missing: str
    ) -> None:
        told = answer(seated(games.model(game), 3), "help move")
        assert all(words in told for words in said) and not re.search(missing, told)
        assert max(map(len, told.splitlines())) <= 79

    @pytest.mark.parametrize("name", ["solve", "stats", "help", "replay"])
    def test_another_command_by_its_own_help(self, name: str) -> None:
        assert answered(name) == run_here(name, "--help").stdout.decode()

    @pytest.mark.parametrize(("word", "advice"), [
        ("lok", ": did you mean look?"), ("canfeild", ": did you mean canfield?"),
        ("zzzzzz", "; help lists the commands"),
    ])  # fmt: skip
    def test_what_it_does_not_know(self, word: str, advice: str) -> None:
        result = run_here("help", word)
        assert result.returncode == 2
        assert result.stderr.decode() == f"Error: no help on '{word}'{advice}\n"


def test_no_topic_has_the_name_of_a_game() -> None:
    """Its rules would hide it; a topic about a game is called 'GAME-...'."""
    assert not {file.stem for file in TOPICS} & {*LISTED}


@every_topic
class TestTopics:
    def test_the_first_line_says_what_it_is_about(self, file: Path) -> None:
        first, second, *_ = text_of(file).split("\n")
        assert second == "" and 20 < len(first) < 80 - len("  rummy-levels  ")
        assert not first.endswith(".")

    def test_it_fits_a_terminal(self, file: Path) -> None:
        assert max(map(len, text_of(file).splitlines())) <= 79
        assert max(map(len, fitted(text_of(file), 44).splitlines())) < 44

    def test_on_a_narrow_terminal_each_command_begins_a_line(self, file: Path) -> None:
        commands = re.compile(r"^    \$ \w+", re.MULTILINE)
        narrow = fitted(text_of(file), 60)
        assert commands.findall(narrow) == commands.findall(text_of(file))

    def test_what_it_refers_to_is_there(self, file: Path) -> None:
        known = explaining.explained(cli.make_context("cardgames", ["help"]))
        assert {*re.findall(r"'cardgames\s+help\s+([a-z0-9-]+)'", text_of(file))} <= {*known}
