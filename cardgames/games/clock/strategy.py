"""Playing Clock by computer: there is never a choice, so it is only a matter of speed.

Whole games are played on the ranks alone, as small numbers. A test holds the results against
those of the model.
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
"""Stands below the last card of the middle: no card is left to take up."""
START: Final = (0, *range(MIDDLE))
"""Where in the layout each pile's bottom card lies, by the number of the pile."""


def _layout() -> Callable[[Sequence[int]], tuple[int, ...]]:
    """From a deck with END behind, the layout: four rounds of the twelve hours and the middle.

    The bottom cards come first, so that a pile's next bottom card lies 13 places on.
    """
    last = 51
    middle = [last - 48, last - 49, last - 50, 52]
    rounds = [[last - 12 * number - hour for hour in range(12)] for number in range(4)]
    return itemgetter(*(at for hours, king in zip(rounds, middle) for at in (*hours, king)))


LAID_OUT: Final = _layout()


class ClockStrategy(Strategy):
    """Makes the one move that there is."""

    def advise(self, game: Clock) -> Iterator[Advice]:
        """The only move."""
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
