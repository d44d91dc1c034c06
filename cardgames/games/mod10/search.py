"""Looking ahead in Mod10, fast, on the values of the cards alone.

A card is a byte: its value, with 0 for 10. A stack is a string of bytes with its oldest card
first, and so is the deck with its next card first. For speed the rules of the model are written
here a second time; a test compares the two.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import nlargest
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.mod10.game import VALUES, Mod10, rings
from cardgames.model.cards import Card
from cardgames.model.piles import replaced

WON: Final = 100
"""The worth of a won game; a game in progress is worth from -94 to 0."""
LOST: Final = -100
WORTH_OF_A_STACK: Final = 6
"""The number of cards on the table that are as bad as one more stack; found by trial."""

Step: TypeAlias = tuple[int, ...]
"""The stack and the three places to pick up from; empty for the deal."""
DEAL: Final[Step] = ()


class Position(NamedTuple):
    """The deck, the seven stacks, and the last stack dealt to, counted from 0."""

    deck: bytes
    stacks: tuple[bytes, ...]
    current: int

    @staticmethod
    def of(game: Mod10, unseen: bytes = b"") -> "Position":
        """Return the position of GAME, with the values UNSEEN for the hidden cards of its deck."""
        known = in_values(game.deck[: len(game.deck) - len(unseen)])
        stacks = tuple(in_values(stack) for stack in game.stacks)
        return Position(unseen + known[::-1], stacks, game.current - 1)

    def deal(self) -> "Position":
        """Return the position after the next card is dealt to the next stack."""
        place = (self.current + 1) % 7
        while not self.stacks[place]:
            place = (place + 1) % 7
        stack = self.stacks[place] + self.deck[:1]
        return Position(self.deck[1:], replaced(self.stacks, place + 1, stack), place)

    def picks(self, rule: str) -> list[tuple[Step, "Position"]]:
        """Return every pick-up that RULE allows, and the position after it."""
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
        """Return every move and the position after it, pick-ups first."""
        picks = self.picks(rule)
        return [*picks, (DEAL, self.deal())] if self.may_deal(rule, picks) else picks

    def worth(self) -> int:
        """Return how good the position looks: few cards and few stacks on the table are good."""
        return sum(map(worth_of, self.stacks))


Trail: TypeAlias = dict[Position, tuple[Step, Position] | None]
"""The step by which each position was first reached, and the position before it."""
Plan: TypeAlias = dict[Position, Step]
"""The step to take in each position on the way."""


def in_values(cards: Iterable[Card]) -> bytes:
    """Return the values of CARDS as bytes."""
    return bytes([VALUES[card] % 10 for card in cards])


@lru_cache(maxsize=1 << 16)
def triplets(stack: bytes) -> list[tuple[tuple[int, int, int], bytes, bytes]]:
    """Return the triplets of a stack: their places, their cards, and the stack without them."""
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
    """Return how good a stack looks; best are two cards waiting for a ten, the commonest value."""
    if not stack:
        return 0
    return (len(stack) == 2 and sum(stack) % 10 == 0) - WORTH_OF_A_STACK - len(stack)


def search(start: Position, rule: str, width: int, deals: int) -> tuple[int, Plan]:
    """Look DEALS deals ahead; return the best worth that can be reached, and the way there.

    This is a beam search: after each deal only the WIDTH best positions are kept, and no position
    is visited twice. If every way ends in a loss, the plan is the longest way.
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
    """Yield the positions that may deal; add to FRONT those that pick-ups lead to, a win last."""
    for position in front:  # The list grows while it is read, so new positions come up, too.
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
    """Deal a card in each of the best positions, and return the new positions."""
    front = []
    best = nlargest(width, ready, key=Position.worth) if len(ready) > width else ready
    for position in best:
        after = position.deal()
        if after not in trail:
            trail[after] = DEAL, position
            front.append(after)
    return front


def way_to(position: Position, trail: Trail) -> Plan:
    """Return the steps that led to POSITION."""
    plan = {}
    while (came := trail[position]) is not None:
        step, position = came
        plan[position] = step
    return plan
