"""Errors shown to the player; each says in one line what is wrong and what would be right.

A message may quote what the player typed; `quoted` makes it safe to print.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any


class CardGameError(ValueError):
    """An expected error, reported in one line; nothing has changed. All our errors derive from it.

    >>> import cardgames
    >>> try:
    ...     cardgames.Match("clock", seed=1).make("jump")
    ... except cardgames.CardGameError as error:
    ...     print(error)
    unknown command 'jump'; help lists the commands

    Its arguments are a message and cards: each {} is replaced by a card, in the style that the
    player chose. Or they are a function and its arguments: if the error is shown, the function is
    called, and returns the message and the cards.
    """

    def told(self) -> tuple[Any, ...]:
        """Return the message and its cards."""
        first, *rest = self.args
        return self.args if isinstance(first, str) else tuple(first(*rest))

    def begin(self, words: str) -> None:
        """Put `words` before the message."""
        message, *cards = self.told()
        self.args = (words + message, *cards)

    def text(self, name: Callable[..., str] = str) -> str:
        """Return the message with its cards; the function `name` makes the text of each card."""
        message, *cards = self.told()
        return str(message.format(*map(name, cards)) if cards else message)

    def __str__(self) -> str:
        return self.text()


class InvalidCommand(CardGameError):
    """There is no such game, option, value, move or position: correct the call.

    >>> import cardgames
    >>> cardgames.deal("klondkie")
    Traceback (most recent call last):
        ...
    cardgames.model.errors.InvalidCommand: no game is called 'klondkie': did you mean klondike?
    """


class IllegalMove(CardGameError):
    """A rule forbids the move in this position: choose one of `legal_moves()`.

    >>> import cardgames
    >>> cardgames.deal("klondike", seed=1).after("wstfnd")
    Traceback (most recent call last):
        ...
    cardgames.model.errors.IllegalMove: the waste is empty
    """


class ScriptError(CardGameError):
    """A script or a deck cannot be read, played or written: correct the line that it names.

    >>> import cardgames
    >>> cardgames.load("# cardgames clock --seed 1\\nundo\\n")
    Traceback (most recent call last):
        ...
    cardgames.model.errors.ScriptError: the script, line 2: there is no move to take back
    """


class PartError(CardGameError):
    """Parts of simulations do not fit together, or the file of a part cannot be read.

    >>> import cardgames
    >>> try:
    ...     cardgames.simulate("clock", 2).merge(cardgames.simulate("clock", 2))
    ... except cardgames.PartError as error:
    ...     print(error)
    simulation 2: seeds 1 to 2 would count twice: simulation 1 holds them, too
    """


class DeclarationError(CardGameError):
    """A game from outside the package cannot be loaded, or its declaration makes no sense."""


class KeepingError(CardGameError):
    """One of the program's own files cannot be read or written."""


def quoted(text: str) -> str:
    """Return `text` in quotes for a message: cut to 40 characters, then made printable."""
    return f"'{printable(text if len(text) <= 40 else text[:37] + '...')}'"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Join `words` with commas, and the last two with `link`: 'a, b and c'."""
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last


def counted(number: int, noun: str) -> str:
    """Return `number` and `noun`, in the plural if needed: '1 move', '2 moves'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def brief(value: object) -> str:
    """Return `value` as Python writes it, for a message: cut to 40 characters, printable."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or of lists in lists
        text = f"<{type(value).__name__}>"
    return quoted(text)[1:-1]


def printable(text: str) -> str:
    """Return `text` with escapes for characters that do not print or would move the cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def did_you_mean(
    word: str, known: Iterable[str], otherwise: str = "; help lists the commands"
) -> str:
    """Return the end of an error message about `word`: a similar `known` word, or `otherwise`."""
    found = closest(word, known)
    return f": did you mean {found}?" if found else otherwise


def closest(word: str, known: Iterable[str]) -> str:
    """Return the `known` word that `word` most likely stands for; '' if no word is similar."""
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
    """Return the least number of typing slips that turn `word` into `name`.

    A slip leaves out, adds or changes a letter, or swaps two neighboring letters.
    """
    # A row has the least slips from a beginning of `word` to each beginning of `name`.
    before: list[int] = []
    row = list(range(len(name) + 1))
    for i, letter in enumerate(word, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(name, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == name[j - 2] and word[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
