"""The public names of `cardgames`, for programs in Python.

This module is loaded when one of the names is first used. A position is a value: a move returns a
new position. The functions here deal, read and show positions, and let strategies play. The errors
of the functions themselves are all ValueErrors.
"""

# ruff: noqa: F401  (all names that `cardgames` offers)

import re
from collections.abc import Collection, Sequence
from concurrent.futures import BrokenExecutor, Executor
from functools import partial
from html import escape
from itertools import accumulate
from os import PathLike
from typing import Any, Final

from cardgames import games
from cardgames.cli.playing import new_session, player_of
from cardgames.cli.solve import reviewed
from cardgames.games import Computer, listing, seated, strategies
from cardgames.match import Match, load, model_of, options_for, read_move, session_of, setup_for
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
)
from cardgames.model.game import HUMAN, Game, Move, Outcome, Setup
from cardgames.model.strategy import ADVISER, SOLVER, Advice, Playout, play_out
from cardgames.model.validity import check_valid, options_of
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.session import History
from cardgames.screen.console import Console
from cardgames.screen.look import CHOICES, FOUR_COLOR, FOUR_COLORS, TWO_COLORS, UNICODE, Look
from cardgames.seats.program import SECONDS, checked_seconds, command_words
from cardgames.seats.seat import Player
from cardgames.simulation import deals
from cardgames.simulation.arena import (
    MOST_MOVES,
    Arena,
    ArenaPlan,
    Contest,
    Own,
    OwnPlan,
    Players,
    for_people,
)
from cardgames.simulation.report import FIRST_SEEDS, MOST_GAMES, Plan, Simulation, Tally
from cardgames.text.textplayer import TextPlayer
from cardgames.text.view import Report

STYLES: Final = {
    "1": "font-weight:bold",
    "2": "opacity:0.6",
    "4": "text-decoration:underline",
    "31": "color:#c62828",
    "32": "color:#2e7d32",
    "94": "color:#1565c0",
}
"""The style in HTML for each terminal code that a board may contain."""
_CODES: Final = re.compile(r"\033\[([\d;]*)m")


class Board(str):
    """A board as plain text, to be printed; a notebook shows its suits in color.

    >>> import cardgames
    >>> cardgames.board(cardgames.deal("canfield", seed=9)).splitlines()[-1]
    ' 1 of 52 up, -$45'
    """

    _colored: str

    def __new__(cls, colored: str) -> "Board":
        board = super().__new__(cls, _CODES.sub("", colored))
        board._colored = colored
        return board

    def _repr_html_(self) -> str:
        """Return the board as HTML in a font of fixed width, with colors and without scripts."""
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
    deck: str | Sequence[Card | str] | None = None,
    microsoft: int | None = None,
    variant: str | None = None,
    **options: Any,
) -> Any:
    """Deal a game, such as 'klondike'; return the first position.

    `seed` is the number of the deal (default: a random number). The deal of a number is the same on
    every machine, and never changes. `deck` replaces the seed: it is a list of cards in dealing
    order, or a board of another program as text. `microsoft` is the number of a deal of Microsoft's
    FreeCell. `variant` is the name of a set of options. The command `cardgames rules klondike`
    lists the options of Klondike. The values of options are numbers, words, True and False, or None
    for 'unlimited'. Raises InvalidCommand.

    >>> import cardgames
    >>> position = cardgames.deal("canfield", seed=42, draw=1)
    >>> position, position.options.draw
    (<Canfield: score -45>, 1)
    >>> cardgames.deal("canfield", draw=7)
    Traceback (most recent call last):
        ...
    cardgames.model.errors.InvalidCommand: draw: N must be a number from 1 to 3, not '7'
    """
    return setup_for(game, seed, deck, microsoft, variant, options).dealt()


