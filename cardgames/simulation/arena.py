"""An arena: who plays in it, and how often each player won.

The players of a Contest are computer players, functions and programs. They play each deal in all
rotations of the seats; a player that cannot go on forfeits the game. In simulations without an
arena, the class Own lets functions of the caller play for the people.
"""

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from multiprocessing import parent_process
from multiprocessing.util import Finalize
from operator import attrgetter
from pathlib import PurePath
from typing import Any, Final, TypeAlias

from cardgames.games import seated, strategies
from cardgames.model.errors import CardGameError, InvalidCommand, printable
from cardgames.model.game import HUMAN, JOIN, Game, Options, Setup
from cardgames.model.strategy import CUT_SHORT, Playout, Result, Strategy, interval
from cardgames.model.validity import options_of
from cardgames.seats import program
from cardgames.seats.program import SECONDS, Bot
from cardgames.seats.seat import Fault, Function, Player, Seat, play
from cardgames.simulation.report import CUT, Figures, Plan, Simulation, Spread, Tally, seeds_text

MOST_MOVES: Final = 10_000  # the default limit on the moves of a game that a function plays
IN_A_ROW: Final = 3  # a program that forfeits this many games in a row ends the arena
KINDS: Final = ("stalled", "dead", "illegal")  # the kinds of Fault that forfeit a game

# One player for all people at the table, or one for each seat. In a plan that comes from a file, a
# function is replaced by its full name, such as 'players.greedy'.
Players: TypeAlias = Player | tuple[Player, ...]
# Keeps a game; gets its setup, the number of its rotation, the players' names by seat, its course
Kept: TypeAlias = Callable[[Setup, int, Sequence[str], Playout], None]


@dataclass(frozen=True, repr=False)
class Own(Strategy):
    """Lets functions play in their seats, and computers in the others.

    The game is a draw if a position comes back; if redeals are unlimited, their number may differ.
    The game is lost after `most` moves, or if a function returns None in its turn. An Own can be
    pickled if its functions can be pickled.
    """

    players: Players
    most: int  # the most moves of a game

    def __repr__(self) -> str:
        return f"<Own: {self.short_name()}>"

    def __call__(self) -> "Own":
        """Return this same player for the next game: it has no state."""
        return self

    def named(self) -> str | list[str]:
        """Return the full name of the function, or a name for each seat."""
        if isinstance(self.players, tuple):
            return [full_name(who) for who in self.players]
        return full_name(self.players)

    def short_name(self) -> str:
        each = self.players if isinstance(self.players, tuple) else (self.players,)
        return ",".join(map(_short_name, each))

    def play_on(self, game: Game, seats: Sequence[str], *seed: int) -> Playout:
        each = self.players
        if not isinstance(each, tuple):
            each = tuple([each if who == HUMAN else who for who in seats])
        functions: dict[int, Seat] = {
            number: Function(who) for number, who in enumerate(each, 1) if callable(who)
        }
        names = [HUMAN if callable(who) else who for who in each]
        return play(game, functions, seated(game.name, names, *seed), self.most)[0]

    def result(self, setup: Setup) -> Result:
        played = self.play_on(setup.dealt(), setup.options.seats(), setup.seed, 1)
        end, cut = played.end, played.outcome is CUT_SHORT
        length = end.length(len(played.moves))
        return Result(played.outcome.winner, end.score(), length, (*end.extra(), int(cut)))


class OwnPlan(Plan):
    """The plan of deals that an Own plays with functions of the caller."""

    @classmethod
    def of(cls, game: type[Game], options: Options, own: Own, seed: int, games: int) -> "OwnPlan":
        return cls(game, options, own.short_name(), own, seed, games)

    def extras(self) -> tuple[str, ...]:
        return (*super().extras(), CUT)

    def origin(self) -> Figures:
        assert isinstance(self.player, Own)
        return {"function": self.player.named(), "limit": self.player.most}


def full_name(player: Player) -> str:
    """Return the name by which a function can be imported, such as 'players.greedy', or ''."""
    if isinstance(player, str):
        return player
    module, name = (getattr(player, part, "") for part in ("__module__", "__qualname__"))
    try:
        if attrgetter(name)(sys.modules[module]) is not player:
            return ""
    except (AttributeError, KeyError, TypeError):
        return ""
    module = main_name() if module == "__main__" else module
    return module and f"{module}.{name}"


def _short_name(player: Player) -> str:
    name = full_name(player).rpartition(".")[2] or getattr(player, "__name__", "")
    return name or (player if isinstance(player, str) else type(player).__name__)


