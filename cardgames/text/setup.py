"""A game set up in words: `4 hard`, or `2 people, slow, penalty card`.

A person says the names and values of declared options, and what the table `spoken` has beside them.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cardgames.model.arguments import Argument, Number, Switch, Word
from cardgames.model.commands import split
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import Options, Spoken, flag

NUMBERS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
FILLERS: Final = ("a", "an", "and", "against", "at", "for", "play", "the", "with")
NOT: Final = ("no", "none")
NUMBER: Final = Number("N", 0, 99)
VAGUE: Final = ("any", "none", "plays-on")
"""Values that say nothing without the name of their option."""


class Words:
    """What can be said about the OPTIONS of a game; raises InvalidCommand for anything else."""

    def __init__(self, options: type[Options], spoken: Spoken) -> None:
        self._options, self._spoken = options, spoken
        self._arguments: dict[str, Argument] = {
            flag(declared)[2:]: declared.metadata["argument"] for declared in options.declared()
        } | ({"variant": Word("VARIANT", *options.variants)} if options.variants else {})
        self._names = {name: name for name in self._arguments} | dict(spoken.names)
        self._values = {
            word: name
            for name in spoken.alone
            for word in self._arguments[name].completions("", ())
            if word not in VAGUE
        }
        self._said: list[str] = []
        """The words that are still to be read, in reverse order."""

    def all(self) -> Iterable[str]:
        """Return the words that Tab completes."""
        return "no", *self._names, *self._values, *filter(None, self._spoken.units)

    def options(self, line: str) -> list[str]:
        """Turn LINE into options of the command line; what begins with a dash are options."""
        if dash := re.search(r"(?<!\S)-|--", line):
            return self.options(line[: dash.start()]) + split(line[dash.start() :])
        given: dict[str, str] = {}
        unsaid = set()
        self._said = re.findall(r"[^\s,;]+", line.replace("time-out", "timeout"))[::-1]
        while self._said:
            name, value = self._next()
            if value is None:
                unsaid.add(name)
            elif given.get(name) in NOT or name in given and value in NOT:
                given[name] = given[name] if value in NOT else value
            elif name in given and not self._arguments.get(name, NUMBER).listed:
                raise self._refused(f"{name} is named twice: say it once, as in ", "")
            elif name:
                given[name] = f"{given[name]},{value}" if name in given else value
        for name in sorted((unsaid - given.keys()) & self._arguments.keys()):
            raise self._refused(f"{name} needs a value")
        found: list[str] = []
        for name, value in self._options.agreed(given).items():
            no = isinstance(self._arguments[name], Switch) and value == "no"
            found += [f"--no-{name}" if no else f"--{name}", *[value] * (value not in ("", "no"))]
        return found

    def _next(self) -> tuple[str, str | None]:
        """Take the next words; return an option and its value, None without one; '' for nothing."""
        typed = self._said.pop()
        word = NUMBERS.get(typed.lower(), typed.lower())
        if (joined := re.fullmatch(r"(\d+)([a-z]+)", word)) and joined[2] in self._spoken.units:
            self._said.append(joined[2])
            word = joined[1]
        if word.isdecimal():
            return self._counted(word)
        if word == "no" and self._said:
            return self._without(self._said.pop().lower())
        if word in FILLERS or word in self._spoken.fillers:
            return "", ""
        if word in self._spoken.others:
            return self._spoken.others[word]
        if word in self._values:
            return self._values[word], word
        if word in self._spoken.units:
            name, numbers = self._spoken.units[word]
            return name, numbers.get("2") or self._value(name)
        if word not in self._names:
            raise self._refused(f"{quoted(typed)} is not understood")
        name = self._names[word]
        return name, "" if isinstance(self._arguments[name], Switch) else self._value(name)

    def _counted(self, number: str) -> tuple[str, str]:
        """Return what NUMBER says with the unit that may follow."""
        units = self._spoken.units
        unit = self._said.pop().lower() if self._follows(units) else ""
        for name, numbers in [units[unit]] if unit else units.values():
            if not numbers or number in numbers:
                return name, numbers.get(number, number)
        raise self._refused(f"there cannot be {number} {unit}")

    def _without(self, word: str) -> tuple[str, str]:
        """Return what 'no WORD' says."""
        may = [name for name, each in self._arguments.items() if _can_be_none(each)]
        if word not in may:
            raise self._refused(f"there is no 'no {word}', only for {', '.join(may)}")
        return word, "no" if isinstance(self._arguments[word], Switch) else "none"

    def _value(self, name: str) -> str | None:
        """Take the value of option NAME, which was named before it; None if no value follows."""
        argument = self._arguments.get(name, NUMBER)
        if not self._said:
            return None
        if argument.listed and name not in self._spoken.alone:
            found = [self._said.pop()]
            while self._said and not self._follows(self._names, self._values, self._spoken.units):
                if self._said[-1].isdecimal():
                    break
                found.append(self._said.pop())
            return ",".join(found)
        value = NUMBERS.get(self._said[-1].lower(), self._said[-1])
        try:
            argument.parse(value)
        except InvalidCommand:
            known = (self._names, self._values, self._spoken.units, dict.fromkeys((*FILLERS, "no")))
            if value[0].isdigit() != (type(argument) is Number) or self._follows(*known):
                return None  # it belongs to something else; an unfit value is refused later
        self._said.pop()
        if self._follows(self._spoken.units) and self._spoken.units[self._said[-1]][0] == name:
            self._said.pop()
        return value

    def _follows(self, *known: Mapping[str, Any]) -> bool:
        return bool(self._said) and any(self._said[-1].lower() in words for words in known)

    def _refused(self, why: str, so: str = ": type ") -> InvalidCommand:
        return InvalidCommand(f"{why}{so}{self._spoken.example}")


def in_words(options: Options) -> list[str]:
    """Return what is unusual about OPTIONS, in words that mean the same."""
    spoken, told = options.spoken, list[str]()
    if spoken is None:
        return []
    for declared in options.declared():
        argument, seated = declared.metadata["argument"], declared.metadata["seated"]
        value, name = getattr(options, declared.name), flag(declared)[2:]
        if value == (declared.default if seated is None else seated):
            continue
        text = argument.text(value)
        units = {unit: numbers for unit, (of, numbers) in spoken.units.items() if of == name}
        if isinstance(argument, Switch) or text in ("none", "all"):
            told.append({"none": "no ", "all": "all "}.get(text, "no " * (not value)) + name)
        elif pair := next((unit for unit in units if unit and units[unit].get("2") == text), ""):
            told.append(f"2 {pair}")
        elif name in spoken.alone and argument.listed:
            unit = next(iter(units), "")
            told += [f"{part} {unit}" if part.isdecimal() else part for part in text.split(",")]
        else:
            told.append(f"{name} {text}")
    return told


def _can_be_none(argument: Argument) -> bool:
    return isinstance(argument, Switch) or "none" in argument.completions("", ())
