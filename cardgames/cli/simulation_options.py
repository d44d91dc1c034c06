"""The options of simulations, and of what adds them up."""

from collections.abc import Sequence
from typing import Final

import click

from cardgames.cli.options import ArgumentType
from cardgames.model.arguments import Whole
from cardgames.model.deal import SEEDS

MOST_GAMES: Final = 10**12
"""The greatest number of deals in one simulation, or in one that is added up."""
FIRST_SEEDS: Final = (SEEDS[0], SEEDS[1] - MOST_GAMES)
"""The lowest and the highest first seed of a simulation; its other seeds must be valid, too."""


def simulation_options(computers: Sequence[str]) -> list[click.Parameter]:
    """Return the options that decide which deals a computer plays, and how they are reported."""
    return [
        click.Option(
            ["--games"],
            type=click.IntRange(1, MOST_GAMES),
            default=1000,
            show_default=True,
            metavar="N",
            help="Play N deals.",
        ),
        click.Option(
            ["--seed"],
            type=ArgumentType(Whole("SEED", *FIRST_SEEDS)),
            default=1,
            show_default=True,
            metavar="S",
            help="Begin with deal number S, and go on with the numbers after it.",
        ),
        click.Option(
            ["--strategy"],
            type=click.Choice(list(computers)),
            default=computers[0],
            show_default=True,
            help="The computer player.",
        ),
        click.Option(
            ["--jobs"],
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            metavar="J",
            help="Share the work among J processes.",
        ),
        *report_options(),
    ]


def report_options() -> list[click.Parameter]:
    """Return the options that decide how a simulation is reported."""
    return [
        click.Option(["--histogram"], is_flag=True, help="Draw bars below the table."),
        click.Option(
            ["--json"], is_flag=True, help="Print one JSON object, which 'merge' can add to others."
        ),
    ]
