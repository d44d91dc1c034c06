"""The arguments of commands and the values of options: how each kind is read and written."""

from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any, ClassVar, Final

from cardgames.model.errors import InvalidCommand, quoted

MOST_LISTED: Final = 60
"""The greatest number of numbers that completion lists; more of them help nobody."""


class Argument:
    """One argument of a command, or the value of an option; any word, unless a subclass checks."""

    def __init__(self, name: str, *, optional: bool = False) -> None:
        """Show it as NAME in usage lines; an OPTIONAL argument may be left out."""
        self.name = name
        self.optional = optional
        self.counts: Collection[int] = (0, 1) if optional else (1,)
        """The numbers of words that it can take."""

    def __str__(self) -> str:
        return f"[{self.name}]" if self.optional else self.name

    @property
    def noun(self) -> str:
        """What it is, in a sentence: 'pile' or 'file'."""
        return self.name.lower()

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

    def choices(self) -> Iterable[Any]:
        """Return every possible value; none if they cannot be listed."""
        return ()

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the possible words that begin with START; COMMANDS are all command names."""
        return (word for word in map(self.text, self.choices()) if word.startswith(start))


class Number(Argument):
    """A whole number within bounds."""

    def __init__(
        self, name: str, low: int, high: int, *, what: str = "number", optional: bool = False
    ) -> None:
        """Accept a WHAT from LOW to HIGH, both included; WHAT is the noun for messages."""
        super().__init__(name, optional=optional)
        self.low = low
        self.high = high
        self.what = what

    def parse(self, word: str) -> Any:
        """Return the number; raises InvalidCommand if it is not one, or out of bounds."""
        digits = word.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) < 20:
            if self.low <= int(word) <= self.high:
                return int(word)
        raise InvalidCommand(f"{self.name} must be {self._wanted()}, not {quoted(word)}")

    def _wanted(self) -> str:
        return f"a {self.what} from {self.low} to {self.high}"

    @property
    def noun(self) -> str:
        """What it is, in a sentence: the last word of what it counts."""
        return self.what.split()[-1]

    @property
    def form(self) -> str:
        """The bounds: '1-3'."""
        return f"{self.low}-{self.high}"

    def choices(self) -> Iterable[Any]:
        """Return the numbers within the bounds."""
        return range(self.low, self.high + 1)

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the numbers that begin with START; none if the bounds are far apart."""
        few = self.high - self.low < MOST_LISTED
        return super().completions(start, commands) if few else ()


class Whole(Number):
    """A whole number whose bounds are so wide that they are named only where exceeded."""

    kind: ClassVar[str] = "a whole number"
    """What is accepted, but for the bounds."""

    def parse(self, word: str) -> Any:
        """Return the number; raises InvalidCommand if it is not one, or out of bounds."""
        digits = word.removeprefix("-")
        if digits.isascii() and digits.isdecimal():
            return super().parse(word)
        raise InvalidCommand(f"{self.name} must be {self.kind}, not {quoted(word)}")


class Limit(Number):
    """A whole number within bounds, or 'unlimited', whose value is None."""

    def parse(self, word: str) -> Any:
        """Return the number or None; raises InvalidCommand."""
        return None if word.lower() == "unlimited" else super().parse(word)

    def _wanted(self) -> str:
        return f"{super()._wanted()} or 'unlimited'"

    @property
    def form(self) -> str:
        """The bounds and 'unlimited': '0-9|unlimited'."""
        return f"{super().form}|unlimited"

    def text(self, value: Any) -> str:
        """Return the number, or 'unlimited' for None."""
        return "unlimited" if value is None else str(value)

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the numbers that begin with START, and 'unlimited'."""
        return chain(super().completions(start, commands), continued(start, ["unlimited"]))


class Word(Argument):
    """One of a few words; it may also be typed like an option, with dashes before it."""

    def __init__(self, name: str, *words: str, optional: bool = False) -> None:
        """Accept one of WORDS."""
        super().__init__(name, optional=optional)
        self.words = words

    def parse(self, word: str) -> Any:
        """Return the word in lower case; raises InvalidCommand if it is not one of the words."""
        if (plain := word.lower().removeprefix("--")) in self.words:
            return plain
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}")

    @property
    def form(self) -> str:
        """The words: 'colors|any|suit'."""
        return "|".join(self.words)

    def choices(self) -> Iterable[Any]:
        """Return the words."""
        return self.words


class Words(Argument):
    """The value of an option: any of a few words, separated by commas, or 'all' or 'none'."""

    def __init__(self, name: str, *words: str) -> None:
        """Accept any of WORDS."""
        super().__init__(name)
        self.words = words

    def parse(self, word: str) -> Any:
        """Return the words in the order of declaration; raises InvalidCommand if one is unknown."""
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
        """The words: 'tens,run|all'."""
        return f"{','.join(self.words)}|all"

    def text(self, value: Any) -> str:
        """Return the words separated by commas, or 'all' or 'none'."""
        return "all" if value == self.words else ",".join(value) or "none"

    def choices(self) -> Iterable[Any]:
        """Return no word, each word alone, and all words."""
        return [(), *((word,) for word in self.words), self.words]

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the lists that begin with START, with one word more; no word comes twice."""
        if "," not in start:
            return super().completions(start, commands)
        return continued(start, [word for word in self.words if word not in start.split(",")])


class Switch(Argument):
    """An option that is on or off; on the command line it takes no value."""

    def __init__(self) -> None:
        """Be off unless it is named."""
        super().__init__("")


class Several(Argument):
    """The last argument of a command: several words, each of the same kind."""

    def __init__(self, item: Argument, name: str, counts: Collection[int]) -> None:
        """Accept as many ITEMs as one of COUNTS; usage lines show them as NAME, such as 'A B C'."""
        super().__init__(name, optional=0 in counts)
        self.item = item
        self.counts = counts

    @property
    def noun(self) -> str:
        """What they are, in a sentence: 'cards'."""
        return f"{self.item.noun}s"

    def parse(self, word: str) -> Any:
        """Return the value of one item; raises InvalidCommand."""
        return self.item.parse(word)

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the items that begin with START."""
        return self.item.completions(start, commands)


def continued(start: str, words: Iterable[str]) -> list[str]:
    """Return the lists, with commas, that begin with START and end with one of WORDS."""
    before, comma, last = start.rpartition(",")
    return [f"{before}{comma}{word}" for word in words if word.startswith(last)]


class CommandName(Argument):
    """The name of a command."""

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the commands that begin with START."""
        return (name for name in commands if name.startswith(start))
