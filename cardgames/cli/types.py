"""The types of values on the command line: those that a game declares, files, and decks."""

import os
from typing import Any

import click
from click.shell_completion import CompletionItem

from cardgames.model.arguments import Argument
from cardgames.model.cards import Pile
from cardgames.model.errors import InvalidCommand, printable
from cardgames.model.game import Game

LARGEST_DECK = 1 << 16
"""The greatest length of a deck in text, in characters."""


class ArgumentType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A click type made from an argument that a game declares."""

    name = "argument"

    def __init__(self, argument: Argument) -> None:
        """Read values as ARGUMENT does."""
        self.argument = argument

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value that VALUE, if it is text, stands for; fail with a click usage error."""
        if not isinstance(value, str):
            return value
        try:
            return self.argument.parse(value)
        except InvalidCommand as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the values that begin with what is typed."""
        return [CompletionItem(word) for word in self.argument.completions(incomplete, ())]


class Cards(Argument):
    """The cards of a deck in dealing order; their value is a pile with the first one on top."""

    def __init__(self, game: type[Game]) -> None:
        """Read the cards as GAME does."""
        super().__init__("CARDS")
        self.game = game

    def parse(self, word: str) -> Pile:
        """Return the cards in WORD as a pile; raises InvalidCommand."""
        check_size(word)
        return self.game.read_deck(word)[::-1]


class FileType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a file."""

    name = "file"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the name."""
        return [CompletionItem(incomplete, type="file")]


class DeckType(ArgumentType):
    """Cards in dealing order: the name of a file that lists them, or the cards themselves."""

    name = "deck"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the cards as a pile, the first to deal on top; fail with a click usage error."""
        try:
            listed = value if " " in value and not os.path.exists(value) else read_deck(value)
        except OSError as error:
            self.fail(f"{printable(value)}: {error.strerror}", param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return super().convert(listed, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the name of a file."""
        return FileType().shell_complete(ctx, param, incomplete)


def read_deck(name: str) -> str:
    """Return the cards in the file called NAME, without its remarks.

    Raises OSError, or InvalidCommand if it is too long.
    """
    with open(name, encoding="utf-8-sig", errors="backslashreplace") as file:
        text = file.read(LARGEST_DECK + 1)
    check_size(text)
    return " ".join(line.partition("#")[0] for line in text.splitlines())


def check_size(deck: str) -> None:
    """Check that the text of a deck is not too long to be read; raises InvalidCommand."""
    if len(deck) > LARGEST_DECK:
        raise InvalidCommand(f"the deck is longer than {LARGEST_DECK} characters")
