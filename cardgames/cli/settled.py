"""Makes a person's settings the defaults of the commands that they use at a terminal.

They go through click's `default_map`, so the command line and the environment override them.
"""

import sys
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.text.console import is_terminal

_WARNING: Final = "cardgames.settings"


class WithSettings(click.Command):
    """A command that takes the defaults of its options from the settings.

    A command that is named after a game takes that game's settings as well.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> click.Context:
        """Make the context of the command; at a terminal, it has settings as defaults."""
        warning = ""
        if is_terminal(sys.stdin) and not extra.get("resilient_parsing"):
            from cardgames.cli.settings import defaults  # which only a person needs

            extra["default_map"], warning = defaults(self.name if self.name in games.NAMES else "")
        made = super().make_context(info_name, args, parent, **extra)
        made.meta[_WARNING] = warning
        return made


def as_played(game: str, ctx: click.Context) -> tuple[dict[str, Any], str]:
    """Return the values of the options with which a person plays GAME, and a warning of faults.

    Options given to the command of CTX override settings and variables for GAME. Where nobody looks
    at a terminal, they are the only ones.
    """
    if not is_terminal(sys.stdin):
        return ctx.params, ""
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    command = group.get_command(ctx, game)
    assert command is not None
    typed = {name: ctx.params[name] for name in ctx.params if _is_given(ctx, name)}
    with command.make_context(game, [], parent=ctx.find_root()) as begun:
        return begun.params | typed, warning(begun)


def as_shown(game: str, ctx: click.Context) -> tuple[dict[str, Any], str]:
    """Return the values of the options of CTX alone, as `as_played` does."""
    values, warned = as_played(game, ctx)
    return {name: values.get(name, value) for name, value in ctx.params.items()}, warned


def _is_given(ctx: click.Context, name: str) -> bool:
    """Was the option NAME typed, or set by a variable for this command?"""
    return ctx.get_parameter_source(name) in (
        ParameterSource.COMMANDLINE,
        ParameterSource.ENVIRONMENT,
    )


def warning(ctx: click.Context) -> str:
    """Return the messages about faults in the settings file; '' without any."""
    return str(ctx.meta.get(_WARNING, ""))
