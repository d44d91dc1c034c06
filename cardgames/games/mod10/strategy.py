"""The computer players of Mod10, and the judgment of a person's choices.

While cards are unseen, a choice is judged by trying random orders of these cards, not by the cards
that really came later. Once all cards are known, a search can prove that a move lost the win.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import nlargest
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.mod10.game import NO_TRIPLET, VALUES, Mod10, rings
from cardgames.model.cards import BACK, DECK, Card, replaced
from cardgames.model.deal import Random
from cardgames.model.game import Move, Setup
from cardgames.model.strategy import Advice, Result, Strategy, deck_in

WON: Final = 100  # the worth of a won game; a game in progress is worth from -94 to -7
LOST: Final = -100
WORTH_OF_A_STACK: Final = 6  # each stack counts as this many cards; found by trial
WIDTH: Final = 50  # the number of positions kept after each deal in a search with all cards known
LONGEST: Final = 3000  # the most deals in a search with all cards known; a win may take 1000 moves
SAMPLES: Final = 8  # the number of random orders of the unseen cards that are tried for each move
SAMPLE_WIDTH: Final = 5  # the number of positions kept after each deal of a search in one order
FORESIGHT: Final = 20  # how many deals a search in one order makes after the last unseen card
LONG: Final = 1000  # a greedy game with more dealt cards than this is checked for repetitions
ALL_VALUES: Final = Counter(value % 10 for value in VALUES.values())  # the deck's values; ten is 0
NO_WIN: Final = "no way to a win was found"
CLEAR: Final = 3 / 8  # the least lead of a better move: (guesses won - guesses lost) / all guesses
NEAR: Final = 1 / 8  # the greatest lead, of either move, if both are about as good
CLEARLY_WORSE: Final = 4  # a bad choice does worse than the best in at least so many of 8 guesses
WIDE: Final = 2000  # the number of positions kept after each deal of the search for a proof
MOST: Final = 20_000  # the most positions of the search for a proof, which takes up to 0.2 seconds

Step: TypeAlias = tuple[int, ...]  # the number of a stack and the places of a triplet; or DEAL
DEAL: Final[Step] = ()


class Position(NamedTuple):
    """A position for searches, in values of cards; a ten is 0, as only sums modulo ten matter."""

    deck: bytes  # in dealing order
    stacks: tuple[bytes, ...]
    current: int  # the last stack dealt to: 0 to 6

    @staticmethod
    def of(game: Mod10, unseen: bytes = b"") -> "Position":
        """Return the position of a game, with the values `unseen` for its hidden cards."""
        known = in_values(game.deck[: len(game.deck) - len(unseen)])
        stacks = tuple(in_values(stack) for stack in game.stacks)
        return Position(unseen + known[::-1], stacks, game.current - 1)

    def deal(self) -> "Position":
        place = (self.current + 1) % 7
        while not self.stacks[place]:
            place = (place + 1) % 7
        stack = self.stacks[place] + self.deck[:1]
        return Position(self.deck[1:], replaced(self.stacks, place + 1, stack), place)

    def picks(self, rule: str) -> list[tuple[Step, "Position"]]:
        """Return each legal pick-up, and the position after it; `rule` is the option `pick_up`."""
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
        picks = self.picks(rule)
        return [*picks, (DEAL, self.deal())] if self.may_deal(rule, picks) else picks

    def worth(self) -> int:
        return sum(map(worth_of, self.stacks))


# For each position found: the step that first reached it, and the position before.
Trail: TypeAlias = dict[Position, tuple[Step, Position] | None]
Plan: TypeAlias = dict[Position, Step]  # the step to take in each position, the last position first
Guesses: TypeAlias = dict[Step, list[int]]  # each move's worth in each guess; pick-ups come first


class Fair(Strategy):
    """Plays with the knowledge of a person who remembers every card.

    While cards are unseen, it guesses at their order several times, and makes the move that does
    best on average. Once all cards are known, it searches for moves that win, and makes them.
    """

    def __init__(self) -> None:
        self._found = Found(0, {})  # the result of the last search, whose plan is followed

    def advise(self, game: Mod10) -> Iterator[Advice]:
        unseen = unseen_values(game)
        position = Position.of(game, unseen)
        moves = [step for step, _ in position.moves(game.options.pick_up)]
        if len(moves) == 1:
            yield Advice(as_move(moves[0]), why_only(game, as_move(moves[0])))
        elif len(unseen) > 1:
            found = in_guesses(game)
            step = best_on_average(found)
            others = {other: found[other] for other in found if other != step}
            rival = DEAL if DEAL in others else best_on_average(others)
            why = why_better(game, as_move(rival), found[step], found[rival], len(unseen))
            yield Advice(as_move(step), why)
        elif moves:
            if position not in self._found.plan:
                self._found = search(position, game.options.pick_up, WIDTH, LONGEST)
            left = list(self._found.plan).index(position) + 1
            move, *then = map(as_move, reversed([*self._found.plan.values()][:left]))
            why = f"{NO_WIN}; this leaves the fewest cards"
            if self._found.worth == WON:
                why = f"it wins, in {left} moves" if left > 1 else "it wins the game"
            elif self._found.worth == LOST:
                lasts = f"{left} moves" if left > 1 else "1 move"
                why = f"{NO_WIN}; this lasts longest, for {lasts}"
            if game.unseen():  # the hidden card is the only one that is nowhere in view
                (last,) = {*DECK} - {*game.all_cards()}
                game = replace(game, deck=(*game.deck[:-1], last))
            yield Advice(move, why, tuple(then), game)


class Greedy(Strategy):
    """Picks up whenever it can, in the order that 10-20-30 prefers."""

    def advise(self, game: Mod10) -> Iterator[Advice]:
        stacks = dict.fromkeys((game.current, *game.open_stacks()))
        picks = [Move("pick", (s, *triplet)) for s in stacks for triplet in game.triplets(s)]
        for pick in picks:
            yield Advice(pick, "10-20-30 prefers it")
        if game.deck and not picks:
            yield Advice(Move("deal"), "there is no triplet to pick up")

    def result(self, setup: Setup) -> Result:
        return play_greedily(deck_in(VALUES, setup)[::-1])


def best_on_average(found: Guesses) -> Step:
    """Return the move with the best average; if several are equal, prefer a pick-up to a deal."""
    return max(found, key=lambda step: sum(found[step]))


@lru_cache(maxsize=4096)  # 'review all' needs what 'review' has found
def in_guesses(game: Mod10) -> Guesses:
    """Return each move's worth in random orders of the unseen cards; the stacks are the seed."""
    rule, unseen = game.options.pick_up, unseen_values(game)
    seen = b"|".join(Position.of(game, unseen).stacks)
    random = Random(int.from_bytes(seen, "big") % (2**48 - 59))
    cards = list(unseen)
    found: Guesses = {}
    for _ in range(SAMPLES):
        random.shuffle(cards)
        for step, after in Position.of(game, bytes(cards)).moves(rule):
            worth = search(after, rule, SAMPLE_WIDTH, len(unseen) + FORESIGHT).worth
            found.setdefault(step, []).append(worth)
    return found


