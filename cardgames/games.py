"""The list of games. Nothing of a game is imported before it is picked.

The game NAME lives in the package `cardgames.NAME`: its model is the class TITLE in `game.py`,
its text player TITLEPlayer in `textplayer.py`, and its computer players are the STRATEGIES in
`strategy.py`, of which the one called 'hint' gives the hints.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardgames.game import Game
    from cardgames.strategy import Strategy
    from cardgames.textplayer import TextPlayer


class Listing(NamedTuple):
    """A game as it stands in the list."""

    name: str
    title: str
    about: str
    strategies: tuple[str, ...] = ("hint",)
    """The names of its computer players."""


GAMES: Final = (
    Listing("canfield", "Canfield", "a patience: empty the reserve, build up the foundations"),
    Listing("clock", "Clock", "a patience: bring each card to its hour, as luck has it"),
    Listing(
        "mod10",
        "Mod10",
        "a patience: pick up three cards that make 10, 20 or 30",
        ("hint", "greedy"),
    ),
    Listing("slap", "Slap", "an Egyptian rat screw: slap the pairs before the computer does"),
    Listing("rummy", "Rummy", "melds of runs and groups, for two to six, with computers"),
)


def listing(name: str) -> Listing:
    """The listing of the game called NAME; raises KeyError."""
    return {game.name: game for game in GAMES}[name]


def model(name: str) -> "type[Game]":
    """The model of the game called NAME; raises KeyError."""
    title = listing(name).title
    found: type[Game] = getattr(import_module(f"cardgames.{name}.game"), title)
    return found


def text_player(name: str) -> "type[TextPlayer]":
    """The text player of the game called NAME."""
    title = listing(name).title
    found: type[TextPlayer] = getattr(
        import_module(f"cardgames.{name}.textplayer"), f"{title}Player"
    )
    return found


def strategies(name: str) -> "Mapping[str, type[Strategy]]":
    """The computer players of the game called NAME, by their names."""
    module = import_module(f"cardgames.{name}.strategy")
    found: Mapping[str, type[Strategy]] = module.STRATEGIES
    return found
