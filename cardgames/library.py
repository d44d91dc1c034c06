"""The public names of `cardgames` for programs in Python, loaded when the first one is used.

A position is a value: a move returns the next one. The functions here deal, read and show
positions, and let strategies play them. All errors they raise are ValueErrors.
"""

# ruff: noqa: F401  (all names that `cardgames` offers)

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from functools import partial
from html import escape
from os import PathLike, fsdecode
from typing import Any, Final

from cardgames import games
from cardgames.cli.options import Cards
from cardgames.cli.playing import SCRIPTS, followed, new_session, random_seed
from cardgames.cli.solve import reviewed
from cardgames.games import Computer, listing, seated, strategies
from cardgames.model.cards import BACK, DECK, Card, Rank, Suit
from cardgames.model.commands import Whole
from cardgames.model.deal import SEEDS
from cardgames.model.errors import (
    CardGameError,
    IllegalMove,
    InvalidCommand,
    PartError,
    ScriptError,
    brief,
    did_you_mean,
    quoted,
)
from cardgames.model.game import HUMAN, Advice, Game, Move, Options, Outcome, Setup
from cardgames.model.strategy import ADVISER, SOLVER, Playout, play_out
from cardgames.model.validity import check_valid, options_of
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.session import History
from cardgames.seats.program import SECONDS, checked_seconds, command_words
from cardgames.seats.seat import Chooses
from cardgames.simulation import deals
from cardgames.simulation.arena import Arena, ArenaPlan
from cardgames.simulation.contest import Contest, end_programs, for_people
from cardgames.simulation.own import MOST_MOVES, Own, OwnPlan, Players
from cardgames.simulation.report import FIRST_SEEDS, MOST_GAMES, Plan, Simulation
from cardgames.simulation.tally import Tally
from cardgames.text.coach import Report
from cardgames.text.console import Console
from cardgames.text.wording import CHOICES, FOUR_COLOR, FOUR_COLORS, TWO_COLORS, UNICODE, Look

STYLES: Final = {
    "1": "font-weight:bold",
    "2": "opacity:0.6",
    "4": "text-decoration:underline",
    "31": "color:#c62828",
    "32": "color:#2e7d32",
    "94": "color:#1565c0",
}
"""The style in HTML for each terminal code that a board may hold."""
_CODES: Final = re.compile(r"\033\[([\d;]*)m")


class Board(str):
    """A board: plain text, to be printed; a notebook shows it with colored suits."""

    _colored: str

    def __new__(cls, colored: str) -> "Board":
        board = super().__new__(cls, _CODES.sub("", colored))
        board._colored = colored
        return board

    def _repr_html_(self) -> str:
        """Return the board as HTML of fixed width, in colors and without scripts."""
        text, *rest = _CODES.split(self._colored)
        parts = [escape(text)]
        for codes, text in zip(rest[::2], rest[1::2]):
            styles = ";".join(STYLES[code] for code in codes.split(";") if code in STYLES)
            inner = escape(text)
            parts.append(f'<span style="{styles}">{inner}</span>' if styles and text else inner)
        return f'<pre style="line-height:1.2;font-family:monospace">{"".join(parts)}</pre>'


def deal(
    game: str,
    seed: int | None = None,
    *,
    deck: str | None = None,
    variant: str | None = None,
    **options: Any,
) -> Any:
    """Deal GAME, such as 'klondike'; return the first position.

    SEED is the number of the deal (default: any number); a number gives the same cards on every
    machine, for ever. DECK replaces SEED: it lists the cards in dealing order. VARIANT is a named
    set of options, and OPTIONS are the options that `cardgames rules GAME` lists. The values of
    options are numbers, words, True and False, or None for 'unlimited'.

    >>> import cardgames
    >>> position = cardgames.deal("canfield", seed=42, draw=1)
    >>> position, position.options.draw
    (<Canfield: score -45>, 1)
    >>> cardgames.deal("canfield", draw=7)
    Traceback (most recent call last):
        ...
    cardgames.model.errors.InvalidCommand: draw: N must be a number from 1 to 3, not '7'
    """
    model = _model(game)
    chosen = _options(model, variant, options)
    if deck is not None and not isinstance(deck, str):
        raise InvalidCommand(f"a deck is a text such as 'AC 10D ...', not {brief(deck)}")
    cards = None if deck is None else Cards(model).parse(deck)
    number = Whole("seed", *SEEDS).checked(random_seed() if seed is None else seed)
    return Setup(model, chosen, number, cards).dealt()


