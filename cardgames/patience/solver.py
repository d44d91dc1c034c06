"""The solver of patiences whose tableau is played off to the waste, card by card, such as Golf."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar
from zlib import crc32

from cardgames.model.cards import RESERVE, WASTE, Card, Pile, Place, cell, foundation, tableau
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience import building
from cardgames.patience.building import BuildingSteps, Step
from cardgames.patience.game import TURN, Patience
from cardgames.patience.knowledge import DealKnowledge
from cardgames.patience.piles import BY_NUMBER
from cardgames.patience.search import (
    MOST_LOOKED_AT,
    Phase,
    Progress,
    Solution,
    Solver,
    Steps,
    Talon,
)

P = TypeVar("P", bound=Patience)


class Line(Generic[P]):
    """A line of moves, which the rules themselves check one after another."""

    def __init__(self, game: P) -> None:
        """Begin at the position GAME."""
        self.game = game
        """The position after the line."""
        self.moves: list[Move] = []
        self._passed = {game: 0}
        """The number of moves that led to each position."""

    def take(self, step: Any, before: Any) -> None:
        """Make the moves of STEP from the state BEFORE."""
        raise NotImplementedError

    def found(self, state: Any) -> None:
        """Found the cards that STATE has on the foundations."""
        raise NotImplementedError

    def follow(self, steps: Steps[Any], way: Sequence[Any]) -> None:
        """Make the moves that lead through the states of a WAY found by STEPS."""
        self.found(way[0])
        for before, after in zip(way, way[1:]):
            self.take(next(step for step in steps.steps(before) if step.after == after), before)
            self.found(after)

    def turn_to(self, card: Card) -> None:
        """Turn the stock until CARD lies on top of the waste."""
        while card not in self.game.waste[-1:]:
            self.move(TURN.name)

    def move(self, name: str, *arguments: int) -> None:
        """Make the move NAME with ARGUMENTS; moves that it takes back are dropped."""
        move = Move(name, arguments)
        self.game = self.game.apply(move)
        self.moves.append(move)
        count = self._passed.get(self.game)
        if count is None:
            self._passed[self.game] = len(self.moves)
        else:
            del self.moves[count:]
            self._passed = {game: n for game, n in self._passed.items() if n <= count}


PLACES: Final = {"tableau": tableau, "cells": cell, "foundations": foundation}


class BuildingLine(Line[Patience]):
    """A line of moves that make the steps of any patience that builds."""

    def __init__(self, game: Patience) -> None:
        """Begin at the position GAME."""
        super().__init__(game)
        self._steps = BuildingSteps(game)

    def take(self, step: Step, before: building.State) -> None:
        """Make the move of STEP, after the turns of the stock that it needs.

        Of equal cards, those are moved that lead to the state after the step.
        """
        for card, onto in step.back:
            self._move_back(card, onto)
        for _ in range(2 * len(self.game.stock + self.game.waste) + 3):
            for move in self._moves(step):
                with suppress(IllegalMove):
                    if self._steps.coded(self.game.apply(move)) == step.after:
                        self.move(move.name, *move.arguments)
                        return
            self.move(TURN.name)
        raise AssertionError(f"no move makes {step}")

    def _moves(self, step: Step) -> Iterator[Move]:
        """Yield the moves of cards like those of STEP; some may be illegal."""
        if step.onto == building.TABLEAU:
            yield TURN
            return
        game, number, cards = self.game, self._steps.rules.numbers, list(step.cards)
        targets = {building.FOUNDATION: [foundation(1)], building.CELL: [cell(1)]}.get(step.onto)
        if targets is None:
            tops = [number[pile[-1]] if pile else building.SPACE for pile in game.tableau]
            targets = [tableau(t) for t, top in enumerate(tops, 1) if top == step.onto]
        several = game.layout.tableau.together in BY_NUMBER
        for source in self._places(step.source):
            if [number[card] for card in game.pile(source)[-len(cards) :]] == cards:
                for target in targets:
                    if source != target:
                        within = several and source.field == target.field
                        yield game.move(source, target, len(cards) if within else 0)

    def _move_back(self, card: int, onto: int) -> None:
        """Move CARD from its foundation onto the card ONTO."""
        game, number = self.game, self._steps.rules.numbers
        tops = [[number[card] for card in pile[-1:]] for pile in game.tableau]
        founded = [[number[card] for card in pile[-1:]] for pile in game.foundations]
        source = foundation(founded.index([card]) + 1)
        move = game.move(source, tableau(tops.index([onto]) + 1))
        self.move(move.name, *move.arguments)

    def _places(self, field: str) -> list[Place]:
        """Return the places of the piles of FIELD."""
        if field in PLACES:
            return [PLACES[field](number + 1) for number in range(len(getattr(self.game, field)))]
        return [RESERVE if field == "reserve" else WASTE]

    def found(self, state: building.State) -> None:
        """Found the cards of the tableau, the cells and the reserve that are founded in STATE."""
        steps = self._steps
        while not steps.rules.runs:
            heads, game = steps.heads(self.game), self.game
            for place in (RESERVE, *self._places("tableau"), *self._places("cells")):
                pile = game.pile(place)
                card = steps.rules.numbers[pile[-1]] if pile else building.UNKNOWN
                if card in heads and _passed(card, heads) < _passed(card, state[: len(heads)]):
                    move = game.move(place, foundation(1))
                    self.move(move.name, *move.arguments)
                    break
            else:
                return


def _passed(card: int, heads: bytes) -> int:
    """Return on how many foundations CARD lies, if HEADS are the next cards of all."""
    return sum([head > card and not (head - card) % 4 for head in heads])


class LineSolver(Solver):
    """Searches for a win and plays it, if there is one; each game derives a class of its own."""

    steps: ClassVar[type[Any]]
    """The class of the game's Steps."""
    line: ClassVar[type[Line[Any]]]
    """The class of the game's lines."""

    def __init__(self) -> None:
        """Begin without knowledge of the deal."""
        self.knowledge = DealKnowledge(self.steps, self.line)
        """What is known of the deal that this player plays, which `solve` neither asks nor tells.
        """

    def solve(
        self, game: Any, limit: int = MOST_LOOKED_AT, progress: Progress | None = None
    ) -> Solution:
        """Find out whether GAME can be won, by LIMIT states at most."""
        return DealKnowledge(self.steps, self.line).solution(game, limit, progress)

    def find(self, game: Any, limit: int) -> Solution:
        """Return the solution of GAME; search only if it is not known."""
        return self.knowledge.solution(game, limit)


