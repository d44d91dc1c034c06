"""The deals of a simulation, as the command line describes them."""

from collections.abc import Mapping
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.simulation_options import simulation_options
from cardgames.model.cards import DECK
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.simulation.deals import Plan

LONGEST: Final = 1000
"""The greatest length of a command that is read, since Python takes long to split one."""


def chosen_plan(name: str, values: Mapping[str, Any]) -> Plan:
    """Return the plan for the game called NAME, with the values of its options and of others."""
    game, player = games.model(name), games.strategies(name)[values["strategy"]]
    chosen = options.chosen(game, values)
    return Plan(game, chosen, values["strategy"], player, values["seed"], values["games"])


def read_plan(command: str) -> Plan:
    """Return the plan of a COMMAND such as 'cardgames simulate clock --games 9'.

    Raises InvalidCommand.
    """
    name, words = _words(command)
    params = simulation_options(games.listing(name).strategies)
    params += options.game_options(games.model(name))
    reader = click.Command(name, params=params, add_help_option=False)
    try:
        plan = chosen_plan(name, reader.make_context(name, words).params)
        plan.game.deal(DECK, plan.options)  # which checks that the options agree
    except click.ClickException as error:
        raise InvalidCommand(f"{quoted(command)}: {error.format_message()}") from None
    return plan


def _words(command: str) -> tuple[str, list[str]]:
    """Return the name of the game in COMMAND, and the words that follow it."""
    from shlex import split

    try:
        words = split(command) if len(command) <= LONGEST else []
    except ValueError:
        words = []
    if words[:2] != ["cardgames", "simulate"] or not words[2:]:
        raise InvalidCommand(f"{quoted(command)} is not a command such as 'cardgames simulate ...'")
    if words[2] not in games.NAMES:
        raise InvalidCommand(f"{quoted(words[2])} is not one of the games")
    return words[2], words[3:]
