"""The options of Slap in words: `2 people`, `slow, sandwich, run, penalty card`.

A person sets up a game in these words, and reads them below the table.
"""

import re
from typing import Final

from cardgames.games.slap.options import RIVALS, RULES, SPEEDS, TENS, SlapOptions
from cardgames.model.commands import split
from cardgames.model.errors import InvalidCommand, quoted

QUESTION: Final = "Enter to play the computer; or: people, speed, rules, penalty, practice\n"
PROMPT: Final = "such as '2 people' or 'slow'> "
EXAMPLES: Final = "'2 people', 'slow, sandwich, run' or 'penalty card'"
HELP: Final = """\
  Enter           as last time, or one computer if this is the first time
  2 people        two people at this keyboard; '2 computers' lets you watch
  slow            how fast the computer slaps: slow, medium, fast, or 500 ms
  fast human      a computer that errs as people do; or steady
  sandwich, run   piles that can be slapped; also flush, ten-sum, marriage,
                  divorce, or tens, which stop challenges; 'all': every rule
  penalty card    what a wrong slap costs: card, each, timeout or pile
  practice        stop at each missed or wrong slap, and say why
  no slaps        Beggar-My-Neighbour
  --slaps none    any option; 'cardgames slap --help' lists them all
  Ctrl-D          leave
"""
PEOPLE: Final = {"2": "human,human", "1": "human,computer", "0": "computer,computer"}
COMPUTERS: Final = dict(zip(PEOPLE, reversed(PEOPLE.values())))
UNITS: Final = {
    **dict.fromkeys(("people", "persons", "person", "human", "humans"), PEOPLE),
    **dict.fromkeys(("players", "player"), PEOPLE),
    **dict.fromkeys(("computers", "computer"), COMPUTERS),
}
"""What a number of them says about the players."""
PENALTIES: Final = ("card", "each", "strict", "timeout", "pile")
MEANINGS: Final = {
    **dict.fromkeys(SPEEDS, "speed"),
    **dict.fromkeys(RIVALS, "rival"),
    **dict.fromkeys((TENS, *RULES, "all"), "rules"),
    **dict.fromkeys(PENALTIES, "penalty"),
    "practice": "practice",
    "loses": "out-of-cards",
}
"""The option that a word sets, with the word itself as its value."""
LISTED: Final = ("speed", "rival", "rules")
"""The options whose values are lists."""
LABELS: Final = ("speed", "rival", "rules", "penalty", "out-of-cards")
"""The options that may be named before their values."""
NONE: Final = {
    "slaps": ["--slaps", "none"],
    "penalty": ["--penalty", "none"],
    "practice": ["--no-practice"],
}
"""What 'no' says about an option."""
NUMBERS: Final = {"one": "1", "two": "2"}
FILLERS: Final = ("a", "an", "and", "against", "at", "for", "play", "the", "with", "computer")
WORDS: Final = ("people", "computers", "no", "slaps", "penalty", *MEANINGS)
"""The words that Tab completes."""


def option_words(line: str) -> list[str]:
    """Turn LINE, such as 'slow, run', into options of the command line; raises InvalidCommand."""
    line, dashes, options = line.partition("--")
    if dashes:
        return option_words(line) + split(dashes + options)
    given: dict[str, list[str]] = {}
    found, labels = list[str](), set[str]()
    words = re.findall(r"[^\s,;]+", line.lower().replace("time-out", "timeout"))[::-1]
    while words:
        word = NUMBERS.get(words[-1], words[-1])
        if word == "no" and words[-2:-1] and words[-2] in NONE:
            found += NONE[words[-2]]
            del words[-2:]
        elif word in LABELS and word not in MEANINGS:
            labels.add(words.pop())
        elif word in FILLERS:
            words.pop()
        else:
            name, value = _meaning(words)
            given.setdefault(name, []).append(value)
    for label in labels - given.keys():
        raise InvalidCommand(f"{label} needs a value: type {EXAMPLES}")
    for name, values in given.items():
        if len(values) > 1 and name not in LISTED:
            raise InvalidCommand(f"{name} is named twice: say it once, as in {EXAMPLES}")
        found += [f"--{name}"] + [",".join(values)] * (name != "practice")
    return found


def _meaning(words: list[str]) -> tuple[str, str]:
    """Take the next of WORDS, which are in reverse order; return an option and its value."""
    typed = words.pop()
    word = NUMBERS.get(typed, typed)
    if word in MEANINGS:
        return MEANINGS[word], word
    if word in PEOPLE:
        unit = words.pop() if words and words[-1] in UNITS else "people"
        return "players", UNITS[unit][word]
    if word in UNITS:
        return "players", UNITS[word]["2"]
    if word == "reaction" and words:
        return word, words.pop()
    if word.isdecimal() and words and words[-1] in UNITS:
        raise InvalidCommand(f"Slap is for two players, not {word}: type {EXAMPLES}")
    if word == "no" and words:
        known = ", ".join(NONE)
        raise InvalidCommand(f"there is no 'no {words[-1]}', only for {known}: type {EXAMPLES}")
    if word.removesuffix("ms").isdecimal():
        if words and words[-1] == "ms":
            words.pop()
        return "speed", word.removesuffix("ms")
    raise InvalidCommand(f"{quoted(typed)} is not understood: type {EXAMPLES}")


def in_words(options: SlapOptions) -> list[str]:
    """Return what is unusual about OPTIONS, in words that `option_words` understands."""
    usual = SlapOptions()
    numbers = {players: number for number, players in PEOPLE.items()}
    number = numbers[options.players]
    parts = {"2": ["2 people"], "1": [], "0": ["2 computers"]}[number]
    parts += [_timed(options.speed)] if options.speed != usual.speed else []
    parts += [options.rival.replace(",", " ")] if options.rival != usual.rival else []
    parts += ["all rules"] if len(options.rules) > len(RULES) else options.rules
    parts += ["no slaps"] if options.slaps == "none" else []
    parts += [f"penalty {options.penalty}"] if options.penalty not in ("none", "strict") else []
    parts += ["out-of-cards loses"] if options.out_of_cards != usual.out_of_cards else []
    parts += [f"reaction {options.reaction}"] if options.reaction != usual.reaction else []
    return [*parts, *["practice"] * options.practice]


def _timed(speeds: str) -> str:
    """Return SPEEDS, separated by commas, in words: 'slow', '500 ms'."""
    words = (f"{speed} ms" if speed.isdecimal() else speed for speed in speeds.split(","))
    return " ".join(words)
