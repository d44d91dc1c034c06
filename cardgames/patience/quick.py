"""Positions for the searches of `ways.py`: game objects, or a quick form made of numbers.

In Canfield a search looks at 250,000 quick positions a second, or at 12,000 game objects; in
Klondike at 130,000, or 6,000. A test compares the two forms.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import BACK, DECK, Card, Rank, Suit, build_by, replaced
from cardgames.model.commands import Route
from cardgames.model.game import Move
from cardgames.patience.founding import is_height_safe, is_safe
from cardgames.patience.game import TURN, Patience

S = TypeVar("S")

Step: TypeAlias = tuple[Move, S | None]
"""A move and the position after it; None replaces the position if the search ends there."""

NONE: Final = 52
"""The number that stands for no card or a hidden card; cards have the numbers 0 to 51."""
BIT: Final = tuple(1 << number for number in range(NONE + 1))
"""For each card number: the set of that card. A set is an integer with a bit for each card."""
EMPTY: Final = BIT[NONE]
"""The bit that stands for an empty pile in a set of top cards."""
ONE: Final = tuple(bytes([number]) for number in range(NONE + 1))
"""For each card number: the pile of that card alone."""
STARTERS: Final = 0b1111
"""The set of the four cards that begin foundations: numbers 0 to 3."""
CARDS: Final = EMPTY - 1
"""The set of all cards."""
SUITS: Final = tuple(Suit)

Arrangement: TypeAlias = tuple[tuple[bytes, ...], bytes]
"""The face-up cards of each tableau pile, and the top cards of the foundations, as card numbers.

