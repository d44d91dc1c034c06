"""Odd values for the public functions; `make fuzz` gives many.

Whatever moves, texts, options and positions a program makes, it gets a CardGameError.
"""

import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from operator import methodcaller
from typing import Any

import cardgames
from cardgames import games
from cardgames.model.cards import BACK, DECK
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, brief
from cardgames.model.game import Game, Move
from tests.walks import cards_in, with_cards

WORDS = (
    *("", " ", "tt 3 1", "tabtab", "tabtab 1 9", "31", "card", "pick 1 1 2 3", "4S", "slap 2 350"),
    *("2: slap 350", "meld 5C 6C 7C", "off 4S 1", "discard QH", "move middle", "undo 3", "'", ";"),
    *("hint", "quick", "all", "none", "unlimited", "human", "easy,hard", "suit", "no such thing"),
    *("\0", "\ud800", "٣", "９", "-1", "3", "1e9", "x" * 2000, "{}", "# cardgames", "canfield"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 7, 9, 52, 350, 10**30, -(10**30), 1.0, 2.5, 1j),
    *(10**5000, [10**5000], Game(), cardgames.Klondike, Move(1), Move("", 2)),  # type: ignore
    *(((),) * 7, (0,) * 7, (99,) * 13, ("x",), (None,), ((DECK[0],),) * 4, (BACK,) * 52),
    *(float("nan"), float("inf"), b"card", (), (1,), (3, 1), [], [1], ["run"], ["easy", "hard"]),
    *({}, {1: 2}, {3}, frozenset(), object(), object, len, Ellipsis, range(3), DECK, DECK[0], BACK),
)
NAMES = [*games.NAMES, "Klondike", "klondkie", "", None, 7, ("clock",)]
OPTIONS = sorted({one.name for n in games.NAMES for one in games.model(n).options_type.declared()})
SELDOM = 60
"""A function that takes long is called once in so many draws of one."""

LOOKS: tuple[Callable[[Any], object], ...] = (
    *(repr, cardgames.board, methodcaller("length", 3), lambda game: [*game.successors()]),
    *map(methodcaller, ("score", "player", "outcome", "key", "recurring", "extra", "details")),
)


def imagined(position: Game, number: int) -> None:
    random = Random(number)
    seats = position.options.seats()  # type: ignore[attr-defined]
    for seat in range(1, len(seats) + 1):
        seen = position.seen_by(seat)
        for _ in range(5):
            for look in LOOKS:
                with suppress(CardGameError):
                    look(seen)
            with suppress(CardGameError):
                moves = [*seen.legal_moves()]
                seen = seen.after(moves[random.below(len(moves))]) if moves else position


def nonsense(position: Game, random: Random) -> Game:
    for _ in range(1 + random.below(2)):
        named = fields(position)  # type: ignore[arg-type]
        name = named[random.below(len(named))].name
        if random.below(4):
            value = changed(getattr(position, name), random)
            position = replace(position, **{name: value})  # type: ignore[type-var]
        else:
            with suppress(AttributeError, IndexError, TypeError):  # of what makes no sense already
                cards = cards_in(position)
                random.shuffle(cards)
                position = with_cards(position, lambda card: cards.pop())
    return position


def changed(value: Any, random: Random) -> Any:
    """The value, with a part of it, at any depth, lost, doubled, moved or replaced."""
    if isinstance(value, tuple) and value and random.below(5):
        parts = [*value]
        number, other = (random.below(len(parts)) for _ in range(2))
        kind = random.below(6)
        if kind == 0:
            del parts[number]
        elif kind == 1:
            parts.insert(number, parts[other])
        elif kind == 2:
            parts[number], parts[other] = parts[other], parts[number]
        else:
            parts[number] = changed(parts[number], random)
        same = hasattr(value, "_fields") and len(parts) == len(value)
        return type(value)(*parts) if same else tuple(parts)
    if isinstance(value, int) and random.below(2):
        return value + random.below(7) - 3
    return VALUES[random.below(len(VALUES))]


