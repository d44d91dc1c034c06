"""The errors a player can make; each says in one line what is wrong and what would be right.

A message may quote what the player typed; `quoted` makes it safe to print.
"""

from collections.abc import Callable


class CardGameError(ValueError):
    """An error that is shown to the player and leaves the game unchanged.

    Each {} in the message stands for one of CARDS, to be shown in the style the player chose.
    """

    def __init__(self, message: str, *cards: object) -> None:
        """Say MESSAGE, with CARDS in the places of its {}."""
        super().__init__(message, *cards)
        self.message = message
        self.cards = cards

    def text(self, name: Callable[..., str] = str) -> str:
        """Return the message, with NAME applied to each card."""
        return self.message.format(*map(name, self.cards)) if self.cards else self.message

    def __str__(self) -> str:
        return self.text()


class InvalidCommand(CardGameError):
    """What was typed is not a command, or does not have the command's form."""


class IllegalMove(CardGameError):
    """The command is well formed, but the rules forbid it in this position."""


class ScriptError(CardGameError):
    """A script or a deck of cards cannot be read, played or written."""


class PartError(CardGameError):
    """A part of a simulation cannot be read, is wrong, or does not fit the other parts."""


class KeepingError(CardGameError):
    """One of the program's own files cannot be read or written."""


def quoted(text: str) -> str:
    """Return TEXT in quotes for a message, printable and at most 40 characters long."""
    return f"'{printable(text if len(text) <= 40 else text[:37] + '...')}'"


def printable(text: str) -> str:
    """Return TEXT with escapes for characters that do not print or would move the cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
