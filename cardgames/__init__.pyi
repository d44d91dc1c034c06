"""Written by 'make accept': the types of what `import cardgames` offers."""

from typing import Any, Literal, overload

from cardgames.games.canfield.game import Canfield
from cardgames.games.clock.game import Clock
from cardgames.games.klondike.game import Klondike
from cardgames.games.mod10.game import Mod10
from cardgames.games.patiences.acesup import AcesUp
from cardgames.games.patiences.castle import BeleagueredCastle
from cardgames.games.patiences.eightoff import EightOff
from cardgames.games.patiences.fortythieves import FortyThieves
from cardgames.games.patiences.freecell import FreeCell
from cardgames.games.patiences.golf import Golf
from cardgames.games.patiences.montecarlo import MonteCarlo
from cardgames.games.patiences.pyramid import Pyramid
from cardgames.games.patiences.scorpion import Scorpion
from cardgames.games.patiences.seahaven import SeahavenTowers
from cardgames.games.patiences.spider import Spider
from cardgames.games.patiences.tripeaks import TriPeaks
from cardgames.games.patiences.yukon import Yukon
from cardgames.games.rummy.game import Rummy
from cardgames.games.slap.game import Slap
from cardgames.library import Board, arena, board, hint, playout, read, review, simulate, solve
from cardgames.model.cards import BACK, Card, DECK, Rank, Suit
from cardgames.model.errors import (
    CardGameError, IllegalMove, InvalidCommand, PartError, ScriptError,
)
from cardgames.model.game import Advice, Game, Move, Outcome
from cardgames.model.strategy import Playout
from cardgames.patience.search import Solution, Verdict
from cardgames.simulation.arena import Arena
from cardgames.simulation.report import Simulation
from cardgames.text.coach import Report

__all__ = (
    "deal", "read", "board", "playout", "simulate", "arena", "solve", "hint", "review", "Game",
    "Move", "Card", "Rank", "Suit", "DECK", "BACK", "Outcome", "Advice", "Playout",
    "Simulation", "Arena", "Solution", "Verdict", "Board", "Report", "CardGameError",
    "IllegalMove", "InvalidCommand", "ScriptError", "PartError", "Canfield", "Klondike",
    "FortyThieves", "Golf", "Pyramid", "TriPeaks", "MonteCarlo", "AcesUp", "FreeCell",
    "EightOff", "SeahavenTowers", "BeleagueredCastle", "Yukon", "Scorpion", "Spider", "Clock",
    "Mod10", "Slap", "Rummy",
)

__version__: str

@overload
def deal(game: Literal["canfield"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Canfield: ...
@overload
def deal(game: Literal["klondike"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Klondike: ...
@overload
def deal(game: Literal["fortythieves"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> FortyThieves: ...
@overload
def deal(game: Literal["golf"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Golf: ...
@overload
def deal(game: Literal["pyramid"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Pyramid: ...
@overload
def deal(game: Literal["tripeaks"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> TriPeaks: ...
@overload
def deal(game: Literal["montecarlo"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> MonteCarlo: ...
@overload
def deal(game: Literal["acesup"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> AcesUp: ...
@overload
def deal(game: Literal["freecell"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> FreeCell: ...
@overload
def deal(game: Literal["eightoff"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> EightOff: ...
@overload
def deal(game: Literal["seahaven"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> SeahavenTowers: ...
@overload
def deal(game: Literal["castle"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> BeleagueredCastle: ...
@overload
def deal(game: Literal["yukon"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Yukon: ...
@overload
def deal(game: Literal["scorpion"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Scorpion: ...
@overload
def deal(game: Literal["spider"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Spider: ...
@overload
def deal(game: Literal["clock"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Clock: ...
@overload
def deal(game: Literal["mod10"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Mod10: ...
@overload
def deal(game: Literal["slap"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Slap: ...
@overload
def deal(game: Literal["rummy"], seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Rummy: ...
@overload
def deal(game: str, seed: int | None = None,
    *, deck: str | None = None, variant: str | None = None, **options: Any) -> Any: ...
