"""A bar that shows a person at a terminal how far a long computation is."""

import io
import sys
from typing import Any

import click


def progress_bar(length: int) -> Any:
    """Return a bar on standard error for LENGTH things to do; nothing where nobody looks."""
    # In a pipe a bar would be an empty line; click before 8.2 has no other way to hide it.
    watched = sys.stderr is not None and sys.stderr.isatty()
    return click.progressbar(length=length, file=sys.stderr if watched else io.StringIO())
