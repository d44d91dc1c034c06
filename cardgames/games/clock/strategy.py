"""The computer player of Clock; since there is never a choice, only speed matters.

Whole games are played on the ranks alone, as small numbers. A test compares the results with
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
"""The mark below the last card of the middle: no card is left to turn up."""
START: Final = (0, *range(MIDDLE))
"""The place of each pile's bottom card in the layout, by the pile's number."""


def _layout() -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return the function that lays out a deck with END appended: four rounds of 13 piles.

    The bottom cards come first, so that a pile's next bottom card lies 13 places further on, and
    the card below a placed one is found by one addition. `itemgetter` lays out all cards at once.
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
