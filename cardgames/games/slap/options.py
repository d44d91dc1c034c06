"""The options of Slap: who plays, by which rules, and how moves are timed."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.model.cards import Pile, Rank
from cardgames.model.commands import Number, Switch, Word, Words, continued
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import Options, Spoken, option

TENS: Final = "tens"  # the only rule that is not about slaps: a ten ends a challenge
QUICKEST: Final = 10  # the shortest time of a move, in ms; a smaller number is a player's
LONGEST: Final = 10_000_000  # the longest time of a move, in ms
# The number of cards that must be played before the slapper may slap again, by penalty.
TIMEOUTS: Final = {"timeout": 5, "strict": 2}
FASTEST: Final = 100  # the bounds of the mean reaction of a computer, in ms
SLOWEST: Final = 5000
SPEEDS: Final = ("slow", "medium", "fast")
STEADY, HUMAN_LIKE = RIVALS = ("steady", "human")  # the kinds of computer, by how they slap
# Who plays, by the number of people, or of computers.
PEOPLE: Final = {"2": "human,human", "1": "human,computer", "0": "computer,computer"}
COMPUTERS: Final = dict(zip(PEOPLE, reversed(PEOPLE.values())))
COUPLE: Final = {Rank.KING, Rank.QUEEN}


class Rule(NamedTuple):
    """A rule by which a pile can be slapped; `rules.txt` explains each."""

    cards: int  # the number of cards on top that it looks at
    name: str  # what these are
    holds: Callable[[Pile], bool]


def run(top: Pile) -> bool:
    """Are the top three cards in sequence, rising or falling, where the ace follows the king?"""
    first, second, third = (card.rank for card in top[-3:])
    return second.above(first) == third.above(second) in (1, 12)


def ten_sum(top: Pile) -> bool:
    first, second = (card.rank.value for card in top[-2:])
    return first + second == 10 and 1 not in (first, second)


PAIR: Final = Rule(2, "a pair", lambda top: top[-1].rank is top[-2].rank)
# The rules that can be added to pairs.
RULES: Final = {
    "sandwich": Rule(3, "a sandwich", lambda top: top[-1].rank is top[-3].rank),
    "run": Rule(3, "a run", run),
    "flush": Rule(4, "a flush", lambda top: len({card.suit for card in top[-4:]}) == 1),
    "ten-sum": Rule(2, "a sum of ten", ten_sum),
    "marriage": Rule(2, "a marriage", lambda top: {top[-1].rank, top[-2].rank} == COUPLE),
    "divorce": Rule(3, "a divorce", lambda top: {top[-1].rank, top[-3].rank} == COUPLE),
}


def rule_of(pile: Pile, added: Collection[str]) -> str:
    """Return the rule by which PILE can be slapped: 'pair', or a name in ADDED; '' if none."""
    size = len(pile)
    if size > 1 and PAIR.holds(pile):
        return "pair"
    for name, rule in RULES.items() if added else ():
        if name in added and size >= rule.cards and rule.holds(pile):
            return name
    return ""


class BySeat(Word):
    """A word for all computers, such as 'fast', or a word for each seat, such as 'fast,slow'."""

    listed = True

    def __init__(self, name: str, *words: str, timed: bool = False) -> None:
        super().__init__(name, *words)
        self._timed = timed

    @property
    def form(self) -> str:
        return super().form + f"|{FASTEST}-{SLOWEST}" * self._timed

    def parse(self, word: str) -> str:
        words = [self._of_one_seat(part.strip()) for part in word.split(",")]
        if len(words) > 2:
            raise InvalidCommand(f"there are only two seats: {quoted(word)} names {len(words)}")
        return ",".join(words)

    def _of_one_seat(self, word: str) -> str:
        if not self._timed:
            return str(super().parse(word))
        if word.isascii() and word.isdecimal() and len(word) < 5:
            if FASTEST <= int(word) <= SLOWEST:
                return str(int(word))
        elif word.lower() in self.words:
            return word.lower()
        times = f"or from {FASTEST} to {SLOWEST} milliseconds"
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}, {times}")

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        return continued(start, self.words)


def of_seat(value: str, seat: int) -> str:
    """Return the word for SEAT in VALUE, which holds one word for both seats, or one for each."""
    return value.split(",")[:seat][-1]


class SeatOrTime(Number):
    """The number of a player, 1 or 2, or a time in milliseconds."""

    def __init__(self) -> None:
        wanted = f"player 1 or 2, and from {QUICKEST} to {LONGEST} milliseconds"
        super().__init__("SEAT MS", 1, LONGEST, wanted=wanted)

    def parse(self, word: str) -> Any:
        number = super().parse(word)
        if 2 < number < QUICKEST:
            raise InvalidCommand(f"{self.name} must be {self.wanted}, not {quoted(word)}")
        return number


def milliseconds(low: int = QUICKEST, optional: bool = True) -> Number:
    return Number("MS", low, LONGEST, what="number of milliseconds", optional=optional)


@dataclass(frozen=True)
class SlapOptions(Options):
    players: str = option(
        "human,computer",
        Word("PLAYERS", "human,computer", "human,human", "computer,computer"),
        "Who plays; two humans share the keyboard.",
    )
    speed: str = option(
        "medium",
        BySeat("SPEED", *SPEEDS, timed=True),
        "How fast a computer slaps, or its mean time in ms; or a list: fast,500.",
    )
    rival: str = option(
        STEADY,
        BySeat("RIVAL", *RIVALS),
        "A computer that never errs, or one that does as people do; or a list.",
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
    out_of_cards: str = option(
        "plays-on",
        Word("RULE", "plays-on", "loses"),
        "A player without cards is skipped, or loses when it is time to play.",
    )
    reaction: int = option(
        500,
        milliseconds(optional=False),
        "Reaction time, in milliseconds, of scripted commands that give none.",
    )
    practice: bool = option(
        False, Switch(), "At a terminal, stop at each missed or wrong slap and say why."
    )

    spoken: ClassVar = Spoken(
        "Enter to play the computer; or: people, speed, rules, penalty, practice",
        "'2 people' or 'slow'",
        ("speed", "rival", "rules", "penalty", "out-of-cards"),
        {
            **dict.fromkeys(("", "people", "persons", "person"), ("players", PEOPLE)),
            **dict.fromkeys(("human", "humans", "players", "player"), ("players", PEOPLE)),
            **dict.fromkeys(("computers", "computer"), ("players", COMPUTERS)),
            "ms": ("speed", {}),
        },
        fillers=("computer",),
    )

    def seats(self) -> tuple[str, ...]:
        return tuple(self.players.split(","))

    def given_name(self, seat: int) -> str:
        return "the computer" if (self.players, seat) == ("human,computer", 2) else ""
