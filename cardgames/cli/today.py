"""The command `today`, which plays the deal of the date, the same for everyone."""

from contextlib import suppress
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dates import today as date_of_today
from cardgames.cli.dealing import setup_of
from cardgames.cli.keeping import diary, resume_game
from cardgames.cli.playing import play
from cardgames.cli.settled import as_shown
from cardgames.diary.diary import GOING
from cardgames.model.errors import KeepingError
from cardgames.text.console import at_terminal

COMPUTERS: Final = tuple(dict.fromkeys(name for game in games.GAMES for name in game.strategies))
"""The names of the computer players of all games."""
LINE: Final = "At its end comes a line to share, without cards or moves.\n"
AGAIN: Final = "You have played today's deal already: now it is a game like any other.\n"


@click.command(short_help="the deal of today, the same for everyone")
@click.argument(
    "game",
    metavar="[GAME]",
    default=games.GAMES[0].name,
    type=click.Choice(games.NAMES),
)
@click.pass_context
def today(ctx: click.Context, /, game: str, **values: Any) -> int:
    """Play today's deal of GAME (default: canfield).

    Everyone has the same deal on this date, in UTC, and plays it by the rules without options. In
    Canfield, and from 2026-12-01 in Klondike, it can be won. At the end comes one line to share,
    without cards or moves. '--seed' takes dates, too.

    \b
    Examples:
      cardgames today
      cardgames today mod10
      cardgames canfield --seed 2026-11-21
    """
    _check_computer(game, values["auto"])
    day = date_of_today()
    dealt = setup_of(games.model(game), {"seed": day})
    values, warned = as_shown(game, ctx)
    if values["auto"] is not None or not at_terminal():
        return play(dealt, values, warned)
    kept, tries = diary(), []
    with suppress(KeepingError):  # the keeper of the game tells it
        tries = kept.tries(game, str(day)) if kept else []
    going = [one for one in tries if one.status == GOING]
    if kept and going:
        return resume_game(going[0], kept, ctx)
    if tries:
        return play(dealt._replace(day=None), values, warned + AGAIN)
    told = f"Everyone has this deal today, by: cardgames today {game}\n{LINE}"
    return play(dealt, values, warned + told)


today.params += options.playing_options(COMPUTERS) + options.auto_up_options(COMPUTERS)


def _check_computer(game: str, computer: str | None) -> None:
    """Check that COMPUTER, if one is to play, can play GAME."""
    known = games.listing(game).strategies
    if computer is not None and computer not in known:
        raise click.BadParameter(
            f"'{computer}' plays no {games.listing(game).title}: choose from {', '.join(known)}",
            param_hint="'--auto'",
        )
