"""The two players of Slap: what each has in hand, and the record of their slaps."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.slap.options import QUICKEST
from cardgames.model.cards import DECK, Card, Pile, Rank, card_words, parse_card, pile
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import Least, Move, Ratio


class Side(NamedTuple):
    """A player: the hand, and the record of slaps."""

    hand: Pile
    """The cards in hand; the first one is played next."""
    timeout: int = 0
    """The number of cards to be played until this player may slap again: 0 to 5."""
    won: int = 0
    """The number of correct slaps, each of which won a pile."""
    missed: int = 0
    """The number of piles that this player could have slapped and did not."""
    wrong: int = 0
    """The number of wrong slaps."""
    reaction: int = 0
    """The time of all correct slaps together, in milliseconds."""
    quickest: int = 0
    """The time of the quickest of them, in milliseconds; 0 if there is none."""
    piles: int = 0
    """The number of piles taken."""

    def slapped(self, now: int) -> "Side":
        """Return the player after a correct slap at the time NOW."""
        quickest = min(now, self.quickest or now)
        return self._replace(won=self.won + 1, reaction=self.reaction + now, quickest=quickest)

    def late(self) -> "Side":
        """Return the player after missing a pile that could be slapped."""
        return self._replace(missed=self.missed + 1)

    def taken(self, pile: Pile) -> "Side":
        """Return the player after putting PILE under the hand."""
        return self._replace(hand=self.hand + pile, piles=self.piles + 1)

    def details(self) -> dict[str, int]:
        """Return what FIGURES are worked out from, except for the number of rounds."""
        return {
            "slaps": self.won,
            "chances": self.won + self.missed,
            "wrong": self.wrong,
            "reaction": self.reaction,
            "quickest": self.quickest,
            "piles": self.piles,
        }


FIGURES: Final = (
    Ratio("mean slap", "reaction", "slaps", "{:.0f} ms"),
    Least("best slap", "quickest", "{} ms"),
    Ratio("slapped", "slaps", "chances", "{:.1%}"),
    Ratio("piles taken", "piles", "rounds", "{:.1%}"),
)
"""What is worked out from the record of a player in many games."""


Sides: TypeAlias = tuple[Side, Side]


def each(sides: Sides, change: Callable[[Side], Side]) -> Sides:
    """Return both players as CHANGE makes them."""
    first, second = sides
    return change(first), change(second)


def slapper(move: Move) -> int:
    """Return the player who makes a slap."""
    first: int = move.arguments[0] if move.arguments else 0
    return move.seat or (first if 0 < first < QUICKEST else 1)


CHANCES: Final = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3, Rank.ACE: 4}
"""The number of cards that the other player pays to each honor."""
_TEN: Final = "T"
"""The sign of a ten where tens are no plain cards."""
_SIGNS: Final = set("AKQJ-")
"""The signs used by those who search for long games: honors without suits, - for plain cards."""


@cache
def signs_of(tens: bool) -> Mapping[Card, str]:
    """Return a sign for each card: its chances, 0 if it is plain; TENS may have one of their own.

    Where no pile can be slapped, cards with the same sign are alike.
    """
    tens_too = {Rank.TEN: _TEN} if tens else {}
    return {card: tens_too.get(card.rank, str(CHANCES.get(card.rank, 0))) for card in DECK}


def read_deck(text: str) -> Pile:
    """Read cards, or honors and - for plain cards; raises InvalidCommand."""
    parts = card_words(text.upper().replace("/", " ").split())
    if not any(set(part) <= _SIGNS for part in parts):
        return pile(text)
    words: list[str] = []
    for part in parts:
        words += part if set(part) <= _SIGNS else [part]
    return _with_suits(words)


def _with_suits(words: list[str]) -> Pile:
    """Return the cards of WORDS; an honor without suit, or a -, takes the next such card left."""
    named = {word: parse_card(word) for word in words if word not in _SIGNS}
    left: dict[str, list[Card]] = {sign: [] for sign in _SIGNS}
    for card in reversed(DECK):
        if card not in named.values():
            left[card.rank.label if card.rank in CHANCES else "-"].append(card)
    cards = []
    for word in words:
        if word in _SIGNS and not left[word]:
            raise InvalidCommand(f"the deck has too many {quoted(word)}")
        cards.append(left[word].pop() if word in _SIGNS else named[word])
    return tuple(cards)
