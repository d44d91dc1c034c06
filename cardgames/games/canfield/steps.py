"""The steps of Canfield, of which a search needs few: none of them can be taken back.

A top card that lies on another card and can be founded can also come back to it. So it is always
founded here, and comes back only within a step that lays another card on it. What is left are
steps that play a card of the reserve or of the talon (the stock and the waste), found a card that
is alone in its pile, or move a pile. Turning the stock is no step: every card that it can bring to
the top of the waste is one step away.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.canfield.coding import ALL, HIDDEN, PART, Coding, Piles, laid
from cardgames.games.canfield.game import Canfield
from cardgames.model.quick import BIT, ONE, union

FOUNDATION: Final = 64
EMPTY: Final = 65
"""Where a step brings a card, if not to a pile with cards."""

State: TypeAlias = bytes
"""A position as a search knows it, made of:

the next card of each foundation (4 bytes), the number of cards in the reserve, their number in the
waste, the redeals so far, and the sorted piles of the tableau. The talon follows from the rest.
"""

Opening: TypeAlias = tuple[bytes, Piles, int]
"""Foundations and tableau after cards have come back, and the number of the pile to build on."""


class Step(NamedTuple):
    """A step: a card, with all that lies on it, goes somewhere."""

    card: int
    onto: int
    """A card, FOUNDATION, or EMPTY for an empty pile."""
    piles: Piles
    """The tableau after it, with the cards that came back for it."""
    after: State
    """What it leads to, when all is done that follows from it."""


class Steps:
    """The steps from every state of one deal."""

    def __init__(self, game: Canfield, coding: Coding, reserve: bytes) -> None:
        """Take rules and talon from GAME; RESERVE is its reserve, perhaps with assumed cards."""
        self.reserve = reserve
        self._parents = coding.parents
        self._lags = coding.lags
        self._talon = coding.pile(game.waste + game.stock[::-1])
        """The cards of the waste and the stock, in the order in which they are turned."""
        self._draw = game.options.draw
        self._redeals = game.options.redeals
        self._fills = game.options.fill == "reserve"
        self._founded = [bytes(range(number % 4, number, 4)) for number in range(ALL + 4)]
        """The cards of a suit that are founded, by the next one."""
        self._carries = [
            union(BIT[card] for card in range(ALL) if parent in coding.parents[card])
            for parent in range(HIDDEN + 1)
        ]
        """The set of the cards that each card can carry."""
        self._carried = [union(map(self._carries.__getitem__, cards)) for cards in self._founded]
        """The set of the cards that those founded in a suit can carry, by the next one."""
        redeals = 0 if self._redeals is None else game.redeals
        piles = [coding.pile(pile) for pile in game.tableau]
        nexts = coding.next_cards(game)
        self._cards = game.founded() + sum(map(len, (*piles, reserve, self._talon)))
        self.first = self._settled(nexts, piles, len(reserve), len(game.waste), redeals)
        """The state of the position GAME."""

    def talon_of(self, state: State) -> bytes:
        """Return the cards of the talon, in the order in which they are turned."""
        founded = self._founded
        gone = founded[state[0]] + founded[state[1]] + founded[state[2]] + founded[state[3]]
        return self._talon.translate(None, gone + state[7:])

    def talon_size(self, state: State) -> int:
        """Return the number of cards in the talon."""
        tableau = len(state) - 7 - state.count(PART, 7)
        return self._cards - (sum(state[:4]) - 6 >> 2) - state[4] - tableau

    def covers(self, other: bytes, turns: bytes) -> bool:
        """Can all cards that come up after TURNS come up after OTHER turns as well?

        Both are the numbers of cards in the waste and of redeals, of states that are else alike.
        """
        turned, redeals = turns
        if turned % self._draw == 0 and (self._redeals is None or other[1] < redeals):
            return True
        same = (turned - other[0]) % self._draw == 0
        return same and other[0] <= turned and other[1] <= redeals

    def steps(self, state: State) -> Iterator[Step]:
        """Yield every step from STATE."""
        nexts, left, turned, redeals = state[:4], state[4], state[5], state[6]
        piles = state[7:].split(PART)
        room = b"" in piles and not (left and self._fills)
        takes = self._takes(nexts, piles)
        if left and (takes >> self.reserve[left - 1] & 1 or room):
            top = ONE[self.reserve[left - 1]]
            for onto, nexts1, piles1 in self._places(nexts, piles, top, room):
                after = self._settled(nexts1, piles1, left - 1, turned, redeals)
                yield Step(top[0], onto, piles1, after)
        for number, pile in enumerate(piles):
            if pile and takes >> pile[0] & 1:
                rest = piles.copy()
                rest[number] = b""
                for onto, nexts1, piles1 in self._places(nexts, rest, pile, False):
                    after = self._settled(nexts1, piles1, left, turned, redeals)
                    yield Step(pile[0], onto, piles1, after)
        talon = self.talon_of(state)
        for count, again in _turns(len(talon), turned, redeals, self._draw, self._redeals):
            card = talon[count - 1]
            if takes >> card & 1 or room:
                for onto, nexts1, piles1 in self._places(nexts, piles, ONE[card], room):
                    after = self._settled(nexts1, piles1, left, count - 1, again)
                    yield Step(card, onto, piles1, after)

    def _takes(self, nexts: bytes, piles: Piles) -> int:
        """Return the set of cards that may have a place; for most others this is all it takes."""
        takes = 0
        for number in nexts:
            takes |= BIT[number] if number < ALL else 0
            takes |= self._carried[number]
        for pile in piles:
            if pile:
                takes |= self._carries[pile[-1]]
        return takes

    def _places(
        self, nexts: bytes, piles: Piles, cards: bytes, room: bool
    ) -> list[tuple[int, bytes, Piles]]:
        """Return each way to lay down CARDS: onto what, and the foundations and tableau then."""
        card = cards[0]
        openings = self._openings(nexts, piles, card)
        places = [(p[n][-1], nexts1, laid(p, n, cards)) for nexts1, p, n in openings]
        if nexts[card & 3] == card and len(cards) == 1:
            places.append((FOUNDATION, _raised(nexts, card, 4), piles))
        if room:
            places.append((EMPTY, nexts, laid(piles, piles.index(b""), cards)))
        return places

    def _openings(self, nexts: bytes, piles: Piles, card: int) -> list[Opening]:
        """Return each way to have a card on top of a pile that can carry CARD."""
        openings: list[Opening] = []
        for parent in self._parents[card]:
            if parent < nexts[parent & 3]:
                openings += self._back(nexts, piles, parent)
            else:
                for number, pile in enumerate(piles):
                    if pile and pile[-1] == parent:
                        openings.append((nexts, piles, number))
        return openings

    def _back(self, nexts: bytes, piles: Piles, card: int) -> Iterator[Opening]:
        """Yield each way to bring CARD, and those above it, back from their foundation."""
        top = nexts[card & 3] - 4
        for nexts1, piles1, number in self._openings(nexts, piles, top):
            lowered, piles2 = _raised(nexts1, top, -4), laid(piles1, number, ONE[top])
            if top == card:
                yield lowered, piles2, number
            else:
                yield from self._back(lowered, piles2, card)

    def _settled(self, nexts: bytes, piles: Piles, left: int, turned: int, redeals: int) -> State:
        """Return the state after all that need not be decided.

        Empty piles are filled, and cards founded that can come back or are safe there. A card of
        the talon is not, as the cards above it would come in other turns.
        """
        heads, piles, reserve = list(nexts), piles.copy(), self.reserve
        going_on = True
        while going_on:
            going_on = False
            for number, pile in enumerate(piles):
                if pile:
                    card = pile[-1]
                    if heads[card & 3] == card and (len(pile) > 1 or self._is_safe(card, heads)):
                        heads[card & 3] += 4
                        piles[number] = pile[:-1]
                        going_on = True
                elif left and self._fills:
                    left -= 1
                    piles[number] = reserve[left : left + 1]
                    going_on = True
            if left:
                card = reserve[left - 1]
                if heads[card & 3] == card and self._is_safe(card, heads):
                    heads[card & 3] += 4
                    left -= 1
                    going_on = True
        state = bytes((*heads, left, turned, redeals)) + PART.join(sorted(piles))
        if turned and self._redeals is None and self._begins_again(turned, state):
            return state[:5] + b"\0" + state[6:]
        return state

    def _begins_again(self, turned: int, state: State) -> bool:
        """Do the same cards come up after the TURNED ones as from the beginning?"""
        return turned % self._draw == 0 or turned == self.talon_size(state)

    def _is_safe(self, card: int, heads: list[int]) -> bool:
        """Is CARD of no use in the tableau, now or later?  (See `safe.is_height_safe`.)"""
        row = card & ~3
        return row <= 4 or all([heads[suit] >= row - lag for suit, lag in self._lags[card & 3]])


def _raised(nexts: bytes, card: int, by: int) -> bytes:
    """Return NEXTS with the foundation of CARD's suit raised BY a number."""
    suit = card & 3
    return nexts[:suit] + bytes([nexts[suit] + by]) + nexts[suit + 1 :]


@lru_cache(maxsize=1 << 14)
def _turns(
    size: int, turned: int, redeals: int, draw: int, most: int | None
) -> list[tuple[int, int]]:
    """Return how many cards can lie in the waste by turning, and the least redeals for each.

    The talon has SIZE cards, TURNED of them are in the waste, and MOST redeals are allowed.
    """
    if not size:
        return []
    coming = {count: redeals for count in (*range(turned, size, draw), size) if count}
    if most is None or redeals < most:
        for count in (*range(draw, size, draw), size):
            coming.setdefault(count, redeals if most is None else redeals + 1)
    return sorted(coming.items())
