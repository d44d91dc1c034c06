"""Plays one game. A person at a terminal who gave no options may be asked for them."""

from collections.abc import Mapping
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.seating import columns, error_text, new_session, played, seated, text_player
from cardgames.model.cards import DECK
from cardgames.model.errors import CardGameError
from cardgames.model.game import Setup
from cardgames.play.session import Session
from cardgames.text.console import PipeConsole, at_terminal
from cardgames.text.textplayer import LEAVES
from cardgames.text.view import Offer
from cardgames.text.wording import fitted

USUAL: Final = "play"
"""The answer that Enter alone gives."""
LEAVE: Final = ("quit", "q", "exit", "bye")
HELP: Final = ("help", "h", "?")
GIVEN: Final = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
"""The sources of a value that the person typed, or that a chosen variant supplies."""


def play(setup: Setup, values: Mapping[str, Any], message: str = "", winnable: bool = False) -> int:
    """Show MESSAGE, and play a game of SETUP by the options in VALUES; return the exit status.

    WINNABLE says whether the deal was looked for because it can be won.
    """
    session, computer = new_session(setup), values["auto"]
    session.winnable = winnable
    if computer is None:
        return play_session(session, values, message)
    player = seated(session, values)
    player.screen.remark(message)
    return player.play_deal(computer)


def play_session(session: Session, values: Mapping[str, Any], message: str) -> int:
    """Show MESSAGE, and let a person, or a script, play the game of SESSION."""
    if at_terminal():
        from cardgames.cli.keeping import sit_down  # which only a game that is kept needs

        return sit_down(session, values, message)
    player = seated(session, values)
    player.screen.remark(message)
    return played(player)


def set_up(ctx: click.Context, values: dict[str, Any]) -> dict[str, Any]:
    """Return VALUES, with the person's choice of options if the game asks for one.

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
            message = error.format_message()
        except CardGameError as error:
            message = str(error)
        console.note(error_text(message))
        console.say(fitted(offer.question, columns()))
    raise click.exceptions.Exit(0)


def _is_open(ctx: click.Context) -> bool:
    """Is there a person at the terminal who gave no option of the deal?"""
    if not at_terminal():
        return False
    deciding = options.deal_options(games.model(str(ctx.command.name)))
    sources = [ctx.get_parameter_source(str(param.name)) for param in deciding]
    return all(source in (None, ParameterSource.DEFAULT) for source in sources)


def _console(offer: Offer) -> PipeConsole:
    """Return a console at which Tab completes the words of OFFER."""
    from cardgames.text.terminal import TerminalConsole

    return TerminalConsole(lambda before, start: [w for w in offer.words if w.startswith(start)])


def _typed(console: PipeConsole, prompt: str) -> str:
    """Return the line that the person types. Ctrl-C drops the line; a second Ctrl-C leaves."""
    try:
        return console.read(prompt, USUAL) or LEAVE[0]
    except KeyboardInterrupt:
        console.end_line()
        console.note(LEAVES)
        return console.read(prompt, USUAL) or LEAVE[0]


def _meant(ctx: click.Context, words: list[str]) -> dict[str, Any]:
    """Return the values that WORDS give to options; raises ClickException or CardGameError."""
    game = games.model(str(ctx.command.name))
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        sources = {name: typed.get_parameter_source(name) for name in typed.params}
        given = {name: typed.params[name] for name, source in sources.items() if source in GIVEN}
    game.deal(DECK, options.options_of(game, typed.params))  # which checks that the options agree
    return given
