"""Rollouts for a turn of Rummy: all plans are played out in the same sampled worlds.

A judge uses only the cards that the player to move can know. In its worlds, two players play at the
level 'hard'; three or more play at 'medium', which is faster. A hint shows the `Choices` of a turn.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import islice
from math import sqrt
from operator import attrgetter, ge
from typing import Final, NamedTuple

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NOBODY, Hand, against_one, discards, for_good, simple
from cardgames.games.rummy.melds import bits, named, numbers
from cardgames.model.cards import DECK, Card, cards_in
from cardgames.model.deal import Random
from cardgames.model.game import Move

LIKELY: Final = 4  # the most tries to deal a rival a hand without melds, as most hands have none
# For every three cards that a rival drew, two extra cards are dealt to it, and then it drops its
# worst cards. The third card is assumed to be useless. These numbers were found by trial.
USED: Final = 2
DRAWN: Final = 3
HOLDERS: Final = 2  # one in this many rivals without a meld on the table holds melds back
MOST_DISCARDS: Final = 5  # the most discards tried with melds laid down, and also with melds held
AHEAD: Final = 20  # the number of further turns that each player plays in a sampled world
POINTS: Final = attrgetter("points")
STEP: Final = 4  # after this number of worlds, check whether the effort is enough


class Budget(NamedTuple):
    """How long plans are played out, so that a hint takes half a second at most."""

    heats: tuple[tuple[int, int], ...]  # for each round: worlds seen so far, number of plans kept
    enough: int  # the number of sampled turns after which the effort is enough
    every: int  # the least number of worlds for each plan if every discard is compared


FOR_TWO: Final = Budget(((12, 6), (40, 3), (320, 3)), 7_500, 24)
FOR_MORE: Final = Budget(((40, 6), (100, 4), (320, 3)), 34_000, 100)  # 'medium' is fast
SURE: Final = 60  # the least number of worlds from which a standard error can be trusted
LEAST: Final = 0.5  # a plan that is better by fewer points than this counts as no better
SHOWN: Final = 3  # the most choices that a hint compares


class TurnPlan(NamedTuple):
    """A plan for the rest of a turn.

    If the plan leaves steps open, the strategy that plays the later turns also plays these steps.
    """

    draws: str = ""  # 'draw' or 'take'; '' if a card has been drawn
    down: tuple[int, ...] = ()  # the sets to lay down in order: melds, or single cards to lay off
    card: int = NOBODY  # the number of the discard; NOBODY if there is none, or it is left open

    def carried_out(self, hand: Hand) -> Hand:
        after = hand.copy()
        if self.draws:
            after.take() if self.draws == "take" else after.draw()
        for cards in self.down:
            after.lay_down(cards)
        if self.card != NOBODY:
            after.discard(self.card)
        return after

    def moves(self, game: Rummy) -> list[Move]:
        if self.draws:
            return [Move(self.draws)]
        found = list[Move]()
        for cards in self.down:
            game = game.apply(found[-1]) if found else game
            found.append(game.move_of((cards, True)))
        return found if self.card == NOBODY else [*found, Move("discard", (DECK[self.card],))]

    @property
    def effect(self) -> tuple[str, int, int]:
        """A key for the plan, which ignores the order in which cards are laid down."""
        return self.draws, sum(self.down), self.card


class End(NamedTuple):
    won: bool
    points: float  # the points won; if a rival wins, minus this loser's share of its points


class Gap(NamedTuple):
    """By how much one plan is better than another in the same worlds, on average."""

    points: float
    error: float  # the standard error of the points
    chance: float
    chance_error: float

    @property
    def is_clear(self) -> bool:
        """Is the gap more than two standard errors, and more than a trifle?"""
        return self.points > 2 * self.error and self.points >= LEAST

    @property
    def is_likely(self) -> bool:
        return self.points > max(LEAST, self.error)


class Tried:
    """A plan for the rest of the turn, and how the hand ends with it in each sampled world."""

    def __init__(self, plan: TurnPlan, hand: Hand) -> None:
        self.plan = plan
        self._hand = hand  # the hand where the plan begins
        self.ends: list[End] = []

    def __repr__(self) -> str:
        down = [f"lay down {' '.join(map(str, named(cards)))}" for cards in self.plan.down]
        acts = [self.plan.draws, *down, f"discard {self.card}" if self.card else ""]
        return f"<Choice: {', '.join(filter(None, acts))}>"

    @property
    def card(self) -> Card | None:
        return None if self.plan.card == NOBODY else DECK[self.plan.card]

    @property
    def chance(self) -> float:
        return sum([end.won for end in self.ends]) / len(self.ends)

    @property
    def points(self) -> float:
        return sum([end.points for end in self.ends]) / len(self.ends)

    @property
    def is_rough(self) -> bool:
        """Was the plan tried in too few worlds to be sure how good it is?"""
        return len(self.ends) < SURE

    def better_than(self, other: "Tried", since: int = 0) -> Gap:
        """Compare two plans in the worlds where both were tried, from world number `since` on."""
        pairs = list(zip(self.ends, other.ends))[since:]
        points = _mean([one.points - two.points for one, two in pairs])
        return Gap(*points, *_mean([float(one.won) - two.won for one, two in pairs]))

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """The outs, the uses times -1, and the value of the discard: higher numbers are better."""
        card = self.plan.card
        value = 0 if card == NOBODY else self._hand.rules.melds.values[card]
        return self.outs, -self.uses, value

    @cached_property
    def rest(self) -> Hand:
        """The hand after the plan, but before the turn passes to the next player."""
        after = TurnPlan(down=self.plan.down).carried_out(self._hand)
        if self.plan.card != NOBODY:
            after.hands[after.turn] &= ~(1 << self.plan.card)
        return after

    @cached_property
    def outs(self) -> int:
        """The number of cards that may still come and then complete a meld, or can be laid off."""
        after = self.rest
        coming = self._hand.coming & ~after.own
        outs = coming & (after.runs | after.groups) if after.may_lay_off() else 0
        completes = after.rules.melds.completes
        more = [card for card in numbers(coming & ~outs) if completes(card, after.own)]
        return outs.bit_count() + len(more)

    @cached_property
    def uses(self) -> int:
        """In how many ways can rivals use the discard: meld it with two cards, or lay it off?"""
        after, card = self.rest, self.plan.card
        if card == NOBODY:
            return 0
        pairs = after.rules.melds.outs(card, 0, after.elsewhere & ~(1 << card))[1]
        if after.rules.lay_off == "after-meld" and not after.melded & ~(1 << after.turn):
            return pairs
        return pairs + (after.runs >> card & 1) + (after.groups >> card & 1)


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    count = len(numbers)
    mean = sum(numbers) / count
    return mean, sqrt(sum([(one - mean) ** 2 for one in numbers]) / (count - 1) / count)


class Judge:
    """Plays out plans in sampled worlds, which depend only on what the player to move sees."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._more = grown_worlds(hand)
        self._worlds: list[Hand] = []
        self.turns = 0  # the number of turns played so far: the effort

    def go_on(self, trials: Sequence[Tried], count: int) -> None:
        """Play plans out in further worlds, until each plan has been tried in `count` worlds."""
        self._worlds += islice(self._more, max(0, count - len(self._worlds)))
        for trial in trials:
            for world in self._worlds[len(trial.ends) : count]:
                trial.ends.append(self._end(world, trial.plan))

    def heats(self, trials: Sequence[Tried], effort: Budget, own: Sequence[Tried]) -> list[Tried]:
        """Drop the worst plans in every round, but keep the best of `own`; return what is left."""
        seen, front = 0, [*trials]
        for count, left in effort.heats:
            while seen < count and (not seen or self.turns < effort.enough):
                seen = min(count, seen + (STEP if seen else effort.heats[0][0]))
                self.go_on(front, seen)
            best = max([one for one in front if one in own], key=POINTS)
            kept = sorted(front, key=POINTS, reverse=True)[:left]
            front = kept if best in kept else [*kept[:-1], best]
        return front

    def _end(self, world: Hand, plan: TurnPlan) -> End:
        end, seat, players = plan.carried_out(world), self.hand.turn, len(world.hands)
        last = self.hand.turns + AHEAD * players
        play = against_one if players == 2 else simple
        if end.turn == seat:
            end.end_turn(play)
        # among several, a plan that lays nothing down holds melds back later, too
        end.play_out(last, play, NOBODY if plan.down or players == 2 else seat)
        self.turns += end.turns - world.turns
        if end.winner == NOBODY:
            return End(False, 0)
        won = end.winner == seat
        return End(won, end.points() if won else -end.points() / (players - 1))


