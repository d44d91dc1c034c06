"""The rules of Clock, and its computer player.

Source: the Clock page of the AisleRiot manual (Rosanna Yuen, 1998).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, Final

from cardgames.model.cards import BACK, DECK, Card, Pile, Rank, check_deck, replaced
from cardgames.model.commands import Number, Word, command
from cardgames.model.errors import IllegalMove, listed
from cardgames.model.game import Expected, Game, Move, Options, Outcome, Setup, option
from cardgames.model.strategy import Advice, Result, Strategy, deck_in

HOURS: Final = range(1, 13)
MIDDLE: Final = 13  # the middle pile; a pile's number is the rank of the cards that go there

WANTED: Final = "an hour from 1 to 12, or 'middle'"
PILE: Final = Number("PILE", 1, 12, optional=True, words={"middle": "middle"}, wanted=WANTED)


@dataclass(frozen=True)
class ClockOptions(Options):
    win: str = option(
        "place",
        Word("RULE", "place", "reveal"),
        "Win when every card is in its place, or only when every card is face up.",
    )


@dataclass(frozen=True, slots=True)
class Clock(Game):
    """A position of Clock."""

    name = "clock"
    options_type = ClockOptions
    measure = "cards placed"
    score_unit = "cards in place"
    expected = Expected("chance", "win", {"place": 0.20283, "reveal": 1 / 13})

    options: ClockOptions
    piles: tuple[Pile, ...]  # hours 1 to 12, then the middle; the card in hand is in no pile
    hand: Card  # the card turned up last; the board shows it on the middle pile
    up: tuple[int, ...] = (0,) * 13  # for each pile: how many of its top cards are face up

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Clock":
        """Deal four cards to each hour, going round the clock; the last four form the middle."""
        check_deck(deck)
        dealt = deck[::-1]
        hours = tuple(dealt[hour:48:12] for hour in range(12))
        return cls(options, (*hours, dealt[48:51]), dealt[51])

    @command("m", PILE)
    def move(self, pile: int | str | None = None) -> "Clock":
        """Put the card in hand on its pile, and turn up the next one.

        There is no other move. You may name the pile, by its hour or 'middle', but it must be the
        right one.
        """
        rank = self.hand.rank
        if pile not in (None, "middle" if rank is Rank.KING else rank):
            where = "the middle" if pile == "middle" else pile
            rule = f"the {rank.name.lower()} goes to {rank.value}"
            rule = "the king stays in the middle" if rank is Rank.KING else rule
            raise IllegalMove(f"{{}} cannot go to {where}: {rule}", self.hand)
        bottom, *others = self.piles[rank - 1]
        piles = replaced(self.piles, rank, (*others, self.hand))
        up = replaced(self.up, rank, self.up[rank - 1] + 1)
        return replace(self, piles=piles, hand=bottom, up=up)

    def possible(self) -> dict[str, bool]:
        """Do the hours have four cards each and the middle three, and is `up` never too high?"""
        sizes = [len(pile) for pile in self.piles]
        return {
            "piles": sizes == [4] * 12 + [3],
            "up": all(0 <= up <= size for up, size in zip(self.up, sizes)),
        }

    def outcome(self) -> Outcome | None:
        """Return how the game ended: it is over when four kings lie face up in the middle."""
        if not self.is_over():
            return None
        reveal = self.options.win == "reveal"
        wrong = [hour for hour in HOURS if (self.up[hour - 1] if reveal else self.placed(hour)) < 4]
        if not wrong:
            return Outcome(1, f"every card is {'face up ' * reveal}in its place")
        lost = "cards face down" if reveal else "wrong cards"
        return Outcome(0, f"the fourth king is up, with {lost} at {_hours(wrong)}")

    def is_over(self) -> bool:
        """Do four kings lie face up in the middle?"""
        return self.kings() == 4

    def kings(self) -> int:
        """Return the number of kings face up in the middle: 0 to 4."""
        return self.up[MIDDLE - 1] + (self.hand.rank is Rank.KING)

    def placed(self, hour: int) -> int:
        """Return how many cards lie face up in their place at this hour: 0 to 4.

        Once the game is over, face-down cards in their place count as well.
        """
        if self.is_over():
            return sum(card.rank == hour for card in self.piles[hour - 1])
        return self.up[hour - 1]

    def score(self) -> int:
        """Return the number of cards in their places, without the kings: 0 to 48."""
        return sum(map(self.placed, HOURS))

    def length(self, moves: int) -> int:
        """Return the number of cards placed face up at the hours: 0 to 48."""
        return sum(self.up[: MIDDLE - 1])

    def with_backs(self, seat: int) -> "Clock":
        """Return this position with its face-down cards hidden, unless the game is over."""
        if self.is_over():
            return self
        counted = zip(self.piles, self.up)
        piles = tuple((BACK,) * (len(pile) - up) + pile[len(pile) - up :] for pile, up in counted)
        return replace(self, piles=piles)


def _hours(hours: list[int]) -> str:
    if len(hours) == 12:
        return "every hour"
    if len(hours) > 6:
        return f"all hours but {_hours([hour for hour in HOURS if hour not in hours])}"
    return listed(list(map(str, hours)))


RANKS: Final = {card: card.rank.value for card in DECK}
START: Final = (0, *range(MIDDLE))  # for each pile: the place of its bottom card in the layout
# Sorts a deck, with a 0 appended, into four rounds: first the bottom card of each of the 13 piles,
# then the second card of each, and so on. So a pile's next card is always 13 places further on.
LAID_OUT: Final = itemgetter(
    *(*range(51, 39, -1), 3, *range(39, 27, -1), 2),
    *(*range(27, 15, -1), 1, *range(15, 3, -1), 52),
)


class ClockStrategy(Strategy):
    """Makes the only move."""

    def advise(self, game: Clock) -> Iterator[Advice]:
        yield Advice(Move("move"), "it is the only move")

    def result(self, setup: Setup) -> Result:
        """Play a deal to its end with ranks only; this is some 60 times as fast as making moves.

        A test checks that the results are the same.
        """
        ranks = deck_in(RANKS, setup)
        hand = ranks[0]
        ranks.append(0)  # comes after the last card of the middle pile, and ends the game
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
