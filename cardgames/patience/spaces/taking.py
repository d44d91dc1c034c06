"""The state spaces of patiences whose cards are taken off, go up by ranks, or shift in rows.

Examples are TriPeaks, Pyramid, Osmosis, Accordion and Gaps. In most of them only ranks matter, so a
card is the number of its rank. A state leaves out the cards that are gone.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, combinations, permutations
from typing import Any, ClassVar, NamedTuple, TypeAlias
from zlib import crc32

from cardgames.model.cards import Card, Suit
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.game import TURN, Patience
from cardgames.patience.kinds.shifting import Folding, Gapped
from cardgames.patience.kinds.tables import Phase
from cardgames.patience.kinds.taking import Grid, Overlapping, aces_high
from cardgames.patience.piles import Layout
from cardgames.patience.search import Cache, Line, StateSpace


class TakingOff(NamedTuple):
    """An action: the cards of some places leave, or a card goes from one place to another.

    Without places, the stock is turned or dealt, or all cards are dealt anew.
    """

    places: tuple[object, ...]
    after: Any


def ranks_of(cards: Iterable[Card]) -> bytes:
    return bytes([card.rank.value for card in cards])


def partners(layout: Layout) -> list[set[int]]:
    """Return, for each rank (0: no card), the ranks with which it makes a pair."""
    cards, together = {card.rank.value: card for card in layout.deck}, layout.pair.together
    return [
        {m for m, two in cards.items() if n in cards and together(cards[n], two)} for n in range(14)
    ]


def suit_numbers(layout: Layout) -> dict[Suit, int]:
    suits = sorted({card.suit for card in layout.deck}, key=str)
    return {suit: number for number, suit in enumerate(suits)}


class Covered:
    """The overlapping cards of a tableau; a set of cards is an integer with a bit for each card."""

    def __init__(self, game: Patience) -> None:
        kind = game.layout.tableau
        assert isinstance(kind, Overlapping)
        self.ranks = [pile[-1].rank.value if pile else 0 for pile in game.tableau]
        self.first = sum([1 << n for n, pile in enumerate(game.tableau) if pile])
        self._covers = [sum([1 << (n - 1) for n in covering]) for covering in kind.covers]
        self.free = Cache(self._free)  # for each set of cards left: those that nothing covers

    def _free(self, left: int) -> list[int]:
        return [n for n, over in enumerate(self._covers) if left >> n & 1 and not left & over]

    def related(self) -> list[int]:
        """Return, for each card, the set of the cards that must leave before it or after it."""
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

    A state is the set of the cards left, the size of the stock, and the top of the waste.
    """

    latest = True

    def __init__(self, game: Patience) -> None:
        self._near = game.layout.taking
        self._stock, self._cards = ranks_of(game.stock), Covered(game)
        top = game.waste[-1].rank.value if game.waste else 0
        self.first = self._cards.first, len(game.stock), top

    def promise(self, state: tuple[int, int, int]) -> int:
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


# the cards not on foundations, the suits of the foundations in order, and the size of the waste
OsmosisState: TypeAlias = tuple[int, tuple[int, ...], int]


def _number(card: Card) -> int:
    return 13 * list(Suit).index(card.suit) + card.rank - 1


class OsmosisSpace(StateSpace[OsmosisState]):
    """The states of closed piles and a talon whose cards go up as in Osmosis.

    The top card of a pile goes up at once if it is no base card: that can do no harm. Turning the
    stock is no action: every card that turning can bring up is one action away.
    """

    def __init__(self, game: Patience) -> None:
        layout = game.layout
        self.talon = layout.talon
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

    def promise(self, state: OsmosisState) -> int:
        return len(state[1])

    def to_play(self, state: OsmosisState) -> int:
        return state[0].bit_count()

    def is_lost(self, state: OsmosisState) -> bool:
        """Does every order of the suits leave some cards unplayed?

        In this relaxation, every card of the talon can be played at any time.
        """
        left, order, _ = state
        others = [suit for suit in range(4) if suit not in order]
        return not any(self._all_go(left, order + rest) for rest in permutations(others))

    def _all_go(self, left: int, order: tuple[int, ...]) -> bool:
        """Can all cards go up, in this order of suits, if talon cards can be played at any time?"""
        going = True
        while going and left:
            going = False
            for n in [n for n in self._talon if left >> n & 1] + self._tops(left):
                suit, rank = divmod(n, 13)
                started = not left >> (13 * suit + self._base) & 1 or rank == self._base
                if started and self._goes(left, order, n):
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


# the cards left in the tableau, the talon, the size of the waste, and the redeals so far
PairState: TypeAlias = tuple[int, bytes, int, int]


