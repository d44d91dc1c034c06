"""The diary of the person at the terminal: what keeps a game, and what is told of kept ones."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import click

from cardgames import games
from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.options import now
from cardgames.cli.settings import diary_file, state_folder
from cardgames.diary import figures
from cardgames.diary.diary import GOING, Diary, Entry
from cardgames.diary.keeping import Keeper
from cardgames.model.errors import KeepingError, printable
from cardgames.model.game import HUMAN, Game
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.text.console import Account

NOT_KEPT: Final = "Nothing is kept, since CARDGAMES_RESULTS is off."
MOST: Final = 20
"""The greatest number of games in the list of `resume`."""
NO_GAME: Final = "As no move was made, it does not count as a game.\n"


class Pending(NamedTuple):
    """The unfinished game that the menu offers."""

    about: str
    command: str
    """What goes on with it, as it is typed at the shell after 'cardgames'."""
    others: int = 0
    """The number of other unfinished games."""


def own_diary() -> Diary | None:
    file = diary_file()
    if file is None:
        return None
    with suppress(OSError):
        os.chmod(state_folder(), 0o700)
    return Diary(file, complain)


def account(keeper: Keeper, session: Session) -> Account:
    """Return an account of the game of SESSION, which has ended and which KEEPER keeps."""
    result, alike = keeper.standing(session)
    if alike is None:
        return Account(result.seconds, "" if result.id or session.moves_made else NO_GAME)
    return Account(result.seconds, figures.standing_text(result, alike))


def keeper_of(session: Session, only_ends: bool) -> Keeper | None:
    """Return what keeps the game of SESSION, or ONLY its ENDS; None for a game nobody plays."""
    if HUMAN not in session.setup.options.seats() or (kept := own_diary()) is None:
        return None
    return Keeper(kept, now, only_ends)


def game_numbered(kept: Diary, number: int) -> Entry:
    """Return the game with this NUMBER; raises click's UsageError if there is none."""
    if (found := kept.find(number)) is None:
        raise click.UsageError(f"there is no game {number}: 'cardgames stats --list' has numbers")
    return found


def script_of(game: Entry, lines: Iterable[str]) -> Script:
    """Return the script of a GAME with its LINES; raises ScriptError."""
    deal = f"# {game.deal}"
    return SCRIPTS.parse("\n".join([deal, *lines, ""]).encode(), f"game {game.id}")


def records() -> dict[str, str]:
    try:
        counts = kept.records() if (kept := own_diary()) else {}
    except KeepingError as error:
        complain(f"Error: {error}")
        return {}
    return {game: f"won {won} of {played}" for game, (played, won) in counts.items()}


def played_last() -> Pending | None:
    """Return the unfinished game that was played last, for the menu."""
    with suppress(KeepingError):  # which `records` tells
        if (kept := own_diary()) and (found := kept.unfinished(most=MOST)):
            game, others = offered(found, kept), kept.count(GOING) - 1
            return Pending(about(game), f"resume {game.id}", others)
    return None


def offered(found: Sequence[Entry], kept: Diary) -> Entry:
    """Return the first of the games FOUND that is not open elsewhere; the first if all are."""
    elsewhere = kept.sitting()
    return min(found, key=lambda game: game.id in elsewhere)


def about(game: Entry) -> str:
    return figures.about(game, model_of(game.game))


def model_of(name: str) -> type[Game]:
    """Return the class of the game called NAME, or Game if this version does not know that game."""
    return games.model(name) if name in games.NAMES else Game


def complain(line: str) -> None:
    click.echo(printable(line), err=True)
