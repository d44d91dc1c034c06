"""The base class of computer players, which also plays whole games.

A computer player sees only the cards that its seat can know. It may remember plans, so each game
needs a new player.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import Card
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Game, Outcome, Setup

Sign = TypeVar("Sign")

ADVISER: Final = "hint"
"""The name of the computer player that gives the hints."""
QUICK: Final = "quick"
"""The name of the computer player that plays fast, in a game that has a solver, too."""
SOLVER: Final = "solver"
"""The name of the computer player that knows every card, a Solver."""


class Result(NamedTuple):
    """The result of a game."""

    winner: int | None
    """The seat that won, as in Outcome: 0 if a patience is lost, None for a draw."""
    score: int
    length: int
    """The length, in the unit that the game names as its `measure`."""
    extra: tuple[int, ...] = ()
    """The counts that the game names in `extras`."""


class Strategy:
    """A computer player; each object plays one game."""

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        raise NotImplementedError

    def is_stuck(self, game: Any) -> bool:
        """Is it certain, from what this player sees, that GAME can no longer be won?"""
        return False

    def choose(self, game: Game, before: Game | None) -> Advice | None:
        """Return the best move, or None if the game is stuck.

        A move back to BEFORE, the position before this one, is never chosen. If no other move is
        worth making, the advice is an undo.
        """
        back = None
        for hint in self.advise(game.seen_by(game.player())):
            if hint.move is None or game.apply(hint.move) != before:
                return hint
            back = Advice(None, "the last move has closed the only way on")
        return back

    def explain(self, game: Game, before: Game | None, every: bool = False) -> Advice | None:
        """Return the same as `choose`, with all that a person who asks for a hint may want.

        With EVERY, they want to know of every choice.
        """
        return self.choose(game, before)

    def result(self, setup: Setup) -> Result:
        """Play the deal of SETUP to its end.

        A game that the player finds stuck is lost. A game that repeats a position is a draw, since
        it would never end.
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
"""A function that makes a computer player of one game, given the player's name."""


def deck_in(signs: Mapping[Card, Sign], setup: Setup) -> list[Sign]:
    """Return SETUP's deck, dealt from its end, with each card replaced by its sign in SIGNS."""
    if setup.deck is not None:
        return [signs[card] for card in setup.deck]
    deck = list(signs.values())
    Random(setup.seed).shuffle(deck)
    return deck