def plans(hand: Hand, most: int = MOST_DISCARDS) -> Iterator[TurnPlan]:
    """Yield the plans worth trying: some lay melds down, and some keep them in the hand."""
    if not hand.drawn:
        if hand.may_draw():
            yield TurnPlan("draw")
        yield TurnPlan("take")
        return
    passed = 0
    for next_cards in (for_good, Hand.to_lay_down):
        way, down = hand.laid_down(next_cards)
        if way.over:
            yield TurnPlan(down=down)
            return
        if way.own != passed:
            yield from [TurnPlan("", down, card) for card in discards(way)[:most]]
        passed = way.own


def plan_made(moves: Sequence[Move]) -> TurnPlan:
    if moves[0].name in ("draw", "take"):
        return TurnPlan(moves[0].name)
    down, card = list[int](), NOBODY
    for move in moves:
        cards = [bits([card]) for card in cards_in(move.arguments)]
        if move.name == "discard":
            card = cards[0].bit_length() - 1
        else:
            down += [sum(cards)] if move.name == "meld" else cards
    return TurnPlan("", tuple(down), card)


class Choices(list[Tried]):
    """The choices of a turn: first the advised choice, then the others, usually the best first."""

    def __init__(self, game: Rummy, move: Move) -> None:
        """Compare the plans for a position as its player sees it; some of them begin with `move`.

        A plan that begins with `move` comes first, unless another plan `is_preferred` or is better
        by more than a standard error. Smaller gaps mean little, because figures from few worlds are
        rough.
        """
        self.game = game
        self.every = False  # is every possible discard among the choices?
        self._judge = Judge(game.now)
        self._effort = FOR_TWO if len(game.now.hands) == 2 else FOR_MORE
        self.laid: tuple[int, ...] = ()  # the sets of the plan that are on the table already
        super().__init__([Tried(plan, game.now) for plan in plans(game.now)])
        self.front: Sequence[Tried] = self  # the best choices, none of them dropped early
        made = plan_made([move])
        begun = made.down or None  # a plan may go on after its first meld, not after a discard
        own = [one for one in self if one.plan == made or one.plan.down[:1] == begun]
        if not own:
            own = [Tried(made, game.now)]
            self += own
        if len(self) > 1:
            front = self._judge.heats(self, self._effort, own)
            first = max([one for one in front if one in own], key=POINTS)
            while better := [one for one in front if one.better_than(first).is_likely]:
                first = max(better, key=POINTS)
            if preferred := [one for one in front if is_preferred(one, first)]:
                first = max(preferred, key=POINTS)
            others = [one for one in self if one is not first]
            # Choices that were dropped early come last.
            others.sort(key=lambda one: (-len(one.ends), first.better_than(one).points))
            self[:] = [first, *others]
            self.front = [one for one in self[:SHOWN] if len(one.ends) == len(first.ends)]
        self.usual = [one.plan for one in self]

    def left(self, plan: TurnPlan) -> TurnPlan:
        """Return a plan without the sets that already lie on the table."""
        return plan._replace(down=tuple([cards for cards in plan.down if cards not in self.laid]))

    @property
    def worlds(self) -> int:
        return len(self[0].ends)

    @property
    def is_dead(self) -> bool:
        ends = [end for one in self for end in one.ends]
        return self.worlds > 0 and not any(end.won or end.points for end in ends)

    def in_full(self) -> "Choices":
        """Return these choices and a plan for each other discard, tried in few worlds."""
        full = copy(self)
        full.every = True
        if not self.game.drawn:
            return full
        first, *others = self
        start, tried = self._judge.hand, [one.plan.card for one in self]
        for card in numbers(start.own & ~start.taken):
            is_left = first.rest.own >> card & 1
            plan = first.plan._replace(card=card) if is_left else TurnPlan("", (), card)
            if card not in tried and set(self.laid) <= set(plan.down):
                others.append(Tried(plan, start))
        least = self._effort.every if first.ends else SURE
        self._judge.go_on([one for one in (first, *others) if len(one.ends) < least], least)
        others.sort(key=lambda other: first.better_than(other).points)
        full[:] = [first, *others]
        return full

    def after(self, game: Rummy, laid: tuple[int, ...]) -> "Choices":
        """Return the choices that lay down the sets `laid`, which are on the table in `game`."""
        left = copy(self)
        left.game, left.laid = game, (*self.laid, *laid)
        left[:] = [one for one in self if set(laid) <= set(one.plan.down)]
        left.front = [one for one in self.front if one in left]
        left.usual = [one.plan for one in left]
        return left

    def gap(self, other: Tried) -> Gap:
        return self[0].better_than(other)


