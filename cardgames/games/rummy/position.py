"""A position in a match of Rummy: who has which cards, and what has come before.

Where cards are only named, while they lie elsewhere, the fields are sets.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.game import Game
from cardgames.model.piles import replaced

DEALT: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""How many cards each is dealt, by the number of players."""
Cards: TypeAlias = frozenset[Card]
NOTHING: Final[Cards] = frozenset()


class Meld(NamedTuple):
    """A meld on the table."""

    cards: Pile
    """A run from its low end, a group in the order of the deck."""
    owner: int
    """The seat that melded it."""


class HandEnd(NamedTuple):
    """How a hand ended."""

    winner: int | None
    """The seat that scored, or None."""
    points: int
    why: str
    """Such as 'going out by a discard'."""
    hands: tuple[Cards, ...]
    """What each seat had left, now open to all."""


Position = TypeVar("Position", bound="Table")


@dataclass(frozen=True, slots=True)
class Table(Game):
    """The fields of a position; the stock and the discards end with their tops."""

    options: RummyOptions
    hands: tuple[Pile, ...]
    """By seat, each in the order in which its cards came."""
    stock: Pile
    discards: Pile
    scores: tuple[int, ...]
    dealer: int
    turn: int
    """The seat to move."""
    chance: int
    """What later shuffles follow from."""
    held: tuple[Cards, ...]
    """The cards in each hand that everybody saw going there."""
    melds: tuple[Meld, ...] = ()
    """In the order of their numbers."""
    drawn: bool = False
    """Has the player drawn or taken a card in this turn?"""
    took: bool = False
    """Is the last card of the player's hand one that was taken from the discards in this turn?"""
    melded: int = 0
    """How many melds the player has made in this turn."""
    laid: bool = False
    """Has the player melded or laid off anything in this turn?"""
    down: frozenset[int] = frozenset()
    """The seats that melded or laid off anything in an earlier turn of this hand."""
    restocked: Cards = NOTHING
    """The discards that became the stock when it was last empty."""
    idle: int = 0
    """How often in a row the whole stock has been gone through without a card being melded or
    laid off; -1 if that happened since the last restock."""
    turns: int = 0
    """How many turns of this hand are over."""
    hand: int = 1
    """The number of this hand in the match."""
    last: HandEnd | None = None
    """How the last hand ended."""

    @classmethod
    def deal_hand(
        cls: type[Position],
        deck: Pile,
        options: RummyOptions,
        dealer: int,
        scores: tuple[int, ...],
        chance: int,
    ) -> Position:
        """Deal one card at a time from the dealer's left; the next one is the first discard."""
        players = options.players
        dealt = DEALT[players] * players
        cards = deck[: -dealt - 1 : -1]
        hands = [cards[(seat - dealer - 1) % players :: players] for seat in range(1, players + 1)]
        stock, upcard = deck[: -dealt - 1], deck[-dealt - 1]
        first = dealer % players + 1
        held = (NOTHING,) * players
        return cls(options, tuple(hands), stock, (upcard,), scores, dealer, first, chance, held)

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """The hands that each seat has won, and its points."""
        seats = range(1, options.players + 1)
        return (*(f"hands of {seat}" for seat in seats), *(f"points of {seat}" for seat in seats))

    def player(self) -> int:
        """The seat to move."""
        return self.turn

    def score(self) -> int:
        """The score of seat 1."""
        return self.scores[0]

    def length(self, moves: int) -> int:
        """How many hands were dealt."""
        return self.hand

    def seen_by(self: Position, seat: int) -> Position:
        """Hide the stock and the other hands, but for cards that everybody saw going there."""
        hands = [
            hand if other == seat else tuple([card if card in held else BACK for card in hand])
            for other, (hand, held) in enumerate(zip(self.hands, self.held), 1)
        ]
        stock = self.stock if self.stock_known else (BACK,) * len(self.stock)
        return replace(self, hands=tuple(hands), stock=stock, chance=0)

    @property
    def taken(self) -> Card | None:
        """The card that was taken from the discards in this turn, if it is still in the hand."""
        return self.hands[self.turn - 1][-1] if self.took else None

    @property
    def stock_known(self) -> bool:
        """Is the stock made of discards that were turned over, so that its order is known?"""
        return bool(self.restocked) and self.options.restock == "turn"

    def may_draw(self) -> bool:
        """Is there a card to draw, be it after turning over the discards?"""
        return bool(self.stock) or len(self.discards) > (self.options.restock == "shuffle")

    def may_lay_off(self) -> bool:
        """May the player lay off cards, if there are melds that they fit?"""
        if self.options.lay_off == "any":
            return True
        return any(meld.owner == self.turn for meld in self.melds)

    def _hands_with(self, *hand: Card) -> tuple[Pile, ...]:
        return replaced(self.hands, self.turn, hand)

    def _held_with(self, card: Card) -> tuple[Cards, ...]:
        held = self.held[self.turn - 1] | {card}
        return replaced(self.held, self.turn, held)

    def _held_without(self, cards: Collection[Card]) -> tuple[Cards, ...]:
        held = self.held[self.turn - 1]
        if held.isdisjoint(cards):
            return self.held
        return replaced(self.held, self.turn, held.difference(cards))
