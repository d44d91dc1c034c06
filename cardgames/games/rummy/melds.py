"""The melds of Rummy: groups and runs, and how a hand is best split into them.

The ace is 'low' (A-2-3), 'high' (that, and Q-K-A) or 'round' (these, and K-A-2). Inside, a set of
cards is a number with a bit for each card of the deck.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from cardgames.model.cards import CARDS, DECK, Card, Pile, Rank, Suit
from cardgames.model.errors import IllegalMove

ACES: Final = ("low", "high", "round")
"""Where an ace may stand in a run."""
SHORTEST: Final = 3
"""No meld has fewer cards."""

Bits: TypeAlias = int
"""A set of cards: a bit for each, in the order of the deck."""

BITS: Final = {card: 1 << number for number, card in enumerate(DECK)}


class Split(NamedTuple):
    """A hand split into melds and the cards that are left over."""

    melds: tuple[Pile, ...]
    rest: Pile
    """The deadwood, in the order of the hand."""


class _Best(NamedTuple):
    """The melds found so far; of two choices the greater one is better."""

    value: int
    cards: int
    fewness: int
    """Minus the number of melds: one long run is better than two short ones."""
    melds: tuple[Bits, ...]


def value(card: Card, ace: str) -> int:
    """What a card counts: a court card 10, an ace 1, or 15 where it may be high."""
    return values(ace)[card]


@cache
def values(ace: str) -> dict[Card, int]:
    """What each card counts."""
    high = {} if ace == "low" else {Rank.ACE: 15}
    return {card: high.get(card.rank, min(int(card.rank), 10)) for card in DECK}


def worth(cards: Iterable[Card], ace: str) -> int:
    """What cards count together."""
    table = values(ace)
    return sum([table[card] for card in cards])


@cache
def all_melds(ace: str) -> dict[Bits, Pile]:
    """Every meld that there is, with its cards in order: groups by suit, runs from low to high."""
    melds = [*_groups(), *_runs(ace)]
    return {bits(cards): cards for cards in reversed(melds)}


def _groups() -> Iterator[Pile]:
    for rank in Rank:
        four = tuple(CARDS[rank, suit] for suit in Suit)
        yield four
        yield from (four[:left] + four[left + 1 :] for left in range(4))


def _runs(ace: str) -> Iterator[Pile]:
    """Every run; what can be written in two ways, as A to K, comes first from its lower end."""
    last = {"low": 13, "high": 14, "round": 25}[ace]
    for suit in Suit:
        line = [CARDS[Rank(place % 13 + 1), suit] for place in range(last)]
        for start in range(13):
            for end in range(start + SHORTEST, min(start + 13, last) + 1):
                yield tuple(line[start:end])


def bits(cards: Iterable[Card]) -> Bits:
    """The cards as a set of bits."""
    found = 0
    for card in cards:
        found |= BITS[card]
    return found


def is_run(meld: Pile) -> bool:
    """Is this meld a run, not a group?"""
    return meld[0].suit is meld[1].suit


def as_meld(cards: Sequence[Card], ace: str) -> Pile:
    """The cards as a meld, in order; raises IllegalMove saying why they are none."""
    _check_named_once(cards)
    meld = all_melds(ace).get(bits(cards))
    if meld is None:
        raise _fault(sorted(cards, key=_place), ace)
    return meld


def _check_named_once(cards: Sequence[Card]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove("{} is named twice", card)


def fits(card: Card, meld: Pile, ace: str) -> bool:
    """Can this card be laid off on the meld?"""
    return card not in meld and bits(meld) | BITS[card] in all_melds(ace)


def fitting(meld: Pile, ace: str) -> Pile:
    """Every card that can be laid off on the meld."""
    return tuple(card for card in DECK if fits(card, meld, ace))


def homes(card: Card, melds: Sequence[Pile], ace: str) -> list[int]:
    """The numbers of the melds, counted from 1, that this card can be laid off on."""
    return [number for number, meld in enumerate(melds, 1) if fits(card, meld, ace)]


def laid_off(
    cards: Sequence[Card], melds: Sequence[Pile], ace: str, number: int | None = None
) -> list[Pile]:
    """The melds after these cards, in any order, are laid off where they fit, or on one NUMBER.

    Raises IllegalMove where a card fits none, or two and no number is given.
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


