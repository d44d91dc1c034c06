"""Who plays Slap and by which rules, and how its moves are timed."""

from dataclasses import dataclass
from typing import Any, Final

from cardgames.games.slap.rules import RULES, TENS
from cardgames.model.arguments import Number, Word, Words
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import Options, option

QUICKEST: Final = 10
"""Nobody moves in fewer milliseconds; a smaller number is the number of a player."""
LONGEST: Final = 10_000_000
"""Nobody is waited for longer, in milliseconds."""


class SeatOrTime(Number):
    """The number of a player, or a time."""

    def __init__(self) -> None:
        """Player 1 or 2, or milliseconds."""
        super().__init__("SEAT MS", 1, LONGEST)

    def parse(self, word: str) -> Any:
        """The number; raises InvalidCommand."""
        number = super().parse(word)
        if 2 < number < QUICKEST:
            raise InvalidCommand(f"{self.name} must be {self._wanted()}, not {quoted(word)}")
        return number

    def _wanted(self) -> str:
        return f"player 1 or 2, and from {QUICKEST} to {LONGEST} milliseconds"


def milliseconds(low: int = QUICKEST) -> Number:
    """The argument for a time."""
    return Number("MS", low, LONGEST, what="number of milliseconds", optional=True)


@dataclass(frozen=True)
class SlapOptions(Options):
    """Who plays Slap, and by which rules."""

    players: str = option(
        "human,computer",
        Word("PLAYERS", "human,computer", "human,human", "computer,computer"),
        "Who plays; two humans share the keyboard.",
    )
    speed: str = option(
        "medium", Word("SPEED", "slow", "medium", "fast"), "How fast a computer slaps."
    )
    rules: tuple[str, ...] = option(
        (), Words("RULES", TENS, *RULES), "What else there is besides pairs; all of it is 'all'."
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
        "Without cards a player is passed over, or loses when it is time to play.",
    )
    reaction: int = option(
        500,
        Number("MS", QUICKEST, LONGEST, what="number of milliseconds"),
        "When a command of a script comes that gives no time, in milliseconds.",
    )

    def seats(self) -> tuple[str, ...]:
        """Who plays: 'human' or 'computer' for each seat."""
        return tuple(self.players.split(","))
