"""Declaring the commands that a player can type.

A command is declared once, by `@command` on the method that carries it out: the method's name is
the command's, and its docstring is the help. Parsing, usage lines, 'did you mean', completion and
the list of moves to try all follow from that declaration.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, product, repeat
from typing import Any, Final, TypeVar

from cardgames.model.arguments import Argument
from cardgames.model.errors import InvalidCommand, quoted

LONGEST_LINE: Final = 1000
"""The greatest length of a command, in characters."""

Method = TypeVar("Method", bound=Callable[..., Any])


class Command:
    """A command as it was declared."""

    def __init__(
        self,
        method: str,
        name: str,
        shorts: tuple[str, ...],
        arguments: tuple[Argument, ...],
        doc: str,
    ) -> None:
        """Declare NAME, with the short forms SHORTS; METHOD carries it out, and DOC is its help."""
        self.method = method
        self.name = name
        self.shorts = shorts
        self.arguments = arguments
        self.doc = doc

    @property
    def usage(self) -> str:
        """The form in which it is typed: 'tabtab T1 T2'."""
        return " ".join([self.name, *map(str, self.arguments)])

    @property
    def summary(self) -> str:
        """The first sentence of the help."""
        return self.doc.partition("\n")[0]

    def read(self, words: Sequence[str]) -> tuple[Any, ...]:
        """Return the values of its arguments, read from WORDS; raises InvalidCommand."""
        if len(words) not in self._counts:
            raise InvalidCommand(f"{self._needs()}, not {len(words)}: {self.usage}")
        more = repeat(self.arguments[-1]) if words else ()
        arguments = chain(self.arguments, more)
        return tuple([argument.parse(word) for word, argument in zip(words, arguments)])

    def argument(self, number: int) -> Argument | None:
        """Return the argument that word NUMBER belongs to, counted from 1; None after the last."""
        if number > self._counts[-1]:
            return None
        return self.arguments[min(number, len(self.arguments)) - 1]

    @cached_property
    def _counts(self) -> list[int]:
        """The numbers of words that it can take, in rising order."""
        return sorted({sum(counts) for counts in product(*(a.counts for a in self.arguments))})

    def _needs(self) -> str:
        counts = self._counts
        if counts == [0]:
            return f"{self.name} takes no arguments"
        if counts == list(range(counts[-1] + 1)):
            number = f"at most {counts[-1]}"
        elif len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
            number = f"{counts[0]} to {counts[-1]}"
        else:
            number = " or ".join(map(str, counts))
        return f"{self.name} takes {number} argument{'s' if counts[-1] > 1 else ''}"

    def every_call(self) -> Iterator[tuple[Any, ...]]:
        """Return every choice of values for its arguments, leaving out the optional ones."""
        return product(*(arg.choices() for arg in self.arguments if not arg.optional))


def command(*declared: str | Argument, name: str = "") -> Callable[[Method], Method]:
    """Declare the decorated method a command with these short forms and arguments.

    The command is called NAME, which is by default the method's name.
    """
    shorts = tuple(part for part in declared if isinstance(part, str))
    arguments = tuple(part for part in declared if isinstance(part, Argument))

    def declare(method: Method) -> Method:
        doc = (method.__doc__ or "").strip()
        called = name or method.__name__
        setattr(method, "command", Command(method.__name__, called, shorts, arguments, doc))
        return method

    return declare


class Commands:
    """The commands declared in a class and its bases, by name and short form."""

    def __init__(self, *owners: type) -> None:
        """Collect the commands that OWNERS declare, in the order of declaration."""
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
        """Return the names of the commands that begin with START."""
        return [name for name in self.all if name.startswith(start)]

    def find(self, word: str) -> Command:
        """Return the command called WORD, in upper or lower case; raises InvalidCommand."""
        found = self._by_word.get(word) or self._by_word.get(word.lower())
        if found is None:
            raise InvalidCommand(
                f"unknown command {quoted(word)}{self._did_you_mean(word.lower())}"
            )
        return found

    def parse(self, line: str) -> tuple[Command, tuple[Any, ...]]:
        """Return the command typed in LINE and its arguments' values; raises InvalidCommand."""
        word, *rest = split(line)
        found = self.find(word)
        return found, found.read(rest)

    def complete(self, line: str, start: str) -> list[str]:
        """Return the words that begin with START and can follow LINE, which is typed before it."""
        typed = line.split()
        if not typed:
            return self.names(start.lower())
        found = self._by_word.get(typed[0].lower())
        argument = found.argument(len(typed)) if found is not None else None
        return [] if argument is None else list(argument.completions(start, self.all))

    def _did_you_mean(self, word: str) -> str:
        from difflib import get_close_matches

        close = get_close_matches(word[:20], self.all, n=1) if len(word) > 2 else []
        return f": did you mean {close[0]}?" if close else "; help lists the commands"


def split(line: str) -> list[str]:
    """Return the words of LINE, at least one; a word in quotes can contain spaces.

    Raises InvalidCommand if the line is empty or too long, or a quotation mark is left open.
    """
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
