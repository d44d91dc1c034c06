"""Playing Slap by computer: what happens without a command, and when.

A computer plays and slaps by the cards on the table and never looks at a hand. Its speed follows
from the deal and the number of cards played, so that it answers alike after an undo.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from cardgames.games.slap import beggar
from cardgames.games.slap.deck import signs_of
from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import LONGEST
from cardgames.games.slap.rivals import is_human, reflex
from cardgames.games.slap.rules import TENS
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Move, Setup
from cardgames.model.strategy import Result, Strategy, deck_in

PLAYS_AFTER: Final = 500
"""The time from the beginning of a computer's turn to its card, in milliseconds."""
COLLECTED_AFTER: Final = 1000
"""The time from the last card of a won pile to its collection, in milliseconds."""
BOTH: Final = (1, 2)


class Clock:
    """What happens without a command: computers play and slap, and piles are collected."""

    def __init__(self, computers: Sequence[int], *seed: int) -> None:
        """Move for the players COMPUTERS; chance follows from SEED."""
        self._computers = computers
        self._seed = seed

    def next(self, game: Slap) -> Move | None:
        """Return the move that comes next if no person moves before; None if there is none."""
        found = reflex(game, self._computers, *self._seed)
        slap = found and Move("slap", (max(found.ms, game.now),), found.seat)
        if found is not None and found.seen:
            return slap
        other = self._other(game)
        if slap is None or other is None:
            return slap or other
        return min(other, slap, key=lambda move: int(move.arguments[0]))

    def _other(self, game: Slap) -> Move | None:
        """Return what comes next besides slaps."""
        if game.pending:
            return Move("collect", (max(COLLECTED_AFTER, game.now),), game.pending)
        if game.turn in self._computers and game.side(game.turn).hand and self._plays(game):
            when = min(LONGEST, max(game.since + PLAYS_AFTER, game.now))
            return Move("play", (when,), game.turn)
        return None

    def _plays(self, game: Slap) -> bool:
        """Does the computer play now? Not on a pile that it knows can be slapped, by anyone."""
        nobody = all(side.timeout for side in game.sides)
        return not game.rule() or is_human(game, game.turn) or nobody


class Watchful(Strategy):
    """Slaps each pile that can be slapped, and otherwise plays on."""

    def advise(self, game: Slap) -> Iterator[Advice]:
        """Yield the one sensible move."""
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
        if options.slaps == "none" and TENS not in options.rules:
            hands = "".join(deck_in(signs_of(tens=False), setup))[::-1]
            half = len(hands) // 2
            game = beggar.play_game(hands[:half], hands[half:], options.out_of_cards == "plays-on")
            if game is not None:
                return Result(game.winner, game.score, game.cards, (game.rounds, 0))
        return self._watched(setup)

    def _watched(self, setup: Setup) -> Result:
        deck = setup.deck or shuffled_deck(Random(setup.seed))
        game = Slap.deal(deck, setup.options)
        clock = Clock(BOTH, setup.seed, 1)
        passed = {game.key()}
        while (outcome := game.outcome()) is None:
            event = clock.next(game)
            assert event is not None, "one of two computers can always go on"
            game = game.apply(event)
            if (key := game.key()) in passed:
                break
            passed.add(key)
        winner = None if outcome is None else outcome.winner
        return Result(winner, game.score(), game.length(0), game.extra())


STRATEGIES: Final = {"hint": Watchful}
