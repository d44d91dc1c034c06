"""The computer players of Rummy, who see only what a person in their seat sees.

Easy and medium play by a simple rule, and easy makes slips. Hard discards by the cards that it can
still hope for. Against one rival it holds its melds back; against several it imagines worlds, ways
in which the hidden cards may lie, and plays the hand out in each of them.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import named, numbers
from cardgames.games.rummy.melds import all_melds, homes, is_run
from cardgames.games.rummy.playout import (
    NOBODY,
    Round,
    discard_fits,
    lay_down,
    play_out,
    to_lay_down,
)
from cardgames.games.rummy.reasons import why
from cardgames.games.rummy.worlds import View
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Move, Setup
from cardgames.model.strategy import Result, Strategy

SLIPS: Final = 15
"""The percentage of decisions that easy makes at random."""
HOLD: Final = 8
"""The number of rounds for which hard holds its melds back from a single rival."""
NEAR: Final = 3
"""The number of cards with which a rival is close to going out."""
OUT: Final = 3
"""The worth of a live card that would complete a meld, in points of deadwood."""
FIT: Final = 6
"""The worth of keeping a card that could be laid off, in points of deadwood."""
HEATS: Final = ((30, 4), (40, 3), (80, 1))
"""For each heat, the number of worlds in which plans are tried, and of plans that go on."""
ENOUGH: Final = 10_000
"""The number of turns in all worlds after which thinking ends, so that a move is fast."""
MOST_DISCARDS: Final = 5
"""The number of discards that are tried for each way of laying down."""
AHEAD: Final = 10
"""The number of rounds for which a world is played out."""
WIN: Final = 100
"""The worth of winning the hand, besides its points."""

Plan = tuple[bool, int]
"""Whether to lay down all that can be laid down, and the card to discard then."""


class Medium(Strategy):
    """Lays down all that it can at once, and discards the dearest card without company."""

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best."""
        view = View(game)
        yield self.advise_after_draw(game, view) if game.drawn else self.advise_draw(view)

    def result(self, setup: Setup) -> Result:
        """Let computers play the match of SETUP to its end, each at the level of its seat."""
        options = setup.options
        seats = range(1, options.players + 1)
        players = {seat: STRATEGIES[options.level_of(seat)]() for seat in seats}
        game = Rummy.deal(setup.deck or shuffled_deck(Random(setup.seed)), options)
        won = Counter[int | None]()
        while (outcome := game.outcome()) is None:
            hint = players[game.turn].choose(game, None)
            assert hint is not None and hint.move is not None, "there is always a move"
            after = game.apply(hint.move)
            if after.last is not None and after.last is not game.last:
                won[after.last.winner] += 1
            game = after
        extra = (*(won[seat] for seat in seats), *game.scores)
        return Result(outcome.winner, game.score(), game.length(0), extra)

    def advise_draw(self, view: View) -> Advice:
        """Advise to draw, unless the top discard can be laid down."""
        round = view.round
        if not round.discards:
            return Advice(Move("draw"), "there is no discard to take")
        if discard_fits(round):
            return Advice(Move("take"), why_to_take(round))
        if not round.may_draw():
            return Advice(Move("take"), "there is no card to draw")
        return Advice(Move("draw"), f"{DECK[round.discards[-1]]} completes nothing")

    def advise_after_draw(self, game: Rummy, view: View) -> Advice:
        """Advise to meld or lay off, or else to discard."""
        if cards := to_lay_down(view.round):
            return advise_laying_down(game, view, cards)
        dearest = view.round.rules.tables.dearest(view.hand & ~view.round.taken)
        return advise_discard(view, dearest)


