"""Written by 'make accept': the types of what `import cardgames` offers."""

from collections.abc import Sequence
from typing import Any, Literal, overload

from cardgames.games.canfield.game import Canfield
from cardgames.games.clock.game import Clock
from cardgames.games.klondike.game import Klondike
from cardgames.games.mod10.game import Mod10
from cardgames.games.patiences.accordion import Accordion
from cardgames.games.patiences.acesup import AcesUp
from cardgames.games.patiences.agnes import Agnes
from cardgames.games.patiences.bakersdozen import BakersDozen
from cardgames.games.patiences.bisley import Bisley
from cardgames.games.patiences.blackhole import BlackHole
from cardgames.games.patiences.bristol import Bristol
from cardgames.games.patiences.calculation import Calculation, SirTommy
from cardgames.games.patiences.castle import BeleagueredCastle, Somerset, StreetsAndAlleys
from cardgames.games.patiences.eightoff import EightOff, ForeCell
from cardgames.games.patiences.elevens import Elevens
from cardgames.games.patiences.fan import Cruel, Fan, LaBelleLucie, SuperFlowerGarden, Trefoil
from cardgames.games.patiences.flowergarden import FlowerGarden
from cardgames.games.patiences.fortress import Fortress
from cardgames.games.patiences.fortythieves import (
    FortyThieves, Indian, Josephine, Lucas, Maria, NumberTen, RankAndFile, Streets,
)
from cardgames.games.patiences.freecell import FreeCell
from cardgames.games.patiences.gaps import Gaps
from cardgames.games.patiences.golf import Golf
from cardgames.games.patiences.gypsy import Easthaven, Gypsy
from cardgames.games.patiences.harp import (
    AustralianPatience, BigHarp, DoubleKlondike, Gargantua, ThumbAndPouch, Westcliff,
)
from cardgames.games.patiences.kingalbert import KingAlbert
from cardgames.games.patiences.missmilligan import MissMilligan
from cardgames.games.patiences.montecarlo import MonteCarlo
from cardgames.games.patiences.osmosis import Osmosis
from cardgames.games.patiences.penguin import Penguin
from cardgames.games.patiences.pyramid import Pyramid
from cardgames.games.patiences.scorpion import Scorpion, Wasp
from cardgames.games.patiences.seahaven import SeahavenTowers
from cardgames.games.patiences.spider import MrsMop, SimpleSimon, Spider, Spiderette, WillOTheWisp
from cardgames.games.patiences.thirteens import Thirteens
from cardgames.games.patiences.tripeaks import TriPeaks
from cardgames.games.patiences.whitehead import Whitehead
from cardgames.games.patiences.yukon import DoubleYukon, Yukon
from cardgames.games.rummy.game import Rummy
from cardgames.games.slap.game import Slap
from cardgames.library import Board, arena, board, hint, playout, read, review, simulate, solve
from cardgames.match import Match, load
from cardgames.model.cards import BACK, Card, DECK, Rank, Suit
from cardgames.model.errors import (
    CardGameError, IllegalMove, InvalidCommand, PartError, ScriptError,
)
from cardgames.model.game import Game, Move, Outcome
from cardgames.model.strategy import Advice, Playout
from cardgames.patience.search import Solution, Verdict
from cardgames.simulation.arena import Arena
from cardgames.simulation.report import Simulation
from cardgames.text.view import Report

__all__ = (
    "deal", "read", "board", "playout", "simulate", "arena", "solve", "hint", "review", "load",
    "Match", "Game", "Move", "Card", "Rank", "Suit", "DECK", "BACK", "Outcome", "Advice",
    "Playout", "Simulation", "Arena", "Solution", "Verdict", "Board", "Report", "CardGameError",
    "IllegalMove", "InvalidCommand", "ScriptError", "PartError", "Canfield", "Klondike",
    "FortyThieves", "Josephine", "Streets", "Maria", "Indian", "NumberTen", "RankAndFile",
    "Lucas", "ThumbAndPouch", "Whitehead", "Westcliff", "AustralianPatience", "BigHarp",
    "DoubleKlondike", "Gargantua", "Gypsy", "Easthaven", "MissMilligan", "Agnes", "Bristol",
    "Calculation", "SirTommy", "Osmosis", "Golf", "Pyramid", "TriPeaks", "MonteCarlo",
    "Thirteens", "Elevens", "AcesUp", "Accordion", "Gaps", "FreeCell", "EightOff", "ForeCell",
    "SeahavenTowers", "Penguin", "BakersDozen", "BlackHole", "BeleagueredCastle",
    "StreetsAndAlleys", "Somerset", "Fortress", "Bisley", "KingAlbert", "FlowerGarden", "Fan",
    "LaBelleLucie", "SuperFlowerGarden", "Trefoil", "Cruel", "SimpleSimon", "MrsMop", "Yukon",
    "DoubleYukon", "Scorpion", "Wasp", "Spider", "Spiderette", "WillOTheWisp", "Clock", "Mod10",
    "Slap", "Rummy",
)

__version__: str
_Cards = str | Sequence[Card | str] | None

