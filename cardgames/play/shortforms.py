"""The short forms of a game: what a person can type in the place of its notation.

They are read in `language.py`, which is loaded with the first command.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from cardgames.model.cards import Place

Letters: TypeAlias = Mapping[str, Place | Callable[[int], Place]]
"""The places of a game by their letters; those that are numbered are functions.

A bare number means the first. The short form of a move from one place to another is their letters.
"""


class ShortForms(NamedTuple):
    """What a game declares about its short ways."""

    places: Letters = {}
    """The places of its cards."""
    bare: str = ""
    """The move that numbers and cards alone mean."""
    least: int = 1
    """The least number of words that mean this move."""
    advice: str = ""
    """What to say to fewer words."""
    enter: str = ""
    """The move that Enter alone makes at a terminal."""
    foreign: Mapping[str, str] = {}
    """Words from other ways to play the game, and what to say to them."""

    def summary(self) -> str:
        """Return examples of the short ways, in one line."""
        alone = [letter for letter, place in self.places.items() if not callable(place)]
        moves = ["31", "3f", *[f"{letter}3" for letter in alone], "6d kc", "6d"]
        parts = [", ".join(moves)] if self.places else []
        if self.bare:
            example = " ".join("345"[: self.least])
            parts.append(f"{example} is {self.bare} {example}")
        if self.enter:
            parts.append(f"Enter is {self.enter}")
        return "; ".join([*parts, "sco is score"])
