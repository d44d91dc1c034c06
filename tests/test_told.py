"""What is sent to a seat depends on nothing that is hidden from it: no card, no seed, no chance.

What is hidden is said here anew for each game, and not taken from `seen_by`. Two positions that
differ only in that must give the same messages, byte for byte, over games played at random. At the
end, the test finds leaks that are made on purpose.
"""

import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import pytest

from cardgames import games
from cardgames.games import computer
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import Hand
from cardgames.games.rummy.melds import NUMBERS, bits
from cardgames.model.cards import Card
from cardgames.model.deal import Random
from cardgames.model.game import Setup
from cardgames.patience.game import Patience
from cardgames.play.guest import ChairGuest
from cardgames.play.session import History, Session
from cardgames.seats import wire
from cardgames.seats.seat import hello, line, see
from cardgames.seats.wire import Chair, Wire
from tests.parts import NAMES
from tests.samples import sample

MOVES = sample(24, 400)
STEP = sample(4, 1)
"""The messages about one in so many positions are compared."""


class Seen(NamedTuple):
    """A position, with what has been seen in it by all, as far as the cards do not tell."""

    game: Any
    public: dict[int, set[Card]]  # Rummy: the cards in each hand that all saw go there
    turned: bool  # Rummy: has the stock been turned over, face up?


def played(game: Any, random: Random) -> Iterator[Seen]:
    public: dict[int, set[Card]] = {seat: set() for seat in range(1, 7)}
    turned = False
    for _ in range(MOVES):
        yield Seen(game, {seat: {*cards} for seat, cards in public.items()}, turned)
        moves = [] if game.outcome() else [*game.legal_moves()]
        if not moves:
            return
        down = [move for move in moves if move.name in ("meld", "off")]
        move = (down or moves)[random.below(len(down or moves))]
        after = game.after(move)
        if isinstance(game, Rummy):
            mine = public[game.turn]
            turned |= move.name == "draw" and not game.stock
            if move.name == "take":
                mine.add(game.discards[-1])
            elif move.name == "draw" and turned:
                mine |= {*after.hands[game.turn - 1]} - {*game.hands[game.turn - 1]}
            if after.hand != game.hand:
                public, turned = {seat: set() for seat in public}, False
            elif move.name not in ("draw", "take"):
                mine -= {*move.arguments}
        game = after


def twin(seen: Seen, seat: int, random: Random) -> Any:
    """Return the position with all that SEAT cannot know in another order."""
    game = seen.game
    if isinstance(game, Rummy):
        return twin_of_rummy(seen, seat, random)
    if isinstance(game, Patience):
        down = game.down or (0,) * len(game.tableau)
        piles = [pile[:under] for pile, under in zip(game.tableau, down)]
        hidden = [*piles, game.stock[: 0 if game.redeals else None]]
        hidden.append(game.reserve[:-1] if game.name == "canfield" else ())
        *under, stock, reserve = mixed(hidden, random)
        tableau = [new + pile[len(new) :] for new, pile in zip(under, game.tableau)]
        return replace(
            game,
            tableau=tuple(tableau),
            stock=stock or game.stock,
            reserve=reserve + game.reserve[len(reserve) :],
        )
    if game.name == "clock":
        hidden = [pile[: len(pile) - up] for pile, up in zip(game.piles, game.up)]
        piles = [new + pile[len(new) :] for new, pile in zip(mixed(hidden, random), game.piles)]
        return game if game.outcome() else replace(game, piles=tuple(piles))
    if game.name == "mod10":
        known = len(game.deck) - max(0, 52 - game.dealt)
        (rest,) = mixed([game.deck[known:]], random)
        return replace(game, deck=game.deck[:known] + rest)
    assert game.name == "slap", f"say here what is hidden in {game.name}"
    one, two, under = mixed([*(side.hand for side in game.sides), game.under], random)
    sides = [side._replace(hand=hand) for side, hand in zip(game.sides, (one, two))]
    return replace(game, sides=tuple(sides), under=under)


def mixed(piles: list[Any], random: Random) -> list[Any]:
    cards = [card for pile in piles for card in pile]
    random.shuffle(cards)
    return [tuple([cards.pop() for _ in pile]) for pile in piles]


def twin_of_rummy(seen: Seen, seat: int, random: Random) -> Rummy:
    game = seen.game
    hidden = [
        [card for card in hand if number != seat and card not in seen.public[number]]
        for number, hand in enumerate(game.hands, 1)
    ]
    *hands, stock = mixed([*hidden, () if seen.turned else game.stock], random)
    now = game.now.copy()
    now.chance = random.below(1 << 30)
    now.hands = [
        bits({*hand} - {*old} | {*new}) for hand, old, new in zip(game.hands, hidden, hands)
    ]
    now.stock = game.now.stock if seen.turned else [NUMBERS[card] for card in stock]
    after: Rummy = replace(game, now=now)
    return after


def told(game: Any, seat: int) -> bytes:
    mine = seat == game.player() and game.outcome() is None
    view = game.seen_by(seat)
    return line(see(view, moves=view.legal_moves() if mine else ()))


