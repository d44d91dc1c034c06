"""The computer players of Rummy, who see only what a person in their seat sees.

`levels.py` decides; here the decision becomes a move, with a reason.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import named
from cardgames.games.rummy.levels import LEVELS, Play
from cardgames.games.rummy.match import Match
from cardgames.games.rummy.melds import all_melds, homes, is_run
from cardgames.games.rummy.playout import Round, discard_fits, to_lay_down
from cardgames.games.rummy.worlds import View, view_of
from cardgames.model.cards import DECK
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import Result, Strategy


class Computer(Strategy):
    """A computer player, who always has a move."""

    level: ClassVar[str]

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best."""
        view = view_of(game)
        if game.drawn:
            yield advise_play(game, view, LEVELS[self.level].play(view))
        else:
            yield advise_taking(view) if LEVELS[self.level].takes(view) else advise_drawing(view)

    def choose(self, game: Any, before: Game | None) -> Advice:
        """Return the move that looks best; none leads back, so it need not be tried."""
        return next(self.advise(game.seen_by(game.player())))

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


def advise_taking(view: View) -> Advice:
    """Advise to take the top discard."""
    fits = discard_fits(view.round)
    return Advice(Move("take"), why_to_take(view.round) if fits else "there is no card to draw")


def advise_drawing(view: View) -> Advice:
    """Advise to draw."""
    if not view.round.discards:
        return Advice(Move("draw"), "there is no discard to take")
    if discard_fits(view.round):
        return Advice(Move("draw"), "a new card may help")
    return Advice(Move("draw"), f"{DECK[view.round.discards[-1]]} completes nothing")


def advise_play(game: Rummy, view: View, play: Play) -> Advice:
    """Advise to meld or lay off, or else to discard."""
    if play.down:
        return advise_laying_down(game, view, play.cards)
    hint = advise_discard(view, play.cards.bit_length() - 1)
    if to_lay_down(view.round):
        return hint._replace(why=f"{hint.why}, while the melds are held back")
    return hint


def why_to_take(round: Round) -> str:
    """Say what the top discard is good for."""
    card = 1 << round.discards[-1]
    tables = round.rules.tables
    for meld in tables.split(round.hands[round.turn] | card).melds:
        if meld & card:
            return "completes " + " ".join(map(str, all_melds(tables.ace)[meld]))
    return "fits a meld on the table"


def advise_laying_down(game: Rummy, view: View, cards: int) -> Advice:
    """Advise to lay down a meld, or to lay off a card, if possible on a run."""
    why = "it ends the hand" if view.hand == cards else "on the table it counts nothing against you"
    if cards & (cards - 1):
        return Advice(Move("meld", all_melds(game.options.ace)[cards]), why)
    (card,) = named(cards)
    places = homes(card, [meld.cards for meld in game.melds], game.options.ace)
    if len(places) == 1:
        return Advice(Move("off", (card,)), why)
    run = next(place for place in places if is_run(game.melds[place - 1].cards))
    return Advice(Move("off", (card, run)), why)


def advise_discard(view: View, card: int) -> Advice:
    """Advise to discard a card."""
    why = "it ends the hand" if view.hand == 1 << card else "the least useful card"
    return Advice(Move("discard", (DECK[card],)), why)


STRATEGIES: Final = {"hint": Hard, "easy": Easy, "medium": Medium, "hard": Hard}
"""The computer player that gives the hints, and the one of each level."""
