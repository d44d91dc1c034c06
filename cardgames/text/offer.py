"""What a game offers a person who begins it at a terminal without saying how to play."""

from collections.abc import Callable
from typing import NamedTuple


class Offer(NamedTuple):
    """An offer to set up a game in words."""

    question: str
    """What can be said, in one line."""
    prompt: str
    help: str
    words: tuple[str, ...]
    """What Tab completes."""
    options: Callable[[str], list[str]]
    """Returns the command-line options that a line in words means; raises InvalidCommand."""
