"""The list of games. The modules of a game are imported only when it is picked.

The code of the game NAME is in the package `cardgames.games.NAME`: its model is the class TITLE in
`game.py`, its text player is TITLEPlayer in `textplayer.py`, and its computer players are in the
dictionary STRATEGIES in `strategy.py`; the one called 'hint' gives the hints.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Final, NamedTuple

from cardgames.model.game import Game
from cardgames.model.strategy import Strategy


class Listing(NamedTuple):
    """A game's entry in the list."""

    name: str
    title: str
    about: str
    strategies: tuple[str, ...] = ("hint",)
    """The names of its computer players; the first is the default of simulations.

    A player that knows every card is called 'solver'.
    """


GAMES: Final = (
    Listing(
        "canfield",
        "Canfield",
        "a patience: empty the reserve, build up foundations",
        ("quick", "fair", "solver", "hint"),
    ),
    Listing("clock", "Clock", "a patience: each card to its hour, as luck has it"),
    Listing(
        "klondike",
        "Klondike",
        "the best known patience: turn up every card",
        ("quick", "fair", "solver", "hint"),
    ),
    Listing(
        "mod10",
        "Mod10",
        "a patience: three cards that make 10, 20 or 30",
        ("hint", "greedy"),
    ),
    Listing("slap", "Slap", "an Egyptian rat screw: slap the pairs first"),
    Listing("rummy", "Rummy", "melds of runs and groups, for two to six"),
)

NAMES: Final = tuple([game.name for game in GAMES])
"""The names of the games, as they are typed."""


def listing(name: str) -> Listing:
    """Return the listing of the game called NAME; raises KeyError."""
    return {game.name: game for game in GAMES}[name]


def model(name: str) -> type[Game]:
    """Return the model of the game called NAME; raises KeyError."""
    title = listing(name).title
    found: type[Game] = getattr(import_module(f"{__name__}.{name}.game"), title)
    return found


def strategies(name: str) -> Mapping[str, type[Strategy]]:
    """Return the computer players of the game called NAME, by their names."""
    found: Mapping[str, type[Strategy]] = import_module(f"{__name__}.{name}.strategy").STRATEGIES
    return found


def computer(name: str, strategy: str) -> Strategy:
    """Return a new computer player for the game called NAME; STRATEGY is the player's name."""
    return strategies(name)[strategy]()
