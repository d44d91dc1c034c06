"""Sessions and text players for tests, without a screen."""

from typing import Any

from cardgames.cli.header import SCRIPTS
from cardgames.cli.seating import new_session, text_player
from cardgames.model.cards import Pile
from cardgames.model.game import Game, Setup
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.look import Look
from cardgames.text.textplayer import TextPlayer


class Memory(Console):
    """A console that remembers what it is told."""

    quiet = False

    def __init__(self) -> None:
        super().__init__()
        self.said = ""

    def say(self, text: str) -> None:
        self.said += text

    note = say


def session_of(
    game: type[Game], seed: int = 1, deck: Pile | None = None, **options: Any
) -> Session:
    """A session of GAME with these options."""
    return new_session(Setup(game, game.options_type(**options), seed, deck))


def player_of(session: Session, console: Console | None = None) -> Any:
    """The text player of a session, at CONSOLE or without anybody who looks."""
    found: type[TextPlayer] = text_player(session.game.name)
    return found(session, console or Console(), Look(), SCRIPTS)


def type_lines(player: TextPlayer, *lines: str) -> None:
    """Type LINES, and let happen what follows each of them."""
    for line in lines:
        player.do(line)
        player.go_on()
