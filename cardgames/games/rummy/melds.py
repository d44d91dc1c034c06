"""The melds of Rummy: groups and runs, and the best way to split a hand into them.

The ace is 'low' (A-2-3), 'high' (also Q-K-A) or 'round' (also K-A-2). Internally, a set of cards is
a number with a bit for each card of the deck: whether a meld is in a hand is then one comparison.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from cardgames.model.cards import CARDS, DECK, ByCard, Card, Pile, Rank, Suit
from cardgames.model.errors import IllegalMove

ACES: Final = ("low", "high", "round")
"""The kinds of ace: they say where it may stand in a run."""
SHORTEST: Final = 3
"""The smallest number of cards in a meld."""
COUNTS: Final = ("no", "a", "two", "three", "four")
"""The words for 0 to 4 cards of one rank."""
Bits: TypeAlias = int
"""A set of cards: a bit for each, in the order of the deck, the ace of clubs lowest."""
BITS: Final = ByCard({card: 1 << number for number, card in enumerate(DECK)})


class Split(NamedTuple):
    """A hand split into melds and the cards left over."""

    melds: tuple[Pile, ...]
    rest: Pile
    """The deadwood, in the order of the hand."""


class _Best(NamedTuple):
    """A choice of melds that share no card; of two choices the greater tuple is the better one."""

    value: int
    cards: int
    fewness: int
    """The number of melds, negated, since one long run is better than two short ones."""
    melds: tuple[Bits, ...]


def as_meld(cards: Sequence[Card], ace: str) -> Pile:
    """Return the meld that CARDS make, in its order; raises IllegalMove if they make none."""
    _check_named_once(cards)
    meld = all_melds(ace).get(bits(cards))
    if meld is None:
        raise fault(sorted(cards, key=_place), ace)
    return meld


def _check_named_once(cards: Sequence[Card]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove("{} is named twice", card)


def is_run(meld: Pile) -> bool:
    """Is this meld a run, rather than a group?"""
    return meld[0].suit is meld[1].suit


@cache
def all_melds(ace: str) -> dict[Bits, Pile]:
    """Return every possible meld with its cards in order: groups by suit, runs from low to high."""
    melds = [*_groups(), *_runs(ace)]
    return {bits(cards): cards for cards in reversed(melds)}


def _groups() -> Iterator[Pile]:
    for rank in Rank:
        four = tuple(CARDS[rank, suit] for suit in Suit)
        yield four
        yield from (four[:left] + four[left + 1 :] for left in range(4))


def _runs(ace: str) -> Iterator[Pile]:
    """Yield every run. If two have the same cards, the one that begins with the ace comes first."""
    last = {"low": 13, "high": 14, "round": 25}[ace]
    for suit in Suit:
        line = [CARDS[Rank(place % 13 + 1), suit] for place in range(last)]
        for start in range(13):
            for end in range(start + SHORTEST, min(start + 13, last) + 1):
                yield tuple(line[start:end])


def bits(cards: Iterable[Card]) -> Bits:
    """Return CARDS as a set of bits."""
    found = 0
    for card in cards:
        found |= BITS[card]
    return found


def value(card: Card, ace: str) -> int:
    """Return the value of CARD: 10 for a court card, 1 for an ace, or 15 where it may be high."""
    return values(ace)[card]


@cache
def values(ace: str) -> dict[Card, int]:
    """Return the value of each card for this kind of ACE."""
    high = {} if ace == "low" else {Rank.ACE: 15}
    return ByCard({card: high.get(card.rank, min(int(card.rank), 10)) for card in DECK})


def worth(cards: Iterable[Card], ace: str) -> int:
    """Return the total value of CARDS."""
    table = values(ace)
    return sum([table[card] for card in cards])


def fits(card: Card, meld: Pile, ace: str) -> bool:
    """Can CARD be laid off on MELD?"""
    return card not in meld and bits(meld) | BITS[card] in all_melds(ace)


def fitting(meld: Pile, ace: str) -> Pile:
    """Return every card that can be laid off on MELD."""
    return tuple(card for card in DECK if fits(card, meld, ace))


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
            raise _misfit(waiting, after, ace, number)
    return after


def melds_in(cards: Iterable[Card], ace: str) -> list[Pile]:
    """Return every meld that can be made from CARDS."""
    table = all_melds(ace)
    return [table[meld] for meld in _melds_in(bits(cards), ace)]


def _melds_in(hand: Bits, ace: str) -> list[Bits]:
    return [meld for meld in all_melds(ace) if meld & hand == meld]


def near(cards: Sequence[Card], ace: str) -> Iterator[Pile]:
    """Yield the pairs of CARDS that need only one more card to be a meld."""
    pairs = _near_pairs(ace)
    return (pair for pair in combinations(cards, 2) if bits(pair) in pairs)


@cache
def _near_pairs(ace: str) -> frozenset[Bits]:
    shortest = (meld for meld in all_melds(ace).values() if len(meld) == SHORTEST)
    return frozenset(bits(pair) for meld in shortest for pair in combinations(meld, 2))


def best_split(cards: Pile, ace: str) -> Split:
    """Return the split that leaves the least value; among equals, the fewest cards, then melds."""
    table = all_melds(ace)
    melds = _best_melds(bits(cards), ace)
    melded = sum(melds)
    rest = tuple([card for card in cards if not BITS[card] & melded])
    return Split(tuple([table[meld] for meld in melds]), rest)


@lru_cache(maxsize=1 << 14)
def _best_melds(hand: Bits, ace: str) -> tuple[Bits, ...]:
    """Return the melds of the best split, in the order of their first cards in the deck.

    The search goes from the lowest card up: each card is either left over, or the lowest card of a
    meld. The best choice for each set of remaining cards is remembered, so none is searched twice.
    """
    melds = _melds_in(hand, ace)
    if len(melds) < 2:
        return tuple(melds)
    by_lowest: dict[Bits, list[Bits]] = {}
    for meld in melds:
        by_lowest.setdefault(meld & -meld, []).append(meld)
    table = all_melds(ace)
    counts = {meld: (worth(table[meld], ace), len(table[meld])) for meld in melds}
    solved = {0: _Best(0, 0, 0, ())}

    def best(left: Bits) -> _Best:
        """Return the best choice of melds from the cards LEFT."""
        if left in solved:
            return solved[left]
        lowest = left & -left
        found = best(left ^ lowest)
        for meld in by_lowest.get(lowest, ()):
            if meld & left == meld:
                counted, cards = counts[meld]
                more = best(left ^ meld)
                choice = _Best(
                    more.value + counted, more.cards + cards, more.fewness - 1, (meld, *more.melds)
                )
                found = max(found, choice)
        solved[left] = found
        return found

    useful = 0
    for meld in melds:
        useful |= meld
    return best(useful).melds


def _place(card: Card) -> Bits:
    return BITS[card]


def fault(cards: Sequence[Card], ace: str) -> IllegalMove:
    """Return the error that says why CARDS, in the order of the deck, are not a meld."""
    if len(cards) < 3:
        few = "{} is one card" if len(cards) == 1 else "{} and {} are two cards"
        rule = "a meld is three or more, a run or a group of one rank"
        return IllegalMove(f"{few}: {rule}", *cards)
    suit, of_suit = Counter(card.suit for card in cards).most_common(1)[0]
    of_rank = max(Counter(card.rank for card in cards).values())
    if of_suit == len(cards):
        return _gap(cards, ace)
    if of_suit > of_rank:
        return _of_another_suit([card for card in cards if card.suit is not suit], suit)
    if of_rank > 1:
        return IllegalMove(f"{ranks_of(cards)}: a group is of one rank")
    return IllegalMove(
        f"{ranks_of(cards)}, all of different suits: a run is of one suit, a group of one rank"
    )


def _of_another_suit(cards: Sequence[Card], suit: Suit) -> IllegalMove:
    """Return the error that names CARDS as the only ones of a run that are not of SUIT."""
    name = suit.name.lower()
    are = f"is no {name[:-1]}" if len(cards) == 1 else f"are no {name}"
    return IllegalMove(f"{listed(['{}'] * len(cards))} {are}: a run is of one suit", *cards)


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


def _misfit(
    cards: Sequence[Card], melds: Sequence[Pile], ace: str, number: int | None
) -> IllegalMove:
    """Return the error if CARDS do not fit meld NUMBER or, without it, fit no meld or several."""
    for card in cards:
        found = homes(card, melds, ace)
        if number is None and found:
            numbers = f"{', '.join(map(str, found[:-1]))} and {found[-1]}"
            return IllegalMove(f"{{}} fits melds {numbers}: name one of them", card)
    if number is None:
        where = "no meld on the table" if melds else "nowhere: there is no meld on the table"
        return IllegalMove(f"{{}} fits {where}", cards[0])
    fit = fitting(melds[number - 1], ace)
    wanted = " or ".join(["{}"] * len(fit)) + " would" if fit else "it is full"
    return IllegalMove(f"{{}} does not fit meld {number}: {wanted}", cards[0], *fit)


def ranks_of(cards: Iterable[Card]) -> str:
    """Return the ranks of CARDS in words, the commonest first: 'two nines and a seven'."""
    counts = Counter(sorted(card.rank for card in cards))
    return listed([of_rank(count, rank) for rank, count in counts.most_common()])


def of_rank(count: int, rank: Rank) -> str:
    """Return COUNT cards of RANK in words: 'a king', 'an ace', 'two sixes'."""
    word = rank.name.lower()
    if count == 1:
        return f"{'an' if word[0] in 'ae' else 'a'} {word}"
    return f"{COUNTS[count]} {word}{'es' if word.endswith('x') else 's'}"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Join WORDS with commas and a LINK: 'a, b and c'."""
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last