Locked cards (face down, or in the reserve) are left out: a search ends when one comes into play.
"""
State: TypeAlias = tuple[Arrangement, bytes, bytes, int]
"""An arrangement, the stock, the waste, and the number of redeals."""
Shift: TypeAlias = tuple[Move, Arrangement | None]
"""A move without stock and waste, and the arrangement after it (None if it frees a locked card)."""


class Ground(Generic[S]):
    """The positions that a search from one position of a game visits, each of type S."""

    def __init__(self, game: Any) -> None:
        """Start at GAME, a position as its player sees it."""
        self.game = game
        self.routes = {item.name: item.route for item in game.commands.all.values()}
        self.start = self.formed(game)

    def formed(self, game: Any) -> S:
        """Convert GAME to a position of type S."""
        raise NotImplementedError

    def key(self, position: S) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        raise NotImplementedError

    def steps(self, position: S) -> Iterable[Step[S]]:
        """Return the legal moves, except useless ones, and the position after each.

        The position is None if the search ends with the move, because it frees a locked card or
        turns up an unknown one.
        """
        raise NotImplementedError

    # The rest is asked only where there is a stock.

    def buries(self, position: S) -> bool:
        """Does turning the stock now cover the waste, with no redeal left to uncover it?"""
        raise NotImplementedError

    def taking(self, cards: Collection[Card]) -> Callable[[S], bool]:
        """Return a test of positions: could any of CARDS be played if it topped the waste?"""
        raise NotImplementedError


FIELDS: Final = tuple([field.name for field in fields(Patience)])
"""The fields of a position."""


class Positions(Ground[Any]):
    """Positions that are game objects; a search also ends when a card goes up or is turned."""

    def formed(self, game: Any) -> Any:
        """Return GAME unchanged."""
        return game

    def key(self, position: Any) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        values = [getattr(position, field) for field in FIELDS]
        if position.down:
            values[FIELDS.index("tableau")] = tuple(zip(position.tableau, position.down))
            values[FIELDS.index("down")] = ()
        if position.stock and not position.layout.turns:
            return tuple(values)  # rows will be dealt to the piles in their order
        return tuple([frozenset(v) if _is_piles(v) else v for v in values])

    def steps(self, position: Any) -> Iterator[Step[Any]]:
        """Yield the legal moves, except moving a safe card back from its foundation."""
        for move, after in position.successors():
            if position.route(move).source == "foundations":
                if is_safe(position, position.foundations[move.arguments[0] - 1][-1]):
                    continue
            yield move, None if self.ends(after) else after

    def ends(self, after: Any) -> bool:
        """Has AFTER more cards up than the start, or fewer that are locked or in the stock?"""
        start = self.start
        shown = after.locked() < start.locked() or len(after.stock) < len(start.stock)
        return bool(after.founded() > start.founded() or shown)


def _is_piles(value: object) -> bool:
    """Is VALUE a tuple of piles?"""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple)


class StockPositions(Positions):
    """Game objects with a stock; a search ends when a locked or unknown card comes into play."""

    def key(self, position: Patience) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        return frozenset(position.tableau), position.foundations, position.stock, position.waste

    def ends(self, after: Patience) -> bool:
        """Has AFTER fewer locked cards than the start, or an unseen card on top of the waste?"""
        return after.locked() != self.start.locked() or after.waste[-1:] == (BACK,)

    def buries(self, position: Patience) -> bool:
        """Does turning the stock now cover the waste, with no redeal left to uncover it?"""
        return position.redeals == position.most_redeals and bool(position.waste)

    def taking(self, cards: Collection[Card]) -> Callable[[Patience], bool]:
        """Return a test: could any of CARDS, on top of the waste, be played in a position?"""
        return lambda position: any(map(position.takes, cards))


class Outlook(NamedTuple):
    """The facts about an arrangement that do not depend on the stock and the waste."""

    key: Hashable
    """A key, equal for arrangements that differ only in the order of the tableau piles."""
    tops: int
    """The set of the top cards of the tableau."""
    taken: int
    """The set of the cards that can go to foundations next."""
    up: list[Shift]
    """The moves from the tableau to foundations, and those from the reserve to the tableau."""
    across: list[Shift]
    """The moves within the tableau, and those from foundations to it."""


USED: Final = (
    ("tableau", "foundations"),
    ("foundations", "tableau"),
    ("tableau", "tableau"),
    ("waste", "foundations"),
    ("waste", "tableau"),
    ("reserve", "foundations"),
    ("reserve", "tableau"),
)
"""The kinds of the moves that a quick search makes."""


class QuickPositions(Ground[State]):
    """Positions made of numbers; each game derives a class with its rules for moving piles."""

    lowest: ClassVar[int]
    """The least height (in ranks above the base) of a card that fits on another in the tableau."""
    filling: ClassVar[int]
    """The least height of a card that can fill an empty pile."""
    returning: ClassVar[bool] = True
    """Can a card from a foundation fill an empty pile?"""

    def __init__(self, game: Any) -> None:
        """Start at GAME, a position as its player sees it."""
        super().__init__(game)
        self.build, self.draw = game.layout.tableau.build, game.draw
        self.most_redeals = game.most_redeals
        self.onto = places(self.build, self.lowest, self.filling)
        """For each card: the set of top cards that it can be put on."""
        self.locks: Sequence[bool] = [False] * len(game.tableau)
        """For each tableau pile: does emptying it bring a locked card into play?"""
        self.reserve = NONE
        """The top card of the reserve, or NONE."""
        names = {item.route: item.name for item in game.commands.all.values()}
        self._up_name, self._down_again, self._within, self._to_found, self._waste_on, *reserve = [
            names.get(Route(*fields), "") for fields in USED
        ]
        self._reserve_up, self._reserve_on = reserve
        self._outlooks: dict[Arrangement, Outlook] = {}

    def formed(self, game: Any) -> State:
        """Convert GAME to numbers."""
        number = numbers(game.base)
        tableau = [bytes([number[c] for c in pile if c is not BACK]) for pile in game.tableau]
        founded = bytes([number[pile[-1]] if pile else NONE for pile in game.foundations])
        stock = bytes([number[card] for card in game.stock])
        waste = bytes([number[card] for card in game.waste])
        return (tuple(tableau), founded), stock, waste, game.redeals

    def landing(self, pile: bytes) -> int:
        """Return a set of top cards, including all those on which cards of PILE fit."""
        raise NotImplementedError

    def part(self, pile: bytes, top: int) -> int:
        """Return the number of cards of PILE that can go onto TOP (NONE: onto an empty pile)."""
        raise NotImplementedError

    def key(self, position: State) -> Hashable:
        """Return a key for POSITION; positions that differ only in the order of piles share it."""
        arrangement, stock, waste, _ = position
        return self._outlook(arrangement).key, stock, waste

    def buries(self, position: State) -> bool:
        """Does turning the stock now cover the waste, with no redeal left to uncover it?"""
        return position[3] == self.most_redeals and bool(position[2])

    def taking(self, cards: Collection[Card]) -> Callable[[State], bool]:
        """Return a test: could any of CARDS, on top of the waste, be played in a position?"""
        asked = [numbers(self.game.base)[card] for card in cards]
        themselves, onto = union(BIT[card] for card in asked), union(self.onto[c] for c in asked)

        def takes(position: State) -> bool:
            outlook = self._outlook(position[0])
            return bool(themselves & outlook.taken or onto & outlook.tops)

        return takes

    def steps(self, position: State) -> Iterator[Step[State]]:
        """Yield the legal moves, except useless ones, and the position after each."""
        arrangement, stock, waste, redeals = position
        _, tops, taken, up, across = self._outlook(arrangement)
        yield from self._turn(position)
        if BIT[self.reserve] & taken:
            yield named(self._reserve_up), None
        if waste and BIT[waste[-1]] & taken:
            yield self._waste_up(position)
        for move, after in up:
            yield move, after and (after, stock, waste, redeals)
        if waste and self.onto[waste[-1]] & tops:
            yield from self._waste_down(position)
        for move, after in across:
            yield move, after and (after, stock, waste, redeals)

    def _turn(self, position: State) -> Iterator[Step[State]]:
        """Yield the move that turns the stock, if it is legal and changes anything."""
        arrangement, stock, waste, redeals = position
        if stock:
            shown, left = stock[: -self.draw - 1 : -1], stock[: -self.draw]
            known = stock[-1] != NONE
            yield TURN, (arrangement, left, waste + shown, redeals) if known else None
        elif waste and redeals != self.most_redeals:
            yield TURN, (arrangement, waste[::-1], b"", redeals + 1)

    def _waste_up(self, position: State) -> Step[State]:
        """Return the move of the waste's top card to its foundation."""
        (tableau, founded), stock, waste, redeals = position
        move = named(self._to_found)
        return move, ((tableau, put_up(founded, waste[-1])), stock, waste[:-1], redeals)

    def _waste_down(self, position: State) -> Iterator[Step[State]]:
        """Yield the moves of the waste's top card to the tableau."""
        (tableau, founded), stock, waste, redeals = position
        name = self._waste_on
        for t in with_top(tableau, self.onto[waste[-1]]):
            piles = replaced(tableau, t, tableau[t - 1] + waste[-1:])
            yield named(name, t), ((piles, founded), stock, waste[:-1], redeals)

    def _outlook(self, arrangement: Arrangement) -> Outlook:
        """Return the Outlook of ARRANGEMENT, cached because a search needs each one nine times."""
        if (found := self._outlooks.get(arrangement)) is None:
            found = self._outlooks[arrangement] = self._new_outlook(arrangement)
        return found

    def _new_outlook(self, arrangement: Arrangement) -> Outlook:
        tableau, founded = arrangement
        tops, taken = tops_of(tableau), taken_by(founded)
        return Outlook(
            key=(frozenset(tableau), founded),
            tops=tops,
            taken=taken,
            up=[*self._up(arrangement, tops & taken), *self._reserve_down(arrangement, tops)],
            across=[*self._across(arrangement, tops), *self._down(arrangement, tops)],
        )

    def _up(self, arrangement: Arrangement, cards: int) -> Iterator[Shift]:
        """Yield the moves to foundations of those top cards of the tableau that are in CARDS."""
        tableau, founded = arrangement
        for t in with_top(tableau, cards):
            pile = tableau[t - 1]
            after = replaced(tableau, t, pile[:-1]), put_up(founded, pile[-1])
            yield named(self._up_name, t), None if self._unlocks(t, pile[:-1]) else after

    def _reserve_down(self, arrangement: Arrangement, tops: int) -> Iterator[Shift]:
        """Yield the moves of the reserve's top card onto TOPS, the top cards of the tableau."""
        for t in with_top(arrangement[0], tops & self.onto[self.reserve]):
            yield named(self._reserve_on, t), None

    def _across(self, arrangement: Arrangement, tops: int) -> Iterator[Shift]:
        """Yield the moves from pile to pile of the tableau; TOPS are the top cards of its piles."""
        tableau, _ = arrangement
        for t1, pile in enumerate(tableau, 1):
            if pile and (onto := self.landing(pile) & tops):
                for t2 in with_top(tableau, onto):
                    if t1 != t2:
                        yield from self._onto(arrangement, t1, t2)

    def _onto(self, arrangement: Arrangement, t1: int, t2: int) -> Iterator[Shift]:
        """Yield the move of cards of tableau pile T1 onto pile T2, if it changes anything."""
        tableau, founded = arrangement
        pile, onto = tableau[t1 - 1], tableau[t2 - 1]
        count = self.part(pile, onto[-1] if onto else NONE)
        left = pile[:-count]
        unlocks = self._unlocks(t1, left)
        if count and (onto or left or unlocks):  # Otherwise two piles just change places.
            piles = replaced(replaced(tableau, t1, left), t2, onto + pile[-count:])
            yield named(self._within, t1, t2), None if unlocks else (piles, founded)

    def _down(self, arrangement: Arrangement, tops: int) -> Iterator[Shift]:
        """Yield the moves of cards not safe on their foundations onto the top cards TOPS."""
        tableau, founded = arrangement
        for f, card in worth_returning(founded, self.build):
            onto = self.onto[card] if self.returning else self.onto[card] & ~EMPTY
            for t in with_top(tableau, onto & tops):
                piles = replaced(tableau, t, tableau[t - 1] + ONE[card])
                move = named(self._down_again, f, t)
                yield move, (piles, founded.replace(ONE[card], ONE[card - 4]))

    def _unlocks(self, t: int, left: bytes) -> bool:
        """Is a locked card freed when only the cards LEFT remain on tableau pile T?"""
        return not left and self.locks[t - 1]


