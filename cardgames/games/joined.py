"""Positions of Rummy and Slap as another terminal tells them: read, and checked by the rules.

Whoever tells them is a stranger. A position is refused if the game cannot have it or if it hides or
shows a wrong card; a move is refused if the rules do not lead from its position to the next one.
"""

from dataclasses import replace
from itertools import count
from typing import Any, Final

from cardgames.games.rummy.game import Facts, Rummy
from cardgames.games.rummy.hand import NOBODY, UNKNOWN, Hand
from cardgames.games.rummy.melds import NUMBERS, bits
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.slap.game import Slap
from cardgames.model.cards import BACK, Pile, cards_in, replaced
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Move
from cardgames.model.validity import check_valid, read

FALSE_BACK: Final = "a card is hidden or shown that should not be"


def position(options: Any, told: Any, seat: int) -> Any:
    """Return the position that `seat` is told in a game with `options`; raises InvalidCommand."""
    if isinstance(options, RummyOptions):
        game: Any = _rummy(options, read(Facts, told, "see"), seat)
    else:
        game = read(Slap, told, "see", options=options)
    check_valid(game)
    # all see the pile of Slap; what all see in Rummy is checked when its facts are read
    shown = game.pile if isinstance(game, Slap) else ()
    if BACK in shown or game.with_backs(seat).facts() != game.facts():
        raise InvalidCommand(FALSE_BACK)
    return game


def followed(before: Any, by: int, move: Move, after: Any, seat: int) -> Any:
    """Return `after` if a move of seat `by` leads to it from `before`, both as `seat` sees them.

    Raises CardGameError if it does not.
    """
    move = move._replace(seat=by)
    if isinstance(before, Rummy):
        result: Any = _next_in_rummy(before, move, after, seat)
        after = replace(after, last=result.last)  # a new object would mark the end of a hand
    elif move.name == "wait":
        raise InvalidCommand("the host told a wait")
    else:
        result = _with_top(before, move, after).after(move)
    if result.with_backs(seat).facts() != after.facts():
        raise InvalidCommand(f"'{move}' does not lead to what is told")
    return after


def _with_top(before: Slap, move: Move, after: Slap) -> Slap:
    """Return the position with the card that `move` plays from a hidden hand."""
    side = before.side(move.seat)
    if move.name != "play" or not (after.pile and side.hand):
        return before
    top: Pile = (after.pile[-1], *side.hand[1:])
    return replace(before, sides=replaced(before.sides, move.seat, side._replace(hand=top)))


def _rummy(options: RummyOptions, facts: Facts, seat: int) -> Rummy:
    """Return the position of Rummy with these facts; what is wrong with it may be found later."""
    seats, hidden = range(1, options.players + 1), count(52)
    if {len(facts.hands), len(facts.held)} != {options.players}:
        raise InvalidCommand(f"the hands are not those of {options.players} players")
    owners = [meld.owner for meld in facts.melds]
    if not {facts.turn, *facts.down, *owners} <= {*seats}:
        raise InvalidCommand(f"the seats are 1 to {options.players}")
    is_open = bool(facts.restocked) and options.restock == "turn"
    shown = facts.discards, facts.held, facts.melds, facts.restocked, facts.last, facts.taken
    if BACK in cards_in((facts.hands[seat - 1], facts.stock if is_open else (), *shown)):
        raise InvalidCommand(FALSE_BACK)

    def numbered(cards: Pile) -> int:
        return sum([1 << next(hidden) if one is BACK else bits([one]) for one in cards])

    hands = [numbered(cards) for cards in facts.hands]
    held = [bits(cards) for cards in facts.held]
    stock = [numbered((one,)).bit_length() - 1 for one in facts.stock]
    discards = [NUMBERS[card] for card in facts.discards]
    now = Hand(options, hands, held, stock, discards, facts.turn - 1, UNKNOWN, 0)
    now.drawn, now.taken = facts.drawn, bits(filter(None, [facts.taken]))
    now.made, now.laid, now.idle, now.turns = facts.made, facts.laid, facts.idle, facts.turns
    now.restocked = bits(facts.restocked)
    now.down = sum({1 << one - 1 for one in facts.down})
    now = now.with_melds([(bits(meld.cards), meld.owner - 1) for meld in facts.melds])
    told_so = facts.scores, facts.dealer, facts.melds, facts.hand, facts.last, facts.winners
    game = Rummy(options, now, *told_so)
    if max(facts.scores, default=0) >= options.target:
        now.over = True
        now.winner = next((n for n, cards in enumerate(now.hands) if not cards), NOBODY)
    return game


def _next_in_rummy(before: Rummy, move: Move, after: Rummy, seat: int) -> Rummy:
    """Return `before` after `move`, with its cards hidden; at the end of a hand, return `after`."""
    now, own = before.now.copy(), before.now.own
    shown = bits(cards_in(move.arguments)) & ~own
    if shown & (now.out | now.hands[seat - 1] | sum(now.held)):
        raise InvalidCommand(f"seat {move.seat} plays a card that lies elsewhere")
    for _ in range(shown.bit_count()):
        lowest = own >> 52 << 52
        own ^= lowest & -lowest
    now.hands[now.turn] = own | shown
    result = replace(before, now=now).after(move)
    if (ended := result.outcome()) is not None and not ended.known:
        _check_end(before, after)
        return after
    if move.name == "draw" and move.seat == seat:  # `seat` is told which card it was
        drawn = after.now.own & ~before.now.own
        hidden = result.now.own >> 52 << 52
        if hidden and drawn.bit_count() == 1:
            result.now.hands[now.turn] ^= hidden | drawn
    return result


def _check_end(before: Rummy, after: Rummy) -> None:
    """Raise InvalidCommand unless `after` counts the hand of `before`, which has ended."""
    last = after.last
    goes_on = after.outcome() is None
    if last is None or after.hand != before.hand + goes_on or not after.winners:
        raise InvalidCommand("the end of a hand is not told")
    points = [last.points * (one == last.winner) for one in range(1, len(before.scores) + 1)]
    scores = tuple([score + more for score, more in zip(before.scores, points)])
    if (after.scores, after.winners) != (scores, (*before.winners, last.winner)):
        raise InvalidCommand("the points of a hand are not added up")
