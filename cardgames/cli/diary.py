"""The command `diary`: the file that holds what a person played, checked, copied or emptied."""

import json
import os
from collections.abc import Iterator
from typing import Any, Final

import click

from cardgames.cli.dates import changed
from cardgames.cli.keeping import NOT_KEPT, about
from cardgames.cli.keeping import diary as opened
from cardgames.cli.resuming import game_numbered
from cardgames.cli.seating import columns
from cardgames.model.errors import KeepingError, printable
from cardgames.play.database import beside
from cardgames.play.diary import Diary, Kept, kept_of
from cardgames.play.results import local
from cardgames.play.script import STANDARD_INPUT, cannot, check_readable, replacing
from cardgames.text.wording import counted, fitted

ALL: Final = "all"


@click.command(short_help="the file of what you played: check, copy, forget")
@click.option("--check", is_flag=True, help="Look for damage, and for games that make no sense.")
@click.option("--export", metavar="FILE", help="Write all games to FILE, as JSON lines.")
@click.option("--import", "import_", metavar="FILE", help="Add the games in FILE that are new.")
@click.option("--forget", metavar="ID|all", help="Delete a game, or all of them; asks before.")
@click.option("--yes", is_flag=True, help="Let --forget not ask.")
def diary(
    check: bool, export: str | None, import_: str | None, forget: str | None, yes: bool
) -> int:
    """Show where your games are kept, and how many. In place of FILE, - is a pipe.

    \b
    Examples:
      cardgames diary
      cardgames diary --check
      cardgames diary --export games.jsonl
      cardgames diary --forget 37
    """
    if sum(map(bool, (check, export, import_, forget))) > 1:
        raise click.UsageError("choose one of --check, --export, --import and --forget")
    if yes and not forget:
        raise click.UsageError("--yes is for --forget")
    kept = opened()
    if kept is None:
        click.echo(NOT_KEPT)
    elif check:
        return _check(kept)
    elif export:
        _export(kept, export)
    elif import_:
        _import(kept, import_)
    elif forget:
        _forget(kept, forget, yes)
    else:
        _show(kept)
    return 0


def _show(kept: Diary) -> None:
    """Show what is kept, where, and who sits at which game."""
    games, lines = kept.size()
    told = [f"{counted(games, 'game')}, {counted(lines, 'line')}", f"{printable(kept.name)}"]
    for what, name in (("", kept.name), (", the backup", beside(kept.name, "backup"))):
        told += _stored(name, what)
    for id, owner in kept.owners().items():
        found = kept.find(id)
        if found is not None and owner.is_live():
            where = f"process {owner.process} on {printable(owner.machine)}"
            told.append(f"{id}: {about(found)}: open since {local(owner.since)}, {where}")
    click.echo(fitted("\n".join([*told, ""]), columns()), nl=False)


def _stored(name: str, what: str) -> list[str]:
    """Return a line with the size of the file called NAME; none if there is no file."""
    try:
        found = os.stat(name)
    except OSError:
        return []
    return [f"  {found.st_size:,} bytes, written {changed(found.st_mtime)}{what}"]


def _check(kept: Diary) -> int:
    """Tell every fault of the file; return the exit status."""
    faults = kept.faults()
    for fault in faults:
        click.echo(printable(fault))
    if not faults:
        click.echo(f"The diary is sound: {counted(kept.size()[0], 'game')}.")
    return 1 if faults else 0


def _export(kept: Diary, name: str) -> None:
    """Write all games to the file called NAME, whole or not at all; raises KeepingError."""
    games = kept.games()
    rows = [json.dumps({**game._asdict(), "lines": kept.lines(game.id)}) for game in games]
    text = "".join(f"{row}\n" for row in rows)
    if name == STANDARD_INPUT:
        click.echo(text, nl=False)
        return
    if os.path.exists(name):
        raise KeepingError(f"{name} exists: choose another file")
    try:
        with replacing(name, text) as part:
            os.chmod(part, 0o600)
    except (OSError, ValueError) as error:
        raise KeepingError(cannot("write", name, error)) from None
    click.echo(f"Exported {counted(len(rows), 'game')} to {printable(name)}.")


def _import(kept: Diary, name: str) -> None:
    """Add the games in the file called NAME that are not there yet; raises KeepingError."""
    path = os.path.expanduser(name)
    try:
        if name != STANDARD_INPUT:
            check_readable(path)
        with click.open_file(path, encoding="utf-8") as file:
            found = [*_read(file, name)]
    except KeepingError:
        raise
    except (OSError, ValueError) as error:
        raise KeepingError(cannot("read", name, error)) from None
    added = kept.add(found)
    rest = "; the others are there already" if added < len(found) else ""
    click.echo(f"Added {added} of {counted(len(found), 'game')}{rest}.")


def _read(rows: Any, name: str) -> Iterator[Kept]:
    """Yield the games in ROWS of JSON; raises KeepingError naming the first that is none."""
    for number, row in enumerate(rows, 1):
        try:
            game = kept_of(json.loads(row))
        except (ValueError, RecursionError):
            game = None
        if game is None:
            raise KeepingError(f"{name}, line {number}: this is no game of a diary")
        yield game


def _forget(kept: Diary, which: str, yes: bool) -> None:
    """Delete game WHICH, or all of them, if the person agrees or said YES."""
    if which == ALL:
        found = kept.games()
        ids, what = [game.id for game in found], f"all {counted(len(found), 'game')}"
    elif which.isascii() and which.isdecimal() and len(which) < 19:
        game = game_numbered(kept, int(which))
        ids, what = [game.id], f"game {game.id}: {about(game)}"
    else:
        raise click.UsageError("--forget takes the number of a game, or the word all")
    if not ids:
        click.echo("There is nothing to forget.")
    elif yes or click.confirm(f"Forget {what}?", err=True):
        click.echo(f"Forgotten: {kept.forget(ids):,}.")
