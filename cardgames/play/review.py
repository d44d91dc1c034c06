"""The review of a game that was played: which moves lost the win, even if they were taken back.

In a line of play, all winnable positions come before all lost ones. So a line has at most one move
that lost the win, and binary search finds it. Each line that was taken back may have a losing move
of its own.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from cardgames.model.game import Move
from cardgames.patience.game import Patience
from cardgames.patience.search import MOST_LOOKED_AT, DealKnowledge, Verdict
from cardgames.play.session import History, Session

# The most positions that one search looks at, in each round of binary search; found by trial.
LIMITS: Final = (1_000, 8_000, 20_000)
# The most positions for the line that was played, unless its end stays undecided. This limit finds
# the losing move in 50 of 60 games; 50,000 would find it in 51, and take twice as long.
MOST: Final = 20_000
MOST_ASIDE: Final = 20_000  # the most positions looked at in all the lines taken back
WORK: Final = 5  # the most work of a search, for each position of its limit; the usual work is 3
BACKWARDS: Final = ("undo", "redo", "restart")  # the commands that make no new move


class LineOfPlay(NamedTuple):
    positions: Sequence[Patience]  # from the deal on
    moves: Sequence[Move]

    def shared(self, other: "LineOfPlay") -> int:
        """Return how many positions, from the deal on, this line shares with another."""
        pairs = zip(self.positions, other.positions)
        return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


class Bounds(NamedTuple):
    """What is known about a line: its last winnable position, and its first lost position."""

    won: int  # how many moves lead to the last position known as winnable; -1 if none
    lost: int  # how many moves lead to the first position known as lost; len(positions) if none


class LosingMove(NamedTuple):
    number: int  # the number of the move in its line, from 1 on
    before: Patience
    move: Move
    kept_by: tuple[Move, ...]  # the moves that would have won, or () if none are known
    played_on: int  # the number of moves made after this move
    taken_back: bool


class Review(NamedTuple):
    line: LineOfPlay
    bounds: Bounds
    turnings: tuple[LosingMove, ...]  # the losing moves, in the order of their numbers
    positions: int  # the number of positions looked at
    searches: int


class Lines:
    """Collects the lines of play of one game while its session is replayed."""

    _history: History  # of the session that was seen last

    def __init__(self) -> None:
        self.taken_back: list[LineOfPlay] = []  # lines taken back in part or as a whole
        self._made = 0
        self._news = False  # has a new move been made since the last undo?

    def see(self, session: Session) -> None:
        """Note what the last command of the session did."""
        history = self._history = session.history
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
    """Review a game; the results of all searches are added to `knowledge`."""
    positions, searches = knowledge.positions, knowledge.searches
    line = lines.last()
    won = [aside for aside in lines.taken_back if aside.positions[-1].outcome() is not None]
    ends = [(aside, Bounds(len(aside.moves), len(aside.positions))) for aside in won]
    bounds = bounds_of(line, knowledge, _inherited(line, ends))
    # Lines may share a move, so the key is the id of the position after it, or None for `line`.
    found: dict[int | None, LosingMove] = {}
    if _has_turning(line, bounds):
        nearest = max(won, key=line.shared, default=line)
        found[None] = _turning(line, bounds, nearest, knowledge, LIMITS[-1])
    end = knowledge.positions + MOST_ASIDE
    last = line, bounds
    for aside in lines.taken_back:
        # Of the lines reviewed so far, `line` or `last` shares the most positions with `aside`.
        first = _inherited(aside, ((line, bounds), last))
        after = halved(aside, knowledge, first, end - knowledge.positions)
        last = aside, after
        if _has_turning(aside, after) and after.lost >= aside.shared(line):
            turning = _turning(aside, after, line, knowledge, end - knowledge.positions)
            lost = id(aside.positions[after.lost])
            if lost not in found or found[lost].played_on < turning.played_on:
                found[lost] = turning._replace(taken_back=True)
    turnings = sorted(found.values(), key=lambda turning: turning.number)
    looked_at = knowledge.positions - positions
    return Review(line, bounds, tuple(turnings), looked_at, knowledge.searches - searches)


def nearly_lost(lines: Lines, knowledge: DealKnowledge, most: int) -> int | None:
    """Return the number of the first losing move taken back in a won game; 0 if there is none.

    Return None if a search of `most` positions does not decide this.
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
    """Return the bounds that follow from the positions that a line shares with reviewed lines."""
    won, lost = -1, len(line.positions)
    for other, bounds in reviewed:
        shared = line.shared(other)
        won = max(won, min(bounds.won, shared - 1))
        lost = bounds.lost if bounds.lost < min(shared, lost) else lost
    return Bounds(won, lost)


def _has_turning(line: LineOfPlay, bounds: Bounds) -> bool:
    """Is it known which move of the line lost the win?"""
    return 0 <= bounds.won == bounds.lost - 1 < len(line.moves)


def _turning(
    line: LineOfPlay, bounds: Bounds, instead: LineOfPlay, knowledge: DealKnowledge, most: int
) -> LosingMove:
    """Return the losing move; a search or the line `instead` supplies the moves that win."""
    made, kept_by = bounds.won, tuple[Move, ...]()
    before = line.positions[made]
    if knowledge.verdict(before, max(0, min(most, LIMITS[-1]))) is Verdict.WINNABLE:
        kept_by = knowledge.moves(before)
    elif instead.positions[-1].outcome() is not None and line.shared(instead) > made:
        kept_by = tuple(instead.moves[made:])
    played_on = len(line.moves) - bounds.lost
    return LosingMove(bounds.lost, before, line.moves[made], kept_by, played_on, False)


def bounds_of(line: LineOfPlay, knowledge: DealKnowledge, first: Bounds | None = None) -> Bounds:
    """Find the bounds of a line with all searches of a review, beginning with `first`."""
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
        knowledge.bounds[asked] = bounds  # so that all commands say the same about a line
    return bounds


def halved(
    line: LineOfPlay,
    knowledge: DealKnowledge,
    first: Bounds,
    most: int,
    limits: Sequence[int] = LIMITS,
) -> Bounds:
    """Narrow the bounds `first` of a line by binary search; look at up to `most` positions in all.

    One search, for the last winnable position, treats undecided positions as lost. The other, for
    the first lost position, treats them as winnable. Both searches are repeated with each of
    `limits`, the most positions for one verdict, until their results meet.
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
                verdict = knowledge.verdict(line.positions[middle], left, WORK * left)
                if verdict is Verdict.WINNABLE:
                    won = low = middle
                elif verdict is Verdict.LOST:
                    lost = high = middle
                elif sought is Verdict.WINNABLE:
                    high = middle
                else:
                    low = middle
    return Bounds(won, lost)