def read(position: Game | Match, text: str) -> Move:
    """Return the move that `text` means in `position`; it means what it means at the prompt.

    `position.after` accepts only the strict notation: the name or the short form of a move, and its
    arguments. Raises InvalidCommand, or IllegalMove if the text can mean no legal move. In all
    functions that take a position, a `Match` stands for its current position.

    >>> import cardgames
    >>> position = cardgames.deal("canfield", seed=9)
    >>> print(cardgames.read(position, "31"), cardgames.read(position, "2s 3d"), sep=", ")
    tabtab 3 1, tabtab 3 1
    """
    position = _position(position)
    if not isinstance(text, str):
        raise InvalidCommand(f"a move is typed as text, not {brief(text)}")
    return read_move(_player(position), text)


def board(position: Game | Match, cards: str = "unicode") -> Board:
    """Return the board of `position`, as a terminal shows it: a `str` to print.

    `cards` is 'unicode', 'ascii', 'words' or 'four-color'. A notebook shows the suits in color. The
    board of Slap or Rummy shows what the person at the table sees. Raises InvalidCommand.

    >>> import cardgames
    >>> print(cardgames.board(cardgames.deal("canfield", seed=9), cards="ascii"))
     reserve 13        AD   foundations
     stock 34         ###   4D   .   .   .
     waste 0            .    1   2   3   4
     base 4                 3D  7D  2S  KS
     1 of 52 up, -$45
    <BLANKLINE>
    """
    position = _position(position)
    if cards not in CHOICES:
        raise InvalidCommand(f"cards are {', '.join(CHOICES)}, not {brief(cards)}")
    four = cards == FOUR_COLOR
    look = Look(UNICODE if four else cards, True, True, suits=FOUR_COLORS if four else TWO_COLORS)
    return Board(_player(position, look).board(position))


def playout(
    position: Game | Match,
    strategy: Player | Sequence[Player],
    *,
    limit: int = MOST_MOVES,
    seed: int = 1,
) -> Playout:
    """Play on from `position` to the end; return the `moves`, the `end` and the `outcome`.

    `strategy` is the name of a computer player, or a function that takes a position and returns a
    move, a move's text, or None to give up. The function sees hidden cards as `cardgames.BACK`. The
    strategy plays for the people at the table; the computers that the options name play in the
    other seats. `strategy` can also be a list, with a strategy for each seat. In a game for several
    players, each move has the `seat` that made it. `match.make` accepts these moves, and
    `str(match)` is then their script. If `position` is a match, its functions in the seats of
    computers play on.

    In Slap, a function is asked before each move, even out of turn, and the earliest move is made.
    Out of turn, a function returns None or 'wait' to wait, and a move that is allowed only in turn
    is ignored. A move without a time gets the time of the option `reaction`.

    The game is a draw if a position comes back. (For functions, positions count as the same if they
    differ only in the number of unlimited redeals.) The game is lost after `limit` moves. `seed`
    decides what is random in the play of Slap's computers. Raises InvalidCommand, or an IllegalMove
    that names the number of the move. An error in a function is raised unchanged.

    >>> import cardgames
    >>> game = cardgames.playout(cardgames.deal("klondike", seed=2), "quick")
    >>> len(game.moves), game.end, game.outcome.reason
    (117, <Klondike: score 18>, 'stuck')
    """
    guests = position._guests if isinstance(position, Match) else {}
    position = _position(position, known=True)
    seats, most = options_of(position).seats(), Whole("limit", 1, MOST_GAMES).checked(limit)
    seed = Whole("seed", *SEEDS).checked(seed)
    each: Any = strategy
    # The functions of a match keep the seats that they have there.
    if guests and not isinstance(strategy, (list, tuple)):
        each = [strategy if who == HUMAN else guests.get(n, who) for n, who in enumerate(seats, 1)]
    chosen = _strategy(strategies(position.name), each, seats)
    if not isinstance(chosen, str):
        played = Own(chosen, most).play_on(position, seats, seed, 1)
    else:
        names = [chosen if who == HUMAN else who for who in seats]
        at_table = seated(position.name, names, seed, 1)  # no person is asked for a move
        played = play_out(position, partial(at_table, ask=lambda game: None), most=most)
    if len(seats) == 1:
        return played
    line = accumulate(played.moves, Game.after, initial=position)
    return played._replace(moves=tuple(map(Game.seated, line, played.moves)))


