"""The tables of rules from which declarations choose by name, with the words of their refusals."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.model.cards import CARDS, DECK, ByCard, Card, Rank, Suit
from cardgames.model.errors import listed

RUN: Final = 13  # the number of cards in a run from king to ace


class Build:
    """A rule for building the tableau, such as down in alternating colors."""

    def __init__(self, name: str, ways: str = "down", around: bool = False) -> None:
        self.name, self.ways, self.around = name, ways, around
        allows = BUILDS[name].allows
        # for each suit: the suits on which its cards may lie
        self.suits = {suit: frozenset([on for on in Suit if allows(suit, on)]) for suit in Suit}

    @cache
    def below(self, base: Rank) -> ByCard[frozenset[Card]]:
        """Return, for each card, the cards that it may lie on."""
        found = ByCard[frozenset[Card]]()
        ranks = {rank: self.ranks(base, rank) for rank in Rank}
        for card in DECK:
            suits = self.suits[card.suit]
            found[card] = frozenset([CARDS[r, onto] for r in ranks[card.rank] for onto in suits])
        return found

    def ranks(self, base: Rank, rank: Rank, under: bool = True) -> list[Rank]:
        """Return the ranks that may lie under a card or, if not `under`, on it."""
        height, found = rank.above(base), list[Rank]()
        for step in WAYS[self.ways]:
            onto = height + (step if under else -step)
            if self.around or 0 <= onto < RUN:
                found.append(Rank((base + onto - 1) % RUN + 1))
        return sorted(found)


# for each way of building the tableau: by how many ranks a card is lower than the card below it
# (any: cards lie in any order, on heaps from which they go only to foundations)
WAYS: Final[Mapping[str, tuple[int, ...]]] = {
    "down": (1,),
    "up": (-1,),
    "both": (1, -1),
    "any": tuple(range(1 - RUN, RUN)),
}


class BuildingRule(NamedTuple):
    """A rule for building, as a table: what it allows, and its words in rules and refusals."""

    allows: Callable[[Suit, Suit], bool]  # may a card of the first suit lie on one of the second?
    how: str  # how the tableau is built
    # the card of a rank that goes with a given one: {an} is the rank with its article, {other} is
    # the other color, and {{}} is replaced by the card of the same suit
    partner: str = ""
    misfit: str = ""  # the fault of a card of that rank that does not fit; {own} is its color


BUILDS: Final[Mapping[str, BuildingRule]] = {
    "colors": BuildingRule(
        lambda suit, onto: suit.red != onto.red,
        "in alternating colors",
        "a {other} {rank}",
        "is {own}",
    ),
    "any": BuildingRule(lambda suit, onto: True, "in any suits", "{an}"),
    "others": BuildingRule(
        lambda suit, onto: suit is not onto,
        "in different suits",
        "{an} of another suit",
        "is of the same suit",
    ),
    "color": BuildingRule(
        lambda suit, onto: suit.red == onto.red,
        "in one color",
        "a {own} {rank}",
        "is {own}",
    ),
    "suit": BuildingRule(lambda suit, onto: suit is onto, "in suit", "{{}}", "is of another suit"),
    "none": BuildingRule(lambda suit, onto: False, "not at all"),
}


build_by: Final = cache(Build)


# The words of refusals: each function returns a message, and the cards to be shown in it. An
# IllegalMove calls its function only when the message is shown.
Refusal: TypeAlias = tuple[Any, ...]


def partners(build: Build, card: Card, ranks: Iterable[Rank]) -> Refusal:
    """Name the cards of these ranks that go on or under a card: 'a red 4 or a red 6'."""
    found = [_partner(build.name, card, rank) for rank in ranks]
    return listed([words for words, *_ in found], "or"), *[one for _, *own in found for one in own]


def _partner(build: str, card: Card, rank: Rank) -> Refusal:
    own, other = ("red", "black") if card.red else ("black", "red")
    words = {"own": own, "other": other, "rank": rank_word(rank), "an": with_article(rank)}
    told = BUILDS[build].partner.format(**words)
    return told, *([CARDS[rank, card.suit]] if "{" in told else [])


@cache
def misfit(build: Build, fill: str, base: Rank, card: Card, onto: Card) -> Refusal:
    """Say why a card cannot go on another one; `fill` says what fills an empty pile.

    A person sees a wrong rank first, so a suit or color is blamed only if the rank is right.
    """
    rule, ranks = BUILDS[build.name], build.ranks(base, card.rank)
    if not rule.partner:
        return "{} cannot go on {}: nothing is built in the tableau", card, onto
    if not ranks:
        return f"{{}} goes on no other card{', only to an empty pile' * (fill != 'none')}", card
    wanted, *named = partners(build, card, ranks)
    fault = ", not on {}"
    if onto.rank in ranks:
        fault = ", and {} " + rule.misfit.format(own="red" if onto.red else "black")
    return f"{{}} goes on {wanted}{fault}", card, *named, onto


@cache
def no_neighbor(takes: tuple[frozenset[int], ...], card: Card, top: Card) -> Refusal:
    """Say why a card cannot go on the top of the waste; `takes` is a value of TAKES."""
    near = [with_article(rank) for rank in Rank if card.rank in takes[rank]]
    return f"{{}} goes on {listed(near, 'or')}, not on {{}}", card, top


def rank_word(rank: Rank) -> str:
    return rank.label if rank.label.isdecimal() else rank.name.lower()


def with_article(rank: Rank) -> str:
    return f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank_word(rank)}"


class PairRule(NamedTuple):
    """Which cards leave together, and which alone."""

    together: Callable[[Card, Card], bool]
    alone: Rank | None  # the rank whose cards leave alone
    words: str  # a predicate of both cards, to follow 'two cards that '
    three: tuple[Rank, ...] = ()  # the ranks of three cards that leave together


# The rules for cards that leave the tableau, by name.
PAIRS: Final[Mapping[str, PairRule]] = {
    "none": PairRule(lambda one, other: False, None, "are a pair"),
    "thirteen": PairRule(lambda one, other: one.rank + other.rank == 13, Rank.KING, "make 13"),
    "eleven": PairRule(
        lambda one, other: one.rank + other.rank == 11,
        None,
        "make 11",
        (Rank.JACK, Rank.QUEEN, Rank.KING),
    ),
    "alike": PairRule(lambda one, other: one.rank is other.rank, None, "have the same rank"),
}


# For each rank on top of the waste (0: the waste is empty), the ranks that may go on this rank. The
# two ranks differ by a number in `apart`, 12 for king and ace. No card goes on ranks from `most`
# up.
TAKES: Final[Mapping[str, tuple[frozenset[int], ...]]] = {
    "none": (),
    **{
        name: tuple([
            frozenset([m for m in range(1, 14) if 0 < n < most and abs(m - n) in apart])
            for n in range(14)
        ])
        for name, apart, most in (
            ("neighbor", (1,), 14), ("closed", (1,), 13), ("around", (1, 12), 14)
        )
    },
}  # fmt: skip


# the number of cards in the waste, and the number of redeals so far
Phase: TypeAlias = tuple[int, int]


class Talon(NamedTuple):
    """The rules for turning the talon, which is the waste and the stock in the order of turning."""

    draw: int
    redeals: int | None  # None is no limit

    @lru_cache(maxsize=1 << 14)  # a search needs the same few thousand results again and again
    def coming(self, size: int, phase: Phase) -> tuple[Phase, ...]:
        """Return the phases that a talon of `size` cards can still reach.

        Only phases with cards in the waste count. Each phase is reached from `phase` with as few
        redeals as possible.
        """
        if not size:
            return ()
        (turned, redeals), draw, most = phase, self.draw, self.redeals
        coming = {count: redeals for count in (*range(turned, size, draw), size) if count}
        if most is None or redeals < most:
            for count in (*range(draw, size, draw), size):
                coming.setdefault(count, redeals if most is None else redeals + 1)
        return tuple(sorted(coming.items()))

    def covers(self, other: Phase, phase: Phase) -> bool:
        """Can all cards that come up after `phase` also come up after the phase `other`?"""
        (turned, redeals), (turned2, redeals2) = other, phase
        # With a redeal to spare, `other` leads to the start of the talon, and so to `phase`.
        if turned2 % self.draw == 0 and (self.redeals is None or redeals < redeals2):
            return True
        same = (turned2 - turned) % self.draw == 0
        return same and turned <= turned2 and redeals <= redeals2

    def least(self, turned: int, size: int) -> int:
        """Return 0 if an empty waste leads to the same cards as `turned` cards, else `turned`."""
        begins_again = self.redeals is None and (turned % self.draw == 0 or turned == size)
        return 0 if begins_again else turned


NUMBERS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()


def in_words(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def often_in_words(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{in_words(count)} times")
