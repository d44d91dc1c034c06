"""The first remark of a script: the shell command that deals its game."""

from typing import Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.model.errors import ScriptError, quoted
from cardgames.model.game import Setup
from cardgames.play.script import Scripts

_MARK: Final = "# cardgames "


def read_setup(remark: str) -> Setup:
    """Return the setup that a script's first remark describes; raises ScriptError."""
    import shlex

    if not remark.startswith(_MARK):
        raise ScriptError(f"a script begins with a remark such as '{_MARK}GAME --seed 42'")
    try:
        name, *words = shlex.split(remark.removeprefix(_MARK)) or [""]
        game = games.model(name)
    except (KeyError, ValueError):
        raise ScriptError(f"no game is dealt by {quoted(remark.removeprefix('# '))}") from None
    params = options.deal_options(game) + options.playing_options(games.listing(name).strategies)
    reader = click.Command(name, params=params, add_help_option=False)
    try:
        values = reader.make_context(name, words).params
    except click.ClickException as error:
        raise ScriptError(error.format_message()) from None
    if values["seed"] is None and values["deck"] is None:
        raise ScriptError("the first remark must name the deal, with --seed or --deck")
    return options.setup(game, values)


SCRIPTS: Final = Scripts(read_setup)
"""Reads and writes the scripts of all games."""
