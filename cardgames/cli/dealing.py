"""The setup of a game, from options on the command line or in the first line of a script.

`setup_of`, `read_setup` and SCRIPTS make setups; `winnable` looks for one that can be won.
"""

import os
import shlex
import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.model.deal import SEEDS_BELOW, Day
from cardgames.model.errors import InvalidCommand, ScriptError, closest, quoted
from cardgames.model.game import Game, Setup
from cardgames.model.strategy import ADVISER, QUICK, SOLVER
from cardgames.play.script import STANDARD_INPUT, Scripts
from cardgames.text.console import is_terminal
from cardgames.text.wording import counted

if TYPE_CHECKING:
    from cardgames.patience.search import Solution

_MARK: Final = "# cardgames "
_WRITING: Final = {
    "--record": "it has a file written",
    "--record-over": "it has a file written",
    "--allow-overwrite": "it has files replaced",
}
"""The options that no script may hold, each with the reason."""
_NO_DATE: Final = "--seed: a script names its deal by number, not by date: 'options' tells it"


def setup_of(game: type[Game], values: Mapping[str, Any]) -> Setup:
    """Return the setup of GAME by the VALUES of its options, with a random seed if none is given.

    Raises a click error if the deck cannot be read from standard input.
    """
    day, seed = None, values.get("seed")
    if isinstance(seed, Day):
        from cardgames.patience.solver import daily_seed

        day, seed = seed, daily_seed(game, seed, partial(games.computer, game.name))
    elif seed is None:
        seed = random_seed()
    deck = values.get("deck")
    if deck == STANDARD_INPUT:
        try:
            # Only commands that have --auto read moves from standard input.
            if values.get("auto", ADVISER) is None:
                used = (
                    "that is standard input, from which the commands come: give a file, or --auto"
                )
                raise InvalidCommand(used)
            deck = options.Cards(game).parse(options.read_deck(STANDARD_INPUT))
        except InvalidCommand as error:
            raise click.BadParameter(str(error), param_hint="'--deck'") from None
    return Setup(game, options.options_of(game, values), seed, deck, day)


def random_seed() -> int:
    """Return a random seed that is short enough to type."""
    return int.from_bytes(os.urandom(6), "big") % SEEDS_BELOW


def read_setup(remark: str) -> Setup:
    """Return the setup that a script's first remark describes; raises CardGameError."""
    if not remark.startswith(_MARK):
        raise ScriptError(f"a script begins with a remark such as '{_MARK}GAME --seed 42'")
    if len(remark) > options.LARGEST_DECK:
        raise ScriptError(f"the first remark is longer than {options.LARGEST_DECK} characters")
    try:
        name, *words = shlex.split(remark.removeprefix(_MARK)) or [""]
        game = games.model(name)
    except (KeyError, ValueError):
        raise ScriptError(f"no game is dealt by {quoted(remark.removeprefix('# '))}") from None
    values = _values(game, words)
    if not values.keys() & {"seed", "deck"}:
        raise ScriptError("the first remark must name the deal, with --seed or --deck")
    if isinstance(values.get("seed"), Day):
        raise ScriptError(_NO_DATE)
    variant = game.options_type.variants.get(values.get("variant", ""), {})
    unnamed = {declared.name: declared.default for declared in game.options_type.declared()}
    setup = setup_of(game, {**unnamed, **variant, **values})
    dealt = setup.deck or game.fresh_deck(setup.options)
    game.deal(dealt, setup.options)  # raises InvalidCommand if the values do not agree
    return setup


SCRIPTS: Final = Scripts(read_setup)
"""Reads and writes the scripts of all games."""


