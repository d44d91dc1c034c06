"""The list of games. The modules of a game are imported only when it is picked.

The code of a game such as Rummy is in the package `cardgames.games.rummy`: its model is the class
`Rummy` in `game.py`, its text player is `RummyPlayer` in `textplayer.py`. The dictionary STRATEGIES
in `game.py` or `strategy.py` has its computer players; the player called 'hint' gives the hints. A
game that goes by a clock has a function `earliest` in `strategy.py`: it chooses the move that comes
first.

Most patiences are on the shelf. A patience on the shelf is a single class that declares its piles.
The module of the class is in the package `cardgames.games.patiences`. This module has the name of
the game or, if the row of the game in GAMES says so, the name of a related game. The text player,
the computer players and the rules are made from the class. The same is done for a game from
outside, which comes from a package or from a file that a person has named. Only the module
`outside.py` loads such games; it is asked only for names that are not built in.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardgames.model.errors import InvalidCommand, closest, quoted
from cardgames.model.game import HUMAN, JOIN, Game, Move, spaced
from cardgames.model.strategy import SOLVER, Strategy

if TYPE_CHECKING:
    from cardgames.text.textplayer import TextPlayer

# by game: an option for which the menu asks if nothing sets it, and the question
ASKED: Final = {
    "klondike": ("draw", "1, 2 or 3 cards at a time"),
    "spider": ("suits", "1, 2 or 4 suits"),
}
JOINED: Final = ("rummy", "slap")  # the games that people at several terminals can play


class Listing(NamedTuple):
    name: str
    model: str  # the name of the game's class
    about: str
    # the names of the game's computer players; the first is the default of simulations
    strategies: tuple[str, ...] = ("hint",)
    family: str = "Others"  # the group of the game in the menu on a low screen
    shelf: bool = False  # is the game a patience on the shelf?
    called: str = ""  # the title, if it is not the name of the class
    module: str = ""  # the module on the shelf that holds the class
    file: str = ""  # for a game in a file: the words for it in a shell command

    @property
    def title(self) -> str:
        return self.called or self.model

    @property
    def typed(self) -> str:
        """The name of the game, as a shell command writes it."""
        return self.file or self.name


# the computer players of a patience in which cards are put on other cards of the tableau
JUDGED: Final = ("quick", "fair", "solver", "hint")
# the computer players of a patience that is played off by ranks, such as Golf
PLAYED_OFF: Final = ("quick", "solver", "hint")


def _on_shelf(
    name: str,
    model: str,
    about: str,
    family: str,
    players: tuple[str, ...] = JUDGED,
    called: str = "",
    module: str = "",
) -> Listing:
    about, called = f"a patience: {about}", called or spaced(model)
    return Listing(name, model, about, players, family, True, called, module or name)


STOCK, OPEN, RUNS = "With a stock", "All in view", "Long runs"
PAIRS, SHIFTED = "Cards taken off", "Cards shifted in rows"
# fmt: off
GAMES: Final = (
    Listing(
        "canfield", "Canfield", "a patience: empty the reserve, build up foundations", JUDGED, STOCK
    ),
    Listing("klondike", "Klondike", "the best known patience: turn up every card", JUDGED, STOCK),
    _on_shelf("fortythieves", "FortyThieves", "two packs, one card at a time", STOCK),
    _on_shelf("josephine", "Josephine", "two packs, like Forty Thieves, but runs move", STOCK,
              module="fortythieves"),
    _on_shelf("streets", "Streets", "two packs, Forty Thieves by colors", STOCK,
              module="fortythieves"),
    _on_shelf("maria", "Maria", "two packs, nine piles of four, by colors", STOCK,
              module="fortythieves"),
    _on_shelf("indian", "Indian", "two packs, build in other suits", STOCK, module="fortythieves"),
    _on_shelf("numberten", "NumberTen", "two packs, half face down", STOCK, module="fortythieves"),
    _on_shelf("rankandfile", "RankAndFile", "two packs, runs move", STOCK, module="fortythieves"),
    _on_shelf("lucas", "Lucas", "13 piles of two packs, in suit", STOCK, module="fortythieves"),
    _on_shelf("thumbandpouch", "ThumbAndPouch", "Klondike in other suits", STOCK, module="harp"),
    _on_shelf("whitehead", "Whitehead", "Klondike in view, in one color", STOCK),
    _on_shelf("westcliff", "Westcliff", "ten piles, easily won", STOCK, module="harp"),
    _on_shelf("australian", "AustralianPatience", "Yukon with a stock", STOCK, module="harp"),
    _on_shelf("bigharp", "BigHarp", "ten piles of two packs", STOCK, module="harp"),
    _on_shelf("doubleklondike", "DoubleKlondike", "Klondike with two packs", STOCK, module="harp"),
    _on_shelf("gargantua", "Gargantua", "two packs, one redeal", STOCK, module="harp"),
    _on_shelf("gypsy", "Gypsy", "rows of eight, of two packs", STOCK),
    _on_shelf("easthaven", "Easthaven", "rows of seven, by colors", STOCK, module="gypsy"),
    _on_shelf("missmilligan", "MissMilligan", "two packs, rows of eight, and a pocket", STOCK),
    _on_shelf("agnes", "Agnes", "a stock for seven reserves", STOCK),
    _on_shelf("bristol", "Bristol", "eight fans, and three reserves", STOCK),
    _on_shelf("calculation", "Calculation", "foundations by ones to fours", STOCK),
    _on_shelf("sirtommy", "SirTommy", "four heaps for the stock", STOCK, module="calculation"),
    _on_shelf("osmosis", "Osmosis", "suits in any order, rank after rank", STOCK, PLAYED_OFF),
    _on_shelf("golf", "Golf", "play off seven piles, up and down", STOCK, PLAYED_OFF),
    _on_shelf("pyramid", "Pyramid", "take off pairs that make 13", PAIRS, PLAYED_OFF),
    _on_shelf("tripeaks", "TriPeaks", "play off three peaks", PAIRS, PLAYED_OFF, called="TriPeaks"),
    _on_shelf("montecarlo", "MonteCarlo", "take off pairs that touch", PAIRS, PLAYED_OFF),
    _on_shelf("thirteens", "Thirteens", "ten places, pairs that make 13", PAIRS, PLAYED_OFF),
    _on_shelf("elevens", "Elevens", "nine places, pairs that make 11", PAIRS, PLAYED_OFF),
    _on_shelf("acesup", "AcesUp", "keep only the aces", PAIRS, PLAYED_OFF),
    _on_shelf("accordion", "Accordion", "fold a row of cards into one pile", SHIFTED),
    _on_shelf("gaps", "Gaps", "four rows with gaps, brought into order", SHIFTED, PLAYED_OFF),
    _on_shelf("freecell", "FreeCell", "four cells, and all in view", OPEN, called="FreeCell"),
    _on_shelf("eightoff", "EightOff", "eight cells, build in suit", OPEN),
    _on_shelf("forecell", "ForeCell", "four cells, all of them filled", OPEN, called="ForeCell",
              module="eightoff"),
    _on_shelf("seahaven", "SeahavenTowers", "ten piles, four cells", OPEN),
    _on_shelf("penguin", "Penguin", "seven cells, and a chosen rank", OPEN),
    _on_shelf("bakersdozen", "BakersDozen", "13 piles, the kings below", OPEN,
              called="Baker's Dozen"),
    _on_shelf("blackhole", "BlackHole", "play off 17 piles, up and down", OPEN),
    _on_shelf("castle", "BeleagueredCastle", "the aces are up, no cells", OPEN),
    _on_shelf("streetsandalleys", "StreetsAndAlleys", "no cells, no aces up", OPEN,
              module="castle"),
    _on_shelf("somerset", "Somerset", "ten piles, no cells, by colors", OPEN, module="castle"),
    _on_shelf("fortress", "Fortress", "ten piles, up and down in suit", OPEN),
    _on_shelf("bisley", "Bisley", "up from aces, down from kings", OPEN),
    _on_shelf("kingalbert", "KingAlbert", "nine piles, seven cards aside", OPEN),
    _on_shelf("flowergarden", "FlowerGarden", "six beds and a bouquet", OPEN),
    _on_shelf("fan", "Fan", "18 fans, built in suit", OPEN),
    _on_shelf("labellelucie", "LaBelleLucie", "fans, gathered and shuffled twice", OPEN,
              module="fan"),
    _on_shelf("superflowergarden", "SuperFlowerGarden", "fans, built in any suits", OPEN,
              module="fan"),
    _on_shelf("trefoil", "Trefoil", "16 fans, and the aces are up", OPEN, module="fan"),
    _on_shelf("cruel", "Cruel", "twelve fours, gathered as often as you like", OPEN, module="fan"),
    _on_shelf("simplesimon", "SimpleSimon", "a Spider without a stock", OPEN, module="spider"),
    _on_shelf("mrsmop", "MrsMop", "a Spider of two packs, in view", OPEN, module="spider"),
    _on_shelf("yukon", "Yukon", "move cards in order or not", RUNS),
    _on_shelf("doubleyukon", "DoubleYukon", "Yukon with two packs", RUNS, module="yukon"),
    _on_shelf("scorpion", "Scorpion", "move any cards to runs in suit", RUNS),
    _on_shelf("wasp", "Wasp", "like Scorpion, but any card fills", RUNS, module="scorpion"),
    _on_shelf("spider", "Spider", "runs in suit, of two packs", RUNS),
    _on_shelf("spiderette", "Spiderette", "Spider with one pack", RUNS, module="spider"),
    _on_shelf("willothewisp", "WillOTheWisp", "Spiderette, a little easier", RUNS,
              called="Will o' the Wisp", module="spider"),
    Listing("clock", "Clock", "a patience: each card to its hour, as luck has it"),
    Listing("mod10", "Mod10", "a patience: three cards that make 10, 20 or 30", ("hint", "greedy")),
    Listing("slap", "Slap", "an Egyptian rat screw: slap the pairs first"),
    Listing("rummy", "Rummy", "melds of runs and groups, for two to six"),
)
# fmt: on

NAMES: Final = tuple([game.name for game in GAMES])


def families(rows: Iterable[Listing]) -> dict[str, list[Listing]]:
    """Return the games of each family; the families are in the order of their first games."""
    found: dict[str, list[Listing]] = {}
    for game in rows:
        found.setdefault(game.family, []).append(game)
    return found


def searched(text: str, rows: Iterable[Listing]) -> list[Listing]:
    """Return the games that a text describes: each word in it begins a word of the game's row.

    A phrase for what a game lacks, such as 'no cells', counts as one word.
    """
    words, found = f" {text.lower()}".replace(" no ", " no_").split(), list[Listing]()
    for game in rows:
        told = f" {game.name} {game.title} {game.about} {game.family}".lower()
        found += [game] * all(f" {word}" in told.replace(" no ", " no_") for word in words)
    return found


_LISTED: Final = {game.name: game for game in GAMES}


def _outside() -> ModuleType:
    return import_module(f"{__name__}.outside")


def listing(name: str) -> Listing:
    """Return the row of a game; raises KeyError or DeclarationError, like `model`."""
    found: Listing = _LISTED[name] if name in _LISTED else _outside().row(model(name))
    return found


def is_file(name: str) -> bool:
    """Is `name`, which a person has typed for a game, the name of a file?"""
    return name.endswith(".py")


def load(file: str, run: bool = False) -> str:
    """Load the game in a file that a person has named, and return the name of the game.

    The file is only read, and not run, unless `run` is true. Raises DeclarationError.
    """
    return str(_outside().load(file, run))


def loaded_again() -> Callable[[], object] | None:
    """Return a function with which another process loads the same files; None if there are none."""
    outside = sys.modules.get(f"{__name__}.outside")
    return partial(outside.load_again, tuple(outside.sources)) if outside else None


def knows(name: str) -> bool:
    """Is there a game of this name, built in or from outside, that can be loaded?"""
    return name in _LISTED or _outside().find(name) is not None


def named(word: str) -> str:
    """Return the name of the game whose name or title is `word`; '' if there is no such game."""
    plain = letters(word)
    if knows(plain):
        return plain
    return next((game.name for game in every() if letters(game.title) == plain), "")


def unknown(
    word: str, also: Iterable[str] = (), otherwise: str = ": 'cardgames help' lists them"
) -> InvalidCommand:
    """Return the error for a `word` that is neither a game nor one of the words in `also`."""
    known = {letters(game.title): game.name for game in every()}
    known |= {name: name for name in (*known.values(), *also)}
    meant = known.get(closest(letters(word), known))
    advice = f": did you mean {meant}?" if meant else otherwise
    return InvalidCommand(f"no game{' or command' * bool(also)} is called {quoted(word)}{advice}")


def letters(text: str) -> str:
    """Return the letters and digits of a text: 'willothewisp' for "Will o' the Wisp"."""
    return "".join(filter(str.isalnum, text.lower()))


def every() -> tuple[Listing, ...]:
    """Return all games that can be loaded, those from outside last."""
    return (*GAMES, *_outside().rows())


def faults() -> tuple[str, ...]:
    """Return a line for each game of a package that cannot be loaded."""
    return tuple(_outside().faults())


def blamed(error: BaseException) -> str:
    """Name the game from outside that caused `error`; return '' if there is none."""
    outside = sys.modules.get(f"{__name__}.outside")
    return str(outside.blamed(error)) if outside else ""


def model(name: str) -> type[Game]:
    """Return the model of a game; raises KeyError.

    Raises DeclarationError if a package has a game of this name that cannot be loaded.
    """
    if name not in _LISTED:
        outside: type[Game] = _outside().model(name)
        return outside
    game = _LISTED[name]
    where = f"patiences.{game.module}" if game.shelf else f"{name}.game"
    found: type[Game] = getattr(import_module(f"{__name__}.{where}"), game.model)
    return found


def player(name: str) -> "type[TextPlayer[Game]]":
    """Return the class of a game's text players."""
    made: Any = model(name)  # a class is hashable, which mypy does not see
    found: type[TextPlayer[Game]] = _player(name, made)
    return found