def simulate(
    game: str,
    games: int = 1000,
    *,
    strategy: Player | Sequence[Player] = "",
    seed: int = 1,
    jobs: int = 1,
    executor: Executor | None = None,
    limit: int = MOST_MOVES,
    variant: str | None = None,
    keep: bool = False,
    **options: Any,
) -> Simulation:
    """Play many deals of a game, numbered from `seed` on; return a Simulation.

    `strategy` is the same as in `playout` (default: as in `cardgames simulate`). `limit` is for
    functions only. `jobs` processes share the work; an `executor` may provide them. The processes
    import a function by its name, so it must be defined in a module. `variant` and the options are
    the same as in `deal`. With `keep`, the `deals` of the Simulation have the result of each deal.

    Ctrl-C, a killed process or an error in a function ends the simulation early. The exception then
    has an attribute `simulation`: the report on the deals that were played. The attribute `missing`
    of the report has the seeds of the other deals. An error in a function becomes the cause of a
    CardGameError, which names the deal.

    >>> import cardgames
    >>> cardgames.simulate("clock", games=1000)
    <Simulation: Clock, strategy hint: 189 of 1,000 won>
    >>> next(cardgames.simulate("clock", games=2, keep=True).deals)
    {'seed': 1, 'won': 0, 'winner': 0, 'score': 37, 'cards placed': 37}
    """
    model = model_of(game)
    chosen = options_for(model, variant, options)
    known = listing(model.name).strategies
    by_seat = isinstance(strategy, (list, tuple))
    names = strategies(model.name) if by_seat else (*known, "")
    players = _strategy(names, strategy, chosen.seats())
    seed = Whole("seed", *FIRST_SEEDS).checked(seed)
    count = Whole("games", 1, MOST_GAMES).checked(games)
    if not isinstance(players, str):
        own = Own(players, Whole("limit", 1, MOST_GAMES).checked(limit))
        plan: Plan = OwnPlan.of(model, chosen, own, seed, count)
    else:
        name = players or known[0]
        plan = Plan(model, chosen, name, Computer(model, name), seed, count)
    return _played(plan, jobs, executor, Tally(kept={} if keep else None))


def _played(plan: Plan, jobs: int, executor: Executor | None, tally: Tally) -> Simulation:
    """Play a plan, and return the report.

    If an exception ends the simulation, its attribute `simulation` is the report so far.
    """
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
    players: Sequence[Player],
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
    """Let players play many games against each other; return an Arena, to be printed.

    A player is the name of a computer player, a function as in `playout`, or the command of a
    program ('cardgames help bots'). The deals have the numbers from `seed` on. Each deal is played
    with the players in all rotations of the seats; in a patience, each player plays it alone. The
    first `skip` games are left out. A program forfeits the game if the program exits, makes an
    illegal move, or does not answer within `seconds` seconds. The other parameters and the errors
    are the same as in `simulate`.

    >>> import cardgames
    >>> cardgames.arena("rummy", ["easy", "medium"], 4, target=30).games
    4
    """
    model = model_of(game)
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) < 2:
        raise InvalidCommand(f"players are a list of two or more, not {brief(players)}")
    levels = strategies(model.name)
    for player in players:
        if isinstance(player, str):
            command_words(player)
        else:
            _one_strategy((*levels, "a command"), player, [HUMAN])
    chosen = for_people(model, partial(options_for, model, variant), options, len(players))
    most = Whole("limit", 1, MOST_GAMES).checked(limit)
    who = Contest(tuple(players), checked_seconds(seconds), most)
    first = Whole("seed", *FIRST_SEEDS).checked(seed)
    count = Whole("games", 1, MOST_GAMES).checked(games)
    left_out = Whole("skip", 0, MOST_GAMES).checked(skip)
    plan = ArenaPlan.of(model, chosen, who, first, left_out, count)
    found = _played(plan, jobs, None, Tally())
    assert isinstance(found, Arena)
    return found


