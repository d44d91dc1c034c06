"""The melds of Rummy: groups and runs, and the best way to split a hand into them.

The ace is 'low' (A-2-3), 'high' (also Q-K-A) or 'round' (also K-A-2). A set of cards is a number
with a bit for each card of the deck, and the `Tables` look up what sets can be: computers split
thousands of hands for one move. The functions before them take and return piles.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from cardgames.model.cards import BACK, CARDS, DECK, ByCard, Card, Pile, Rank, Suit
from cardgames.model.errors import IllegalMove

ACES: Final = ("low", "high", "round")  # the kinds of ace: they say where it may stand in a run
SHORTEST: Final = 3  # the smallest number of cards in a meld
COUNTS: Final = ("no", "a", "two", "three", "four")  # the words for 0 to 4 cards of one rank
BITS: Final = ByCard({card: 1 << number for number, card in enumerate(DECK)})
NUMBERS: Final = ByCard({card: number for number, card in enumerate(DECK)})
"""The place of each card in the deck: its number."""
KNOWN: Final = (*DECK, *[BACK] * 52)
"""The card that each number stands for; numbers from 52 on stand for hidden cards, one each."""
ALL: Final = (1 << 52) - 1  # all cards, as a set
SUIT: Final = (1 << 13) - 1
"""The thirteen clubs as a set; a shift left by 13, 26 or 39 bits gives another suit."""
RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces as a set; a shift left by 1 to 12 bits gives another rank."""
STARTS: Final = RANK * (SUIT >> 2)
"""The cards from ace to jack in every suit: runs up to the king begin with one of these."""
SUITS: Final = (0, 13, 26, 39)  # the place of the first card of each suit


class Melds(NamedTuple):
    melds: tuple[int, ...]
    cards: int  # the cards of all these melds


NO_MELDS: Final = Melds((), 0)


def as_meld(cards: Sequence[Card], ace: str) -> Pile:
    """Return the meld that CARDS make, in its order; raises IllegalMove if they make none."""
    _check_named_once(cards)
    meld = all_melds(ace).get(bits(cards))
    if meld is None:
        raise fault(sorted(cards, key=BITS.__getitem__), ace)
    return meld