def read(position: Game, text: str) -> Move:
    """Return the move that TEXT means in POSITION, read as forgivingly as at the prompt.

    `position.after` reads only the strict notation: the name or the short form of a move, and the
    arguments.

    >>> import cardgames
    >>> position = cardgames.deal("canfield", seed=9)
    >>> print(cardgames.read(position, "31"), cardgames.read(position, "2s 3d"), sep=", ")
    tabtab 3 1, tabtab 3 1
    """
    _check_position(position)
    if not isinstance(text, str):
        raise InvalidCommand(f"a move is typed as text, not {brief(text)}")
    found, arguments = _player(position).read(text)
    if found.name not in position.commands.all:
        raise InvalidCommand(f"{quoted(text)} is no move, but the command {found.name}")
    return Move(found.name, arguments)


def board(position: Game, cards: str = "unicode") -> Board:
    """Return the board of POSITION, as a terminal shows it: a `str` to print.

    CARDS is 'unicode', 'ascii', 'words' or 'four-color'. A notebook shows the suits in color. The
    board of Slap or Rummy shows what the person at the table sees.

    >>> import cardgames
    >>> print(cardgames.board(cardgames.deal("canfield", seed=9), cards="ascii"))
     reserve 13        AD   foundations
     stock 34         ###   4D   .   .   .
     waste 0            .    1   2   3   4
     base 4                 3D  7D  2S  KS
     1 of 52 up, -$45
    <BLANKLINE>
    """
    _check_position(position)
    if cards not in CHOICES:
        raise InvalidCommand(f"cards are {', '.join(CHOICES)}, not {brief(cards)}")
    four = cards == FOUR_COLOR
    look = Look(UNICODE if four else cards, True, True, suits=FOUR_COLORS if four else TWO_COLORS)
    return Board(_player(position, look).board(position))


def playout(
    position: Game,
    strategy: str | Chooses | Sequence[str | Chooses],
    *,
    limit: int = MOST_MOVES,
    seed: int = 1,
) -> Playout:
    """Let STRATEGY play on from POSITION to the end; return the `moves`, the `end`, the `outcome`.

    STRATEGY is the name of a computer player, or a function that takes a position and returns a
    move, a move's text, or None to give up. The function sees hidden cards as `cardgames.BACK`.
    STRATEGY plays for the people at the table; the computers that the options name play in the
    other seats. A list has a strategy for each seat instead.

    In Slap the function is asked before each automatic move, and its answer is dropped if the
    automatic move comes first; None waits, and a move without a time takes the time of the option
    `reaction`. The game is a draw if a position comes back (for functions, unlimited redeals are
    not counted), and lost after LIMIT moves. SEED sets the random behavior of Slap's computers.

    >>> import cardgames
    >>> game = cardgames.playout(cardgames.deal("klondike", seed=2), "quick")
    >>> len(game.moves), game.end, game.outcome.reason
    (117, <Klondike: score 18>, 'stuck')
    """
    _check_position(position, known=True)
    seats, most = options_of(position).seats(), Whole("limit", 1, MOST_GAMES).checked(limit)
    seed = Whole("seed", *SEEDS).checked(seed)
    chosen = _strategy(type(position), strategies(position.name), strategy, seats)
    if not isinstance(chosen, str):
        return Own(chosen, seated, most).play_on(position, seats, seed, 1)
    players = [chosen if who == HUMAN else who for who in seats]
    at_table: Any = seated(position.name, players, seed, 1)  # no person is asked for a move
    return play_out(position, partial(at_table, ask=lambda game: None), most=most)


def simulate(
    game: str,
    games: int = 1000,
    *,
    strategy: str | Chooses | Sequence[str | Chooses] = "",
    seed: int = 1,
    jobs: int = 1,
    executor: Executor | None = None,
    limit: int = MOST_MOVES,
    variant: str | None = None,
    keep: bool = False,
    **options: Any,
) -> Simulation:
    """Play GAMES deals of GAME, numbered from SEED on; return a Simulation.

    STRATEGY is as in `playout` (default: the default of `cardgames simulate`); LIMIT is for
    functions only. JOBS processes share the work; an EXECUTOR may provide them. The processes
    import a function by its name, so a module must define it. VARIANT and OPTIONS are as in `deal`.
    KEEP keeps the deals one by one, for `deals` of the Simulation.

    If Ctrl-C, a killed process or an error in STRATEGY ends the simulation early, the exception has
    the deals that were played as its `simulation`; the `missing` of that are the other seeds. An
    error in STRATEGY raises a CardGameError from it, which names the deal.

    >>> import cardgames
    >>> cardgames.simulate("clock", games=1000)
    <Simulation: Clock, strategy hint: 189 of 1,000 won>
    >>> next(cardgames.simulate("clock", games=2, keep=True).deals)
    {'seed': 1, 'won': 0, 'winner': 0, 'score': 37, 'cards placed': 37}
    """
    model = _model(game)
    chosen = _options(model, variant, options)
    known = listing(model.name).strategies
    by_seat = isinstance(strategy, (list, tuple))
    names = strategies(model.name) if by_seat else (*known, "")
    players = _strategy(model, names, strategy, chosen.seats())
    seed = Whole("seed", *FIRST_SEEDS).checked(seed)
    count = Whole("games", 1, MOST_GAMES).checked(games)
    if not isinstance(players, str):
        own = Own(players, seated, Whole("limit", 1, MOST_GAMES).checked(limit))
        plan: Plan = OwnPlan(model, chosen, own.short_name(), own, seed, count)
    else:
        name = players or known[0]
        plan = Plan(model, chosen, name, Computer(model, name), seed, count)
    found: Simulation = _played(plan, jobs, executor, Tally(kept={} if keep else None))
    return found


