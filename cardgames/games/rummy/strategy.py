"""The computer players of Rummy, who see what a person in their seat sees.

Easy and medium play by a simple rule, easy with slips. Hard discards by the cards that it may
still hope for; against one rival it holds its melds back, and against several it imagines how
the hidden cards may lie and plays the hand out in each of these worlds.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import named, numbers
from cardgames.games.rummy.melds import all_melds, homes, is_run
from cardgames.games.rummy.playout import Round, lay_down, play_out, to_lay_down, useful
from cardgames.games.rummy.worlds import View
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Move, Setup
from cardgames.model.strategy import Result, Strategy

SLIPS: Final = 15
"""In how many of a hundred decisions easy does not think."""
HOLD: Final = 8
"""For how many rounds hard keeps its melds back from a single rival."""
NEAR: Final = 3
"""With so few cards a rival is near to going out."""
OUT: Final = 3
"""What a live card that would complete a meld is worth, in points of deadwood."""
FIT: Final = 6
"""What it is worth to keep a card that could be laid off."""
HEATS: Final = ((30, 4), (40, 3), (80, 1))
"""In how many worlds plans are tried, and how many of them are tried further then."""
ENOUGH: Final = 10_000
"""After so many turns in all worlds there is no more thinking, to stay fast."""
MOST_DISCARDS: Final = 5
"""How many discards are thought about, for each way of laying down."""
AHEAD: Final = 10
"""For how many rounds a world is played out."""
WIN: Final = 100
"""What winning the hand counts for, besides its points."""

Plan = tuple[bool, int]
"""Whether to lay down all that can be, and the card to discard then."""


class Medium(Strategy):
    """Lays down at once all that it can, and discards the dearest card that has no company."""

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """The move that looks best."""
        view = View(game)
        yield self.after_drawing(game, view) if game.drawn else self.drawing(view)

    def result(self, setup: Setup) -> Result:
        """Let computers play the match of SETUP to its end, each by the level of its seat."""
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

    def drawing(self, view: View) -> Advice:
        """Draw, unless the top discard can be laid down."""
        round = view.round
        if not round.discards:
            return Advice(Move("draw"), "there is no discard to take")
        if useful(round):
            return Advice(Move("take"), why_to_take(round))
        if not round.may_draw():
            return Advice(Move("take"), "there is no card to draw")
        return Advice(Move("draw"), f"{DECK[round.discards[-1]]} completes nothing")

    def after_drawing(self, game: Rummy, view: View) -> Advice:
        """Meld or lay off, or else discard."""
        if cards := to_lay_down(view.round):
            return laying(game, view, cards)
        return discarding(view, view.round.rules.tables.dearest(view.hand & ~view.round.taken))


class Easy(Medium):
    """Plays as medium does, but does not always think."""

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """The move that looks best, or one at random."""
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
            yield discarding(view, cards[chance.below(len(cards))])


class Hard(Medium):
    """Holds its melds back from a single rival; against several it plays imagined worlds."""

    def after_drawing(self, game: Rummy, view: View) -> Advice:
        """Carry out the best plan."""
        down, card = held_back(view) if len(view.sizes) == 2 else imagined(view)
        if down and (cards := to_lay_down(view.round)):
            return laying(game, view, cards)
        hint = discarding(view, card)
        if not down and to_lay_down(view.round):
            return hint._replace(why=f"{hint.why}, while the melds are held back")
        return hint


def held_back(view: View) -> Plan:
    """Lay down late, or when it ends the hand, or when the rival is near to going out."""
    late = view.round.turns >= HOLD * len(view.sizes) or min(view.rivals()) <= NEAR
    down = late or ends_hand(view.round)
    return down, discards(view, view.round)[0]


def ends_hand(round: Round) -> bool:
    """Can the player go out in this turn?"""
    after = round.copy()
    lay_down(after)
    hand = after.hands[round.turn]
    return after.over or hand.bit_count() == 1 and hand != after.taken


def imagined(view: View) -> Plan:
    """The plan that goes best in the worlds that may be; bad ones are soon left out."""
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
                end = played_out(view, world, down if plan[0] else view.round, plan[1])
                plans[plan] += worth(end, view.seat)
                turns += end.turns - view.round.turns
        best = sorted(plans, key=plans.__getitem__, reverse=True)[:left]
        plans = {plan: plans[plan] for plan in best}
    return next(iter(plans))


def played_out(view: View, world: Round, way: Round, card: int) -> Round:
    """How WORLD goes on after a discard, with the cards laid down before as in WAY."""
    round = way.copy()
    round.hands = world.hands[:]
    round.hands[view.seat] = way.hands[view.seat]
    round.stock = world.stock[:]
    round.discard(card)
    play_out(round, AHEAD * len(view.sizes))
    return round


def worth(end: Round, seat: int) -> float:
    """What the end of a hand is worth to SEAT."""
    if end.winner < 0:
        return 0
    won = WIN + end.points()
    return won if end.winner == seat else -won / (len(end.hands) - 1)


def discards(view: View, round: Round) -> list[int]:
    """The cards that may be discarded, the one first that seems best to be rid of."""
    tables, hand = round.rules.tables, round.hands[view.seat]
    loose = hand & ~tables.split(hand).cards & ~round.taken or hand & ~round.taken
    fitting = round.runs | round.groups

    def use(card: int) -> int:
        outs = (tables.outs(card, hand) & view.live).bit_count()
        return OUT * outs + FIT * (fitting >> card & 1) - tables.values[card]

    return sorted(numbers(loose), key=use)


def why_to_take(round: Round) -> str:
    """What the top discard is good for."""
    card = 1 << round.discards[-1]
    tables = round.rules.tables
    for meld in tables.split(round.hands[round.turn] | card).melds:
        if meld & card:
            return "completes " + " ".join(map(str, all_melds(tables.ace)[meld]))
    return "fits a meld on the table"


def laying(game: Rummy, view: View, cards: int) -> Advice:
    """Lay down a meld, or lay off a card, on a run rather than on a group."""
    why = "it ends the hand" if view.hand == cards else "on the table it counts nothing against you"
    if cards & (cards - 1):
        return Advice(Move("meld", all_melds(game.options.ace)[cards]), why)
    (card,) = named(cards)
    places = homes(card, [meld.cards for meld in game.melds], game.options.ace)
    if len(places) == 1:
        return Advice(Move("off", (card,)), why)
    run = next(place for place in places if is_run(game.melds[place - 1].cards))
    return Advice(Move("off", (card, run)), why)


def discarding(view: View, card: int) -> Advice:
    """Discard a card."""
    why = "it ends the hand" if view.hand == 1 << card else "the least useful card"
    return Advice(Move("discard", (DECK[card],)), why)


STRATEGIES: Final = {"hint": Hard, "easy": Easy, "medium": Medium, "hard": Hard}
"""The one who gives the hints, and the computers by their levels."""