class PyramidSpace(StateSpace[PairState]):
    """The states of overlapping cards that leave in pairs, also with cards of the talon.

    Turning the stock is no action, as in Osmosis. If cards are turned one by one, a card that needs
    no partner can leave when it comes up, so the talon of a state has no such cards.
    """

    work_each: ClassVar[int | None] = 10

    def __init__(self, game: Patience) -> None:
        layout = game.layout
        self._fits = partners(layout)
        self._alone = layout.pair.alone.value if layout.pair.alone else 0
        self._cards = Covered(game)
        self._related = self._cards.related()
        self.talon = layout.talon
        waste, stock = ranks_of(game.waste), ranks_of(game.stock[::-1])
        if self.talon.draw == 1:
            gone = bytes((self._alone,))
            waste, stock = waste.replace(gone, b""), stock.replace(gone, b"")
        self.first = self._settled(self._cards.first, waste + stock, len(waste), game.redeals)

    def _settled(self, left: int, talon: bytes, turned: int, redeals: int) -> PairState:
        """Return the state after every free card that needs no partner has left the tableau."""
        ranks = self._cards.ranks
        while alone := [n for n in self._cards.free[left] if ranks[n] == self._alone]:
            left &= ~sum([1 << n for n in alone])
        return left, talon, self.talon.least(turned, len(talon)), redeals

    def split(self, state: PairState) -> tuple[tuple[int, bytes], Phase]:
        return state[:2], state[2:]

    def promise(self, state: PairState) -> int:
        return -len(self._cards.free[state[0]])

    def to_play(self, state: PairState) -> int:
        return state[0].bit_count()

    def is_lost(self, state: PairState) -> bool:
        """Is there a card that has no partner left with which it could leave?"""
        left, talon, *_ = state
        ranks = self._cards.ranks
        for n, rank in enumerate(ranks):
            if left >> n & 1 and rank != self._alone:
                fits, related = self._fits[rank], self._related[n]
                if not any(m in fits for m in talon) and not any(
                    left >> m & 1 and other in fits and not related >> m & 1
                    for m, other in enumerate(ranks)
                ):
                    return True
        return False

    def actions(self, state: PairState) -> Iterator[TakingOff]:
        left, talon, turned, redeals = state
        free, ranks = self._cards.free[left], self._cards.ranks
        for n, m in combinations(free, 2):
            if ranks[m] in self._fits[ranks[n]]:
                rest = left & ~(1 << n | 1 << m)
                yield TakingOff((n, m), self._settled(rest, talon, turned, redeals))
        for count, again in self.talon.coming(len(talon), (turned, redeals)) if talon else ():
            fits, less = self._fits[talon[count - 1]], talon[: count - 1] + talon[count:]
            if talon[count - 1] == self._alone:
                yield TakingOff((-1,), self._settled(left, less, count - 1, again))
            for n in free:
                if ranks[n] in fits:
                    after = self._settled(left & ~(1 << n), less, count - 1, again)
                    yield TakingOff((-1, n), after)

    def seed(self, state: PairState) -> int:
        return crc32(repr(state).encode())


class GridSpace(StateSpace[tuple[int, bytes]]):
    """The states of a grid whose neighbors leave in pairs, as in Monte Carlo.

    A state is the number of cards in the stock, and the rank in each place, 0 in an empty one.
    """

    latest = True

    def __init__(self, game: Patience) -> None:
        grid = game.layout.tableau
        assert isinstance(grid, Grid)
        self._fits = partners(game.layout)
        pairs = combinations(range(grid.count), 2)
        self._near = [(n, m) for n, m in pairs if grid.touch(n + 1, m + 1)]
        self._stock = ranks_of(game.stock)
        ranks = bytes([pile[-1].rank.value if pile else 0 for pile in game.tableau])
        self.first = len(game.stock), ranks

    def promise(self, state: tuple[int, bytes]) -> int:
        return sum([state[1][n] in self._fits[state[1][m]] for n, m in self._near])

    def to_play(self, state: tuple[int, bytes]) -> int:
        return state[0] + len(state[1]) - state[1].count(0)

    def actions(self, state: tuple[int, bytes]) -> Iterator[TakingOff]:
        stock, grid = state
        for one, two in self._near:
            if grid[one] and grid[two] in self._fits[grid[one]]:
                taken = bytearray(grid)
                taken[one] = taken[two] = 0
                yield TakingOff((one, two), (stock, bytes(taken)))
        gaps = grid.count(0)
        if gaps and (stock or grid.rstrip(b"\0").count(0)):
            new = self._stock[max(0, stock - gaps) : stock][::-1]
            closed = grid.replace(b"\0", b"") + new
            yield TakingOff((), (stock - len(new), closed.ljust(len(grid), b"\0")))


