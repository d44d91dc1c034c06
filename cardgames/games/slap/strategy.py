"""Playing Slap by computer: what happens at the table by itself, and when.

A computer plays and slaps by what lies on the table; it never looks at a hand. How fast it is
follows from the deal and the number of cards played, so that undo meets the same answer.
"""

from collections.abc import Collection, Iterator
from typing import Final

from cardgames.games.slap import beggar
from cardgames.games.slap.game import Slap
from cardgames.model.deal import Random, shuffled_deck, stream
from cardgames.model.game import Advice, Move, Setup
from cardgames.model.strategy import Result, Strategy, deck_in

PLAYS_AFTER: Final = 500
"""A computer plays so many milliseconds after its turn has come."""
COLLECTED_AFTER: Final = 1000
"""A pile that is won is collected so many milliseconds after its last card."""
FASTEST: Final = 300
"""A computer of medium speed slaps no sooner; it may take up to SLACK milliseconds longer."""
SLACK: Final = 500
PERCENT: Final = {"slow": 200, "medium": 100, "fast": 60}
"""How long a computer takes, by its speed."""

BOTH: Final = (1, 2)


class Clock:
    """What happens at a table by itself: computers play and slap, and piles are collected."""

    def __init__(self, computers: Collection[int], speed: str, *seed: int) -> None:
        """Players COMPUTERS are computers of a SPEED; chance follows from SEED."""
        self._computers = computers
        self._percent = PERCENT[speed]
        self._seed = seed

    def next(self, game: Slap) -> Move | None:
        """What happens next if nobody does anything before, or None."""
        slappers = [seat for seat in self._computers if not game.side(seat).timeout]
        if slappers and game.rule():
            delay, slapper = self._reflex(game.cards, slappers)
            return Move("slap", (max(delay, game.now),), slapper)
        if game.pending:
            return Move("collect", (max(COLLECTED_AFTER, game.now),), game.pending)
        if game.turn in self._computers and game.side(game.turn).hand and not game.rule():
            return Move("play", (max(game.since + PLAYS_AFTER, game.now),), game.turn)
        return None

    def _reflex(self, cards: int, slappers: list[int]) -> tuple[int, int]:
        """After how many milliseconds a computer slaps, and which one; it is tossed for."""
        random = stream(*self._seed, cards)
        delay = (FASTEST + random.below(SLACK)) * self._percent // 100
        return delay, slappers[random.below(len(slappers))]


class Watchful(Strategy):
    """Slaps what can be slapped, and plays on otherwise; as computers do that play each other."""

    def advise(self, game: Slap) -> Iterator[Advice]:
        """The one thing to do."""
        rule = game.rule()
        if rule and not game.side(1).timeout:
            yield Advice(Move("slap"), f"by the rule '{rule}'")
        elif game.pending:
            yield Advice(Move("collect"), "the pile is won")
        elif game.side(game.turn).hand:
            yield Advice(
                Move("play"), "it cannot be slapped by you" if rule else "there is nothing to slap"
            )
        else:
            yield Advice(Move("slap", (2,)), f"by the rule '{rule}'")

    def result(self, setup: Setup) -> Result:
        """Let two computers play the deal of SETUP to its end."""
        options = setup.options
        if options.slaps == "none":
            hands = "".join(deck_in(beggar.SIGNS, setup))[::-1]
            half = len(hands) // 2
            game = beggar.play_game(hands[:half], hands[half:], options.out_of_cards == "plays-on")
            if game is not None:
                return Result(game.winner, game.score, game.cards, (game.rounds, 0))
        return self._watched(setup)

    def _watched(self, setup: Setup) -> Result:
        deck = setup.deck or shuffled_deck(Random(setup.seed))
        game = Slap.deal(deck, setup.options)
        clock = Clock(BOTH, setup.options.speed, setup.seed, 1)
        passed = set()
        while (outcome := game.outcome()) is None:
            event = clock.next(game)
            assert event is not None, "one of two computers can always go on"
            game = game.apply(event)
            if (key := game.key()) in passed:
                outcome = game.repeated()
                break
            passed.add(key)
        return Result(outcome.winner, game.score(), game.length(0), game.extra())


STRATEGIES: Final = {"hint": Watchful}
