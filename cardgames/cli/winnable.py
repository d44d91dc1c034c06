"""The search for a deal that can be won: for `--winnable`, and for the next game under it."""

import sys
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli.dealing import random_seed
from cardgames.cli.options import ANY
from cardgames.model.game import Setup
from cardgames.model.strategy import QUICK, SOLVER
from cardgames.patience.solution import Solution, Solver, Verdict, solutions
from cardgames.text.console import is_terminal
from cardgames.text.wording import counted

AT_THE_DEAL: Final = 10_000
"""The greatest number of positions to look at in each deal."""


def winnable(setup: Setup, level: str) -> tuple[Setup, str]:
    """Find the first deal of LEVEL, beginning with SETUP's; return its setup and a message.

    Raises a click usage error if a deck is given, or if there is no such deal.
    """
    if setup.deck is not None:
        raise click.UsageError("--winnable looks for a deal: it cannot be given a --deck as well")
    sought = "way to win" if level == ANY else f"{level} deal that can be won"
    count, seed, solution = _found(setup, level, f"and no {sought} found")
    # Another seed than the date's is no longer the deal that everybody plays on that date.
    found = setup._replace(seed=seed, day=setup.day if count == 1 else None)
    looked = "the first deal" if count == 1 else f"the last of {count} deals"
    hard = difficulty(found, solution)
    assert hard is not None
    quick = "wins" if hard["quick"] else "loses"
    facts = f"{hard['level']}: {counted(solution.positions, 'position')}, and 'quick' {quick} it"
    return found, f"Deal {seed} can be won: {looked} looked at.\nIt is {facts}.\n"


def difficulty(setup: Setup, solution: Solution) -> dict[str, Any] | None:
    """Return how hard the deal of SETUP is, and the facts that tell it; None unless it is won.

    The quick player plays the deal once.
    """
    if solution.verdict is not Verdict.WINNABLE:
        return None
    level = _solver(setup).level(solution.positions, setup.options)
    if level is None:
        return None
    return {
        "level": level,
        "positions": solution.positions,
        "quick": games.computer(setup.game.name, QUICK).result(setup).winner == 1,
    }


def next_seed(level: str, setup: Setup) -> int:
    """Return the seed of a deal of LEVEL at random, by the options of SETUP."""
    return _found(setup._replace(seed=random_seed(), deck=None), level)[1]


def _found(setup: Setup, level: str, so_far: str = "") -> tuple[int, int, Solution]:
    """Return the number of deals looked at, from SETUP's up, the seed of LEVEL, its solution.

    Now and then, tell a person how many deals were looked at, and SO_FAR ('': tell nothing).
    Raises a click usage error if there is no such deal.
    """
    solver = _solver(setup)
    if solver.levels_by(setup.options) is None:
        raise click.UsageError("too few deals are decided by these rules to look for such a deal")
    looked_at = solutions(setup, solver, AT_THE_DEAL)
    for count, (seed, solution) in enumerate(looked_at, 1):
        if solution.verdict is Verdict.WINNABLE:
            if level in (ANY, solver.level(solution.positions, setup.options)):
                return count, seed, solution
        if so_far and count % 10 == 0 and is_terminal(sys.stderr):
            leave = "; Ctrl-C leaves" if count == 10 else ""
            click.echo(f"{count} deals looked at, {so_far}{leave}.", err=True)
    wanted = "deal" if level == ANY else f"{level} deal"
    raise click.UsageError(f"no {wanted} from {setup.seed} on can be won")


def _solver(setup: Setup) -> Solver:
    """Return a solver of SETUP's game."""
    solver = games.computer(setup.game.name, SOLVER)
    assert isinstance(solver, Solver)
    return solver
