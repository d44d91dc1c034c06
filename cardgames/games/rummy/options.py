"""The options of Rummy: who plays, and by which rules."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from cardgames.games.rummy.melds import ACES, MeldRules, meld_rules
from cardgames.model.commands import Argument, BySeat, Number, Word
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import COMPUTER, JOIN, PERSON, YOU, Options, Spoken, option

LEVELS: Final = ("easy", "medium", "hard")  # the levels at which a computer can play
MOST_PLAYERS: Final = 6
EACH: Final = 50  # the usual target per player, as a winner scores the points of all the others
LONGEST_NAME: Final = 10
MOST_RESTOCKS: Final = 100  # how often the stock may run out before a hand is dead


class Names(Argument):
    listed = True

    def parse(self, word: str) -> str:
        """Return the names, separated by commas, or '' for 'none'; raises InvalidCommand."""
        if word.strip().lower() in ("", "none"):
            return ""
        names = [re.sub(" +", " ", part.strip(" ")) for part in word.split(",")]
        for name in names:
            why, (who, _, number) = "", name.casefold().partition(" ")
            if not 1 <= len(name) <= LONGEST_NAME:
                why = f"is not a name: names have 1 to {LONGEST_NAME} characters"
            elif not name.isprintable():
                why = "is not a name: names have only printable characters"
            elif (who, number) == (YOU, "") or who in (COMPUTER, PERSON) and number.isdecimal():
                why = "is what a player without a name is called"
            if why:
                raise InvalidCommand(f"{quoted(name)} {why}")
        if len(set(map(str.casefold, names))) < len(names):
            raise InvalidCommand("two players have the same name")
        if len(names) > MOST_PLAYERS:
            raise InvalidCommand(f"there are at most {MOST_PLAYERS} players to name")
        return ",".join(names)

    def text(self, value: str) -> str:
        return value or "none"


@dataclass(frozen=True)
class RummyOptions(Options):
    players: int = option(2, Number("N", 2, MOST_PLAYERS), "The number of players.")
    humans: int = option(
        1, Number("K", 0, MOST_PLAYERS), "The number of people; they have the first seats."
    )
    level: str = option(
        "medium",
        BySeat("LEVEL", *LEVELS, seats=MOST_PLAYERS),
        "How well the computers play; or a list by seat, such as easy,hard.",
        "--levels",
    )
    names: str = option("", Names("NAMES"), "The players' names by seat, such as Ann,Bob.")
    melds_per_turn: str = option(
        "any", Word("HOW", "any", "one"), "Meld as often as you like in a turn, or once."
    )
    ace: str = option(
        "low", Word("ACE", *ACES), "A-2-3 is a run; with high, also Q-K-A; with round, also K-A-2."
    )
    go_out: str = option(
        "any", Word("HOW", "any", "discard"), "Go out in any way, or only by a discard."
    )
    rummy_bonus: str = option(
        "none", Word("BONUS", "none", "double"), "Score double for going out all in one turn."
    )
    lay_off: str = option(
        "any",
        Word("WHEN", "any", "after-meld"),
        "Lay off at any time, or only once you have melded.",
    )
    restock: str = option(
        "turn",
        Word("HOW", "turn", "shuffle", "block"),
        "At an empty stock, turn the discards over, shuffle them, or end the hand.",
    )
    dead_after: int = option(
        3,
        Number("N", 1, MOST_RESTOCKS),
        "End the hand when the stock ran out this often with nothing laid down.",
    )
    dead_hand: str = option(
        "redeal",
        Word("HOW", "redeal", "lowest"),
        "In a dead hand nobody scores, or the lowest hand does.",
    )
    target: int = option(
        100,
        Number("POINTS", 1, 10000),
        "The score that wins the match.",
        usual=f"{EACH} for each player",
    )

    variants: ClassVar = {
        "basic": {},
        "bicycle": {"rummy_bonus": "double"},
        "pagat": {"melds_per_turn": "one"},
    }

    spoken: ClassVar = Spoken(
        f"Enter to play one computer to {2 * EACH}; or: short (to {EACH}), players, levels, names",
        "'4 hard' or '2 people'",
        ("level",),
        "players",
        {
            r"(\d) (?:people|persons?)": ("humans", r"\1"),
            "(?:two )?people": ("humans", "2"),
            r"(\d) computers?": ("computers", r"\1"),
            r"([2-6]) players?(?! \d)": ("players", r"\1"),
            r"(?:target |to )?(\d+) points|to (\d+)": ("target", r"\1\2"),
            r"levels (\w+)": ("level", r"\1"),
            "short": ("target", str(EACH)),
        },
    )

    @classmethod
    def agreed(cls, given: dict[str, str]) -> dict[str, str]:
        """Return the options that were typed in words, with the number of players they need."""
        computers = given.pop("computers", "")
        named = len(given.get("names", "").split(","))
        if "names" in given and not (computers or given.keys() & {"players", "humans", "level"}):
            given["humans"] = str(named)  # every name is a person's, as no option says who plays
        if "players" not in given and (computers or given.keys() & {"humans", "level", "names"}):
            levels = len(given["level"].split(",")) if "level" in given else 0
            wanted = [word for word in (given.get("humans", "1"), computers) if len(word) < 3]
            people = sum(int(word) for word in wanted if word.isdecimal())
            given["players"] = str(max(2, people + (0 if computers else levels), named))
        if "level" in given and given["players"] == given.get("humans"):
            everybody = f"all {given['players']} players are people"
            raise InvalidCommand(f"{everybody}, so no computer is {given['level']}")
        return given

    @classmethod
    def of_new_game(cls, given: Mapping[str, Any]) -> "RummyOptions":
        """Return the options of a new match; its usual target depends on the number of players."""
        options = cls(**given)
        return options if "target" in given else replace(options, target=EACH * options.players)

    def seats(self) -> tuple[str, ...]:
        people = min(self.humans, self.players)
        computers = range(people + 1, self.players + 1)
        return ("human",) * people + tuple(self.level_of(seat) for seat in computers)

    def __post_init__(self) -> None:
        """Check each option, and whether the options fit together; raises InvalidCommand."""
        super().__post_init__()
        if self.humans > self.players:
            people = f"{self.humans} people do not fit a table of {self.players}"
            raise InvalidCommand(f"{people}: --players must be at least {self.humans}")
        if self.names and len(self.names.split(",")) > self.players:
            raise InvalidCommand(f"there are more names than the {self.players} players")
        levels = len(self.level.split(","))
        computers = self.players - self.humans
        if levels > 1 and not computers <= levels <= self.players:
            each = f"{self.players} (one for each player)"
            if 1 < computers < self.players:
                each = f"{computers} (one for each computer) or {each}"
            raise InvalidCommand(f"--level names {levels} levels: name 1 or {each}")

    @cached_property
    def melds(self) -> MeldRules:
        return meld_rules(self.ace)

    def level_of(self, seat: int) -> str:
        """Return the level of a computer in `seat`, even if it plays there for a person.

        A list of levels applies to the last seats; all earlier seats have the first level.
        """
        levels = self.level.split(",")
        return levels[max(-len(levels), seat - 1 - self.players)]

    def joined(self, seats: Collection[int]) -> "RummyOptions":
        """Return these options with people at other terminals in `seats`; raises InvalidCommand."""
        if (most := max(seats)) > self.players or min(seats) < 1:
            seat = most if most > self.players else min(seats)
            there = f"the seats are 1 to {self.players}: --players says how many play"
            raise InvalidCommand(f"--seat {seat}: {there}")
        for seat in range(max(1, self.humans) + 1, most):
            if seat not in seats:
                first = f"people have the first seats, so --seat {seat}={JOIN} is needed, too"
                raise InvalidCommand(f"--seat {most}: {first}")
        people = max(self.humans, most)
        if people == len(seats):
            raise InvalidCommand("a person at this terminal plays, too: leave a seat for them")
        return replace(self, humans=people)

    def at_level(self, seat: int, level: str) -> "RummyOptions":
        seats = range(self.humans + 1, self.players + 1)
        if seat not in seats:
            raise InvalidCommand(f"a person has seat {seat}: --humans says how many people play")
        levels = [level if one == seat else self.level_of(one) for one in seats]
        return replace(self, level=",".join(levels))

    def given_name(self, seat: int) -> str:
        names = self.names.split(",")
        return names[seat - 1] if seat <= len(names) else ""
