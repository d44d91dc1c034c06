"""The ways to measure what the book of figures holds, each named by the first word of a command.

`cardgames` has two of them: `cardgames simulate`, whose deals are counted, and any other command,
whose output tells a number of cards and of rounds. The others take the options of `simulate`.
"""

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, TypeAlias

from cardgames import games
from cardgames.games.klondike.game import KlondikeOptions
from cardgames.games.klondike.strategy import SolverStrategy
from cardgames.games.mod10.game import Mod10, Mod10Options
from cardgames.games.mod10.strategy import WON, Position, search
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Setup
from cardgames.model.strategy import SOLVER
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.review import Lines, review
from cardgames.simulation.deals import simulate
from cardgames.simulation.report import Plan
from tests.book import Value
from tests.plain import can_be_won
from tests.program import plan_of, run_here
from tests.small_decks import OPTIONS, small_deck
from tests.test_review import careless
from tests.test_rummy_strategy import before_turns
from tests.test_rummy_strategy import foretold as chance
from tests.test_solvers import KNOWN

LONG_SEARCH = 300_000
PLAIN_SEARCH = 20_000
BRIEF = 28_000
"""The number of positions that a search of Yukon looks at in about two seconds."""
WORLDS = 24
BEAM = 200
"""The number of positions of Mod10 to keep after each deal, where there are too many for all."""
MOST_DEALS = 10_000
"""The greatest number of deals in a search of Mod10."""
EASILY_WON = 10_000
"""The number of positions in which the solver wins the deals that have a level."""

Bar: TypeAlias = Callable[[int], Any]
"""A function called with the number of deals that were played since its last call."""
Found: TypeAlias = dict[str, Value]


def measured(command: str, bar: Bar) -> Found:
    kind, _, options = command.partition(" ")
    if kind in KINDS:
        return KINDS[kind](plan_of(options), bar)
    if options.startswith("simulate "):
        return simulated(plan_of(options.removeprefix("simulate ")), bar)
    return told(options, bar)


def size(command: str) -> int:
    found = re.search(r"--games (\d+)", command)
    return int(found[1]) if found else 1


def fresh(command: str, part: int) -> str:
    """Return COMMAND for a PARTth of its deals, which follow those of its own."""
    found = re.search(r"--seed (\d+) --games (\d+)", command)
    if found is None:
        return command
    seed, deals = map(int, found.groups())
    return command.replace(found[0], f"--seed {seed + deals} --games {-(-deals // part)}")


def simulated(plan: Plan, bar: Bar) -> Found:
    found, stopped_by = simulate(plan, progress=bar)
    if stopped_by is not None:
        raise stopped_by
    spreads = {"length": found.length, **found.tally.extras(plan.extras())}
    means = {
        name: Value(spread.mean, spread.deviation / sqrt(sum(spread.counts.values())))
        for name, spread in spreads.items()
    }
    shares = {"won": found.won, "drawn": found.drawn}
    return means | {name: Value.share(won, found.games) for name, won in shares.items()}


def told(options: str, bar: Bar) -> Found:
    """Return the numbers of cards and rounds that a game of Slap ends with."""
    output = run_here(*shlex.split(options)).stdout.decode()
    bar(1)
    (found,) = re.findall(r"^(\d+) cards played, (\d+) rounds\.$", output, re.MULTILINE)
    return dict(zip(("cards", "rounds"), map(Value, map(float, found))))


def solved(plan: Plan, bar: Bar, limit: int = MOST_LOOKED_AT) -> Iterator[tuple[int, Solution]]:
    for seed in plan.seeds:
        solver: Any = games.computer(plan.game.name, SOLVER)
        yield seed, solver.solve(Setup(plan.game, plan.options, seed).dealt(), limit)
        bar(1)


def verdicts(plan: Plan, bar: Bar, limit: int = MOST_LOOKED_AT) -> Found:
    found = Counter(solution.verdict.value for _, solution in solved(plan, bar, limit))
    return {verdict.value: Value.share(found[verdict.value], plan.games) for verdict in Verdict}


def brief(plan: Plan, bar: Bar) -> Found:
    return verdicts(plan, bar, BRIEF)


