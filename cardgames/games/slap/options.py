"""The options of Slap: who plays, by which rules, and how moves are timed."""

from dataclasses import dataclass
from typing import Any, Final

from cardgames.games.slap.rules import RULES, TENS
from cardgames.model.arguments import Number, Word, Words
from cardgames.model.errors import IllegalMove, InvalidCommand, quoted
from cardgames.model.game import Options, option

QUICKEST: Final = 10
"""The shortest time for a move, in milliseconds; a smaller number is that of a player."""
LONGEST: Final = 10_000_000
"""The longest time for a move, in milliseconds."""


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
        "medium", Word("SPEED", "slow", "medium", "fast"), "How fast a computer slaps."
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
