"""Declaring the commands that a player can type.

A command is declared once, by `@command` on the method that carries it out: the method's name
is the command's, its docstring is the help. Reading what was typed, usage, 'did you mean',
completion and the list of moves to try all follow from that declaration.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from cardgames.errors import InvalidCommand, quoted

LONGEST_LINE: Final = 1000
"""No command is longer than this many characters."""

Method = TypeVar("Method", bound=Callable[..., Any])


class Argument:
    """One argument of a command: any word, unless a subclass says more."""

    def __init__(self, name: str, *, optional: bool = False) -> None:
        """Call it NAME in usages; OPTIONAL arguments may be left out."""
        self.name = name
        self.optional = optional

    def __str__(self) -> str:
        return f"[{self.name}]" if self.optional else self.name

    def parse(self, word: str) -> Any:
        """The value that WORD stands for; raises InvalidCommand."""
        return word

    def text(self, value: Any) -> str:
        """The word that stands for VALUE: the inverse of parse."""
        return str(value)

    def choices(self) -> Iterable[Any]:
        """Every value that it can have, if they can be listed."""
        return ()

    def completions(self, start: str, table: "Commands") -> Iterable[str]:
        """The words that it can be and that begin with START."""
        return (word for word in map(self.text, self.choices()) if word.startswith(start))


class Number(Argument):
    """A whole number within bounds."""

    def __init__(
        self, name: str, low: int, high: int, *, what: str = "number", optional: bool = False
    ) -> None:
        """A WHAT from LOW to HIGH, both included."""
        super().__init__(name, optional=optional)
        self.low = low
        self.high = high
        self.what = what

    def parse(self, word: str) -> Any:
        """The number; raises InvalidCommand when it is none, or out of bounds."""
        digits = word.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) < 20:
            if self.low <= int(word) <= self.high:
                return int(word)
        raise InvalidCommand(
            f"{self.name} must be a {self.what} from {self.low} to {self.high}, not {quoted(word)}"
        )

    def choices(self) -> Iterable[Any]:
        """The numbers between the bounds."""
        return range(self.low, self.high + 1)


class Limit(Number):
    """A whole number within bounds, or 'unlimited', which is None."""

    def parse(self, word: str) -> Any:
        """The number or None; raises InvalidCommand."""
        return None if word.lower() == "unlimited" else super().parse(word)

    def text(self, value: Any) -> str:
        """The number, or 'unlimited'."""
        return "unlimited" if value is None else str(value)


class Word(Argument):
    """One of a few words."""

    def __init__(self, name: str, *words: str, optional: bool = False) -> None:
        """One of WORDS."""
        super().__init__(name, optional=optional)
        self.words = words

    def parse(self, word: str) -> Any:
        """The word in lower case; raises InvalidCommand when it is another."""
        if word.lower() in self.words:
            return word.lower()
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}")

    def choices(self) -> Iterable[Any]:
        """The words."""
        return self.words


class CommandName(Argument):
    """The name of a command."""

    def completions(self, start: str, table: "Commands") -> Iterable[str]:
        """The commands that begin with START."""
        return table.names(start)


class FileName(Argument):
    """The name of a file."""

    def completions(self, start: str, table: "Commands") -> Iterable[str]:
        """The files and folders that begin with START."""
        from glob import escape, glob
        from os.path import isdir

        return [f"{name}/" if isdir(name) else name for name in sorted(glob(f"{escape(start)}*"))]


class Command:
    """A command as it was declared."""

    def __init__(
        self, name: str, shorts: tuple[str, ...], arguments: tuple[Argument, ...], doc: str
    ) -> None:
        """Call it NAME, or one of SHORTS; DOC is its help."""
        self.name = name
        self.shorts = shorts
        self.arguments = arguments
        self.doc = doc

    @property
    def usage(self) -> str:
        """How it is typed: 'tabtab T1 T2'."""
        return " ".join([self.name, *map(str, self.arguments)])

    @property
    def summary(self) -> str:
        """What it does, in one sentence."""
        return self.doc.partition("\n")[0]

    def read(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The values of its arguments from WORDS; raises InvalidCommand."""
        arguments = self.arguments
        if len(words) != len(arguments) and not self._enough(len(words)):
            raise InvalidCommand(f"{self._needs()}, not {len(words)}: {self.usage}")
        return tuple([argument.parse(word) for argument, word in zip(arguments, words)])

    def _enough(self, count: int) -> bool:
        needed = sum(not argument.optional for argument in self.arguments)
        return needed <= count <= len(self.arguments)

    def _needs(self) -> str:
        most = len(self.arguments)
        least = sum(not argument.optional for argument in self.arguments)
        if most == 0:
            return f"{self.name} takes no arguments"
        range_ = str(most) if least == most else f"{least} to {most}"
        return f"{self.name} takes {range_} argument{'s' if most > 1 else ''}"

    def every_call(self) -> Iterator[tuple[Any, ...]]:
        """Every choice of values for its arguments, the optional ones left out."""
        from itertools import product

        return product(*(arg.choices() for arg in self.arguments if not arg.optional))


