"""The hints of patiences: the first one tells a plan, the next ones its moves, one by one.

All positions here are as the player knows them, so no text can tell a hidden card.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Move, Odds
from cardgames.patience.game import TURN
from cardgames.text.wording import counted, wrapped

LISTED: Final = 4
"""The most parts of a plan that a hint lists."""


class Part(NamedTuple):
    """A part of a plan: one move, or several turns of the stock."""

    moves: tuple[Move, ...]
    text: str
    """What it does: '4C onto 5D', 'turn 7 times to KD'."""
    typed: str
    """The command for it, with what it does: 'wsttab 4 (4C onto 5D)', 'turn KD (7 times)'."""
    to: Card | None = None
    """The card to which the stock is turned."""


class HintWriter:
    """Makes the hints of a game in words."""

    def __init__(
        self,
        tell: Callable[[Move, Any], str],
        name: Callable[[Card], str],
        named: Callable[[str], str],
    ) -> None:
        """Say by TELL what a move does; NAME names a card, NAMED the cards within a text."""
        self._tell = tell
        self._name = name
        self._named = named

    def hint(self, at: Any, advice: Advice, goes_on: bool) -> str:
        """Return the line of a hint for the position AT.

        If it GOES_ON with the plan told last, it only says what the next move makes possible.
        """
        assert advice.move is not None
        plan = self.parts(at, (advice.move, *advice.then))
        if goes_on and (len(plan) > 1 or plan[0].to is not None):
            said = plan[0].typed + self._continued(at, plan)
        else:
            said = plan[0].typed + self._listed(at, plan) + self._reason(plan, advice.why)
        odds = "" if goes_on or advice.odds is None else f" {self.odds(at, advice.odds)}"
        return wrapped(f"Hint: {said}.{odds}")

    def parts(self, at: Any, moves: Sequence[Move]) -> list[Part]:
        """Return the parts of the plan that makes MOVES, one after the other, from AT."""
        found: list[Part] = []
        turns: list[Move] = []
        before = at
        for number, move in enumerate(moves, 1):
            if move != TURN:
                told = self._tell(move, at)
                found.append(Part((move,), told, f"{move} ({told})"))
                before = at = at.apply(move)
                continue
            turns.append(move)
            at = at.apply(move)
            if number == len(moves) or moves[number] != TURN:
                found.append(self._turning(before, tuple(turns), at.waste[-1:]))
                turns = []
        return found

    def odds(self, at: Any, odds: Odds) -> str:
        """Say in how many orders of the hidden cards a win was found, also with another move."""
        orders = f"{odds.of} orders of the hidden cards"
        if odds.hopeless:
            if odds.of == 1:
                return "Every card is known now: the game can no longer be won."
            return f"It seems lost: no way wins in any of {orders}."
        if not odds.won:
            return f"No win was found in {orders}, but some are undecided."
        instead = ""
        if odds.instead and odds.instead_won < odds.won:
            other = self.parts(at, odds.instead)[-1].text
            instead = f"; {other} first wins in {odds.instead_won or 'none'}"
        return f"It wins in {odds.won} of {orders}{instead}."

    def _turning(self, before: Any, turns: tuple[Move, ...], top: Sequence[Card]) -> Part:
        """Return the part that TURNS the stock from BEFORE, up to the card TOP if it is known."""
        count = len(turns)
        times = f"turn {counted(count, 'time')}"
        if top and top[0] is not BACK:
            name = self._name(top[0])
            to = f"turn {name}"
            return Part(
                turns,
                f"{'turn' if count == 1 else times} to {name}",
                to if count == 1 else f"{to} ({counted(count, 'time')})",
                top[0],
            )
        if count == 1:
            told = self._tell(turns[0], before)
            return Part(turns, told, f"card ({told})", BACK)
        whole = "the rest of the stock" if before.waste else "the whole stock"
        return Part(turns, times, f"card {count} (turn {whole})", BACK)

    def _continued(self, at: Any, plan: Sequence[Part]) -> str:
        """Return what the first part of PLAN makes possible."""
        number = self._enabled(at, plan)
        if number is None:
            return ", as planned"
        if number == 2 and plan[1].to is not None:
            return f", then {plan[1].text}, {plan[2].text}"
        return f", {'then' if number == 1 else 'later'} {plan[number].text}"

    def _enabled(self, at: Any, plan: Sequence[Part]) -> int | None:
        """Return the number of the first part of PLAN that fails if the one before all is left out.

        Return None if there is none.
        """
        for number, part in enumerate(plan[1:], 1):
            if part.to is not None:
                at = _turned_to(part.to, at)
                continue
            try:
                if self.parts(at, part.moves)[0].text != part.text:
                    return number
                at = at.apply(part.moves[0])
            except IllegalMove:
                return number
        return None

    def _listed(self, at: Any, plan: Sequence[Part]) -> str:
        """List the parts of PLAN after the first one; of many, only the first few."""
        if len(plan) == 1:
            return ""
        last = [f"and only then {plan[-1].text}"] if self._could_be_first(at, plan[-1]) else []
        rest = [part.text for part in (plan[1:-1] if last else plan[1:])]
        if len(rest) > LISTED:  # not merely one more than those that are listed
            rest[LISTED - 1 :] = [f"... {'' if last else 'and '}{len(rest) - LISTED + 1} more"]
        return f", {'then ' if rest else ''}{', '.join(rest + last)}"

    def _could_be_first(self, at: Any, last: Part) -> bool:
        """Could the LAST part of a plan be made at once? Then the others only prepare it."""
        try:
            return last.to is None and self.parts(at, last.moves)[0].text == last.text
        except IllegalMove:
            return False

    def _reason(self, plan: Sequence[Part], why: str) -> str:
        """Return WHY the moves of PLAN are made, unless the plan has said so itself."""
        why = self._named(why)
        return "" if why.endswith(plan[-1].text) else f": {why}"


def _turned_to(card: Card, at: Any) -> Any:
    """Return the position AT after turns that bring CARD up, or AT itself if none do."""
    position = at
    for _ in range(len(at.stock) + len(at.waste) + 2):
        if card in position.waste[-1:]:
            return position
        try:
            position = position.apply(TURN)
        except IllegalMove:
            break
    return at
