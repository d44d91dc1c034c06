"""Parts of a simulation, as `simulate --json` prints them: read from files that may be wrong."""

import json
from bisect import bisect
from typing import Any, Final

from cardgames import __version__, games
from cardgames.model.commands import Whole
from cardgames.model.deal import SEEDS
from cardgames.model.errors import PartError, brief, quoted
from cardgames.model.strategy import Result
from cardgames.play.script import bytes_of
from cardgames.seats.program import checked_seconds
from cardgames.simulation.arena import ArenaPlan
from cardgames.simulation.contest import Contest, Own, OwnPlan, Players
from cardgames.simulation.report import (
    FIRST_SEEDS,
    MOST_GAMES,
    Figures,
    Plan,
    Simulation,
    Tally,
    gaps,
    seeds_text,
)

LARGEST: Final = 1 << 28  # the largest size of a file, in bytes: about eight million deals of Slap


def read(name: str) -> Simulation:
    """Return the simulation in the file called `name`; raises PartError if it is not valid.

    The simulation is built anew from the plan and the tally, and each figure in the file must equal
    that of the new simulation.
    """
    try:
        data = bytes_of(name, LARGEST)
        if len(data) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST >> 20} MB")
        found = _loaded(data)
        # Another version might count something else by the same name.
        _check(found, {"version": __version__})
        plan = described_plan(found)
        simulation = plan.report(_tally(found, plan))
        _check(found, simulation.figures())
        return simulation
    except OSError as error:
        raise PartError(f"cannot read {name}: {error.strerror}") from None
    except KeyError as error:
        raise PartError(f"{name} is not a part: it has no {error}") from None
    except ValueError as error:  # includes errors of JSON and of UTF-8
        raise PartError(f"{name} is not a part: {error}") from None
    except (TypeError, IndexError, OverflowError, RecursionError):  # from values of wrong types
        raise PartError(f"{name} is not a part: it is not what 'simulate --json' prints") from None


def _loaded(data: bytes) -> Any:
    """Return the object in a JSON text; raises ValueError, which says what is there instead."""
    if not data.strip():
        raise ValueError("it is empty: its simulation has not ended, or played no deal")
    try:
        return json.loads(data)
    except UnicodeDecodeError:
        raise ValueError("it is not text") from None
    except json.JSONDecodeError as error:
        text = error.doc.rstrip()
        if text.startswith("{") and (error.pos >= len(text) or not text.endswith("}")):
            lines = text.count("\n") + 1
            raise ValueError(f"it is cut off in line {lines:,}") from None
        where = f"{error.msg} in line {error.lineno:,}"
        raise ValueError(f"it is not what 'simulate --json' prints: {where}") from None


def _tally(found: Figures, plan: Plan) -> Tally:
    """Return the tally that was found; raises ValueError unless it counts deals of `plan`."""
    tally = Tally([range(bounds[0], bounds[1] + 1) for bounds in found["played"]])
    played, seats = tally.played, range(len(plan.options.seats()) + 1)
    count = sum(map(len, played))
    # Ranges that overlap, or lie outside the plan, make this sum too large.
    if not count or count + sum(map(len, gaps(played, plan.seeds))) != plan.games:
        raise ValueError(f"'played' must hold rising ranges of {seeds_text([plan.seeds])}")
    starts, width = [seeds.start for seeds in played], 5 + len(plan.extras())
    for number, row in enumerate(found["tally"], 1):
        if not (
            len(row) == width
            and all(type(value) is int for value in row[row[0] is None :])
            and (row[0] is None or row[0] in seats)
            and row[-2] > 0
            and row[-1] in played[bisect(starts, row[-1]) - 1]
        ):
            raise ValueError(f"row {number:,} of its tally cannot be {_shown(row)}")
        winner, score, length, *extra, deals, first = row
        tally.add(Result(winner, score, length, tuple(extra)), first, deals)
    if tally.games != count:
        raise ValueError(f"its tally counts {tally.games:,} deals, but {count:,} were played")
    if tally.rows() != found["tally"]:
        raise ValueError("its tally has two rows for one result, or is not in order of seeds")
    return tally


def _check(found: Figures, expected: Figures) -> None:
    """Raise ValueError, which names a difference, unless `found` has all expected values."""
    for name, value in expected.items():
        if found[name] != value:
            raise ValueError(f"its {name} is {_shown(found[name])}, but should be {_shown(value)}")


def _shown(value: object) -> str:
    return quoted(value if isinstance(value, str) else json.dumps(value))


def described_plan(found: Figures) -> Plan:
    """Return the plan that a JSON object describes; raises ValueError, LookupError or TypeError."""
    name, strategy = found["game"], found["strategy"]
    if not (isinstance(name, str) and games.knows(name)):
        raise ValueError(f"{brief(name)} is not one of the games")
    game, in_arena = games.model(name), "players" in found
    chosen = game.options_type(**found["options"])
    bounds = (FIRST_SEEDS[0], SEEDS[1]) if in_arena else FIRST_SEEDS
    seed = Whole("seed", *bounds).checked(found["seed"])
    # The plan ends with the last seed that was played or is missing.
    last = max((pair[-1] for pair in found["played"] + found["missing"]), default=seed)
    count = Whole("games", 1, MOST_GAMES).checked(last - seed + 1)
    if not in_arena and "function" not in found:
        if strategy not in games.listing(name).strategies:
            raise ValueError(f"{brief(strategy)} plays no {game.title()}")
        return Plan(game, chosen, strategy, games.Computer(game, strategy), seed, count)
    most = Whole("limit", 1, MOST_GAMES).checked(found["limit"])
    if in_arena:
        players, seconds = found["players"], checked_seconds(found["seconds"])
        if not all(isinstance(one, str) and one and one.isprintable() for one in players):
            raise ValueError("its 'players' must be names of computer players, or commands")
        return ArenaPlan.of(game, chosen, Contest(tuple(players), seconds, most), 0, seed, count)
    own = Own(_described_players(found["function"], strategy), most)
    return OwnPlan.of(game, chosen, own, seed, count)


def _described_players(named: Any, strategy: object) -> Players:
    """Return the players named in a file: a function, or one player for each seat."""
    each = named if isinstance(named, list) else [named]
    if "" in each:
        why = f"its strategy {quoted(str(strategy))} is a function without a name of its own"
        raise ValueError(f"{why}: define it at the top of a module, or merge in Python")
    if not all(isinstance(one, str) and one.isprintable() for one in each):
        raise ValueError("its 'function' must be a name such as 'players.greedy'")
    return tuple(each) if isinstance(named, list) else str(named)