def is_preferred(one: Tried, first: Tried) -> bool:
    """Is `one` better advice than `first`, because it wins more often or has better `counts`?"""
    gap = first.better_than(one)
    if one.card is None or first.card is None or gap.is_likely:
        return False
    if gap.chance < -2 * gap.chance_error:
        return True
    if gap.chance > gap.chance_error or sum(one.plan.down) != sum(first.plan.down):
        return False
    return one.counts != first.counts and all(map(ge, one.counts, first.counts))


def grown_worlds(hand: Hand) -> Iterator[Hand]:
    """Yield sampled worlds in which rivals have improved hands.

    The worlds depend only on what the player to move sees. If hands are simply dealt at random,
    rivals look too weak: against an equal player, the hard computer then expects to win 65% of the
    hands, but wins 48%. With improved hands it expects to win 51%: the rivals have kept melds and
    cards close to a meld, and have discarded cards of high value.
    """
    random, seat = hand.luck(), hand.turn
    while True:
        world = hand.copy()
        world.chance = random.below(1 << 31)
        cards = hand.hidden()
        rivals = [other for other in range(len(world.hands)) if other != seat]
        random.shuffle(rivals)
        for rival in rivals:
            for _ in range(LIKELY):
                random.shuffle(cards)
                holds = not hand.melded >> rival & 1 and not random.below(HOLDERS)
                begun = _with_taken(hand, rival, cards, random) if holds else 0
                world.hands[rival] = _grown(hand, rival, begun, cards)
                if holds or not hand.rules.melds.has_meld(world.hands[rival]):
                    break
            cards = [card for card in cards if not world.hands[rival] >> card & 1]
        if not world.order_known:
            random.shuffle(cards)
            world.stock = cards
        yield world


