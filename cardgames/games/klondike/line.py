"""The moves of Klondike that make the steps of a search."""

from typing import Final

from cardgames.games.klondike.game import Klondike
from cardgames.games.klondike.sets import NUMBERS, ROW, carriers, members, set_of
from cardgames.games.klondike.steps import State, Step, parts
from cardgames.patience.building import BIT
from cardgames.patience.line import Line

BY_NUMBER: Final = {number: card for card, number in NUMBERS.items()}
"""The card of each number."""


class KlondikeLine(Line[Klondike]):
    """A line of moves; where one has to lie is found out by moving parts of piles."""

    def __init__(self, game: Klondike) -> None:
        """Begin at the position GAME."""
        super().__init__(game)
        self._carriers = carriers(game.options.build)

    def take(self, step: Step, before: State) -> None:
        """Make the moves of STEP from the state BEFORE."""
        back = parts(before)[0] & ~step.founded
        for card in sorted(members(back), reverse=True):  # the highest one can carry the next
            self._lay(card)
        if step.founded & BIT[step.card]:
            self._uncover(step.card, set())
            self._found(step.card)
        else:
            self._lay(step.card)

    def found(self, state: State) -> None:
        """Found the cards that STATE has on the foundations."""
        while True:
            founded = set_of([card for pile in self.game.foundations for card in pile])
            nexts = (founded << 4 | ROW) & parts(state)[0] & ~founded
            if not nexts:
                return
            self._found(next(card for card in members(nexts) if self._uncover(card, set())))

    def _pile_of(self, number: int) -> int:
        """Return the number of the pile in which a card lies face up; 0 if there is none."""
        card = BY_NUMBER[number]
        piles = enumerate(zip(self.game.tableau, self.game.down), 1)
        return next((t for t, (pile, down) in piles if card in pile[down:]), 0)

    def _uncover(self, number: int, tried: set[int]) -> bool:
        """Move what lies on a card to another one; return whether there is room for it.

        The other one is uncovered first in the same way, unless it is among those TRIED.
        """
        tried.add(number)
        if not (t := self._pile_of(number)):
            return not any([BY_NUMBER[number] in pile for pile in self.game.tableau])  # face down
        pile = self.game.tableau[t - 1]
        on_it = pile[pile.index(BY_NUMBER[number]) + 1 :][:1]
        return not on_it or self._lay(NUMBERS[on_it[0]], tried)

    def _lay(self, number: int, tried: set[int] | None = None) -> bool:
        """Lay a card on another one, or in a space; return whether there is room for it.

        It does not go to one of those TRIED.
        """
        tried = set() if tried is None else tried
        if number >= 48:
            self._bring(number, self.game.tableau.index(()) + 1)
            return True
        for carrier in self._carriers[number]:
            if carrier not in tried and self._pile_of(carrier) and self._uncover(carrier, tried):
                self._bring(number, self._pile_of(carrier))
                return True
        return False

    def _bring(self, number: int, t: int) -> None:
        """Bring a card to pile T of the tableau, with all that lies on it."""
        card = BY_NUMBER[number]
        if source := self._pile_of(number):
            self.move("tabtab", source, t)
            return
        for f, pile in enumerate(self.game.foundations, 1):
            if card in pile:
                self.move("fndtab", f, t)
                return
        self.turn_to(card)
        self.move("wsttab", t)

    def _found(self, number: int) -> None:
        """Bring a card that is free to its foundation."""
        if source := self._pile_of(number):
            self.move("tabfnd", source)
        else:
            self.turn_to(BY_NUMBER[number])
            self.move("wstfnd")
