"""The command `arena`: players against each other, each deal in all rotations of the seats."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.playing import new_session
from cardgames.cli.simulate import played
from cardgames.model.commands import Whole
from cardgames.model.errors import InvalidCommand, ScriptError, brief, did_you_mean, printable
from cardgames.model.game import Game, Setup
from cardgames.model.strategy import Playout
from cardgames.play.script import check_name
from cardgames.seats.program import LONGEST, SECONDS, checked_seconds, command_words
from cardgames.simulation import contest
from cardgames.simulation.arena import ArenaPlan
from cardgames.simulation.contest import Contest
from cardgames.simulation.report import FIRST_SEEDS, MOST_GAMES

MOST_PLAYERS: Final = 6
TAKEN: Final = ("players", "humans", "level", "names")
"""The options that the list of players replaces."""


@click.group(
    cls=options.GameGroup,
    short_help="players and programs against each other",
    options_metavar="",
    subcommand_metavar="GAME PLAYER... [OPTIONS]",
)
def arena() -> None:
    """Let computers, and programs of your own, play against each other.

    Each deal is played in all rotations of the seats; a patience by each player alone. A PLAYER is
    a computer player of the game, or the command of a program ('cardgames help bots').

    \b
    Examples:
      cardgames arena rummy easy medium hard --games 30
      cardgames arena rummy 'python3 mine.py' hard --games 100 --jobs 2
      cardgames arena klondike quick './solver --fast' --games 100 --json
    """


@click.pass_context
def play_arena(ctx: click.Context, /, players: tuple[str, ...], **values: Any) -> int:
    game = games.model(str(ctx.command.name))
    check_players(game, players)
    made = partial(options.options_of, game)
    chosen = contest.for_people(game, made, values, len(players))
    saved = None
    if (folder := values["save"]) is not None:
        check_name(folder)
        os.makedirs(folder, exist_ok=True)
        saved = partial(save, folder)
    seconds, tell = checked_seconds(values["time"]), partial(click.echo, err=True)
    who = Contest(players, seconds, saved=saved, tell=tell)
    plan = ArenaPlan.of(game, chosen, who, values["seed"], values["skip"], values["games"])
    try:
        return played(plan, values)
    finally:
        contest.end_programs()


def save(
    folder: str, setup: Setup, rotation: int, names: Sequence[str], played: Playout
) -> None:
    """Save the game PLAYED as a script in FOLDER; raises ScriptError.

    The script names every seat as one whose moves come from elsewhere, so that no computer needs to
    think when it is replayed.
    """
    options = setup.options
    if "humans" in {declared.name for declared in options.declared()}:
        options = replace(options, humans=0)
    seats = tuple(range(1, len(options.seats()) + 1))
    session = new_session(setup._replace(options=options, away=seats))
    for move in played.moves:
        session.make(session.game.seated(move))
    head, script = session.script().split("\n", 1)
    told = [f"# seat {seat}: {printable(name)}" for seat, name in zip(seats, names)]
    told.append(f"# {printable(played.outcome.reason)}")
    name = os.path.join(folder, f"{setup.game.name}-{setup.seed}-{rotation + 1}.txt")
    try:
        with open(name, "x", encoding="utf-8") as file:
            file.write("\n".join([head, *told, script]))
    except OSError as error:
        raise ScriptError(f"cannot save a game to {name}: {error.strerror}") from None


def check_players(game: type[Game], players: tuple[str, ...]) -> None:
    """Raise InvalidCommand or a click usage error if PLAYERS cannot sit down at GAME."""
    contest.for_people(game, game.options_type.of_new_game, {}, 2)  # has it an arena at all?
    levels = [*games.strategies(game.name)]
    for player in players:
        if player not in levels and not shutil.which(command_words(player)[0]):
            known = f"neither a computer player ({', '.join(levels)}) nor a program"
            raise InvalidCommand(f"{brief(player)} is {known}{did_you_mean(player, levels, '')}")
    if not 2 <= len(players) <= MOST_PLAYERS:
        few = f"an arena needs 2 to {MOST_PLAYERS} players, not {len(players)}"
        raise click.UsageError(f"{few}: name levels, such as medium, or commands of programs")


def arena_options(game: str) -> list[click.Parameter]:
    first = options.ArgumentType(Whole("SEED", *FIRST_SEEDS))
    skip = "Leave out the first K games, which another part holds."
    share, wait = "Share the work among J processes.", "Give a program S seconds for an answer."
    model, games_at_most = games.model(game), click.IntRange(1, MOST_GAMES)
    return [
        click.Argument(["players"], nargs=-1, metavar="PLAYER..."),
        options.counting("--games", games_at_most, 100, "Play N games in all.", "N"),
        options.counting("--seed", first, 1, "Begin with deal number S.", "S"),
        options.counting("--skip", click.IntRange(0, MOST_GAMES), 0, skip, "K"),
        options.counting("--jobs", click.IntRange(1, 256), 1, share, "J"),
        options.counting("--time", click.FloatRange(0, LONGEST), SECONDS, wait, "S"),
        click.Option(["--save"], metavar="DIR", help="Save each game as a script in DIR."),
        click.Option(["--json"], is_flag=True, help="Print one object, which 'merge' can add."),
        *(one for one in options.game_options(model) if one.name not in TAKEN),
    ]


def _command_for(game: games.Listing) -> click.Command:
    return options.GameCommand(
        game.name,
        arena_options,
        callback=play_arena,
        short_help=f"players of {game.title} against each other",
        help=f"Let players of {game.title} play against each other, and report the results.\n"
        f"\n\b\nExample:\n"
        f"  cardgames arena {game.typed} {game.strategies[0]} 'python3 mine.py'\n",
    )


arena.command_for = _command_for
for _listing in games.GAMES:
    arena.add_command(_command_for(_listing))
