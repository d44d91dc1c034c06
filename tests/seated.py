"""Sessions and text players for tests, without a screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from cardgames import games
from cardgames.cli.playing import SCRIPTS, new_session
from cardgames.games.canfield.strategy import FairStrategy as FairCanfield
from cardgames.games.klondike.strategy import FairStrategy as FairKlondike
from cardgames.games.mod10 import strategy as mod10
from cardgames.games.rummy import hints, judge
from cardgames.games.rummy import strategy as rummy
from cardgames.model.cards import Pile
from cardgames.model.game import Game, Setup
from cardgames.patience import advice, deep, quick
from cardgames.patience.advice import Effort
from cardgames.patience.search import DealKnowledge
from cardgames.patience.spaces import layouts
from cardgames.play import review
from cardgames.play.session import Session
from cardgames.screen.console import Console
from cardgames.screen.look import Look
from cardgames.text.textplayer import TextPlayer

BRIEF = judge.Budget(((2, 3), (4, 2)), 300, 2)


class Memory(Console):
    def __init__(self) -> None:
        super().__init__(quiet=False)
        self.said = ""

    def say(self, text: str) -> None:
        self.said += text

    note = say


def session_of(
    game: type[Game], seed: int = 1, deck: Pile | None = None, **options: Any
) -> Session:
    return new_session(Setup(game, game.options_type(**options), seed, deck))


def player_of(session: Session, console: Console | None = None) -> Any:
    """The text player of a session, at CONSOLE (default: one that shows nothing)."""
    return games.player(session.game.name)(session, console or Console(), Look(), SCRIPTS)


WEIGHTS = deep.weights_of


def brief_weights(layout: Any) -> Any:
    found = WEIGHTS(layout)
    return found and found._replace(positions=min(found.positions, 100))


def seated(game: type[Game], seed: int = 1, deck: Pile | None = None, **options: Any) -> Any:
    """A text player with a console that remembers, where a person can act first."""
    player = player_of(session_of(game, seed, deck, **options), Memory())
    player.advance()
    player.take_news()
    return player


def placed(game: Game) -> Any:
    """A text player in the position GAME, with a console that remembers."""
    session = session_of(type(game))
    session.history.__init__(game)  # type: ignore[misc]
    return player_of(session, Memory())


def answer(player: Any, line: str) -> str:
    player.console.said = ""
    player.do(line)
    said: str = player.console.said
    return said


def type_lines(player: TextPlayer, *lines: str) -> None:
    for line in lines:
        player.do(line)
        player.advance()


@contextmanager
def brief_computers() -> Iterator[None]:
    """Let the slow computers think briefly: any answers will do."""
    solution, effort = DealKnowledge.solution, Effort(4, 3, 1, 300, 100, 200)
    with (
        patch.object(rummy, "ENOUGH", 1000),
        patch.multiple(judge, FOR_TWO=BRIEF, FOR_MORE=BRIEF, SURE=5),
        patch.multiple(hints, FEW=4, FRESH=8),
        patch.multiple(mod10, SAMPLES=2, FORESIGHT=4, WIDTH=10),
        patch.multiple(quick, MOST_POSITIONS=20, MOST_ARRANGEMENTS=60, MOST_WATCHED=20),
        patch.multiple(review, MOST=2000, MOST_LOOKED_AT=2000),
        patch.object(advice, "WORK", 400),
        patch.object(FairCanfield, "effort", effort),
        patch.object(FairKlondike, "effort", effort),
        patch.object(advice.SamplingStrategy, "effort", effort),
        patch.multiple(deep, FARTHER=100, LAST_LOOK=200, ORDERS=2, IN_ORDER=100),
        patch.object(deep, "weights_of", brief_weights),
        patch.multiple(layouts, ORDERS=1, FEW=(24,)),
        patch.object(
            DealKnowledge, "solution", lambda at, game, *_, **how: solution(at, game, 200, **how)
        ),
    ):
        mod10.in_guesses.cache_clear()  # which holds what was found by longer thought
        try:
            yield
        finally:
            mod10.in_guesses.cache_clear()
