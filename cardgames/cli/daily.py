"""The command that plays the deal of today, which is the same for everyone."""

from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dates import today as date_of_today
from cardgames.cli.dealing import setup
from cardgames.cli.playing import play

COMPUTERS: Final = tuple(dict.fromkeys(name for game in games.GAMES for name in game.strategies))
"""The names of the computer players of all games."""
AT_THE_END: Final = "At its end comes a line to share, which gives nothing away.\n"


@click.command(short_help="the deal of today, the same for everyone")
@click.argument(
    "game",
    metavar="[GAME]",
    default=games.GAMES[0].name,
    type=click.Choice([game.name for game in games.GAMES]),
)
def today(game: str, **values: Any) -> int:
    """Play today's deal of GAME (default: canfield).

    Everyone has the same deal on this date, in UTC, and plays it by the rules without options. In
    Canfield it can be won. The end of the game is told in one line that gives nothing away, for
    you to share. '--seed' takes dates, too.

    \b
    Examples:
      cardgames today
      cardgames today mod10
      cardgames canfield --seed 2026-11-21
    """
    _check_computer(game, values["auto"])
    day = date_of_today()
    told = f"Everyone has this deal today: 'cardgames {game} --seed {day}' deals it.\n{AT_THE_END}"
    return play(setup(games.model(game), {"seed": day}), values, told)


today.params += options.playing_options(COMPUTERS)


def _check_computer(game: str, computer: str | None) -> None:
    """Check that the COMPUTER that is to play is one of those of the game."""
    known = games.listing(game).strategies
    if computer is not None and computer not in known:
        raise click.BadParameter(
            f"'{computer}' plays no {games.listing(game).title}: choose from {', '.join(known)}",
            param_hint="'--auto'",
        )
