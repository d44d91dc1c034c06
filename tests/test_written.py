"""What is written can be read: every line of a session's script, within the same bounds.

Sessions are played by legal moves and by commands with the least and the greatest values that
they take.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cardgames import games
from cardgames.cli.playing import read_setup
from cardgames.games.slap.options import LONGEST
from cardgames.model.cards import DECK
from cardgames.model.commands import Argument, Number, Several
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand
from cardgames.model.game import Move, Setup, seat_and_words
from cardgames.text.textplayer import TextPlayer
from tests.parts import SHARE, SHELF
from tests.samples import sample
from tests.seated import player_of, session_of
from tests.walks import every_game

pytestmark = pytest.mark.usefixtures("brief_hints")

UNTYPED = ("save", "load", "quit", "exit", "auto", "run")
"""Commands that leave the game, or end it before others are tried."""


def extremes(argument: Argument) -> list[Any]:
    """The least and the greatest value of an argument, or the first and the last one."""
    item = argument.item if isinstance(argument, Several) else argument
    if isinstance(item, Number):
        return [item.low, item.high]
    choices = list(item.values)
    return choices[:: max(1, len(choices) - 1)]


def typed(player: TextPlayer, random: Random) -> str:
    """A line that somebody may type: a legal move, or a command with extreme values."""

    def one_of(items: list[Any]) -> Any:
        return items[random.below(len(items))]

    if random.below(3) and (legal := list(player.legal_moves())):
        return str(one_of(legal))
    found = one_of([item for name, item in player.commands.all.items() if name not in UNTYPED])
    values = [one_of(extremes(a) or [""]) for a in found.arguments if random.below(3)]
    return " ".join([found.name, *map(str, values)])


def in_notation(player: TextPlayer, line: str) -> str:
    """What a line of a script means, in the notation."""
    if seat_and_words(line)[0]:
        return str(player.game.parse(line))
    found, values = player.commands.parse(line)
    return str(Move(found.name, values))


@pytest.mark.parametrize("name", SHARE)
@pytest.mark.parametrize("seed", range(sample(1, 4)))
def test_every_line_that_a_session_writes_can_be_read(name: str, seed: int, tmp_path: Path) -> None:
    """Check that the script of a session, saved in a file, leads to that session."""
    random = Random(seed)
    player = player_of(session_of(games.model(name), seed))
    for _ in range(sample(20, 80) if name in SHELF else sample(40, 80)):
        player.advance()
        with suppress(CardGameError):
            player.do(typed(player, random))
    player.advance()
    assert [in_notation(player, line) for line in player.session.log] == player.session.log
    player.save(str(tmp_path / "game"), "overwrite")
    again: TextPlayer = player_of(session_of(type(player.game), 99))
    again.load(str(tmp_path / "game"))
    assert again.game == player.game
    assert again.session.script() == player.session.script()


@every_game
def test_every_value_of_an_option_can_be_read(name: str) -> None:
    game = games.model(name)
    for declared in game.options_type.declared():
        for value in extremes(declared.metadata["argument"]):
            with suppress(InvalidCommand):  # if it does not go together with the others
                setup = Setup(game, game.options_type(**{declared.name: value}), 1)
                game.deal(DECK, setup.options)
                assert read_setup(f"# {setup.command_line()}") == setup


class TestTimes:
    """In Slap a script holds times; every one that a session writes is within the bounds."""

    def test_a_slap_just_after_the_computers_card(self) -> None:
        for ms in 501, 509, 510, 511:
            player = player_of(session_of(games.model("slap"), 3))
            for line in ("play", f"slap {ms}"):
                with suppress(IllegalMove):
                    player.do(line)
                player.advance()
            log = list(player.session.log)
            assert [in_notation(player, line) for line in log] == log
            assert log == ["play 500", "2: play 500", f"slap {max(10, ms - 500)}"]

    def test_a_person_at_a_terminal_may_come_back_after_a_night(self) -> None:
        player = player_of(session_of(games.model("slap")))
        player.console.interactive = player.console.timed = True
        player._moment = 8 * 60 * 60 * 1000
        player.do("play")
        assert player.session.log == [f"play {LONGEST}"]

    def test_a_pile_that_the_computer_wins_meanwhile_is_not_collected_for_it(self) -> None:
        deck = games.model("slap").read_deck("2C JD 3C")
        player = player_of(session_of(games.model("slap"), deck=deck[::-1]))
        player.do("play")
        with pytest.raises(IllegalMove, match="the computer collects its pile itself"):
            player.do("collect 1500")
        assert player.session.log == ["play 500", "2: play 500", "2: play 500"]
