"""How the computer players of Rummy decide; `strategy.py` turns the decisions into moves.

Easy and medium play by a simple rule, and easy makes slips. Hard weighs each discard by the cards
that it and its rivals still hope for. Against one rival it holds its melds back; against several it
imagines worlds, arrangements of the hidden cards, and plays the hand out in each.
"""

from itertools import islice
from typing import Final, NamedTuple

from cardgames.games.rummy.game import DEALT
from cardgames.games.rummy.lookup import numbers
from cardgames.games.rummy.playout import (
    NOBODY,
    Round,
    View,
    discard_fits,
    ends_hand,
    fewest_of_rivals,
    lay_down,
    loose,
    play_out,
    to_lay_down,
)

SLIPS: Final = 15
"""The percentage of decisions that easy makes at random."""
NEAR: Final = 3
"""A rival with at most this number of cards is close to going out."""
HEATS: Final = ((24, 5), (40, 3), (100, 1))
"""For each round of comparison: the worlds to try candidates in, and the number of these kept."""
ENOUGH: Final = 16_000
"""Thinking stops after this number of imagined turns in all, so that a move is fast."""
MOST_DISCARDS: Final = 5
"""The number of discards tried both with and without laying down cards first."""
AHEAD: Final = 10
"""The number of further turns of each player that are played in an imagined world."""
WIN: Final = 400
"""The worth of winning the hand, besides its points."""


class Weights(NamedTuple):
    """The weights of reasons to keep or discard a card, in twentieths of a point of deadwood."""

    out: int
    """The weight of each card that may still be drawn and would complete a meld with the card."""
    fit: int
    """The weight of a card that fits a meld on the table."""
    danger: int
    """The weight of each unseen pair with which a rival could meld the card."""
    point: int
    """The weight of each point of the card's value, while no rival has fewer cards than dealt."""
    pressure: int
    """The increase of `point` for each card that the smallest rival hand lost since the deal."""


AGAINST_ONE: Final = Weights(out=60, fit=120, danger=6, point=16, pressure=3)
AMONG_SEVERAL: Final = Weights(out=240, fit=600, danger=6, point=4, pressure=2)
"""The weights against several rivals, where speed wins a hand and points count less."""


class Candidate(NamedTuple):
    """A way to end the turn, which hard tries in imagined worlds."""

    down: bool
    """Does the player first lay down all possible cards?"""
    card: int
    """The number of the card to discard."""


class Play(NamedTuple):
    """One step of a turn: cards to lay down, or a card to discard."""

    cards: int
    """A meld, or a single card, as a set."""
    down: bool
    """Are the cards laid down, rather than discarded?"""


class Medium:
    """Lays down cards at once; discards the most valuable one that is not close to a meld."""

    def takes(self, view: View) -> bool:
        """Should the player take the top discard, rather than draw?"""
        round = view.round
        return bool(round.discards) and (discard_fits(round) or not round.may_draw())

    def play(self, view: View) -> Play:
        """Return the next step of the turn, once a card has been drawn or taken."""
        if cards := to_lay_down(view.round):
            return Play(cards, True)
        return Play(1 << view.round.rules.tables.dearest(view.hand & ~view.round.taken), False)


class Easy(Medium):
    """Plays like medium, but makes some decisions at random."""

    def takes(self, view: View) -> bool:
        """Should the player take the top discard, rather than draw?"""
        if view.chance().below(100) < SLIPS:
            return not view.round.may_draw()
        return super().takes(view)

    def play(self, view: View) -> Play:
        """Return the next step of the turn, once a card has been drawn or taken."""
        chance = view.chance()
        if chance.below(100) >= SLIPS:
            return super().play(view)
        cards = list(numbers(view.hand & ~view.round.taken))
        return Play(1 << cards[chance.below(len(cards))], False)


class Hard(Medium):
    """Holds melds back from a single rival; against several, tries candidates in imagined hands."""

    def play(self, view: View) -> Play:
        """Return the next step of the turn, once a card has been drawn or taken."""
        return against_one(view) if len(view.round.hands) == 2 else against_several(view)


LEVELS: Final = {"easy": Easy(), "medium": Medium(), "hard": Hard()}
"""The computer players by their names."""


def play_turn(view: View, level: Medium) -> None:
    """Play a turn at LEVEL, and record in VIEW which cards of the hand all players have seen."""
    round, held, seat = view.round, view.held, view.round.turn
    before = round.hands[seat]
    if level.takes(view):
        round.take()
    else:
        round.draw()
    if round.taken or round.order_known:
        held[seat] |= round.hands[seat] ^ before
    end_turn(view, level)
    held[seat] &= round.hands[seat]