class FilledSpace(StateSpace[tuple[int, bytes]]):
    """The states of places that the stock fills at once, and whose cards leave in pairs.

    A state is the number of cards in the stock, and the ranks on the table, sorted. Cards that can
    leave now can also leave later, so only the first action is tried.
    """

    def __init__(self, game: Patience) -> None:
        pair, fits = game.layout.pair, partners(game.layout)
        # the ranks of cards that leave together: of one card, of three, or of a pair
        self._groups: list[tuple[int, ...]] = [(rank.value,) for rank in (pair.alone,) if rank]
        self._groups += [tuple(rank.value for rank in pair.three)] * bool(pair.three)
        self._groups += [(n, m) for n in range(1, 14) for m in fits[n] if n <= m]
        self._stock = ranks_of(game.stock)
        cards = [pile[-1] for pile in game.tableau if pile]
        self.first = len(game.stock), bytes(sorted(ranks_of(cards)))

    def promise(self, state: tuple[int, bytes]) -> int:
        return 0

    def to_play(self, state: tuple[int, bytes]) -> int:
        return state[0] + len(state[1])

    def actions(self, state: tuple[int, bytes]) -> Iterator[TakingOff]:
        stock, cards = state
        for group in self._groups:
            if all(cards.count(rank) >= group.count(rank) for rank in group):
                left = list(cards)
                for rank in group:
                    left.remove(rank)
                new = self._stock[max(0, stock - len(group)) : stock]
                yield TakingOff(group, (stock - len(new), bytes(sorted([*left, *new]))))
                return


AcesState: TypeAlias = tuple[int, tuple[bytes, ...]]  # the size of the stock, and the piles


class AcesLine(Line):
    # The base class compares states; here its moves would have to be in the order of `_settled`.

    def take(self, action: TakingOff, before: AcesState) -> None:
        self.make(action.places if isinstance(action.places, Move) else TURN)

    def settle(self, state: AcesState) -> None:
        """Take off the cards that are no longer in the state."""
        wanted = list(map(len, state[1]))
        while [*map(len, self.game.tableau)] != wanted:
            piles = zip(self.game.tableau, wanted)
            longer = [
                ("tabfnd", (t,)) for t, (pile, size) in enumerate(piles, 1) if len(pile) > size
            ]
            for name, arguments in longer:
                with suppress(IllegalMove):
                    self.make(Move(name, arguments))
                    break


class AcesSpace(StateSpace[AcesState]):
    """The states of piles whose top cards leave if a higher card of their suit is on top, too.

    A card is 4 times its rank, aces high, plus the number of its suit.
    """

    latest = True

    def __init__(self, game: Patience) -> None:
        suits = suit_numbers(game.layout)

        def coded(cards: Iterable[Card]) -> bytes:
            return bytes([4 * aces_high(card) + suits[card.suit] for card in cards])

        self._stock = coded(game.stock)
        self._spare = game.layout.foundations.spare
        self.first = self._settled(len(game.stock), list(map(coded, game.tableau)))

    def line(self, game: Patience) -> Line:
        return AcesLine(self, game)

    def _settled(self, stock: int, piles: list[bytes]) -> AcesState:
        """Return the state after all cards that are not worth keeping have left.

        A card is worth keeping if a lower card of its suit may need it later, after a row has
        covered the card that is higher now. So a card leaves if no row is left, or if no lower card
        of its suit is left.
        """
        left = self._stock[:stock] + b"".join(piles)
        lowest = [min([card for card in left if card & 3 == suit], default=0) for suit in range(4)]
        going = True
        while going:
            going = False
            tops = [pile[-1] for pile in piles if pile]
            for n, pile in enumerate(piles):
                if pile and any(top & 3 == pile[-1] & 3 and top > pile[-1] for top in tops):
                    if not stock or pile[-1] == lowest[pile[-1] & 3]:
                        piles[n], going = pile[:-1], True
        return stock, tuple(piles)

    def promise(self, state: AcesState) -> int:
        return state[0]  # the more rows are to come, the better

    def to_play(self, state: AcesState) -> int:
        return state[0] + sum(map(len, state[1])) - self._spare

    def actions(self, state: AcesState) -> Iterator[TakingOff]:
        """Yield the row first and the cards that can leave last: the last action is tried first."""
        stock, piles = state
        if stock:
            row = self._stock[max(0, stock - len(piles)) : stock][::-1]
            dealt = [pile + row[n : n + 1] for n, pile in enumerate(piles)]
            yield TakingOff((), self._settled(stock - len(row), dealt))
        # without a stock, all empty piles are alike; else rows come to them in order
        empties = [n for n, pile in enumerate(piles) if not pile]
        for empty in empties if stock else empties[:1]:
            for n, pile in enumerate(piles):
                if len(pile) > (not stock):
                    moved = list(piles)
                    moved[empty], moved[n] = pile[-1:], pile[:-1]
                    move = Move("tabtab", (n + 1, empty + 1))
                    yield TakingOff(move, self._settled(stock, moved))
        for n, pile in enumerate(piles):
            if pile and any(o and o[-1] & 3 == pile[-1] & 3 and o[-1] > pile[-1] for o in piles):
                after = [*piles[:n], pile[:-1], *piles[n + 1 :]]
                yield TakingOff(Move("tabfnd", (n + 1,)), self._settled(stock, after))


