"""The kinds of values that commands and options take.

Each kind reads what is typed, says what would be right, and lists its values for completion and for
trying every move.
"""

from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any, ClassVar, Final

from cardgames.model.cards import DECK, Card, Pile, parse_card
from cardgames.model.errors import InvalidCommand, brief, quoted

MOST_LISTED: Final = 60
"""The longest list of numbers that completion offers; a longer one helps nobody."""


class Argument:
    """An argument of a command, or the value of an option; each subclass is one kind."""

    listed: ClassVar[bool] = False
    """Can the value be given as a list of words in Python, too, not only as a text with commas?"""

    def __init__(self, name: str, *, optional: bool = False) -> None:
        """Declare an argument that usage lines call NAME; if OPTIONAL, it may be left out."""
        self.name = name
        self.optional = optional
        self.counts: Collection[int] = (0, 1) if optional else (1,)
        """Every number of words that this argument accepts."""

    def __str__(self) -> str:
        return f"[{self.name}]" if self.optional else self.name

    @property
    def noun(self) -> str:
        """The noun for the argument in a message: 'pile' or 'file'."""
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
        """Accept numbers from LOW to HIGH, both included. WHAT describes one in messages."""
        super().__init__(name, optional=optional)
        self.low = low
        self.high = high
        self.what = what

    def parse(self, word: str) -> Any:
        """Return WORD as a number; raises InvalidCommand if it is no number or out of bounds."""
        digits = word.removeprefix("-")  # `int` fails with thousands of them.
        if digits.isascii() and digits.isdecimal() and len(digits) < 20:
            if self.low <= int(word) <= self.high:
                return int(word)
        raise InvalidCommand(
            f"{self.name.partition('|')[0]} must be {self._wanted()}, not {quoted(word)}"
        )

    def holds(self, value: Any) -> bool:
        """Is VALUE one that `parse` returns? Numbers are compared at once, for speed."""
        if type(value) is int:
            return self.low <= value <= self.high
        return super().holds(value)

    def _wanted(self) -> str:
        return f"a {self.what} from {self.low} to {self.high}"

    @property
    def noun(self) -> str:
        """The noun for a value in messages: the last word of the description `what`."""
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


class Among(Number):
    """One of a few whole numbers."""

    def __init__(self, name: str, *numbers: int) -> None:
        """Accept one of NUMBERS, in rising order; usage lines call the value NAME."""
        super().__init__(name, numbers[0], numbers[-1])
        self.numbers = numbers

    def parse(self, word: str) -> Any:
        """Return WORD as a number; raises InvalidCommand if it is none of the numbers."""
        if word not in map(str, self.numbers):
            known = ", ".join(map(str, self.numbers))
            raise InvalidCommand(f"{quoted(word)} is not one of: {known}")
        return int(word)

    def holds(self, value: Any) -> bool:
        """Is VALUE one of the numbers?"""
        return type(value) is int and value in self.numbers

    @property
    def form(self) -> str:
        """The numbers: '1|2|4'."""
        return "|".join(map(str, self.numbers))

    def choices(self) -> Iterable[Any]:
        """Return the numbers."""
        return self.numbers


class Whole(Number):
    """A whole number with wide bounds; a message names them only if they are exceeded."""

    kind: ClassVar[str] = "a whole number"
    """The description of the values in messages, without the bounds."""

    def parse(self, word: str) -> Any:
        """Return WORD as a number; raises InvalidCommand if it is no number or out of bounds."""
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
    """One of a few words; it may also be typed with dashes before it, like an option."""

    def __init__(self, name: str, *words: str, optional: bool = False) -> None:
        """Accept one of WORDS; usage lines call the argument NAME."""
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

    listed = True

    def __init__(self, name: str, *words: str) -> None:
        """Accept any combination of WORDS; usage lines call the value NAME."""
        super().__init__(name)
        self.words = words

    def parse(self, word: str) -> Any:
        """Return the words typed, in declared order; raises InvalidCommand if one is unknown."""
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
        """Return an empty choice, each word alone, and all words together."""
        return [(), *((word,) for word in self.words), self.words]

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the lists that START, such as 'a,b', can become, with each word only once."""
        if "," not in start:
            return super().completions(start, commands)
        return continued(start, [word for word in self.words if word not in start.split(",")])


class Switch(Argument):
    """An option that is on or off; on the command line it takes no value."""

    def __init__(self) -> None:
        """Declare the option without a name for its value, as no value is typed."""
        super().__init__("")

    def checked(self, given: Any) -> Any:
        """Return GIVEN, True or False; raises InvalidCommand."""
        if isinstance(given, bool):
            return given
        raise InvalidCommand(f"it is True or False, not {brief(given)}")


class Several(Argument):
    """The last argument of a command: several words, each of the same kind."""

    def __init__(self, item: Argument, name: str, counts: Collection[int]) -> None:
        """Accept COUNTS words, each read by ITEM; usage lines show NAME, such as 'A B C'."""
        super().__init__(name, optional=0 in counts)
        self.item = item
        self.counts = counts

    @property
    def noun(self) -> str:
        """The noun for the words in a message: 'cards'."""
        return f"{self.item.noun}s"

    def parse(self, word: str) -> Any:
        """Return the value of WORD, one of the words of this argument; raises InvalidCommand."""
        return self.item.parse(word)

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the possible words that begin with START."""
        return self.item.completions(start, commands)


class OneCard(Argument):
    """A card, by its name."""

    def parse(self, word: str) -> Card:
        """Return the card; raises InvalidCommand."""
        return parse_card(word)

    def choices(self) -> Pile:
        """Return the cards of the deck."""
        return DECK


class CommandName(Argument):
    """The name of a command."""

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the commands that begin with START."""
        return (name for name in commands if name.startswith(start))


def continued(start: str, words: Iterable[str]) -> list[str]:
    """Return START, a list such as 'a,b', with each of WORDS that completes its last word."""
    before, comma, last = start.rpartition(",")
    return [f"{before}{comma}{word}" for word in words if word.startswith(last)]