def main_name() -> str:
    """Return the name by which the main module can be imported, or '' if it has no file."""
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None) or ""
    if spec is not None:
        return str(spec.name)
    return "" if file.startswith("<") else PurePath(file).stem


@dataclass
class _AtWork:
    """A program in this process, which plays several games."""

    bot: Bot
    forfeited: int = 0  # the number of games that it has forfeited in a row
    told: bool = False  # has the person been told why it forfeited a game?


_at_work: dict[tuple[int, str, float], _AtWork] = {}
"""The programs; a key has the player's number, the command, and the seconds for an answer."""


@dataclass(frozen=True, repr=False)
class Contest(Strategy):
    """Plays the games of an arena; the number of a game determines its deal and its rotation."""

    players: tuple[Player, ...]
    seconds: float = field(default=SECONDS, compare=False)
    most: int = MOST_MOVES
    saved: Kept | None = field(default=None, compare=False)
    tell: Callable[[str], object] = field(default=str, compare=False)  # gets why a program forfeits

    def __call__(self) -> "Contest":
        return self

    def __repr__(self) -> str:
        return f"<Contest: {', '.join(self.names())}>"

    def names(self) -> list[str]:
        """Return a different name for each player; equal players are numbered."""
        names = [full_name(one) or getattr(one, "__name__", "function") for one in self.players]
        return [
            name if names.count(name) == 1 else f"{name} ({names[:n].count(name) + 1})"
            for n, name in enumerate(names)
        ]

    def rotations(self, options: Options) -> int:
        """Return in how many games each deal is played."""
        return len(self.players) if len(options.seats()) > 1 else 1

    def result(self, setup: Setup) -> Result:
        """Play the game whose number is the seed of `setup`; in a patience, all play that deal."""
        count, alone = len(self.players), len(setup.options.seats()) == 1
        seed, turn = (setup.seed, 0) if alone else divmod(setup.seed, count)
        # The player in each seat: in each rotation, all players move on by one seat.
        order = [(place + turn) % count for place in range(count)]
        rows, length, cut = {}, 0, 0  # a row has the counts of a player
        for sitting in [[number] for number in order] if alone else [order]:
            played, fault = self._played(setup._replace(seed=seed), sitting)
            end = played.end
            points = [end.score()] if alone else points_of(end) or [0] * count
            for seat, number in enumerate(sitting, 1):
                wrong = fault.kind if fault is not None and fault.seat == seat else ""
                won = int(played.outcome.winner == seat)
                rows[number] = [won, points[seat - 1], *(int(wrong == kind) for kind in KINDS)]
            length += end.length(len(played.moves))
            cut += played.outcome.reason == CUT_SHORT.reason
        # The counts of a result are the columns: the wins, the points, and each kind of fault.
        columns = [[*column] for column in zip(*(rows[number] for number in range(count)))]
        best = columns[0].index(1) + 1 if not alone and any(columns[0]) else None
        return Result(best, 0, length, (*chain(*columns), cut))

    def _played(self, setup: Setup, order: Sequence[int]) -> tuple[Playout, Fault | None]:
        """Play the deal with players in `order`; return also the Fault that ends it, or None."""
        known, names = strategies(setup.game.name), list[str]()
        seats, programs = dict[int, Seat](), dict[int, _AtWork]()
        for seat, number in enumerate(order, 1):
            player = self.players[number]
            if callable(player):
                seats[seat] = Function(player)
            elif player not in known:
                programs[seat] = at_work(number, player, self.seconds)
                seats[seat] = programs[seat].bot
            names.append(JOIN if seat in seats else str(player))
        rotation = order[0]
        next_move = seated(setup.game.name, names, setup.seed, rotation)
        played, fault = play(setup.dealt(), seats, next_move, self.most, setup)
        for seat, one in programs.items():
            if fault is None or fault.seat != seat:
                one.forfeited = 0
                continue
            one.forfeited += 1
            if not one.told:
                one.told = True
                self.tell(f"Forfeited: {fault}")
            if one.forfeited >= IN_A_ROW:
                raise CardGameError(f"three games in a row are forfeited: {fault}")
        if self.saved is not None:
            self.saved(setup, rotation, [self.names()[number] for number in order], played)
        return played, fault


def points_of(end: Game) -> list[int]:
    """Return the points of each seat in the position `end`; [] if the game counts none by seat."""
    names = end.extras(options_of(end))
    return [count for name, count in zip(names, end.extra()) if name.startswith("points of ")]