def _values(game: type[Game], words: list[str]) -> dict[str, Any]:
    """Return the values that WORDS give to the options of the deal; raises ScriptError.

    The options for playing and showing a game are skipped, with their values.
    """
    deciding = _by_flag(options.deal_options(game))
    showing = _by_flag(options.playing_options(*options.PLAYED, "keys"))
    values, waiting = dict[str, Any](), words[::-1]
    while waiting:
        flag, equals, word = waiting.pop().partition("=")
        option = deciding.get(flag) or showing.get(flag)
        if flag in _WRITING:
            raise ScriptError(f"{flag} cannot stand in a script: {_WRITING[flag]}")
        if option is None:
            meant = closest(flag.strip("-"), [name.strip("-") for name in deciding])
            advice = f" (did you mean --{meant}?)" if meant else ""
            raise ScriptError(f"no such option: {quoted(flag)}{advice}")
        if waiting and not (equals or option.is_flag):
            if flag in deciding or not waiting[-1].startswith("-"):
                equals, word = "=", waiting.pop()
        if flag not in deciding:
            continue
        if option.is_flag and not equals:
            values[str(option.name)] = flag in option.opts
            continue
        if option.is_flag or not equals:
            raise ScriptError(f"{flag} {'takes no' if option.is_flag else 'needs a'} value")
        assert isinstance(option.type, options.ArgumentType)
        try:
            values[str(option.name)] = option.type.argument.parse(word)
        except InvalidCommand as error:
            no_file = "; a script names no file" * isinstance(option.type, options.DeckType)
            raise ScriptError(f"{flag}: {error}{no_file}") from None
    return values


def _by_flag(params: list[click.Option]) -> dict[str, click.Option]:
    """Return the options in PARAMS by all their names, such as '--draw' and '--no-color'."""
    return {flag: option for option in params for flag in (*option.opts, *option.secondary_opts)}


AT_THE_DEAL: Final = 10_000
"""The most positions that the search for a deal looks at in each deal."""


def winnable(setup: Setup, level: str) -> tuple[Setup, str]:
    """Find the first deal of LEVEL from SETUP's seed on; return its setup and a message.

    Raises a click usage error if a deck is given, or if there is no such deal.
    """
    if setup.deck is not None:
        raise click.UsageError("--winnable looks for a deal: it cannot be given a --deck as well")
    sought = "way to win" if level == options.ANY else f"{level} deal that can be won"
    count, seed, solution = _found(setup, level, f"and no {sought} found")
    # Only the seed of the date deals what everybody plays on that date.
    found = setup._replace(seed=seed, day=setup.day if count == 1 else None)
    looked = "the first deal" if count == 1 else f"the last of {count} deals"
    hard = difficulty(found, solution)
    assert hard is not None
    quick = "wins" if hard["quick"] else "loses"
    facts = f"{hard['level']}: {counted(solution.positions, 'position')}, and 'quick' {quick} it"
    return found, f"Deal {seed} can be won: {looked} looked at.\nIt is {facts}.\n"


def difficulty(setup: Setup, solution: "Solution") -> dict[str, Any] | None:
    """Return the level of SETUP's deal, and how it was found; None if SOLUTION does not win.

    The quick player plays the deal once.
    """
    solver: Any = games.computer(setup.game.name, SOLVER)
    if not solution.won or (level := solver.level(solution.positions, setup.options)) is None:
        return None
    return {
        "level": level,
        "positions": solution.positions,
        "quick": games.computer(setup.game.name, QUICK).result(setup).winner == 1,
    }


def next_seed(level: str, setup: Setup) -> int:
    """Return the seed of a random deal of LEVEL, with the options of SETUP."""
    return _found(setup._replace(seed=random_seed(), deck=None), level)[1]


def _found(setup: Setup, level: str, so_far: str = "") -> tuple[int, int, "Solution"]:
    """Return the number of deals looked at from SETUP's on, the first seed of LEVEL, its solution.

    Messages about the progress end with SO_FAR; if that is '', there are none. Raises a click usage
    error if there is no such deal.
    """
    from cardgames.patience.solver import solutions

    solver: Any = games.computer(setup.game.name, SOLVER)
    if solver.levels_by(setup.options) is None:
        raise click.UsageError("too few deals are decided by these rules to look for such a deal")
    looked_at = solutions(setup, solver, AT_THE_DEAL)
    for count, (seed, solution) in enumerate(looked_at, 1):
        if solution.won:
            if level in (options.ANY, solver.level(solution.positions, setup.options)):
                return count, seed, solution
        if so_far and count % 10 == 0 and is_terminal(sys.stderr):
            leave = "; Ctrl-C leaves" if count == 10 else ""
            click.echo(f"{count} deals looked at, {so_far}{leave}.", err=True)
    wanted = "deal" if level == options.ANY else f"{level} deal"
    raise click.UsageError(f"no {wanted} from {setup.seed} on can be won")