def unseen_values(game: Mod10) -> bytes:
    seen = Counter(in_values(card for card in game.all_cards() if card is not BACK))
    return bytes(sorted((ALL_VALUES - seen).elements()))


def as_move(step: Step) -> Move:
    return Move("deal") if step == DEAL else Move("pick", step)


class Found(NamedTuple):
    worth: int
    plan: Plan  # the steps to the position that has this worth
    all_seen: bool = False  # was every position looked at, so that a loss is certain?


def search(
    start: Position,
    rule: str,
    width: int,
    deals: int = 1 << 30,
    most: int = 1 << 30,
    passed: Collection[Position] = (),
) -> Found:
    """Find the best worth with a beam search, which keeps `width` positions after each deal.

    The search stops after this number of `deals`, or after `most` positions. It visits no position
    twice, and no position in `passed`. If every plan loses, it returns the longest plan.
    """
    if not any(start.stacks):
        return Found(WON, {})
    trail: Trail = dict.fromkeys([*passed, start])
    front, last, all_seen = [start], start, True
    for _ in range(deals):
        if len(trail) > most:
            break
        ready = []
        for position in front:  # the loop also reaches the positions that it adds to `front`
            picks = position.picks(rule)
            for step, after in picks:
                if after not in trail:
                    trail[after] = step, position
                    front.append(after)
                    if not any(after.stacks):
                        return Found(WON, way_to(after, trail))
            if position.may_deal(rule, picks):
                ready.append(position)
        last = front[-1]
        all_seen = all_seen and len(ready) <= width
        front = []
        for position in nlargest(width, ready, Position.worth) if len(ready) > width else ready:
            after = position.deal()
            if after not in trail:
                trail[after] = DEAL, position
                front.append(after)
        if not front:
            return Found(LOST, way_to(last, trail), all_seen)
    # undecided: the plan leads to the best position that was reached
    best = max(front, key=Position.worth)
    return Found(best.worth(), way_to(best, trail))


