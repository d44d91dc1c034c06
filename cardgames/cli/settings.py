"""The settings (defaults for options), their file, and the folders of the program.

Each setting is a line of the file, in the words that follow `cardgames config`: `canfield draw 1`,
`cards unicode`, `no-color`. `defaults` returns the settings of a game; `keep` and `drop` change the
file; `parse` reads a line. The module ends with the command `config` and the folders.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Final, NamedTuple

import click

from cardgames import games
from cardgames.cli import options
from cardgames.diary.database import alone
from cardgames.diary.files import check_own
from cardgames.model.commands import check_length, split
from cardgames.model.errors import (
    CardGameError,
    InvalidCommand,
    KeepingError,
    closest,
    counted,
    did_you_mean,
    printable,
    quoted,
)  # fmt: skip
from cardgames.model.game import Options
from cardgames.play.script import bytes_of, decoded, failing, real_name, replacing
from cardgames.screen.console import columns, encodes
from cardgames.screen.look import SIGNS, UNICODE

NAME: Final = "cardgames"
MOST_SHOWN: Final = 3  # `defaults` describes at most this number of errors in the file
LARGEST: Final = 1 << 16  # the largest size of the settings file, in bytes
UNNAMED: Final = "name the setting to take back, without a value, or a game"
_BEFORE_REMARK: Final = re.compile(r"""(?:[^'"#]|"[^"]*"|'[^']*'|(?<=\S)#)*(?=(?<!\S)#)""")
"""Matches the part of a line before its remark. A remark starts at a word that begins with #."""


class Setting(NamedTuple):
    """A person's default for an option; `str` returns the words that set it."""

    game: str  # '' for every game
    option: click.Option
    value: object

    def __str__(self) -> str:
        return " ".join(filter(None, [self.game, self.without_game()]))

    def without_game(self) -> str:
        if self.option.is_flag:
            return (self.option.opts if self.value else self.option.secondary_opts)[0][2:]
        value = [] if self.text == bare(self.option) else [shlex.quote(str(self.text))]
        return " ".join([self.option.opts[0][2:], *value])

    @property
    def key(self) -> tuple[str, str]:
        """The game and the option; of several settings with the same key, the last counts."""
        return self.game, str(self.option.name)

    @property
    def text(self) -> str | bool:
        option = self.option
        return bool(self.value) if option.is_flag else options.argument(option).text(self.value)


def defaults(game: str) -> tuple[options.Values, str]:
    """Return the settings of a game, by option, and a warning if the file has errors."""
    read, faults = settings(game)
    try:
        if any(setting.game for setting in read):
            options_of(game, read)
    except InvalidCommand as error:
        read = [setting for setting in read if not setting.game]
        faults.append(f"{file_name()}: {error}")
    read.sort(key=lambda setting: setting.game)  # the game's own settings come last: they count
    found = {str(setting.option.name): setting.text for setting in read}
    if found.get("cards") == UNICODE and not encodes(SIGNS):
        del found["cards"]  # Ignore it: suits cannot be shown. (The option --cards is refused.)
    lines = [f"Error: {printable(fault)}\n" for fault in faults[:MOST_SHOWN]]
    if more := faults[MOST_SHOWN:]:
        lines.append(f"Error: {counted(len(more), 'more line')} of it: see 'cardgames config'\n")
    return found, "".join(lines)


def settings(*about: str) -> tuple[list[Setting], list[str]]:
    """Return the settings for every game and for the named games, and the errors in the file.

    Without names, return the settings for all games.
    """
    try:
        return _read(_lines(), about or games.NAMES)
    except KeepingError as error:
        return [], [str(error)]


def _read(lines: Sequence[str], about: Sequence[str]) -> tuple[list[Setting], list[str]]:
    """Return the settings in the lines, for every game or a named one, and the errors."""
    found: dict[tuple[str, str], Setting] = {}
    faults = []
    for number, line in enumerate(lines, 1):
        try:
            check_length(line)
            if not (typed := _parted(line)[0]) or divided(split(typed))[0] not in ("", *about):
                continue
            setting = parse(split(typed))
            found[setting.key] = setting
        except InvalidCommand as error:
            faults.append(f"{file_name()}, line {number}: {error}")
    return [*found.values()], faults


def keep(setting: Setting) -> None:
    """Write a setting to the file; it replaces a setting with the same key.

    Raises CardGameError.
    """
    game = setting.game
    with _changing() as lines:
        places = [n for n, line in enumerate(lines) if _key(line) == setting.key]
        last = places.pop() if places else len(lines)
        remark = _parted(lines[last])[1] if last < len(lines) else ""
        lines[last : last + 1] = [f"{setting}{remark}"]
        lines[:] = [line for n, line in enumerate(lines) if n not in places]
        if game:
            options_of(game, _read(lines, [game])[0])


def drop(words: list[str]) -> int:
    """Remove the setting that the words name; if they name only a game, remove all its settings.

    Return the number of lines removed; raises CardGameError if there are none.
    """
    game, rest = divided(words)
    if len(rest) > 1:
        raise InvalidCommand(UNNAMED)
    option = str(named(game, rest).name) if rest else ""
    with _changing() as lines:
        before = len(lines)
        keys = zip(lines, map(_key, lines))
        lines[:] = [line for line, (of, own) in keys if of != game or option not in ("", own)]
        if len(lines) == before:
            raise InvalidCommand(f"{' '.join(words)} is not set, so it cannot be unset")
    return before - len(lines)


@contextmanager
def _changing() -> Iterator[list[str]]:
    """Yield the lines of the settings file, and write the list back after the `with` block.

    If the block raises an exception, the file does not change. Raises KeepingError.
    """
    name = file_name()
    with failing("write", name):
        os.makedirs(config_folder(), 0o700, exist_ok=True)
        os.chmod(config_folder(), 0o700)
        with alone(config_folder()):
            lines = _lines()
            yield lines
            with replacing(real_name(name), "".join(f"{line}\n" for line in lines)) as new:
                os.chmod(new, 0o600)


def _lines() -> list[str]:
    """Return the lines of the file; raises KeepingError."""
    name, data = file_name(), b""
    with failing("read", name), suppress(FileNotFoundError, NotADirectoryError):
        check_own(real_name(name))
        data = bytes_of(name, LARGEST)
    if len(data) > LARGEST:
        raise KeepingError(f"{name} is too large to hold settings")
    with failing("read", name):
        try:
            text = decoded(data, name, "strict")
        except UnicodeDecodeError:
            raise KeepingError(f"{name} is not text in UTF-8") from None
    return text.removesuffix("\n").split("\n") if text else []


def _key(line: str) -> tuple[str | None, str]:
    """Return the game ('': every game; None: unknown) and the option ('': unknown) of a line."""
    game = None
    with suppress(InvalidCommand):
        game, rest = divided(split(_parted(line)[0]))
        return game, str(named(game, rest).name)
    return game, ""


def _parted(text: str) -> tuple[str, str]:
    """Return the words of a line, and its remark with the blanks before the remark."""
    before = _BEFORE_REMARK.match(text)
    typed = (before[0] if before else text).rstrip()
    return typed.strip(), text[len(typed) :] if before else ""


def parse(words: Sequence[str]) -> Setting:
    """Return the setting in words such as 'canfield draw 1'; raises InvalidCommand."""
    game, rest = divided(words)
    option = named(game, rest)
    name, values = " ".join(words[: 1 + bool(game)]), rest[1:]
    if option.is_flag:
        if values:
            raise InvalidCommand(f"{name} has no value: it is {form(option)}")
        return Setting(game, option, f"--{_name(rest[0])}" in option.opts)
    if not values and (usual := bare(option)) is not None:
        return Setting(game, option, usual)
    if len(values) != 1:
        wanted = "one value, in quotes if it has blanks" if values else "a value"
        raise InvalidCommand(f"{name} needs {wanted}: {options.argument(option).form}")
    try:
        return Setting(game, option, options.argument(option).parse(values[0]))
    except InvalidCommand as error:
        meant = closest(values[0].lower(), options.argument(option).completions(""))
        advice = f" (did you mean {meant}?)" if meant else ""
        raise InvalidCommand(f"{name}: {error}{advice}") from None


def divided(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the name of the game ('': every game) and the other words; raises InvalidCommand."""
    first, known = _name(words[0]), names("")
    if first in known:
        return "", list(words)
    if game := games.named(first):
        return game, list(words[1:])
    if games.is_file(first):
        whose = "only games that are built in or installed have"
        raise InvalidCommand(f"a file such as {quoted(words[0])} has no settings: {whose} them")
    usual = ", ".join(name for name in known if not name.startswith("no-"))
    advice = did_you_mean(first, [*games.NAMES, *known], f": those are {usual}")
    raise InvalidCommand(f"{quoted(words[0])} is not a game, nor a setting of all games{advice}")


def _name(word: str) -> str:
    return word.lower().removeprefix("--")


def named(game: str, rest: Sequence[str]) -> click.Option:
    """Return the option of a game that the first word in `rest` names; raises InvalidCommand."""
    known, name = names(game), _name("".join(rest[:1]))
    if name in known:
        return known[name]
    if not name:
        raise InvalidCommand(f"name what to set for {game}: {', '.join(known)}")
    if f"--{name}" in options.by_flag(options.play_options(game)):
        raise InvalidCommand(f"{name} cannot be set: it is typed for one game at a time")
    advice = did_you_mean(name, known, f": there are {', '.join(known)}")
    raise InvalidCommand(f"{quoted(name)} is not an option of {game}{advice}")


def options_of(game: str, settings: Iterable[Setting]) -> Options:
    """Return the options of a game according to its own settings; raises InvalidCommand."""
    model = games.model(game)
    values: options.Values = {
        str(item.option.name): item.value for item in settings if item.game == game
    }
    bundle = model.options_type.variants.get(values.get("variant", ""), {})
    try:
        return options.options_of(model, {**bundle, **values})
    except CardGameError as error:
        raise InvalidCommand(f"the settings of {game} do not agree: {error}") from None


def settable(game: str) -> list[click.Option]:
    """Return the options that can be set for a game ('': for every game)."""
    shown = "cards", "color", "large", "scroll", "mouse", "timer", "points"
    usual = "auto_up", *shown, "journal", "undo", "tell_lost"
    if not game:
        return options.playing_options(*usual, "utc")
    known = {option.name: option for option in options.play_options(game)}
    chosen = [known[name] for name in ("keys", "winnable", *usual) if name in known]
    return options.game_options(games.model(game)) + chosen


@cache
def names(game: str) -> dict[str, click.Option]:
    """Return the options of a game under each of their names, such as 'color' and 'no-color'."""
    return {_name(flag): option for flag, option in options.by_flag(settable(game)).items()}


def form(option: click.Option) -> str:
    """Return the words that set an option: 'draw 1-3', 'color or no-color', 'winnable [easy]'."""
    if option.is_flag:
        return " or ".join(flag[2:] for flag in option.opts + option.secondary_opts)
    values = options.argument(option).form
    return f"{option.opts[0][2:]} {values if bare(option) is None else f'[{values}]'}"


def bare(option: click.Option) -> str | None:
    """Return the value of an option that is typed without one; None if it needs a value."""
    return option.flag_value if isinstance(option, options.WithOrWithoutValue) else None


def _complete(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    words = ctx.params.get(str(param.name)) or ()
    game = words[0] if words and words[0] in games.NAMES else ""
    known, given = names(game), words[bool(game) :]
    if not given:
        found: Iterable[str] = [*known, *(() if game else games.NAMES)]
    else:
        option = known.get(given[0])
        if option is None or option.is_flag or len(given) > 1:
            return []
        found = options.argument(option).completions(start)
    return [word for word in found if word.startswith(start)]


@click.command(
    short_help="show or change the settings",
    context_settings={"ignore_unknown_options": True},  # `--draw 1` means `draw 1`
)
@click.argument("words", nargs=-1, metavar="[GAME] [NAME [VALUE]]", shell_complete=_complete)
@click.option("--unset", is_flag=True, help="Take a setting back, or all settings of a game.")
def config(words: tuple[str, ...], unset: bool) -> int:
    """Show the settings, or change one.

    Settings are defaults for the options of games that you play at a terminal. Options on the
    command line, and CARDGAMES_... in the environment, override them. Each setting is a line of a
    file, which you may edit. Scripts and simulations ignore the settings.

    \b
    Examples:
      cardgames config                       show all that is set, and the file
      cardgames config canfield              show what can be set for Canfield
      cardgames config canfield draw 1       play Canfield by ones from now on
      cardgames config cards unicode         show suits in every game
      cardgames config no-color              show no colors in any game
      cardgames config --unset canfield draw
    """
    where = printable(file_name())
    if unset:
        if not words:
            raise InvalidCommand(UNNAMED)
        count = drop(list(words))
        lines = "" if count == 1 else f" ({count} lines)"
        click.echo(f"Unset in {where}: {' '.join(words)}{lines}")
        return 0
    game, rest = divided(words) if words else ("", [])
    option = named(game, rest) if len(rest) == 1 else None
    if option is None and rest or option and (option.is_flag or bare(option) is not None):
        setting = parse(words)
        keep(setting)
        click.echo(f"Set in {where}: {printable(str(setting))}")
        return 0
    found, faults = settings(game) if words else settings()
    if words:
        if option is None:
            click.echo(f"{games.listing(game).title}, by the settings in {where}:")
        for each in [option] if option else settable(game):
            click.echo(_entry(game, each, found))
    else:
        click.echo(f"Set in {where}:" if found else f"Nothing is set in {where}.")
        for setting in sorted(found, key=lambda setting: setting.key):
            click.echo(f"  {printable(str(setting))}")
        click.echo("For every game there are:")
        for each in settable(""):
            click.echo(f"  {form(each)}")
        click.echo("'cardgames config GAME' shows what there is for a game.")
    for fault in faults:
        click.echo(f"Error: {printable(fault)}", err=True)
    return 0


def _entry(game: str, option: click.Option, found: list[Setting]) -> str:
    """Describe an option: its possible values, its value according to the settings, its purpose."""
    width = min(79, columns() - 1)
    default, now = _effective(game, option, []), _effective(game, option, found)
    state = f": {_text_of(now)}" if now else ""
    if now in found:
        state += ", set" + " for every game" * bool(game and not (now and now.game))
    elif now != default:
        state += ", by the variant"
    if now and default and now.value != default.value:
        state += f" (default {_text_of(default)})"
    purpose, indent = str(option.help).partition("  [")[0], " " * 6
    first = click.wrap_text(f"{form(option)}{state}", width, "  ", indent)
    return f"{first}\n{click.wrap_text(purpose, width, indent, indent)}"


def _text_of(setting: Setting) -> str:
    return printable(setting.without_game() if setting.option.is_flag else str(setting.text))


def _effective(game: str, option: click.Option, found: list[Setting]) -> Setting | None:
    """Return the setting of an option; if there is none, return the game's default as a setting.

    Return None if the option is not one that the game declares.
    """
    kept = {setting.game: setting for setting in found if setting.option.name == option.name}
    if game in kept or "" in kept:
        return kept.get(game) or kept[""]
    try:
        options = options_of(game, found) if game else Options()
    except InvalidCommand:  # the settings conflict, which `defaults` reports
        options = options_of(game, [])
    if option.name in [declared.name for declared in options.declared()]:
        return Setting("", option, getattr(options, option.name))
    return None


def file_name() -> str:
    return os.path.join(config_folder(), "settings")


def config_folder() -> str:
    return _xdg("XDG_CONFIG_HOME", "~/.config") or click.get_app_dir(NAME)


def state_folder() -> str:
    usual = _xdg("XDG_STATE_HOME", "~/.local/state")
    return usual or os.path.join(click.get_app_dir(NAME, roaming=False), "state")


def diary_file() -> str | None:
    """Return the name of the diary file; None if the person keeps no diary."""
    chosen = os.environ.get("CARDGAMES_RESULTS", "")
    if chosen.lower() == "off":
        return None
    return chosen or os.path.join(state_folder(), "diary.sqlite")


def _xdg(variable: str, usual: str) -> str:
    """Return the program's folder in the folder that an XDG variable names (default: `usual`).

    On systems without XDG, return ''.
    """
    if os.name != "posix" or sys.platform == "darwin":
        return ""
    given = os.environ.get(variable, "")
    # The XDG specification says to ignore a folder whose name is not absolute.
    folder = given if os.path.isabs(given) else os.path.expanduser(usual)
    # If the home folder is unknown, use a path where no file can be made.
    return os.path.join(folder if os.path.isabs(folder) else os.devnull, NAME)
