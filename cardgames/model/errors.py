"""The mistakes a player can make; each says in one line what is wrong and what would be right.

What a player typed is shown in them so that it prints, whatever it was.
"""

from collections.abc import Callable


class CardGameError(ValueError):
    """A mistake that is told to the player and changes nothing.

    CARDS stand in the message for its {}, so that each player is shown them in the usual way.
    """

    def __init__(self, message: str, *cards: object) -> None:
        """Tell MESSAGE with CARDS in it."""
        super().__init__(message, *cards)
        self.message = message
        self.cards = cards

    def told(self, name: Callable[..., str] = str) -> str:
        """The message, with each card called as NAME does."""
        return self.message.format(*map(name, self.cards)) if self.cards else self.message

    def __str__(self) -> str:
        return self.told()


class InvalidCommand(CardGameError):
    """The words are not a command, or not in its form."""


class IllegalMove(CardGameError):
    """The command is well formed, but the rules forbid it in this position."""


class ScriptError(CardGameError):
    """A script or a deck of cards cannot be read, played or written."""


def quoted(text: str) -> str:
    """What was typed, in quotes for a message: printable, and not too long."""
    return f"'{printable(text if len(text) <= 40 else text[:37] + '...')}'"


def printable(text: str) -> str:
    """The text with escapes for what would not print, or would move the cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
