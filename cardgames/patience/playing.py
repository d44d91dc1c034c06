"""The solver of patiences whose tableau is played off to the waste, card by card, such as Golf."""

from collections.abc import Iterator
from typing import Final, NamedTuple
from zlib import crc32

from cardgames.model.cards import WASTE, Pile, tableau
from cardgames.patience.game import TURN, Patience
from cardgames.patience.line import Line, LineSolver
from cardgames.patience.search import Steps
from cardgames.patience.talon import Phase, Talon

PART: Final = b"\0"
"""Stands between piles."""


class Step(NamedTuple):
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

    def steps(self, state: bytes) -> Iterator[Step]:
        """Yield every step from STATE."""
        left, piles = state[0], state[2:].split(PART)
        for n, pile in enumerate(piles):
            if pile and pile[-1] in self._near[state[1]] and pile not in piles[:n]:
                rest = [*piles[:n], pile[:-1], *piles[n + 1 :]]
                yield Step(pile, _state(left, pile[-1:], rest))
        if left:
            yield Step(b"", _state(left - 1, self._stock[left - 1 : left], piles))


class PlayingLine(Line[Patience]):
    """A line of moves that make such steps."""

    def take(self, step: Step, before: bytes) -> None:
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
