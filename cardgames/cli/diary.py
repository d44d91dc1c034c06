"""The commands about games that a person has played (`stats`, `resume`, `diary`), and `today`.

The functions at the end, which find and describe games, also serve the menu and `replay`.
"""

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from cardgames import games
from cardgames.cli import options, playing
from cardgames.cli.settings import defaults
from cardgames.diary import figures
from cardgames.diary.diary import GOING, NO_GAME, Diary, Entry, Kept, Owner, date_here, local
from cardgames.diary.files import LimitedWait, written
from cardgames.diary.keeping import Keeper
from cardgames.model.errors import KeepingError, ScriptError, counted, printable, quoted
from cardgames.model.game import JOIN, Game, Setup
from cardgames.model.strategy import SOLVER
from cardgames.play import charts
from cardgames.play.script import (
    LARGEST,
    STANDARD_INPUT,
    Script,
    check_readable,
    decoded,
    failing,
    replacing,
)  # fmt: skip
from cardgames.screen.console import at_terminal, columns
from cardgames.screen.look import UNICODE, WORDS, fitted, folded, wrapped

if TYPE_CHECKING:
    from cardgames.patience.search import Solution

NOT_KEPT: Final = "Nothing is kept, since CARDGAMES_RESULTS is off."
MOST: Final = 20  # the greatest number of games in the list of `resume`
ELSEWHERE: Final = "open in another terminal"
COMPUTERS: Final = tuple(dict.fromkeys(name for game in games.GAMES for name in game.strategies))


