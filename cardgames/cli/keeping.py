"""What lasts from one evening to the next: unfinished games, and the results of others.

Only games that people play at a terminal are kept.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import click

from cardgames.cli.dates import now
from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.seating import followed, played, seated
from cardgames.cli.settings import results_file, state_folder
from cardgames.cli.settled import as_played
from cardgames.model.deal import Day
from cardgames.model.errors import CardGameError, KeepingError, ScriptError, printable
from cardgames.model.game import HUMAN
from cardgames.play.keeping import Keeper, result_of
from cardgames.play.results import LEFT, Results
from cardgames.play.session import Session
from cardgames.play.shelf import MOST, Shelf
from cardgames.play.sitting import GameJournal, Sitting
from cardgames.text.view import Account
from cardgames.text.wording import counted, deal_text, game_text


class Unfinished(NamedTuple):
    """A game that can be gone on with."""

    name: str
    session: Session
    sitting: Sitting

    def text(self) -> str:
        """Say which game it is: 'Canfield, seed 42, 112 moves'."""
        session = self.session
        moves = counted(session.moves_made, "move")
        return f"{game_text(session)}, {deal_text(session)}, {moves}"


class Pending(NamedTuple):
    """The unfinished game that the menu offers."""

    about: str
    """Which one it is: 'Canfield, seed 42, 112 moves'."""
    command: str
    """What goes on with it, as it is typed at the shell after 'cardgames'."""
    others: int = 0
    """The number of other unfinished games."""


def shelf() -> Shelf:
    """Return the shelf of unfinished games."""
    return Shelf(os.path.join(state_folder(), "unfinished"))


def keeper(session: Session, journal: bool) -> Keeper | None:
    """Return the keeper of a game that is begun at a terminal; None if no person plays.

    It keeps the game itself only if there is to be a JOURNAL.
    """
    if HUMAN not in session.setup.options.seats():
        return None
    drop_oldest(session.game.name)
    return Keeper(shelf() if journal else None, results(), now)


def results() -> Results | None:
    """Return the results of games, if they are kept."""
    file = results_file()
    return None if file is None else Results(file, complain)


def read(name: str) -> Unfinished:
    """Return the unfinished game whose journal is called NAME; raises ScriptError."""
    path, changed = shelf().path(name), shelf().changed(name)
    sitting = Sitting.next(name, SCRIPTS.read(path).lines, changed)
    session = followed(path)
    session.day = sitting.day
    return Unfinished(name, session, sitting)


def readable(names: Iterable[str]) -> Iterator[Unfinished]:
    """Yield the unfinished games whose journals have these NAMES.

    A journal that cannot be followed to its end is set aside, and told.
    """
    for name in names:
        try:
            yield read(name)
        except ScriptError as error:
            complain(f"Error: {error}; {_set_aside(name)}")


def _set_aside(name: str) -> str:
    """Set the journal called NAME aside; return where it is now, or why that failed."""
    try:
        return f"it is kept as {shelf().set_aside(name)}"
    except KeepingError as error:
        return str(error)


def drop(game: Unfinished) -> None:
    """Forget an unfinished GAME, which counts as left; raises CardGameError."""
    journal = GameJournal(shelf().path(game.name))  # which nobody goes on with from now on
    if (kept := results()) is not None:
        left = result_of(game.session, game.sitting, now())
        kept.left(left._replace(outcome=LEFT, reason="left"))
    journal.remove()


def drop_oldest(game: str) -> None:
    """Drop the unfinished games of a kind that are too many; say so if it cannot be done."""
    for dropped in readable(shelf().names(game)[MOST:]):
        try:
            drop(dropped)
        except CardGameError as error:
            complain(f"Error: {error}")


def played_last() -> Pending | None:
    """Return the unfinished game that was played last, for the menu."""
    found = next(readable(shelf().names()), None)
    if found is None:
        return None
    return Pending(found.text(), f"resume {found.session.game.name} 1", len(shelf().names()) - 1)


def begun_on(game: str, day: Day) -> str | None:
    """Return the name of the journal of GAME's deal for a DAY; None if nobody is at it."""
    for name in shelf().names(game):
        with suppress(ScriptError):
            lines = SCRIPTS.read(shelf().path(name)).lines
            if Sitting.next(name, lines, 0).day == day:
                return name
    return None


def was_played(game: str, day: Day) -> bool:
    """Did a person play the deal of GAME for a DAY on that day, to its end or not?"""
    kept = results()
    with suppress(KeepingError):
        return kept is not None and kept.has_deal_of(game, str(day))
    return False


def records() -> dict[str, str]:
    """Return how a person has done so far, by the names of the games: 'won 5 of 12'."""
    try:
        counts = kept.records() if (kept := results()) else {}
    except KeepingError as error:
        complain(f"Error: {error}")
        return {}
    return {game: f"won {won} of {played}" for game, (played, won) in counts.items()}


def go_on(name: str, ctx: click.Context) -> int:
    """Let a person go on with the unfinished game whose journal is called NAME.

    It is shown as if it were begun now with the options of CTX. Raises ScriptError, if another
    program plays it for example.
    """
    journal = GameJournal(shelf().path(name))
    found = read(name)  # again, as nobody else can write it from now on
    journal.sitting = found.sitting
    keeper = Keeper(shelf(), results(), now)
    keeper.take_up(found.session, journal)
    values, warned = as_played(found.session.game.name, ctx)
    player = seated(found.session, values, keeper=keeper)
    player.account = partial(account, keeper)
    player.screen.remark(warned)
    player.welcome_back()
    return played(player)


def account(keeper: Keeper, session: Session) -> Account:
    """Return an account of the game of SESSION, which has ended and which KEEPER keeps."""
    result, earlier = keeper.compared(session)
    if earlier is None:
        return Account(result.seconds, "")
    from cardgames.stats.standing import standing_text

    return Account(result.seconds, standing_text(result, earlier, type(session.game)))


def complain(line: str) -> None:
    """Tell a person what went wrong with what is kept."""
    click.echo(printable(line), err=True)
