"""The fields of a position of Rummy, and tables with which computer players think fast.

In the tables a card is its place in the deck, 0 to 51, and a set of cards is a number with a bit
for each. `melds.py` tries the melds of a hand one by one; the tables look them up, since a computer
player splits thousands of hands for one move. A test compares the two.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.games.rummy.melds import all_melds, is_run, values
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, DECK, Card, Pile, replaced
from cardgames.model.deal import Random
from cardgames.model.game import Game, Ratio

DEALT: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""The number of cards that each player is dealt, by the number of players."""
MOST_TURNS: Final = 60
"""A hand is dead after each player has had this number of turns."""
NOT_IDLE: Final = -1
"""The value of `idle` after cards are laid down, until the next restock.

That restock adds 1, which makes it 0, so no further field is needed.
"""
Cards: TypeAlias = frozenset[Card]
NOTHING: Final[Cards] = frozenset()
NUMBERS: Final = {card: number for number, card in enumerate(DECK)}
"""The place of each card in the deck."""
SUIT: Final = (1 << 13) - 1
"""The thirteen clubs as a set; a shift left by 13, 26 or 39 bits gives another suit."""
RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces as a set; a shift left by 1 to 12 bits gives another rank."""
STARTS: Final = RANK * (SUIT >> 2)
"""The cards from ace to jack in every suit: runs up to the king begin with one of these."""
SUITS: Final = (0, 13, 26, 39)
"""The place of the first card of each suit."""
Position = TypeVar("Position", bound="RummyPosition")


class Meld(NamedTuple):
    """A meld on the table."""

    cards: Pile
    """The cards of a run from its low end, those of a group in the order of the deck."""
    owner: int
    """The seat that melded it."""


class HandEnd(NamedTuple):
    """The result of a hand."""

    winner: int | None
    """The seat that scored for the hand; None if nobody did."""
    points: int
    why: str
    """What ended the hand, such as 'going out by a discard'."""
    hands: tuple[Cards, ...]
    """The cards that each seat had left, now shown to all."""

    @property
    def dead(self) -> bool:
        """Did the hand end with nobody going out?"""
        return all(self.hands)


@dataclass(frozen=True, slots=True)
class RummyPosition(Game):
    """The fields of a position; the last card of the stock and of the discards is on top."""

    score_unit = "points"
    figures = (Ratio("hands won", "won", "hands", "{:.1%}"),)
    told_apart = "level"

    options: RummyOptions
    hands: tuple[Pile, ...]
    """The hand of each seat, its cards in the order in which it got them."""
    stock: Pile
    discards: Pile
    scores: tuple[int, ...]
    dealer: int
    turn: int
    """The seat to move."""
    chance: int
    """The seed for the next shuffle."""
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
    """The number of stocks in a row that ran out with no card laid down, or NOT_IDLE."""
    turns: int = 0
    """The number of turns completed in this hand, by all players."""
    hand: int = 1
    """The number of this hand in the match."""
    last: HandEnd | None = None
    """The result of the previous hand; None in the first one."""
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
        """Deal one card at a time, beginning at the dealer's left; then turn one up."""
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

    def extra(self) -> tuple[int, ...]:
        """Return the number of hands won, and the points, of each seat."""
        won = [self.winners.count(seat) for seat in range(1, len(self.hands) + 1)]
        return (*won, *self.scores)

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
    """Return the first seed for shuffles in a match; DECK is its first deck, as card numbers."""
    chance = 0
    for card in deck:
        chance = (chance * 53 + card) % (1 << 48)
    return chance


def next_chance(random: Random) -> int:
    """Return the seed for the next shuffle."""
    return random.below(1 << 24) << 24 | random.below(1 << 24)


class Split(NamedTuple):
    """The melds to make from a hand so that the cards left have the least value."""

    melds: tuple[int, ...]
    cards: int
    """The cards of all these melds."""


NO_MELDS: Final = Split((), 0)


