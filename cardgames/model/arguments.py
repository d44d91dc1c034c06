"""The kinds of values that commands and options take.

Each kind reads what is typed, says what would be right, and lists its values for completion and for
trying every move.
"""

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Final

from cardgames.model.cards import DECK, Card, parse_card
from cardgames.model.errors import InvalidCommand, brief, quoted

MOST_LISTED: Final = 60  # Completion offers no longer list of numbers: it helps nobody.


class Argument:
    """An argument of a command, or the value of an option; each subclass is one kind."""

    # Can the value be given as a list of words in Python, too, not only as a text with commas?
    listed: ClassVar[bool] = False

    def __init__(
        self,
        name: str = "",
        *,
        optional: bool = False,
        what: str = "",
        values: Iterable[Any] = (),
    ) -> None:
        """Declare an argument that usage lines call NAME; if OPTIONAL, it may be left out.

        WHAT describes a value in messages (default: NAME); VALUES are all values, if they can be
        listed.
        """
        self.name = name
        self.what = what or name.lower()
        self.optional = optional
        self.values = values
        # Every number of words that this argument accepts.
        self.counts: Collection[int] = (0, 1) if optional else (1,)

    def __str__(self) -> str:
        return f"[{self.name}]" if self.optional else self.name

    @property
    def noun(self) -> str:
        """The noun for the argument in a message: 'pile' or 'file'."""
        return self.what.split()[-1]

    @property
    def form(self) -> str:
        """The accepted values, in short: '1-3' or 'colors|any|suit'."""
        return self.name

    def parse(self, word: str) -> Any:
        """Return the value that WORD stands for; raises InvalidCommand."""
        return word

    def text(self, value: Any) -> str:
        """Return the word that stands for VALUE: the inverse of `parse`."""
        return str(value)

    def holds(self, value: Any) -> bool:
        """Is VALUE one that `parse` returns?"""
        try:
            found = self.parse(str(self.text(value)))
        except (ValueError, TypeError):  # the number may have too many digits for `str`
            return False
        return type(found) is type(value) and bool(found == value)

    def checked(self, given: Any) -> Any:
        """Return the value that GIVEN is, or that it names as a word; raises InvalidCommand."""
        if self.listed and isinstance(given, (list, tuple)):
            given = ",".join(map(str, given)) or "none"
        if isinstance(given, str):
            return self.parse(given)
        if self.holds(given):
            return given
        self.parse(brief(given))  # which says what would be right
        raise InvalidCommand(f"{self.name} is a word, not {brief(given)}")

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the possible words that begin with START; COMMANDS are all command names."""
        return (word for word in map(self.text, self.values) if word.startswith(start))


class Number(Argument):
    """A whole number from LOW to HIGH, both included; WHAT describes it in messages."""

    def __init__(
        self, name: str, low: int, high: int, *, what: str = "number", optional: bool = False
    ) -> None:
        super().__init__(name, optional=optional, what=what, values=range(low, high + 1))
        self.low = low
        self.high = high

    def parse(self, word: str) -> Any:
        digits = word.removeprefix("-")  # `int` fails with thousands of them.
        if digits.isascii() and digits.isdecimal() and len(digits) < 20:
            if self.low <= int(word) <= self.high:
                return int(word)
        raise InvalidCommand(
            f"{self.name.partition('|')[0]} must be {self._wanted()}, not {quoted(word)}"
        )

    def holds(self, value: Any) -> bool:
        if type(value) is int:  # Most values are: this is for speed.
            return self.low <= value <= self.high
        return super().holds(value)

    def _wanted(self) -> str:
        return f"a {self.what} from {self.low} to {self.high}"

    @property
    def form(self) -> str:
        return f"{self.low}-{self.high}"

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        few = self.high - self.low < MOST_LISTED
        return super().completions(start, commands) if few else ()


class Whole(Number):
    """A whole number with wide bounds; a message names them only if they are exceeded."""

    # What is wanted, in messages that leave the bounds out.
    kind: ClassVar[str] = "a whole number"

    def parse(self, word: str) -> Any:
        digits = word.removeprefix("-")
        if digits.isascii() and digits.isdecimal():
            return super().parse(word)
        raise InvalidCommand(f"{self.name} must be {self.kind}, not {quoted(word)}")


class Limit(Number):
    """A whole number within bounds, or 'unlimited', whose value is None."""

    def parse(self, word: str) -> Any:
        return None if word.lower() == "unlimited" else super().parse(word)

    def _wanted(self) -> str:
        return f"{super()._wanted()} or 'unlimited'"

    @property
    def form(self) -> str:
        return f"{super().form}|unlimited"

    def text(self, value: Any) -> str:
        return "unlimited" if value is None else str(value)

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        return [*super().completions(start, commands), *continued(start, ["unlimited"])]


class Word(Argument):
    """One of a few words; it may also be typed with dashes before it, like an option."""

    def __init__(self, name: str, *words: str, optional: bool = False) -> None:
        super().__init__(name, optional=optional, values=words)
        self.words = words

    def parse(self, word: str) -> Any:
        if (plain := word.lower().removeprefix("--")) in self.words:
            return plain
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}")

    @property
    def form(self) -> str:
        return "|".join(self.words)


class Among(Word):
    """One of a few whole numbers, given in rising order."""

    def __init__(self, name: str, *numbers: int) -> None:
        super().__init__(name, *map(str, numbers))
        self.values = numbers

    def parse(self, word: str) -> Any:
        return int(super().parse(word))


class Words(Argument):
    """The value of an option: any of a few words, separated by commas, or 'all' or 'none'."""

    listed = True

    def __init__(self, name: str, *words: str) -> None:
        super().__init__(name, values=[(), *((word,) for word in words), words])
        self.words = words

    def parse(self, word: str) -> Any:
        chosen = [part.strip() for part in word.lower().split(",")]
        if chosen in (["all"], ["none"]):
            return self.words if chosen == ["all"] else ()
        for part in chosen:
            if part not in self.words:
                known = ", ".join(self.words)
                raise InvalidCommand(f"{quoted(part)} is not one of: {known}, or 'all'")
        return tuple([part for part in self.words if part in chosen])

    @property
    def form(self) -> str:
        return f"{','.join(self.words)}|all"

    def text(self, value: Any) -> str:
        return "all" if value == self.words else ",".join(value) or "none"

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        if "," not in start:
            return super().completions(start, commands)
        return continued(start, [word for word in self.words if word not in start.split(",")])


class Switch(Argument):
    """An option that is on or off; on the command line it takes no value."""

    def checked(self, given: Any) -> Any:
        if isinstance(given, bool):
            return given
        raise InvalidCommand(f"it is True or False, not {brief(given)}")


class Several(Argument):
    """The last argument of a command: several words, each of the same kind."""

    def __init__(self, item: Argument, name: str, counts: Collection[int]) -> None:
        # Usage lines show the name, such as 'A B C'.
        super().__init__(name, optional=0 in counts, what=f"{item.noun}s")
        self.item = item
        self.counts = counts

    def parse(self, word: str) -> Any:
        return self.item.parse(word)

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        return self.item.completions(start, commands)


class OneCard(Argument):
    """A card, by its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name, values=DECK)

    def parse(self, word: str) -> Card:
        return parse_card(word)


class CommandName(Argument):
    """The name of a command."""

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        return (name for name in commands if name.startswith(start))


def continued(start: str, words: Iterable[str]) -> list[str]:
    """Return START, a list such as 'a,b', with each of WORDS that completes its last word."""
    before, comma, last = start.rpartition(",")
    return [f"{before}{comma}{word}" for word in words if word.startswith(last)]
