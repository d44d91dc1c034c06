"""What a game is made of: each part that is missing fails a test, which says what to make.

A new game is a line in the list of `cardgames/games/__init__.py`; run the tests after that, and
do what they say.
"""

import re
from collections.abc import Callable
from time import process_time

import pytest

from cardgames import games
from cardgames.model.commands import Command, Commands
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import help_text
from tests.parts import NAMES, PARTS, SHARE
from tests.transcripts import scripts
from tests.walks import Case, positions

LONG = 0.1
"""The time for which a computer may think in tests, in seconds of the processor."""
WIDTH, HEIGHT = 79, 23
"""The columns and lines of a terminal that a text may fill."""

every_game = pytest.mark.parametrize("name", NAMES)


@pytest.mark.parametrize(("name", "check"), PARTS, ids=lambda part: getattr(part, "__name__", part))
def test_the_game_has_its(name: str, check: Callable[[str], None]) -> None:
    check(name)


def commands_of(name: str) -> Commands:
    return Commands(games.model(name), games.player(name))


def words_of(item: Command) -> tuple[str, ...]:
    return (item.name, *item.shorts)


class TestCommands:
    @every_game
    def test_no_two_have_the_same_word(self, name: str) -> None:
        words = [word for item in commands_of(name).all.values() for word in words_of(item)]
        twice = sorted({word for word in words if words.count(word) > 1})
        assert not twice, f"several commands of {name} are called {', '.join(twice)}"

    @every_game
    def test_each_says_in_a_line_what_it_does(self, name: str) -> None:
        for item in commands_of(name).all.values():
            assert item.summary.endswith("."), (
                f"the docstring of '{item.name}' must begin with a line that says what it does"
            )

    @every_game
    def test_the_help_fits_a_terminal(self, name: str) -> None:
        text = help_text(commands_of(name), Commands(TextPlayer), games.player(name).short_forms)
        lines = text.splitlines()
        wide = [line for line in lines if len(line) > WIDTH]
        assert not wide, "shorten the first lines of the docstrings of these commands"
        assert len(lines) <= HEIGHT, f"the help of {name} has {len(lines)} lines of {HEIGHT}"


@pytest.mark.usefixtures("brief_hints")
@pytest.mark.parametrize("name", SHARE)
def test_computers_take_little_time_in_tests(name: str) -> None:
    """Each is asked thousands of times; what they do is no worse for being brief."""
    game = games.model(name)
    places = positions(Case(game, game.options_type()), count=1, moves=40)[::16]
    for called in games.strategies(name):
        computer = games.computer(name, called)
        asked = [place.game for place in places if place.legal]
        begun = process_time()
        for position in asked:
            computer.choose(position, None)
        seconds = (process_time() - begun) / max(1, len(asked))
        assert seconds < LONG, f"have '{called}' look less far in tests/seated.py"


class TestTranscripts:
    @every_game
    def test_they_use_every_command(self, name: str) -> None:
        texts = [path.read_text("utf-8", "replace") for path in scripts(name)]
        typed = {word.lower() for text in texts for word in re.findall(r"^\S+", text, re.MULTILINE)}
        commands = commands_of(name).all.values()
        unused = sorted(item.name for item in commands if not typed & set(words_of(item)))
        assert not unused, f"no transcript in transcripts/{name}/ uses {', '.join(unused)}"

    @every_game
    def test_a_move_is_refused(self, name: str) -> None:
        shown = "".join(path.with_suffix(".out").read_text("utf-8") for path in scripts(name))
        typed = set(re.findall(r"> ([a-z]+)\b.*\nError: ", shown))
        moves = games.model(name).commands.all.values()
        assert typed & {word for item in moves for word in words_of(item)}, (
            f"no transcript in transcripts/{name}/ breaks a rule of the game: make refusals.in"
        )
