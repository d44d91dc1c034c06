"""Plays one game. A person at a terminal who gave no options may be asked for them."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.seating import columns, error_text, new_session, played, seated
from cardgames.model.commands import split
from cardgames.model.errors import CardGameError
from cardgames.model.game import Options, Setup
from cardgames.play.session import Session
from cardgames.text.console import PipeConsole, at_terminal
from cardgames.text.textplayer import LEAVES
from cardgames.text.wording import fitted, options_text

USUAL: Final = "play"
"""The answer that Enter alone gives, unless the game remembers the last one."""
AS_LAST: Final = "Enter to play as last time ({});"
KNOWN: Final = "Say any of these, such as {}. Ctrl-D leaves.\n\n"
LEAVE: Final = ("quit", "q", "exit", "bye")
HELP: Final = ("help", "h", "?")
MENU: Final = "menu"
"""The word that shows the menu again."""
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
    if values["auto"] is not None or not at_terminal():
        return values
    game = games.model(str(ctx.command.name))
    values, spoken = options.seated(game, values), game.options_type.spoken
    sources = [ctx.get_parameter_source(str(each.name)) for each in options.deal_options(game)]
    if spoken is None or any(source not in (None, ParameterSource.DEFAULT) for source in sources):
        return values
    from cardgames.text.setup import Words, in_words
    from cardgames.text.terminal import TerminalConsole

    words, usual, question = Words(game.options_type, spoken), USUAL, f"{spoken.question}\n"
    console = TerminalConsole(lambda before, start: [w for w in words.all() if w.startswith(start)])
    if (last := _last(ctx)) is not None and (told := in_words(last)):
        usual = " ".join(last.words(forever=True, seated=True))
        question = AS_LAST.format(", ".join(told)) + question.partition(";")[2]
    console.say(fitted(question, columns()))
    prompt = f"such as {spoken.example}> "
    while (line := _typed(console, prompt, usual)).lower() not in LEAVE:
        if line.lower() in HELP:
            console.say(fitted(KNOWN.format(spoken.example) + options_text(game), columns()))
            continue
        try:
            return values | _options_of(ctx, words.options(line))[0]
        except click.exceptions.Exit:  # after the help of the command
            continue
        except click.ClickException as error:
            message = error.format_message()
        except CardGameError as error:
            message = ctx.obj(line.split()) or str(error)
        console.note(error_text(message))
        console.say(fitted(question, columns()))
    raise click.exceptions.Exit(0)


def _last(ctx: click.Context) -> Options | None:
    """Return the options of the game like this one that was begun last; None without any."""
    from cardgames.cli.keeping import diary

    with suppress(CardGameError, click.ClickException):
        if (kept := diary()) and (last := kept.last(str(ctx.command.name))):
            return _options_of(ctx, split(last.deal)[2:])[1]
    return None


def _typed(console: PipeConsole, prompt: str, usual: str) -> str:
    """Return the line that the person types, or USUAL for Enter alone.

    Ctrl-C drops the line; a second Ctrl-C leaves.
    """
    try:
        return console.read(prompt, usual) or LEAVE[0]
    except KeyboardInterrupt:
        console.end_line()
        console.note(LEAVES)
        return console.read(prompt, usual) or LEAVE[0]


def _options_of(ctx: click.Context, words: list[str]) -> tuple[dict[str, Any], Options]:
    """Return the values that WORDS give, and all options of the game.

    Raises ClickException, or InvalidCommand if they do not agree.
    """
    game = games.model(str(ctx.command.name))
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        sources = {name: typed.get_parameter_source(name) for name in typed.params}
        given = {name: typed.params[name] for name, source in sources.items() if source in GIVEN}
    return given, options.options_of(game, options.seated(game, typed.params))
