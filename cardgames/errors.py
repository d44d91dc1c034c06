"""The mistakes a player can make; each says in one line what is wrong and what would be right."""


class CardGameError(ValueError):
    """A mistake that is told to the player and changes nothing."""


class InvalidCommand(CardGameError):
    """The words are not a command, or not in its form."""


class IllegalMove(CardGameError):
    """The command is well formed, but the rules forbid it in this position."""


class ScriptError(CardGameError):
    """A script or a deck of cards cannot be read, played or written."""
