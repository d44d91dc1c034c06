"""The options of the command line: those that a game declares, turned into click options."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click
from click.core import ParameterSource

from cardgames.cli.types import ArgumentType, Cards, DeckType, FileType
from cardgames.model.arguments import Switch, Whole, Word
from cardgames.model.deal import SEEDS
from cardgames.model.game import Game, Options, Setup, flag
from cardgames.text.look import CHOICES

CHOSEN_BELOW = 1_000_000
"""The bound for random seeds, low enough that a person can type one again."""

MOST_GAMES = 10**12
"""The greatest number of deals in one simulation, or in one that is added up."""
FIRST_SEEDS = (SEEDS[0], SEEDS[1] - MOST_GAMES)
"""The lowest and the highest first seed of a simulation; its other seeds must be valid, too."""


class LazyCommand(click.Command):
    """A command for one game; the game is loaded when the command is used."""

    def options(self, game: str) -> list[click.Parameter]:
        """Return the command's options for GAME."""
        raise NotImplementedError

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options, including --help."""
        if not self.params:
            self.params = self.options(str(self.name))
        return super().get_params(ctx)


def deal_options(game: type[Game]) -> list[click.Parameter]:
    """Return the options that decide what is dealt, and by which rules it is played."""
    params: list[click.Parameter] = [
        click.Option(
            ["--seed"],
            type=ArgumentType(Whole("SEED", *SEEDS)),
            metavar="N",
            help="Deal number N (default: a random deal).",
        ),
        click.Option(
            ["--deck"],
            type=DeckType(Cards(game)),
            metavar="FILE",
            help="Deal the cards listed in FILE, in that order.",
        ),
    ]
    return params + game_options(game)


def game_options(game: type[Game]) -> list[click.Parameter]:
    """Return the options that the game declares, and the one for its variants."""
    variants = [_variant_option(game.options_type)] if game.options_type.variants else []
    return [*variants, *map(_game_option, game.options_type.declared())]


def playing_options(computers: Sequence[str]) -> list[click.Parameter]:
    """Return the options that decide how a game is played, read and shown."""
    return [
        click.Option(
            ["--auto"],
            type=click.Choice(list(computers)),
            is_flag=False,
            flag_value="hint",
            help="Let the computer play the whole deal, and show the result.",
        ),
        click.Option(
            ["--echo"],
            is_flag=True,
            help="Show commands and errors on standard output, between the boards.",
        ),
        click.Option(
            ["--record"],
            type=FileType(),
            metavar="FILE",
            help="Record the game in FILE, new or empty, as a script.",
        ),
        click.Option(
            ["--record-over"], is_flag=True, help="Let --record replace what FILE holds already."
        ),
        click.Option(
            ["--scroll/--no-scroll"],
            help="Show each board below the last one, not in its place at the top of the terminal.",
        ),
        *common_options(),
    ]


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


def common_options() -> list[click.Parameter]:
    """Return the options that playing and replaying have in common."""
    return [
        click.Option(["--strict"], is_flag=True, help="Stop at the first error, with status 1."),
        click.Option(
            ["--cards"],
            type=ArgumentType(Word("CARDS", *CHOICES)),
            metavar=f"[{'|'.join(CHOICES)}]",
            help="Show 10D, 10♦ or 'ten of diamonds' (default: 10♦ where the terminal can); "
            "four-color gives each suit a color of its own.",
        ),
        click.Option(
            ["--color/--no-color"],
            default=None,
            help="Show red cards in red (default: where the terminal can).",
        ),
    ]


def setup(game: type[Game], values: Mapping[str, Any]) -> Setup:
    """Return the setup that the values of `deal_options` describe."""
    options = chosen(game, values)
    seed = values.get("seed")
    if seed is None:
        seed = int.from_bytes(os.urandom(6), "big") % CHOSEN_BELOW
    return Setup(game, options, seed, values.get("deck"))


def chosen(game: type[Game], values: Mapping[str, Any]) -> Options:
    """Return the game's options, with the values of `game_options`; what is not given, as usual."""
    names = _names(game.options_type)
    return game.options_type(**{name: values[name] for name in names if name in values})


def _names(options: type[Options]) -> list[str]:
    return [declared.name for declared in options.declared()]


def _variant_option(options: type[Options]) -> click.Option:
    def choose(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is None:
            return
        kept = dict(ctx.default_map or {})
        if ctx.get_parameter_source(str(param.name)) is not ParameterSource.DEFAULT_MAP:
            # One that is asked for now takes the place of what settings say of the game.
            kept = {name: kept[name] for name in kept.keys() - set(_names(options))}
        ctx.default_map = {**options.variants[value], **kept}

    return click.Option(
        ["--variant"],
        type=ArgumentType(Word("VARIANT", *options.variants)),
        metavar=f"[{'|'.join(options.variants)}]",
        is_eager=True,
        expose_value=False,
        callback=choose,
        help="A named set of the options below; the rules list each set.",
    )


def _game_option(declared: Any) -> click.Option:
    argument = declared.metadata["argument"]
    if isinstance(argument, Switch):
        name = flag(declared)
        negative = name.replace("--", "--no-", 1)
        return click.Option([f"{name}/{negative}"], help=declared.metadata["help"])
    return click.Option(
        [declared.name, flag(declared), *declared.metadata["also"]],
        type=ArgumentType(argument),
        default=declared.default,
        metavar=argument.form,
        help=f"{declared.metadata['help']}  [default: {argument.text(declared.default)}]",
    )
