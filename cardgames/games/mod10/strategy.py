"""Playing Mod10 by computer: with foresight but no cheating, or by the fixed rule of 10-20-30."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from cardgames.games.mod10.game import VALUES, Mod10
from cardgames.games.mod10.search import DEAL, WON, Plan, Position, Step, in_values, search
from cardgames.model.deal import Random
from cardgames.model.game import Advice, Move, Setup
from cardgames.model.strategy import Result, Strategy, deck_in

WIDTH: Final = 50
"""The number of positions kept after each deal in a search with all cards known."""
LONGEST: Final = 3000
"""The number of deals that such a search looks ahead; a win may take more than a thousand moves."""
SAMPLES: Final = 8
"""The number of orders of the unseen cards that are tried for a move."""
SAMPLE_WIDTH: Final = 5
"""The number of positions kept after each deal in each of these searches."""
FORESIGHT: Final = 20
"""The number of deals that they look ahead beyond the last unseen card."""

ALL_VALUES: Final = Counter(in_values(VALUES))

LONG: Final = 1000
"""The number of cards after which a greedy game is watched for positions that come back."""


class Fair(Strategy):
    """Plays by what a person could know who remembers every card.

    While some cards are unseen, it imagines several orders of them and makes the move that gets
    furthest on average. Once all are known, it searches for a way to win and follows it.
    """

    def __init__(self) -> None:
        """Begin without a plan."""
        self._plan: Plan = {}
        self._worth = 0

    def advise(self, game: Mod10) -> Iterator[Advice]:
        """Yield the move that looks best."""
        unseen = unseen_values(game)
        moves = Position.of(game, unseen).moves(game.pick_up)
        if len(moves) == 1:
            yield Advice(as_move(moves[0][0]), "it is the only move")
        elif len(unseen) > 1:
            step = best_on_average(game, unseen)
            yield Advice(as_move(step), "it does best in guesses at the unseen cards")
        elif moves:
            yield self._planned(Position.of(game, unseen), game.pick_up)

    def _planned(self, position: Position, rule: str) -> Advice:
        if position not in self._plan:
            self._worth, self._plan = search(position, rule, WIDTH, LONGEST)
        step = self._plan[position]
        if self._worth == WON:
            return Advice(as_move(step), "it is on a way to a win")
        return Advice(as_move(step), "no way to a win was found; this lasts longest")


def best_on_average(game: Mod10, unseen: bytes) -> Step:
    """Return the move that gets furthest on average; a pick-up is preferred to an equal deal."""
    rule = game.pick_up
    totals: Counter[Step] = Counter()
    for order in islice(orders(game, unseen), SAMPLES):
        for step, after in Position.of(game, order).moves(rule):
            totals[step] += search(after, rule, SAMPLE_WIDTH, len(unseen) + FORESIGHT)[0]
    return max(totals, key=totals.__getitem__)


def unseen_values(game: Mod10) -> bytes:
    """Return the values of the hidden cards in the deck, by elimination, in rising order."""
    known = game.deck[: len(game.deck) - game.unseen()]
    seen = Counter(in_values([*known, *(card for stack in game.stacks for card in stack)]))
    return bytes(sorted((ALL_VALUES - seen).elements()))


def orders(game: Mod10, unseen: bytes) -> Iterator[bytes]:
    """Yield random orders of the unseen cards, always the same ones for the same visible cards."""
    seen = b"|".join(Position.of(game, unseen).stacks)
    random = Random(int.from_bytes(seen, "big") % (2**48 - 59))
    cards = list(unseen)
    while True:
        random.shuffle(cards)
        yield bytes(cards)


def as_move(step: Step) -> Move:
    """Return the move that a step of a search stands for."""
    return Move("deal") if step == DEAL else Move("pick", step)


class Greedy(Strategy):
    """Picks up whenever it can, by the preference of 10-20-30."""

    def advise(self, game: Mod10) -> Iterator[Advice]:
        """Yield the triplets of the last stack dealt to, then those of others, then the deal."""
        for s in (game.current, *game.open_stacks()):
            for triplet in game.triplets(s):
                yield Advice(Move("pick", (s, *triplet)), "10-20-30 prefers it")
        if game.deck:
            yield Advice(Move("deal"), "there is no triplet to pick up")

    def result(self, setup: Setup) -> Result:
        """Play the deal of SETUP to its end."""
        return play_greedily(deck_in(VALUES, setup)[::-1])


def play_greedily(deck: list[int], watched: bool = False) -> Result:
    """Play a deck of values, the next one first, by the preference of 10-20-30.

    Looking for positions that come back takes time, and few games are long enough to have any. So
    only a long game is played a second time and WATCHED for them.
    """
    cards = deck[:]
    at, size = 14, len(cards)
    stacks = [cards[s:at:7] for s in range(7)]
    passed: set[object] = set()
    while stacks:
        for number, stack in enumerate(stacks):
            if at == size:
                return Result(0, 7 - sum(map(bool, stacks)), at)
            stack.append(cards[at])
            at += 1
            while len(stack) > 2 and (picked := pick_greedily(stack)):
                cards += picked
                size += 3
            if watched:
                position = number, tuple(cards[at:]), tuple(map(tuple, stacks))
                if position in passed:
                    return Result(None, 7 - sum(map(bool, stacks)), at)
                passed.add(position)
        stacks = [stack for stack in stacks if stack]
        if at > LONG and not watched:
            return play_greedily(deck, watched=True)
    return Result(1, 7, at)


def pick_greedily(stack: list[int]) -> Sequence[int]:
    """Pick up and return the triplet that 10-20-30 prefers in the stack just dealt to, if any.

    There is no need to look at places 1 2 3. They were once the newest three cards, as a stack
    loses cards only at its ends, and a triplet would have been picked up then.
    """
    first, last = stack[0], stack[-1]
    if (first + stack[1] + last) % 10 == 0:
        picked: Sequence[int] = (first, stack[1], last)
        del stack[:2], stack[-1]
    elif (first + stack[-2] + last) % 10 == 0:
        picked = (first, stack[-2], last)
        del stack[0], stack[-2:]
    elif (stack[-3] + stack[-2] + last) % 10 == 0:
        picked = stack[-3:]
        del stack[-3:]
    else:
        picked = ()
    return picked


STRATEGIES: Final = {"hint": Fair, "greedy": Greedy}
