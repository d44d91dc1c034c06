"""Worlds that come true: hidden cards so dealt that rivals have improved their hands.

In hands dealt at random rivals look weak: the hard computer, against its equal, would expect to win
65% of hands of which it wins 48%. In these worlds it expects 51%. A rival does what is simple: it
keeps melds and what is close to one, and throws dear cards away.
"""

from collections.abc import Iterator
from typing import Final

from cardgames.games.rummy.lookup import numbers
from cardgames.games.rummy.playout import Round, View
from cardgames.model.deal import Random

USED: Final = 2
DRAWN: Final = 3
"""Of every DRAWN cards, a rival is taken to have had USED to choose from besides those it holds.

Found by trial, like the number of rivals who hold melds back: many draws are thrown away at once.
"""
HOLDERS: Final = 2
"""One of this number of rivals holds melds back, if it has laid down nothing in this hand."""
TRIES: Final = 4
"""How often to try to imagine a rival without melds, if it does not hold them back."""


def grown_worlds(view: View) -> Iterator[Round]:
    """Yield worlds in which rivals have improved their hands; equal views yield equal worlds."""
    random, seat = view.chance(), view.seat
    while True:
        world = view.round.copy()
        world.chance = random.below(1 << 31)
        cards = view.hidden()
        rivals = [other for other in range(len(world.hands)) if other != seat]
        random.shuffle(rivals)
        for rival in rivals:
            world.hands[rival] = _likely_hand(view, rival, cards, random)
            cards = [card for card in cards if not world.hands[rival] >> card & 1]
        if not world.order_known:
            random.shuffle(cards)
            world.stock = cards
        yield world


def _likely_hand(view: View, rival: int, cards: list[int], random: Random) -> int:
    """Return a hand that RIVAL may hold, of the CARDS that are hidden and those known."""
    round, hand = view.round, 0
    for _ in range(TRIES):
        random.shuffle(cards)
        holds = not round.melded >> rival & 1 and not random.below(HOLDERS)
        hand = _grown(view, rival, _with_taken(view, rival, cards, random) if holds else 0, cards)
        if holds or not round.rules.tables.has_meld(hand):
            break
    return hand


def _with_taken(view: View, rival: int, cards: list[int], random: Random) -> int:
    """Return cards that make melds of those RIVAL took from the discards: what it took them for."""
    tables, known = view.round.rules.tables, view.held[rival]
    lacking = view.round.hands[rival].bit_count() - known.bit_count()
    free, hand = sum(1 << card for card in cards), known
    for card in numbers(known):
        if tables.split(hand).cards >> card & 1:
            continue
        pairs = [
            1 << other | 1 << third
            for other, thirds in tables.pairs[card]
            if (free | hand) >> other & 1
            for third in numbers(thirds & (free | hand))
            if other < third
        ]
        room = lacking - (hand ^ known).bit_count()
        pairs = [pair for pair in pairs if (pair & ~hand).bit_count() <= room]
        if pairs:
            hand |= pairs[random.below(len(pairs))]
    return hand ^ known


def _grown(view: View, rival: int, begun: int, cards: list[int]) -> int:
    """Return a hand of RIVAL with what is known and BEGUN, and the best of the first of CARDS."""
    round, known = view.round, view.held[rival]
    tables, hand = round.rules.tables, known | begun
    lacking = round.hands[rival].bit_count() - hand.bit_count()
    more = 0
    if lacking and not round.order_known:
        players = len(round.hands)
        drawn = (round.turns + (rival - view.seat) % players) // players
        more = min((drawn * USED + 1) // DRAWN, len(round.stock))
    rest = [card for card in cards if not begun >> card & 1]
    for card in rest[: lacking + more]:
        hand |= 1 << card
    for _ in range(more):
        free = hand & ~known
        hand ^= 1 << tables.dearest(free & ~tables.split(hand).cards or free)
    return hand
