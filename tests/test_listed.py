"""What a patience lists as legal moves is what it accepts when all are tried, in the same order."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardgames.games.patiences.freecell import FreeCell
from cardgames.model.cards import Card, Place, Rank
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.game import WITHIN, Patience
from cardgames.patience.kinds.kind import TABLEAU
from cardgames.patience.kinds.shifting import Shifted
from cardgames.patience.piles import Cells, Foundations, Tableau
from tests.samples import sample
from tests.walks import Case, cases, places

PATIENCES = [case for case in cases() if issubclass(case.game, Patience)]


def tried(game: Any) -> Iterator[Move]:
    """Make every move that can be typed, and yield those that are not refused."""
    for declared in game.commands.all.values() if game.outcome() is None else ():
        for call in declared.every_call():
            if declared.route == WITHIN and len(declared.arguments) > 2:
                yield from by_number(game, declared.name, *call)
            elif game.layout.foundations.chooses and declared.route.target == "foundations":
                yield from differing(game, declared.name, call)
            elif made(game, Move(declared.name, call)) is not None:
                yield Move(declared.name, call)


def made(game: Any, move: Move) -> Any:
    try:
        return game.apply(move)
    except IllegalMove:
        return None


def by_number(game: Any, name: str, t1: int, t2: int) -> Iterator[Move]:
    """Yield the moves of the most cards first, without the number where it is understood."""
    short = Move(name, (t1, t2))
    most = game.commands.all[name].arguments[-1].high
    numbers = range(min(most, len(game.tableau[t1 - 1])), 0, -1)
    moves = [Move(name, (t1, t2, number)) for number in numbers]
    reached = [(move, after) for move in moves if (after := made(game, move)) is not None]
    usual = made(game, short)
    for move, after in reached:
        yield short if after == usual and after == reached[0][1] else move


def differing(game: Any, name: str, call: tuple[int, ...]) -> Iterator[Move]:
    reached = list[Any]()
    if made(game, Move(name, call)) is not None:
        for number in ((), *[(f,) for f in range(1, len(game.foundations) + 1)]):
            after = made(game, Move(name, (*call, *number)))
            if after is not None and after not in reached:
                reached.append(after)
                yield Move(name, (*call, *number))


@pytest.mark.parametrize("case", PATIENCES, ids=str)
def test_the_moves_listed_are_those_accepted(case: Case) -> None:
    for seed in range(sample(1, 5)):
        for place in [*places(case, seed, sample(15, 150))][:: sample(2, 1)]:
            listed, accepted = list(place.game.legal_moves()), [*tried(place.game)]
            if isinstance(place.game.layout.tableau, Shifted):  # has an order of its own
                listed.sort()
                accepted.sort()
            assert listed == accepted


class Guarded(Tableau):
    """A tableau that takes no card on a queen; it says nothing of what decides on that."""

    def check(self, game: Any, card: Card, t: int) -> None:
        if game.tableau[t - 1][-1:] and game.tableau[t - 1][-1].rank is Rank.QUEEN:
            raise IllegalMove("nothing goes on a queen")
        super().check(game, card, t)


class Changed(Patience):
    """A position."""

    name = "changed"
    piles = Guarded((7, 7, 7, 7, 6, 6, 6, 6), together="run"), Cells(4), Foundations()


class Twice(FreeCell):
    """A position of FreeCell in which a cell takes no second card of a suit."""

    def tabcel(self, t: int, *e: int) -> Any:
        if any(held and held[-1].suit is self.tableau[t - 1][-1].suit for held in self.cells):
            raise IllegalMove("one card of a suit")
        return self.put(TABLEAU[t], "cells", *e)


class Closed(FreeCell):
    """A position of FreeCell in which an ace goes nowhere."""

    def put(self, source: Place, field: str, *to: int) -> Any:
        if self.filled(source)[-1].rank is Rank.ACE:
            raise IllegalMove("an ace stays")
        return super(FreeCell, self).put(source, field, *to)


@pytest.mark.parametrize("game", [Changed, Twice, Closed])
def test_a_rule_changed_by_a_kind_or_a_game_holds_in_the_list(game: Any) -> None:
    for place in places(Case(game, game.options_type()), 1, 40):
        assert list(place.game.legal_moves()) == [*tried(place.game)]