class Odd:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.positions: list[Game] = [cardgames.deal(name, seed=seed) for name in games.NAMES]
        self.played = cardgames.simulate("clock", 3)

    def one(self, values: Any) -> Any:
        return values[self.random.below(len(values))]

    def value(self) -> Any:
        kind = self.random.below(6)
        if kind == 0:
            return self.one(WORDS)
        if kind == 1:
            return self.one(DECK)
        if kind == 2:
            return self.move() if self.random.below(2) else self.one(self.positions)
        return self.one(VALUES)

    def move(self) -> Any:
        """A move: its command may be right, and so may some of its arguments."""
        name = self.one(list(self.one(self.positions).commands.all))
        if not self.random.below(5):
            name = self.value()
        arguments: Any = tuple(self.argument() for _ in range(self.random.below(4)))
        if not self.random.below(8):
            arguments = self.value()
        return Move(name, arguments, 0 if self.random.below(4) else self.value())

    def argument(self) -> Any:
        kind = self.random.below(6)
        return self.random.below(9) if kind < 3 else self.one(DECK) if kind == 3 else self.value()

    def text(self) -> str:
        name = self.one(list(self.one(self.positions).commands.by_word))
        words = [name, *(brief(self.argument()) for _ in range(self.random.below(4)))]
        return " ".join(words) if self.random.below(2) else str(self.one(WORDS))

    def options(self) -> dict[str, Any]:
        given = {self.one(OPTIONS): self.value() for _ in range(self.random.below(3))}
        if not self.random.below(6):
            given[self.one(("variant", "deck", "sed", "draw"))] = self.value()
        return given

    def position(self) -> Any:
        """A position, at times as a player sees it, and at times something else."""
        if not self.random.below(20):
            return self.value()
        position = self.one(self.positions)
        if not self.random.below(4):
            position = position.seen_by(position.player())
        return nonsense(position, self.random) if self.random.below(2) else position

    def step(self) -> None:
        """Go on in one of the games, by a legal move that may not be known to be one."""
        number = self.random.below(len(self.positions))
        position = self.positions[number]
        moves = list(position.legal_moves())
        if moves and self.random.below(100):
            self.positions[number] = position.after(self.one(moves))
        else:
            name = games.NAMES[number]
            self.positions[number] = cardgames.deal(name, seed=self.random.below(1000))

    def strategy(self) -> Any:
        """A strategy that is none, or one that returns what is none of its moves."""
        given = self.value()
        if callable(given) or self.random.below(2):  # another function's errors are its own
            return lambda position: self.value()
        return given

    def call(self) -> partial[Any]:
        position, kind = self.one(self.positions), self.random.below(13)
        if kind == 0:
            return partial(self.played.merge, self.value())
        if kind == 1:
            return partial(position.after, self.one((self.value, self.text))())
        if kind == 2:
            return partial(position.parse, self.text())
        if kind == 3:
            return partial(cardgames.read, self.position(), self.one((self.value, self.text))())
        if kind == 4 and self.random.below(2):
            return partial(imagined, position, self.random.below(99))
        if kind == 4:
            return partial(cardgames.board, self.position(), self.value())
        if kind < 8:
            seed = self.value() if self.random.below(2) else self.random.below(100)
            return partial(cardgames.deal, self.one(NAMES), seed, **self.options())
        if kind == 8 and not self.random.below(SELDOM):
            return self.slow()
        seen = position.seen_by(1) if kind == 8 else position
        return partial(self.one((seen.after, seen.apply)), self.move())

    def slow(self) -> partial[Any]:
        kind = self.random.below(5)
        if kind == 0:
            limit = self.one((1, 9, -1, "x"))
            return partial(cardgames.playout, self.position(), self.strategy(), limit=limit)
        if kind == 1:
            few = {"limit": 9, "games": self.one((1, 2, 0, None, "x")), "jobs": self.one((1, 0))}
            few["executor"] = self.value() if self.random.below(2) else None
            return partial(cardgames.simulate, self.one(NAMES), strategy=self.strategy(), **few)
        if kind == 2:
            return partial(cardgames.solve, self.position(), self.one((5, 0, "many")))
        if kind == 3:
            return partial(cardgames.hint, self.position())
        return partial(cardgames.review, self.one((self.value(), f"# cardgames {self.text()}")))


def faults(count: int, seed: int) -> Iterator[str]:
    odd = Odd(seed)
    for _ in range(count):
        odd.step()
        call = odd.call()
        try:
            call()
        except CardGameError:
            continue
        except Exception:  # all others are faults
            shown = ", ".join(map(brief, (call.func, call.args, call.keywords)))
            yield f"{shown}\n{traceback.format_exc(limit=-4)}"
