"""Positions of Rummy as another terminal tells them: read back, and checked by the rules.

Whoever tells them is a stranger. A position is refused unless it has every card once, and a move
unless the rules lead from the position before it to the one after it.
"""

from dataclasses import replace
from itertools import chain, count
from typing import Any, NamedTuple

from cardgames.games.rummy.game import HandEnd, Meld, Rummy
from cardgames.games.rummy.hand import MOST_TURNS, NOBODY, NOT_IDLE, UNKNOWN, Hand
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, Card, Pile, cards_in
from cardgames.model.errors import InvalidCommand, brief
from cardgames.model.game import Move
from cardgames.model.validity import read


class Facts(NamedTuple):
    """What `Rummy.facts` tells."""

    hands: tuple[Pile, ...]
    held: tuple[Pile, ...]
    stock: Pile
    discards: Pile
    melds: tuple[Meld, ...]
    turn: int
    drawn: bool
    taken: Card | None
    made: int
    laid: bool
    down: tuple[int, ...]
    restocked: Pile
    idle: int
    turns: int
    scores: tuple[int, ...]
    dealer: int
    hand: int
    last: HandEnd | None
    winners: tuple[int | None, ...]

    def check(self, players: int) -> None:
        """Raise InvalidCommand unless seats, numbers and hidden cards are where they can be."""
        last, seats = self.last, range(1, players + 1)
        melds = [*self.melds, *(last.melds if last else ())]
        piles = [*self.held, *[meld.cards for meld in melds], self.discards, self.restocked]
        piles += [*last.hands, last.discards] if last else []
        sizes = {len(self.hands), len(self.held), len(self.scores)}
        possible = {
            "hands": sizes == {players} and BACK not in (self.taken, *chain(*piles)),
            "melds": all(meld.owner in seats for meld in melds),
            "turn": self.turn in seats,
            "made": self.made in range(53),
            "down": {*self.down} <= {*seats},
            "idle": self.idle in range(NOT_IDLE, 101),
            "turns": self.turns in range(MOST_TURNS * players + 1),
            "scores": min(self.scores, default=0) >= 0,
            "hand": self.hand > 0,
            "last": last is None or last.points >= 0,
        }
        for name, is_possible in possible.items():
            if not is_possible:
                raise InvalidCommand(f"'{name}' cannot be {brief(getattr(self, name))}")


def position(options: RummyOptions, told: Any, seat: int) -> Rummy:
    """Return the position that SEAT is TOLD in a game of OPTIONS; raises InvalidCommand."""
    facts, hidden = read(Facts, told, "see"), count(52)
    facts.check(options.players)

    def numbered(cards: Pile) -> int:
        return sum([1 << next(hidden) if one is BACK else bits([one]) for one in cards])

    now = Hand(
        options,
        [numbered(cards) for cards in facts.hands],
        [bits({*cards}) for cards in facts.held],
        [numbered((one,)).bit_length() - 1 for one in facts.stock],
        [bits([one]).bit_length() - 1 for one in facts.discards],
        facts.turn - 1,
        UNKNOWN,
        0,
        facts.drawn,
        bits(filter(None, [facts.taken])),
        made=facts.made,
        laid=facts.laid,
        down=sum({1 << one - 1 for one in facts.down}),
        restocked=bits({*facts.restocked}),
        idle=facts.idle,
        turns=facts.turns,
    ).with_melds([(bits(meld.cards), meld.owner - 1) for meld in facts.melds])
    told_so = facts.scores, facts.dealer, facts.melds, facts.hand, facts.last, facts.winners
    game = Rummy(options, now, *told_so)
    if game.outcome() is not None:
        now.over = True
        now.winner = next((n for n, cards in enumerate(now.hands) if not cards), NOBODY)
    _check(game, seat)
    return game


def _check(game: Rummy, seat: int) -> None:
    """Raise InvalidCommand unless GAME is a position that SEAT can see."""
    cards = [one for one in game.all_cards() if one is not BACK]
    if len(game.all_cards()) != 52 or len({*cards}) < len(cards):
        raise InvalidCommand("a position does not have each card once")
    if not game.now.is_valid():
        raise InvalidCommand("a hand is not possible")
    for name, possible in game.possible().items():
        if not possible:
            raise InvalidCommand(f"'{name}' is not possible")
    if BACK in game.hands[seat - 1]:
        raise InvalidCommand("your own hand is hidden")
    if any((one is BACK) is game.now.order_known for one in game.stock):
        raise InvalidCommand("the stock is hidden or shown that should not be")


def followed(before: Rummy, by: int, move: Move, after: Rummy, seat: int) -> Rummy:
    """Return AFTER, to which MOVE of seat BY leads from BEFORE, as SEAT sees both.

    Raises CardGameError if the rules do not lead there.
    """
    now, own = before.now.copy(), before.now.own
    if by != before.turn or before.outcome() is not None:
        raise InvalidCommand(f"seat {by} moves, whose turn it is not")
    shown = bits(cards_in(move.arguments)) & ~own
    if shown & (now.out | now.hands[seat - 1] | sum(now.held)):
        raise InvalidCommand(f"seat {by} plays a card that lies elsewhere")
    for _ in range(shown.bit_count()):
        lowest = own >> 52 << 52
        own ^= lowest & -lowest
    now.hands[now.turn] = own | shown
    result = replace(before, now=now).after(move)
    if (ended := result.outcome()) is not None and not ended.known:
        _check_end(before, after)
        return after
    if move.name == "draw" and by == seat:
        drawn = after.now.own & ~before.now.own
        hidden = result.now.own >> 52 << 52
        if hidden and drawn.bit_count() == 1:
            result.now.hands[now.turn] ^= hidden | drawn
    if result.seen_by(seat).facts() != after.facts():
        raise InvalidCommand(f"'{move}' does not lead to what is told")
    return replace(after, last=before.last)  # the very same: another one marks the end of a hand


def _check_end(before: Rummy, after: Rummy) -> None:
    """Raise InvalidCommand unless AFTER counts the hand of BEFORE, which has ended."""
    last = after.last
    goes_on = after.outcome() is None
    if last is None or after.hand != before.hand + goes_on or not after.winners:
        raise InvalidCommand("the end of a hand is not told")
    points = [last.points * (one == last.winner) for one in range(1, len(before.scores) + 1)]
    scores = tuple([score + more for score, more in zip(before.scores, points)])
    if (after.scores, after.winners) != (scores, (*before.winners, last.winner)):
        raise InvalidCommand("the points of a hand are not added up")
