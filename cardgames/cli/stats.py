"""The command `stats`: it shows, lists or exports what was played."""

from collections.abc import Collection, Sequence
from typing import Final

import click

from cardgames import games
from cardgames.cli.dates import today
from cardgames.cli.keeping import NOT_KEPT, diary, model_of
from cardgames.cli.seating import columns
from cardgames.play.results import Result
from cardgames.text.wording import fitted

FORMS: Final = ("json", "csv", "long", "listed")
"""The options that each choose another form of the page."""


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
    kept = diary()
    if kept is None:
        click.echo(NOT_KEPT, err=form in ("json", "csv"))
    rows = kept.games(game) if kept else []
    if form in ("json", "csv"):
        from cardgames.stats.page import as_csv, as_json

        click.echo(as_json(rows) if form == "json" else as_csv(rows), nl=False)
    elif kept and not rows:
        click.echo(_none(game))
    elif form == "listed":
        click.echo(_list(rows, game, best, last), nl=False)
    elif kept:
        from cardgames.stats.page import page

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


def _list(rows: Sequence[Result], game: str | None, best: bool, last: int | None) -> str:
    """Return the list of ROWS, of the BEST of them, or of the LAST ones."""
    from cardgames.stats import listing

    models = {name: model_of(name) for name in {row.game for row in rows}}
    chosen = listing.best(rows, models[str(game)], today()) if best else rows[-(last or 0) :]
    return fitted(listing.listing(chosen, models, today()), columns())


def _in_order(played: Collection[str]) -> list[str]:
    """Return the names of games PLAYED in the order of the list; unknown ones come last."""
    listed = [name for name in games.NAMES if name in played]
    return listed + sorted(name for name in played if name not in games.NAMES)
