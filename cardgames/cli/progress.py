"""A bar that shows a person at a terminal how far a long computation is."""

import io
import sys
from typing import Any, Final

import click

from cardgames.text.console import is_terminal, screen_size

INTERRUPTED: Final = 130
"""The exit status when Ctrl-C has ended it."""


def progress_bar(length: int) -> Any:
    """Return a bar on standard error for LENGTH things to do; nothing where nobody looks."""
    # In a pipe a bar would be an empty line; click before 8.2 has no other way to hide it.
    shown = sys.stderr if is_terminal(sys.stderr) else io.StringIO()
    wide = 0 if screen_size().columns < 80 else 36  # 0 is what fits
    return click.progressbar(length=length, file=shown, width=wide)
