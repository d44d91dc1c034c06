"""Makes a person's settings the defaults of the commands that they use at a terminal.

They go through click's `default_map`, so the command line and the environment override them.
"""

import sys
from typing import Any, Final

import click

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


def warning(ctx: click.Context) -> str:
    """Return the messages about faults in the settings file; '' without any."""
    return str(ctx.meta.get(_WARNING, ""))
