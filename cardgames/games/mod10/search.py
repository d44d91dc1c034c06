"""Looking ahead in Mod10, on the values alone and fast.

A card is its value as a byte, 0 for those that count 10; a stack and the deck are bytes, the
oldest or the next card first. The rules are those of the model once more, for speed: a test
holds them against it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import nlargest
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.mod10.game import VALUES, Mod10, rings
from cardgames.model.cards import Card
from cardgames.model.piles import replaced

WON: Final = 100
"""The worth of a game that is won; of one in play it is from -94 to 0."""
LOST: Final = -100
WORTH_OF_A_STACK: Final = 6
"""So many cards in the deck make up for one stack more; found by trial."""

Step: TypeAlias = tuple[int, ...]
"""The stack and the three places that are picked up; empty for the deal."""
DEAL: Final[Step] = ()


class Position(NamedTuple):
    """The deck, the seven stacks, and which of them was dealt to last, counted from 0."""

    deck: bytes
    stacks: tuple[bytes, ...]
    current: int

    @staticmethod
    def of(game: Mod10, unseen: bytes = b"") -> "Position":
        """The position of GAME, with these values for the cards that are hidden in its deck."""
        known = in_values(game.deck[: len(game.deck) - len(unseen)])
        stacks = tuple(in_values(stack) for stack in game.stacks)
        return Position(unseen + known[::-1], stacks, game.current - 1)

    def deal(self) -> "Position":
        """The position after the next card is dealt to the next stack."""
        place = (self.current + 1) % 7
        while not self.stacks[place]:
            place = (place + 1) % 7
        stack = self.stacks[place] + self.deck[:1]
        return Position(self.deck[1:], replaced(self.stacks, place + 1, stack), place)

    def picks(self, rule: str) -> list[tuple[Step, "Position"]]:
        """Every pick-up that RULE allows, and the position after it."""
        return [
            (
                (place + 1, *triplet),
                Position(self.deck + picked, replaced(self.stacks, place + 1, left), self.current),
            )
            for place in (range(7) if rule == "any" else (self.current,))
            for triplet, picked, left in triplets(self.stacks[place])
        ]

    def may_deal(self, rule: str, picks: list[tuple[Step, "Position"]]) -> bool:
        """Is there a card to deal, and no triplet that must be picked up first?"""
        return bool(self.deck) and any(self.stacks) and not (rule == "must" and picks)

    def moves(self, rule: str) -> list[tuple[Step, "Position"]]:
        """Every move, pick-ups first, and the position after it."""
        picks = self.picks(rule)
        return [*picks, (DEAL, self.deal())] if self.may_deal(rule, picks) else picks

    def worth(self) -> int:
        """How good the position looks: few cards and few stacks on the table are good."""
        return sum(map(worth_of, self.stacks))


Trail: TypeAlias = dict[Position, tuple[Step, Position] | None]
"""How each position was first reached, and from where."""
Plan: TypeAlias = dict[Position, Step]
"""What to do in each position on the way."""


def in_values(cards: Iterable[Card]) -> bytes:
    """The values of cards, as bytes."""
    return bytes([VALUES[card] % 10 for card in cards])


@lru_cache(maxsize=1 << 16)
def triplets(stack: bytes) -> list[tuple[tuple[int, int, int], bytes, bytes]]:
    """The triplets of a stack: their places, their cards, and the stack without them."""
    found = []
    for ring in rings(len(stack)):
        i, j, k = ring
        picked = bytes((stack[i - 1], stack[j - 1], stack[k - 1]))
        if sum(picked) % 10 == 0:
            found.append(
                (ring, picked, stack[: i - 1] + stack[i : j - 1] + stack[j : k - 1] + stack[k:])
            )
    return found


@lru_cache(maxsize=1 << 16)
def worth_of(stack: bytes) -> int:
    """How good a stack looks; two cards that wait for a ten, the most frequent value, are best."""
    if not stack:
        return 0
    return (len(stack) == 2 and sum(stack) % 10 == 0) - WORTH_OF_A_STACK - len(stack)


def search(start: Position, rule: str, width: int, deals: int) -> tuple[int, Plan]:
    """Look so many DEALS ahead: the worth that can be reached, and the way there.

    After each deal only the WIDTH best positions are looked at further. No position is looked at
    twice. Where all ways end in a loss, the plan is the longest one.
    """
    trail: Trail = {start: None}
    front = [start]
    for _ in range(deals):
        ready = list(pick_up(front, rule, trail))
        last = front[-1]
        if not any(last.stacks):
            return WON, way_to(last, trail)
        front = deal_on(ready, width, trail)
        if not front:
            return LOST, way_to(last, trail)
    best = max(front, key=Position.worth)
    return best.worth(), way_to(best, trail)


def pick_up(front: list[Position], rule: str, trail: Trail) -> Iterator[Position]:
    """Find the positions that may deal, and add to FRONT what pick-ups lead to, a win last."""
    for position in front:  # It grows on the way.
        picks = position.picks(rule)
        for step, after in picks:
            if after not in trail:
                trail[after] = step, position
                front.append(after)
                if not any(after.stacks):
                    return
        if position.may_deal(rule, picks):
            yield position


def deal_on(ready: list[Position], width: int, trail: Trail) -> list[Position]:
    """Deal a card in each of the best positions, and return what is new."""
    front = []
    best = nlargest(width, ready, key=Position.worth) if len(ready) > width else ready
    for position in best:
        after = position.deal()
        if after not in trail:
            trail[after] = DEAL, position
            front.append(after)
    return front


def way_to(position: Position, trail: Trail) -> Plan:
    """The steps that led to a position."""
    plan = {}
    while (came := trail[position]) is not None:
        step, position = came
        plan[position] = step
    return plan