def way_to(position: Position, trail: Trail) -> Plan:
    plan = {}
    while (came := trail[position]) is not None:
        step, position = came
        plan[position] = step
    return plan


def in_values(cards: Iterable[Card]) -> bytes:
    return bytes([VALUES[card] % 10 for card in cards])


@lru_cache(maxsize=1 << 16)
def triplets(stack: bytes) -> list[tuple[tuple[int, int, int], bytes, bytes]]:
    """Return, for each triplet of a stack, its places, its cards, and the stack without it."""
    found = []
    for ring in rings(len(stack)):
        i, j, k = ring
        picked = bytes((stack[i - 1], stack[j - 1], stack[k - 1]))
        if sum(picked) % 10 == 0:
            left = stack[: i - 1] + stack[i : j - 1] + stack[j : k - 1] + stack[k:]
            found.append((ring, picked, left))
    return found


@lru_cache(maxsize=1 << 16)
def worth_of(stack: bytes) -> int:
    """Return how good a stack looks: fewer cards are better; a pair that needs a ten is a plus."""
    if not stack:
        return 0
    return (len(stack) == 2 and sum(stack) % 10 == 0) - WORTH_OF_A_STACK - len(stack)


def play_greedily(deck: list[int], watched: bool = False) -> Result:
    """Play a deck as `Greedy` does, but 50 times as fast; `deck` has values in dealing order.

    A test checks that the results are the same. Looking for repeated positions takes time, so only
    a long game is `watched` for them: it is then played again from the start.
    """
    cards, at = deck[:], 14
    stacks = [cards[s:at:7] for s in range(7)]
    passed: set[object] = set()
    while stacks:
        for number, stack in enumerate(stacks):
            if at == len(cards):
                return Result(0, 7 - sum(map(bool, stacks)), at)
            stack.append(cards[at])
            at += 1
            # The three oldest cards need no check: a stack loses cards only at its ends, so these
            # three were once the newest ones, and were checked then.
            while len(stack) > 2:
                first, last = stack[0], stack[-1]
                if (first + stack[1] + last) % 10 == 0:
                    cards += first, stack[1], last
                    del stack[:2], stack[-1]
                elif (first + stack[-2] + last) % 10 == 0:
                    cards += first, stack[-2], last
                    del stack[0], stack[-2:]
                elif (stack[-3] + stack[-2] + last) % 10 == 0:
                    cards += stack[-3:]
                    del stack[-3:]
                else:
                    break
            if watched:
                position = number, tuple(cards[at:]), tuple(map(tuple, stacks))
                if position in passed:
                    return Result(None, 7 - sum(map(bool, stacks)), at)
                passed.add(position)
        stacks = [stack for stack in stacks if stack]
        if at > LONG and not watched:
            return play_greedily(deck, watched=True)
    return Result(1, 7, at)


