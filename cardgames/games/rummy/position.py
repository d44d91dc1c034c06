"""A position in a match of Rummy: the cards of each player, and what has happened before.

Piles and hands hold the cards themselves, in order. Fields that only refer to cards are sets.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.deal import Random
from cardgames.model.figures import Ratio
from cardgames.model.game import Game
from cardgames.model.piles import replaced

DEALT: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""The number of cards that each player is dealt, by the number of players."""
NOT_IDLE: Final = -1
"""The number of idle passes while something has been laid down in the current pass.

The restock that ends the pass adds 1, which makes it 0, so no further field is needed.
"""
Cards: TypeAlias = frozenset[Card]
NOTHING: Final[Cards] = frozenset()


class Meld(NamedTuple):
    """A meld on the table."""

    cards: Pile
    """The cards of a run from its low end, those of a group in the order of the deck."""
    owner: int
    """The seat that melded it."""


class HandEnd(NamedTuple):
    """The result of a hand."""

    winner: int | None
    """The seat that scored, or None."""
    points: int
    why: str
    """What ended the hand, such as 'going out by a discard'."""
    hands: tuple[Cards, ...]
    """The cards that each seat had left, now shown to all."""

    @property
    def dead(self) -> bool:
        """Did the hand end with nobody going out?"""
        return all(self.hands)


MOST_TURNS: Final = 60
"""The number of turns of each player after which a hand is dead."""

Position = TypeVar("Position", bound="RummyPosition")


@dataclass(frozen=True, slots=True)
class RummyPosition(Game):
    """The fields of a position; the last card of the stock and of the discards is on top."""

    score_unit = "points"
    figures = (Ratio("hands won", "won", "hands", "{:.1%}"),)
    told_apart = "level"

    options: RummyOptions
    hands: tuple[Pile, ...]
    """The hand of each seat, its cards in the order in which they came."""
    stock: Pile
    discards: Pile
    scores: tuple[int, ...]
    dealer: int
    turn: int
    """The seat to move."""
    chance: int
    """The seed for later shuffles."""
    held: tuple[Cards, ...]
    """The cards in each hand that all players know to be there."""
    melds: tuple[Meld, ...] = ()
    """The melds on the table, in the order of their numbers."""
    drawn: bool = False
    """Has the player drawn or taken a card in this turn?"""
    took: bool = False
    """Was the last card of the player's hand taken from the discards in this turn?"""
    melded: int = 0
    """The number of melds that the player has made in this turn."""
    laid: bool = False
    """Has the player melded or laid off anything in this turn?"""
    down: frozenset[int] = frozenset()
    """The seats that melded or laid off anything in an earlier turn of this hand."""
    restocked: Cards = NOTHING
    """The discards that became the stock when it was last empty."""
    idle: int = 0
    """The number of passes through the whole stock in a row with nothing laid down, or NOT_IDLE."""
    turns: int = 0
    """The number of turns of this hand that are over."""
    hand: int = 1
    """The number of this hand in the match."""
    last: HandEnd | None = None
    """The result of the last hand."""
    winners: tuple[int | None, ...] = ()
    """Who won each hand that is over; None where nobody did."""

    @classmethod
    def deal_hand(
        cls: type[Position],
        deck: Pile,
        options: RummyOptions,
        dealer: int,
        scores: tuple[int, ...],
        chance: int,
    ) -> Position:
        """Deal one card at a time, beginning at the dealer's left; then turn the first discard."""
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
        """Return the names of the game's own counts: hands won and points, by seat."""
        seats = range(1, options.players + 1)
        return (*(f"hands of {seat}" for seat in seats), *(f"points of {seat}" for seat in seats))

    def details(self) -> dict[str, int]:
        """Return how many hands are over, and how many of them seat 1 won."""
        return {"hands": len(self.winners), "won": self.winners.count(1)}

    def player(self) -> int:
        """Return the seat to move."""
        return self.turn

    def score(self) -> int:
        """Return the score of seat 1."""
        return self.scores[0]

    def length(self, moves: int) -> int:
        """Return the number of hands dealt."""
        return self.hand

    def seen_by(self: Position, seat: int) -> Position:
        """Return this position with the stock and the other hands hidden, except known cards."""
        hands = [
            hand if other == seat else tuple([card if card in held else BACK for card in hand])
            for other, (hand, held) in enumerate(zip(self.hands, self.held), 1)
        ]
        stock = self.stock if self.stock_known else (BACK,) * len(self.stock)
        return replace(self, hands=tuple(hands), stock=stock, chance=0)

    @property
    def taken(self) -> Card | None:
        """The card taken from the discards in this turn, if it is still in the hand."""
        return self.hands[self.turn - 1][-1] if self.took else None

    @property
    def stock_known(self) -> bool:
        """Does the stock consist of discards turned over, so that its order is known?"""
        return bool(self.restocked) and self.options.restock == "turn"

    def may_draw(self) -> bool:
        """Is there a card to draw, perhaps after the discards become the stock?"""
        return bool(self.stock) or len(self.discards) > (self.options.restock == "shuffle")

    def may_lay_off(self) -> bool:
        """May the player lay off cards now, if they fit a meld?"""
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


def first_chance(deck: Iterable[int]) -> int:
    """Return the seed for what chance decides in a match that begins with DECK, in numbers."""
    chance = 0
    for card in deck:
        chance = (chance * 53 + card) % (1 << 48)
    return chance


def next_chance(random: Random) -> int:
    """Return the seed for the next shuffle."""
    return random.below(1 << 24) << 24 | random.below(1 << 24)
