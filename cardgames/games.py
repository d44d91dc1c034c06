"""The list of games. Nothing of a game is imported before it is picked.

The game NAME lives in the package `cardgames.NAME`: its model is the class TITLE in `game.py`,
its text player TITLEPlayer in `textplayer.py`, and its computer player, which gives the hints,
`strategy.py`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardgames.game import Game, Hint
    from cardgames.player import TextPlayer

    class Strategy(Protocol):
        """What a game's strategy module offers."""

        def hints(self, position: Game) -> Iterator[Hint]:
            """Moves worth making, the best first, from what the player to move can know."""


class Listing(NamedTuple):
    """A game as it stands in the list."""

    name: str
    title: str
    about: str


GAMES: Final = (
    Listing("canfield", "Canfield", "a patience: empty the reserve, build up the foundations"),
)


def listing(name: str) -> Listing:
    """The listing of the game called NAME; raises KeyError."""
    return {game.name: game for game in GAMES}[name]


def model(name: str) -> "type[Game]":
    """The model of the game called NAME."""
    module = import_module(f"cardgames.{name}.game")
    found: type[Game] = getattr(module, listing(name).title)
    return found


def text_player(name: str) -> "type[TextPlayer]":
    """The text player of the game called NAME."""
    module = import_module(f"cardgames.{name}.textplayer")
    found: type[TextPlayer] = getattr(module, f"{listing(name).title}Player")
    return found


def strategy(name: str) -> "Strategy":
    """The computer player of the game called NAME."""
    module: "Strategy" = import_module(f"cardgames.{name}.strategy")
    return module
