"""The steps of Canfield, of which a search needs few: none of them can be taken back.

A top card that lies on another card and can be founded can also come back to it. So it is always
founded here, and comes back only within a step that lays another card on it. What is left are
steps that play a card of the reserve or of the talon (the stock and the waste), found a card that
is alone in its pile, or move a pile. Turning the stock is no step: every card that it can bring to
the top of the waste is one step away.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

from cardgames.games.canfield.coding import ALL, PART, Piles, coding_of, laid
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.reserve import EasierGame
from cardgames.patience.quick import BIT, ONE
from cardgames.patience.search import Steps
from cardgames.patience.talon import Phase, Talon

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


class CanfieldSteps(Steps[State]):
    """The steps from every state of one deal."""

    def __init__(self, game: Canfield) -> None:
        """Take everything from GAME, in which cards of the reserve may be hidden."""
        coding = self._coding = coding_of(game.base, game.options.build)
        self._reserve = coding.pile(game.reserve)
        self._fills = game.options.fill == "reserve"
        self._easier = EasierGame(coding, self._reserve, self._fills)
        self.talon = Talon(game.options.draw, game.options.redeals)
        self._turned = coding.pile(game.waste + game.stock[::-1])
        """The cards of the waste and the stock, in the order in which they are turned."""
        redeals = 0 if game.options.redeals is None else game.redeals
        piles = [coding.pile(pile) for pile in game.tableau]
        nexts = coding.next_cards(game)
        self._cards = game.founded() + sum(map(len, (*piles, self._reserve, self._turned)))
        self.first = self._settled(nexts, piles, len(self._reserve), len(game.waste), redeals)
        """The state of the position GAME."""

    @property
    def tries(self) -> int:
        """The number of positions that were tried in easier games, to prove states lost."""
        return self._easier.tries

    def split(self, state: State) -> tuple[bytes, Phase]:
        """Return all of STATE but the phase of the talon, and that phase."""
        return state[:5] + state[7:], (state[5], state[6])

    def locked(self, state: State) -> int:
        """Return the number of cards in the reserve."""
        return state[4]

    def founded(self, state: State) -> int:
        """Return a number that grows with the cards on the foundations."""
        return sum(state[:4])

    def is_lost(self, state: State) -> bool:
        """Is it certain, by an easier game, that STATE is lost?"""
        return self._easier.is_lost(state[7:], state[4])

    def join(self, other: "CanfieldSteps") -> "CanfieldSteps":
        """Play the easier game of OTHER, or the other way round: the one with more reserve."""
        if len(other._reserve) < len(self._reserve):
            other._easier = self._easier
            return self
        self._easier = other._easier
        return other

    def seed(self, state: State) -> int:
        """Return a number for STATE, the same on every machine."""
        return crc32(state)

    def talon_of(self, state: State) -> bytes:
        """Return the cards of the talon, in the order in which they are turned."""
        founded = self._coding.founded
        gone = founded[state[0]] + founded[state[1]] + founded[state[2]] + founded[state[3]]
        return self._turned.translate(None, gone + state[7:])

    def in_talon(self, state: State) -> int:
        """Return the number of cards in the talon."""
        tableau = len(state) - 7 - state.count(PART, 7)
        return self._cards - (sum(state[:4]) - 6 >> 2) - state[4] - tableau

    def steps(self, state: State) -> Iterator[Step]:
        """Yield every step from STATE."""
        nexts, left, turned, redeals = state[:4], state[4], state[5], state[6]
        piles = state[7:].split(PART)
        room = b"" in piles and not (left and self._fills)
        takes = self._takes(nexts, piles)
        if left and (takes >> self._reserve[left - 1] & 1 or room):
            top = ONE[self._reserve[left - 1]]
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
        for count, again in self.talon.coming(len(talon), (turned, redeals)):
            card = talon[count - 1]
            if takes >> card & 1 or room:
                for onto, nexts1, piles1 in self._places(nexts, piles, ONE[card], room):
                    after = self._settled(nexts1, piles1, left, count - 1, again)
                    yield Step(card, onto, piles1, after)

    def _takes(self, nexts: bytes, piles: Piles) -> int:
        """Return the set of cards that may have a place; for most others this is all it takes."""
        carries, carried, takes = self._coding.carries, self._coding.carried, 0
        for number in nexts:
            takes |= BIT[number] if number < ALL else 0
            takes |= carried[number]
        for pile in piles:
            if pile:
                takes |= carries[pile[-1]]
        return takes

    def _places(
        self, nexts: bytes, piles: Piles, cards: bytes, room: bool
    ) -> list[tuple[int, bytes, Piles]]:
        """Return each way to lay down CARDS: onto what, and the foundations and tableau then."""
        card = cards[0]
        places: list[tuple[int, bytes, Piles]] = []
        if nexts[card & 3] == card and len(cards) == 1:
            places.append((FOUNDATION, _raised(nexts, card, 4), piles))
        openings = self._openings(nexts, piles, card)
        places += [(p[n][-1], nexts1, laid(p, n, cards)) for nexts1, p, n in openings]
        if room:
            places.append((EMPTY, nexts, laid(piles, piles.index(b""), cards)))
        return places

    def _openings(self, nexts: bytes, piles: Piles, card: int) -> list[Opening]:
        """Return each way to have a card on top of a pile that can carry CARD."""
        openings: list[Opening] = []
        for parent in self._coding.parents[card]:
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
        heads, piles, reserve = list(nexts), piles.copy(), self._reserve
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
        least = self.talon.least(turned, self.in_talon(state)) if turned else 0
        return state if least == turned else state[:5] + b"\0" + state[6:]

    def _is_safe(self, card: int, heads: list[int]) -> bool:
        """Is CARD of no use in the tableau, now or later?  (See `is_height_safe`.)"""
        row = card & ~3
        return row <= 4 or all(
            [heads[suit] >= row - lag for suit, lag in self._coding.lags[card & 3]]
        )


def _raised(nexts: bytes, card: int, by: int) -> bytes:
    """Return NEXTS with the foundation of CARD's suit raised BY a number."""
    suit = card & 3
    return nexts[:suit] + bytes([nexts[suit] + by]) + nexts[suit + 1 :]
