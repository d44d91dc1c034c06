"""The diary of the games that people play at a terminal, and sitting down to one of them."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import click

from cardgames import games
from cardgames.cli.dates import now
from cardgames.cli.dealing import SCRIPTS, read_setup
from cardgames.cli.seating import columns, followed_script, new_session, played, seated
from cardgames.cli.settings import diary_file, state_folder
from cardgames.cli.settled import as_played
from cardgames.diary.diary import GOING, Diary, Owner, Result, local, text_of
from cardgames.diary.keeping import Keeper
from cardgames.model.errors import KeepingError, ScriptError, printable
from cardgames.model.game import HUMAN, Game
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.text.console import at_terminal
from cardgames.text.screen import Account
from cardgames.text.wording import fitted

NO_GAME: Final = "As no move was made, it does not count as a game.\n"
NOT_KEPT: Final = "Nothing is kept, since CARDGAMES_RESULTS is off."
ELSEWHERE: Final = "open in another terminal"
MOST: Final = 20
"""The greatest number of games in the list of `resume`."""
OTHERS: Final = "'cardgames resume --list' lists all unfinished games."
ANEW: Final = "Game {} has ended: its deal begins anew, as another game.\n"
OVER: Final = (
    "the lines of game {0} end it, though it is kept as unfinished:"
    " 'cardgames replay {0}' shows it, 'cardgames diary --forget {0}' deletes it"
)
UNKNOWN: Final = (
    "game {0} is one of {1}, which this version does not know:"
    " 'cardgames diary --forget {0}' deletes it"
)
DELETES: Final = "'cardgames diary --forget {0}' deletes this game"


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
    return Diary(file, complain)


def sit_down(
    session: Session, values: Mapping[str, Any], message: str, keeper: Keeper | None = None
) -> int:
    """Show MESSAGE, and let a person at a terminal play the game of SESSION, which is kept.

    VALUES are those of the options. A KEEPER has taken the game up; without one it is begun.
    """
    resumed = keeper is not None
    if not resumed and HUMAN in session.setup.options.seats() and (kept := diary()):
        keeper = Keeper(kept, now, only_ends=not values["journal"])
    player = seated(session, values, keeper=keeper)
    if keeper is not None:
        player.account = partial(account, keeper)
    player.screen.remark(message)
    if resumed:
        player.welcome_back()
    return played(player)


def game_numbered(kept: Diary, number: int) -> Result:
    """Return the game with this NUMBER; raises click's UsageError if there is none."""
    if (found := kept.find(number)) is None:
        raise click.UsageError(f"there is no game {number}: 'cardgames stats --list' has numbers")
    return found


def resume_game(game: Result, kept: Diary, ctx: click.Context) -> int:
    """Let a person go on with GAME, as the options of CTX say; return the exit status.

    Ask first if it is open in another terminal. If it has ended, deal it anew.
    """
    if not at_terminal():
        raise click.UsageError("a game is gone on with at a terminal, not by a script")
    if game.status != GOING:
        return begin_again(game, ctx)
    if (owner := kept.sitting().get(game.id)) is not None:
        where = f"{ELSEWHERE} (since {local(owner.since)[-5:]})"
        what = fitted(f"{about(game)}, is {where}.\n", columns())
        if not click.confirm(f"{what}Go on here?", default=True, err=True):
            click.echo(OTHERS)
            return 0
    return go_on(game, kept, ctx)


def go_on(game: Result, kept: Diary, ctx: click.Context) -> int:
    """Let a person go on with an unfinished GAME, shown as if it were begun now in CTX.

    Raises KeepingError if it has ended meanwhile, or if its lines or its game are wrong.
    """
    (taken, lines), turn = kept.take(game.id, Owner.new(text_of(now())))
    try:
        if taken.game not in games.NAMES:
            raise KeepingError(UNKNOWN.format(game.id, printable(taken.game)))
        try:
            session = followed_script(script_of(taken, lines), f"game {game.id}")
        except ScriptError as error:
            raise KeepingError(f"{error}. {DELETES.format(game.id)}") from None
        if session.outcome() is not None:
            raise KeepingError(OVER.format(game.id))
        shown = as_played(taken.game, ctx)
    except BaseException:
        kept.keep(taken, lines, turn)
        kept.close()
        raise
    keeper = Keeper(kept, now)
    keeper.take_up(session, taken, turn)
    return sit_down(session, *shown, keeper)


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
    result, standing = keeper.standing(session)
    if standing is None:
        return Account(result.seconds, "" if result.id or session.moves_made else NO_GAME)
    from cardgames.diary.figures import standing_text

    return Account(result.seconds, standing_text(result, standing))


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
    with suppress(KeepingError):  # which `records` tells
        if (kept := diary()) and (found := kept.unfinished(most=MOST)):
            game, others = offered(found, kept), kept.count(GOING) - 1
            return Pending(about(game), f"resume {game.id}", others)
    return None


def offered(found: Sequence[Result], kept: Diary) -> Result:
    """Return the first of the games FOUND that is not open elsewhere; the first if all are."""
    elsewhere = kept.sitting()
    return min(found, key=lambda game: game.id in elsewhere)


def about(game: Result) -> str:
    """Say which game it is: 'Canfield, seed 42, 112 moves'."""
    from cardgames.diary import figures

    return figures.about(game, model_of(game.game))


def model_of(name: str) -> type[Game]:
    """Return the class of the game called NAME, or Game if this version does not know that game."""
    return games.model(name) if name in games.NAMES else Game


def complain(line: str) -> None:
    """Tell a person what went wrong with what is kept."""
    click.echo(printable(line), err=True)
