"""The folders in which the program keeps what lasts from one start to the next."""

import os
from typing import Final

import click

PROGRAM: Final = "cardgames"


def config_folder() -> str:
    """Return the folder for what a person sets: $XDG_CONFIG_HOME/cardgames, or its usual place."""
    return _folder("XDG_CONFIG_HOME", ".config")


def _folder(variable: str, usual: str) -> str:
    """Return the program's own folder in the one that VARIABLE names, or in the USUAL one."""
    if os.name != "posix":
        return click.get_app_dir(PROGRAM)
    named = os.environ.get(variable, "")
    above = named if os.path.isabs(named) else os.path.join(os.path.expanduser("~"), usual)
    return os.path.join(above, PROGRAM)
