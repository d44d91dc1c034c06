"""Playing one game, as the options of the command line ask for it."""

from collections.abc import Mapping
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.seating import columns, new_session, played, seated, text_player
from cardgames.model.cards import DECK
from cardgames.model.errors import CardGameError, printable
from cardgames.model.game import Setup
from cardgames.play.recording import Recorder
from cardgames.play.session import Session
from cardgames.text.console import PipeConsole, at_terminal
from cardgames.text.textplayer import LEAVES
from cardgames.text.view import Offer
from cardgames.text.wording import COLUMNS, fitted

USUAL: Final = "play"
"""What Enter alone means."""
LEAVE: Final = ("q", "quit", "exit", "bye")
HELP: Final = ("h", "help", "?")
GIVEN: Final = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
"""Where the value of an option that was typed comes from, perhaps by way of a variant."""


def play(setup: Setup, values: Mapping[str, Any], told: str = "") -> int:
    """Play a game of SETUP, with lines TOLD before it; return the exit status."""
    session, computer = new_session(setup), values["auto"]
    kept = computer is None and at_terminal()
    player = seated(session, values, keeper=_keeper(session, values) if kept else None)
    player.screen.remark(told)
    return played(player) if computer is None else player.finish(computer)


def _keeper(session: Session, values: Mapping[str, Any]) -> Recorder | None:
    """Return who keeps the game of SESSION from one evening to the next, if it is to be kept."""
    from cardgames.cli.keeping import keeper

    return keeper(session, values["journal"])


def set_up(ctx: click.Context, values: dict[str, Any]) -> dict[str, Any]:
    """Return the VALUES of a game's options, with those that a person names who is asked.

    Raises click's Exit if the person leaves.
    """
    offer = text_player(str(ctx.command.name)).offer
    if offer is None or values["auto"] is not None or not _is_open(ctx):
        return values
    console = _console(offer)
    console.say(fitted(offer.question, columns()))
    while (line := _typed(console, offer.prompt)).lower() not in LEAVE:
        if line.lower() in HELP:
            console.say(fitted(offer.help, columns()))
            continue
        try:
            return values | _meant(ctx, offer.options(line))
        except click.exceptions.Exit:  # after the help of the command
            continue
        except click.ClickException as error:
            told = error.format_message()
        except CardGameError as error:
            told = str(error)
        console.note(fitted(f"Error: {printable(told)}\n", min(columns(), COLUMNS - 1)))
        console.say(fitted(offer.question, columns()))
    raise click.exceptions.Exit(0)


def _is_open(ctx: click.Context) -> bool:
    """Does a person sit at a terminal, and has nothing decided yet what is dealt?"""
    if not at_terminal():
        return False
    deciding = options.deal_options(games.model(str(ctx.command.name)))
    sources = [ctx.get_parameter_source(str(param.name)) for param in deciding]
    return all(source in (None, ParameterSource.DEFAULT) for source in sources)


def _console(offer: Offer) -> PipeConsole:
    """Return the terminal, where Tab completes the words of OFFER."""
    from cardgames.text.terminal import TerminalConsole

    return TerminalConsole(lambda before, start: [w for w in offer.words if w.startswith(start)])


def _typed(console: PipeConsole, prompt: str) -> str:
    """Return the line that is typed; Ctrl-C drops one, and twice in a row it leaves."""
    try:
        return console.read(prompt, USUAL) or LEAVE[0]
    except KeyboardInterrupt:
        console.end_line()
        console.note(LEAVES)
        return console.read(prompt, USUAL) or LEAVE[0]


def _meant(ctx: click.Context, words: list[str]) -> dict[str, Any]:
    """Return the values that WORDS give to options; raises ClickException, or CardGameError."""
    game = games.model(str(ctx.command.name))
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        sources = {name: typed.get_parameter_source(name) for name in typed.params}
        given = {name: typed.params[name] for name, source in sources.items() if source in GIVEN}
    game.deal(DECK, options.options_of(game, typed.params))  # which checks that the options agree
    return given