def at_work(number: int, command: str, seconds: float) -> _AtWork:
    """Return the program of player `number`; the program is started when it first gets a seat."""
    if not _at_work and parent_process() is not None:  # a worker process of a simulation
        signal.signal(signal.SIGTERM, _end)
        Finalize(None, program.end_all, exitpriority=1)
    key = number, command, seconds
    if key not in _at_work:
        _at_work[key] = _AtWork(Bot(command, seconds))
    return _at_work[key]


def _end(number: int, frame: object) -> None:
    program.end_all()
    os._exit(128 + number)


def end_programs() -> None:
    """End the programs of contests. Other programs, such as those of a Match, play on."""
    for one in _at_work.values():
        one.bot.close()
    _at_work.clear()


if hasattr(os, "register_at_fork"):  # the programs belong to the parent process
    os.register_at_fork(after_in_child=_at_work.clear)


def for_people(
    game: type[Game],
    made: Callable[[dict[str, Any]], Options],
    given: Mapping[str, Any],
    players: int,
) -> Options:
    """Return the options that `made` makes from `given`, with seats for `players` people.

    The options of a patience stay as they are. Raises InvalidCommand if the game has
    another number of seats.
    """
    if {"players", "humans"} <= {declared.name for declared in game.options_type.declared()}:
        # The usual target of Rummy depends on the number of players.
        options: Options = made({**given, "players": players})
        return replace(options, **{"players": players, "humans": players})
    options = made({**given})
    if len(options.seats()) == 1:
        return options
    if players != 2:
        raise InvalidCommand(f"{game.title()} is for two players, not {players}")
    return options.joined((2,))


NAME: Final = 24  # the most characters of a player's name in a table


class ArenaPlan(Plan):
    """The plan of an arena, whose games a Contest plays."""

    @classmethod
    def of(
        cls,
        game: type[Game],
        options: Options,
        contest: Contest,
        seed: int,
        skip: int,
        games: int,
    ) -> "ArenaPlan":
        """Return a plan of `games` games from the deal `seed` on; skip the first `skip` games."""
        first = seed * contest.rotations(options) + skip
        return cls(game, options, " ".join(contest.names()), contest, first, games)

    @property
    def contest(self) -> Contest:
        """The players, and the rules according to which they forfeit games."""
        assert isinstance(self.player, Contest)
        return self.player

    @property
    def rotations(self) -> int:
        """In how many games each deal is played."""
        return self.contest.rotations(self.options)

    def extras(self) -> tuple[str, ...]:
        """Return the names of the counts: several for each player, and one for games cut short."""
        each = range(1, len(self.contest.players) + 1)
        return (*(f"{kind} {n}" for kind in ("won", "points", *KINDS) for n in each), CUT)

    def origin(self) -> Figures:
        """Return the players; unless one is a function, also a command that plays these games."""
        contest = self.contest
        players = [one if isinstance(one, str) else full_name(one) for one in contest.players]
        found = {"players": players, "seconds": contest.seconds, "limit": contest.most}
        if any(map(callable, contest.players)):
            return found
        seed, skip = divmod(self.seed, self.rotations)
        words = [*players, *self.rules(), "--seed", str(seed)]
        words += [*(["--skip", str(skip)] if skip else []), "--games", str(self.games)]
        if contest.seconds != type(contest).seconds:
            words += ["--time", f"{contest.seconds:g}"]
        typed = self.game.file or self.game.name
        return {"command": f"cardgames arena {typed} {shlex.join(words)}", **found}

    def name_of(self, number: int) -> str:
        deal, turn = divmod(number, each := self.rotations)
        return f"game {turn + 1} of deal {deal}" if each > 1 else f"deal {deal}"

    def rules(self) -> list[str]:
        """Return the words of the options, except the options that say who plays."""
        words = self.options.words(forever=True)
        for flag in ("--players", "--humans"):
            if flag in words:
                at = words.index(flag)
                del words[at : at + 2]
        return words

    def report(self, tally: Tally) -> "Arena":
        return Arena(self, tally)


