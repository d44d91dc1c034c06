"""The command `stats`: it shows, exports or deletes results, by means of the folder `stats`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import click

from cardgames import games
from cardgames.cli.dates import today
from cardgames.cli.keeping import results
from cardgames.cli.seating import columns
from cardgames.model.errors import printable
from cardgames.model.game import Game
from cardgames.play.results import Result, Results

NOT_KEPT: Final = "No results are kept, since CARDGAMES_RESULTS is off."


@click.command(short_help="what was played, and how it went")
@click.argument(
    "game",
    required=False,
    metavar="[GAME]",
    type=click.Choice(games.NAMES),
)
@click.option("--json", is_flag=True, help="Print every result, as a list of JSON objects.")
@click.option("--csv", is_flag=True, help="Print every result, as comma-separated values.")
@click.option("--forget", is_flag=True, help="Delete the results; asks before.")
@click.option("--yes", is_flag=True, help="Let --forget not ask.")
def stats(game: str | None, forget: bool, yes: bool, **forms: bool) -> int:
    """Show the results of the games you played at a terminal, or of GAME alone, in more detail.

    \b
    Examples:
      cardgames stats
      cardgames stats canfield
      cardgames stats --csv > results.csv
      cardgames stats clock --forget
    """
    form = _form(forms, forget, yes)
    kept = results()
    if kept is None:
        click.echo(NOT_KEPT, err=bool(form))
    if forget and kept:
        _forget(kept, game, yes)
    elif form:
        click.echo(_written(kept.rows(game) if kept else [], form), nl=False)
    elif kept:
        click.echo(_page(kept.rows(game), game), nl=False)
    return 0


def _form(forms: Mapping[str, bool], forget: bool, yes: bool) -> str:
    """Return the form chosen in FORMS, 'json' or 'csv', or ''; refuse options that do not agree."""
    asked = [form for form, chosen in forms.items() if chosen]
    if len(asked) > 1:
        raise click.UsageError("choose one of --json and --csv")
    if forget and asked:
        raise click.UsageError(f"--forget prints no results: leave out --{asked[0]}")
    if yes and not forget:
        raise click.UsageError("--yes is for --forget")
    return "".join(asked)


def _written(results: Sequence[Result], form: str) -> str:
    """Return all RESULTS as text in FORM, 'json' or 'csv'."""
    from cardgames.stats.page import as_csv, as_json

    return as_json(results) if form == "json" else as_csv(results)


def _page(results: Sequence[Result], game: str | None) -> str:
    """Return the page about RESULTS, which are those of GAME, or of all games."""
    from cardgames.stats.page import page

    if not results:
        of = f"No game of {games.listing(game).title}" if game else "No game"
        return f"{of} has ended yet: 'cardgames{f' {game}' if game else ''}' begins one.\n"
    played = dict.fromkeys(result.game for result in results)
    models = {name: _model(name) for name in _in_order(played)}
    return page(results, models, today(), columns())


def _in_order(played: Collection[str]) -> list[str]:
    """Return the names of games PLAYED in the order of the list; unknown ones come last."""
    listed = [name for name in games.NAMES if name in played]
    return listed + [name for name in played if name not in games.NAMES]


def _model(name: str) -> type[Game]:
    """Return the class of the game called NAME, or Game if this version does not know that game."""
    return games.model(name) if name in games.NAMES else Game


def _forget(kept: Results, game: str | None, yes: bool) -> None:
    """Delete the results of GAME (default: all games), if the person agrees or said YES."""
    counts = kept.counts(game)
    if not counts:
        click.echo("There are no results to forget.")
        return
    which = ", ".join(f"{printable(name)} {counts[name]:,}" for name in _in_order(counts))
    click.echo(f"These results would be gone: {which}. They are in\n{printable(kept.name)}.")
    total = sum(counts.values())
    if yes or click.confirm(f"Forget {'it' if total == 1 else f'all {total:,}'}?"):
        click.echo(f"Forgotten: {kept.forget(game):,}.")