def _misfit(
    cards: Sequence[Card], melds: Sequence[Pile], ace: str, number: int | None
) -> IllegalMove:
    """Why none of these cards can be laid off, or not without naming a meld."""
    for card in cards:
        found = homes(card, melds, ace)
        if number is None and found:
            told = f"{', '.join(map(str, found[:-1]))} and {found[-1]}"
            return IllegalMove(f"{{}} fits melds {told}: name one of them", card)
    if number is None:
        what = "no meld on the table" if melds else "nowhere: there is no meld on the table"
        return IllegalMove(f"{{}} fits {what}", cards[0])
    fit = fitting(melds[number - 1], ace)
    wanted = " or ".join(["{}"] * len(fit)) + " would" if fit else "it is full"
    return IllegalMove(f"{{}} does not fit meld {number}: {wanted}", cards[0], *fit)


def melds_in(cards: Iterable[Card], ace: str) -> list[Pile]:
    """Every meld that these cards can make."""
    table = all_melds(ace)
    return [table[meld] for meld in _melds_in(bits(cards), ace)]


def _melds_in(hand: Bits, ace: str) -> list[Bits]:
    return [meld for meld in all_melds(ace) if meld & hand == meld]


def best_split(cards: Pile, ace: str) -> Split:
    """The split that leaves the least value; then the fewest cards, in the fewest melds."""
    table = all_melds(ace)
    melds = _best_melds(bits(cards), ace)
    melded = sum(melds)
    rest = tuple([card for card in cards if not BITS[card] & melded])
    return Split(tuple([table[meld] for meld in melds]), rest)


def deadwood(cards: Pile, ace: str) -> int:
    """The value that the best split leaves."""
    return worth(best_split(cards, ace).rest, ace)


@lru_cache(maxsize=1 << 14)
def _best_melds(hand: Bits, ace: str) -> tuple[Bits, ...]:
    """The melds of the best split, in the order of their first cards in the deck.

    The cards are gone through from the lowest: each is left over, or goes into a meld with cards
    above it.
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


def _fault(cards: Sequence[Card], ace: str) -> IllegalMove:
    """Why these cards, in the order of the deck, are no meld."""
    if len(cards) < SHORTEST:
        return IllegalMove("a meld is three or more cards: a run, or a group of one rank")
    first = cards[0]
    other = next((card for card in cards if card.suit is not first.suit), None)
    if other is not None:
        if any(card.rank == first.rank for card in cards[1:]):
            odd = next(card for card in cards if card.rank != first.rank)
            return IllegalMove("{} is not of the rank of {}: a group is of one rank", odd, first)
        return IllegalMove(
            "{} and {} are of two suits and ranks: a run is of one suit, a group of one rank",
            first,
            other,
        )
    return _gap(cards, ace)


def _gap(cards: Sequence[Card], ace: str) -> IllegalMove:
    """Where these cards of one suit, from the ace up, do not follow each other."""
    ranks = {card.rank: card for card in cards}
    if {Rank.ACE, Rank.KING} <= ranks.keys() and ace != "round":
        king, first = ranks[Rank.KING], ranks[Rank.ACE]
        if ace == "low":
            return IllegalMove("the ace is low: {} does not follow {}", first, king)
        if Rank.TWO in ranks:
            return IllegalMove("a run does not go on from {} by {} to {}", king, first, cards[1])
        cards = [*cards[1:], first]
    low, high = next(
        pair for pair in zip(cards, cards[1:]) if pair[1].rank.above(pair[0].rank) != 1
    )
    missing = CARDS[Rank(low.rank + 1), low.suit]
    return IllegalMove("{} does not follow {} in a run: {} would", high, low, missing)
