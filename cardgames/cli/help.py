"""The commands `help` and `rules`.

The topics of `help` are the texts in the program's folder `help`. The first line of each is its
description in the list of topics.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import click

from cardgames import games
from cardgames.cli.seating import columns
from cardgames.model.errors import InvalidCommand, did_you_mean, quoted
from cardgames.text.console import at_terminal
from cardgames.text.rules import rules_text
from cardgames.text.wording import fitted

FOLDER: Final = files("cardgames").joinpath("help")
"""The folder of topics: NAME.txt is the text of the topic NAME."""
ENDING: Final = ".txt"


def show(text: str) -> None:
    """Show TEXT, which ends with a line end; at a terminal, fit it to the width and use a pager."""
    if at_terminal():
        click.echo_via_pager(fitted(text, columns()))
    else:
        click.echo(text, nl=False)


def show_rules(game: str) -> None:
    """Show the rules of the game called GAME."""
    show(rules_text(games.model(game)))


@cache
def topics() -> tuple[str, ...]:
    """Return the names of all topics in alphabetical order."""
    found = (file.name for file in FOLDER.iterdir() if file.name.endswith(ENDING))
    return tuple(sorted([name.removesuffix(ENDING) for name in found]))


def topic_text(topic: str) -> str:
    """Return the text of TOPIC."""
    return FOLDER.joinpath(topic + ENDING).read_text(encoding="utf-8")


def about(topic: str) -> str:
    """Return the description of TOPIC: the first line of its text."""
    return topic_text(topic).partition("\n")[0]


def contents(ctx: click.Context) -> str:
    """Return one text that lists the commands of the group in CTX, and then the topics."""
    names = group(ctx).list_commands(ctx)
    commands = {name: command_of(ctx, name).get_short_help_str(60) for name in names}
    return "\n".join(
        [
            "Commands, as in 'cardgames canfield':\n",
            *_rows(commands),
            "\nTopics, as in 'cardgames help look':\n",
            *_rows({topic: about(topic) for topic in topics()}),
            "\n'cardgames help GAME' shows the rules of a game. In a game, 'help' lists what",
            "you can type.\n",
        ]
    )


def _rows(meanings: dict[str, str]) -> list[str]:
    """Return a line for each name in MEANINGS, with its meaning."""
    width = max(map(len, meanings))
    return [f"  {name:<{width}}  {meaning}" for name, meaning in meanings.items()]


def group(ctx: click.Context) -> click.Group:
    """Return the group of commands in CTX."""
    assert isinstance(ctx.command, click.Group)
    return ctx.command


def command_of(ctx: click.Context, name: str) -> click.Command:
    """Return the command called NAME of the group in CTX."""
    found = group(ctx).get_command(ctx, name)
    assert found is not None
    return found


def explained(ctx: click.Context) -> list[str]:
    """Return the names that `help` explains: the topics, and the commands of the group in CTX."""
    return sorted({*topics(), *group(ctx).list_commands(ctx)})


def completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the topics and commands that begin with INCOMPLETE."""
    assert ctx.parent is not None
    return [name for name in explained(ctx.parent) if name.startswith(incomplete)]


@click.command(short_help="commands and topics, or one of them")
@click.argument("topic", required=False, shell_complete=completed)
@click.pass_context
def help(ctx: click.Context, /, topic: str | None) -> int:
    """Explain TOPIC (default: list the commands and the topics).

    TOPIC may also be a game, for its rules, or another command. At a terminal, a pager shows it.

    \b
    Examples:
      cardgames help
      cardgames help look
      cardgames help canfield
    """
    assert ctx.parent is not None
    if topic is None:
        show(contents(ctx.parent))
    elif (name := topic.lower()) in games.NAMES:
        show_rules(name)
    elif name in topics():
        show(topic_text(name))
    elif name in group(ctx.parent).list_commands(ctx.parent):
        command = command_of(ctx.parent, name)
        with command.make_context(name, [], ctx.parent, resilient_parsing=True) as chosen:
            show(f"{command.get_help(chosen)}\n")
    else:
        advice = did_you_mean(name, explained(ctx.parent))
        raise InvalidCommand(f"no help on {quoted(topic)}{advice}")
    return 0


@click.command(short_help="the rules of a game")
@click.argument("game", metavar="GAME", type=click.Choice(games.NAMES))
def rules(game: str) -> int:
    """Show the rules of GAME; at a terminal, through a pager.

    \b
    Examples:
      cardgames rules canfield
    """
    show_rules(game)
    return 0
