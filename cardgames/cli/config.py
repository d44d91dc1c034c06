"""The command `config`, which shows and changes the settings."""

import click
from click.shell_completion import CompletionItem

from cardgames import games
from cardgames.cli.settings import (
    Setting,
    bare,
    completions,
    divided,
    drop,
    file_name,
    form,
    keep,
    named,
    options_of,
    parse,
    settable,
    settings,
    subject,
)
from cardgames.model.errors import InvalidCommand, printable
from cardgames.model.game import Options


class SettingType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The click type of the words after `config`, which the shell can complete."""

    name = "word"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin with INCOMPLETE and fit after the words already typed."""
        before = ctx.params.get(str(param.name)) or ()
        return [CompletionItem(word) for word in completions(before, incomplete)]


@click.command(
    short_help="show or change the settings",
    context_settings={"ignore_unknown_options": True},  # so that --draw 1 is read as draw 1
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME [VALUE]]", type=SettingType())
@click.option("--unset", is_flag=True, help="Take a setting back, or all of a game.")
def config(words: tuple[str, ...], unset: bool) -> int:
    """Show the settings, or change one.

    They are defaults for the options of games that you play at a terminal; options on the command
    line, and CARDGAMES_... in the environment, go before them. Each is a line, in the words that
    set it, of a file which you may edit as well. Scripts and simulations never heed them.

    \b
    Examples:
      cardgames config                       show all that is set, and the file
      cardgames config canfield              show what can be set for Canfield
      cardgames config canfield draw 1       play Canfield by ones from now on
      cardgames config cards unicode         show suits in every game
      cardgames config no-color              show no colors in any game
      cardgames config --unset canfield draw
    """
    if unset:
        _unset(list(words))
    elif not words:
        _show_all()
    elif _is_question(words):
        _show(*divided(words))
    else:
        setting = parse(words)
        keep(setting)
        click.echo(f"Set in {printable(file_name())}: {printable(str(setting))}")
    return 0


def _is_question(words: tuple[str, ...]) -> bool:
    """Do WORDS only name a game or an option, so that its values are to be shown?"""
    game, rest = divided(words)
    if len(rest) != 1:
        return not rest
    option = subject(words)[1]
    return not option.is_flag and bare(option) is None


def _unset(words: list[str]) -> None:
    """Remove the setting that WORDS name, or all settings of a game; raises CardGameError."""
    if not words or len(divided(words)[1]) > 1:
        raise InvalidCommand("name the setting to take back, without a value, or a game")
    count = drop(words)
    lines = "" if count == 1 else f" ({count} lines)"
    click.echo(f"Unset in {printable(file_name())}: {' '.join(words)}{lines}")


def _show_all() -> None:
    """Show all settings, and the options that can be set for every game."""
    found, faults = settings()
    where = printable(file_name())
    click.echo(f"Set in {where}:" if found else f"Nothing is set in {where}.")
    for setting in sorted(found, key=lambda setting: setting.key):
        click.echo(f"  {printable(str(setting))}")
    click.echo("For every game there are:")
    for option in settable(""):
        click.echo(f"  {form(option)}")
    click.echo("'cardgames config GAME' shows what there is for a game.")
    _show_faults(faults)


def _show(game: str, rest: list[str]) -> None:
    """Show each option of GAME with its value, or only the option that REST names."""
    found, faults = settings(game)
    shown = [named(game, rest[0])[0]] if rest else settable(game)
    if not rest:
        click.echo(f"{games.listing(game).title}, by the settings in {printable(file_name())}:")
    for option in shown:
        click.echo(_entry(game, option, found))
    _show_faults(faults)


def _entry(game: str, option: click.Option, found: list[Setting]) -> str:
    """Return OPTION's possible values, its value in GAME by the settings FOUND, and its purpose."""
    from textwrap import fill

    from cardgames.cli.seating import columns

    width = min(79, columns() - 1)
    default, now = _effective(game, option, []), _effective(game, option, found)
    state = f": {_value(now)}" if now else ""
    if now in found:
        state += ", set" + " for every game" * bool(game and not (now and now.game))
    elif now != default:
        state += ", by the variant"
    if now and default and now.value != default.value:
        state += f" (default {_value(default)})"
    first = fill(f"{form(option)}{state}", width, initial_indent="  ", subsequent_indent="      ")
    purpose = str(option.help).partition("  [")[0]
    return f"{first}\n{fill(purpose, width, initial_indent='      ', subsequent_indent='      ')}"


def _effective(game: str, option: click.Option, found: list[Setting]) -> Setting | None:
    """Return OPTION's setting for GAME: one of those FOUND, else the game's default, else None."""
    kept = {setting.game: setting for setting in found if setting.option.name == option.name}
    if game in kept or "" in kept:
        return kept.get(game) or kept[""]
    try:
        options = options_of(game, found) if game else Options()
    except InvalidCommand:  # the settings do not agree, as the next game will say
        options = options_of(game, [])
    if option.name in [declared.name for declared in options.declared()]:
        return Setting("", option, getattr(options, option.name))
    return None


def _value(setting: Setting) -> str:
    """Return the value of SETTING as typed; for a flag, the flag itself: 'no-color'."""
    return printable(str(setting._replace(game="") if setting.option.is_flag else setting.text))


def _show_faults(faults: list[str]) -> None:
    """Show the faults of the settings file."""
    for fault in faults:
        click.echo(f"Error: {printable(fault)}", err=True)
