"""Applying settings: they are defaults of the commands that a person uses at a terminal.

They go through click's `default_map`, so the command line and the environment override them.
"""

import sys
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli.seating import encodes
from cardgames.model.errors import InvalidCommand, printable
from cardgames.text.console import is_terminal
from cardgames.text.look import SIGNS, UNICODE
from cardgames.text.wording import counted

MOST_SHOWN: Final = 3
"""The greatest number of faults of the file to show one by one."""
_WARNING: Final = "cardgames.settings"


class WithSettings(click.Command):
    """A command that takes the defaults of its options from the settings.

    A command that is named after a game takes that game's settings as well.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> click.Context:
        """Make the context of the command, with settings as defaults if a person is there."""
        warning = ""
        if is_terminal(sys.stdin) and not extra.get("resilient_parsing"):
            extra["default_map"], warning = defaults(self.name if self.name in games.NAMES else "")
        made = super().make_context(info_name, args, parent, **extra)
        made.meta[_WARNING] = warning
        return made


def warning(ctx: click.Context) -> str:
    """Return the messages about faults in the settings file; '' without any."""
    return str(ctx.meta.get(_WARNING, ""))


def defaults(game: str) -> tuple[dict[str, Any], str]:
    """Return the defaults that settings give to GAME ('' for every game), and a warning."""
    from cardgames.cli.settings import check, file_name, settings  # which only a person needs

    read = settings(game)
    own, faults = read.of(game) if game else [], read.faults
    try:
        if own:
            check(game, own)
    except InvalidCommand as error:
        own, faults = [], [*faults, f"{file_name()}: {error}"]
    # A game's own settings override those of every game.
    found = {str(item.option.name): item.text for item in [*read.of(""), *own]}
    if found.get("cards") == UNICODE and not encodes(SIGNS):
        del found["cards"]  # a mere wish here, while --cards would be refused
    return found, _warning(faults)


def _warning(faults: list[str]) -> str:
    """Return a line for each of the first FAULTS, and one for all others."""
    lines = [f"Error: {printable(fault)}\n" for fault in faults[:MOST_SHOWN]]
    if more := faults[MOST_SHOWN:]:
        lines.append(f"Error: {counted(len(more), 'more line')} of it: see 'cardgames config'\n")
    return "".join(lines)
