"""What lasts from one evening to the next: unfinished games, the results of others, and `resume`.

Only games that people play at a terminal are kept.
"""

import os
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.folders import now, results_file, state_folder
from cardgames.cli.header import SCRIPTS
from cardgames.cli.menu import Pending
from cardgames.cli.seating import followed, played, seated
from cardgames.cli.settled import Settled, warning
from cardgames.model.errors import CardGameError, KeepingError, ScriptError, printable
from cardgames.model.game import HUMAN
from cardgames.play.keeping import GameJournal, Keeper, Sitting, result_of
from cardgames.play.results import LEFT, PERSON, WON, Results
from cardgames.play.session import Session
from cardgames.play.shelf import MOST, Shelf
from cardgames.text.console import is_terminal
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
    return Keeper(shelf() if journal else None, results_file(), now)


def read(name: str) -> Unfinished:
    """Return the unfinished game whose journal is called NAME; raises ScriptError."""
    path = shelf().path(name)
    remark = [*SCRIPTS.read(path).lines, ""][1]
    return Unfinished(name, followed(path), Sitting.read(name, remark, shelf().changed(name)))


def unfinished(game: str | None = None, most: int | None = None) -> list[Unfinished]:
    """Return the unfinished games of GAME, or of all games, the one played last first.

    Leave out those beyond the first MOST. A journal that cannot be followed is set aside, and told.
    """
    found: list[Unfinished] = []
    for name in shelf().names(game):
        if len(found) == most:
            break
        try:
            found.append(read(name))
        except ScriptError as error:
            aside = shelf().set_aside(name)
            click.echo(f"Error: {printable(str(error))}; it is kept as {aside}", err=True)
    return found


def played_last() -> Pending | None:
    """Return the unfinished game that was played last, for the menu."""
    found = unfinished(most=1)
    if not found:
        return None
    game = found[0].session.game.name
    return Pending(found[0].text(), f"resume {game} 1", len(shelf().names()) - 1)


def records() -> dict[str, str]:
    """Return how a person has done so far, by the names of the games: 'won 5 of 12'."""
    if (file := results_file()) is None:
        return {}
    try:
        rows = [row for row in Results(file, _complain).rows() if row.outcome != LEFT]
    except KeepingError as error:
        _complain(f"Error: {error}")
        return {}
    played = Counter(row.game for row in rows)
    won = Counter(row.game for row in rows if row.outcome == WON and row.player == PERSON)
    return {game: f"won {won[game]} of {count}" for game, count in played.items()}


def take_up(name: str) -> tuple[Session, Keeper]:
    """Return the unfinished game whose journal is called NAME, and its keeper, who goes on with it.

    Raises ScriptError, if another program plays it for example.
    """
    journal = GameJournal(shelf().path(name), read(name).sitting)
    found = read(name)  # again, as nobody else can write it from now on
    journal.sitting = found.sitting
    taken = Keeper(shelf(), results_file(), now)
    taken.take_up(found.session, journal)
    return found.session, taken


def drop(game: Unfinished) -> None:
    """Forget an unfinished GAME, which counts as left; raises CardGameError."""
    if (results := results_file()) is not None:
        left = result_of(game.session, game.sitting, now())
        Results(results, _complain).left(left._replace(outcome=LEFT, reason="left"))
    GameJournal(shelf().path(game.name), game.sitting).remove()


def drop_oldest(game: str) -> None:
    """Drop the unfinished games of a kind that are too many; say so if it cannot be done."""
    for name in shelf().names(game)[MOST:]:
        try:
            drop(read(name))
        except CardGameError as error:
            _complain(f"Error: {error}")


@click.command(cls=Settled, short_help="go on with an unfinished game")
@click.argument(
    "game", required=False, metavar="[GAME]", type=click.Choice([g.name for g in games.GAMES])
)
@click.argument("number", required=False, type=click.IntRange(1))
@click.option("--list", "listed", is_flag=True, help="List the unfinished games, and play none.")
@click.option("--drop", "dropped", is_flag=True, help="Drop a game, which then counts as left.")
def resume(
    game: str | None, number: int | None, listed: bool, dropped: bool, **values: Any
) -> int:
    """Go on with the unfinished game, or with one of them.

    Each game that a person plays at a terminal is kept as it is played, until it ends; of each
    kind, the ten that were played last. NUMBER is the one in the list of games of this kind.

    \b
    Examples:
      cardgames resume
      cardgames resume canfield
      cardgames resume --list
      cardgames resume canfield 2 --drop
    """
    for listing in games.GAMES:
        drop_oldest(listing.name)
    found = unfinished(game)
    if not found:
        click.echo(f"There is no unfinished game{f' of {game.capitalize()}' if game else ''}.")
        return 0
    if listed:
        click.echo(_list(found), nl=False)
        return 0
    if not (dropped or is_terminal(sys.stdin)):
        raise click.UsageError("a game is gone on with at a terminal, not by a script")
    chosen = _chosen(found, number)
    if dropped:
        if click.confirm(f"Drop {chosen.text()}?", err=True):
            drop(chosen)
        return 0
    return go_on(chosen.name, values)


def go_on(name: str, values: Mapping[str, Any]) -> int:
    """Let a person go on with the unfinished game whose journal is called NAME."""
    session, taken = take_up(name)
    player = seated(session, values, keeper=taken)
    player.remark(warning(click.get_current_context()))
    player.remark(f"You go on after {counted(session.moves_made, 'move')}.\n")
    return played(player)


resume.params += [options.scroll_option(), *options.common_options()]


def _chosen(found: list[Unfinished], number: int | None) -> Unfinished:
    """Return the game with this NUMBER, or the only one, or the one that a person chooses."""
    if number is None and len(found) > 1:
        click.echo(_list(found), nl=False, err=True)
        number = click.prompt("Number", type=click.IntRange(1, len(found)), default=1, err=True)
    if number is not None and number > len(found):
        raise click.UsageError(f"there are only {len(found)} unfinished games: see --list")
    return found[(number or 1) - 1]


def _list(found: list[Unfinished]) -> str:
    """Return a list of games, with their numbers, deals, moves and dates."""
    texts = [game.text() for game in found]
    width = max(map(len, texts))
    lines = []
    for number, (game, text) in enumerate(zip(found, texts), 1):
        begun = game.sitting.begun.astimezone()
        lines.append(f"{number:>3}  {text:<{width}}  begun {begun:%Y-%m-%d %H:%M}\n")
    return "".join(lines)


def _complain(line: str) -> None:
    click.echo(printable(line), err=True)