def why_only(game: Mod10, move: Move) -> str:
    if move.name == "deal":
        return NO_TRIPLET
    if game.deck:
        return "it must be picked up before the next deal"
    return "the deck is empty, and no other triplet can be picked up"


def why_better(
    game: Mod10, rival: Move, worths: Sequence[int], rivals: Sequence[int], unseen: int
) -> str:
    """Say why the best move is better than the move `rival`, according to their results in guesses.

    `worths` has the results of the best move, and `rivals` those of its rival.
    """
    of, better = len(worths), sum([one > other for one, other in zip(worths, rivals)])
    ahead = better - sum([one < other for one, other in zip(worths, rivals)])
    named, guesses = "a deal", f"guesses at the {unseen} unseen cards"
    if rival.name != "deal":
        s, *places = rival.arguments
        first, second, third = [game.stacks[s - 1][place - 1] for place in places]
        named = f"picking up {first}, {second} and {third}"
    if ahead >= CLEAR * of:
        return f"it does better than {named} in {better} of {of} {guesses}"
    if abs(ahead) <= NEAR * of:
        return f"{named} does about as well in {of} {guesses}"
    return f"on average it does best in {of} {guesses}"


class Judged(NamedTuple):
    """A choice that was not the best."""

    number: int  # the number of the move in the line, from 1
    better: Move  # the best move; it keeps the win if the choice lost it
    worse_in: int = 0  # the number of guesses in which the choice did worse
    of: int = 0  # the number of guesses; 0 if the choice is proved to have lost the win


def judged(line: Sequence[Mod10], moves: Sequence[Move]) -> Iterator[Judged]:
    """Yield the choices that were clearly not the best, and the move proved to have lost the win.

    The line has the position before each of the moves, and the position after the last move.
    """
    for number, (game, move) in enumerate(zip(line, moves), 1):
        steps = Position.of(game).moves(game.options.pick_up)
        if game.unseen() <= 1 or len(steps) == 1:
            continue
        found, after = in_guesses(game.seen_by(1)), Position.of(line[number])
        made = found[next(step for step, reached in steps if reached == after)]
        best = best_on_average(found)
        worse = sum(one < other for one, other in zip(made, found[best]))
        better = sum(one > other for one, other in zip(made, found[best]))
        if worse >= CLEARLY_WORSE and worse > better and sum(made) < sum(found[best]):
            yield Judged(number, as_move(best), worse, len(made))

    # A lost position stays lost, so binary search finds the last one that can be won.
    low, high = sum(game.unseen() > 1 for game in line), len(line) - 1
    if low >= high or _searched(line, high).worth == WON:
        return
    if (winning := _searched(line, low)).worth != WON:
        return
    while high - low > 1:
        middle = (low + high) // 2
        if (there := _searched(line, middle)).worth == WON:
            low, winning = middle, there
        else:
            high = middle
    if _searched(line, high, WIDE, MOST).all_seen:
        yield Judged(high, as_move(winning.plan[Position.of(line[low])]))


def _searched(
    line: Sequence[Mod10], i: int, width: int = WIDTH, most: int = LONGEST * WIDTH
) -> Found:
    """Search from position `i` of the line, where all cards are known.

    If triplets must be picked up, a repeated position ends the game in a draw.
    """
    start, rule = Position.of(line[i]), line[i].options.pick_up
    passed = [Position.of(game) for game in line[:i]] if rule == "must" else []
    if start in passed:
        return Found(LOST, {}, all_seen=True)
    return search(start, rule, width, most=most, passed=passed)


STRATEGIES: Final = {"hint": Fair, "greedy": Greedy}