def command(*declared: str | Argument) -> Callable[[Method], Method]:
    """Declare the decorated method a command, with its short forms and its arguments."""
    shorts = tuple(part for part in declared if isinstance(part, str))
    arguments = tuple(part for part in declared if isinstance(part, Argument))

    def declare(method: Method) -> Method:
        doc = (method.__doc__ or "").strip()
        setattr(method, "command", Command(method.__name__, shorts, arguments, doc))
        return method

    return declare


class Commands:
    """The commands declared in a class and its bases, by name and short form."""

    def __init__(self, *owners: type) -> None:
        """Collect what OWNERS declare, in the order in which it is declared."""
        self.all: dict[str, Command] = {}
        for owner in owners:
            for base in reversed(owner.__mro__):
                for attribute in vars(base).values():
                    declared = getattr(attribute, "command", None)
                    if isinstance(declared, Command):
                        self.all[declared.name] = declared
        self._by_word = {
            word: item for item in self.all.values() for word in (item.name, *item.shorts)
        }

    def names(self, start: str = "") -> list[str]:
        """The names of the commands that begin with START."""
        return [name for name in self.all if name.startswith(start)]

    def find(self, word: str) -> Command:
        """The command called WORD, in any case; raises InvalidCommand."""
        found = self._by_word.get(word) or self._by_word.get(word.lower())
        if found is None:
            raise InvalidCommand(f"unknown command {quoted(word)}{self._advice(word.lower())}")
        return found

    def parse(self, line: str) -> tuple[Command, tuple[Any, ...]]:
        """The command typed in LINE and the values of its arguments; raises InvalidCommand."""
        word, *rest = split(line)
        found = self.find(word)
        return found, found.read(rest)

    def complete(self, line: str, start: str) -> list[str]:
        """The words beginning with START that can follow LINE, what was typed before it."""
        typed = line.split()
        if not typed:
            return self.names(start.lower())
        found = self._by_word.get(typed[0].lower())
        if found is None or len(typed) > len(found.arguments):
            return []
        return list(found.arguments[len(typed) - 1].completions(start, self))

    def _advice(self, word: str) -> str:
        from difflib import get_close_matches

        close = get_close_matches(word[:20], self.all, n=1) if len(word) > 2 else []
        return f": did you mean {close[0]}?" if close else "; help lists the commands"


def split(line: str) -> list[str]:
    """The words of a line, at least one; quotes keep blanks in a word. Raises InvalidCommand."""
    if len(line) > LONGEST_LINE:
        raise InvalidCommand(f"the line is longer than {LONGEST_LINE} characters")
    words = line.split()
    if "'" in line or '"' in line:
        import shlex

        try:
            words = shlex.split(line)
        except ValueError:
            raise InvalidCommand(f"a quotation is not closed in {quoted(line)}") from None
    if not words:
        raise InvalidCommand("nothing was typed; help lists the commands")
    return words
