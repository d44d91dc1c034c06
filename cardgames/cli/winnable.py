"""The search for a deal that can be won: for `--winnable`, and for the next game under it."""

import sys
from functools import partial
from typing import Final

import click

from cardgames import games
from cardgames.cli.dealing import random_seed
from cardgames.cli.options import ANY
from cardgames.model.difficulty import Difficulty, difficulty_of
from cardgames.model.game import Setup
from cardgames.model.solution import Solver, solutions
from cardgames.model.strategy import SOLVER
from cardgames.text.console import is_terminal

AT_THE_DEAL: Final = 10_000
"""The greatest number of positions to look at in each deal."""


def winnable(setup: Setup, level: str) -> tuple[Setup, str]:
    """Find the first deal of LEVEL, beginning with SETUP's; return its setup and a message.

    Raises a click usage error if a deck is given, or if there is no such deal.
    """
    if setup.deck is not None:
        raise click.UsageError("--winnable looks for a deal: it cannot be given a --deck as well")
    sought = "way to win" if level == ANY else f"{level} deal that can be won"
    seed, count, hard = _found(setup, level, f"and no {sought} found")
    looked = "the first deal" if count == 1 else f"the last of {count} deals"
    article = "an" if hard.level[0] in "aeiou" else "a"
    said = f"Deal {seed} can be won: {looked} looked at; {article} {hard.level} one.\n"
    # Another seed than the date's is no longer the deal that everybody plays on that date.
    return setup._replace(seed=seed, day=setup.day if count == 1 else None), said


def next_seed(level: str, setup: Setup) -> int:
    """Return the seed of a deal of LEVEL at random, by the options of SETUP."""
    return _found(setup._replace(seed=random_seed(), deck=None), level)[0]


def _found(setup: Setup, level: str, so_far: str = "") -> tuple[int, int, Difficulty]:
    """Return the first seed of LEVEL from SETUP's up, the number looked at, and how hard it is.

    Now and then, tell a person how many deals were looked at, and SO_FAR ('': tell nothing).
    Raises a click usage error if there is no such deal.
    """
    computers = partial(games.computer, setup.game.name)
    solver = computers(SOLVER)
    assert isinstance(solver, Solver)
    looked_at = solutions(setup, solver, AT_THE_DEAL)
    for count, (seed, solution) in enumerate(looked_at, 1):
        hard = difficulty_of(setup._replace(seed=seed), solution, computers)
        if hard is not None and level in (ANY, hard.level):
            return seed, count, hard
        if so_far and count % 10 == 0 and is_terminal(sys.stderr):
            click.echo(f"{count} deals looked at, {so_far}.", err=True)
    wanted = "deal" if level == ANY else f"{level} deal"
    raise click.UsageError(f"no {wanted} from {setup.seed} on can be won")
