"""The hints of patiences: what to do now and what to type, where it leads, why, and the odds.

All positions here are as the player knows them, so no text can tell a hidden card.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, Final, NamedTuple

from cardgames.model.cards import BACK
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move, Odds
from cardgames.patience.founding import WINS
from cardgames.patience.game import TURN
from cardgames.patience.turning import turns_to
from cardgames.text.look import WORDS, Look
from cardgames.text.wording import COLUMNS, counted, fitted

LINES: Final = 2
"""The most lines of a hint; cards in words take one more."""


class Part(NamedTuple):
    """A part of a plan: one move, or several turns of the stock."""

    typed: str
    """What to type for it: '4c 5d', 'turn kd'."""
    text: str
    """What it does: '4C onto 5D', 'turn 7 times to KD'."""
    turns: bool = False


class HintWriter:
    """Makes the hints of a game in words."""

    def __init__(
        self, tell: Callable[[Move, Any], str], typed: Callable[[Any, Move], str], look: Look
    ) -> None:
        """Say by TELL what a move does, and by TYPED what to type for it, with cards in LOOK."""
        self._tell = tell
        self._typed = typed
        self._look = look

    def hint(self, at: Any, advice: Advice, goes_on: bool = False, brief: bool = False) -> str:
        """Return the lines of a hint for the position AT.

        If it GOES_ON with the plan told last, it says what comes then instead of the odds. If
        BRIEF, it does not say again what the orders are of. What has no room is left out.
        """
        assert advice.move is not None
        acts = self._acts(at, (advice.move, *advice.then))
        said, last = _with_typed(acts[0]), acts[-1][-1].text
        if goes_on and len(acts) > 1:
            return _lines(f"{said}, then {acts[1][-1].text}.")
        why = self._look.named(advice.why)
        leads = f", on the way to {last}" if len(acts) > 1 and not why.startswith(WINS) else ""
        odds = instead = ""
        if advice.odds and not goes_on:
            odds, instead = f" {_odds(advice.odds, brief)}", self._instead(at, advice.odds)
        reason = "" if goes_on and acts[0][-1].turns else f": {why}"
        for text in (
            f"{said}{leads}{'' if why.endswith(last) else reason}.{odds}{instead}",
            f"{said}{'' if why.endswith(acts[0][-1].text) else reason}.{odds}{instead}",
            f"{said}.{odds}{instead}",
            f"{said}.{odds}",
        ):
            told = _lines(f"{text}{'.' if odds else ''}")
            if told.count("\n") <= LINES + (self._look.style == WORDS):
                break
        return told

    def parts(self, at: Any, moves: Sequence[Move]) -> Iterator[Part]:
        """Yield the parts of the plan that makes MOVES, one after the other, from AT."""
        for turns, same in groupby(moves, lambda move: move == TURN and at.layout.turns):
            if turns:
                before, count = at, len(list(same))
                for _ in range(count):
                    at = at.apply(TURN)
                yield self._turning(before, count, at)
                continue
            for move in same:
                yield Part(self._typed(at, move), self._tell(move, at))
                at = at.apply(move)

    def first_act(self, at: Any, moves: Sequence[Move]) -> tuple[Sequence[Move], str]:
        """Return the first act of the plan that makes MOVES from AT, and what its move does."""
        turns = 0
        while at.layout.turns and moves[turns:-1] and moves[turns] == TURN:
            turns += 1
        return moves[: turns + 1], self._acts(at, moves[: turns + 1])[0][-1].text

    def _acts(self, at: Any, moves: Sequence[Move]) -> list[list[Part]]:
        """Return the parts of the plan, each move together with the turns before it."""
        acts: list[list[Part]] = [[]]
        for part in self.parts(at, moves):
            acts[-1].append(part)
            acts += [] if part.turns else [[]]
        return list(filter(None, acts))

    def _turning(self, before: Any, count: int, after: Any) -> Part:
        """Return the part that turns the stock COUNT times, from BEFORE to AFTER."""
        top, typed = after.waste[-1:], f"turn {count}"
        if top and top[0] is not BACK:
            with suppress(IllegalMove):  # of the player, who may not know the card
                if turns_to(before, top[0]) == count:
                    typed = f"turn {top[0].label.lower()}"
            times = "" if count == 1 else f" {counted(count, 'time')}"
            return Part(typed, f"turn{times} to {self._look.card(top[0])}", True)
        stock = "the rest of the stock" if before.waste else "the whole stock"
        text = self._tell(TURN, before) if count == 1 else f"turn {stock}"
        return Part(typed, text, True)

    def _instead(self, at: Any, odds: Odds) -> str:
        """Say what else might be done now, if something is to be said of it; else ''."""
        if not odds.instead:
            return ""
        other = _with_typed(self._acts(at, odds.instead)[0])
        if odds.as_good:
            return f"; {other} is about as good"
        return f"; with {other} first, in {odds.instead_won or 'none'}"


def _lines(text: str) -> str:
    """Return the lines of a hint for 80 columns."""
    return fitted(f"Hint: {text}\n", COLUMNS - 1)


def _with_typed(act: Sequence[Part]) -> str:
    """Return what ACT does, and what to type for it: 'AD to its foundation (turn ad; ad f)'."""
    return f"{act[-1].text} ({'; '.join([part.typed for part in act])})"


def _odds(odds: Odds, brief: bool) -> str:
    """Say in how many orders of the hidden cards a win was found."""
    orders = f"{odds.of} orders{'' if brief else ' of the hidden cards'}"
    if odds.hopeless:
        if odds.of == 1:
            return "Every card is known now: the game can no longer be won"
        return f"It seems lost: no way wins in any of {orders}"
    if not odds.won:
        return f"No win was found in {orders}, but some are undecided"
    return f"It wins in {odds.won} of {orders}"
