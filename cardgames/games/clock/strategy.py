"""The computer player of Clock; since there is never a choice, only speed matters.

`result` plays on ranks alone, as small numbers. A test compares its results with those of the
class Clock.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from cardgames.games.clock.game import HOURS, MIDDLE, Clock
from cardgames.model.cards import DECK
from cardgames.model.game import Advice, Move, Setup
from cardgames.model.strategy import Result, Strategy, deck_in

RANKS: Final = {card: card.rank.value for card in DECK}
END: Final = 0
"""The number in place of a rank after the last card of the middle pile: the game is over."""
START: Final = (0, *range(MIDDLE))
"""For each pile's number: the index of the pile's bottom card in the layout."""


def _layout() -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return a function that sorts a deck, with END appended, into four rounds of 13 piles.

    The first round is the bottom card of each pile, so when a bottom card is taken, the next of its
    pile is 13 places further on. `itemgetter` sorts all cards in one call.
    """
    last = 51
    middle = [last - 48, last - 49, last - 50, 52]
    rounds = [[last - 12 * number - hour for hour in range(12)] for number in range(4)]
    return itemgetter(*(at for hours, king in zip(rounds, middle) for at in (*hours, king)))


LAID_OUT: Final = _layout()


class ClockStrategy(Strategy):
    """Makes the only move."""

    def advise(self, game: Clock) -> Iterator[Advice]:
        """Yield the only move."""
        yield Advice(Move("move"), "it is the only move")

    def result(self, setup: Setup) -> Result:
        """Play the deal of SETUP to its end."""
        ranks = deck_in(RANKS, setup)
        hand = ranks[0]
        ranks.append(END)
        layout = LAID_OUT(ranks)
        bottoms = list(START)
        while hand:
            at = bottoms[hand]
            bottoms[hand] = at + MIDDLE
            hand = layout[at]
        placed = (sum(bottoms) - sum(START)) // MIDDLE - 4
        score = placed
        if placed < 48:
            for hour in HOURS:
                score += layout[bottoms[hour] :: MIDDLE].count(hour)
        won = placed == 48 or score == 48 and setup.options.win == "place"
        return Result(int(won), score, placed)


STRATEGIES: Final = {"hint": ClockStrategy}