@cache
def _player(name: str, model: Any) -> Any:
    game = listing(name)
    if not game.shelf:
        return getattr(import_module(f"{__name__}.{name}.textplayer"), f"{game.model}Player")
    from cardgames.text.patience import PatienceTextPlayer

    return PatienceTextPlayer.of(model, SOLVER in game.strategies)


def strategies(name: str) -> Mapping[str, type[Strategy]]:
    """Return a game's computer players by name."""
    made: Any = model(name)
    return _strategies(name, made)


@cache
def _strategies(name: str, model: Any) -> Mapping[str, type[Strategy]]:
    game = listing(name)
    if game.shelf:
        from cardgames.patience import advice

        return advice.strategies(model, game.strategies)
    module = import_module(f"{__name__}.{name}.game")
    if not hasattr(module, "STRATEGIES"):
        module = import_module(f"{__name__}.{name}.strategy")
    found: Mapping[str, type[Strategy]] = module.STRATEGIES
    return found


@dataclass(frozen=True)
class Computer:
    """Makes a computer player; other processes can make the same player from these values."""

    game: Any  # the class
    strategy: str

    def __call__(self) -> Strategy:
        return _strategies(self.game.name, self.game)[self.strategy]()


def seated(name: str, seats: Sequence[str], *seed: int) -> Callable[..., Move | None]:
    """Return a function that chooses the next move at a table.

    The function takes a position, the previous position, and a function that asks a person. `seats`
    has the player at each seat: the name of a computer player, HUMAN, or JOIN in an arena. In a
    game that goes by a clock, the seed decides what is random.
    """
    if model(name).clockwork:
        apart = [seat for seat, who in enumerate(seats, 1) if who in (HUMAN, JOIN)]
        computers = [seat for seat in range(1, len(seats) + 1) if seat not in apart]
        clock = import_module(f"{__name__}.{name}.strategy")

        def next_by_time(game: Game, before: object, ask: Callable[..., Move | None]) -> Any:
            own = {seat: ask(game, seat) for seat in apart}
            return clock.earliest(game, own, computers, *seed)

        return next_by_time
    players = [None if who in (HUMAN, JOIN) else computer(name, who) for who in seats]

    def next_move(
        game: Game, before: Game | None, ask: Callable[[Game], Move | None]
    ) -> Move | None:
        player = players[game.player() - 1]
        return ask(game) if player is None else player.next_move(game, before)

    return next_move


def computer(name: str, strategy: str) -> Strategy:
    return Computer(model(name), strategy)()
