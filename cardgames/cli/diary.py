"""The commands about what a person played: `stats`, `resume` and `diary`."""

import json
import os
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import keeping, options
from cardgames.cli.dates import today
from cardgames.cli.keeping import (
    ELSEWHERE,
    MOST,
    NOT_KEPT,
    about,
    game_numbered,
    model_of,
    resume_game,
)
from cardgames.cli.seating import columns
from cardgames.diary.database import written
from cardgames.diary.diary import FIELDS, FOR_FIGURES, GOING, NO_GAME, Diary, Kept, Result, local
from cardgames.model.errors import KeepingError, printable, quoted
from cardgames.play.script import STANDARD_INPUT, cannot, check_readable, replacing
from cardgames.text.wording import counted, fitted

FORMS: Final = ("json", "csv", "long", "listed")
"""The options of `stats` that each choose another form of the page."""
ALL: Final = "all"


@click.command(short_help="what was played, and how it went")
@click.argument("game", required=False, metavar="[GAME]", type=click.Choice(games.NAMES))
@click.option("--long", is_flag=True, help="Show every figure; of one game, by month too.")
@click.option("--list", "listed", is_flag=True, help="List the games, with their numbers.")
@click.option("--best", is_flag=True, help="List only the ten best of GAME.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="List only the last N.")
@click.option("--json", is_flag=True, help="Print every game, as a list of JSON objects.")
@click.option("--csv", is_flag=True, help="Print every game, as comma-separated values.")
def stats(game: str | None, best: bool, last: int | None, **forms: bool) -> int:
    """Show the results of the games you played at a terminal, or of GAME alone.

    \b
    Examples:
      cardgames stats
      cardgames stats canfield --long
      cardgames stats canfield --list --best
      cardgames stats --csv > results.csv
    """
    form = _form(forms, best, last)
    if best and game is None:
        raise click.UsageError("name the game whose best are to be listed")
    kept = keeping.diary()
    if kept is None:
        click.echo(NOT_KEPT, err=form in ("json", "csv"))
    only = FIELDS if form in ("json", "csv", "listed") else FOR_FIGURES
    rows = kept.games(game, only) if kept else []
    if form in ("json", "csv"):
        from cardgames.diary.page import as_csv, as_json

        click.echo(as_json(rows) if form == "json" else as_csv(rows), nl=False)
    elif kept and not rows:
        click.echo(_none(game))
    elif form == "listed":
        click.echo(_listed(rows, game, best, last), nl=False)
    elif kept:
        from cardgames.diary.page import page

        models = {name: model_of(name) for name in _in_order({row.game for row in rows})}
        click.echo(page(rows, models, today(), columns(), form == "long"), nl=False)
    return 0


def _form(forms: dict[str, bool], best: bool, last: int | None) -> str:
    """Return the form chosen in FORMS, or ''; refuse options that do not agree."""
    if best and last:
        raise click.UsageError("choose one of --best and --last")
    asked = {name for name in FORMS if forms[name]} | ({"listed"} if best or last else set())
    if len(asked) > 1:
        raise click.UsageError("choose one of --long, --list, --json and --csv")
    return "".join(asked)


def _none(game: str | None) -> str:
    """Say that no game was begun."""
    of = f"No game of {games.listing(game).title}" if game else "No game"
    return f"{of} has been begun yet: 'cardgames{f' {game}' if game else ''}' begins one."


def _listed(rows: list[Result], game: str | None, best: bool, last: int | None) -> str:
    """Return the list of ROWS, of the BEST of them, or of the LAST ones."""
    from cardgames.diary import figures

    models = {name: model_of(name) for name in {row.game for row in rows}}
    chosen = figures.best(rows, models[str(game)], today()) if best else rows[-(last or 0) :]
    return fitted(figures.listing(chosen, models, today()), columns())


def _in_order(played: Collection[str]) -> list[str]:
    """Return the names of games PLAYED in the order of the list; unknown ones come last."""
    listed = [name for name in games.NAMES if name in played]
    return listed + sorted(name for name in played if name not in games.NAMES)


def _begun(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    """Return the names of games that begin with START."""
    return [name for name in games.NAMES if name.startswith(start)]


@click.command(short_help="go on with an unfinished game")
@click.argument("which", required=False, metavar="[GAME|NUMBER]", shell_complete=_begun)
@click.option("--list", "listed", is_flag=True, help="List the unfinished games, and play none.")
@click.pass_context
def resume(ctx: click.Context, /, which: str | None, listed: bool, **values: Any) -> int:
    """Go on with the game you played last, with the last one of GAME, or with game NUMBER.

    Each game that a person plays at a terminal is kept as it is played. The list has the numbers.
    A game that has ended is dealt anew, as another game.

    \b
    Examples:
      cardgames resume
      cardgames resume canfield
      cardgames resume --list
      cardgames resume 37
    """
    kept = keeping.diary()
    if kept is None:
        click.echo(NOT_KEPT)
        return 0
    if (number := _number(which)) is not None and not listed:
        return resume_game(game_numbered(kept, number), kept, ctx)
    game = which if number is None else None
    if game not in (None, *games.NAMES):
        known = ", ".join(games.NAMES)
        why = f"{quoted(str(game))} is no number, and not one of: {known}"
        raise click.BadParameter(why, param_hint="'[GAME|NUMBER]'")
    found = kept.unfinished(game, MOST)
    if not found:
        of = f" of {games.listing(game).title}" if game else ""
        click.echo(f"There is no unfinished game{of}.")
    elif listed:
        click.echo(_unfinished(found, kept, game), nl=False)
    else:
        return resume_game(keeping.offered(found, kept), kept, ctx)
    return 0


resume.params += [*options.terminal_options(), *options.common_options()]


def _number(text: str | None) -> int | None:
    """Return the number of a game that TEXT is; None if it is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else None


def _unfinished(found: list[Result], kept: Diary, game: str | None) -> str:
    """Return a list of the games FOUND: numbers, deals, moves, and when they were played last."""
    elsewhere = kept.sitting()
    shown = [(one, about(one)) for one in found]
    room = columns() - len("9999    2026-11-22 12:34")
    width = max((len(text) for _, text in shown if len(text) <= room), default=0)
    lines = []
    for one, text in shown:
        when = local(one.finished) + f"  {ELSEWHERE}" * (one.id in elsewhere)
        gap = "  " if len(text) <= room else "\n      "
        lines.append(f"{one.id:>4}  {text:<{width}}{gap}{when}")
    if (more := kept.count(GOING, game) - len(found)) > 0:
        lines.append(f"and {more} more: 'cardgames stats --list' has all")
    return fitted("\n".join([*lines, ""]), columns())


@click.command(short_help="the file of what you played: check, copy, forget")
@click.option("--check", is_flag=True, help="Look for damage in every part of it, and mend it.")
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
    kept = keeping.diary()
    if kept is None:
        click.echo(NOT_KEPT)
    elif check and not kept.check():
        return 1  # What was done was told.
    elif check:
        click.echo(f"The diary is sound: {counted(kept.count(), 'game')}.")
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
    told = [counted(kept.count(), "game"), printable(kept.name)]
    for what, name in (("", kept.name), (", the backup", kept.backup)):
        if os.path.exists(name):
            told.append(f"  {os.stat(name).st_size:,} bytes, written {written(name)}{what}")
    for id, owner in kept.sitting().items():
        if found := kept.find(id):
            where = f"process {owner.process} on {printable(owner.machine)}"
            told.append(f"{id}: {about(found)}: open since {local(owner.since)}, {where}")
    click.echo(fitted("\n".join([*told, ""]), columns()), nl=False)


def _export(kept: Diary, name: str) -> None:
    """Write all games to the file called NAME, whole or not at all; raises KeepingError."""
    rows = [
        json.dumps({**result._asdict(), "lines": lines}) for result, lines in kept.everything()
    ]
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
    added = kept.add(found, name)
    rest = "; the others are there already" if added < len(found) else ""
    click.echo(f"Added {added} of {counted(len(found), 'game')}{rest}.")


def _read(rows: Iterable[str], name: str) -> Iterator[Kept]:
    """Yield the games in ROWS of JSON; raises KeepingError naming the first that is none."""
    for number, row in enumerate(rows, 1):
        try:
            values = json.loads(row)
            yield Kept(Result(**{field: values[field] for field in FIELDS}), values["lines"])
        except (ValueError, TypeError, LookupError, RecursionError):
            raise KeepingError(NO_GAME.format(name, number)) from None


def _forget(kept: Diary, which: str, yes: bool) -> None:
    """Delete game WHICH, or all of them, if the person agrees or said YES."""
    if which == ALL:
        found = kept.games()
        ids, what = [game.id for game in found], f"all {counted(len(found), 'game')}"
    elif (number := _number(which)) is not None:
        game = game_numbered(kept, number)
        ids, what = [game.id], f"game {game.id}: {about(game)}"
    else:
        raise click.UsageError("--forget takes the number of a game, or the word all")
    if not ids:
        click.echo("There is nothing to forget.")
    elif yes or click.confirm(f"Forget {what}?", err=True):
        click.echo(f"Forgotten: {kept.forget(ids):,}.")
