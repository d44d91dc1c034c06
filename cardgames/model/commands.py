"""The commands that a player can type, their short forms, and the words of a line.

A command is declared once, with `@command` on the method that carries it out. The method's name is
the command's name, and the method's docstring is the help. Parsing, usage lines, 'did you mean',
completion and the list of moves to try all follow from this declaration.

The arguments of a command, and the options of a game, have values of a few kinds. Each kind reads
a typed word, says which words would be right, and lists its values for completion and for the list
of moves to try.
"""

import re
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product, repeat
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import DECK, Card, Place, parse_card
from cardgames.model.errors import InvalidCommand, brief, did_you_mean, quoted

LONGEST_LINE: Final = 1000  # the greatest length of a command, in characters

NO_DOCSTRINGS: Final = "Python leaves help out here: it runs with -OO, or PYTHONOPTIMIZE=2."


class Argument:
    """An argument of a command, or the value of an option; each subclass is one kind."""

    # May Python code give the value as a list of words instead of a text with commas?
    listed: ClassVar[bool] = False
    advice: ClassVar[str] = ""  # the end of a command's refusals, if this is its first argument

    def __init__(
        self, name: str = "", *, optional: bool = False, what: str = "", values: Iterable[Any] = ()
    ) -> None:
        """Declare an argument that usage lines call `name`; if `optional`, it may be left out.

        `what` describes a value in messages (default: `name`); `values` lists all values, if
        possible.
        """
        self.name = name
        self.what = what or name.lower()
        self.optional = optional
        self.values = values
        # The numbers of words that this argument accepts.
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
        """Return the value that `word` stands for; raises InvalidCommand."""
        return word

    def text(self, value: Any) -> str:
        """Return the word that stands for `value`: the inverse of `parse`."""
        return str(value)

    def holds(self, value: object) -> bool:
        """Can `parse` return `value`?"""
        try:
            found = self.parse(self.text(value))
        except (ValueError, TypeError):  # the value may have too many digits for `str`
            return False
        return type(found) is type(value) and bool(found == value)

    def checked(self, given: object) -> Any:
        """Return `given` if it is a value; if it is a word, return the value that the word means.

        Raises InvalidCommand.
        """
        if self.listed and isinstance(given, (list, tuple)):
            words = [one if isinstance(one, str) else brief(one) for one in given]
            given = ",".join(words) or "none"
        if isinstance(given, str):
            return self.parse(given)
        if self.holds(given):
            return given
        self.parse(brief(given))  # usually raises an error that says what would be right
        raise InvalidCommand(f"{self.name} is a word, not {brief(given)}")

    def completions(self, start: str) -> Iterable[str]:
        """Return the possible words that begin with `start`."""
        return (word for word in map(self.text, self.values) if word.startswith(start))


class Number(Argument):
    """A whole number from `low` to `high`, or a word that `words` maps to a value."""

    # What messages ask for if a word is no number; if '', they ask for a number within the bounds.
    kind: ClassVar[str] = ""

    def __init__(
        self,
        name: str,
        low: int,
        high: int,
        *,
        what: str = "number",
        optional: bool = False,
        words: Mapping[str, object] = {},
        wanted: str = "",
    ) -> None:
        super().__init__(name, optional=optional, what=what, values=range(low, high + 1))
        self.low = low
        self.high = high
        self.words = words
        self.wanted = wanted or f"a {what} from {low} to {high}"

    def parse(self, word: str) -> Any:
        if word.lower() in self.words:
            return self.words[word.lower()]
        name, digits, wanted = self.name.partition("|")[0], word.removeprefix("-"), self.wanted
        if not (digits.isascii() and digits.isdecimal()):
            wanted = self.kind or wanted
        elif len(digits) < 20 and self.low <= int(word) <= self.high:
            return int(word)  # `len` comes first: `int` fails with thousands of digits
        raise InvalidCommand(f"{name} must be {wanted}, not {quoted(word)}")

    def text(self, value: object) -> str:
        return next((word for word, own in self.words.items() if own == value), str(value))

    def holds(self, value: object) -> bool:
        if type(value) is int:  # the usual case, tested first for speed
            return self.low <= value <= self.high
        return super().holds(value)

    @property
    def form(self) -> str:
        return "|".join([f"{self.low}-{self.high}", *self.words])

    def completions(self, start: str) -> Iterable[str]:
        few = self.high - self.low < 60
        numbers = super().completions(start) if few else ()
        return [*numbers, *continued(start, self.words)]


