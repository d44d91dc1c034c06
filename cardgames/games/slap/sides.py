"""The two players of Slap, with their hands and records, and the decks they are dealt."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.slap.options import QUICKEST
from cardgames.model.cards import DECK, Card, Pile, Rank, card_words, parse_card, pile
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import Least, Move, Ratio

CHANCES: Final = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3, Rank.ACE: 4}
"""The number of cards that the other player must pay to each honor."""
_TEN: Final = "T"
"""The sign of a ten in games in which tens are not plain cards."""
_SIGNS: Final = set("AKQJ-")
"""The signs in published records of long games: honors without suits, and '-' for plain cards."""


class Side(NamedTuple):
    """A player: the hand, and the record of slaps."""

    hand: Pile
    """The cards in hand; the first one is played next."""
    timeout: int = 0
    """The number of cards, 0 to 5, that must be played before this player may slap again."""
    won: int = 0
    """The number of correct slaps, each of which won a pile."""
    missed: int = 0
    """The number of piles that this player could have slapped and did not."""
    wrong: int = 0
    """The number of wrong slaps."""
    reaction: int = 0
    """The sum of the reaction times of all correct slaps, in milliseconds."""
    quickest: int = 0
    """The reaction time of the quickest correct slap, in milliseconds; 0 if there is none."""
    piles: int = 0
    """The number of piles taken."""

    def slapped(self, now: int) -> "Side":
        """Return this player with a correct slap, made at the time NOW, added to the record."""
        quickest = min(now, self.quickest or now)
        return self._replace(won=self.won + 1, reaction=self.reaction + now, quickest=quickest)

    def late(self) -> "Side":
        """Return this player, with one more slappable pile missed."""
        return self._replace(missed=self.missed + 1)

    def taken(self, pile: Pile) -> "Side":
        """Return this player, with PILE put under the hand."""
        return self._replace(hand=self.hand + pile, piles=self.piles + 1)

    def details(self) -> dict[str, int]:
        """Return the counts needed to compute FIGURES, but not the number of rounds."""
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
"""The figures that the statistics compute from a player's records in many games."""

Sides: TypeAlias = tuple[Side, Side]


def each(sides: Sides, change: Callable[[Side], Side]) -> Sides:
    """Apply CHANGE to each of the two players, and return the results."""
    first, second = sides
    return change(first), change(second)


def slapper(move: Move) -> int:
    """Return the player, 1 or 2, who makes MOVE, a slap."""
    first: int = move.arguments[0] if move.arguments else 0
    return move.seat or (first if 0 < first < QUICKEST else 1)


@cache
def signs_of(tens: bool) -> Mapping[Card, str]:
    """Return the sign of each card: the cards paid to it, 0 to 4, or T for a ten if TENS.

    In a game without slaps, cards with the same sign can replace each other.
    """
    tens_too = {Rank.TEN: _TEN} if tens else {}
    return {card: tens_too.get(card.rank, str(CHANCES.get(card.rank, 0))) for card in DECK}


def read_deck(text: str) -> Pile:
    """Read a deck of cards such as 9S, or of the signs A, K, Q, J, and '-' for any other card.

    A '/' may stand where the hands divide, as published deals have it.
    """
    text = text.replace("/", " ")
    parts = card_words(text.upper().split())
    if not any(set(part) <= _SIGNS for part in parts):
        return pile(text)
    words: list[str] = []
    for part in parts:
        words += part if set(part) <= _SIGNS else [part]
    return _with_suits(words)


def _with_suits(words: list[str]) -> Pile:
    """Return the cards of WORDS; a sign, such as K or '-', takes the next such card not named."""
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
