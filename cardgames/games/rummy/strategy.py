"""The computer players of Rummy, who see only what a person in their seat sees.

`levels.py` decides; here the decision becomes a move. `reasons.py` says what it is good for.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import named
from cardgames.games.rummy.levels import LEVELS, Play
from cardgames.games.rummy.match import Match
from cardgames.games.rummy.melds import all_melds, homes, is_run
from cardgames.games.rummy.reasons import why
from cardgames.games.rummy.worlds import view_of
from cardgames.model.cards import DECK
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import Result, Strategy


class Computer(Strategy):
    """A computer player, who always has a move, and gives no reasons."""

    level: ClassVar[str]

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best."""
        yield Advice(self.move(game), "")

    def choose(self, game: Any, before: Game | None) -> Advice:
        """Return the move that looks best; none leads back, so it need not be tried."""
        return next(self.advise(game.seen_by(game.player())))

    def move(self, game: Rummy) -> Move:
        """Return the move that looks best."""
        view, level = view_of(game), LEVELS[self.level]
        if game.drawn:
            return move_of(level.play(view), game)
        return Move("take" if level.takes(view) else "draw")

    def result(self, setup: Setup) -> Result:
        """Let computers play the match of SETUP to its end, each at the level of its seat."""
        return Match(setup).play()


class Easy(Computer):
    """Plays like medium, but sometimes at random."""

    level = "easy"


class Medium(Computer):
    """Lays down all that it can at once, and discards the dearest card without company."""

    level = "medium"


class Hard(Computer):
    """Holds its melds back from a single rival; against several, it tries plans in worlds."""

    level = "hard"


class Adviser(Hard):
    """Plays as hard does, and says what each move is good for."""

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best, with a reason to learn from."""
        move = self.move(game)
        yield Advice(move, why(game, move))


def move_of(play: Play, game: Rummy) -> Move:
    """Return the move that PLAY is in GAME: to meld, to lay off, or to discard."""
    cards = play.cards
    if not play.down:
        return Move("discard", (DECK[cards.bit_length() - 1],))
    if cards & (cards - 1):
        return Move("meld", all_melds(game.options.ace)[cards])
    (card,) = named(cards)
    places = homes(card, [meld.cards for meld in game.melds], game.options.ace)
    if len(places) == 1:
        return Move("off", (card,))
    return Move("off", (card, next(n for n in places if is_run(game.melds[n - 1].cards))))


STRATEGIES: Final = {"hint": Adviser, "easy": Easy, "medium": Medium, "hard": Hard}
"""The computer player that gives the hints, and the one of each level."""