class Easy(Medium):
    """Plays like medium, but sometimes at random."""

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best, or sometimes one at random."""
        view = View(game)
        chance = view.chance()
        if chance.below(100) >= SLIPS:
            yield from super().advise(game)
        elif not game.drawn and view.round.may_draw():
            yield Advice(Move("draw"), "a new card may help")
        elif not game.drawn:
            yield Advice(Move("take"), "there is no card to draw")
        else:
            cards = list(numbers(view.hand & ~view.round.taken))
            yield advise_discard(view, cards[chance.below(len(cards))])


class Hard(Medium):
    """Holds its melds back from a single rival; against several, it tries plans in worlds."""

    def advise_after_draw(self, game: Rummy, view: View) -> Advice:
        """Advise the next move of the best plan."""
        down, card = plan_against_one(view) if len(view.sizes) == 2 else plan_in_worlds(view)
        if down and (cards := to_lay_down(view.round)):
            return advise_laying_down(game, view, cards)
        hint = advise_discard(view, card)
        if not down and to_lay_down(view.round):
            return hint._replace(why=f"{hint.why}, while the melds are held back")
        return hint


def plan_against_one(view: View) -> Plan:
    """Plan to lay down late, or when it ends the hand, or when the rival is close to going out.

    Melds in the hand give the rival nothing to lay off on.
    """
    late = view.round.turns >= HOLD * len(view.sizes) or min(view.rivals()) <= NEAR
    down = late or ends_hand(view.round)
    return down, discards(view, view.round)[0]


def ends_hand(round: Round) -> bool:
    """Can the player go out in this turn?"""
    after = round.copy()
    lay_down(after)
    hand = after.hands[round.turn]
    return after.over or hand.bit_count() == 1 and hand != after.taken


def plan_in_worlds(view: View) -> Plan:
    """Return the plan that does best in imagined worlds; bad ones drop out in the early heats."""
    down = view.round.copy()
    lay_down(down)
    if down.over:
        return True, 0
    ways = [view.round, down] if down.hands != view.round.hands else [view.round]
    if view.round.melds:
        del ways[:-1]
    plans: dict[Plan, float] = {
        (way is down, card): 0.0 for way in ways for card in discards(view, way)[:MOST_DISCARDS]
    }
    worlds, turns = view.worlds(), 0
    for count, left in HEATS:
        for world in islice(worlds, count):
            if turns > ENOUGH or len(plans) == 1:
                break
            for plan in plans:
                end = end_in(world, view, down if plan[0] else view.round, plan[1])
                plans[plan] += worth(end, view.seat)
                turns += end.turns - view.round.turns
        best = sorted(plans, key=plans.__getitem__, reverse=True)[:left]
        plans = {plan: plans[plan] for plan in best}
    return next(iter(plans))


def end_in(world: Round, view: View, way: Round, card: int) -> Round:
    """Play WORLD out after laying down as in WAY and discarding CARD; return the end."""
    round = way.copy()
    round.hands = world.hands[:]
    round.hands[view.seat] = way.hands[view.seat]
    round.stock = world.stock[:]
    round.discard(card)
    play_out(round, AHEAD * len(view.sizes))
    return round


def worth(end: Round, seat: int) -> float:
    """Return the worth of the end of a hand to SEAT."""
    if end.winner == NOBODY:
        return 0
    won = WIN + end.points()
    return won if end.winner == seat else -won / (len(end.hands) - 1)


def discards(view: View, round: Round) -> list[int]:
    """Return the cards that may be discarded, the least useful one first."""
    tables, hand = round.rules.tables, round.hands[view.seat]
    loose = hand & ~tables.split(hand).cards & ~round.taken or hand & ~round.taken
    fitting = round.runs | round.groups

    def use(card: int) -> int:
        outs = (tables.outs(card, hand) & view.live).bit_count()
        return OUT * outs + FIT * (fitting >> card & 1) - tables.values[card]

    return sorted(numbers(loose), key=use)


def why_to_take(round: Round) -> str:
    """Say what the top discard is good for."""
    card = 1 << round.discards[-1]
    tables = round.rules.tables
    for meld in tables.split(round.hands[round.turn] | card).melds:
        if meld & card:
            return "completes " + " ".join(map(str, all_melds(tables.ace)[meld]))
    return "fits a meld on the table"


def advise_laying_down(game: Rummy, view: View, cards: int) -> Advice:
    """Advise to lay down a meld, or to lay off a card, if possible on a run."""
    why = "it ends the hand" if view.hand == cards else "on the table it counts nothing against you"
    if cards & (cards - 1):
        return Advice(Move("meld", all_melds(game.options.ace)[cards]), why)
    (card,) = named(cards)
    places = homes(card, [meld.cards for meld in game.melds], game.options.ace)
    if len(places) == 1:
        return Advice(Move("off", (card,)), why)
    run = next(place for place in places if is_run(game.melds[place - 1].cards))
    return Advice(Move("off", (card, run)), why)


def advise_discard(view: View, card: int) -> Advice:
    """Advise to discard a card."""
    why = "it ends the hand" if view.hand == 1 << card else "the least useful card"
    return Advice(Move("discard", (DECK[card],)), why)


class Adviser(Hard):
    """Plays as hard does, and says what each move is good for."""

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best, with a reason to learn from."""
        for advice in super().advise(game):
            assert advice.move is not None, "there is always a move"
            yield advice._replace(why=why(game, advice.move))


STRATEGIES: Final = {"hint": Adviser, "easy": Easy, "medium": Medium, "hard": Hard}
"""The computer player that gives the hints, and the one of each level."""
