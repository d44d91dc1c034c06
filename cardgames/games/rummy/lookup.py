"""Tables with which computer players of Rummy think fast.

A card is its place in the deck, 0 to 51, and a set of cards is a number with a bit for each.
`melds.py` tries the melds of a hand one by one; the tables look them up, since a computer player
splits thousands of hands for one move. A test compares the two.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cardgames.games.rummy.melds import all_melds, is_run, values
from cardgames.model.cards import DECK, Pile

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
