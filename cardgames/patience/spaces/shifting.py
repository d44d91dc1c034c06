"""The searches of patiences whose cards shift in rows, such as Accordion and Gaps."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardgames.patience.game import Patience
from cardgames.patience.search import StateSpace, Talon


class Shift(NamedTuple):
    """An action: a card goes from one place to another, from 1 up; () is a new deal."""

    places: tuple[int, ...]
    after: Any


class RowSpace(StateSpace[bytes]):
    """The states of a row whose cards go onto others at their left, as in Accordion.

    A state has a byte for each card of the row: four times its rank, plus its suit.
    """

    talon = Talon(1, None)
    latest = True

    def __init__(self, game: Patience) -> None:
        row: Any = game.layout.tableau
        suits = sorted({card.suit for card in game.layout.deck}, key=str)
        cards = [pile[-1] for pile in game.tableau if pile]
        self._apart = row.apart
        self._spare = game.layout.foundations.spare
        self.first = bytes([4 * card.rank + suits.index(card.suit) for card in cards])

    def founded(self, state: bytes) -> int:
        """Of rows equally long, the best has the most pairs of one suit or one rank."""
        suits, ranks = [0] * 4, [0] * 14
        for card in state:
            suits[card & 3] += 1
            ranks[card >> 2] += 1
        return sum([n * n for n in suits]) + sum([n * n for n in ranks])

    def to_play(self, state: bytes) -> int:
        return len(state) - self._spare

    def actions(self, state: bytes) -> Iterator[Shift]:
        for apart in self._apart:
            for to in range(len(state) - apart):
                at = to + apart
                card, onto = state[at], state[to]
                if not (card ^ onto) & 3 or card >> 2 == onto >> 2:
                    after = state[:to] + state[at : at + 1] + state[to + 1 : at] + state[at + 1 :]
                    yield Shift((at + 1, to + 1), after)


class GappedSpace(StateSpace[tuple[bytes, int]]):
    """The states of rows whose gaps take the card that follows the one at their left, as in Gaps.

    A state has a byte for each place, the number of its card or a 0, and the number of redeals.
    """

    talon = Talon(1, None)
    latest = True

    def __init__(self, game: Patience) -> None:
        self._game = game
        kind: Any = game.layout.tableau
        self._kind = kind
        self._columns: int = kind.columns
        deck = sorted(game.layout.deck, key=lambda card: (str(card.suit), card.rank))
        # the next number is that of the next card
        self._number = {card: n for n, card in enumerate(deck, 1)}
        self._cards = [(), *[(card,) for card in deck]]
        self._twos = [n for card, n in self._number.items() if card.rank == 2]
        self._kings = {n for card, n in self._number.items() if card.rank == self._columns}
        self._wanted: int = game.layout.wanted
        self.first = self.coded(game)

    def coded(self, game: Patience) -> tuple[bytes, int]:
        places = [self._number[pile[-1]] if pile else 0 for pile in game.tableau]
        return bytes(places), game.redeals

    def founded(self, state: tuple[bytes, int]) -> int:
        """Of equally many cards in order: rather few redeals, and gaps that take cards."""
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

    def actions(self, state: tuple[bytes, int]) -> Iterator[Shift]:
        places, redeals = state
        if redeals < self._kind.redeals:
            tableau = tuple([self._cards[n] for n in places])
            dealt = self._game.changed(tableau=tableau, redeals=redeals)
            yield Shift((), self.coded(self._kind.with_row(dealt)))
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
                    yield Shift((at + 1, to + 1), (bytes(moved), redeals))
            to = places.find(0, to + 1)
