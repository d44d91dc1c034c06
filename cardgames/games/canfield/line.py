"""The moves of Canfield that make the steps of a search."""

from collections.abc import Sequence

from cardgames.games.canfield.coding import Coding
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.steps import EMPTY, FOUNDATION, State, Step, Steps
from cardgames.model.cards import Card
from cardgames.model.game import Move


class Line:
    """A line of moves, which the rules themselves check one after another."""

    def __init__(self, game: Canfield, coding: Coding) -> None:
        """Begin at the position GAME."""
        self.game = game
        """The position after the line."""
        self.moves: list[Move] = []
        self._passed = {game: 0}
        """The number of moves that led to each position."""
        self._coding = coding

    def follow(self, steps: Steps, way: Sequence[State]) -> None:
        """Make the moves that lead through the states of a WAY found by STEPS."""
        self.found(way[0])
        for before, after in zip(way, way[1:]):
            step = next(step for step in steps.steps(before) if step.after == after)
            self.take(step, before)
            self.found(after)

    def take(self, step: Step, before: State) -> None:
        """Make the moves of STEP from the state BEFORE."""
        for card, onto in self._coming_back(step, before):
            self._bring(card, onto)
        self._bring(step.card, step.onto)

    def _coming_back(self, step: Step, before: State) -> list[tuple[int, int]]:
        """Return the cards that come back from the foundations for STEP, and what each lies on.

        The highest comes first, as it can carry the next one.
        """
        lying = [pair for pile in step.piles for pair in zip(pile[1:], pile)]
        return sorted([pair for pair in lying if pair[0] < before[pair[0] & 3]], reverse=True)

    def found(self, state: State) -> None:
        """Found the cards of the reserve and the tableau that STATE has on the foundations."""
        going_on = True
        while going_on:
            going_on = False
            tops = [pile[-1] for pile in (self.game.reserve, *self.game.tableau) if pile]
            for number in map(self._coding.numbers.__getitem__, tops):
                if number == self._next(number) and number < state[number & 3]:
                    self._bring(number, FOUNDATION)
                    going_on = True
                    break

    def _next(self, number: int) -> int:
        """Return the card that the foundation of this card's suit takes next."""
        return self._coding.next_cards(self.game)[number & 3]

    def _bring(self, number: int, onto: int) -> None:
        """Bring a card from where it lies to another one, or to where ONTO says."""
        card = self._coding.cards[number]
        if onto == FOUNDATION:
            self._make("fnd", card, ())
        elif onto == EMPTY:
            self._make("tab", card, (self.game.tableau.index(()) + 1,))
        else:
            below = self._coding.cards[onto]
            tops = [pile[-1:] for pile in self.game.tableau]
            self._make("tab", card, (tops.index((below,)) + 1,))

    def _make(self, where: str, card: Card, target: tuple[int, ...]) -> None:
        """Make the move of CARD to the pile TARGET of the tableau, or to its foundation."""
        game = self.game
        if card in game.reserve[-1:]:
            self.move(Move(f"res{where}", target))
            return
        for t, pile in enumerate(game.tableau, 1):
            if card in pile:
                self.move(Move(f"tab{where}", (t, *target)))
                return
        for f, pile in enumerate(game.foundations, 1):
            if card in pile:
                self.move(Move(f"fnd{where}", (f, *target)))
                return
        while card not in self.game.waste[-1:]:
            self.move(Move("card"))
        self.move(Move(f"wst{where}", target))

    def move(self, move: Move) -> None:
        """Make MOVE; moves that it takes back are dropped."""
        self.game = self.game.apply(move)
        self.moves.append(move)
        count = self._passed.get(self.game)
        if count is None:
            self._passed[self.game] = len(self.moves)
        else:
            del self.moves[count:]
            self._passed = {game: n for game, n in self._passed.items() if n <= count}