@click.command(short_help="show how you have done")
@click.argument("game", required=False, metavar="[GAME]", type=options.GameName())
@click.option("--long", is_flag=True, help="Show every figure; for one game, also by month.")
@click.option("--list", "listed", is_flag=True, help="List the games, with their numbers.")
@click.option("--best", is_flag=True, help="List only the ten best games.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="List only the last N games.")
@click.option("--json", is_flag=True, help="Print every game, as a list of JSON objects.")
@click.option("--csv", is_flag=True, help="Print every game, as comma-separated values.")
@click.option("--svg", metavar="FILE", help="Write the charts of a game to a file, as SVG.")
def stats(
    game: str | None,
    best: bool,
    last: int | None,
    svg: str | None,
    utc: bool | None,
    cards: str | None,
    **forms: bool,
) -> int:
    """Show the results of all games that you played at a terminal, or of one game, with charts.

    \b
    Examples:
      cardgames stats
      cardgames stats canfield --long
      cardgames stats canfield --list --best
      cardgames stats canfield --svg canfield.svg
      cardgames stats --csv > results.csv
    """
    if best and last:
        raise click.UsageError("choose one of --best and --last")
    forms["listed"] |= best or last is not None
    asked = [form for form, chosen in forms.items() if chosen]
    if len(asked) > 1:
        listing = "--list (with --best or --last)" if best or last is not None else "--list"
        raise click.UsageError(f"choose one of --long, {listing}, --json and --csv")
    if best and game is None:
        raise click.UsageError("--best lists one game: name it")
    if svg and (asked or game is None):
        raise click.UsageError("--svg draws one game: name it, and no other form")
    kept, form, day = playing.own_diary(), "".join(asked), date_of(utc)
    if kept is None:
        click.echo(NOT_KEPT, err=form in ("json", "csv"))
    # Each field that is not read saves a thirtieth of the time.
    unread = {"json": (), "csv": (), "listed": figures.NOT_LISTED}.get(form, figures.NOT_FIGURED)
    rows = kept.games(game, unread) if kept else []
    played = {row.game for row in rows}
    models = {name: model_of(name) for name in (*games.NAMES, *sorted(played)) if name in played}
    if form in ("json", "csv"):
        click.echo(figures.as_json(rows) if form == "json" else figures.as_csv(rows), nl=False)
    elif kept and not rows:
        row = games.listing(game) if game else None
        of, typed = (f" of {row.title}", f" {row.typed}") if row else ("", "")
        click.echo(f"No game{of} has been begun yet: 'cardgames{typed}' begins one.")
    elif form == "listed":
        chosen = rows[-(last or 0) :]
        if best:
            chosen = figures.best(rows, model_of(str(game)), day)
        text = figures.listing(chosen, models, day)
        click.echo(fitted(folded(text) if at_terminal() else text, columns()), nl=False)
    elif kept and svg:
        title = f"{models[str(game)].title()}: {counted(len(rows), 'game')}"
        write_new(svg, charts.svg(title, figures.charts(rows, day)), "Drawn in")
    elif kept:
        drawn = _drawn(figures.charts(rows, day), cards) if game else ()
        click.echo(figures.page(rows, models, day, columns(), form == "long", drawn), nl=False)
    return 0


def _drawn(found: Sequence[charts.Bars], cards: str | None) -> list[str]:
    """Return the lines of charts in the style `cards` (default: the style in the settings)."""
    style = playing.look_for(cards or defaults("")[0].get("cards"), False).style
    wide = 0 if style == WORDS else columns()  # bars are nothing to read aloud
    return [line for one in found for line in ("", *one.lines(wide, style != UNICODE))]


@click.command(short_help="go on with an unfinished game")
@click.argument(
    "which",
    required=False,
    metavar="[GAME|NUMBER]",
    shell_complete=options.GameName().shell_complete,
)
@click.option("--list", "listed", is_flag=True, help="List the unfinished games, and play none.")
@click.pass_context
def resume(ctx: click.Context, /, which: str | None, listed: bool, **values: object) -> int:
    """Go on with the game that you left last, or with one that you name.

    Name a kind of game, or a number in the list. Every game at a terminal is kept as you play it.
    If the game has ended, its deal begins anew, as another game.

    \b
    Examples:
      cardgames resume
      cardgames resume canfield
      cardgames resume --list
      cardgames resume 37
    """
    kept = playing.own_diary()
    if kept is None:
        click.echo(NOT_KEPT)
        return 0
    if (number := number_in(which)) is not None:
        if listed:
            raise click.UsageError("choose one of --list and the number of a game")
        return resume_game(game_numbered(kept, number), kept, ctx)
    game = which and options.game_of(ctx, which)
    if game == "":
        known = ", ".join(games.NAMES)
        why = f"{quoted(str(which))} is no number, and not one of: {known}"
        raise click.BadParameter(why, param_hint="'[GAME|NUMBER]'")
    given = [seat for seat, _ in ctx.params.get("seat") or ()]
    found = kept.unfinished(game, -1 if given else MOST)
    found = [one for one in found if all(f"--seat {n}={JOIN}" in one.words for n in given)]
    if not found:
        of = f" of {games.listing(game).title}" if game else ""
        who = " with others in those seats" * bool(given)
        click.echo(f"There is no unfinished game{of}{who}.")
    elif listed:
        click.echo(_unfinished(found, kept, game), nl=False)
    else:
        return resume_game(offered(found, kept), kept, ctx)
    return 0


resume.params += options.playing_options("undo", "scroll", "timer", "mouse", *options.SHOWN)
resume.params += [*options.seat_options(), *options.file_options()]
stats.params += [*options.playing_options("utc", "cards"), options.run_option()]


def resume_game(game: Entry, kept: Diary, ctx: click.Context) -> int:
    """Let a person go on with a game; return the exit status.

    If the game is open in another terminal, ask first. If the game has ended, deal it anew as
    another game. Raises KeepingError if another program ends the game meanwhile, or if the game
    cannot be replayed.
    """
    if not at_terminal():
        raise click.UsageError("a game can be resumed only at a terminal, not by a script")
    given = ctx.params.get("seat") or ()
    if game.status != GOING:
        session = playing.new_session(playing.read_setup(f"# {game.deal}"))
        for _ in range(game.number - 1):
            session.new()
        anew = f"Game {game.id} has ended: its deal begins anew, as another game.\n"
        return playing.play(session, playing.as_played(game.game, ctx), anew)
    if (owner := kept.sitting().get(game.id)) is not None:
        where = f"{ELSEWHERE} (since {local(owner.since)[-5:]})"
        what = fitted(f"{about(game)}, is {where}.\n", columns())
        if not click.confirm(f"{what}Go on here?", default=True, err=True):
            click.echo("'cardgames resume --list' lists all unfinished games.")
            return 0
    id, forget = game.id, f"'cardgames diary --forget {game.id}' deletes"
    (taken, lines), turn = kept.take(game.id, Owner.new())
    try:
        if not games.knows(taken.game):
            what = f"one of {printable(taken.game)}, which is not known here"
            named = f"'cardgames resume {id} --game FILE' names its file"
            raise KeepingError(f"game {id} is {what}: {named}, {forget} it")
        try:
            session = playing.followed(script_of(taken, lines))
        except ScriptError as error:
            raise KeepingError(f"{error}. {forget} this game") from None
        if session.outcome() is not None:
            end = f"the moves of game {id} end it, although it is kept as unfinished"
            named = f" --game {session.game.file}" if session.game.file else ""
            raise KeepingError(f"{end}: 'cardgames replay {id}{named}' shows it, {forget} it")
        values = playing.as_played(taken.game, ctx)
    except BaseException:
        kept.keep(taken, lines, turn)  # the game now has no owner: any program can resume it
        kept.close()
        raise
    keeper, told, others = Keeper(kept), "", None
    keeper.take_up(session, taken, turn)
    if session.setup.away or given:
        guests = import_module("cardgames.cli.guests")
        try:
            others = guests.others_again(session, given, values.get("time"))
        except BaseException:
            keeper.close(False)
            raise
        told = wrapped(f"Game {id} goes on: {about(game)}.")
    return playing.play(session, values, told, keeper=keeper, others=others)


def number_in(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else None


def _unfinished(found: list[Entry], kept: Diary, game: str | None) -> str:
    """Return a line for each game, with its number, deal, moves, and when it was last played."""
    elsewhere, wide = kept.sitting(), columns() - 1
    shown = [(one, about(one)) for one in found]
    room = wide - len("9999    2026-11-22 12:34")
    width = max((len(text) for _, text in shown if len(text) <= room), default=0)
    lines = []
    for one, text in shown:
        when = local(one.finished) + f"  {ELSEWHERE}" * (one.id in elsewhere)
        gap = "  " if width + len(f"9999    {when}") <= wide and len(text) <= room else "\n      "
        lines.append(f"{one.id:>4}  {text:<{width}}{gap}{when}")
    if (more := kept.count(GOING, game) - len(found)) > 0:
        lines.append(f"and {more} more: 'cardgames stats --list' has all")
    return fitted(folded("\n".join([*lines, ""])), columns())


@click.command(short_help="check or copy the file of your games, or delete games")
@click.option("--check", is_flag=True, help="Look at every part of the diary, and mend damage.")
@click.option("--export", metavar="FILE", help="Write all games to a file, as lines of JSON.")
@click.option("--import", "import_", metavar="FILE", help="Add the new games of such a file.")
@click.option("--forget", metavar="ID|all", help="Delete a game, or all games, if you confirm it.")
@click.option("--yes", is_flag=True, help="Let --forget delete without asking.")
def diary(
    check: bool, export: str | None, import_: str | None, forget: str | None, yes: bool
) -> int:
    """Show where your games are kept, and how many.

    The file name - stands for standard input or output.

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
    kept = playing.own_diary()
    if kept is None:
        click.echo(NOT_KEPT)
    elif check and not kept.check():
        return 1  # `kept.check` has reported the damage.
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
    """Write all games to a new file; raises KeepingError, and then writes no file."""
    rows = [json.dumps({**result._asdict(), "lines": lines}) for result, lines in kept.everything()]
    text = "".join(f"{row}\n" for row in rows)
    write_new(name, text, f"Exported {counted(len(rows), 'game')} to")


def write_new(name: str, text: str, what: str) -> None:
    """Write a text to a new file, and say what was done; raises KeepingError if the file exists."""
    if name == STANDARD_INPUT:
        click.echo(text, nl=False)
        return
    path = os.path.expanduser(name)
    if os.path.exists(path):
        raise KeepingError(f"{name} exists: choose another file")
    with failing("write", name), replacing(path, text) as part:
        os.chmod(part, 0o600)
    click.echo(f"{what} {printable(name)}.")


def _import(kept: Diary, name: str) -> None:
    """Add the games in a file to the diary, except those that it has; raises KeepingError."""
    path, found = os.path.expanduser(name), list[Kept]()
    with failing("read", name):
        if name != STANDARD_INPUT:
            check_readable(path)
        with click.open_file(path, "rb") as file:
            for number, row in enumerate(iter(lambda: file.readline(LARGEST), b""), 1):
                try:
                    values = json.loads(row if number > 1 else decoded(row, name, "strict"))
                    entry = Entry(**{field: values[field] for field in Entry._fields})
                    found.append(Kept(entry, values["lines"]))
                except (ValueError, TypeError, LookupError, RecursionError):
                    raise KeepingError(NO_GAME.format(name, number)) from None
    added = kept.add(found, name)
    rest = "; the others are there already" if added < len(found) else ""
    click.echo(f"Added {added} of {counted(len(found), 'game')}{rest}.")


def _forget(kept: Diary, which: str, yes: bool) -> None:
    if which == "all":
        ids = [game.id for game in kept.games()]
        what = f"all {counted(len(ids), 'game')}"
    elif (number := number_in(which)) is not None:
        game = game_numbered(kept, number)
        ids, what = [game.id], f"game {game.id}: {about(game)}"
    else:
        raise click.UsageError("--forget takes the number of a game, or the word all")
    copies = kept.copies()
    what += ", with the damaged files set aside" * any("-damaged-" in name for name in copies)
    if not ids and not copies:
        click.echo("There is nothing to forget.")
    elif yes or click.confirm(f"Forget {what}?", err=True):
        click.echo(f"Forgotten: {kept.forget(ids):,}.")


@click.command(short_help="play today's deal, the same for everyone")
@click.argument(
    "game", metavar="[GAME]", default=games.GAMES[0].name, type=options.GameName()
)
@click.option("--calendar", is_flag=True, help="Show what you won and lost this month.")
@click.pass_context
def today(
    ctx: click.Context, /, game: str, calendar: bool, auto: str | None, **values: object
) -> int:
    """Play today's deal of a game (default: canfield).

    Everyone has the same deal on this date, with the plain rules of the game. The deal of Canfield
    can be won. From 2026-12-01 on, so can the deal of each game whose solver finds a win soon
    enough. At the end you get a line to share, without cards or moves. '--seed' takes dates, too.

    \b
    Examples:
      cardgames today
      cardgames today mod10
      cardgames today --calendar
      cardgames canfield --seed 2026-11-21
    """
    day, row = date_of(ctx.params["utc"]), games.listing(game)
    if calendar:
        kept = playing.own_diary()
        rows = kept.games(game, figures.NOT_FIGURED) if kept else []
        month = figures.calendar(rows, row.title, row.typed, day)
        click.echo(month.removesuffix("\n") if kept else NOT_KEPT)
        return 0
    known = row.strategies
    if auto not in (None, *known):
        plays_no = f"'{auto}' plays no {row.title}: choose from "
        raise click.BadParameter(plays_no + ", ".join(known), param_hint="'--auto'")
    seed, won = playing.dealt_on(games.model(game), day)
    dealt = playing.setup_of(games.model(game), {"seed": seed})._replace(day=day)
    chosen, session = playing.as_played(game, ctx), playing.new_session(dealt)
    if auto is not None or not at_terminal():
        return playing.play(session, chosen)
    kept, tries = playing.own_diary(), []
    with suppress(KeepingError):  # the keeper will report the error
        tries = kept.tries(game, str(day)) if kept else []
    going = [one for one in tries if one.status == GOING]
    if kept and going:
        return resume_game(going[0], kept, ctx)
    if tries:
        again = "You have played today's deal already: now it is a game like any other.\n"
        return playing.play(playing.new_session(dealt._replace(day=None)), chosen, again)
    end = "At its end comes a line to share, without cards or moves."
    shared = f"Everyone has this deal today, by: cardgames today {row.typed}\n"
    return playing.play(session, chosen, f"{shared}{_hard(dealt, won)}{end}\n")


def date_of(utc: bool | None) -> date:
    """Return today's date in UTC or in local time (default: as in the settings).

    Raises InvalidCommand.
    """
    return date_here(bool(defaults("")[0].get("utc") if utc is None else utc))


def _hard(dealt: Setup, won: "Solution | None") -> str:
    """Say how hard today's deal is to win; '' if no solution of it is known."""
    if won is None:
        return ""
    solver: Any = games.computer(dealt.game.name, SOLVER)
    level = solver.level(won.positions, dealt.options)
    looked_at = f"the solver looked at {counted(won.positions, 'position')}"
    return f"It can be won{f', and is {level}' if level else ''}: {looked_at}.\n"


today.params += options.playing_options(*options.PLAYED, "auto_up", computers=COMPUTERS)
today.params += options.playing_options("utc")
OWN: Final = "today's deal is for you alone: a game with --seed DATE has this option"
today.params += [options.run_option(), options.no_seat(OWN)]


class Pending(NamedTuple):
    """The unfinished game that the menu offers."""

    about: str
    command: str  # the words to type after 'cardgames' to resume the game
    others: int = 0  # the number of other unfinished games


def game_numbered(kept: Diary, number: int) -> Entry:
    """Return the game with this number; raises click's UsageError if there is none."""
    if (found := kept.find(number)) is None:
        raise click.UsageError(f"there is no game {number}: 'cardgames stats --list' has numbers")
    return found


def script_of(game: Entry, lines: Iterable[str]) -> Script:
    """Return the script that deals a game and plays these lines; raises ScriptError."""
    return playing.script_of(game.deal, lines, f"game {game.id}")


def for_menu() -> tuple[dict[str, str], Pending | None, str]:
    """Return the results of each game, the unfinished game to offer, and the game played last.

    If there is no unfinished game, its value is None; if no game was played, the last one is ''.
    """
    try:
        if (kept := playing.own_diary()) is None:
            return {}, None, ""
        kept.wait = LimitedWait.usual  # the menu need not wait long: it can do without results
        results = {name: f"won {won} of {ended}" for name, (ended, won) in kept.records().items()}
        last = played.game if (played := kept.last()) else ""
        if not (found := kept.unfinished(most=MOST)):
            return results, None, last
        game, others = offered(found, kept), kept.count(GOING) - 1
        return results, Pending(about(game), f"resume {game.id}", others), last
    except KeepingError as error:
        click.echo(printable(f"Error: {error}"), err=True)
        return {}, None, ""


def offered(found: Sequence[Entry], kept: Diary) -> Entry:
    """Return the first game that no other program has open; if all are open, the first game."""
    elsewhere = kept.sitting()
    return min(found, key=lambda game: game.id in elsewhere)


def about(game: Entry) -> str:
    """Describe a game: 'Canfield, rainfall, seed 42, 112 moves'."""
    return f"{figures.deal_of(game, model_of(game.game))}, {counted(game.moves, 'move')}"


def model_of(name: str) -> type[Game]:
    """Return the class of the game with this name; if no game has it, return the class Game."""
    return games.model(name) if games.knows(name) else Game
