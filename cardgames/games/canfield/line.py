"""The moves of Canfield that make the steps of a search."""

from cardgames.games.canfield.coding import coding_of
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.steps import EMPTY, FOUNDATION, State, Step
from cardgames.patience.line import Line


class CanfieldLine(Line[Canfield]):
    """A line of moves, in which each card goes where the steps say."""

    def __init__(self, game: Canfield) -> None:
        """Begin at the position GAME."""
        super().__init__(game)
        self._coding = coding_of(game.base, game.options.build)

    def take(self, step: Step, before: State) -> None:
        """Make the moves of STEP from the state BEFORE.

        Of the cards that come back for it the highest comes first, as it can carry the next one.
        """
        lying = [pair for pile in step.piles for pair in zip(pile[1:], pile)]
        for card, onto in sorted(lying, reverse=True):
            if card < before[card & 3]:
                self._bring(card, onto)
        self._bring(step.card, step.onto)

    def found(self, state: State) -> None:
        """Found the cards of the reserve and the tableau that STATE has on the foundations."""
        going_on = True
        while going_on:
            going_on = False
            nexts = self._coding.next_cards(self.game)
            tops = [pile[-1] for pile in (self.game.reserve, *self.game.tableau) if pile]
            for number in map(self._coding.numbers.__getitem__, tops):
                if number in nexts and number < state[number & 3]:
                    self._bring(number, FOUNDATION)
                    going_on = True
                    break

    def _bring(self, number: int, onto: int) -> None:
        """Bring a card from where it lies to another one, or to where ONTO says."""
        where, target = "fnd", tuple[int, ...]()
        if onto != FOUNDATION:
            tops = [pile[-1:] for pile in self.game.tableau]
            below = () if onto == EMPTY else (self._coding.cards[onto],)
            where, target = "tab", (tops.index(below) + 1,)
        self._make(where, number, target)

    def _make(self, where: str, number: int, target: tuple[int, ...]) -> None:
        """Make the move of a card to the pile TARGET of the tableau, or to its foundation."""
        card, game = self._coding.cards[number], self.game
        if card in game.reserve[-1:]:
            self.move(f"res{where}", *target)
            return
        for source, piles in (("tab", game.tableau), ("fnd", game.foundations)):
            for number, pile in enumerate(piles, 1):
                if card in pile:
                    self.move(f"{source}{where}", number, *target)
                    return
        self.turn_to(card)
        self.move(f"wst{where}", *target)