class Whole(Number):
    """A whole number with wide bounds; a message names the bounds only if they are exceeded."""

    kind = "a whole number"


class Word(Argument):
    """One of a few words; it may also be typed with dashes before it, like an option."""

    def __init__(self, name: str, *words: str, optional: bool = False) -> None:
        super().__init__(name, optional=optional, values=words)
        self.words = words

    def parse(self, word: str) -> str:
        if (plain := word.lower().removeprefix("--")) in self.words:
            return plain
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}")

    @property
    def form(self) -> str:
        return "|".join(self.words)


class BySeat(Word):
    """A word for all computers, such as 'fast', or a word for each seat, such as 'fast,slow'."""

    listed = True

    def __init__(self, name: str, *words: str, seats: int) -> None:
        super().__init__(name, *words)
        self._seats = seats

    def parse(self, word: str) -> str:
        parts = [self.of_one(part.strip()) for part in word.split(",")]
        if len(parts) > self._seats:
            most = f"there are at most {self._seats} seats"
            raise InvalidCommand(f"{most}: {quoted(word)} names {len(parts)}")
        return ",".join(parts)

    def of_one(self, word: str) -> str:
        """Read one word of the list; raises InvalidCommand."""
        return super().parse(word)

    def completions(self, start: str) -> Iterable[str]:
        return continued(start, self.words)


class Among(Word):
    """One of a few whole numbers, which are declared in rising order."""

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

    def parse(self, word: str) -> tuple[str, ...]:
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

    def completions(self, start: str) -> Iterable[str]:
        if "," not in start:
            return super().completions(start)
        return continued(start, [word for word in self.words if word not in start.split(",")])


class Switch(Argument):
    """An option that is on or off; on the command line it takes no value."""

    def checked(self, given: object) -> bool:
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

    def completions(self, start: str) -> Iterable[str]:
        return self.item.completions(start)


class OneCard(Argument):
    """A card; its word is the name of the card."""

    def __init__(self, name: str) -> None:
        super().__init__(name, values=DECK)

    def parse(self, word: str) -> Card:
        return parse_card(word)


class CommandName(Argument):
    """The name of a command, which `Commands.complete` completes."""


def continued(start: str, words: Iterable[str]) -> list[str]:
    """Return `start`, a list such as 'a,b', once for each of `words` that completes its end."""
    before, comma, last = start.rpartition(",")
    return [f"{before}{comma}{word}" for word in words if word.startswith(last)]


Method = TypeVar("Method", bound=Callable[..., object])


class Route(NamedTuple):
    """A kind of move: the field of a position that loses cards, and the field that gets them."""

    source: str
    target: str


