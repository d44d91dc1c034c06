"""The options of Slap: who plays, by which rules, and how moves are timed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from cardgames.games.slap.rules import RULES, TENS
from cardgames.model.arguments import Argument, Number, Switch, Word, Words, continued
from cardgames.model.errors import IllegalMove, InvalidCommand, quoted
from cardgames.model.game import Options, option

QUICKEST: Final = 10
"""The shortest time for a move, in milliseconds; a smaller number is that of a player."""
LONGEST: Final = 10_000_000
"""The longest time for a move, in milliseconds."""


TIMEOUT: Final = 5
"""The number of cards that must be played before a time-out ends."""
SLOWEST: Final = 5000
"""The longest mean reaction of a computer, in milliseconds."""
FASTEST: Final = 100
"""The shortest one."""
SPEEDS: Final = ("slow", "medium", "fast")
STEADY, HUMAN_LIKE = RIVALS = ("steady", "human")
"""The ways in which computers slap."""


class Speed(Word):
    """A word for a speed, or a mean reaction in milliseconds."""

    def __init__(self) -> None:
        """Accept the words for speeds, and times."""
        super().__init__("SPEED", *SPEEDS)

    @property
    def form(self) -> str:
        """The words, and the bounds of the times."""
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
    """A word for every computer, or a list of two by seat, such as 'fast,slow'."""

    def __init__(self, item: Word) -> None:
        """Accept what ITEM accepts, once or twice."""
        super().__init__(item.name)
        self._item = item

    @property
    def form(self) -> str:
        """What is accepted for each seat."""
        return self._item.form

    def parse(self, word: str) -> str:
        """Return the words, separated by a comma if there are two; raises InvalidCommand."""
        words = [self._item.parse(part.strip()) for part in word.split(",")]
        if len(words) > 2:
            raise InvalidCommand(f"there are only two seats: {quoted(word)} names {len(words)}")
        return ",".join(words)

    def choices(self) -> Iterable[str]:
        """Return the words for every computer."""
        return self._item.words

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the lists that begin with START, with one word more."""
        return continued(start, self._item.words)


def of_seat(value: str, seat: int) -> str:
    """Return the word for SEAT, 1 or 2, in a VALUE by seat."""
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
        Word("PENALTY", "none", "card", "timeout", "pile"),
        "What a wrong slap costs: a card, the right to slap, or the pile.",
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

    def seats(self) -> tuple[str, ...]:
        """Return 'human' or 'computer' for each seat."""
        return tuple(self.players.split(","))

    def later(self, now: int, ms: int | None) -> int:
        """Return the time MS milliseconds (default: the reaction time) after NOW.

        Raises IllegalMove if it is so late that no move can name it.
        """
        passing, left = ms or self.reaction, LONGEST - now
        if passing > left:
            most = f"at most {LONGEST} milliseconds may pass after a card"
            raise IllegalMove(f"{most}: only {left} are left")
        return now + passing