class Arena(Simulation):
    """The results of an arena; `print` shows the report of `cardgames arena`.

    >>> import cardgames
    >>> played = cardgames.arena("rummy", ["easy", "medium"], 4, target=30)
    >>> [played.spreads()[f"won {player}"].total for player in (1, 2)]
    [1, 3]
    """

    plan: ArenaPlan

    def spreads(self) -> dict[str, Spread]:
        """Return the distribution of each count, such as 'won 1' and 'points 2'."""
        return self.tally.extras(self.plan.extras())

    def title(self) -> str:
        """Return the game, its options, and the number of players."""
        words = [self.plan.game.title(), *self.plan.rules()]
        return f"{' '.join(words)}, an arena of {len(self.plan.contest.players)}"

    def deals_text(self) -> str:
        """Return a text that says which deals were played, and how many games are missing."""
        each = self.plan.rotations
        games, played = self.games, self.tally.played
        found = f"{games:,} game{'s' * (games != 1)}"
        if each == 1:
            return f"{found.replace('game', 'deal')}, each by all players"
        numbers = [(seeds.start, seeds.stop) for seeds in played]
        deals = {n // each for start, stop in numbers for n in (start, stop - 1)}
        lacking = sum(start % each + -stop % each for start, stop in numbers)
        text = f"{found}, {seeds_text([range(min(deals), max(deals) + 1)])}"
        text = f"{text.replace('seed', 'deal')}, in all {each} rotations of the seats"
        more = f"\n{lacking} more game{'s' * (lacking > 1)} would make the deals whole"
        return text + more * (lacking > 0)

    def ahead(self) -> list[list[int]]:
        """Return, for each pair of players, in how many games the first one did better."""
        count = len(self.plan.contest.players)
        found = [[0] * count for _ in range(count)]
        for result, (games, _) in self.tally.found.items():
            rows = [result.extra[n * count : (n + 1) * count] for n in range(2 + len(KINDS))]
            won, points, *faults = rows
            order = [(won[n], -sum(fault[n] for fault in faults), points[n]) for n in range(count)]
            for one in range(count):
                for other in range(count):
                    found[one][other] += games * (order[one] > order[other])
        return found

    def _counts(self) -> Figures:
        games, spreads, rows = self.games, self.spreads(), []
        for number, name in enumerate(self.plan.contest.names(), 1):
            won, points = spreads[f"won {number}"].total, spreads[f"points {number}"]
            share = [round(bound, 6) for bound in interval(won, games)]
            mean = {"mean": round(points.mean, 6), "margin": round(points.margin, 6)}
            faults = {kind: spreads[f"{kind} {number}"].total for kind in KINDS}
            rows.append({"player": name, "won": won, "interval": share, "points": mean, **faults})
        return {"results": rows, "ahead": self.ahead()}

    def __str__(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield self.title()
        if not self.games:
            return
        yield self.deals_text()
        if self.missing:
            missing = sum(map(len, self.missing))
            yield f"MISSING: {missing:,} of {self.plan.games:,} games"
        spreads, games, names = self.spreads(), self.games, self.plan.contest.names()
        shown = [printable(name) for name in names]
        shown = [name if len(name) <= NAME else "..." + name[3 - NAME :] for name in shown]
        width = max(map(len, shown)) + 4
        has_points = any(spread.most for name, spread in spreads.items() if "points" in name)
        yield ""
        yield f"{'':<{width}}{'won':>7}{'share':>9}   95% interval   {'  points' * has_points}"
        for number, name in enumerate(shown, 1):
            won, points = spreads[f"won {number}"].total, spreads[f"points {number}"]
            low, high = interval(won, games)
            row = f"{f'{number}  {name}':<{width}}{won:>7,}{won / games:>9.2%}"
            row += f"   {low:>6.2%} to {high:>6.2%}"
            yield row + f"{points.mean:>9.2f} +- {points.margin:.2f}" * has_points
        drawn = games - sum(spreads[f"won {n}"].total for n in range(1, len(names) + 1))
        if drawn > 0 and self.plan.rotations > 1:
            yield f"{'   drawn':<{width}}{drawn:>7,}{drawn / games:>9.2%}"
        yield ""
        heads = "".join(f"{number:>9}" for number in range(1, len(names) + 1))
        yield f"{'ahead of':<{width}}{heads}"
        for number, row_of in enumerate(self.ahead()):
            shares = [
                f"{'-':>9}" if other == number else f"{count / games:>9.2%}"
                for other, count in enumerate(row_of)
            ]
            yield f"{f'{number + 1}  {shown[number]}':<{width}}{''.join(shares)}"
        faults = [
            f"{spreads[f'{kind} {number}'].total:,} {kind} by {name}"
            for number, name in enumerate(shown, 1)
            for kind in KINDS
            if spreads[f"{kind} {number}"].total
        ]
        if faults:
            yield ""
            yield f"Forfeited: {', '.join(faults)}."
        if cut := spreads["cut short"].total:
            yield f"Cut short by the limit of {self.plan.contest.most:,} moves: {cut:,}."
