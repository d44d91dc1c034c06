"""How a search codes the foundations: a byte for each, its head.

A head is the next card that a foundation takes, as a number (see `kind.DOWN`); once the foundation
is complete, it is 4 * RUN plus the suit. Heads of foundations that are alike stand side by side,
the smallest first.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from cardgames.model.cards import Pile
from cardgames.patience.kinds.kind import DOWN, ONE, RUN

if TYPE_CHECKING:
    from cardgames.patience.building import Rules


class Heads:
    """The heads of foundations that are built up in suit, from the base rank."""

    # the `width` and `latest` of searches; see StateSpace
    width: ClassVar[int] = 1
    latest: ClassVar[bool] = False

    def __init__(self, rules: "Rules") -> None:
        self._numbers, self._suits, self._copies = rules.numbers, rules.suits, rules.copies
        self._needs, self._parents, self._folds = rules.needs, rules.parents, rules.folds
        self.size = len(self._suits) * self._copies

    def coded(self, foundations: Iterable[Pile]) -> bytes:
        heads = list[int]()
        for suit in self._suits:
            heads += [4 * size + suit for size in self._sizes(foundations, suit, self._copies)]
        return bytes(heads)

    def _sizes(self, foundations: Iterable[Pile], suit: int, count: int) -> list[int]:
        sizes = [len(p) for p in foundations if p and self._numbers[p[-1]] & 3 == suit]
        return [*[0] * (count - len(sizes)), *sorted(sizes)]

    def progress(self, heads: bytes) -> list[int]:
        """Return a number for each foundation, which grows with each card that comes there."""
        return list(heads)

    def takes(self, heads: bytes) -> bytes:
        """Return the cards that a move may bring to the foundations."""
        return heads

    def ends(self, heads: bytes) -> bytes:
        """Return the top cards of the piles from which cards may go up by themselves."""
        return heads

    def going_up(self, pile: bytes, heads: bytes) -> int:
        """Return how many cards of a pile go up by themselves; its top is one of `ends`.

        A card goes up if it is safe there; see `Rules.needs`.
        """
        top = pile[-1]
        for needs in self._needs[top]:
            for index, least in needs:
                if heads[index] < least:
                    break
            else:
                return 1
        # any action that needs the card can first bring it back to its place
        return int(self._folds and len(pile) > 1 and pile[-2] in self._parents[top])

    def raised(self, heads: bytes, card: int) -> bytes:
        """Return the heads after a card, or a run that ends with it, has gone up."""
        # of foundations with equal heads, the last takes a card, and the first gives one back
        at = heads.rindex(card)
        return heads[:at] + ONE[card + 4] + heads[at + 1 :]

    def lowered(self, heads: bytes, card: int) -> bytes:
        """Return the heads after a card has come back."""
        at = heads.index(card + 4)
        return heads[:at] + ONE[card] + heads[at + 1 :]

    def raisings(self, heads: bytes, card: int) -> list[bytes]:
        """Return all heads that may follow when a card goes up, without repeats."""
        return [self.raised(heads, card)]

    def hindering(self, pile: bytes) -> int:
        """Return how much the order of a pile adds to the measure `to_play`."""
        lowest, found = 52, 2 * sum(map(DOWN.__le__, pile))
        for card in pile:
            found += card & ~3 & ~DOWN > lowest
            lowest = min(lowest, card & ~3 & ~DOWN)
        return found

    def to_play(self, hindering: int, rows: int, left: int) -> int:
        """Return the measure `to_play`; `rows` cards are in the stock, `left` in other places."""
        return hindering + rows + left


class RunHeads(Heads):
    """The number of runs that have gone up; only whole runs do, and by themselves."""

    width, latest = 10, True

    def __init__(self, rules: "Rules") -> None:
        super().__init__(rules)
        self.size, self._below = 1, rules.below
        self._runs = [bytes(range(4 * RUN - 4 + ace, -1, -4)) for ace in range(4)]

    def coded(self, foundations: Iterable[Pile]) -> bytes:
        return bytes([sum(map(bool, foundations))])

    def takes(self, heads: bytes) -> bytes:
        return b""

    def ends(self, heads: bytes) -> bytes:
        return b"\0\1\2\3"

    def going_up(self, pile: bytes, heads: bytes) -> int:
        return RUN if pile[-RUN:] == self._runs[pile[-1]] else 0

    def raised(self, heads: bytes, card: int) -> bytes:
        return ONE[heads[0] + 1]

    def hindering(self, pile: bytes) -> int:
        down = sum(map(DOWN.__le__, pile))
        pairs = zip(pile[down:], pile[down + 1 :])
        breaks = sum([card not in self._below[on] for card, on in pairs])
        return 6 * bool(pile) + 2 * (down + breaks)

    def to_play(self, hindering: int, rows: int, left: int) -> int:
        return hindering + 3 * rows // 2  # a card of the stock adds 1.5, a break adds 2


class OrderedHeads(Heads):
    """The heads of foundations whose groups are built in different ways, or of mixed suits."""

    def __init__(self, rules: "Rules", chains: tuple[tuple[int, int], ...]) -> None:
        """`chains` has for each foundation its first card's height and the step to the next."""
        super().__init__(rules)
        self._one_way, suits = rules.one_way, self._suits
        groups = tuple(dict.fromkeys(chains))
        self._chains, self._groups = chains, groups
        self._each = len(chains) // max(1, len(groups)) // len(suits)
        self.size = len(groups) * len(suits) * self._each
        # for each group: the next card after each, and how many cards lie there before it
        self._following: list[dict[int, int]] = []
        self._progress: list[dict[int, int]] = []
        for first, step in groups:
            ranks = [4 * ((first + number * step) % RUN) for number in range(RUN)] + [4 * RUN]
            pairs = [(a + s, b + s) for a, b in zip(ranks, ranks[1:]) for s in suits]
            self._following.append(dict(pairs))
            self._progress.append({r + s: n for n, r in enumerate(ranks) for s in suits})

    def coded(self, foundations: Iterable[Pile]) -> bytes:
        heads, piles = list[int](), tuple(foundations)
        for first, step in self._groups:
            chosen = [p for p, own in zip(piles, self._chains) if own == (first, step)]
            for suit in self._suits:
                for size in self._sizes(chosen, suit, self._each):
                    heads.append(4 * ((first + step * size) % RUN if size < RUN else RUN) + suit)
        return self._met(bytes(heads))

    def progress(self, heads: bytes) -> list[int]:
        each = len(self._suits) * self._each
        return [self._progress[at // each][head] for at, head in enumerate(heads)]

    def raised(self, heads: bytes, card: int) -> bytes:
        return self.raisings(heads, card)[0]

    def raisings(self, heads: bytes, card: int) -> list[bytes]:
        found, each = list[bytes](), self._each
        for at in range(0, len(heads), each):
            group = at // (each * len(self._suits))
            alike = list(heads[at : at + each])
            if card in alike:
                alike[alike.index(card)] = self._following[group][card]
                alike.sort(key=self._progress[group].__getitem__)
                found.append(heads[:at] + bytes(alike) + heads[at + each :])
        return [self._met(found[0])] if self._one_way else found

    def _met(self, heads: bytes) -> bytes:
        """Return the heads; those of complete suits are marked as complete."""
        if not self._one_way:
            return heads
        found, progress, count = bytearray(heads), self.progress(heads), len(self._suits)
        for at, suit in enumerate(self._suits):
            if sum(progress[at::count]) == RUN:
                found[at::count] = bytes([4 * RUN + suit]) * len(found[at::count])
        return bytes(found)
