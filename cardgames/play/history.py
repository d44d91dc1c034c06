"""The moves since a deal, and the ones that undo took back.

Undo and redo go by steps, not by moves. A step is a person's move or one `auto`, with the automatic
moves after it. Every query takes the same time after 20,000 moves as after 20.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, NamedTuple

from cardgames.model.errors import IllegalMove
from cardgames.model.game import Game, Move


class MoveMade(NamedTuple):
    """A move that was made, with the positions before and after it."""

    before: Any
    move: Move
    after: Any


class History:
    """The moves from the deal to the position now, and the moves that redo can make again."""

    def __init__(self, first: Game) -> None:
        """Start at the position FIRST."""
        self._positions = [first]
        self._moves: list[Move] = []
        self._counts = [0]
        """For each position, the number of moves made at people's seats before it."""
        self._starts: list[int] = []
        """For each step, the number of moves made before it."""
        self._computers: dict[int, str] = {}
        """By number of each `auto` step: the computer that plays for people from there on."""
        self._given_up: dict[int, int] = {}
        """By number of the step in which somebody gave up, which has no move: their seat."""
        self._first = {first.key(): 0} if first.cycles else {}
        """For each position, the number of moves before it first came up; {} if none can repeat."""
        self._told: dict[int, int] = {}
        """For each seat, the number of moves that its person has been told of."""
        self.now = first
        """The position now."""
        self.made = 0
        """The number of moves that led to the position now."""
        self.steps = 0
        """The number of steps that led to the position now."""

    @property
    def before(self) -> Game | None:
        """The position before the last move, or None right after the deal."""
        return self._positions[self.made - 1] if self.made else None

    @property
    def people_moves(self) -> int:
        """The number of moves made at people's seats since the deal."""
        return self._counts[self.made]

    @property
    def computer(self) -> str:
        """The computer player that plays for the people since `auto`; '' if there is none."""
        return self._computers.get(self.steps, "")

    @property
    def helped_from(self) -> int | None:
        """The number of people's moves before a computer first played for them, or None."""
        steps = [step for step in self._computers if step <= self.steps]
        return self.after(min(steps) - 1)[1] if steps else None

    @property
    def given_up(self) -> int:
        """The seat that has given up; 0 if nobody has."""
        return self._given_up.get(self.steps, 0)

    @property
    def undone(self) -> int:
        """The number of steps that redo can make again."""
        return len(self._starts) - self.steps

    def position(self, back: int) -> Game:
        """Return the position before the last BACK moves."""
        return self._positions[self.made - back]

    def since(self, position: Game) -> int | None:
        """Return how many moves ago POSITION, that very object, was there; None if it never was."""
        line = reversed(self._positions[: self.made + 1])
        return next((back for back, now in enumerate(line) if now is position), None)

    def earlier(self) -> Game | None:
        """Return the first position equal to the one now; None if it has not come up before."""
        if not self.now.cycles:
            return None
        first = self._first[self.now.key()]
        return self._positions[first] if first < self.made else None

    def line(self, moves: int) -> tuple[list[Any], list[Move]]:
        """Return the positions from the deal on, and the first MOVES moves between them."""
        return self._positions[: moves + 1], self._moves[:moves]

    def steps_after(self, moves: int) -> int:
        """Return the number of steps, the last ones, that go beyond the first MOVES moves."""
        return self.steps + 1 - bisect_right(self._starts, moves, hi=self.steps)

    def begins_step(self, moves: int) -> bool:
        """Does a step begin after the first MOVES moves?"""
        return moves in self._starts[: self.steps]

    def after(self, steps: int) -> tuple[Game, int]:
        """Return the position, and the number of people's moves, after the first STEPS steps."""
        moves = self.made if steps == self.steps else self._starts[steps]
        return self._positions[moves], self._counts[moves]

    def step(self, number: int) -> list[MoveMade]:
        """Return the moves of step NUMBER, counted from 1, which redo may have to make again."""
        ends = [*self._starts, len(self._moves)]
        return list(self._made(range(ends[number - 1], ends[number])))

    def begin_step(self, computer: str = "", given_up: int = 0) -> None:
        """Begin a step; drop the moves that redo could make again.

        With COMPUTER it is an `auto`. With GIVEN_UP, the player in that seat gives up.
        """
        if self.steps < len(self._starts):
            self._drop_taken_back()
        self._starts.append(self.made)
        self.steps += 1
        if computer:
            self._computers[self.steps] = computer
        if given_up:
            self._given_up[self.steps] = given_up

    def add(self, move: Move, after: Game, counted: bool) -> None:
        """Add MOVE, which led to the position AFTER; COUNTED marks a move at a person's seat."""
        if self.made < len(self._moves):
            self._drop_taken_back()
        self._positions.append(after)
        self._moves.append(move)
        self._counts.append(self._counts[-1] + counted)
        self.made += 1
        self.now = after
        if after.cycles:
            self._first.setdefault(after.key(), self.made)

    def undo(self, count: int) -> None:
        """Take back COUNT steps; raises IllegalMove if there are fewer."""
        if count > self.steps:
            raise IllegalMove(_too_few(self.steps, "take back"))
        self.steps -= count
        self._go_to(self._starts[self.steps])

    def redo(self, count: int) -> None:
        """Redo COUNT steps that undo took back; raises IllegalMove if there are fewer."""
        left = self.undone
        if count > left:
            raise IllegalMove(_too_few(left, "make again"))
        self.steps += count
        self._go_to(self._starts[self.steps] if count < left else len(self._moves))

    def restart(self) -> None:
        """Take back every step."""
        self.steps = 0
        # without steps there are only moves of computers, which stay
        self._go_to(self._starts[0] if self._starts else len(self._moves))

    def cut(self, count: int) -> None:
        """Drop the last COUNT moves, which belong to the last step."""
        self._go_to(self.made - count)
        self._drop_taken_back()

    def copy(self) -> "History":
        """Return an independent copy of this history."""
        other = History(self.now)
        vars(other).update({name: copy(value) for name, value in vars(self).items()})
        other.now = self.now  # that very position, by which its place is found
        return other

    def untold(self, seat: int) -> list[MoveMade]:
        """Return the moves that the person in SEAT has not been told of, and mark them as told."""
        start, self._told[seat] = self._told.get(seat, 0), self.made
        return list(self._made(range(start, self.made)))

    def backwards(self) -> Iterator[MoveMade]:
        """Yield the moves since the deal, the last one first."""
        return self._made(reversed(range(self.made)))

    def mark_told(self, seats: int, but: int = 0) -> None:
        """Mark all moves but the last BUT as told to watchers and to seats 1 to SEATS."""
        self._told = dict.fromkeys(range(seats + 1), max(0, self.made - but))

    def _made(self, numbers: Iterable[int]) -> Iterator[MoveMade]:
        """Yield the moves with these NUMBERS, counted from 0."""
        line = self._positions
        return (MoveMade(line[i], self._moves[i], line[i + 1]) for i in numbers)

    def _go_to(self, moves: int) -> None:
        self.made, self.now = moves, self._positions[moves]
        for seat, heard in self._told.items():
            self._told[seat] = min(heard, moves)

    def _drop_taken_back(self) -> None:
        # `_first` is in the order of play, so positions first seen in moves taken back come last.
        while self._first and next(reversed(self._first.values())) > self.made:
            self._first.popitem()
        del self._positions[self.made + 1 :], self._moves[self.made :]
        del self._counts[self.made + 1 :], self._starts[self.steps :]
        self._computers = {n: name for n, name in self._computers.items() if n <= self.steps}
        self._given_up = {n: seat for n, seat in self._given_up.items() if n <= self.steps}


def _too_few(steps: int, what: str) -> str:
    if steps == 0:
        return f"there is no move to {what}"
    return f"there {'is only 1 move' if steps == 1 else f'are only {steps} moves'} to {what}"
