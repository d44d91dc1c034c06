"""Where the program keeps its own files."""

import os
import sys
from typing import Final

import click

NAME: Final = "cardgames"
OFF: Final = "off"
"""The value of CARDGAMES_RESULTS with which no results are kept."""


def state_folder() -> str:
    """Return the folder of what the program remembers: results, unfinished games."""
    if _has_xdg():
        return _xdg("XDG_STATE_HOME", "~/.local/state")
    return os.path.join(click.get_app_dir(NAME, roaming=False), "state")


def config_folder() -> str:
    """Return the folder of the person's settings."""
    return _xdg("XDG_CONFIG_HOME", "~/.config") if _has_xdg() else click.get_app_dir(NAME)


def results_file() -> str | None:
    """Return the name of the file of results; None if no results are to be kept."""
    chosen = os.environ.get("CARDGAMES_RESULTS", "")
    if chosen.lower() == OFF:
        return None
    return chosen or os.path.join(state_folder(), "results.sqlite")


def _has_xdg() -> bool:
    """Is this a system where the folders are those of the XDG specification?"""
    return os.name == "posix" and sys.platform != "darwin"


def _xdg(variable: str, usual: str) -> str:
    """Return the program's folder in the one that VARIABLE names, or in the USUAL one.

    A name that is not absolute is to be ignored.
    """
    given = os.environ.get(variable, "")
    folder = given if os.path.isabs(given) else os.path.expanduser(usual)
    # Without a home there is no place, and nothing must be made wherever the program is started.
    return os.path.join(folder if os.path.isabs(folder) else os.devnull, NAME)
