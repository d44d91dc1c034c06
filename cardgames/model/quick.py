"""Positions in numbers and the moves between them: the quick form for the searches of `ways.py`.

A search looks at FIGURE of them a second, and at FIGURE of the model's positions. `Positions` in
`ground.py` says the same in plain words, and a test holds the quick form of each game to it.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, Final, TypeAlias

from cardgames.model.cards import BACK, Card
from cardgames.model.game import Move
from cardgames.model.ground import Ground, Step
from cardgames.model.numbers import (
    BIT,
    EMPTY,
    NONE,
    ONE,
    cards,
    numbers,
    places,
    put_up,
    taken_by,
    tops_of,
    union,
    with_top,
    worth_returning,
)
from cardgames.model.piles import replaced

State: TypeAlias = tuple[tuple[bytes, ...], bytes, bytes, bytes, int]
"""The tableau, the tops of the foundations, stock, waste, and the number of redeals.

Of the tableau the cards face up are there. What lies locked does not change in a search, since it
ends where a locked card comes into play.
"""
TURN: Final = Move("card")


@cache
def move(name: str, *arguments: int) -> Move:
    """Return the move of this NAME, the same object each time."""
    return Move(name, arguments)


class QuickPositions(Ground[State]):
    """Positions in numbers; a game derives its own, which declares what its piles can do."""

    lowest: ClassVar[int]
    """The lowest height of cards that can be put on others in the tableau."""
    filling: ClassVar[int]
    """The lowest height of cards that can fill an empty pile."""
    returning: ClassVar[bool] = True
    """Can a card from a foundation fill an empty pile, too?"""

    def __init__(self, game: Any) -> None:
        """Lay out what can be reached from GAME, a position as its player sees it."""
        super().__init__(game)
        self.build, self.draw = game.options.build, game.options.draw
        self.onto = places(self.build, self.lowest, self.filling)
        """The set of top cards that each card can be put on."""
        self.locks: Sequence[bool] = [False] * len(game.tableau)
        """For each tableau pile: does a locked card come into play when all have left it?"""
        self.reserve = NONE
        """The card of the reserve that can be played."""

    def formed(self, game: Any) -> State:
        """Return GAME in numbers."""
        number = numbers(game.base)
        return (
            tuple([bytes([number[c] for c in pile if c is not BACK]) for pile in game.tableau]),
            bytes([number[pile[-1]] if pile else NONE for pile in game.foundations]),
            bytes([number[card] for card in game.stock]),
            bytes([number[card] for card in game.waste]),
            game.redeals,
        )

    def landing(self, pile: bytes) -> int:
        """Return a set of top cards, with all that some cards of PILE can be moved onto."""
        raise NotImplementedError

    def part(self, pile: bytes, top: int) -> int:
        """Return how many cards of PILE are to be moved onto TOP, or onto NONE, an empty pile."""
        raise NotImplementedError

    def key(self, position: State) -> Hashable:
        """Return what matters of POSITION in a search; the order of the tableau piles does not."""
        tableau, founded, stock, waste, _ = position
        return frozenset(tableau), founded, stock, waste

    def buries(self, position: State) -> bool:
        """Does turning the stock now bury the waste for good?"""
        return position[4] == self.game.options.redeals and bool(position[3])

    def waste_top(self, position: State) -> Card:
        """Return the top card of the waste."""
        return cards(self.game.base)[position[3][-1]]

    def taking(self, cards: Collection[Card]) -> Callable[[State], bool]:
        """Return a test: could one of CARDS be played, if it were the top of the waste?"""
        asked = [numbers(self.game.base)[card] for card in cards]
        themselves, onto = union(BIT[card] for card in asked), union(self.onto[c] for c in asked)
        return lambda position: bool(
            themselves & taken_by(position[1]) or onto & tops_of(position[0])
        )

    def steps(self, position: State) -> list[Step[State]]:
        """Return the legal moves, in the order of declaration, without needless ones."""
        tableau, founded, _, waste, _ = position
        taken, tops = taken_by(founded), tops_of(tableau)
        steps = self._turn(position)
        if BIT[self.reserve] & taken:
            steps.append((move("resfnd"), None))
        if waste and BIT[waste[-1]] & taken:
            steps.append(self._waste_up(position))
        if tops & taken:
            steps += self._tableau_up(position, taken)
        if (onto := self.onto[self.reserve]) & tops:
            steps += [(move("restab", t), None) for t in with_top(tableau, onto)]
        if waste and self.onto[waste[-1]] & tops:
            steps += self._waste_down(position)
        steps += self._shifts(position, tops)
        steps += self._returns(position, tops)
        return steps

    def _turn(self, position: State) -> list[Step[State]]:
        """Return the turn of the stock, if it is legal and changes anything."""
        tableau, founded, stock, waste, redeals = position
        if stock:
            if stock[-1] == NONE:
                return [(TURN, None)]
            shown = waste + stock[: -self.draw - 1 : -1]
            return [(TURN, (tableau, founded, stock[: -self.draw], shown, redeals))]
        if waste and redeals != self.game.options.redeals:
            return [(TURN, (tableau, founded, waste[::-1], b"", redeals + 1))]
        return []

    def _waste_up(self, position: State) -> Step[State]:
        """Return the move of the waste's top card to its foundation."""
        tableau, founded, stock, waste, redeals = position
        after = tableau, put_up(founded, waste[-1]), stock, waste[:-1], redeals
        return move("wstfnd"), after

    def _tableau_up(self, position: State, taken: int) -> Iterator[Step[State]]:
        """Yield the moves of tableau piles' tops to foundations, which take the set TAKEN."""
        tableau, founded, stock, waste, redeals = position
        for t in with_top(tableau, taken):
            *_, card = pile = tableau[t - 1]
            after = replaced(tableau, t, pile[:-1]), put_up(founded, card), stock, waste, redeals
            yield move("tabfnd", t), None if self._unlocks(t, pile[:-1]) else after

    def _waste_down(self, position: State) -> Iterator[Step[State]]:
        """Yield the moves of the waste's top card to the tableau."""
        tableau, founded, stock, waste, redeals = position
        for t in with_top(tableau, self.onto[waste[-1]]):
            piles = replaced(tableau, t, tableau[t - 1] + waste[-1:])
            yield move("wsttab", t), (piles, founded, stock, waste[:-1], redeals)

    def _shifts(self, position: State, tops: int) -> Iterator[Step[State]]:
        """Yield the moves of cards from pile to pile of the tableau, whose top cards are TOPS."""
        tableau = position[0]
        for t1, pile in enumerate(tableau, 1):
            if pile and (onto := self.landing(pile) & tops):
                for t2 in with_top(tableau, onto):
                    if t1 != t2:
                        yield from self._shift(position, t1, t2)

    def _shift(self, position: State, t1: int, t2: int) -> Iterator[Step[State]]:
        """Yield the move of cards of tableau pile T1 to pile T2."""
        tableau, founded, stock, waste, redeals = position
        pile, onto = tableau[t1 - 1], tableau[t2 - 1]
        count = self.part(pile, onto[-1] if onto else NONE)
        left = pile[:-count]
        unlocks = self._unlocks(t1, left)
        if onto or left or unlocks:  # else nothing changes but the places of two piles
            piles = replaced(replaced(tableau, t1, left), t2, onto + pile[-count:])
            after = piles, founded, stock, waste, redeals
            yield move("tabtab", t1, t2), None if unlocks else after

    def _returns(self, position: State, tops: int) -> Iterator[Step[State]]:
        """Yield the moves of cards, unless they are safe there, from foundations to the tableau."""
        tableau, founded, stock, waste, redeals = position
        for f, card in worth_returning(founded, self.build):
            onto = self.onto[card] if self.returning else self.onto[card] & ~EMPTY
            if onto & tops:
                lower = founded.replace(ONE[card], ONE[card - 4])
                for t in with_top(tableau, onto):
                    piles = replaced(tableau, t, tableau[t - 1] + ONE[card])
                    yield move("fndtab", f, t), (piles, lower, stock, waste, redeals)

    def _unlocks(self, t: int, left: bytes) -> bool:
        """Does a locked card come into play when the cards LEFT stay on tableau pile T?"""
        return not left and self.locks[t - 1]
