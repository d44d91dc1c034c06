"""What settings do: they are the defaults of commands that a person uses at a terminal.

They go through click's `default_map`, so the command line and the environment go before them.
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

MOST_TOLD: Final = 3
"""The number of faults of the file that have a line each."""
_WARNING: Final = "cardgames.settings"


class WithSettings(click.Command):
    """A command that takes the defaults of its options from the settings.

    They are those of the game that it is named after, or else those of every game.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> click.Context:
        """Make the context of the command, in which settings count if a person is there."""
        warning = ""
        if is_terminal(sys.stdin) and not extra.get("resilient_parsing"):
            extra["default_map"], warning = defaults(self.name if self.name in games.NAMES else "")
        made = super().make_context(info_name, args, parent, **extra)
        made.meta[_WARNING] = warning
        return made


def warning(ctx: click.Context) -> str:
    """Return what is wrong in the file of settings, in lines for the person; '' for nothing."""
    return str(ctx.meta.get(_WARNING, ""))


def defaults(game: str) -> tuple[dict[str, Any], str]:
    """Return the defaults that the file gives to options of GAME, or with '' of every game.

    With them go lines on what is wrong.
    """
    from cardgames.cli.settings import check, file_name, settings  # for a person alone

    read = settings(game)
    own, faults = read.of(game) if game else [], read.faults
    try:
        if own:
            check(game, own)
    except InvalidCommand as error:
        own, faults = [], [*faults, f"{file_name()}: {error}"]
    # A game's own settings go before those of every game.
    found = {str(item.option.name): item.text for item in [*read.of(""), *own]}
    if found.get("cards") == UNICODE and not encodes(SIGNS):
        del found["cards"]  # It was wanted where it can be; here it cannot.
    return found, _warning(faults)


def _warning(faults: list[str]) -> str:
    """Return a line for each of the first FAULTS, and one for all others."""
    told = [f"Error: {printable(fault)}\n" for fault in faults[:MOST_TOLD]]
    if more := faults[MOST_TOLD:]:
        told.append(f"Error: {counted(len(more), 'more line')} of it: see 'cardgames config'\n")
    return "".join(told)
