"""The review of a game that was played: which moves lost the win, also those taken back since.

On one line of play what can be won is a beginning, and what is lost an end. So a line has at most
one move that lost the win, which halving finds; each line that was taken back may have its own.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from cardgames.model.game import Move
from cardgames.patience.knowledge import DealKnowledge
from cardgames.patience.search import MOST_LOOKED_AT, Verdict
from cardgames.play.session import Session

LIMITS: Final = (1_000, 8_000, 20_000)
"""The most positions that a search looks at in each round of the halving; found by trial."""
MOST: Final = 20_000
"""The most positions to look at for the line that was played, unless its end stays undecided.

Of 60 games, 50 are decided to the move; with 50,000 they are 51, and it takes twice as long.
"""
MOST_ASIDE: Final = 20_000
"""The most positions to look at for all lines together that were taken back."""
WORK: Final = 5
"""The work that is allowed for each of these positions, on the average; most take 3."""
BACKWARDS: Final = ("undo", "redo", "restart")
"""The commands that make no move of their own."""


class LineOfPlay(NamedTuple):
    """A line of play from the deal on."""

    positions: Sequence[Any]
    moves: Sequence[Move]

    def shared(self, other: "LineOfPlay") -> int:
        """Return the number of positions, from the deal on, that it shares with OTHER."""
        pairs = zip(self.positions, other.positions)
        return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


class Bounds(NamedTuple):
    """How far a line could be won for sure, and from where on it is lost for sure."""

    won: int
    """The number of moves after which it could last be won; -1 if that is not known at all."""
    lost: int
    """The number of moves after which it is first known to be lost; beyond the end if it is not."""


class LosingMove(NamedTuple):
    """A move that lost the win."""

    number: int
    """Which move of its line it is, from 1 on."""
    before: Any
    """The position in which it was made."""
    move: Move
    kept_by: tuple[Move, ...]
    """The moves that would have won instead; none if only the line that was played tells that."""
    played_on: int
    """The number of moves that were made after it."""
    taken_back: bool


class Review(NamedTuple):
    """What became of the win in a game."""

    line: LineOfPlay
    """The line of play that led to the last position."""
    bounds: Bounds
    turnings: tuple[LosingMove, ...]
    """The moves that lost the win, in the order of their numbers."""
    positions: int
    """The number of positions that were looked at."""
    searches: int


class Lines:
    """Collects the lines of play of a session while it is replayed."""

    def __init__(self) -> None:
        """Begin before the deal."""
        self.taken_back: list[LineOfPlay] = []
        """The lines that were taken back, in part or as a whole."""
        self._history: Any = None
        self._made = 0
        self._news = False
        """Has a move been made since one was taken back?"""

    def see(self, session: Session) -> None:
        """Take note of what the last command of SESSION did."""
        history = session.history
        if history is not self._history:
            self.taken_back.clear()
            self._history, self._made, self._news = history, 0, False
        if history.made < self._made:
            if self._news:
                self.taken_back.append(self.last())
            self._news = False
        elif history.made > self._made:
            self._news = self._news or session.log[-1].split()[0] not in BACKWARDS
        self._made = history.made

    def last(self) -> LineOfPlay:
        """Return the line that led to the last position."""
        positions, moves = self._history.line(self._made)
        return LineOfPlay(positions, [move._replace(seat=0) for move in moves])


def review(lines: Lines, knowledge: DealKnowledge) -> Review:
    """Review the game of these LINES by what is known of its deal, and can be found out."""
    positions, searches = knowledge.positions, knowledge.searches
    line = lines.last()
    won = _won(lines, line)
    first = _inherited(line, [(won, Bounds(len(won.moves), len(won.positions)))] if won else [])
    bounds = bounds_of(line, knowledge, first)
    found = []
    if _turns(line, bounds):
        kept_by = _kept_by(line, bounds.won, won or line, knowledge, LIMITS[-1])
        found.append(_turning(line, bounds, kept_by, False))
    found += _turnings_aside(lines, line, bounds, knowledge)
    found.sort(key=lambda turning: turning.number)
    looked_at = knowledge.positions - positions
    return Review(line, bounds, tuple(found), looked_at, knowledge.searches - searches)


def _won(lines: Lines, line: LineOfPlay) -> LineOfPlay | None:
    """Return the line that was won and taken back and shares most with LINE, or None."""
    won = [aside for aside in lines.taken_back if aside.positions[-1].outcome() is not None]
    return max(won, key=line.shared, default=None)


def _turnings_aside(
    lines: Lines, line: LineOfPlay, bounds: Bounds, knowledge: DealKnowledge
) -> Iterable[LosingMove]:
    """Return the turnings of the lines that were taken back, and are no part of LINE."""
    end = knowledge.positions + MOST_ASIDE
    last = line, bounds
    found: dict[int, LosingMove] = {}
    for aside in lines.taken_back:
        # What it shares with an older line, it shares with the last one, too, or with LINE.
        first = _inherited(aside, ((line, bounds), last))
        after = halved(aside, knowledge, first, end - knowledge.positions)
        last = aside, after
        if _turns(aside, after) and after.lost >= aside.shared(line):
            kept_by = _kept_by(aside, after.won, line, knowledge, end - knowledge.positions)
            turning = _turning(aside, after, kept_by, True)
            same = found.get(id(aside.positions[after.lost]))
            if same is None or same.played_on < turning.played_on:
                found[id(aside.positions[after.lost])] = turning
    return found.values()


def nearly_lost(lines: Lines, knowledge: DealKnowledge, most: int) -> int | None:
    """Return the number of the first move that had lost a game which was won; 0 if none had.

    It was taken back. None if a search of MOST positions does not tell.
    """
    line, end = lines.last(), knowledge.positions + most
    found = list[Bounds]()
    for aside in lines.taken_back:
        first = Bounds(aside.shared(line) - 1, len(aside.positions))
        bounds = halved(aside, knowledge, first, end - knowledge.positions)
        if bounds.won < len(aside.moves):
            found.append(bounds)
    if any(bounds.won + 1 < bounds.lost for bounds in found):
        return None
    return min(found).lost if found else 0


def _inherited(line: LineOfPlay, reviewed: Sequence[tuple[LineOfPlay, Bounds]]) -> Bounds:
    """Return what the lines REVIEWED before tell of LINE, which begins as they do."""
    won, lost = -1, len(line.positions)
    for other, bounds in reviewed:
        shared = line.shared(other)
        won = max(won, min(bounds.won, shared - 1))
        lost = bounds.lost if bounds.lost < min(shared, lost) else lost
    return Bounds(won, lost)


def _turns(line: LineOfPlay, bounds: Bounds) -> bool:
    """Is it known which move of LINE lost the win?"""
    return 0 <= bounds.won == bounds.lost - 1 < len(line.moves)


def _kept_by(
    line: LineOfPlay, made: int, instead: LineOfPlay, knowledge: DealKnowledge, most: int
) -> Sequence[Move]:
    """Return the moves to a win after MADE moves of LINE, found by MOST positions at most.

    If the search finds none, that it could be won is known from how it went on, perhaps in the
    line that was played INSTEAD.
    """
    before = line.positions[made]
    if knowledge.verdict(before, max(0, min(most, LIMITS[-1]))) is Verdict.WINNABLE:
        return knowledge.moves(before)
    won = instead.positions[-1].outcome() is not None and line.shared(instead) > made
    return instead.moves[made:] if won else ()


def _turning(
    line: LineOfPlay, bounds: Bounds, kept_by: Sequence[Move], taken_back: bool
) -> LosingMove:
    """Return the turning within BOUNDS of LINE, where KEPT_BY would have won."""
    played_on = len(line.moves) - bounds.lost
    before, move = line.positions[bounds.won], line.moves[bounds.won]
    return LosingMove(bounds.lost, before, move, tuple(kept_by), played_on, taken_back)


def bounds_of(line: LineOfPlay, knowledge: DealKnowledge, first: Bounds | None = None) -> Bounds:
    """Return the bounds of LINE, which lie within FIRST, with all that a solver finds of it.

    They are found once, so that whoever asks again is not told more.
    """
    made, asked = len(line.moves), tuple(line.moves)
    if (bounds := knowledge.bounds.get(asked)) is None:
        bounds = halved(line, knowledge, first or Bounds(-1, made + 1), MOST)
        if bounds.won < made < bounds.lost:
            verdict = knowledge.solution(line.positions[-1], MOST_LOOKED_AT).verdict
            if verdict is Verdict.WINNABLE:
                bounds = Bounds(made, made + 1)
            elif verdict is Verdict.LOST:
                limits = (*LIMITS, MOST_LOOKED_AT)
                bounds = halved(line, knowledge, Bounds(bounds.won, made), MOST_LOOKED_AT, limits)
        knowledge.bounds[asked] = bounds
    return bounds


def halved(
    line: LineOfPlay,
    knowledge: DealKnowledge,
    first: Bounds,
    most: int,
    limits: Sequence[int] = LIMITS,
) -> Bounds:
    """Return the bounds of LINE, which lie within FIRST, by MOST positions, with each of LIMITS.

    Halve for the last position that can be won and for the first that is lost; an answer that is
    undecided stands for the other verdict. Do so with each limit, until the two meet.
    """
    won, lost = first
    if line.positions[-1].outcome() is not None:
        won = len(line.moves)
    end = knowledge.positions + most
    for limit in limits:
        for sought in (Verdict.WINNABLE, Verdict.LOST):
            low, high = won, lost
            while high - low > 1:
                middle = (low + high) // 2
                left = min(limit, end - knowledge.positions)
                if left <= 0:
                    return Bounds(won, lost)
                verdict = knowledge.verdict(line.positions[middle], left, None, WORK * left)
                if verdict is Verdict.WINNABLE:
                    won = low = middle
                elif verdict is Verdict.LOST:
                    lost = high = middle
                elif sought is Verdict.WINNABLE:
                    high = middle
                else:
                    low = middle
    return Bounds(won, lost)
