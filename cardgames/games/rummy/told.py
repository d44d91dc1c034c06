"""Positions of Rummy as another terminal tells them: read back, and checked by the rules.

Whoever tells them is a stranger. A position is refused unless it has every card once, and a move
unless the rules lead from the position before it to the one after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final, NoReturn

from cardgames.games.rummy.game import HandEnd, Meld, Rummy
from cardgames.games.rummy.hand import MOST_TURNS, NOBODY, NOT_IDLE, UNKNOWN, Hand
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, CARDS, Card, Pile, cards_in
from cardgames.model.errors import CardGameError, InvalidCommand, brief, printable
from cardgames.model.game import Move

LABELLED: Final = {card.label: card for card in (*CARDS.values(), BACK)}
MOST_MOVES: Final = 1 << 20
LONGEST_REASON: Final = 200


class _Facts:
    """Takes the values of a message by their names; raises InvalidCommand for a wrong one."""

    def __init__(self, facts: Any, options: RummyOptions) -> None:
        if not isinstance(facts, Mapping):
            raise InvalidCommand(f"a position is no object of JSON: {brief(facts)}")
        self.facts, self.players = facts, options.players

    def refuse(self, name: str) -> NoReturn:
        raise InvalidCommand(f"'{name}' cannot be {brief(self.facts.get(name))}")

    def number(self, name: str, least: int, most: int) -> int:
        value = self.facts.get(name)
        if type(value) is not int or not least <= value <= most:
            self.refuse(name)
        return value

    def flag(self, name: str) -> bool:
        value = self.facts.get(name)
        return value if isinstance(value, bool) else self.refuse(name)

    def items(self, name: str, read: Callable[[Any], Any], most: int = 200) -> tuple[Any, ...]:
        """Return what READ makes of each part of the list called NAME."""
        value = self.facts.get(name)
        if not isinstance(value, list) or len(value) > most:
            self.refuse(name)
        try:
            return tuple([read(part) for part in value])
        except (CardGameError, LookupError, TypeError, ValueError):
            self.refuse(name)

    def cards(self, name: str, hidden: bool = False) -> Pile:
        return self.items(name, card if hidden else open_card)

    def by_seat(self, name: str, read: Callable[[Any], Any]) -> tuple[Any, ...]:
        found = self.items(name, read)
        return found if len(found) == self.players else self.refuse(name)

    def seat(self, value: Any) -> int:
        if type(value) is not int or not 1 <= value <= self.players:
            raise ValueError
        return value

    def winner(self, value: Any) -> int | None:
        return None if value is None else self.seat(value)

    def meld(self, value: Any) -> Meld:
        return Meld(pile(value["cards"]), self.seat(value["owner"]))

    def hand_end(self) -> HandEnd | None:
        value = self.facts.get("last")
        if value is None:
            return None
        try:
            inner = _Facts(value, RummyOptions(self.players))
            why = inner.facts["why"]
            return HandEnd(
                inner.winner(inner.facts["winner"]),
                inner.number("points", 0, 10_000),
                printable(why) if len(why) <= LONGEST_REASON else inner.refuse("why"),
                inner.by_seat("hands", pile),
                inner.items("melds", inner.meld),
                inner.cards("discards"),
            )
        except (LookupError, TypeError, ValueError, AttributeError):
            self.refuse("last")


def card(label: Any) -> Card:
    return LABELLED[label]


def open_card(label: Any) -> Card:
    if label == BACK.label:
        raise ValueError
    return LABELLED[label]


def pile(labels: Any) -> Pile:
    if not isinstance(labels, list):
        raise TypeError
    return tuple(map(open_card, labels))


def position(options: RummyOptions, told: Any, seat: int) -> Rummy:
    """Return the position that SEAT is TOLD in a game of OPTIONS; raises InvalidCommand."""
    facts, hidden = _Facts(told, options), count(52)
    hands = facts.by_seat("hands", lambda value: [card(one) for one in value])
    stock, restocked = facts.cards("stock", hidden=True), facts.cards("restocked")
    taken = facts.facts.get("taken")
    if not (taken is None or isinstance(taken, str) and taken in LABELLED and taken != BACK.label):
        facts.refuse("taken")

    def numbered(cards: Any) -> int:
        return sum([1 << next(hidden) if one is BACK else bits([one]) for one in cards])

    in_hands = list(map(numbered, hands))
    melds = facts.items("melds", facts.meld)
    now = Hand(
        options,
        in_hands,
        [bits({*cards}) for cards in facts.by_seat("held", pile)],
        [numbered([one]).bit_length() - 1 for one in stock],
        [bits([one]).bit_length() - 1 for one in facts.cards("discards")],
        facts.number("turn", 1, options.players) - 1,
        UNKNOWN,
        0,
        facts.flag("drawn"),
        bits([LABELLED[taken]]) if taken else 0,
        made=facts.number("made", 0, 52),
        laid=facts.flag("laid"),
        down=sum({1 << one - 1 for one in facts.items("down", facts.seat)}),
        restocked=bits({*restocked}),
        idle=facts.number("idle", NOT_IDLE, 100),
        turns=facts.number("turns", 0, MOST_TURNS * options.players),
    ).with_melds([(bits(meld.cards), meld.owner - 1) for meld in melds])
    game = Rummy(
        options,
        now,
        facts.by_seat("scores", score),
        facts.number("dealer", 1, options.players),
        melds,
        facts.number("hand", 1, MOST_MOVES),
        facts.hand_end(),
        facts.items("winners", facts.winner, MOST_MOVES),
    )
    if game.outcome() is not None:
        now.over = True
        now.winner = next((n for n, cards in enumerate(now.hands) if not cards), NOBODY)
    _check(game, facts, seat)
    return game


def score(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 1_000_000:
        raise ValueError
    return value


def _check(game: Rummy, facts: _Facts, seat: int) -> None:
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
        facts.refuse("stock")


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
