"""Setting up a game in words, where a person begins it at a terminal and no option says how."""

import sys
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.seating import columns, text_player
from cardgames.model.cards import DECK
from cardgames.model.errors import CardGameError, printable
from cardgames.text.console import is_terminal
from cardgames.text.wording import COLUMNS, fitted

USUAL: Final = "play"
"""What Enter alone means."""
LEAVE: Final = ("q", "quit", "exit", "bye")
HELP: Final = ("h", "help", "?")
GIVEN: Final = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
"""Where the value of an option that was typed comes from, perhaps by way of a variant."""


def set_up(ctx: click.Context, values: dict[str, Any]) -> dict[str, Any]:
    """Return the VALUES of a game's options, with those that a person names who is asked.

    Raises click's Exit if the person leaves.
    """
    offer = text_player(str(ctx.command.name)).offer
    if offer is None or values["auto"] is not None or not _is_open(ctx):
        return values
    from cardgames.text.terminal import TerminalConsole

    console = TerminalConsole(lambda before, start: [])
    console.say(fitted(offer.question, columns()))
    while (line := console.read(offer.prompt, USUAL) or LEAVE[0]).lower() not in LEAVE:
        if line.lower() in HELP:
            console.say(fitted(offer.help, columns()))
            continue
        try:
            return values | _meant(ctx, offer.options(line))
        except click.exceptions.Exit:  # after the help of the command
            continue
        except (click.ClickException, CardGameError) as error:
            told = error.format_message() if isinstance(error, click.ClickException) else str(error)
            console.note(fitted(f"Error: {printable(told)}\n", min(columns(), COLUMNS - 1)))
    raise click.exceptions.Exit(0)


def _is_open(ctx: click.Context) -> bool:
    """Does a person sit at a terminal, and has nothing decided yet what is dealt?"""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return False
    deciding = options.deal_options(games.model(str(ctx.command.name)))
    sources = [ctx.get_parameter_source(str(param.name)) for param in deciding]
    return all(source in (None, ParameterSource.DEFAULT) for source in sources)


def _meant(ctx: click.Context, words: list[str]) -> dict[str, Any]:
    """Return the values that WORDS give to options; raises ClickException, or CardGameError."""
    game = games.model(str(ctx.command.name))
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        sources = {name: typed.get_parameter_source(name) for name in typed.params}
        given = {name: typed.params[name] for name, source in sources.items() if source in GIVEN}
    game.deal(DECK, options.chosen(game, typed.params))  # which checks that the options agree
    return given
