"""The list of games. The modules of a game are imported only when it is picked.

The code of the game NAME is in the package `cardgames.games.NAME`: its model is the class MODEL in
`game.py`, its text player is MODELPlayer in `textplayer.py`. The dictionary STRATEGIES in `game.py`
or `strategy.py` has its computer players; the player called 'hint' gives the hints. A game that
goes by a clock has a function `first` in `strategy.py`: it chooses the move that comes first.

A patience on the shelf is a single class that declares its piles; the class is in the module
`cardgames.games.patiences.NAME`. Text player, computer players and rules are made from the class.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from cardgames.model.game import HUMAN, Game, Move
from cardgames.model.strategy import SOLVER, Strategy


class Listing(NamedTuple):
    name: str
    model: str  # the name of the game's class
    about: str
    # the names of the game's computer players; the first is the default of simulations
    strategies: tuple[str, ...] = ("hint",)
    family: str = "Others"  # the group of the game in the menu on a low screen
    shelf: bool = False  # is the game a patience on the shelf?
    called: str = ""  # as in the class: the title, if it is not the name of the class

    @property
    def title(self) -> str:
        return self.called or self.model


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
) -> Listing:
    return Listing(name, model, f"a patience: {about}", players, family, True, called)


STOCK, OPEN, RUNS = "With a stock", "All in view", "Long runs"
PAIRS, SHIFTED = "Cards taken off", "Cards shifted in rows"
# fmt: off
GAMES: Final = (
    Listing(
        "canfield", "Canfield", "a patience: empty the reserve, build up foundations", JUDGED, STOCK
    ),
    Listing("klondike", "Klondike", "the best known patience: turn up every card", JUDGED, STOCK),
    _on_shelf("fortythieves", "FortyThieves", "two packs, one card at a time", STOCK,
              called="Forty Thieves"),
    _on_shelf("osmosis", "Osmosis", "suits in any order, rank after rank", STOCK, PLAYED_OFF),
    _on_shelf("golf", "Golf", "play off seven piles, up and down", STOCK, PLAYED_OFF),
    _on_shelf("pyramid", "Pyramid", "take off pairs that make 13", PAIRS, PLAYED_OFF),
    _on_shelf("tripeaks", "TriPeaks", "play off three peaks", PAIRS, PLAYED_OFF),
    _on_shelf("montecarlo", "MonteCarlo", "take off pairs that touch", PAIRS, PLAYED_OFF,
              called="Monte Carlo"),
    _on_shelf("thirteens", "Thirteens", "ten places, pairs that make 13", PAIRS, PLAYED_OFF),
    _on_shelf("elevens", "Elevens", "nine places, pairs that make 11", PAIRS, PLAYED_OFF),
    _on_shelf("acesup", "AcesUp", "keep only the aces", PAIRS, PLAYED_OFF, called="Aces Up"),
    _on_shelf("accordion", "Accordion", "fold a row of cards into one pile", SHIFTED),
    _on_shelf("gaps", "Gaps", "four rows with gaps, brought into order", SHIFTED, PLAYED_OFF),
    _on_shelf("freecell", "FreeCell", "four cells, and all in view", OPEN),
    _on_shelf("eightoff", "EightOff", "eight cells, build in suit", OPEN, called="Eight Off"),
    _on_shelf("seahaven", "SeahavenTowers", "ten piles, four cells", OPEN,
              called="Seahaven Towers"),
    _on_shelf("blackhole", "BlackHole", "play off 17 piles, up and down", OPEN,
              called="Black Hole"),
    _on_shelf("castle", "BeleagueredCastle", "the aces are up, no cells", OPEN,
              called="Beleaguered Castle"),
    _on_shelf("yukon", "Yukon", "move cards in order or not", RUNS),
    _on_shelf("scorpion", "Scorpion", "move any cards to runs in suit", RUNS),
    _on_shelf("spider", "Spider", "runs in suit, of two packs", RUNS),
    Listing("clock", "Clock", "a patience: each card to its hour, as luck has it"),
    Listing("mod10", "Mod10", "a patience: three cards that make 10, 20 or 30", ("hint", "greedy")),
    Listing("slap", "Slap", "an Egyptian rat screw: slap the pairs first"),
    Listing("rummy", "Rummy", "melds of runs and groups, for two to six"),
)
# fmt: on

NAMES: Final = tuple([game.name for game in GAMES])


def listing(name: str) -> Listing:
    return {game.name: game for game in GAMES}[name]


def model(name: str) -> type[Game]:
    """Return the model of the game called NAME; raises KeyError."""
    game = listing(name)
    where = f"patiences.{name}" if game.shelf else f"{name}.game"
    found: type[Game] = getattr(import_module(f"{__name__}.{where}"), game.model)
    return found


@cache
def player(name: str) -> Any:
    game = listing(name)
    if not game.shelf:
        return getattr(import_module(f"{__name__}.{name}.textplayer"), f"{game.model}Player")
    from cardgames.text.patience import PatienceTextPlayer

    return PatienceTextPlayer.of(model(name), SOLVER in game.strategies)  # type: ignore[arg-type]


def strategies(name: str) -> Mapping[str, type[Strategy]]:
    game = listing(name)
    if game.shelf:
        from cardgames.patience import advice

        return advice.strategies(model(name), game.strategies)  # type: ignore[arg-type]
    module = import_module(f"{__name__}.{name}.game")
    if not hasattr(module, "STRATEGIES"):
        module = import_module(f"{__name__}.{name}.strategy")
    found: Mapping[str, type[Strategy]] = module.STRATEGIES
    return found


def seated(name: str, seats: Sequence[str], *seed: int) -> Callable[..., Move | None]:
    """Return a function that chooses the next move at a table of the game called NAME.

    The function takes a position, the previous position, and a function that asks a person. SEATS
    has the player at each seat: the name of a computer player, or HUMAN. In a game that goes by a
    clock, SEED decides what is random.
    """
    if model(name).clockwork:
        computers = [seat for seat, who in enumerate(seats, 1) if who != HUMAN]
        first = import_module(f"{__name__}.{name}.strategy").first
        return lambda game, before, ask: first(game, ask(game), computers, *seed)
    players = [None if who == HUMAN else computer(name, who) for who in seats]

    def next_move(game: Any, before: Any, ask: Callable[[Any], Move | None]) -> Move | None:
        player = players[game.player() - 1]
        return ask(game) if player is None else player.next_move(game, before)

    return next_move


def computer(name: str, strategy: str) -> Strategy:
    return strategies(name)[strategy]()
