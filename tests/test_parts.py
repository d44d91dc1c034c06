"""What a game is made of: each part that is missing fails a test, which says what to make.

A new game is a line in the list of `cardgames/games/__init__.py`; run the tests after that, and
do what they say.
"""

import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest

from cardgames import games
from cardgames.cli.dealing import read_setup
from cardgames.cli.playing import new_session, text_player
from cardgames.model.commands import Command, Commands
from cardgames.model.errors import CardGameError, IllegalMove
from cardgames.model.game import Game
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import help_text
from tests.parts import NAMES, PARTS, missing
from tests.seated import player_of
from tests.transcripts import scripts
from tests.walks import Case, positions

LONG = 0.1
"""The time for which a computer may think in tests, in seconds of the processor."""
WIDTH, HEIGHT = 79, 23
"""The columns and lines of a terminal that a text may fill."""

every_game = pytest.mark.parametrize("name", NAMES)


@pytest.mark.parametrize(("name", "check"), PARTS, ids=lambda part: getattr(part, "__name__", part))
def test_the_game_has_its(name: str, check: Callable[[str], None]) -> None:
    for what in missing(name, [check]):
        pytest.fail(what, pytrace=False)


def test_the_list_has_games_that_can_be_played() -> None:
    assert NAMES


def commands_of(name: str) -> Commands:
    """All commands of a game."""
    return Commands(games.model(name), text_player(name))


def words_of(item: Command) -> tuple[str, ...]:
    """The name of a command, and its short forms."""
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
                f"the docstring of the command '{item.name}' must begin with a line that says "
                f"what it does, with a full stop at its end; it is {item.summary!r}"
            )

    @every_game
    def test_the_help_fits_a_terminal(self, name: str) -> None:
        text = help_text(commands_of(name), Commands(TextPlayer), text_player(name).short_forms)
        lines = text.splitlines()
        wide = [f"'{said(line)}' takes {len(line)}" for line in lines if len(line) > WIDTH]
        assert not wide, (
            f"the help of {name} is too wide: {', '.join(wide)} of {WIDTH} columns; shorten the "
            f"first line of its docstring"
        )
        assert len(lines) <= HEIGHT, f"the help of {name} has {len(lines)} lines of {HEIGHT}"


class TestComputers:
    @pytest.mark.usefixtures("brief_hints")
    @every_game
    def test_they_take_little_time_in_tests(self, name: str) -> None:
        """Each is asked thousands of times; what they do is no worse for being brief."""
        game = games.model(name)
        places = positions(Case(game, game.options_type()), count=1, moves=40)[::8]
        for called in games.strategies(name):
            computer = games.computer(name, called)
            asked = [place.game for place in places if place.legal]
            begun = process_time()
            for position in asked:
                computer.choose(position, None)
            seconds = (process_time() - begun) / max(1, len(asked))
            assert seconds < LONG, (
                f"the computer '{called}' of {name} thinks for {seconds:.2f} s: have it look less "
                "far in tests, by a line in tests/seated.py: brief_computers"
            )


def said(line: str) -> str:
    """The command that a line of the help explains."""
    return re.split(r"  +", line.strip())[0]


class TestTranscripts:
    @every_game
    def test_they_use_every_command(self, name: str) -> None:
        typed = {line.split(maxsplit=1)[0].lower() for line in lines_of(name) if line.strip()}
        commands = commands_of(name).all.values()
        unused = sorted(item.name for item in commands if not typed & set(words_of(item)))
        assert not unused, f"no transcript in transcripts/{name}/ uses {', '.join(unused)}"

    @every_game
    def test_a_move_is_refused_with_the_rule_that_forbids_it(self, name: str) -> None:
        assert any(is_by_a_rule(error) for error in refusals(name)), (
            f"no transcript in transcripts/{name}/ breaks a rule of the game: make refusals.in, "
            f"with moves that {games.listing(name).title} answers by an IllegalMove"
        )


def lines_of(name: str) -> Iterator[str]:
    """Every line of every transcript of a game."""
    for path in scripts(name):
        yield from path.read_text(encoding="utf-8", errors="replace").splitlines()


def refusals(name: str) -> Iterator[IllegalMove]:
    """What is refused when a player types the transcripts of a game in which 'Error:' stands."""
    for path in sorted(scripts(name), key=lambda path: "refus" not in path.stem):
        expected = path.with_suffix(".out")
        if not expected.exists() or "\nError: " in expected.read_text(encoding="utf-8"):
            yield from refusals_in(path)


def refusals_in(path: Path) -> Iterator[IllegalMove]:
    """What is refused of the moves in a transcript."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    try:
        player = player_of(new_session(read_setup(lines[0])))
    except CardGameError:
        return  # its deck stands in a file beside it
    for line in lines:
        if line.strip() and not line.startswith("#") and is_move(player, line):
            try:
                player.do(line.strip())
            except IllegalMove as error:
                yield error
            except CardGameError:
                continue


def is_move(player: TextPlayer, line: str) -> bool:
    """Does LINE begin with the word of a move?"""
    word = line.split()[0].lower()
    return any(word in words_of(item) for item in player.game.commands.all.values())


def is_by_a_rule(error: IllegalMove) -> bool:
    """Was the error raised by the rules of a game, not by its table or by what all games share?"""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    module = frame.f_globals["__name__"]
    inside = module.startswith(("cardgames.games.", "cardgames.model.", "cardgames.patience."))
    at_table = module.endswith(".textplayer")
    return inside and not at_table and frame.f_code is not Game.apply.__code__