@dataclass(eq=False)
class Command:
    """A command as it was declared."""

    method: str  # the name of the method that carries it out
    name: str
    shorts: tuple[str, ...]
    arguments: tuple[Argument, ...]
    doc: str  # the help
    route: Route = Route("", "")  # empty fields if the command moves no cards
    # may its arguments come in any order? Lists of moves then have the order from low to high
    any_order: bool = False

    @property
    def usage(self) -> str:
        return " ".join([self.name, *map(str, self.arguments)])

    @property
    def summary(self) -> str:
        return self.doc.partition("\n")[0]

    def read(self, words: Sequence[str]) -> tuple[Any, ...]:
        """Return the values of the arguments typed as `words`; raises InvalidCommand."""
        if len(words) not in self._counts:
            raise InvalidCommand(self._refusal(len(words)))
        try:
            return tuple([arg.parse(word) for word, arg in zip(words, self._expected(words))])
        except InvalidCommand as error:
            if advice := self.arguments[0].advice:
                raise InvalidCommand(f"{error}{advice}") from None
            raise

    def check(self, arguments: tuple[object, ...]) -> None:
        """Check that `arguments` are values of this command's arguments; raises InvalidCommand."""
        if not isinstance(arguments, tuple) or len(arguments) not in self._counts:
            raise InvalidCommand(f"the arguments of {self.usage} are not {brief(arguments)}")
        for value, argument in zip(arguments, self._expected(arguments)):
            if not argument.holds(value):
                argument.parse(brief(value))  # may raise an error that says what would be right
                raise InvalidCommand(f"{argument.name} of {self.name} is not {brief(value)}")

    def argument(self, number: int) -> Argument | None:
        """Return the argument whose value is word `number` after the command's name, or None."""
        if number > self._counts[-1]:
            return None
        return self.arguments[min(number, len(self.arguments)) - 1]

    def _expected(self, values: Sequence[object]) -> Iterable[Argument]:
        more = len(values) > len(self.arguments)
        return chain(self.arguments, repeat(self.arguments[-1])) if more else self.arguments

    @cached_property
    def _counts(self) -> list[int]:
        return sorted({sum(counts) for counts in product(*(a.counts for a in self.arguments))})

    def _refusal(self, count: int) -> str:
        if self._counts == [0]:
            return f"type {self.name} alone"
        if count >= self._counts[0]:
            advice = self.arguments[0].advice
            return f"type {self.name} like this: {self.usage}{advice}"
        needed = [argument for argument in self.arguments if not argument.optional]
        short = self.shorts[0] if self.shorts else self.name
        form = " ".join([short, *map(str, self.arguments)])
        if len(needed) == 1 and isinstance(only := needed[0], Number) and only.high < 100:
            form = f"{short} {only.low} to {short} {only.high}"
        nouns = [argument.noun for argument in needed]
        told = [n if n[-1] == "s" else f"{'an' if n[0] in 'aeiou' else 'a'} {n}" for n in nouns]
        twice = len(nouns) == 2 and nouns[0] == nouns[1]
        what = f"two {nouns[0]}s" if twice else " and ".join(told)
        return f"{self.name} needs {what}: {form}"

    def every_call(self) -> Iterator[tuple[Any, ...]]:
        # An optional argument is left out: each move is tried in its shortest form.
        calls = product(*(arg.values for arg in self.arguments if not arg.optional))
        return (call for call in calls if call == self.ordered(call)) if self.any_order else calls

    def ordered(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(arguments)) if self.any_order else arguments


def command(*declared: str | Argument, name: str = "") -> Callable[[Method], Method]:
    """Declare the decorated method as a command; `declared` are its short forms and arguments.

    The command is called `name` (default: the method's name).
    """
    shorts = tuple(part for part in declared if isinstance(part, str))
    arguments = tuple(part for part in declared if isinstance(part, Argument))

    def declare(method: Method) -> Method:
        doc = (method.__doc__ or "").strip()
        called = name or method.__name__
        setattr(method, "command", Command(method.__name__, called, shorts, arguments, doc))
        return method

    return declare


Reading: TypeAlias = tuple[Command, tuple[Any, ...]]  # A command and the values of its arguments


