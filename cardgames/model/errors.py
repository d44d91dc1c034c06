"""Errors shown to the player; each says in one line what is wrong and what would be right.

A message may quote what the player typed; `quoted` makes it safe to print.
"""

from collections.abc import Callable, Iterable, Sequence


class CardGameError(ValueError):
    """An error that is shown to the player and leaves the game unchanged.

    Each {} in the message is replaced by one of CARDS, in the style that the player chose.
    """

    def __init__(self, message: str, *cards: object) -> None:
        super().__init__(message, *cards)
        self.message = message
        self.cards = cards

    def text(self, name: Callable[..., str] = str) -> str:
        """Return the message with its cards, each written by the function NAME."""
        return self.message.format(*map(name, self.cards)) if self.cards else self.message

    def __str__(self) -> str:
        return self.text()


class InvalidCommand(CardGameError):
    """The typed line is no command, or has wrong arguments."""


class IllegalMove(CardGameError):
    """The rules of the game forbid the move in this position."""


class ScriptError(CardGameError):
    """A script or a deck of cards cannot be read, played or written."""


class PartError(CardGameError):
    """A file with part of a simulation is unreadable, wrong, or does not fit the other parts."""


class DeclarationError(CardGameError):
    """A game from outside cannot be loaded, or what a game declares makes no sense."""


class KeepingError(CardGameError):
    """One of the program's own files cannot be read or written."""


def quoted(text: str) -> str:
    """Return TEXT in quotes for a message: cut to 40 characters, then made printable."""
    return f"'{printable(text if len(text) <= 40 else text[:37] + '...')}'"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Join WORDS with commas, and the last two with LINK: 'a, b and c'."""
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last


def brief(value: object) -> str:
    """Return VALUE as Python writes it, for a message: cut to 40 characters, printable."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write a number with thousands of digits
        text = f"<{type(value).__name__}>"
    return quoted(text)[1:-1]


def printable(text: str) -> str:
    """Return TEXT with escapes for characters that do not print or would move the cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def did_you_mean(
    word: str, known: Iterable[str], otherwise: str = "; help lists the commands"
) -> str:
    """Return the end of an error message about WORD: a similar KNOWN word, or OTHERWISE."""
    found = closest(word, known)
    return f": did you mean {found}?" if found else otherwise


def closest(word: str, known: Iterable[str]) -> str:
    """Return the KNOWN word of which WORD is most likely a misspelling, or ''."""
    if not 2 < len(word) <= 20:
        return ""
    letters, slips = set(word), dict[str, int]()
    for name in known:
        most = min(len(word), len(name), 6) // 3
        # A cheap lower bound on the number of slips rules out most words: a slip changes the length
        # by at most 1, adds at most one new letter, and removes at most one letter.
        apart = abs(len(word) - len(name)), len(letters.difference(name)), len(set(name) - letters)
        if max(apart) <= most and (found := slips_between(word, name)) <= most:
            slips[name] = found
    return min(slips, key=slips.__getitem__, default="")


def slips_between(word: str, name: str) -> int:
    """Return the least number of typing slips that turn WORD into NAME.

    A slip leaves out, adds or changes a letter, or swaps two neighboring letters.
    """
    before: list[int] = []  # A row has the least slips from a start of WORD to all starts of NAME.
    row = list(range(len(name) + 1))
    for i, letter in enumerate(word, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(name, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == name[j - 2] and word[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