def told_at_a_socket(game: Any, seat: int) -> bytes:
    """All that a person hears who sits down now: the first message, the deal, and the question."""
    name, options = game.name, game.options
    session = Session(Setup(type(game), options, hash(game.now.chance)), partial(computer, name))
    session.history = History(game)
    ours, theirs = socket.socketpair()
    with theirs:
        chair = Chair()
        chair.sit(Wire(ours))
        ChairGuest(session, seat, chair).tell()
        if seat == game.player() and game.outcome() is None:
            chair.ready(game.seen_by(seat))
        chair.close()
        return theirs.recv(1 << 20)


def leaks(
    name: str, seeds: int = sample(1, 5), told: Any = told, step: int = STEP, **given: Any
) -> Iterator[str]:
    """Yield the positions in which a message depends on what is hidden."""
    model = games.model(name)
    options = model.options_type(**given)
    for seed in range(seeds):
        random = Random(seed)
        for number, seen in enumerate(played(Setup(model, options, seed).dealt(), random)):
            for seat in range(1, len(options.seats()) + 1) if number % step == 0 else ():
                if told(seen.game, seat) != told(twin(seen, seat, random), seat):
                    yield f"{name} {seed}, move {number}, seat {seat}"


TABLES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in NAMES),
    ("rummy", {"players": 3, "restock": "shuffle", "dead_after": 100}),
    ("klondike", {"draw": 1}),
    ("slap", {"rules": ("run", "sandwich"), "penalty": "card"}),
]


@pytest.mark.parametrize("name, given", TABLES, ids=str)
def test_no_message_depends_on_what_is_hidden(name: str, given: dict[str, Any]) -> None:
    assert next(leaks(name, **given), "") == ""


@pytest.mark.parametrize("given", [{"humans": 2}, {"humans": 3, "players": 3}], ids=str)
def test_nothing_at_a_socket_depends_on_what_is_hidden(given: dict[str, Any]) -> None:
    assert next(leaks("rummy", told=told_at_a_socket, step=sample(9, 2), **given), "") == ""


def test_the_stock_of_rummy_that_was_turned_over_is_told() -> None:
    game = Setup(games.model("rummy"), games.model("rummy").options_type(), 4).dealt()
    assert isinstance(game, Rummy)
    *stock, last = game.now.stock
    now = replace(game.now, stock=[], discards=[*stock, last], drawn=False, out=0)
    after = replace(game, now=now).after("draw")
    (card,) = after.held[1]
    for seat in (1, 2):
        assert f'"held":[[],["{card}"]]'.encode() in told(after, seat)
        assert f'"stock":["{after.stock[0]}",'.encode() in told(after, seat)


def test_the_first_message_says_nothing_of_the_deal() -> None:
    for name in NAMES:
        model = games.model(name)
        options = model.options_type()
        one, two = Setup(model, options, 1), Setup(model, options, 2, model.fresh_deck(options))
        assert line(hello(one, 1, 10)) == line(hello(two, 1, 10))


def with_chance(game: Rummy) -> dict[str, Any]:
    return {**told_of_rummy(game), "chance": game.now.chance}


told_of_rummy = Rummy.facts
seen_of_hand = Hand.seen_by


def open_stock(hand: Hand, seat: int) -> Hand:
    seen = seen_of_hand(hand, seat)
    seen.stock, numbers = hand.stock, count(52)
    seen.hands = [
        own if own >> 52 == 0 else own & (1 << 52) - 1 | sum([1 << next(numbers) for _ in range(n)])
        for own, n in [(own, (own >> 52).bit_count()) for own in seen.hands]
    ]
    return seen


def counts_rivals(hand: Hand, seat: int) -> Hand:
    seen = seen_of_hand(hand, seat)
    seen.idle = hand.hands[seat - 1] % 7
    return seen


LEAKS: dict[str, tuple[type, str, Callable[..., Any], str]] = {
    "face-down cards": (Patience, "tableau_seen", lambda game: game.tableau, "klondike"),
    "all cards": (games.model("clock"), "with_backs", lambda game, seat: game, "clock"),
    "the stock of rummy": (Hand, "seen_by", open_stock, "rummy"),
    "a figure of the rival's hand": (Hand, "seen_by", counts_rivals, "rummy"),
    "the chance to come": (Rummy, "facts", with_chance, "rummy"),
}


def with_seed(setup: Setup, seat: int, seconds: float) -> dict[str, Any]:
    return {**hello(setup, seat, seconds), "seed": setup.seed}


def test_a_leak_at_a_socket_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "hello", with_seed)
    assert next(leaks("rummy", told=told_at_a_socket), "") != ""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, method, mutant, name = LEAKS[leak]
    ways = (told, told_at_a_socket) if name == "rummy" else (told,)
    if leak == "the chance to come":
        monkeypatch.setattr(Hand, "seen_by", seen_with_chance)
    monkeypatch.setattr(owner, method, mutant)
    for way in ways:
        assert next(leaks(name, told=way), "") != ""


def seen_with_chance(hand: Hand, seat: int) -> Hand:
    seen = seen_of_hand(hand, seat)
    seen.chance = hand.chance
    return seen
