"""The options of Slap: who plays, by which rules, and how moves are timed.

Time is virtual: each move has a time, in milliseconds after the last card landed. Two options
depend on these times: `grace` forgives slaps that come late, and `interval` slows the cards down.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

from cardgames.model.cards import Pile, Rank
from cardgames.model.commands import BySeat, Number, Switch, Word, Words
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import HUMAN, Options, Spoken, option

TENS: Final = "tens"  # the only rule that is not about slaps: a ten ends a challenge
UNSEEN: Final = 120  # nobody reacts to a card within this time, in milliseconds
QUICKEST: Final = 10  # the shortest time of a move, in ms; a smaller argument stands for a player
LONGEST: Final = 10_000_000  # the longest time of a move, in ms
TIMEOUTS: Final = {"timeout": 5, "strict": 2}  # how many cards a time-out lasts, for each penalty
FASTEST: Final = 100  # the least mean reaction of a computer, in ms; SLOWEST is the greatest
SLOWEST: Final = 5000
SPEEDS: Final = ("slow", "medium", "fast")
STEADY, HUMAN_LIKE = RIVALS = ("steady", "human")  # the kinds of computer, by how they slap
COUPLE: Final = {Rank.KING, Rank.QUEEN}


class Rule(NamedTuple):
    """A rule that allows a slap at a pile; `rules.txt` explains each of these rules."""

    cards: int  # the number of top cards that the rule looks at
    name: str  # the name of cards that fit the rule, such as 'a pair'
    holds: Callable[[Pile], bool]


def run(top: Pile) -> bool:
    """Do the top three cards rise or fall by one rank each? After the king comes the ace."""
    first, second, third = top[-3:]
    return second.rank.above(first.rank) == third.rank.above(second.rank) in (1, 12)


def ten_sum(top: Pile) -> bool:
    first, second = (card.rank.value for card in top[-2:])
    return first + second == 10 and 1 not in (first, second)


PAIR: Final = Rule(2, "a pair", lambda top: top[-1].rank is top[-2].rank)
# The rules that can be added to the rule about pairs.
RULES: Final = {
    "sandwich": Rule(3, "a sandwich", lambda top: top[-1].rank is top[-3].rank),
    "run": Rule(3, "a run", run),
    "flush": Rule(4, "a flush", lambda top: len({card.suit for card in top[-4:]}) == 1),
    "ten-sum": Rule(2, "a sum of ten", ten_sum),
    "marriage": Rule(2, "a marriage", lambda top: {top[-1].rank, top[-2].rank} == COUPLE),
    "divorce": Rule(3, "a divorce", lambda top: {top[-1].rank, top[-3].rank} == COUPLE),
}


def rule_of(pile: Pile, added: Collection[str]) -> str:
    """Return the rule that allows a slap at `pile`: 'pair' or an added rule; '' if no rule fits."""
    size = len(pile)
    if size > 1 and PAIR.holds(pile):
        return "pair"
    for name, rule in RULES.items() if added else ():
        if name in added and size >= rule.cards and rule.holds(pile):
            return name
    return ""


class Speeds(BySeat):
    """The speed of each computer: a word, or its mean reaction time in milliseconds."""

    @property
    def form(self) -> str:
        return f"{super().form}|{FASTEST}-{SLOWEST}"

    def of_one(self, word: str) -> str:
        if word.lower() in self.words:
            return word.lower()
        is_number = word.isascii() and word.isdecimal() and len(word) < 5
        if is_number and FASTEST <= int(word) <= SLOWEST:
            return str(int(word))
        times = f"or from {FASTEST} to {SLOWEST} milliseconds"
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}, {times}")


def of_seat(value: str, seat: int) -> str:
    """Return the word for `seat` in `value`, which has one word for both seats or one for each."""
    return value.split(",")[:seat][-1]


class SeatOrTime(Number):
    """The number of a player, 1 or 2, or a time in milliseconds."""

    def parse(self, word: str) -> int:
        number: int = super().parse(word)
        if 2 < number < QUICKEST:
            raise InvalidCommand(f"{self.name} must be {self.wanted}, not {quoted(word)}")
        return number


SEAT_OR_TIME: Final = SeatOrTime(
    "SEAT MS", 1, LONGEST, wanted=f"player 1 or 2, and from {QUICKEST} to {LONGEST} milliseconds"
)


def milliseconds(low: int = QUICKEST, optional: bool = True) -> Number:
    return Number("MS", low, LONGEST, what="number of milliseconds", optional=optional)


OR_NONE: Final = Number("MS", 0, 1000, what="number of milliseconds", words={"none": 0})


@dataclass(frozen=True)
class SlapOptions(Options):
    players: str = option(
        "human,computer",
        Word("PLAYERS", "human,computer", "human,human", "computer,computer"),
        "Who plays; two humans share the keyboard.",
    )
    speed: str = option(
        "medium",
        Speeds("SPEED", *SPEEDS, seats=2),
        "How fast a computer slaps: a word or a mean time in ms, or a list.",
    )
    rival: str = option(
        STEADY,
        BySeat("RIVAL", *RIVALS, seats=2),
        "A computer that makes no mistakes, or one like people; or a list.",
    )
    rules: tuple[str, ...] = option(
        (), Words("RULES", TENS, *RULES), "The rules to add to pairs; 'all' adds every one."
    )
    slaps: str = option(
        "any", Word("SLAPS", "any", "none"), "With 'none' no pile can be slapped, not even a pair."
    )
    penalty: str = option(
        "none",
        Word("PENALTY", "none", "card", "each", "strict", "timeout", "pile"),
        "A wrong slap costs a card (strict: always), a time-out, or the pile.",
        seated="strict",
    )
    grace: int = option(
        0,
        OR_NONE,
        "Forgive a slap within this many ms of the card that covered the pile.",
        seated=250,
    )
    interval: int = option(
        0, OR_NONE, "The least time from one card to the next, in milliseconds.", seated=300
    )
    out_of_cards: str = option(
        "plays-on",
        Word("RULE", "plays-on", "loses"),
        "A player without cards is skipped, or loses when it is time to play.",
    )
    reaction: int = option(
        500,
        milliseconds(optional=False),
        "In scripts, the milliseconds for a command that names no time.",
    )
    practice: bool = option(
        False, Switch(), "At a terminal, stop at each missed or wrong slap and say why."
    )

    levels: ClassVar = SPEEDS
    spoken: ClassVar = Spoken(
        "Enter to play the computer; or: people, speed, rules, penalty, practice",
        "'2 people' or 'slow'",
        ("speed", "rival", "rules", "penalty", "out-of-cards"),
        "speed",
        {
            "(?:2|two) (?:people|persons|humans?|players)": ("players", "human,human"),
            r"(?<!\d )people|2": ("players", "human,human"),
            r"(?:2 |two |(?<!\d ))computers": ("players", "computer,computer"),
            r"no (penalty|slaps|grace|interval)": (r"\1", "none"),
            "all rules": ("rules", "all"),
        },
    )

    def in_words(self) -> list[str]:
        who = {"players human,human": "2 people", "players computer,computer": "2 computers"}
        return [who.get(told, told) for told in super().in_words()]

    def seats(self) -> tuple[str, ...]:
        return tuple(self.players.split(","))

    def joined(self, seats: Collection[int]) -> "SlapOptions":
        if {*seats} != {2}:
            raise InvalidCommand(f"--seat {min({*seats} - {2})}: the other terminal has seat 2")
        if self.practice:
            raise InvalidCommand("--practice stops the clock: nobody can join")
        return replace(self, players="human,human")

    def at_level(self, seat: int, level: str) -> "SlapOptions":
        if self.seats()[seat - 1] == HUMAN:
            raise InvalidCommand(f"a person has seat {seat}: --players says who plays")
        speeds = [level if one == seat else of_seat(self.speed, one) for one in (1, 2)]
        return replace(self, speed=",".join(speeds))

    def given_name(self, seat: int) -> str:
        return "the computer" if (self.players, seat) == ("human,computer", 2) else ""