@cache
def named(name: str, *arguments: int) -> Move:
    """Return the move NAME with ARGUMENTS; equal calls return the same object."""
    return Move(name, arguments)


@cache
def numbers(base: Rank) -> dict[Card, int]:
    """Return each card's number: 4 times its height above BASE, plus the number of its suit."""
    found = {card: 4 * card.rank.above(base) + SUITS.index(card.suit) for card in DECK}
    return found | {BACK: NONE}


@cache
def cards_by_number(base: Rank) -> dict[int, Card]:
    """Return the card of each number: the inverse of `numbers`."""
    return {number: card for card, number in numbers(base).items()}


@cache
def places(build: str, lowest: int, filling: int) -> tuple[int, ...]:
    """Return, for each card, the set of top cards of the tableau that it can be put on.

    BUILD is a name in BUILDS. Cards of height LOWEST or more can be put on other cards, and those
    of height FILLING or more can fill empty piles.
    """
    found = []
    for number in range(NONE):
        height, suit = divmod(number, 4)
        onto = EMPTY if height >= filling else 0
        if lowest <= height < 12:
            suits = build_by(build).suits[SUITS[suit]]
            onto |= union(BIT[4 * (height + 1) + SUITS.index(other)] for other in suits)
        found.append(onto)
    return (*found, 0)


