"""Computer players: what each must offer, and how one plays a whole game.

A computer player sees a position as the player to move does. It may remember its plans, so each
game has a player of its own.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import Card
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Game, Outcome, Setup

Sign = TypeVar("Sign")

ADVISER: Final = "hint"
"""The name of the computer player that gives the hints."""
SOLVER: Final = "solver"
"""The name of the computer player that is a Solver."""


class Result(NamedTuple):
    """The result of a game."""

    winner: int | None
    """The seat that won, as in an Outcome."""
    score: int
    length: int
    """The length, in the measure of the game."""
    extra: tuple[int, ...] = ()
    """The other counts of the game."""


class Strategy:
    """A computer player in one game."""

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        raise NotImplementedError

    def is_stuck(self, game: Any) -> bool:
        """Is it certain, from what this player sees, that GAME can no longer be won?"""
        return False

    def choose(self, game: Game, before: Game | None) -> Advice | None:
        """Return the best move worth making, or None: then the game is stuck.

        It never advises a move back to the position BEFORE. If no other is worth making, it
        advises an undo.
        """
        back = None
        for hint in self.advise(game.seen_by(game.player())):
            if hint.move is None or game.apply(hint.move) != before:
                return hint
            back = Advice(None, "the last move has closed the only way on")
        return back

    def result(self, setup: Setup) -> Result:
        """Play the deal of SETUP to its end.

        A game that the player gives up as stuck is lost. A repeated position makes it a draw, as
        it would go round forever.
        """
        game = setup.game.deal(setup.deck or shuffled_deck(Random(setup.seed)), setup.options)
        before, passed = None, {game.key()}
        while (outcome := game.outcome()) is None:
            hint = self.choose(game, before)
            if hint is None or hint.move is None:
                outcome = Outcome(0, "stuck")
                break
            before, game = game, game.apply(hint.move)
            if (key := game.key()) in passed:
                outcome = Outcome(None, "a position has come back")
                break
            passed.add(key)
        length = game.length(len(passed) - 1)
        return Result(outcome.winner, game.score(), length, game.extra())


Computers: TypeAlias = Callable[[str], Strategy]
"""A function that makes a game's computer players by their names."""


def deck_in(signs: Mapping[Card, Sign], setup: Setup) -> list[Sign]:
    """Return the deck that SETUP deals from its end, with each card replaced by its sign."""
    if setup.deck is not None:
        return [signs[card] for card in setup.deck]
    deck = list(signs.values())
    Random(setup.seed).shuffle(deck)
    return deck