class Commands:
    """The commands declared in a class and its bases, by name and short form."""

    def __init__(self, *owners: type) -> None:
        self._owners = owners

    @cached_property
    def all(self) -> dict[str, Command]:
        found: dict[str, Command] = {}
        for owner in self._owners:
            for base in reversed(owner.__mro__):
                for attribute in vars(base).values():
                    declared = getattr(attribute, "command", None)
                    if isinstance(declared, Command):
                        found[declared.name] = declared
        return found

    @cached_property
    def by_word(self) -> dict[str, Command]:
        return {word: item for item in self.all.values() for word in (item.name, *item.shorts)}

    def names(self, start: str = "") -> list[str]:
        return [name for name in self.all if name.startswith(start)]

    def get(self, word: str) -> Command | None:
        """Return the command called `word`, in upper or lower case, or None."""
        return self.by_word.get(word) or self.by_word.get(word.lower())

    def find(self, word: str) -> Command:
        """Return the command called `word`, in upper or lower case; raises InvalidCommand."""
        if (found := self.get(word)) is None:
            advice = did_you_mean(word.lower(), self.by_word)
            raise InvalidCommand(f"unknown command {quoted(word)}{advice}")
        return found

    def parse(self, line: str) -> Reading:
        """Return the command typed as `line` and its arguments' values; raises InvalidCommand."""
        word, *rest = split(line)
        found = self.find(word)
        return found, found.read(rest)

    def check(self, name: str, arguments: tuple[object, ...]) -> None:
        """Check that a command called `name` takes these `arguments`; raises InvalidCommand."""
        try:
            found = self.all[name]
        except (KeyError, TypeError):
            raise InvalidCommand(f"there is no move called {brief(name)}") from None
        if arguments != () or found.arguments:
            found.check(arguments)

    def complete(self, line: str, start: str) -> list[str]:
        """Return the completions of `start`, the word being typed; `line` is the text before it."""
        typed = line.split()
        if not typed:
            return self.names(start.lower())
        found = self.get(typed[0])
        argument = found.argument(len(typed)) if found is not None else None
        if isinstance(argument, CommandName):
            return self.names(start)
        return [] if argument is None else list(argument.completions(start))


# The letters for the places of a game, such as w for the waste, or t for the tableau piles. If
# piles are numbered, their letter is mapped to a function from number to place. A number without a
# letter means a pile of the kind that the first letter names.
Letters: TypeAlias = Mapping[str, Place | Callable[[int], Place]]


class ShortForms(NamedTuple):
    """The short forms that a game declares."""

    # The letters of the game's places; two places together, such as w3, are a move
    places: Letters = {}
    bare: str = ""  # the name of the move to make when only numbers or cards are typed
    least: int = 1  # the fewest numbers or cards that make the move `bare`
    advice: str = ""  # the error message for fewer numbers or cards than `least`
    enter: str = ""  # the move that Enter alone makes at a terminal
    # Words from other rules of the game, each with the message that explains it
    foreign: Mapping[str, str] = {}

    def summary(self) -> str:
        """Return examples of the short forms, in one line."""
        parts = ["31, 6d kc, 6d (see help move)"] if self.places else []
        if self.bare:
            example = " ".join("345"[: self.least])
            parts.append(f"{example} is {self.bare} {example}")
        if self.enter:
            parts.append(f"Enter is {self.enter}")
        return "; ".join([*parts, "sco is score"])


def check_length(line: str) -> None:
    """Check that `line` is not too long to be read; raises InvalidCommand."""
    if len(line) > LONGEST_LINE:
        raise InvalidCommand(f"the line is longer than {LONGEST_LINE} characters")


def commands_in(line: str) -> list[str]:
    """Return the commands of `line`, split at semicolons outside quotes; [''] if there are none."""
    check_length(line)
    parts = re.findall(r"""(?:'[^']*'|"[^"]*"|[^;])+""", line)
    return [part.strip() for part in parts if part.strip()] or [""]


def split(line: str) -> list[str]:
    """Return the words of `line`; words in quotes may contain spaces.

    Raises InvalidCommand, also if `line` has no words.
    """
    check_length(line)
    words = line.split()
    if "'" in line or '"' in line:
        try:
            words = shlex.split(line)
        except ValueError:
            raise InvalidCommand(f"a quotation is not closed in {quoted(line)}") from None
    if not words:
        raise InvalidCommand("nothing was typed; help lists the commands")
    return words
