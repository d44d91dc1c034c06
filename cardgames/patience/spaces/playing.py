"""The searches of patiences whose cards are played off, such as Golf, TriPeaks and Osmosis.

In most of them only ranks matter, so a card is the number of its rank. A state holds no cards that
have left; what stands in its parts is told by each space.
"""

from collections.abc import Iterator
from itertools import chain, permutations
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from cardgames.model.cards import Card, Pile, Suit
from cardgames.patience.game import Patience
from cardgames.patience.search import Cache, DealKnowledge, Phase, Search, StateSpace, Talon
from cardgames.patience.spaces.layouts import Layouts, LayoutSearch, PlayOffStrategy, state_of


class TakingOff(NamedTuple):
    """An action: the cards of some places leave, or a card goes from one place to another.

    An empty tuple turns or deals the stock, or deals anew.
    """

    places: tuple[Any, ...]
    after: Any


class PlayOff(NamedTuple):
    pile: bytes  # the ranks in the pile; b"" if the stock is turned
    after: bytes


class PlayingSpace(StateSpace[bytes]):
    """The states of patiences that are played off to the waste by ranks, such as Golf.

    A state is the number of cards in the stock, the waste's top, and the piles, sorted. A 0 stands
    between piles, and for an empty waste.
    """

    # the most layouts of an exact search; more, in a game of one's own, would take gigabytes
    most_layouts: ClassVar[int] = 1 << 23
    latest = True
    hinting = PlayOffStrategy

    def __init__(self, game: Patience) -> None:
        self.near = game.layout.taking
        self._stock, piles = ranks_of(game.stock), list(map(ranks_of, game.tableau))
        self.first = state_of(len(game.stock), ranks_of(game.waste[-1:]), piles)

    def search(self, first: bytes, known: DealKnowledge | None = None) -> Search[bytes]:
        """Return a search that always decides, unless the tableau is far larger than Golf's."""
        layouts = Layouts.of(first, self.near, self.most_layouts)
        if layouts:
            return LayoutSearch(layouts, self._stock, first)
        return super().search(first, known)

    def seed(self, state: bytes) -> int:
        return crc32(state)

    def founded(self, state: bytes) -> int:
        return state[0]  # the more cards are left in the stock, the better

    def to_play(self, state: bytes) -> int:
        return len(state) - 2 - state.count(0, 2)

    def actions(self, state: bytes) -> Iterator[PlayOff]:
        left, piles = state[0], state[2:].split(b"\0")
        for n, pile in enumerate(piles):
            if pile and pile[-1] in self.near[state[1]] and pile not in piles[:n]:
                rest = [*piles[:n], pile[:-1], *piles[n + 1 :]]
                yield PlayOff(pile, state_of(left, pile[-1:], rest))
        if left:
            yield PlayOff(b"", state_of(left - 1, self._stock[left - 1 : left], piles))


def ranks_of(cards: Pile) -> bytes:
    return bytes([card.rank.value for card in cards])


class Covered:
    """Overlapping cards, as a set of those left: an integer with a bit for each card."""

    def __init__(self, game: Patience) -> None:
        kind: Any = game.layout.tableau
        self.ranks = [pile[-1].rank.value if pile else 0 for pile in game.tableau]
        self.first = sum([1 << n for n, pile in enumerate(game.tableau) if pile])
        self._covers = [sum([1 << (n - 1) for n in covering]) for covering in kind.covers]
        self.free = Cache(self._free)  # for each set of cards left: those that nothing covers

    def _free(self, left: int) -> list[int]:
        return [n for n, over in enumerate(self._covers) if left >> n & 1 and not left & over]

    def related(self) -> list[int]:
        """Return, for each card, the set of the cards that must leave before it, or after it."""
        over = [0] * len(self._covers)
        for n in reversed(range(len(over))):
            over[n] = self._covers[n]
            for m in range(n + 1, len(over)):
                over[n] |= over[m] * (self._covers[n] >> m & 1)
        under = [
            sum([1 << m for m in range(len(over)) if over[m] >> n & 1]) for n in range(len(over))
        ]
        return [one | other for one, other in zip(over, under)]


