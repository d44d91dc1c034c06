"""A judgement of the plans for a turn of Rummy: each is played out in the same imagined worlds.

A judge knows only what a player in that seat can know. Against one rival all play on as hard does;
among several, as medium does, which is faster. The `Choices` of a turn are what a hint shows.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import islice
from math import inf, sqrt
from operator import ge
from typing import Any, Final, NamedTuple

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import (
    NOBODY,
    Hand,
    against_one,
    discards,
    end_turn,
    for_good,
    lay_down,
    play_out,
    simple,
    takes,
    to_lay_down,
)
from cardgames.games.rummy.melds import ALL, bits, named, numbers
from cardgames.games.rummy.worlds import grown_worlds, random_worlds
from cardgames.model.cards import BACK, DECK, Card, Pile
from cardgames.model.game import Move

HEATS: Final = ((24, 5), (40, 3), (100, 1))
"""For each round of comparison: the worlds to try candidates in, and the number of these kept."""
ENOUGH: Final = 16_000
"""Thinking stops after this number of imagined turns in all, so that a move is fast."""
MOST_DISCARDS: Final = 5
"""The number of discards tried both with and without laying down cards first."""
HARD_AHEAD: Final = 10
"""The number of further turns of each player that are played in an imagined world."""
WIN: Final = 400
"""The worth of winning the hand, besides its points."""
AHEAD: Final = 20
"""The number of further turns of each player that are played in an imagined world."""
STEP: Final = 4
"""The number of worlds after which it is asked whether the effort is enough."""


class Effort(NamedTuple):
    """How long plans are played out, so that a hint takes half a second at most."""

    heats: tuple[tuple[int, int], ...]
    """For each round in which plans are compared: the worlds seen by then, and the plans kept."""
    enough: int
    """The number of imagined turns after which the effort is enough."""
    every: int
    """The least number of worlds that each plan has seen if all are wanted."""


AGAINST_ONE: Final = Effort(((12, 6), (40, 3), (320, 3)), 7_500, 24)
AMONG_SEVERAL: Final = Effort(((40, 6), (100, 4), (320, 3)), 34_000, 100)
"""Among several, turns are imagined faster."""
SURE: Final = 60
"""What fewer worlds than this show is only rough: standard errors cannot be trusted."""
LEAST: Final = 0.5
"""The least number of points by which a plan must be better for anybody to care."""
SHOWN: Final = 3
"""The most choices that a hint compares."""


class Plan(NamedTuple):
    """What a player does first in the rest of a turn; it goes on as in the turns that follow."""

    draws: str = ""
    """'draw' or 'take'; '' if a card has been drawn."""
    down: tuple[int, ...] = ()
    """The melds, and the single cards, that are laid down one after the other; each is a set."""
    card: int = NOBODY
    """The number of the card that is then discarded; NOBODY if there is none, or it is open."""


class Candidate(NamedTuple):
    """A way to end the turn, which hard tries in imagined worlds."""

    down: bool
    """Does the player first lay down all possible cards?"""
    card: int
    """The number of the card to discard."""


class End(NamedTuple):
    """How a hand ends in an imagined world."""

    won: bool
    points: float
    """The points that it brings; those of a rival are shared out among the others as a loss."""


class Gap(NamedTuple):
    """By how much one plan is better than another in the same worlds, on average."""

    points: float
    error: float
    """The standard error of the points."""
    chance: float
    chance_error: float

    @property
    def is_real(self) -> bool:
        """Is the difference in points beyond two standard errors?"""
        return abs(self.points) > 2 * self.error


class Trial:
    """A plan, and how the hand ended with it in each of the worlds."""

    def __init__(self, plan: Plan) -> None:
        """Begin to try PLAN."""
        self.plan = plan
        self.ends: list[End] = []

    @property
    def chance(self) -> float:
        """The share of worlds in which the hand is won."""
        return sum([end.won for end in self.ends]) / len(self.ends)

    @property
    def points(self) -> float:
        """The points that the plan brings on average."""
        return sum([end.points for end in self.ends]) / len(self.ends)

    def better_than(self, other: "Trial", since: int = 0) -> Gap:
        """Compare the plan with another one, in the worlds that both saw, from number SINCE on."""
        pairs = list(zip(self.ends, other.ends))[since:]
        points = _mean([one.points - two.points for one, two in pairs])
        return Gap(*points, *_mean([float(one.won) - two.won for one, two in pairs]))


class Judge:
    """Plays plans out in imagined worlds; what looks the same is judged the same."""

    def __init__(self, hand: Hand, worlds: Iterator[Hand] | None = None) -> None:
        """Prepare to judge plans of the player to move in HAND, in its WORLDS (default: likely)."""
        self._hand = hand
        self._more = worlds or grown_worlds(hand)
        self._worlds: list[Hand] = []
        self.turns = 0
        """The number of turns played so far: the effort."""

    def go_on(self, trials: Sequence[Trial], count: int) -> None:
        """Play the plans of TRIALS out in further worlds, until each has seen COUNT."""
        self._worlds += islice(self._more, max(0, count - len(self._worlds)))
        for number, world in enumerate(self._worlds[:count]):
            for trial in trials:
                if len(trial.ends) == number:
                    trial.ends.append(self._end(world, trial.plan))

    def _end(self, world: Hand, plan: Plan) -> End:
        """Return how the hand ends if PLAN is followed in WORLD."""
        round, seat = world.copy(), self._hand.turn
        _follow(round, plan)
        if not round.over:
            self._play_on(round, holds=not plan.down)
        self.turns += round.turns - world.turns
        if round.winner == NOBODY:
            return End(False, 0)
        won = round.winner == seat
        return End(won, round.points() if won else -round.points() / (len(round.hands) - 1))

    def _play_on(self, round: Hand, holds: bool) -> None:
        """Play ROUND on; among several, HOLDS says whether the player goes on to hold back."""
        seat, players = self._hand.turn, len(round.hands)
        last = self._hand.turns + AHEAD * players
        if round.turn == seat:
            end_turn(round, against_one if players == 2 else simple)
        if players > 2:
            play_out(round, last - round.turns, seat if holds else NOBODY)
        while not round.over and round.turns < last:
            round.take() if takes(round) else round.draw()
            end_turn(round, against_one)


def plans(hand: Hand, most: int = MOST_DISCARDS) -> Iterator[Plan]:
    """Yield the plans worth trying, with at most MOST discards if melds are held back or not."""
    if not hand.drawn:
        if hand.may_draw():
            yield Plan("draw")
        if hand.discards:
            yield Plan("take")
        return
    passed: list[int] = []
    for step in (for_good, to_lay_down):
        down = _laid_down(hand, step)
        way = hand.copy()
        _follow(way, Plan(down=down))
        if way.over:
            yield Plan(down=down)
            return
        if (left := way.hands[hand.turn]) not in passed:
            passed.append(left)
            yield from [Plan("", down, card) for card in discards(way)[:most]]


def plan_made(moves: Sequence[Move]) -> Plan:
    """Return the plan that a player followed by MOVES: the draw alone, or the rest of a turn."""
    if moves[0].name in ("draw", "take"):
        return Plan(moves[0].name)
    down, card = list[int](), NOBODY
    for move in moves:
        cards = [bits([card]) for card in move.arguments if isinstance(card, Card)]
        if move.name == "discard":
            card = cards[0].bit_length() - 1
        else:
            down += [sum(cards)] if move.name == "meld" else cards
    return Plan("", tuple(down), card)


def _laid_down(hand: Hand, next_cards: Callable[[Hand], int]) -> tuple[int, ...]:
    """Return what is laid down if NEXT_CARDS are laid down again and again."""
    hand, down = hand.copy(), list[int]()
    while not hand.over and (cards := next_cards(hand)):
        down.append(cards)
        hand.lay_down(cards)
    return tuple(down)


def _follow(round: Hand, plan: Plan) -> None:
    """Do in ROUND what PLAN says for the rest of a turn."""
    if plan.draws:
        round.take() if plan.draws == "take" else round.draw()
    for cards in plan.down:
        round.lay_down(cards)
    if plan.card != NOBODY:
        round.discard(plan.card)


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean of NUMBERS, and its standard error."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return mean, inf
    return mean, sqrt(sum([(one - mean) ** 2 for one in numbers]) / (count - 1) / count)


class Choice:
    """A plan for the rest of the turn, with what the player can count of it."""

    def __init__(self, game: Rummy, trial: Trial) -> None:
        """Count for the plan of TRIAL what can be counted in GAME."""
        self.trial = trial
        self.plan: Plan = trial.plan
        self.card = None if self.plan.card == NOBODY else DECK[self.plan.card]
        """The discard, or None."""
        after = _after(game.now, self.plan)
        self.outs = _outs(after, bits(pool(game)[0]))
        """The number of cards that may come and would then complete a meld, or fit one."""
        self.uses = _uses(after, self.plan.card)
        """The number of ways in which a rival may be able to use the discard."""
        value = after.rules.tables.values[self.plan.card] if self.card else 0
        self.counts = (self.outs, -self.uses, value)
        """What can be counted of the choice: the more, the better."""

    def __repr__(self) -> str:
        down = [f"lay down {' '.join(map(str, named(cards)))}" for cards in self.plan.down]
        acts = [self.plan.draws, *down, f"discard {self.card}" if self.card else ""]
        return f"<Choice: {', '.join(filter(None, acts))}>"


class Choices(Sequence[Choice]):
    """The choices of a turn: the one to make, then the others, as a rule the best first."""

    def __init__(self, game: Rummy, move: Move) -> None:
        """Compare the plans in GAME, as its player sees it, for one who would make MOVE.

        MOVE stays the first choice unless another one is likely better, by a standard error: it was
        well chosen, and figures from few worlds are rough. One that is as good, and better in what
        can be counted, is preferred, too.
        """
        self.game = game
        self.every = False
        """Is no discard left out?"""
        self._start = game.now
        self._judge = Judge(game.now)
        self._laid: tuple[int, ...] = ()
        self._trials, self._front = _compared(self._judge, game.now, move, self._choice)
        self._found = list(map(self._choice, self._trials))
        self._usual = [one.plan for one in self._found]

    def __getitem__(self, number: Any) -> Any:
        return self._found[number]

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr(self._found)

    @property
    def worlds(self) -> int:
        """The number of worlds in which the first choice was played out."""
        return len(self._found[0].trial.ends)

    @property
    def goes_on(self) -> bool:
        """Is a part of the plan of the first choice made already?"""
        return bool(self._laid)

    @property
    def front(self) -> list[Choice]:
        """The best choices: those that were never dropped."""
        return [one for one, trial in zip(self, self._trials) if trial in self._front]

    @property
    def is_dead(self) -> bool:
        """Does nobody win in any of the imagined worlds?"""
        return self.worlds > 0 and not any(
            end.won or end.points for trial in self._trials for end in trial.ends
        )

    def in_full(self) -> "Choices":
        """Return the same choices, and with them every other discard."""
        full = copy(self)
        if not self.every:
            full._add_the_rest()
        return full

    def after(self, game: Rummy, laid: tuple[int, ...]) -> "Choices":
        """Return what is left of the choices in GAME, where the cards LAID of the plan are down."""
        left = copy(self)
        left.game, left.every, left._laid = game, False, (*self._laid, *laid)
        left._trials = [one for one in self._trials if set(laid) <= set(one.plan.down)]
        left._found = list(map(left._choice, left._trials))
        left._usual = [one.plan for one in left._found]
        return left

    @property
    def laid(self) -> list[int]:
        """The sets of cards that the usual plans lay down, the smallest first."""
        return sorted({sum(plan.down) for plan in self._usual}, key=int.bit_count)

    @property
    def lays_melds(self) -> bool:
        """Does any plan lay down a meld, and not only single cards?"""
        return any(cards & (cards - 1) for plan in self._usual for cards in plan.down)

    def is_rough(self, choice: Choice) -> bool:
        """Did CHOICE see too few worlds to say for sure how good it is?"""
        return len(choice.trial.ends) < SURE

    def gap(self, other: Choice) -> Gap:
        """Return by how much the first choice is better than the OTHER one."""
        return self._found[0].trial.better_than(other.trial)

    def points(self, choice: Choice) -> float:
        """Return the points that CHOICE brings on average.

        It may have seen fewer worlds than the first choice. So it is measured by the gap in those.
        """
        return self._found[0].trial.points - self.gap(choice).points

    def chance(self, choice: Choice) -> float:
        """Return the chance of winning the hand by CHOICE, measured in the same way."""
        return min(1.0, max(0.0, self._found[0].trial.chance - self.gap(choice).chance))

    def _add_the_rest(self) -> None:
        """Add the discards that were left out, and play them out roughly."""
        self.every = True
        if not self.game.drawn:
            return
        first, *others = self._trials
        rest = _other_discards(self._start, first.plan, self._trials)
        others += [Trial(plan) for plan in rest if set(self._laid) <= set(plan.down)]
        least = _effort(self._start).every if first.ends else SURE
        self._judge.go_on([one for one in (first, *others) if len(one.ends) < least], least)
        others.sort(key=lambda other: first.better_than(other).points)
        self._trials = [first, *others]
        self._found = list(map(self._choice, self._trials))

    def _choice(self, trial: Trial) -> Choice:
        """Return the choice of what is left of the plan of TRIAL."""
        down = tuple(cards for cards in trial.plan.down if cards not in self._laid)
        left = Trial(trial.plan._replace(down=down))
        left.ends = trial.ends
        return Choice(self.game, left)


def _compared(
    judge: Judge, hand: Hand, move: Move, choice: Callable[[Trial], Choice]
) -> tuple[list[Trial], list[Trial]]:
    """Return the plans that were played out, and the best of them, which were never dropped.

    The one to follow comes first, then the others, the best first; those dropped early come last.
    CHOICE counts what can be counted of a plan.
    """
    trials = [Trial(plan) for plan in plans(hand)]
    own = [trial for trial in trials if _begins(trial.plan, move)]
    if not own:
        own = [Trial(plan_made([move]))]
        trials += own
    if len(trials) == 1:
        return trials, trials
    front = _heats(judge, trials, own, _effort(hand))
    first = _best([trial for trial in front if trial in own])
    while better := [trial for trial in front if is_likely(trial.better_than(first))]:
        first = _best(better)
    if preferred := [one for one in front if is_preferred(choice(one), choice(first))]:
        first = _best(preferred)
    others = sorted(trials, key=lambda other: first.better_than(other).points)
    others.sort(key=lambda other: -len(other.ends))
    found = [first, *(other for other in others if other is not first)]
    return found, [one for one in found[:SHOWN] if len(one.ends) == len(first.ends)]


def _effort(hand: Hand) -> Effort:
    """Return how long plans are played out."""
    return AGAINST_ONE if len(hand.hands) == 2 else AMONG_SEVERAL


def is_preferred(one: Choice, first: Choice) -> bool:
    """Should ONE be advised rather than FIRST, so that the hint can say why?

    It must do about as well in the worlds, and better in what can be counted.
    """
    gap = first.trial.better_than(one.trial)
    if one.card is None or first.card is None or is_likely(gap):
        return False
    if gap.chance < -2 * gap.chance_error:
        return True
    if gap.chance > gap.chance_error or sum(one.plan.down) != sum(first.plan.down):
        return False
    mine, theirs = one.counts, first.counts
    return mine != theirs and all(map(ge, mine, theirs))


def _heats(judge: Judge, trials: list[Trial], own: list[Trial], effort: Effort) -> list[Trial]:
    """Play TRIALS out in more and more worlds, and return those that were never dropped.

    The best one of those that are the player's OWN stays in any case.
    """
    seen, front = 0, trials
    for count, left in effort.heats:
        while seen < count and (not seen or judge.turns < effort.enough):
            seen = min(count, seen + (STEP if seen else effort.heats[0][0]))
            judge.go_on(front, seen)
        kept = sorted(front, key=lambda trial: -trial.points)[:left]
        best = _best([trial for trial in front if trial in own])
        front = kept if best in kept else [*kept[:-1], best]
    return front


def is_clear(gap: Gap) -> bool:
    """Does GAP show for sure that one plan is better than another, and by more than a trifle?"""
    return gap.is_real and gap.points >= LEAST


def is_likely(gap: Gap) -> bool:
    """Does GAP show that one plan is probably better than another?"""
    return gap.points > max(LEAST, gap.error)


def _best(trials: Sequence[Trial]) -> Trial:
    """Return the trial with most points; the first one of equals."""
    return max(trials, key=lambda trial: trial.points)


def _begins(plan: Plan, move: Move) -> bool:
    """Does PLAN begin with MOVE?"""
    made = plan_made([move])
    if made.draws or not made.down:
        return plan == made
    return plan.down[:1] == made.down


def same_plan(one: Plan, other: Plan) -> bool:
    """Do both plans come to the same, whatever is laid down first?"""
    return (one.draws, sum(one.down), one.card) == (other.draws, sum(other.down), other.card)


def _other_discards(hand: Hand, first: Plan, trials: Sequence[Trial]) -> Iterator[Plan]:
    """Yield plans with the discards that the TRIALS leave out.

    Cards are laid down as in the plan FIRST, unless the discard is one of them.
    """
    tried = {trial.plan.card for trial in trials}
    left = _after(hand, first._replace(card=NOBODY)).own
    for card in numbers(hand.own & ~hand.taken):
        if card not in tried:
            yield first._replace(card=card) if left >> card & 1 else Plan("", (), card)


def _after(hand: Hand, plan: Plan) -> Hand:
    """Return HAND after PLAN, in which it is still the turn of the same player."""
    after = hand.copy()
    for cards in plan.down:
        after.lay_down(cards)
    if plan.card != NOBODY:
        after.hands[hand.turn] &= ~(1 << plan.card)
    return after


def _outs(after: Hand, coming: int) -> int:
    """Return how many of the cards COMING complete a meld in the hand, or fit one on the table."""
    tables, hand = after.rules.tables, after.hands[after.turn]
    fitting = after.runs | after.groups if after.may_lay_off() else 0
    outs = coming & fitting
    for card in numbers(coming & ~outs & ~hand):
        if any(hand >> other & 1 and hand & thirds for other, thirds in tables.pairs[card]):
            outs |= 1 << card
    return (outs & ~hand).bit_count()


def _uses(after: Hand, card: int) -> int:
    """Return in how many ways rivals may use CARD: with a pair of cards, or laid off on the table.

    Any cards may be the rivals' that the player does not see elsewhere.
    """
    if card == NOBODY:
        return 0
    elsewhere = after.out | after.hands[after.turn] | 1 << card
    if after.order_known:
        elsewhere |= sum(1 << other for other in after.stock)
    pairs = after.rules.tables.outs(card, 0, ALL & ~elsewhere)[1]
    if after.rules.off_after_meld and not after.melded & ~(1 << after.turn):
        return pairs
    return pairs + (after.runs >> card & 1) + (after.groups >> card & 1)


def pool(game: Rummy) -> tuple[Pile, str]:
    """Return all cards that the next draw may bring, and words for them: 'unseen cards'."""
    if game.now.order_known:
        return game.stock, "cards of the stock"
    table = [meld.cards for meld in game.melds]
    seen = [hand_of(game), game.discards, *table, *game.held]
    known = {card for cards in seen for card in cards}
    return tuple(card for card in DECK if card not in known), "unseen cards"


def hand_of(game: Rummy) -> Pile:
    """Return the hand of the player to move."""
    return tuple(card for card in game.hands[game.turn - 1] if card is not BACK)


def best_in_worlds(hand: Hand) -> Candidate:
    """Return the candidate that does best in imagined worlds; HEATS says when to drop bad ones."""
    down = hand.copy()
    lay_down(down)
    if down.over or hand.made and down.hands != hand.hands:
        return Candidate(True, 0)
    ways = [hand, down] if down.hands != hand.hands else [hand]
    totals = {
        Candidate(way is down, card): 0.0 for way in ways for card in discards(way)[:MOST_DISCARDS]
    }
    worlds, turns = random_worlds(hand), 0
    for count, left in HEATS:
        for world in islice(worlds, count):
            if turns > ENOUGH or len(totals) == 1:
                break
            for one in totals:
                end = end_in(world, hand, down if one.down else hand, one.card)
                totals[one] += worth(end, hand.turn)
                turns += end.turns - hand.turns
        best = sorted(totals, key=totals.__getitem__, reverse=True)[:left]
        totals = {one: totals[one] for one in best}
    return next(iter(totals))


def end_in(world: Hand, hand: Hand, way: Hand, card: int) -> Hand:
    """Discard CARD from WAY, the hand with melds laid down or held back; play on; return the end.

    WORLD supplies the hidden cards. A player who holds melds back now does so in later turns, too.
    """
    round = way.copy()
    round.hands = world.hands[:]
    round.hands[hand.turn] = way.own
    round.stock = world.stock[:]
    round.chance = world.chance
    round.discard(card)
    holds = way is hand and way.rules.tables.has_meld(hand.own)
    play_out(round, HARD_AHEAD * len(round.hands), hand.turn if holds else NOBODY)
    return round


def worth(end: Hand, seat: int) -> float:
    """Return the worth to SEAT of END, the position at the end of an imagined hand."""
    if end.winner == NOBODY:
        return 0
    won = WIN + end.points()
    return won if end.winner == seat else -won / (len(end.hands) - 1)