class Tables:
    """Tables of melds and values for one kind of ace: 'low', 'high' or 'round'."""

    def __init__(self, ace: str) -> None:
        """Make the small tables; the large ones are caches that fill as they are used."""
        self.ace = ace
        self.values = list(values(ace).values())
        runs = [meld for meld, cards in all_melds(ace).items() if is_run(cards) and meld <= SUIT]
        self._runs = sorted(runs, key=int.bit_count, reverse=True)
        """The runs of clubs, longest first; a shift by 13, 26 or 39 bits gives another suit."""
        self.beside = [self._beside(number) for number in range(52)]
        self.pairs = [self._waits(number) for number in range(52)]
        self.mates = [sum(1 << other for other, _ in pairs) for pairs in self.pairs]
        """For each card, the cards that can share a meld of three with it."""
        self._split_of = lru_cache(1 << 14)(self._split)
        self.points = lru_cache(1 << 16)(self._points)
        self._runs_of = cache(self._runs_in_suit)
        self._near = cache(self._near_in_suit)
        self._by_value = [
            sum(1 << card for card in range(52) if self.values[card] == value)
            for value in sorted(set(self.values), reverse=True)
        ]

    def split(self, hand: int) -> Split:
        """Return the melds of HAND that leave the least value in it."""
        # Most hands have no meld, which the test finds faster than the cache.
        return self._split_of(hand) if self.has_meld(hand) else NO_MELDS

    def has_meld(self, hand: int) -> bool:
        """Can a meld be made from HAND?"""
        clubs, diamonds, hearts = hand, hand >> 13, hand >> 26
        two, any_two = clubs & diamonds, clubs | diamonds
        spades = hand >> 39
        if (two & (hearts | spades) | hearts & spades & any_two) & SUIT:
            return True
        if hand & hand >> 1 & hand >> 2 & STARTS:
            return True
        if self.ace == "low":
            return False
        kings = hand >> 12 & hand & RANK
        return bool(kings & hand >> 11 or self.ace == "round" and kings & hand >> 1)

    def melds(self, hand: int) -> list[int]:
        """Return every meld that can be made from HAND, long runs first."""
        clubs, diamonds, hearts, spades = suits(hand)
        found = list(self._runs_of(clubs))
        found += [run << 13 for run in self._runs_of(diamonds)]
        found += [run << 26 for run in self._runs_of(hearts)]
        found += [run << 39 for run in self._runs_of(spades)]
        many = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        for rank in numbers(many):
            group = hand & RANK << rank
            if group == RANK << rank:
                found += [group, *(group ^ 1 << rank + shift for shift in SUITS)]
            else:
                found.append(group)
        return found

    def is_run(self, meld: int) -> bool:
        """Is this meld a run, rather than a group?"""
        return any(meld == meld & SUIT << shift for shift in SUITS)

    def fitting(self, meld: int) -> int:
        """Return the cards that can be added to MELD; the set may include cards of MELD itself."""
        if not self.is_run(meld):
            return RANK << (meld.bit_length() - 1) % 13
        beside = 0
        for card in numbers(meld):
            beside |= self.beside[card]
        return beside

    def outs(self, card: int, hand: int, live: int) -> tuple[int, int]:
        """Return two numbers: LIVE cards that, with one of HAND, meld CARD, and LIVE pairs that do.

        LIVE cards may still be drawn; a rival who holds such a pair of them could meld CARD.
        """
        waits = pairs = 0
        for other, thirds in self.pairs[card]:
            if hand >> other & 1:
                waits |= thirds
            elif live >> other & 1:
                pairs += (thirds & live).bit_count()
        return (waits & live).bit_count(), pairs // 2

    def dearest(self, hand: int) -> int:
        """Return the most valuable card of HAND, one that is not in `company` if there is any."""
        among = hand & ~self.company(hand) or hand
        for cards in self._by_value:
            if dearest := among & cards:
                return dearest.bit_length() - 1
        raise ValueError("there is no card to discard")

    def company(self, hand: int) -> int:
        """Return the cards of HAND that lack only one card to make a meld with another of HAND."""
        clubs, diamonds, hearts, spades = suits(hand)
        pairs = clubs & diamonds | (clubs | diamonds) & (hearts | spades) | hearts & spades
        near = self._near
        return (
            pairs * RANK & hand
            | near(clubs)
            | near(diamonds) << 13
            | near(hearts) << 26
            | near(spades) << 39
        )

    def _near_in_suit(self, suit: int) -> int:
        threes = [run for run in self._runs if run.bit_count() == 3]
        near = 0
        for run in threes:
            if (run & suit).bit_count() > 1:
                near |= run & suit
        return near

    def _runs_in_suit(self, suit: int) -> tuple[int, ...]:
        return tuple(run for run in self._runs if run & suit == run)

    def _points(self, cards: int) -> int:
        return sum(self.values[number] for number in numbers(cards))

    def _split(self, hand: int) -> Split:
        melds = tuple(self.melds(hand))
        cards = 0
        for meld in melds:
            cards |= meld
        if sum(melds) == cards:  # No two of them share a card.
            return Split(melds, cards)
        best = self._best(melds)[1]
        return Split(best, sum(best))

    def _best(self, melds: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the best choice of MELDS that share no card: its total value, and its melds."""
        if not melds:
            return 0, ()
        first = melds[0]
        points, chosen = self._best(tuple(meld for meld in melds if not meld & first))
        points += self.points(first)
        without = self._best(melds[1:])
        if without[0] > points or (without[0] == points and len(without[1]) < len(chosen) + 1):
            return without
        return points, (first, *chosen)

    def _beside(self, number: int) -> int:
        """Return the cards that extend a run at the end where card NUMBER is.

        Nothing extends a run beyond an ace, unless runs go round. The neighbor inside the run is
        returned as well; that does no harm, as it is on the table already.
        """
        suit, rank = divmod(number, 13)
        if rank == 0 and self.ace != "round":
            return 0
        beside = {(rank - 1) % 13, (rank + 1) % 13 if self.ace != "low" else min(rank + 1, 12)}
        return sum(1 << other + 13 * suit for other in beside)

    def _waits(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return the cards that can meld with card NUMBER, each with the third cards it needs."""
        suit, rank = divmod(number, 13)
        melds = [run << 13 * suit for run in self._runs if run.bit_count() == 3]
        melds += [(RANK << rank) ^ 1 << rank + shift for shift in SUITS]
        waits: dict[int, int] = {}
        for meld in melds:
            if meld >> number & 1:
                for other in numbers(meld ^ 1 << number):
                    waits[other] = waits.get(other, 0) | meld ^ 1 << number ^ 1 << other
        return tuple(waits.items())


@cache
def tables(ace: str) -> Tables:
    """Return the tables for an ACE that is 'low', 'high' or 'round'."""
    return Tables(ace)


def numbers(cards: int) -> Iterator[int]:
    """Yield the number of each card in the set CARDS, in the order of the deck."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def suits(cards: int) -> tuple[int, int, int, int]:
    """Split the set CARDS by suit: return four sets with a bit for each rank."""
    return cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39


def named(cards: int) -> Pile:
    """Return the set CARDS as a pile, in the order of the deck."""
    return tuple(DECK[number] for number in numbers(cards))
