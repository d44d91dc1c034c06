"""An easier game than Klondike, whose losses prove deals lost almost at a glance.

In it the cards of the talon and of the foundations are free: each can be laid down at any time. A
card that lies on another one is free as soon as no lower card of its suit is face down, as it could
be founded; until then it is stuck, and needs a place. The first face-up card of a column leaves it
if it is free in this sense, or if there is room for it together with the stuck ones. Who cannot
turn up every card with so much help cannot win Klondike from there.
"""

from collections.abc import Iterator, Sequence

from cardgames.games.klondike.sets import CARDS, KINGS, ROW
from cardgames.patience.building import BIT

Counts = tuple[int, ...]
"""The number of cards left in each column."""


class EasierGame:
    """The easier game, from one position."""

    def __init__(self, columns: Sequence[Sequence[int]], up: int, room: bytes) -> None:
        """Begin with these COLUMNS, each up to its first face-up card, and UP, the cards on others.

        ROOM is the table of which cards of a rank have room on which of the next.
        """
        self._columns = columns
        self._up = up
        self._room = room

    def is_lost(self) -> bool:
        """Is there no way to turn up every card?"""
        first = tuple(map(len, self._columns))
        waiting, seen = [first], {first}
        while waiting:
            counts = waiting.pop()
            if max(counts) <= 1:
                return False
            for number in self._leaving(counts):
                after = (*counts[:number], counts[number] - 1, *counts[number + 1 :])
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return True

    def _leaving(self, counts: Counts) -> Iterator[int]:
        """Yield the numbers of the columns whose first face-up card can leave them.

        If one is free, it alone is enough: nothing is lost when it leaves.
        """
        hidden, lying, spaces = 0, self._up, 0
        for cards, count in zip(self._columns, counts):
            for card in cards[: max(0, count - 1)]:
                hidden |= BIT[card]
            for card in cards[count:]:
                lying |= BIT[card]
            if not count or count == 1 and BIT[cards[0]] & KINGS:
                spaces += 1
                lying |= BIT[cards[0]] if count else 0
        above = _above(hidden)
        stuck = lying & above
        placed = []
        for number, count in enumerate(counts):
            if not count:
                continue
            card = self._columns[number][count - 1]
            if BIT[card] & KINGS and count == 1:
                continue
            if not BIT[card] & above:
                yield number
                return
            if self._has_room(card, stuck, hidden, spaces):
                placed.append(number)
        yield from placed

    def _has_room(self, card: int, stuck: int, hidden: int, spaces: int) -> bool:
        """Is there room for CARD, and for the STUCK ones of its rank?"""
        row = card & ~3
        if row == 48:
            return spaces > (stuck & KINGS).bit_count()
        lying = (stuck >> row | BIT[card & 3]) & ROW
        return bool(self._room[lying << 4 | (CARDS & ~hidden) >> row + 4 & ROW])


def _above(cards: int) -> int:
    """Return the set of the cards that are higher than one of CARDS in its suit."""
    above = cards << 4
    for by in (4, 8, 16, 32):
        above |= above << by
    return above & CARDS
