"""The options of Slap: who plays, by which rules, and how moves are timed."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from cardgames.model.arguments import Argument, Number, Switch, Word, Words, continued
from cardgames.model.cards import Pile, Rank
from cardgames.model.errors import IllegalMove, InvalidCommand, quoted
from cardgames.model.game import Options, Spoken, option

TENS: Final = "tens"
"""The only added rule that is not about slaps: a ten ends the payment of cards to an honor."""
QUICKEST: Final = 10
"""The shortest time for a move, in milliseconds; a smaller number in a command is a player."""
LONGEST: Final = 10_000_000
"""The longest time for a move, in milliseconds."""
TIMEOUTS: Final = {"timeout": 5, "strict": 2}
"""The number of cards that must be played before the slapper may slap again, by penalty."""
SLOWEST: Final = 5000
"""The longest mean reaction of a computer, in milliseconds."""
FASTEST: Final = 100
"""The shortest mean reaction of a computer, in milliseconds."""
SPEEDS: Final = ("slow", "medium", "fast")
PEOPLE: Final = {"2": "human,human", "1": "human,computer", "0": "computer,computer"}
COMPUTERS: Final = dict(zip(PEOPLE, reversed(PEOPLE.values())))
"""Who plays, by the number of people, or of computers."""
STEADY, HUMAN_LIKE = RIVALS = ("steady", "human")
"""The kinds of computer player, by how they slap."""


COUPLE: Final = {Rank.KING, Rank.QUEEN}


def pair(pile: Pile) -> bool:
    """Do the top two cards have the same rank?"""
    return len(pile) > 1 and pile[-1].rank is pile[-2].rank


def run(pile: Pile) -> bool:
    """Are the top three cards in sequence, rising or falling, where the ace follows the king?"""
    if len(pile) < 3:
        return False
    first, second, third = (card.rank for card in pile[-3:])
    return second.above(first) == third.above(second) in (1, 12)


def ten_sum(pile: Pile) -> bool:
    """Do the top two cards add up to ten, without an ace or a court card?"""
    if len(pile) < 2:
        return False
    first, second = (card.rank.value for card in pile[-2:])
    return first + second == 10 and 1 not in (first, second)


RULES: Final[dict[str, Callable[[Pile], bool]]] = {
    "sandwich": lambda pile: len(pile) > 2 and pile[-1].rank is pile[-3].rank,
    "run": run,
    "flush": lambda pile: len(pile) > 3 and len({card.suit for card in pile[-4:]}) == 1,
    "ten-sum": ten_sum,
    "marriage": lambda pile: len(pile) > 1 and {pile[-1].rank, pile[-2].rank} == COUPLE,
    "divorce": lambda pile: len(pile) > 2 and {pile[-1].rank, pile[-3].rank} == COUPLE,
}
"""The rules that can be added, by the names of the options; the rules for people explain each."""


def rule_of(pile: Pile, added: Collection[str]) -> str:
    """Return the rule by which PILE can be slapped: 'pair', or a name in ADDED; '' if none."""
    if pair(pile):
        return "pair"
    return next((name for name, holds in RULES.items() if name in added and holds(pile)), "")


class Speed(Word):
    """A word for a speed, or a mean reaction in milliseconds."""

    def __init__(self) -> None:
        """Accept the words in SPEEDS, and times."""
        super().__init__("SPEED", *SPEEDS)

    @property
    def form(self) -> str:
        """The words and the range of times, as help shows them."""
        return f"{super().form}|{FASTEST}-{SLOWEST}"

    def parse(self, word: str) -> str:
        """Return the word in lower case, or the digits; raises InvalidCommand."""
        if word.isascii() and word.isdecimal() and len(word) < 5:
            if FASTEST <= int(word) <= SLOWEST:
                return str(int(word))
        elif word.lower() in self.words:
            return word.lower()
        times = f"or from {FASTEST} to {SLOWEST} milliseconds"
        raise InvalidCommand(f"{quoted(word)} is not one of: {', '.join(self.words)}, {times}")


class BySeat(Argument):
    """A word for all computers, such as 'fast', or a word for each seat, such as 'fast,slow'."""

    listed = True

    def __init__(self, item: Word) -> None:
        """Accept one or two words that ITEM accepts."""
        super().__init__(item.name)
        self._item = item

    @property
    def form(self) -> str:
        """The words for a seat, as help shows them."""
        return self._item.form

    def parse(self, word: str) -> str:
        """Return the words, separated by a comma if there are two; raises InvalidCommand."""
        words = [self._item.parse(part.strip()) for part in word.split(",")]
        if len(words) > 2:
            raise InvalidCommand(f"there are only two seats: {quoted(word)} names {len(words)}")
        return ",".join(words)

    def choices(self) -> Iterable[str]:
        """Return the words that can be given for a computer."""
        return self._item.words

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return START, a list of words, completed by each word that may come next."""
        return continued(start, self._item.words)


def of_seat(value: str, seat: int) -> str:
    """Return the word for SEAT in VALUE, which holds one word for both seats, or one for each."""
    return value.split(",")[:seat][-1]


class SeatOrTime(Number):
    """The number of a player, or a time in milliseconds."""

    def __init__(self) -> None:
        """Accept player 1 or 2, or a time."""
        super().__init__("SEAT MS", 1, LONGEST)

    def parse(self, word: str) -> Any:
        """Return the number; raises InvalidCommand."""
        number = super().parse(word)
        if 2 < number < QUICKEST:
            raise InvalidCommand(f"{self.name} must be {self._wanted()}, not {quoted(word)}")
        return number

    def _wanted(self) -> str:
        return f"player 1 or 2, and from {QUICKEST} to {LONGEST} milliseconds"


def milliseconds(low: int = QUICKEST) -> Number:
    """Return an optional argument for a time of at least LOW milliseconds."""
    return Number("MS", low, LONGEST, what="number of milliseconds", optional=True)


@dataclass(frozen=True)
class SlapOptions(Options):
    """The options of Slap."""

    players: str = option(
        "human,computer",
        Word("PLAYERS", "human,computer", "human,human", "computer,computer"),
        "Who plays; two humans share the keyboard.",
    )
    speed: str = option(
        "medium",
        BySeat(Speed()),
        "How fast a computer slaps, or its mean time in ms; or a list: fast,500.",
    )
    rival: str = option(
        STEADY,
        BySeat(Word("RIVAL", *RIVALS)),
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
        Number("MS", QUICKEST, LONGEST, what="number of milliseconds"),
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
            "": ("players", PEOPLE),
            **dict.fromkeys(("people", "persons", "person", "human"), ("players", PEOPLE)),
            **dict.fromkeys(("humans", "players", "player"), ("players", PEOPLE)),
            **dict.fromkeys(("computers", "computer"), ("players", COMPUTERS)),
            "ms": ("speed", {}),
        },
        fillers=("computer",),
    )

    def seats(self) -> tuple[str, ...]:
        """Return 'human' or 'computer' for each seat."""
        return tuple(self.players.split(","))

    def given_name(self, seat: int) -> str:
        """Return 'the computer' if SEAT is that of the only computer, else ''."""
        return "the computer" if (self.players, seat) == ("human,computer", 2) else ""

    def later(self, now: int, ms: int | None) -> int:
        """Return the time MS milliseconds (default: the reaction time) after NOW.

        Raises IllegalMove if that is later than LONGEST.
        """
        passing, left = ms or self.reaction, LONGEST - now
        if passing > left:
            most = f"at most {LONGEST} milliseconds may pass after a card"
            raise IllegalMove(f"{most}: only {left} are left")
        return now + passing