def _played(plan: Plan, jobs: int, executor: Executor | None, tally: Tally) -> Any:
    """Return the report on the deals of PLAN; what ends them early has it as its `simulation`."""
    jobs = Whole("jobs", 1, 4096).checked(jobs)
    if executor is not None and not isinstance(executor, Executor):
        raise InvalidCommand(f"executor is a concurrent.futures.Executor, not {brief(executor)}")
    if executor is not None or jobs > 1:
        deals.check_can_be_sent(plan, executor)
    played, stopped_by = deals.simulate(plan, jobs, executor=executor, tally=tally)
    if stopped_by is None:
        return played
    if isinstance(stopped_by, BrokenExecutor):
        stopped_by.args = (f"{stopped_by} {played.stopped()}".strip(),)
    elif isinstance(stopped_by, KeyboardInterrupt):
        stopped_by.args = (played.stopped(),)
    setattr(stopped_by, "simulation", played)
    raise stopped_by


def arena(
    game: str,
    players: Sequence[str | Chooses],
    games: int = 100,
    *,
    seed: int = 1,
    skip: int = 0,
    jobs: int = 1,
    seconds: float = SECONDS,
    limit: int = MOST_MOVES,
    variant: str | None = None,
    **options: Any,
) -> Arena:
    """Let PLAYERS play GAMES games of GAME against each other; return an Arena, to be printed.

    A player is the name of a computer player, a function as in `playout`, or the command of a
    program, as `cardgames help bots` tells. Deals are numbered from SEED on; each is played in all
    rotations of the seats, and a patience by each player alone. SKIP leaves out the first games.
    A program that does not answer in SECONDS, ends, or makes an illegal move forfeits the game. The
    other parameters are as in `simulate`.

    >>> import cardgames
    >>> cardgames.arena("rummy", ["easy", "medium"], 4, target=30).games
    4
    """
    model = _model(game)
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) < 2:
        raise InvalidCommand(f"players are a list of two or more, not {brief(players)}")
    levels = strategies(model.name)
    for player in players:
        if isinstance(player, str):
            command_words(player)
        else:
            _one_strategy((*levels, "a command"), player, [HUMAN])
    chosen = for_people(model, partial(_options, model, variant), options, len(players))
    most = Whole("limit", 1, MOST_GAMES).checked(limit)
    who = Contest(tuple(players), (*levels,), seated, checked_seconds(seconds), most)
    first = Whole("seed", *FIRST_SEEDS).checked(seed)
    count = Whole("games", 1, MOST_GAMES).checked(games)
    left_out = Whole("skip", 0, MOST_GAMES).checked(skip)
    number = first * who.rotations(chosen) + left_out
    plan = ArenaPlan(model, chosen, " ".join(who.names()), who, number, count)
    try:
        found: Arena = _played(plan, jobs, None, Tally())
        return found
    finally:
        end_programs()


def solve(position: Game, limit: int = MOST_LOOKED_AT) -> Solution:
    """Find out whether POSITION can be won, with every card known.

    Return the `verdict`, the number of `positions` looked at (at most LIMIT), and the `moves` that
    win, if a search found them.

    >>> import cardgames
    >>> solution = cardgames.solve(cardgames.deal("klondike", seed=42))
    >>> solution.verdict, solution.positions, len(solution.moves)
    (<Verdict.WINNABLE: 'winnable'>, 215, 131)
    """
    _check_position(position)
    found = strategies(position.name).get(SOLVER)
    if found is None:
        solved = [one.title for one in games.GAMES if SOLVER in one.strategies]
        title = position.title()
        raise InvalidCommand(f"there is no solver for {title}, only for {', '.join(solved)}")
    _check_position(position, known=True)
    solver: Any = found()
    solution: Solution = solver.solve(position, Whole("limit", 1, 10**9).checked(limit))
    return solution


