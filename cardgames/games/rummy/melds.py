"""The melds of Rummy: groups and runs, and the best way to split a hand into them.

The ace is 'low' (A-2-3), 'high' (also Q-K-A) or 'round' (also K-A-2). Computers split thousands of
hands for one move, so a set of cards is a number, with a bit for each card of the deck.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from cardgames.model.cards import BACK, CARDS, DECK, ByCard, Card, Pile, Rank, replaced
from cardgames.model.errors import IllegalMove, listed

ACES: Final = ("low", "high", "round")  # the rules for where an ace may stand in a run
SHORTEST: Final = 3  # the smallest number of cards in a meld
COUNTS: Final = ("no", "a", "two", "three", "four")  # the words for 0 to 4 cards of one rank
BITS: Final = ByCard({card: 1 << number for number, card in enumerate(DECK)})
NUMBERS: Final = ByCard({card: number for number, card in enumerate(DECK)})
KNOWN: Final = (*DECK, *[BACK] * 52)  # the cards by number; numbers from 52 on are hidden cards
ALL: Final = (1 << 52) - 1  # all cards, as a set
SUIT: Final = (1 << 13) - 1  # all clubs; shifted left by 13, 26 or 39 bits, another suit
RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # all aces; shifted left by 1 to 12, another rank
STARTS: Final = RANK * (SUIT >> 2)  # aces to jacks: each can begin a run without a high ace
SUITS: Final = tuple(SUIT << shift for shift in (0, 13, 26, 39))
# The cards of each suit, then those of each rank: every meld lies in one of these sets
PARTS: Final = (*SUITS, *(RANK << shift for shift in range(13)))


class Split(NamedTuple):
    melds: tuple[int, ...]
    cards: int  # the cards of all the melds, as a set


NO_MELDS: Final = Split((), 0)


class MeldRules:
    """The melds under one rule for the ace, and tables to find melds in a set of cards."""

    def __init__(self, ace: str) -> None:
        self.ace = ace
        self.values = [min(number % 13 + 1, 10) for number in range(52)]
        if ace != "low":
            self.values[::13] = [15] * 4
        self._dearest_first = sorted(range(52), key=lambda card: (-self.values[card], -card))
        runs, groups = all_melds(ace)
        self.melds = runs | groups  # for each meld, as a set: its cards in order
        self.beside = [0] * 52  # for each card: the cards that extend a run from this end
        for low, next_to_low, next_to_high, high in [run for run in runs.values() if len(run) == 4]:
            self.beside[NUMBERS[next_to_low]] |= BITS[low]
            self.beside[NUMBERS[next_to_high]] |= BITS[high]
        # For each card: every card that shares a meld of three with it, and the set of third cards.
        # The order of the pairs decides which pair a random number chooses.
        self.pairs = [dict[int, int]() for _ in range(52)]
        for meld in (*runs, *reversed(groups)):
            if meld.bit_count() == SHORTEST:
                for card, other, third in permutations(numbers(meld)):
                    self.pairs[card][other] = self.pairs[card].get(other, 0) | 1 << third
        self.mates = [sum(1 << other for other in others) for others in self.pairs]
        # The longest melds of a part come first; the order decides between equal splits.
        melds = sorted(self.melds, key=int.bit_count, reverse=True)
        # The large tables are caches that fill as they are used.
        in_part = cache(lambda part: [meld for meld in melds if meld & part == meld])
        self._melds_of = cache(lambda cards, part: [m for m in in_part(part) if m & cards == m])
        self._split_of = lru_cache(1 << 14)(self._split)
        self.fitting = cache(self._fitting)
        self.points = lru_cache(1 << 16)(lambda cards: sum(self.values[n] for n in numbers(cards)))

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return meld_rules, (self.ace,)  # copying and unpickling return the same object

    def as_meld(self, cards: Sequence[Card]) -> Pile:
        """Return the meld that these cards make, in order; raises IllegalMove if they make none."""
        check_named_once(cards)
        meld = self.melds.get(bits(cards))
        if meld is None:
            raise self._fault(sorted(cards, key=BITS.__getitem__))
        return meld

    def homes(self, card: Card, melds: Sequence[Pile]) -> list[int]:
        """Return the numbers, counted from 1, of the melds on which the card can be laid off."""
        one, sets = BITS[card], enumerate(map(bits, melds), 1)
        return [number for number, meld in sets if one & self.fitting(meld) & ~meld]

    def laid_off(
        self, cards: Sequence[Card], melds: Sequence[Pile], number: int | None = None
    ) -> list[Pile]:
        """Return all melds after these cards are laid off.

        The cards go on meld `number` or, if that is None, where they fit. Raises IllegalMove if a
        card does not fit, or if it fits two melds and `number` is None.
        """
        check_named_once(cards)
        if number is not None and not 1 <= number <= len(melds):
            numbers = f"their numbers are 1 to {len(melds)}" if melds else "there are none"
            raise IllegalMove(f"meld {number} is not one of those on the table: {numbers}")
        after, waiting = list(melds), list(cards)
        while waiting:
            homes = {card: self.homes(card, after) for card in waiting}
            if number is not None:
                homes = {card: [number] * (number in found) for card, found in homes.items()}
            card = next((card for card in waiting if len(homes[card]) == 1), None)
            if card is None:
                ends = set() if number else self._ends(tuple(after), waiting)
                if len(ends) == 1:
                    return list(*ends)
                raise self._no_home(homes, after, number)
            place = homes[card][0] - 1
            after[place] = self.melds[bits(after[place]) | BITS[card]]
            waiting.remove(card)
        return after

    def _ends(self, melds: tuple[Pile, ...], cards: Sequence[Card]) -> set[tuple[Pile, ...]]:
        """Return, for each way to lay off all of these cards, the melds with the cards on them."""
        ends = {melds}
        for _ in cards:
            ends = {
                replaced(now, number, self.melds[bits(now[number - 1]) | BITS[card]])
                for now in ends
                for card in cards
                if not any(card in meld for meld in now)
                for number in self.homes(card, now)
            }
        return ends

    def _no_home(
        self, homes: dict[Card, list[int]], melds: Sequence[Pile], number: int | None
    ) -> IllegalMove:
        """Return the error for cards that fit no meld, several melds, or not meld `number`."""
        if number is not None:
            meld = bits(melds[number - 1])
            fit = named(self.fitting(meld) & ~meld)
            wanted = " or ".join(["{}"] * len(fit)) + " would" if fit else "it is full"
            return IllegalMove(f"{{}} does not fit meld {number}: {wanted}", *[*homes][:1], *fit)
        for card, found in homes.items():
            if found:
                numbers = listed(list(map(str, found)))
                return IllegalMove(f"{{}} fits melds {numbers}: name one of them", card)
        where = "no meld on the table" if melds else "nowhere: there is no meld on the table"
        return IllegalMove(f"{{}} fits {where}", *[*homes][:1])

    def melds_in(self, cards: Iterable[Card]) -> list[Pile]:
        hand = bits(cards)
        if not self.has_meld(hand):
            return []
        return [pile for meld, pile in self.melds.items() if meld & hand == meld]

    def best_split(self, cards: Pile) -> list[Pile]:
        """Return, in deck order, the melds that leave the fewest points in a hand."""
        melds = sorted(self.split(bits(cards)).melds, key=lambda meld: meld & -meld)
        return [self.melds[meld] for meld in melds]

    def split(self, hand: int) -> Split:
        # Most hands have no meld, and `has_meld` finds that out faster than the cache.
        return self._split_of(hand) if self.has_meld(hand) else NO_MELDS

    def has_meld(self, hand: int) -> bool:
        diamonds, hearts, spades = hand >> 13, hand >> 26, hand >> 39
        two, any_two = hand & diamonds, hand | diamonds
        # a group: three of the four suits have a card of one rank
        if (two & (hearts | spades) | hearts & spades & any_two) & SUIT:
            return True
        # a run without an ace above its king
        if hand & hand >> 1 & hand >> 2 & STARTS:
            return True
        if self.ace == "low":
            return False
        kings = hand >> 12 & hand & RANK
        return bool(kings & hand >> 11 or self.ace == "round" and kings & hand >> 1)

    def _split(self, hand: int) -> Split:
        melds = list[int]()
        for part in PARTS:
            if (cards := hand & part).bit_count() >= SHORTEST:
                melds += self._melds_of(cards, part)
        best = self._best(melds)
        return Split(best, sum(best))

    def _best(self, melds: list[int]) -> tuple[int, ...]:
        """Return the most valuable melds that share no card; on a tie, the fewest."""
        if len(melds) < 2:
            return tuple(melds)
        first, *others = melds
        chosen = (first, *self._best([meld for meld in others if not meld & first]))
        without = self._best(others)
        return max(chosen, without, key=lambda best: (self.points(sum(best)), -len(best)))

    def _fitting(self, meld: int) -> int:
        """Return the cards that fit a meld; its own cards may be among them."""
        if not is_run(meld):
            return RANK << (meld.bit_length() - 1) % 13
        beside = 0
        for card in numbers(meld):
            beside |= self.beside[card]
        return beside

    def outs(self, card: int, hand: int, live: int) -> tuple[int, int]:
        """Return how many live cards meld with `card` and a card of `hand`, and the live pairs.

        The second number counts the pairs of live cards that make a meld with `card`.
        """
        waits = pairs = 0
        for other, thirds in self.pairs[card].items():
            if hand >> other & 1:
                waits |= thirds
            elif live >> other & 1:
                pairs += (thirds & live).bit_count()
        return (waits & live).bit_count(), pairs // 2  # each pair was counted twice

    def completing(self, one: Card, other: Card) -> int:
        return self.pairs[NUMBERS[one]].get(NUMBERS[other], 0)

    def completes(self, card: int, hand: int) -> bool:
        pairs = self.pairs[card].items()
        return any([hand >> other & 1 and hand & thirds for other, thirds in pairs])

    def dearest(self, hand: int) -> int:
        """Return the most valuable card that is not close to a meld; if all are close, of all."""
        for card in self._dearest_first:
            if hand >> card & 1 and not hand & self.mates[card]:
                return card
        return next(card for card in self._dearest_first if hand >> card & 1)

    def _fault(self, cards: Sequence[Card]) -> IllegalMove:
        """Return the error that says why these cards, in the order of the deck, are no meld."""
        if len(cards) < SHORTEST:
            few = "{} is one card" if len(cards) == 1 else "{} and {} are two cards"
            rule = "a meld is three or more, a run or a group of one rank"
            return IllegalMove(f"{few}: {rule}", *cards)
        suit, of_suit = Counter(card.suit for card in cards).most_common(1)[0]
        ranks = Counter(sorted(card.rank for card in cards)).most_common()
        if of_suit == len(cards):
            return self._gap(cards)
        if of_suit > ranks[0][1]:
            others, name = [card for card in cards if card.suit is not suit], suit.name.lower()
            are = f"is no {name[:-1]}" if len(others) == 1 else f"are no {name}"
            run = "a run is of one suit"
            return IllegalMove(f"{listed(['{}'] * len(others))} {are}: {run}", *others)
        words = []  # such as 'two nines', 'two sixes' and 'an ace'
        for rank, count in ranks:
            word = rank.name.lower()
            many = f"{COUNTS[count]} {word}{'es' if word.endswith('x') else 's'}"
            words.append(many if count > 1 else f"{'an' if word[0] in 'ae' else 'a'} {word}")
        if ranks[0][1] > 1:
            return IllegalMove(f"{listed(words)}: a group is of one rank")
        rule = "a run is of one suit, a group of one rank"
        return IllegalMove(f"{listed(words)}, all of different suits: {rule}")

    def _gap(self, cards: Sequence[Card]) -> IllegalMove:
        """Return the error that names a gap in cards of one suit, sorted from the ace up."""
        ranks = {card.rank: card for card in cards}
        if {Rank.ACE, Rank.KING} <= ranks.keys() and self.ace != "round":
            king, first = ranks[Rank.KING], ranks[Rank.ACE]
            if self.ace == "low":
                return IllegalMove("the ace is low: {} does not follow {}", first, king)
            if Rank.TWO in ranks:
                through = "a run does not go from {} through {} to {}"
                return IllegalMove(through, king, first, cards[1])
            cards = [*cards[1:], first]
        pairs = zip(cards, cards[1:])
        low, high = next((one, two) for one, two in pairs if two.rank.above(one.rank) != 1)
        missing = CARDS[Rank(low.rank + 1), low.suit]
        return IllegalMove("{} does not follow {} in a run: {} would", high, low, missing)


@cache
def meld_rules(ace: str) -> MeldRules:
    return MeldRules(ace)


def all_melds(ace: str) -> tuple[dict[int, Pile], dict[int, Pile]]:
    """Return all runs, then all groups: two dicts from the set of a meld to its ordered cards."""
    runs, last = list[Pile](), {"low": 13, "high": 14, "round": 25}[ace]
    for suit in (0, 13, 26, 39):
        line = (DECK[suit : suit + 13] * 2)[:last]
        for start in range(13):
            ends = range(start + SHORTEST, min(start + 13, last) + 1)
            runs += [line[start:end] for end in ends]
    fours = [DECK[rank::13] for rank in reversed(range(13))]
    groups = [group for four in fours for group in (*combinations(four, SHORTEST), four)]
    # Of runs with the same cards only the first one stays: it begins with the ace.
    return {bits(run): run for run in reversed(runs)}, {bits(group): group for group in groups}


def is_run(meld: int) -> bool:
    return any(meld & suit == meld for suit in SUITS)


def check_named_once(cards: Sequence[Card]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove("{} is named twice", card)


def bits(cards: Iterable[Card]) -> int:
    """Return cards as a set; a card may be named more than once."""
    return sum({BITS[card] for card in cards})


def numbers(cards: int) -> Iterator[int]:
    """Yield the number of each card in a set, in the order of the deck."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def named(cards: int) -> Pile:
    """Return a set as a pile, in the order of the deck; hidden cards come last."""
    return tuple([KNOWN[number] for number in numbers(cards)])