class RowSpace(StateSpace[bytes]):
    """The states of a row whose cards go onto others at their left, as in Accordion.

    A state has a byte for each card of the row: 4 times its rank, plus the number of its suit.
    """

    latest = True

    def __init__(self, game: Patience) -> None:
        row = game.layout.tableau
        assert isinstance(row, Folding)
        suits = suit_numbers(game.layout)
        cards = [pile[-1] for pile in game.tableau if pile]
        self._apart = row.apart
        self._spare = game.layout.foundations.spare
        self.first = bytes([4 * card.rank + suits[card.suit] for card in cards])

    def promise(self, state: bytes) -> int:
        """Among rows of equal length, prefer rows with many pairs of one suit or one rank."""
        suits, ranks = [0] * 4, [0] * 14
        for card in state:
            suits[card & 3] += 1
            ranks[card >> 2] += 1
        return sum([n * n for n in suits]) + sum([n * n for n in ranks])

    def to_play(self, state: bytes) -> int:
        return len(state) - self._spare

    def actions(self, state: bytes) -> Iterator[TakingOff]:
        for apart in self._apart:
            for to in range(len(state) - apart):
                at = to + apart
                card, onto = state[at], state[to]
                if not (card ^ onto) & 3 or card >> 2 == onto >> 2:
                    after = state[:to] + state[at : at + 1] + state[to + 1 : at] + state[at + 1 :]
                    yield TakingOff((at + 1, to + 1), after)


class GappedSpace(StateSpace[tuple[bytes, int]]):
    """The states of rows whose gaps take the card that follows their left neighbor, as in Gaps.

    A state is the number of the card in each place (0 in a gap), and the number of redeals.
    """

    latest = True

    def __init__(self, game: Patience) -> None:
        self._game = game
        kind = game.layout.tableau
        assert isinstance(kind, Gapped)
        self._kind, self._columns = kind, kind.columns
        deck = sorted(game.layout.deck, key=lambda card: (str(card.suit), card.rank))
        # the next card of a suit has the next number
        self._number = {card: n for n, card in enumerate(deck, 1)}
        self._cards = [(), *[(card,) for card in deck]]
        self._twos = [n for card, n in self._number.items() if card.rank == 2]
        self._kings = {n for card, n in self._number.items() if card.rank == self._columns}
        self._wanted = game.layout.wanted
        self.first = self.coded(game)

    def coded(self, game: Patience) -> tuple[bytes, int]:
        places = [self._number[pile[-1]] if pile else 0 for pile in game.tableau]
        return bytes(places), game.redeals

    def promise(self, state: tuple[bytes, int]) -> int:
        """Among states with equally many cards in order, prefer few redeals, and useful gaps."""
        places, redeals = state
        gaps, at = 0, places.find(0)
        while at >= 0:
            gaps += at % self._columns == 0 or places[at - 1] not in self._kings | {0}
            at = places.find(0, at + 1)
        follow = sum([a + 1 == b for a, b in zip(places, places[1:])])
        return gaps + 2 * follow - 100 * redeals

    def to_play(self, state: tuple[bytes, int]) -> int:
        places, found = state[0], 0
        for start in range(0, len(places), self._columns):
            if places[start] in self._twos:
                count = 1
                while count < self._columns - 1 and places[start + count] == places[start] + count:
                    count += 1
                found += count
        return self._wanted - found

    def actions(self, state: tuple[bytes, int]) -> Iterator[TakingOff]:
        places, redeals = state
        if redeals < self._kind.redeals:
            tableau = tuple([self._cards[n] for n in places])
            dealt = self._game.changed(tableau=tableau, redeals=redeals)
            yield TakingOff((), self.coded(self._kind.with_row(dealt)))
        to = places.find(0)
        while to >= 0:
            wanted = self._twos
            if to % self._columns:
                before = places[to - 1]
                wanted = [before + 1] if before and before not in self._kings else []
            for card in wanted:
                at = places.find(card)
                if at >= 0:
                    moved = bytearray(places)
                    moved[to], moved[at] = card, 0
                    yield TakingOff((at + 1, to + 1), (bytes(moved), redeals))
            to = places.find(0, to + 1)