@cache
def carriers(build: str, lowest: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each card of height LOWEST or more, the cards that it can be put on by BUILD."""
    return tuple([tuple(members(onto & CARDS)) for onto in places(build, lowest, 13)[:NONE]])


@lru_cache(10_000)
def taken_by(founded: bytes) -> int:
    """Return the set of cards that can go to foundations whose top cards are FOUNDED."""
    return union(STARTERS if top == NONE else BIT[top] << 4 & CARDS for top in founded)


@lru_cache(10_000)
def worth_returning(founded: bytes, build: str) -> tuple[tuple[int, int], ...]:
    """Return the number and top card of each foundation whose top card the tableau may need."""
    tops = [(f, top) for f, top in enumerate(founded, 1) if top != NONE]
    heights = {SUITS[top % 4]: top // 4 + 1 for _, top in tops}
    rule = build_by(build)
    return tuple(
        (f, top) for f, top in tops if not is_height_safe(rule, SUITS[top % 4], top // 4, heights)
    )


def put_up(founded: bytes, card: int) -> bytes:
    """Return the foundations' top cards after CARD is put on one; until then they were FOUNDED."""
    # The card below has a number 4 less; the first card of a suit takes an empty place.
    return founded.replace(ONE[card - 4 if card > 3 else NONE], ONE[card], 1)


def union(sets: Iterable[int]) -> int:
    """Return the union of SETS."""
    return reduce(or_, sets, 0)


def members(cards: int) -> Iterator[int]:
    """Yield the numbers of the cards in a set, the lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def tops_of(tableau: Iterable[bytes]) -> int:
    """Return the set of the top cards of TABLEAU."""
    tops = 0
    for pile in tableau:
        tops |= BIT[pile[-1]] if pile else EMPTY
    return tops


def with_top(tableau: Iterable[bytes], tops: int) -> Iterator[int]:
    """Yield the numbers, from 1, of the piles of TABLEAU whose top card is in the set TOPS."""
    for t, pile in enumerate(tableau, 1):
        if tops & (BIT[pile[-1]] if pile else EMPTY):
            yield t