@overload
def deal(game: Literal["canfield"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Canfield: ...
@overload
def deal(game: Literal["klondike"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Klondike: ...
@overload
def deal(game: Literal["fortythieves"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> FortyThieves: ...
@overload
def deal(game: Literal["josephine"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Josephine: ...
@overload
def deal(game: Literal["streets"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Streets: ...
@overload
def deal(game: Literal["maria"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Maria: ...
@overload
def deal(game: Literal["indian"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Indian: ...
@overload
def deal(game: Literal["numberten"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> NumberTen: ...
@overload
def deal(game: Literal["rankandfile"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> RankAndFile: ...
@overload
def deal(game: Literal["lucas"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Lucas: ...
@overload
def deal(game: Literal["thumbandpouch"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> ThumbAndPouch: ...
@overload
def deal(game: Literal["whitehead"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Whitehead: ...
@overload
def deal(game: Literal["westcliff"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Westcliff: ...
@overload
def deal(game: Literal["australian"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> AustralianPatience: ...
@overload
def deal(game: Literal["bigharp"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> BigHarp: ...
@overload
def deal(game: Literal["doubleklondike"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> DoubleKlondike: ...
@overload
def deal(game: Literal["gargantua"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Gargantua: ...
@overload
def deal(game: Literal["gypsy"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Gypsy: ...
@overload
def deal(game: Literal["easthaven"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Easthaven: ...
@overload
def deal(game: Literal["missmilligan"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> MissMilligan: ...
@overload
def deal(game: Literal["agnes"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Agnes: ...
@overload
def deal(game: Literal["bristol"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Bristol: ...
@overload
def deal(game: Literal["calculation"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Calculation: ...
@overload
def deal(game: Literal["sirtommy"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> SirTommy: ...
@overload
def deal(game: Literal["osmosis"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Osmosis: ...
@overload
def deal(game: Literal["golf"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Golf: ...
@overload
def deal(game: Literal["pyramid"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Pyramid: ...
@overload
def deal(game: Literal["tripeaks"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> TriPeaks: ...
@overload
def deal(game: Literal["montecarlo"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> MonteCarlo: ...
@overload
def deal(game: Literal["thirteens"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Thirteens: ...
@overload
def deal(game: Literal["elevens"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Elevens: ...
@overload
def deal(game: Literal["acesup"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> AcesUp: ...
@overload
def deal(game: Literal["accordion"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Accordion: ...
@overload
def deal(game: Literal["gaps"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Gaps: ...
@overload
def deal(game: Literal["freecell"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> FreeCell: ...
@overload
def deal(game: Literal["eightoff"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> EightOff: ...
@overload
def deal(game: Literal["forecell"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> ForeCell: ...
@overload
def deal(game: Literal["seahaven"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> SeahavenTowers: ...
@overload
def deal(game: Literal["penguin"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Penguin: ...
@overload
def deal(game: Literal["bakersdozen"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> BakersDozen: ...
@overload
def deal(game: Literal["blackhole"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> BlackHole: ...
@overload
def deal(game: Literal["castle"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> BeleagueredCastle: ...
@overload
def deal(game: Literal["streetsandalleys"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> StreetsAndAlleys: ...
@overload
def deal(game: Literal["somerset"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Somerset: ...
@overload
def deal(game: Literal["fortress"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Fortress: ...
@overload
def deal(game: Literal["bisley"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Bisley: ...
@overload
def deal(game: Literal["kingalbert"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> KingAlbert: ...
@overload
def deal(game: Literal["flowergarden"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> FlowerGarden: ...
@overload
def deal(game: Literal["fan"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Fan: ...
@overload
def deal(game: Literal["labellelucie"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> LaBelleLucie: ...
@overload
def deal(game: Literal["superflowergarden"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> SuperFlowerGarden: ...
@overload
def deal(game: Literal["trefoil"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Trefoil: ...
@overload
def deal(game: Literal["cruel"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Cruel: ...
@overload
def deal(game: Literal["simplesimon"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> SimpleSimon: ...
@overload
def deal(game: Literal["mrsmop"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> MrsMop: ...
@overload
def deal(game: Literal["yukon"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Yukon: ...
@overload
def deal(game: Literal["doubleyukon"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> DoubleYukon: ...
@overload
def deal(game: Literal["scorpion"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Scorpion: ...
@overload
def deal(game: Literal["wasp"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Wasp: ...
@overload
def deal(game: Literal["spider"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Spider: ...
@overload
def deal(game: Literal["spiderette"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Spiderette: ...
@overload
def deal(game: Literal["willothewisp"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> WillOTheWisp: ...
@overload
def deal(game: Literal["clock"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Clock: ...
@overload
def deal(game: Literal["mod10"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Mod10: ...
@overload
def deal(game: Literal["slap"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Slap: ...
@overload
def deal(game: Literal["rummy"], seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Rummy: ...
@overload
def deal(game: str, seed: int | None = None,
    *, deck: _Cards = None, microsoft: int | None = None, variant: str | None = None, **options: Any) -> Any: ...