def _with_taken(hand: Hand, rival: int, cards: list[int], random: Random) -> int:
    """Return a set of hidden cards that make melds with the discards that a rival took."""
    rules, known = hand.rules.melds, hand.held[rival]
    lacking = hand.hands[rival].bit_count() - known.bit_count()
    free, found = sum([1 << card for card in cards]), known
    for card in numbers(known):
        if rules.split(found).cards >> card & 1:
            continue
        room, usable = lacking - (found ^ known).bit_count(), free | found
        pairs = [
            1 << other | 1 << third
            for other, thirds in rules.pairs[card].items()
            for third in numbers(thirds & usable)
            if usable >> other & 1 and other < third
        ]
        pairs = [pair for pair in pairs if (pair & ~found).bit_count() <= room]
        if pairs:
            found |= pairs[random.below(len(pairs))]
    return found ^ known


def _grown(hand: Hand, rival: int, begun: int, cards: list[int]) -> int:
    """Return a hand for a rival: its known cards, the set `begun`, and the best other cards."""
    known, rules = hand.held[rival], hand.rules.melds
    found = known | begun
    lacking = hand.hands[rival].bit_count() - found.bit_count()
    more = 0
    if lacking and not hand.order_known:
        players = len(hand.hands)
        drawn = (hand.turns + (rival - hand.turn) % players) // players
        more = min((drawn * USED + 1) // DRAWN, len(hand.stock))
    rest = [card for card in cards if not begun >> card & 1]
    found |= sum([1 << card for card in rest[: lacking + more]])
    for _ in range(more):
        free = found & ~known
        found ^= 1 << rules.dearest(free & ~rules.split(found).cards or free)
    return found