def levels(plan: Plan, bar: Bar) -> Found:
    solver: Any = games.computer(plan.game.name, SOLVER)
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for seed, solution in solved(plan, bar):
        wins = plan.player().result(Setup(plan.game, plan.options, seed)).winner == 1
        has_level = solution.verdict is Verdict.WINNABLE and solution.positions <= EASILY_WON
        for group in ("won", solver.level(solution.positions, plan.options))[: 1 + has_level]:
            played[group] += 1
            won[group] += wins
    return {group: Value.share(won[group], played[group]) for group in played}


def known(plan: Plan, bar: Bar) -> Found:
    assert isinstance(plan.options, KlondikeOptions)
    others, wrong = KNOWN[plan.options.draw], 0
    for seed, solution in solved(plan, bar):
        if seed not in others["open"]:
            right = Verdict.LOST if seed in others["lost"] else Verdict.WINNABLE
            wrong += solution.verdict not in (right, Verdict.UNDECIDED)
    return {"wrong": Value(wrong)}


def small(plan: Plan, bar: Bar) -> Found:
    """Count the verdicts on small decks of Klondike that are not those of a plain search."""
    wrong = decided = 0
    for number in range(plan.games):
        options = OPTIONS[number % len(OPTIONS)]
        game = small_deck(options, Random(plan.seed + number), range(20, 33))
        verdict = SolverStrategy().solve(game).verdict
        right = can_be_won(game, PLAIN_SEARCH)
        if right is not None and verdict is not Verdict.UNDECIDED:
            decided += 1
            wrong += (verdict is Verdict.WINNABLE) is not right
        bar(1)
    return {"wrong": Value(wrong), "decided": Value.share(decided, plan.games)}


def beam(plan: Plan, bar: Bar) -> Found:
    """Return the share of deals of Mod10 in which a search wins that knows every card.

    With `--pick-up must` it leaves nothing out: a deal has a few thousand positions at most.
    """
    assert isinstance(plan.options, Mod10Options)
    width = 10**6 if plan.options.pick_up == "must" else BEAM
    won = 0
    for seed in plan.seeds:
        start = Position.of(Mod10.deal(shuffled_deck(Random(seed)), plan.options))
        won += search(start, plan.options.pick_up, width, MOST_DEALS).worth == WON
        bar(1)
    return {"won": Value.share(won, plan.games)}


def foretold(plan: Plan, bar: Bar) -> Found:
    """Return by how much imagined deals of Rummy foretell more wins of seat 1 than there are.

    The score is that of Brier, the mean square of the error, for each third turn of a hand.
    """
    assert isinstance(plan.options, RummyOptions)
    players, excess, scores = plan.options.players, list[list[float]](), list[list[float]]()
    for seed in plan.seeds:
        chances = []
        for hand in before_turns(Setup(Rummy, plan.options, seed), *range(2, 120)):
            if not hand.turn and not hand.turns // players % 3:
                chances.append(chance(hand, WORLDS))
        excess.append([each - (hand.winner == 0) for each in chances])
        scores.append([error**2 for error in excess[-1]])
        bar(1)
    return {"excess": mean_of_groups(excess), "brier": mean_of_groups(scores)}


def mean_of_groups(groups: list[list[float]]) -> Value:
    """Return the mean of all values, where those of a group depend on each other."""
    values = [value for group in groups for value in group]
    mean = sum(values) / len(values)
    squares = [(sum(group) - mean * len(group)) ** 2 for group in groups]
    return Value(mean, sqrt(sum(squares)) / len(values))


def reviews(plan: Plan, bar: Bar) -> Found:
    open_ = wrong = 0
    for seed in plan.seeds:
        session, lines = careless(plan.game.name, seed), Lines()
        lines.see(session)
        line, (won, lost) = review(lines, session.solver().knowledge)[:2]
        open_ += won != lost - 1
        for number in {won, won + 1, lost - 1, lost} & {*range(len(line.positions))}:
            found = session.solver().solve(line.positions[number], LONG_SEARCH).verdict
            wrong += number <= won and found is Verdict.LOST
            wrong += number >= lost and found is Verdict.WINNABLE
        bar(1)
    return {"open": Value.share(open_, plan.games), "wrong": Value(wrong)}


KINDS: dict[str, Callable[[Plan, Bar], Found]] = {
    way.__name__: way for way in (verdicts, brief, levels, known, small, beam, foretold, reviews)
}
"""The ways that are named by the first word of a command."""