def solve(position: Game | Match, limit: int = MOST_LOOKED_AT) -> Solution:
    """Find out whether `position` can be won by a player who knows every card.

    Return a Solution. It has the `verdict`, the number of `positions` that the search looked at (at
    most `limit`), and the `moves` that win, if the search found them. Raises InvalidCommand if the
    game has no solver, or if a card is hidden.

    >>> import cardgames
    >>> solution = cardgames.solve(cardgames.deal("klondike", seed=42))
    >>> solution.verdict, solution.positions, len(solution.moves)
    (<Verdict.WINNABLE: 'winnable'>, 215, 131)
    """
    position = _position(position)
    found = strategies(position.name).get(SOLVER)
    if found is None:
        solved = [one.title for one in games.GAMES if SOLVER in one.strategies]
        title = position.title()
        raise InvalidCommand(f"there is no solver for {title}, only for {', '.join(solved)}")
    position = _position(position, known=True)
    solver: Any = found()
    solution: Solution = solver.solve(position, Whole("limit", 1, 10**9).checked(limit))
    return solution


def hint(position: Game | Match) -> Advice | None:
    """Return what a fair player proposes in `position`: a `move`, `why`, and the moves `then`.

    The player knows no hidden card, so the moves end where a hidden card turns up. If `move` itself
    turns up a hidden card, `then` is (). Return None if the game is over or stuck. Raises
    InvalidCommand.

    >>> import cardgames
    >>> advice = cardgames.hint(cardgames.deal("mod10", seed=5))
    >>> print(advice.move, advice.why, sep=": ")
    deal: no triplet can be picked up
    """
    position = _position(position)
    if position.outcome() is not None:
        return None
    return games.computer(position.name, ADVISER).explain(position, None)


def review(script: str | PathLike[str] | Match, every: bool = False) -> Report:
    """Tell in hindsight which moves of a game lost the win, or were worse than others.

    `script` is a match, the text of a script, or the path of its file. Return a Report with a
    `text` and `figures`. `every` is the same as `--all` in the shell; the review then takes long.
    Raises ScriptError like `load`, or IllegalMove if the game has no review.

    >>> import cardgames
    >>> report = cardgames.review("# cardgames klondike --seed 42\\ncard\\n")
    >>> print(report.text.split(":")[0])
    Klondike, seed 42
    """
    return reviewed(session_of(script), Console(), Look(), every)


def _position(position: Game | Match, known: bool = False) -> Game:
    """Return the position, or the current position of a match.

    Raises InvalidCommand if the position is not valid. If `known` is true, no card may be hidden.
    """
    if isinstance(position, Match):
        return position._session.game
    if not isinstance(position, Game) or not games.knows(str(getattr(position, "name", ""))):
        raise InvalidCommand(f"a position is what cardgames.deal returns, not {brief(position)}")
    check_valid(position)
    if known and BACK in position.all_cards():
        raise InvalidCommand("some cards are hidden in this position: give one where all are known")
    return position


def _strategy(known: Collection[str], strategy: object, seats: Sequence[str]) -> Players:
    """Return the strategy, or a tuple with a strategy for each seat; raises InvalidCommand.

    A strategy must be a known name or a function. A function needs the seat of a person.
    """
    if isinstance(strategy, (list, tuple)):
        if len(strategy) != len(seats):
            wanted = f"a list has a strategy for each seat, here {len(seats)}"
            raise InvalidCommand(f"{wanted}, not {len(strategy)}")
        alone = [HUMAN] * any(map(callable, strategy))
        return tuple([_one_strategy(known, one, alone) for one in strategy])
    return _one_strategy(known, strategy, seats)


def _one_strategy(known: Collection[str], strategy: object, seats: Sequence[str]) -> Player:
    if callable(strategy):
        if HUMAN not in seats:
            raise InvalidCommand("only computers play by these options: leave a seat for a person")
        player: Player = strategy
        return player
    if isinstance(strategy, str) and strategy in known:
        return strategy
    listed = ", ".join(filter(None, known))
    raise InvalidCommand(f"a strategy is a function or one of {listed}, not {brief(strategy)}")


def _player(position: Game, look: Look | None = None) -> TextPlayer[Game]:
    """Return a text player at `position`, as if the game began there."""
    session = new_session(Setup(type(position), options_of(position), 0))
    session.history = History(position)
    return player_of(session, look=look)