PART: Final = b"\0"
"""Stands between piles."""


class Played(NamedTuple):
    """The top card of a pile goes to the waste, or that of the stock does."""

    pile: bytes
    """The ranks in the pile; none for the stock."""
    after: bytes


class PlayingSteps(Steps[bytes]):
    """The steps from each state: the number of cards in the stock, the waste's top, the piles.

    Only ranks matter, so a card is the number of its rank; and the piles are sorted.
    """

    talon = Talon(1, None)
    latest = True

    def __init__(self, game: Patience) -> None:
        """Take everything from GAME."""
        around = game.layout.waste is not None and game.layout.waste.takes == "around"
        apart, ranks = (1, 12) if around else (1,), range(1, 14)
        self._near = [{m for m in ranks if n and abs(m - n) in apart} for n in range(14)]
        self._stock, piles = _ranks(game.stock), list(map(_ranks, game.tableau))
        self.first = _state(len(game.stock), _ranks(game.waste[-1:]), piles)

    def split(self, state: bytes) -> tuple[bytes, Phase]:
        """Return STATE; no stock is turned again."""
        return state, (0, 0)

    def founded(self, state: bytes) -> int:
        """Return the number of cards in the stock: the more are left, the better."""
        return state[0]

    def is_lost(self, state: bytes) -> bool:
        """Is it certain, at a glance, that STATE is lost?"""
        return False

    def seed(self, state: bytes) -> int:
        """Return a number for STATE, the same on every machine."""
        return crc32(state)

    def to_play(self, state: bytes) -> int:
        """Return the number of cards in the tableau."""
        return len(state) - 2 - state.count(PART, 2)

    def steps(self, state: bytes) -> Iterator[Played]:
        """Yield every step from STATE."""
        left, piles = state[0], state[2:].split(PART)
        for n, pile in enumerate(piles):
            if pile and pile[-1] in self._near[state[1]] and pile not in piles[:n]:
                rest = [*piles[:n], pile[:-1], *piles[n + 1 :]]
                yield Played(pile, _state(left, pile[-1:], rest))
        if left:
            yield Played(b"", _state(left - 1, self._stock[left - 1 : left], piles))


class PlayingLine(Line[Patience]):
    """A line of moves that make such steps."""

    def take(self, step: Played, before: bytes) -> None:
        """Make the move of STEP."""
        move = TURN
        if step.pile:
            number = list(map(_ranks, self.game.tableau)).index(step.pile)
            move = self.game.move(tableau(number + 1), WASTE)
        self.move(move.name, *move.arguments)

    def found(self, state: bytes) -> None:
        """Do nothing, as no card goes to a foundation."""


class PlayingSolver(LineSolver):
    """Knows every card, and plays the moves to a win."""

    steps = PlayingSteps
    line = PlayingLine
    levels = None


def _ranks(cards: Pile) -> bytes:
    return bytes([card.rank.value for card in cards])


def _state(left: int, top: bytes, piles: list[bytes]) -> bytes:
    return bytes((left,)) + (top or PART) + PART.join(sorted(piles))
