"""The options of a match of Rummy in words: `4 hard`, `2 people`, `names Ann,Bob, target 200`.

A person sets up a match in these words.
"""

import re
from typing import Final

from cardgames.games.rummy.options import EACH, LEVELS, RummyOptions
from cardgames.model.commands import split
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import flag

QUESTION: Final = (
    f"Enter to play one computer to {2 * EACH}, about 12 hands; or: short, players, names\n"
)
PROMPT: Final = "such as '4 hard' or '2 people'> "
EXAMPLES: Final = "'4 hard', '2 people' or 'target 200'"
HELP: Final = f"""\
  4               four players: you and three computers
  4 hard          the computers play as well as they can; or easy, or medium
  easy, hard      a level for each computer, so that you play two of them
  2 people        two people at this keyboard; '4, 2 people' adds two computers
  names Ann,Bob   what the players are called
  short           a match to {EACH}, about half as long
  target {EACH * 4}      the score that wins (usually {EACH} points for each player)
  ace high        an option of the rules; --ace high is the same, and
                  'cardgames rummy --help' lists them all
  Ctrl-D          leave
"""
UNITS: Final = {
    "player": "players",
    "players": "players",
    "people": "humans",
    "persons": "humans",
    "person": "humans",
    "human": "humans",
    "humans": "humans",
    "computer": "computers",
    "computers": "computers",
    "points": "target",
}
"""The option that a number sets, by the word after it: '2 people' sets `humans`."""
NAMES: Final = {
    **{flag(declared)[2:]: flag(declared)[2:] for declared in RummyOptions.declared()},
    **UNITS,
    "levels": "level",
    "name": "names",
    "to": "target",
    "variant": "variant",
}
"""The option that a word before a value names: 'to 200' sets `target`."""
NUMBERS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
FILLERS: Final = ("a", "an", "and", "against", "at", "for", "play", "the", "with")
SHORT: Final = "short"
"""The word for a match that takes half as long."""
WORDS: Final = ("players", "people", "computers", "level", "names", "target", SHORT, *LEVELS)
"""The words that Tab completes in a line of options."""
LISTED: Final = ("names", "level")
"""The options whose values are lists."""


def option_words(line: str) -> list[str]:
    """Turn LINE, such as '4 hard', into options of the command line; raises InvalidCommand."""
    if line.startswith("-"):
        return split(line)
    given = _given(re.findall(r"[^\s,;]+", line))
    computers = given.pop("computers", "")
    if "players" not in given and (computers or given.keys() & {"humans", "level", "names"}):
        given["players"] = str(_needed(given, computers))
    return [word for name, value in given.items() for word in (f"--{name}", value)]


def _needed(given: dict[str, str], computers: str) -> int:
    """Return the number of players for the number COMPUTERS and the other options GIVEN."""
    levels = len(given.get("level", "").split(","))
    people = given.get("humans", "1")
    wanted = [word for word in (people, computers) if word.isdecimal() and len(word) < 3]
    named = len(given.get("names", "").split(","))
    rivals = 0 if computers or levels == 1 else levels
    return max(2, sum(map(int, wanted)) + rivals, named)


def _given(words: list[str]) -> dict[str, str]:
    """Return the options that WORDS set, with their values; raises InvalidCommand."""
    given: dict[str, str] = {}
    words = words[::-1]
    while words:
        word = words.pop()
        name, value = word.lower(), NUMBERS.get(word.lower(), word)
        if name in FILLERS:
            continue
        if value.isdecimal():
            follows = words[-1].lower() if words else ""
            name = UNITS[words.pop().lower()] if follows in UNITS else "players"
        elif name in LEVELS:
            name, value = "level", _listed([name], words, True)
        elif name == SHORT:
            name, value = "target", str(EACH)
        elif name in NAMES:
            name, value = NAMES[name], _value(NAMES[name], words)
        else:
            raise InvalidCommand(f"{quoted(word)} is not understood: type {EXAMPLES}")
        if name in given:
            raise InvalidCommand(f"{name} is named twice: say it once, as in {EXAMPLES}")
        given[name] = value
    return given


def _value(name: str, words: list[str]) -> str:
    """Return the value of option NAME. WORDS are in reverse order; take it from their end."""
    if not words or name not in LISTED and words[-1].lower() in NAMES:
        raise InvalidCommand(f"{name} needs a value: type {EXAMPLES}")
    first = words.pop()
    if name in LISTED:
        return _listed([first], words, name == "level")
    return NUMBERS.get(first.lower(), first)


def _listed(found: list[str], words: list[str], levels: bool) -> str:
    """Return FOUND and the next WORDS, in reverse order, up to an option, joined by commas."""
    while words and not (words[-1].lower() in NAMES or words[-1].isdecimal()):
        if (words[-1].lower() in LEVELS) != levels:
            break
        found.append(words.pop())
    return ",".join(found)
