"""The base class of computer players, which also plays whole games.

A computer player sees only the cards that its seat can know. It may remember plans, so each game
needs a new player. Its Advice and the confidence interval of its results are here as well.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import sqrt
from operator import methodcaller
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import Card
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError
from cardgames.model.game import Game, Move, Outcome, Setup

Z: Final = 1.959964  # half the width of a 95% confidence interval, in standard errors


def interval(count: int, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval (Wilson) of the chance of an event.

    The event has happened `count` times in `games` games.
    """
    middle = count + Z * Z / 2
    half = Z * sqrt(count * (games - count) / games + Z * Z / 4)
    return max(0.0, (middle - half) / (games + Z * Z)), min(1.0, (middle + half) / (games + Z * Z))


class Odds(NamedTuple):
    """In how many orders of the hidden cards a plan was found to win."""

    won: int
    of: int
    hopeless: bool = False  # Was every plan that was tried proved to lose in all `of` orders?
    # What the player might do instead: turns of the stock, if any are needed, and then a move.
    instead: tuple[Move, ...] = ()
    instead_won: int = 0  # in how many of the same orders `instead` was found to win
    as_good: bool = False  # Is `instead` about as good as the plan? Otherwise it is clearly worse.


class Advice(NamedTuple):
    """A move worth making, and why, in a few words; see `cardgames.hint`.

    >>> import cardgames
    >>> move, why, then, *_ = cardgames.hint(cardgames.deal("freecell", seed=1))
    >>> str(move), why, len(then)
    ('tabfnd 3', 'no other card needs it', 0)
    """

    move: Move | None  # None if nothing was found
    why: str  # what the whole plan is good for: 'no other card needs it'
    then: tuple[Move, ...] = ()  # the next moves of the plan, in order
    at: Any = None  # the position with inferred cards filled in; None if nothing was inferred
    odds: Odds | None = None
    choices: Sequence[Any] = ()  # the choices that were compared, the advised one first

    def __repr__(self) -> str:
        return f"<Advice: {self.move or 'none'}, as {self.why}>"


Sign = TypeVar("Sign")

# The names of computer players that several games have.
ADVISER: Final = "hint"  # the player that gives the hints
QUICK: Final = "quick"  # the player that takes the least time
FAIR: Final = "fair"  # the player that plays well, and knows only what a person can know
SOLVER: Final = "solver"  # the player that knows every card


class Result(NamedTuple):
    """The result of a game."""

    winner: int | None  # the seat that won, as in Outcome: 0 if a patience is lost, None for a draw
    score: int
    length: int  # the length of the game, in the unit that its `measure` names
    extra: tuple[int, ...] = ()  # the counts that the game names in `extras`


class Playout(NamedTuple):
    """A game that was played on to its end; see `cardgames.playout`.

    >>> import cardgames
    >>> match = cardgames.Match("klondike", seed=2)
    >>> for move in cardgames.playout(match, "quick").moves:
    ...     made = match.make(move)
    >>> match, str(match).count("\\n")
    (<Match: Klondike, 117 moves>, 118)
    """

    moves: tuple[Move, ...]  # the moves that were made, also those of other players
    end: Any  # the last position
    outcome: Outcome  # how the game ended: by the rules, or because it could not go on

    def __repr__(self) -> str:
        return f"<Playout: {len(self.moves)} moves, {self.outcome.reason}>"


# The outcomes of games that did not end by the rules.
STUCK: Final = Outcome(0, "stuck")  # the player knows no move
COME_BACK: Final = Outcome(None, "a position has come back")
CUT_SHORT: Final = Outcome(0, "the limit of moves was reached")


def play_out(
    game: Game,
    next_move: Callable[[Game, Game | None], Move | None],
    key: Callable[[Game], Hashable] = methodcaller("key"),
    most: int | None = None,
) -> Playout:
    """Play a game to its end, or until `most` moves are made; None means no limit.

    `next_move` takes a position and the previous one, and returns a move, or None to give up. The
    game also ends when the `key` of a position comes up again. Raises IllegalMove.
    """
    before: Game | None = None
    moves, passed = list[Move](), {key(game)}
    while (outcome := game.outcome()) is None:
        move = next_move(game, before)
        if move is None or len(moves) == most:
            outcome = STUCK if move is None else CUT_SHORT
            break
        try:
            before, game = game, game.after(move)
        except CardGameError as error:
            error.begin(f"move {len(moves) + 1}, {move}: ")
            raise
        moves.append(move)
        if (passing := key(game)) in passed:
            outcome = COME_BACK
            break
        passed.add(passing)
    return Playout(tuple(moves), game, outcome)


class Strategy:
    """A computer player. Each object plays one game, and uses only what its seat can see."""

    def advise(self, game: Any) -> Iterator[Advice]:
        """Yield moves worth making, the best first; none if the game is stuck."""
        raise NotImplementedError

    def is_stuck(self, game: Any) -> bool:
        """Is it certain, from what this player sees, that the game can no longer be won?"""
        return False

    def choose(self, game: Game, before: Game | None) -> Advice | None:
        """Return the best move, except a move back to `before`, the previous position.

        Return None, or advice without a move, if no move is worth making.
        """
        found = Strategy.explain(self, game, before)  # a subclass may take longer to compare moves
        return None if found and self._leads_back(game, found, before) else found

    def explain(self, game: Game, before: Game | None, every: bool = False) -> Advice | None:
        """Return the advice of `choose`, and compare it with some other moves.

        If `every`, compare it with all other moves. If the only good move leads back to the
        previous position, this move is the advice.
        """
        back = None
        for hint in self.advise(game.seen_by(game.player())):
            if not self._leads_back(game, hint, before):
                return hint if hint.move else back or hint
            back = back or hint
        return back

    @staticmethod
    def _leads_back(game: Game, hint: Advice, before: Game | None) -> bool:
        return hint.move is not None and before is not None and game.apply(hint.move) == before

    def result(self, setup: Setup) -> Result:
        """Play a deal to its end; a stuck game is lost, an endless game is a draw."""
        played = play_out(setup.dealt(), self.next_move)
        # The move that repeated a position does not count.
        made = len(played.moves) - (played.outcome is COME_BACK)
        end: Game = played.end
        return Result(played.outcome.winner, end.score(), end.length(made), end.extra())

    def next_move(self, game: Game, before: Game | None) -> Move | None:
        hint = self.choose(game, before)
        return None if hint is None else hint.move


# A function that makes a computer player of one game, given the player's name.
Computers: TypeAlias = Callable[[str], Strategy]


def deck_in(signs: Mapping[Card, Sign], setup: Setup) -> list[Sign]:
    """Return a sign for each card of the deck, which is dealt from its end.

    `signs` are in the order of a fresh deck.
    """
    if setup.deck is not None:
        return [signs[card] for card in setup.deck]
    deck = list(signs.values())
    Random(setup.seed).shuffle(deck)
    return deck
