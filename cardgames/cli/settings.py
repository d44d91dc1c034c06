"""The settings: which options a person can give defaults to, and the words that do it.

The same words are typed after `cardgames config` and stand in the file, a setting a line:
`canfield draw 1`, `cards unicode`, `no-color`. The file is the business of `settingsfile.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import click

from cardgames import games
from cardgames.cli import options
from cardgames.model.arguments import Argument
from cardgames.model.commands import closest
from cardgames.model.errors import InvalidCommand, quoted
from cardgames.model.game import Options

SHOWING: Final = ("cards", "color", "scroll", "journal")
"""The options that can be set for every game; a game can have its own defaults for them, too."""
VARIANT: Final = "variant"


class Setting(NamedTuple):
    """A default that a person has given to an option; its text is what is typed to set it."""

    game: str
    """The name of the game that has it; '' for every game."""
    option: click.Option
    value: Any

    def __str__(self) -> str:
        from shlex import quote

        if self.option.is_flag:
            flags = self.option.opts if self.value else self.option.secondary_opts
            words = [plain(flags[0])]
        else:
            words = [plain(self.option.opts[0]), quote(self.text)]
        return " ".join([self.game, *words] if self.game else words)

    @property
    def key(self) -> tuple[str, str]:
        """What there is only one setting of: the game and the option."""
        return self.game, str(self.option.name)

    @property
    def text(self) -> Any:
        """The value as click reads it from the command line, or a truth value for a flag."""
        return self.value if self.option.is_flag else argument(self.option).text(self.value)


def argument(option: click.Option) -> Argument:
    """Return what reads and writes the values of an option that is no flag."""
    assert isinstance(option.type, options.ArgumentType)
    return option.type.argument


def plain(flag: str) -> str:
    """Return the name of an option as it stands in the file: without dashes."""
    return flag.removeprefix("--")


def settable(game: str) -> list[click.Option]:
    """Return the options that can be set for GAME, or with '' for every game."""
    own = options.game_options(games.model(game)) if game else []
    every = {param.name: param for param in options.playing_options(())}
    params = [*own, *(every[name] for name in SHOWING)]
    return [param for param in params if isinstance(param, click.Option)]


@cache
def names(game: str) -> dict[str, tuple[click.Option, bool]]:
    """Return the words that name an option of GAME, each with whether it turns a flag on."""
    return {
        plain(flag): (option, on)
        for option in settable(game)
        for flags, on in ((option.opts, True), (option.secondary_opts, False))
        for flag in flags
    }


def parse(words: Sequence[str]) -> Setting:
    """Return the setting that WORDS make, the inverse of its text; raises InvalidCommand."""
    game, option, on = subject(words)
    name, values = " ".join(words[: 1 + bool(game)]), words[1 + bool(game) :]
    if option.is_flag:
        if values:
            forms = " or ".join(map(plain, [*option.opts, *option.secondary_opts]))
            raise InvalidCommand(f"{name} has no value: it is {forms}")
        return Setting(game, option, on)
    if len(values) != 1:
        wanted = "one value, in quotes if it has blanks" if values else "a value"
        raise InvalidCommand(f"{name} needs {wanted}: {argument(option).form}")
    return Setting(game, option, _value(option, values[0], name))


def subject(words: Sequence[str]) -> tuple[str, click.Option, bool]:
    """Return the game that WORDS are about, or '', the option, and whether they turn it on.

    What comes after them is not looked at. Raises InvalidCommand.
    """
    game, rest = divided(words)
    return game, *named(game, rest[0] if rest else "")


def divided(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the game that WORDS begin with, or '', and the words after it, which may be none.

    Raises InvalidCommand if the first word names neither a game nor what can be set for all.
    """
    first = plain(words[0].lower())
    if first in games.NAMES:
        return first, list(words[1:])
    known = names("")
    if first in known:
        return "", list(words)
    meant = closest(first, [*games.NAMES, *known])
    advice = f"did you mean {meant}?" if meant else f"those are {', '.join(known)}"
    raise InvalidCommand(f"{quoted(words[0])} is not a game, nor a setting of all games: {advice}")


def named(game: str, name: str) -> tuple[click.Option, bool]:
    """Return the option of GAME called NAME, and whether it is on then; raises InvalidCommand."""
    known = names(game)
    name = plain(name.lower())
    if name in known:
        return known[name]
    if not name:
        raise InvalidCommand(f"name what to set for {game}: {', '.join(known)}")
    if f"--{name}" in [flag for param in _passing(game) for flag in param.opts]:
        raise InvalidCommand(f"{name} cannot be set: it is typed for one game at a time")
    meant = closest(name, known)
    advice = f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"
    raise InvalidCommand(f"{quoted(name)} is not an option of {game}: {advice}")


def chosen(game: str, settings: Iterable[Setting]) -> Options:
    """Return the options of GAME, as SETTINGS have them; those for other games do not count."""
    model = games.model(game)
    values = {str(item.option.name): item.value for item in settings if item.game == game}
    bundle: Mapping[str, Any] = model.options_type.variants.get(values.get(VARIANT, ""), {})
    return options.chosen(model, {**bundle, **values})


def completions(words: Sequence[str], start: str) -> list[str]:
    """Return the words that begin with START and can follow WORDS in a setting."""
    game = words[0] if words and words[0] in games.NAMES else ""
    known, given = names(game), words[bool(game) :]
    if not given:
        return [word for word in [*known, *(() if game else games.NAMES)] if word.startswith(start)]
    option, _ = known.get(given[0], (None, False))
    if option is None or option.is_flag or len(given) > 1:
        return []
    return list(argument(option).completions(start, ()))


def _value(option: click.Option, word: str, name: str) -> Any:
    """Return the value that WORD gives to the option called NAME; raises InvalidCommand."""
    try:
        return argument(option).parse(word)
    except InvalidCommand as error:
        meant = closest(word.lower(), argument(option).completions("", ()))
        advice = f" (did you mean {meant}?)" if meant else ""
        raise InvalidCommand(f"{name}: {error}{advice}") from None


def _passing(game: str) -> list[click.Parameter]:
    """Return the options of GAME, among them those that cannot be set."""
    return options.deal_options(games.model(game)) + options.playing_options(())