def end_turn(view: View, level: Medium) -> None:
    """Play at LEVEL what is left of a turn once a card has been drawn."""
    round, seat = view.round, view.round.turn
    while round.turn == seat and not round.over:
        play = level.play(view)
        if play.down:
            round.lay_down(play.cards)
        else:
            round.discard(play.cards.bit_length() - 1)


def for_good(view: View) -> int:
    """Return a card or meld, as a set, that is best laid down at once; 0 if there is none.

    It is a card that might otherwise be discarded, or a meld that gives rivals no card to lay off.
    """
    round, tables = view.round, view.round.rules.tables
    fitting, split = round.runs | round.groups, tables.split(view.hand)
    for card in numbers(fitting & (loose(round) | round.taken & ~split.cards)):
        if may_lay_off(round, 1 << card):
            return 1 << card
    for meld in split.melds if round.may_meld() else ():
        if not tables.fitting(meld) & view.live & ~fitting and round.may_part_with(meld):
            return meld
    return 0


def may_lay_off(round: Round, card: int) -> bool:
    """May the player lay off CARD, a set of one card?"""
    fits = bool((round.runs | round.groups) & card)
    return fits and round.may_lay_off() and round.may_part_with(card)


def against_one(view: View) -> Play:
    """Return the next step against one rival: meld only to go out, or if the rival is close to it.

    Melds in the hand give the rival nothing to lay off on. Where only one meld a turn is allowed,
    they are laid down at once, since one turn would be too short for several.
    """
    round = view.round
    if cards := for_good(view):
        return Play(cards, True)
    if cards := to_lay_down(round):
        late = fewest_of_rivals(round) <= NEAR or not round.rules.many_melds
        if late or ends_hand(round):
            return Play(cards, True)
    return parting_with(discards(view, round)[0], round)


def against_several(view: View) -> Play:
    """Return the next step of the candidate that does best in imagined worlds."""
    down, card = best_in_worlds(view)
    if down and (cards := to_lay_down(view.round)):
        return Play(cards, True)
    return parting_with(card, view.round)


def parting_with(card: int, round: Round) -> Play:
    """Return the step that lays off CARD if possible, or else discards it."""
    return Play(1 << card, may_lay_off(round, 1 << card))


def best_in_worlds(view: View) -> Candidate:
    """Return the candidate that does best in imagined worlds; HEATS says when to drop bad ones."""
    down = view.round.copy()
    lay_down(down)
    if down.over or view.round.melds and down.hands != view.round.hands:
        return Candidate(True, 0)
    ways = [view.round, down] if down.hands != view.round.hands else [view.round]
    totals = {
        Candidate(way is down, card): 0.0
        for way in ways
        for card in discards(view, way)[:MOST_DISCARDS]
    }
    worlds, turns = view.random_worlds(), 0
    for count, left in HEATS:
        for world in islice(worlds, count):
            if turns > ENOUGH or len(totals) == 1:
                break
            for one in totals:
                end = end_in(world, view, down if one.down else view.round, one.card)
                totals[one] += worth(end, view.seat)
                turns += end.turns - view.round.turns
        best = sorted(totals, key=totals.__getitem__, reverse=True)[:left]
        totals = {one: totals[one] for one in best}
    return next(iter(totals))


def end_in(world: Round, view: View, way: Round, card: int) -> Round:
    """Discard CARD from WAY, the hand with melds laid down or held back; play on; return the end.

    WORLD supplies the hidden cards. A player who holds melds back now does so in later turns, too.
    """
    round = way.copy()
    round.hands = world.hands[:]
    round.hands[view.seat] = way.hands[view.seat]
    round.stock = world.stock[:]
    round.chance = world.chance
    round.discard(card)
    holds = way is view.round and way.rules.tables.has_meld(view.hand)
    play_out(round, AHEAD * len(round.hands), view.seat if holds else NOBODY)
    return round


def worth(end: Round, seat: int) -> float:
    """Return the worth to SEAT of END, the position at the end of an imagined hand."""
    if end.winner == NOBODY:
        return 0
    won = WIN + end.points()
    return won if end.winner == seat else -won / (len(end.hands) - 1)


def discards(view: View, round: Round) -> list[int]:
    """Return the cards that may be discarded, the one least worth keeping first."""
    tables, hand, live = round.rules.tables, round.hands[view.seat], view.live
    weights = AGAINST_ONE if len(round.hands) == 2 else AMONG_SEVERAL
    fewer = max(0, DEALT[len(round.hands)] - fewest_of_rivals(round))
    point = weights.point + weights.pressure * fewer

    def worth_keeping(card: int) -> int:
        """Return the worth of keeping a card, in twentieths of a point of deadwood."""
        outs, danger = tables.outs(card, hand, live)
        kept = weights.out * outs + weights.danger * danger - point * tables.values[card]
        return kept + weights.fit * ((round.runs | round.groups) >> card & 1)

    return sorted(numbers(loose(round)), key=worth_keeping)