def hint(position: Game) -> Advice | None:
    """Return what a fair player proposes in POSITION: a `move`, `why`, and the moves `then`.

    The player knows no hidden card, so the moves end where a hidden card turns up: `then` is () if
    `move` turns up a hidden card. Return None if the game is over or stuck.

    >>> import cardgames
    >>> advice = cardgames.hint(cardgames.deal("mod10", seed=5))
    >>> print(advice.move, advice.why, sep=": ")
    deal: no triplet can be picked up
    """
    _check_position(position)
    if position.outcome() is not None:
        return None
    return games.computer(position.name, ADVISER).explain(position, None)


def review(script: str | PathLike[str], every: bool = False) -> Report:
    """Tell in hindsight which moves of the game in SCRIPT lost the win, or were worse than others.

    SCRIPT is the text of a saved game, or the path of its file. Return a report with a `text`
    and `figures`. EVERY adds what `--all` adds in the shell; such a review takes long.

    >>> import cardgames
    >>> report = cardgames.review("# cardgames klondike --seed 42\\ncard\\n")
    >>> print(report.text.split(":")[0])
    Klondike, seed 42
    """
    if not isinstance(script, (str, PathLike)):
        raise InvalidCommand(f"a script is its text, or the path of its file, not {brief(script)}")
    if isinstance(script, str) and (script.startswith("#") or "\n" in script):
        parsed = SCRIPTS.parse(script.encode(errors="replace"), "the script")
    else:
        parsed = SCRIPTS.read(fsdecode(script))
    return reviewed(followed(parsed), Console(), Look(), every)


def _model(game: str) -> type[Game]:
    if isinstance(game, str):
        with suppress(KeyError):
            return games.model(game)
    known = f": there are {', '.join(games.NAMES)}"
    advice = did_you_mean(game, games.NAMES, known) if isinstance(game, str) else known
    raise InvalidCommand(f"there is no game {brief(game)}{advice}")


def _options(model: type[Game], variant: str | None, given: Mapping[str, Any]) -> Options:
    options = model.options_type
    names = [declared.name for declared in options.declared()]
    for name in given:
        if name not in names:
            advice = did_you_mean(name, names, f": it has {', '.join(names)}")
            raise InvalidCommand(f"{model.title()} has no option {brief(name)}{advice}")
    if variant is None:
        return options.of_new_game(given)
    if not isinstance(variant, str) or variant not in options.variants:
        known = ", ".join(options.variants) or "none"
        raise InvalidCommand(f"{model.title()} has no variant {brief(variant)}: it has {known}")
    return options.of_new_game({**options.variants[variant], **given})


def _check_position(position: Game, known: bool = False) -> None:
    """Raise InvalidCommand unless POSITION is valid and, if KNOWN, has no hidden card."""
    if not isinstance(position, Game) or not games.knows(str(getattr(position, "name", ""))):
        raise InvalidCommand(f"a position is what cardgames.deal returns, not {brief(position)}")
    check_valid(position)
    if known and BACK in position.all_cards():
        raise InvalidCommand("some cards are hidden in this position: give one where all are known")


def _strategy(
    model: type[Game], known: Collection[str], strategy: Any, seats: Sequence[str]
) -> Players:
    """Return STRATEGY, or a tuple of one for each of SEATS; raises InvalidCommand.

    It must be in KNOWN, or a function, and then SEATS must have a person.
    """
    if isinstance(strategy, (list, tuple)):
        if len(strategy) != len(seats):
            wanted = f"a list has a strategy for each seat, here {len(seats)}"
            raise InvalidCommand(f"{wanted}, not {len(strategy)}")
        if model.clockwork and any(map(callable, strategy[1:])):
            raise InvalidCommand(f"in {model.title()} a function plays in seat 1 only")
        alone = [HUMAN] * any(map(callable, strategy))
        return tuple([_one_strategy(known, one, alone) for one in strategy])
    return _one_strategy(known, strategy, seats)


def _one_strategy(known: Collection[str], strategy: Any, seats: Sequence[str]) -> str | Chooses:
    if callable(strategy):
        if HUMAN not in seats:
            raise InvalidCommand("only computers play by these options: leave a seat for a person")
        chooses: Chooses = strategy
        return chooses
    if isinstance(strategy, str) and strategy in known:
        return strategy
    listed = ", ".join(filter(None, known))
    raise InvalidCommand(f"a strategy is a function or one of {listed}, not {brief(strategy)}")


def _player(position: Game, look: Look | None = None) -> Any:
    """Return a text player at POSITION that shows cards in LOOK."""
    session = new_session(Setup(type(position), options_of(position), 0))
    session.history = History(position)
    return games.player(position.name)(session, Console(), look or Look(), SCRIPTS)
