"""What is asked before a game: `set_up` for a game with people, `asked_once` for a choice.

`said` reads an answer such as '4 hard'; a game declares its forms in `Options.spoken`.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options, settings
from cardgames.cli.playing import own_diary, seated_by
from cardgames.cli.streams import error_text
from cardgames.model.commands import Argument, Switch, Word, split
from cardgames.model.errors import CardGameError, InvalidCommand, KeepingError, quoted
from cardgames.model.game import Game, Options, Spoken, flag
from cardgames.text.commands import rules_text
from cardgames.text.console import columns
from cardgames.text.terminal import TerminalConsole
from cardgames.text.wording import LEAVES, fitted, folded, options_text

LEAVE: Final = ("quit", "q", "exit", "bye")
HELP: Final = ("help", "h", "?")
FILLERS: Final = "a an and against at computer for ms play the with".split()


def asked_once(ctx: click.Context, console: Any) -> bool:
    """Ask at CONSOLE how to play the game of CTX, if nothing says it; return False if one leaves.

    The answer is kept as a setting. Raises CardGameError.
    """
    game = games.model(str(ctx.command.name))
    option, question = games.ASKED[game.name]
    if not is_unsaid(ctx, game):
        return True
    console.at_board, usual = False, str(ctx.params[option])
    line = console.read(f"{game.title()}: {question}? (Enter: {usual}) ", usual)
    words = (line or LEAVE[0]).lower().split()[:1]
    if words[0] in LEAVE:
        return False
    setting = settings.parse([game.name, option, *words])
    ctx.params[option] = setting.value
    console.end()
    with suppress(KeepingError):
        settings.keep(setting)
        kept = f"Kept: 'cardgames config --unset {game.name} {option}' lets you be asked again.\n"
        ctx.meta[options.WARNING] = ctx.meta.get(options.WARNING, "") + kept
    return True


def is_unsaid(ctx: click.Context, game: type[Game]) -> bool:
    """Does nothing but defaults say in CTX what GAME is dealt and by which rules?"""
    sources = [ctx.get_parameter_source(str(each.name)) for each in options.deal_options(game)]
    return {*sources} <= {None, ParameterSource.DEFAULT}


def set_up(ctx: click.Context, game: type[Game], spoken: Spoken) -> dict[str, Any]:
    """Ask for the options of GAME, unless some are given already; return the values chosen.

    Raises click's Exit if the person leaves.
    """
    if not is_unsaid(ctx, game):
        return {}
    usual, question = "play", f"{spoken.question}\n"
    known = f"Say any of these, such as {spoken.example}, or 'rules'. Ctrl-D leaves.\n\n"
    arguments = arguments_of(game.options_type)
    values = [value for name in spoken.alone for value in arguments[name].completions("")]
    words = [*arguments, *values, "people"]
    console = TerminalConsole(lambda before, start: [w for w in words if w.startswith(start)])
    with suppress(CardGameError, click.ClickException):
        if (kept := own_diary()) and (played := kept.last(game.name)):
            last = _options_of(ctx, split(played.deal)[2:])[1]
            seated_by(game, last, ctx.params.get("seat") or ())  # raises if they do not fit
            if chosen := ", ".join(last.in_words()):
                usual = " ".join(last.words(forever=True, seated=True))
                as_last = f"Enter to play as last time ({chosen});"
                question = as_last + question.partition(";")[2]
    console.say(fitted(folded(question), columns()))
    prompt, interrupted = f"such as {spoken.example}> ", False
    while True:
        try:
            line = console.read(prompt, usual) or LEAVE[0]
            interrupted = False
            if line.lower() in LEAVE:
                break
            if line.lower() in HELP:
                console.say(fitted(known + options_text(game), columns()))
            elif line.lower() == "rules":
                console.page(fitted(rules_text(game), columns()))
            else:
                return _options_of(ctx, said(game.options_type, line))[0]
        except KeyboardInterrupt:  # The first Ctrl-C drops the line, a second one leaves.
            console.end_line()
            if interrupted and not console.has_begun_line():
                raise
            interrupted = True
            console.note(LEAVES)
        except click.exceptions.Exit:  # raised after the help of the command
            pass
        except (click.ClickException, CardGameError) as error:
            elsewhere = isinstance(error, CardGameError) and ctx.obj(line.split())
            console.note(error_text(elsewhere or error))
            console.say(fitted(folded(question), columns()))
    raise click.exceptions.Exit(0)


def _options_of(ctx: click.Context, words: list[str]) -> tuple[dict[str, Any], Options]:
    """Return the option values that WORDS give, and the Options of the game with these values.

    Raises ClickException, or InvalidCommand if the values do not agree.
    """
    game = games.model(str(ctx.command.name))
    sources = ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP  # typed; variants, settings
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        given = [name for name in typed.params if typed.get_parameter_source(name) in sources]
        values = {name: typed.params[name] for name in given}
    return values, options.options_of(game, options.with_defaults(game, typed.params))


def said(kind: type[Options], line: str) -> list[str]:
    """Return the command-line options that LINE names, such as '4 hard'; raises InvalidCommand.

    Words from the first dash on stay as they are.
    """
    spoken, given = kind.spoken, dict[str, str]()
    assert spoken is not None
    if dash := re.search(r"(?<!\S)-", line):
        return [*said(kind, line[: dash.start()]), *split(line[dash.start() :])]
    for form, (name, value) in spoken.forms.items():
        while found := re.search(rf"(?<![^\s,;])(?:{form})(?![^\s,;])", line, re.I):
            given[found.expand(name)] = found.expand(value)
            line = f"{line[: found.start()]} {line[found.end() :]}"
    words = [word for word in re.split(r"[\s;]+|,(?=\s|$)", line) if word.lower() not in FILLERS]
    known = arguments_of(kind)
    words = [*filter(None, reversed(words))]
    while words:
        name, value = _next(known, spoken, words)
        if name in given and not known[name].listed:
            raise InvalidCommand(f"{name} is named twice: say it once, as in {spoken.example}")
        given[name] = f"{given[name]},{value}" if name in given else value
    pairs = kind.agreed(given).items()
    return [word for name, value in pairs for word in (f"--{name}", value) if word]


def _next(known: Mapping[str, Argument], spoken: Spoken, words: list[str]) -> tuple[str, str]:
    """Take the last of WORDS, which are in reverse, and return the KNOWN option and its value."""
    typed = words.pop()
    if (word := typed.lower()) in known:
        if isinstance(known[word], Switch):
            return word, ""
        if not words:
            raise InvalidCommand(f"{word} needs a value: type {spoken.example}")
        return word, words.pop()
    if word.isdecimal() and spoken.number:
        return spoken.number, word
    for name in spoken.alone:
        if word in known[name].completions("") and word not in ("any", "none"):
            return name, word
    if "," not in word:
        raise InvalidCommand(f"{quoted(typed)} is not understood: type {spoken.example}")
    words += typed.split(",")[::-1]
    return _next(known, spoken, words)


def arguments_of(kind: type[Options]) -> dict[str, Argument]:
    found = {flag(one)[2:]: one.metadata["argument"] for one in kind.declared()}
    return found | ({"variant": Word("VARIANT", *kind.variants)} if kind.variants else {})