class PeaksSpace(StateSpace[tuple[int, int, int]]):
    """The states of overlapping cards that are played off to the waste by ranks, as in TriPeaks.

    A state is the set of the cards left, the number of cards in the stock, and the waste's top.
    """

    latest = True

    def __init__(self, game: Patience) -> None:
        self._near = game.layout.taking
        self._stock, self._cards = ranks_of(game.stock), Covered(game)
        top = game.waste[-1].rank.value if game.waste else 0
        self.first = self._cards.first, len(game.stock), top

    def founded(self, state: tuple[int, int, int]) -> int:
        return state[1]

    def to_play(self, state: tuple[int, int, int]) -> int:
        return state[0].bit_count()

    def actions(self, state: tuple[int, int, int]) -> Iterator[TakingOff]:
        left, stock, top = state
        near, ranks = self._near[top], self._cards.ranks
        for n in self._cards.free[left]:
            if ranks[n] in near:
                yield TakingOff((n,), (left & ~(1 << n), stock, ranks[n]))
        if stock:
            yield TakingOff((), (left, stock - 1, self._stock[stock - 1]))


# The cards not on foundations, the suits of these in their order, and the cards in the waste
OsmosisState = tuple[int, tuple[int, ...], int]


def _number(card: Card) -> int:
    return 13 * list(Suit).index(card.suit) + card.rank - 1


class OsmosisSpace(StateSpace[OsmosisState]):
    """The states of closed piles and a talon whose cards go up as in Osmosis.

    A card of a pile goes up at once, if it is no base card: that can do no harm. Turning the stock
    is no action, as in Pyramid.
    """

    def __init__(self, game: Patience) -> None:
        layout = game.layout
        self.talon = Talon(layout.draw or 1, layout.redeals)
        self._talon = list(map(_number, game.waste + game.stock[::-1]))
        self._piles = [list(map(_number, pile)) for pile in game.tableau]
        self._base = game.base - 1
        left = sum([1 << n for n in (*self._talon, *chain(*self._piles))])
        order = tuple([_number(pile[0]) // 13 for pile in game.foundations if pile])
        self.first = self._settled(left, order, len(game.waste), len(self._talon))

    def _goes(self, left: int, order: tuple[int, ...], number: int) -> bool:
        suit, rank = divmod(number, 13)
        if suit not in order:
            return rank == self._base
        at = order.index(suit)
        return not at or not left >> (13 * order[at - 1] + rank) & 1

    def _tops(self, left: int) -> list[int]:
        tops = []
        for pile in self._piles:
            tops += [n for n in reversed(pile) if left >> n & 1][:1]
        return tops

    def _settled(self, left: int, order: tuple[int, ...], turned: int, size: int) -> OsmosisState:
        going = True
        while going:
            going = False
            for n in self._tops(left):
                suit, rank = divmod(n, 13)
                forced = rank != self._base or len(order) == 3
                if forced and self._goes(left, order, n):
                    left, going = left & ~(1 << n), True
                    order = order if suit in order else (*order, suit)
        return left, order, self.talon.least(turned, size)

    def split(self, state: OsmosisState) -> tuple[tuple[int, tuple[int, ...]], Phase]:
        return state[:2], (state[2], 0)

    def founded(self, state: OsmosisState) -> int:
        return len(state[1])

    def to_play(self, state: OsmosisState) -> int:
        return state[0].bit_count()

    def is_lost(self, state: OsmosisState) -> bool:
        """Do cards stay, in every order of the suits, even if each card of the talon is open?"""
        left, order, _ = state
        others = [suit for suit in range(4) if suit not in order]
        return not any(self._all_go(left, order + rest) for rest in permutations(others))

    def _all_go(self, left: int, order: tuple[int, ...]) -> bool:
        """Can all cards go up, if the suits come in ORDER and each card of the talon is open?"""
        going = True
        while going and left:
            going = False
            for n in [n for n in self._talon if left >> n & 1] + self._tops(left):
                suit, rank = divmod(n, 13)
                at = order.index(suit)
                started = not left >> (13 * suit + self._base) & 1 or rank == self._base
                if started and (not at or not left >> (13 * order[at - 1] + rank) & 1):
                    left, going = left & ~(1 << n), True
        return not left

    def actions(self, state: OsmosisState) -> Iterator[TakingOff]:
        left, order, turned = state
        talon = [n for n in self._talon if left >> n & 1]
        for n in self._tops(left):
            if n % 13 == self._base:
                after = self._settled(left & ~(1 << n), (*order, n // 13), turned, len(talon))
                yield TakingOff((n,), after)
        for count, _ in self.talon.coming(len(talon), (turned, 0)) if talon else ():
            n = talon[count - 1]
            if self._goes(left, order, n):
                more = order if n // 13 in order else (*order, n // 13)
                after = self._settled(left & ~(1 << n), more, count - 1, len(talon) - 1)
                yield TakingOff((n,), after)