def _check_named_once(cards: Sequence[Card]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove("{} is named twice", card)


def is_run(meld: Pile) -> bool:
    return meld[0].suit is meld[1].suit


@cache
def all_melds(ace: str) -> dict[int, Pile]:
    """Return every possible meld with its cards in order: groups by suit, runs from low to high."""
    melds = list[Pile]()
    for rank in Rank:
        four = tuple(CARDS[rank, suit] for suit in Suit)
        melds += [four, *(four[:left] + four[left + 1 :] for left in range(4))]
    last = {"low": 13, "high": 14, "round": 25}[ace]
    for suit in Suit:
        line = [CARDS[Rank(place % 13 + 1), suit] for place in range(last)]
        for start in range(13):
            ends = range(start + SHORTEST, min(start + 13, last) + 1)
            melds += [tuple(line[start:end]) for end in ends]
    # Of two runs with the same cards, the one that begins with the ace came first, and stays.
    return {bits(cards): cards for cards in reversed(melds)}


def bits(cards: Iterable[Card]) -> int:
    found = 0
    for card in cards:
        found |= BITS[card]
    return found


def worth(cards: Iterable[Card], ace: str) -> int:
    return tables(ace).points(bits(cards))


def fits(card: Card, meld: Pile, ace: str) -> bool:
    return card not in meld and bits(meld) | BITS[card] in all_melds(ace)


def homes(card: Card, melds: Sequence[Pile], ace: str) -> list[int]:
    """Return the numbers, counted from 1, of the melds on which CARD can be laid off."""
    return [number for number, meld in enumerate(melds, 1) if fits(card, meld, ace)]


def laid_off(
    cards: Sequence[Card], melds: Sequence[Pile], ace: str, number: int | None = None
) -> list[Pile]:
    """Lay off CARDS, in any order, on meld NUMBER (default: where they fit); return all melds.

    Raises IllegalMove if a card does not fit, or fits two melds and no NUMBER is given.
    """
    _check_named_once(cards)
    if number is not None and not 1 <= number <= len(melds):
        numbers = f"their numbers are 1 to {len(melds)}" if melds else "there are none"
        raise IllegalMove(f"meld {number} is not one of those on the table: {numbers}")
    after, waiting = list(melds), list(cards)
    while waiting:
        for card in waiting:
            found = homes(card, after, ace)
            if number is not None:
                found = [number] if number in found else []
            if len(found) == 1:
                after[found[0] - 1] = all_melds(ace)[bits(after[found[0] - 1]) | BITS[card]]
                waiting.remove(card)
                break
        else:
            if number is not None:
                fit = [card for card in DECK if fits(card, after[number - 1], ace)]
                wanted = " or ".join(["{}"] * len(fit)) + " would" if fit else "it is full"
                raise IllegalMove(f"{{}} does not fit meld {number}: {wanted}", waiting[0], *fit)
            for card in waiting:
                if found := homes(card, after, ace):
                    numbers = listed(list(map(str, found)))
                    raise IllegalMove(f"{{}} fits melds {numbers}: name one of them", card)
            where = "no meld on the table" if melds else "nowhere: there is no meld on the table"
            raise IllegalMove(f"{{}} fits {where}", waiting[0])
    return after


def melds_in(cards: Iterable[Card], ace: str) -> list[Pile]:
    hand = bits(cards)
    return [pile for meld, pile in all_melds(ace).items() if meld & hand == meld]


def best_split(cards: Pile, ace: str) -> list[Pile]:
    """Return the melds that leave the least value in a hand, in the order of the deck."""
    melds = sorted(tables(ace).split(bits(cards)).melds, key=lambda meld: meld & -meld)
    return [all_melds(ace)[meld] for meld in melds]


def fault(cards: Sequence[Card], ace: str) -> IllegalMove:
    if len(cards) < SHORTEST:
        few = "{} is one card" if len(cards) == 1 else "{} and {} are two cards"
        rule = "a meld is three or more, a run or a group of one rank"
        return IllegalMove(f"{few}: {rule}", *cards)
    suit, of_suit = Counter(card.suit for card in cards).most_common(1)[0]
    ranks = Counter(sorted(card.rank for card in cards)).most_common()
    if of_suit == len(cards):
        return _gap(cards, ace)
    if of_suit > ranks[0][1]:
        others, name = [card for card in cards if card.suit is not suit], suit.name.lower()
        are = f"is no {name[:-1]}" if len(others) == 1 else f"are no {name}"
        return IllegalMove(f"{listed(['{}'] * len(others))} {are}: a run is of one suit", *others)
    words = []  # 'two nines', 'two sixes' and 'an ace'
    for rank, count in ranks:
        word = rank.name.lower()
        many = f"{COUNTS[count]} {word}{'es' if word.endswith('x') else 's'}"
        words.append(many if count > 1 else f"{'an' if word[0] in 'ae' else 'a'} {word}")
    if ranks[0][1] > 1:
        return IllegalMove(f"{listed(words)}: a group is of one rank")
    rule = "a run is of one suit, a group of one rank"
    return IllegalMove(f"{listed(words)}, all of different suits: {rule}")


def _gap(cards: Sequence[Card], ace: str) -> IllegalMove:
    """Return the error for CARDS of one suit, ordered from the ace up, that are not in sequence."""
    ranks = {card.rank: card for card in cards}
    if {Rank.ACE, Rank.KING} <= ranks.keys() and ace != "round":
        king, first = ranks[Rank.KING], ranks[Rank.ACE]
        if ace == "low":
            return IllegalMove("the ace is low: {} does not follow {}", first, king)
        if Rank.TWO in ranks:
            return IllegalMove("a run does not go from {} through {} to {}", king, first, cards[1])
        cards = [*cards[1:], first]
    low, high = next(
        pair for pair in zip(cards, cards[1:]) if pair[1].rank.above(pair[0].rank) != 1
    )
    missing = CARDS[Rank(low.rank + 1), low.suit]
    return IllegalMove("{} does not follow {} in a run: {} would", high, low, missing)


def listed(words: Sequence[str], link: str = "and") -> str:
    """Join WORDS with commas and a LINK: 'a, b and c'."""
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last


class Tables:
    def __init__(self, ace: str) -> None:
        self.ace = ace
        self.values = [min(number % 13 + 1, 10) for number in range(52)]
        if ace != "low":
            self.values[::13] = [15] * 4
        # The runs of clubs, longest first; a shift by 13, 26 or 39 bits gives another suit.
        runs = [meld for meld, cards in all_melds(ace).items() if is_run(cards) and meld <= SUIT]
        self._runs = sorted(runs, key=int.bit_count, reverse=True)
        self.beside = [self._beside(number) for number in range(52)]
        self.pairs = [self._waits(number) for number in range(52)]
        self.mates = [sum(1 << other for other, _ in pairs) for pairs in self.pairs]
        """For each card, the cards that can share a meld of three with it."""
        # The large tables are caches that fill as they are used.
        self._split_of = lru_cache(1 << 14)(self._split)
        self.points = lru_cache(1 << 16)(lambda cards: sum(self.values[n] for n in numbers(cards)))
        self._runs_of = cache(lambda suit: tuple(run for run in self._runs if run & suit == run))
        self._near = cache(self._near_in_suit)
        self._by_value = [
            sum(1 << card for card in range(52) if self.values[card] == value)
            for value in sorted(set(self.values), reverse=True)
        ]

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return tables, (self.ace,)  # copying and unpickling return the same object

    def split(self, hand: int) -> Melds:
        # Most hands have no meld, which the test finds faster than the cache.
        return self._split_of(hand) if self.has_meld(hand) else NO_MELDS

    def has_meld(self, hand: int) -> bool:
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
        clubs, diamonds, hearts, spades = suits(hand)
        by_suit = zip((clubs, diamonds, hearts, spades), SUITS)
        found = [run << shift for suit, shift in by_suit for run in self._runs_of(suit)]
        many = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        for rank in numbers(many):
            group = hand & RANK << rank
            if group == RANK << rank:
                found += [group, *(group ^ 1 << rank + shift for shift in SUITS)]
            else:
                found.append(group)
        return found

    def is_run(self, meld: int) -> bool:
        return any(meld == meld & SUIT << shift for shift in SUITS)

    def fitting(self, meld: int) -> int:
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

    def completing(self, one: Card, other: Card) -> int:
        return dict(self.pairs[NUMBERS[one]]).get(NUMBERS[other], 0)

    def completes(self, card: int, hand: int) -> bool:
        return any([hand >> other & 1 and hand & thirds for other, thirds in self.pairs[card]])

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
        near = 0
        for run in self._runs:
            if run.bit_count() == SHORTEST and (run & suit).bit_count() > 1:
                near |= run & suit
        return near

    def _split(self, hand: int) -> Melds:
        melds = tuple(self.melds(hand))
        cards = 0
        for meld in melds:
            cards |= meld
        if sum(melds) == cards:  # No two of them share a card.
            return Melds(melds, cards)
        best = self._best(melds)[1]
        return Melds(best, sum(best))

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
    """Return the set CARDS as a pile, in the order of the deck; hidden ones come last."""
    return tuple([KNOWN[number] for number in numbers(cards)])
