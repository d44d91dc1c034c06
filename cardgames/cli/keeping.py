"""The diary of the games that people play at a terminal, and sitting down to one of them."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import click

from cardgames import games
from cardgames.cli.dates import now
from cardgames.cli.dealing import SCRIPTS, read_setup
from cardgames.cli.seating import followed_script, new_session, played, seated
from cardgames.cli.settings import diary_file, state_folder
from cardgames.cli.settled import as_played
from cardgames.model.errors import KeepingError, printable
from cardgames.model.game import HUMAN, Game
from cardgames.play.diary import Diary, Owner
from cardgames.play.keeping import Keeper
from cardgames.play.results import Result, text_of
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.text.view import Account

NOT_KEPT: Final = "Nothing is kept, since CARDGAMES_RESULTS is off."

ANEW: Final = "Game {} has ended: its deal begins anew, as another game.\n"


class Pending(NamedTuple):
    """The unfinished game that the menu offers."""

    about: str
    """Which one it is: 'Canfield, seed 42, 112 moves'."""
    command: str
    """What goes on with it, as it is typed at the shell after 'cardgames'."""
    others: int = 0
    """The number of other unfinished games."""


def diary() -> Diary | None:
    """Return the diary, if one is kept."""
    file = diary_file()
    if file is None:
        return None
    with suppress(OSError):
        os.chmod(state_folder(), 0o700)
    return Diary(file, complain, _take_over)


def _take_over(kept: Diary) -> None:
    """Add the games that version 1.2 has kept, if it has kept any that are not added yet."""
    from cardgames.cli.older import take_over

    take_over(kept)


def sit_down(
    session: Session, values: Mapping[str, Any], message: str, keeper: Keeper | None = None
) -> int:
    """Show MESSAGE, and let a person at a terminal play the game of SESSION, which is kept.

    VALUES are those of the options. A KEEPER has taken the game up; without one it is begun.
    """
    resumed, kept = keeper is not None, diary()
    if keeper is None and kept is not None and HUMAN in session.setup.options.seats():
        keeper = Keeper(kept, now, only_ends=not values["journal"])
    player = seated(session, values, keeper=keeper)
    if keeper is not None:
        player.account = partial(account, keeper)
    player.screen.remark(message)
    if resumed:
        player.welcome_back()
    return played(player)


def go_on(game: Result, ctx: click.Context) -> int:
    """Let a person go on with an unfinished GAME, shown as if it were begun now in CTX.

    Raises KeepingError if it has ended meanwhile, or ScriptError if its lines are wrong.
    """
    kept, owner = diary(), Owner.new(text_of(now()))
    assert kept is not None
    taken, lines = kept.take(game.id, owner)
    try:
        session = followed_script(script_of(taken, lines), f"game {game.id}")
    except BaseException:
        kept.keep(taken, owner, lambda first: lines[first:], len(lines), leave=True)
        raise
    keeper = Keeper(kept, now)
    keeper.take_up(session, taken, owner)
    return sit_down(session, *as_played(taken.game, ctx), keeper)


def begin_again(game: Result, ctx: click.Context) -> int:
    """Deal a GAME that has ended anew, as another game."""
    session = new_session(read_setup(f"# {game.deal}"))
    for _ in range(game.number - 1):
        session.new()
    values, warned = as_played(game.game, ctx)
    return sit_down(session, values, f"{warned}{ANEW.format(game.id)}")


def script_of(game: Result, lines: Iterable[str]) -> Script:
    """Return the script of a GAME with its LINES; raises ScriptError."""
    deal = f"# {game.deal}"
    return SCRIPTS.parse("\n".join([deal, *lines, ""]).encode(), f"game {game.id}")


def account(keeper: Keeper, session: Session) -> Account:
    """Return an account of the game of SESSION, which has ended and which KEEPER keeps."""
    result, others = keeper.compared(session)
    if others is None:
        return Account(result.seconds, "")
    from cardgames.stats.standing import standing_text

    return Account(result.seconds, standing_text(result, others, type(session.game)))


def records() -> dict[str, str]:
    """Return how a person has done so far, by the names of the games: 'won 5 of 12'."""
    try:
        counts = kept.records() if (kept := diary()) else {}
    except KeepingError as error:
        complain(f"Error: {error}")
        return {}
    return {game: f"won {won} of {played}" for game, (played, won) in counts.items()}


def played_last() -> Pending | None:
    """Return the unfinished game that was played last, for the menu."""
    found: list[Result] = []
    with suppress(KeepingError):  # which `records` tells
        found = kept.unfinished() if (kept := diary()) else []
    return Pending(about(found[0]), f"resume {found[0].id}", len(found) - 1) if found else None


def about(game: Result) -> str:
    """Say which game it is: 'Canfield, seed 42, 112 moves'."""
    from cardgames.stats import listing

    return listing.about(game, model_of(game.game))


def model_of(name: str) -> type[Game]:
    """Return the class of the game called NAME, or Game if this version does not know that game."""
    return games.model(name) if name in games.NAMES else Game


def complain(line: str) -> None:
    """Tell a person what went wrong with what is kept."""
    click.echo(printable(line), err=True)
