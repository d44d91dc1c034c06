"""The short forms of a game, which a person may type instead of its notation.

`language.py` reads them; it is loaded with the first command.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from cardgames.model.cards import Place

Letters: TypeAlias = Mapping[str, Place | Callable[[int], Place]]
"""The places of a game by their letters. A function returns the place with a given number.

A number without a letter means the first of them. A move's short form is the letters of two places.
"""


class ShortForms(NamedTuple):
    """The short forms that a game declares."""

    places: Letters = {}
    """The places of its cards."""
    bare: str = ""
    """The move meant by a line of numbers or cards alone."""
    least: int = 1
    """The least number of words in such a line."""
    advice: str = ""
    """The message for a shorter line."""
    enter: str = ""
    """The move that Enter alone makes at a terminal."""
    foreign: Mapping[str, str] = {}
    """Words from other ways to play the game, each with the message for it."""

    def summary(self) -> str:
        """Return examples of the short forms, in one line."""
        alone = [letter for letter, place in self.places.items() if not callable(place)]
        moves = ["31", "3f", *[f"{letter}3" for letter in alone], "6d kc", "6d"]
        parts = [", ".join(moves)] if self.places else []
        if self.bare:
            example = " ".join("345"[: self.least])
            parts.append(f"{example} is {self.bare} {example}")
        if self.enter:
            parts.append(f"Enter is {self.enter}")
        return "; ".join([*parts, "sco is score"])
