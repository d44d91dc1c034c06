"""A judgement of the plans for a turn of Rummy: each is played out in the same imagined worlds.

A judge knows only what a player in that seat can know. Against one rival all play on as hard does;
among several, as medium does, which is faster.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf, sqrt
from typing import Final, NamedTuple

from cardgames.games.rummy.levels import (
    LEVELS,
    MOST_DISCARDS,
    discards,
    end_turn,
    for_good,
    play_turn,
)
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.playout import NOBODY, Round, View, play_out, to_lay_down
from cardgames.games.rummy.worlds import grown_worlds
from cardgames.model.cards import Card
from cardgames.model.game import Move

AHEAD: Final = 20
"""The number of further turns of each player that are played in an imagined world."""


class Plan(NamedTuple):
    """What a player does first in the rest of a turn; it goes on as in the turns that follow."""

    draws: str = ""
    """'draw' or 'take'; '' if a card has been drawn."""
    down: tuple[int, ...] = ()
    """The melds, and the single cards, that are laid down one after the other; each is a set."""
    card: int = NOBODY
    """The number of the card that is then discarded; NOBODY if there is none, or it is open."""


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
    """Plays plans out in imagined worlds; equal views yield equal judgements."""

    def __init__(self, view: View, worlds: Iterator[Round] | None = None) -> None:
        """Prepare to judge plans of the player to move in VIEW, in its WORLDS (default: likely)."""
        self._view = view
        self._more = worlds or grown_worlds(view)
        self._worlds: list[Round] = []
        self.turns = 0
        """The number of turns played so far: the effort."""

    def go_on(self, trials: Sequence[Trial], count: int) -> None:
        """Play the plans of TRIALS out in further worlds, until each has seen COUNT."""
        self._worlds += islice(self._more, max(0, count - len(self._worlds)))
        for number, world in enumerate(self._worlds[:count]):
            for trial in trials:
                if len(trial.ends) == number:
                    trial.ends.append(self._end(world, trial.plan))

    def _end(self, world: Round, plan: Plan) -> End:
        """Return how the hand ends if PLAN is followed in WORLD."""
        round, seat = world.copy(), self._view.seat
        _follow(round, plan)
        if not round.over:
            self._play_on(round, holds=not plan.down)
        self.turns += round.turns - world.turns
        if round.winner == NOBODY:
            return End(False, 0)
        won = round.winner == seat
        return End(won, round.points() if won else -round.points() / (len(round.hands) - 1))

    def _play_on(self, round: Round, holds: bool) -> None:
        """Play ROUND on; among several, HOLDS says whether the player goes on to hold back."""
        view, seat, players = View(round, self._view.held[:]), self._view.seat, len(round.hands)
        last = self._view.round.turns + AHEAD * players
        level = LEVELS["hard" if players == 2 else "medium"]
        if round.turn == seat:
            end_turn(view, level)
        if players > 2:
            play_out(round, last - round.turns, seat if holds else NOBODY)
        while not round.over and round.turns < last:
            play_turn(view, level)


def plans(view: View, most: int = MOST_DISCARDS) -> Iterator[Plan]:
    """Yield the plans worth trying, with at most MOST discards if melds are held back or not."""
    round = view.round
    if not round.drawn:
        if round.may_draw():
            yield Plan("draw")
        if round.discards:
            yield Plan("take")
        return
    passed: list[int] = []
    for step in (for_good, lambda view: to_lay_down(view.round)):
        down = _laid_down(view, step)
        way = round.copy()
        _follow(way, Plan(down=down))
        if way.over:
            yield Plan(down=down)
            return
        if (hand := way.hands[round.turn]) not in passed:
            passed.append(hand)
            yield from [Plan("", down, card) for card in discards(view, way)[:most]]


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


def _laid_down(view: View, next_cards: Callable[[View], int]) -> tuple[int, ...]:
    """Return what is laid down if NEXT_CARDS are laid down again and again."""
    view, down = View(view.round.copy(), view.held), list[int]()
    while not view.round.over and (cards := next_cards(view)):
        down.append(cards)
        view.round.lay_down(cards)
    return tuple(down)


def _follow(round: Round, plan: Plan) -> None:
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
