"""The manual page, made from declared commands and options: python -m tests.manual writes it.

The sections from SCRIPTS to EXIT STATUS are written by hand, in the page itself.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from itertools import chain
from textwrap import fill

import click

from cardgames import __version__, games
from cardgames.cli.menu import topics
from cardgames.main import cli
from cardgames.model.commands import Command, Commands
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import signature
from tests.docs import CHANGELOG, text_of
from tests.parts import LISTED, NAMES
from tests.program import ROOT

PAGE = ROOT / "cardgames" / "cardgames.6"
COMMON = Commands(TextPlayer)
"""The commands that every game has."""
SEVERAL = 3
"""What so many games have alike is explained once, and only named for each of them."""

ABOUT = "Without a command, at a terminal, a menu asks which game to play. The games are:"
HELP = """\
Every command has --help (-h), which explains it; --version (-V) tells the version. In a game, help
lists the commands, 'help COMMAND' explains one, and rules explains the game. Most commands can be
typed in a shorter way, which rules explains, too."""

TOPICS = "A page on each of these is shown by 'cardgames help TOPIC':"


def page() -> str:
    return "".join(
        [
            f'.TH CARDGAMES 6 {released()} "cardgames {__version__}" "Games Manual"\n',
            f".SH NAME\ncardgames \\- {escaped(explained(PROGRAM)[0].lower().rstrip('.'))}\n",
            ".SH SYNOPSIS\n",
            "\n.br\n".join([bold("cardgames"), *map(usage, COMMANDS)]),
            f"\n.SH DESCRIPTION\n{filled(ABOUT)}\n",
            *(entry(bold(game.name), f"{game.title}, {game.about}.") for game in games.GAMES),
            f".PP\n{filled(HELP)}\n",
            *map(section, TOOLS),
            f".SH TOPICS OF HELP\n{filled(TOPICS)}\n",
            *(entry(bold(topic), text.partition("\n")[0]) for topic, text in topics().items()),
            ".SH OPTIONS OF EVERY GAME\n",
            *(entry(*record) for record in shared(PLAYING)),
            ".SH COMMANDS IN EVERY GAME\n",
            *map(move, COMMON.all.values()),
            *game_sections(),
            by_hand(),
            ".SH EXAMPLES\n.nf\n",
            *(f"{escaped(line)}\n" for one in [PROGRAM, *TOOLS] for line in examples(one)),
            ".fi\n",
        ]
    )


def by_hand() -> str:
    _, begin, rest = PAGE.read_text(encoding="ascii").partition(".SH SCRIPTS\n")
    text, end, _ = rest.partition(".SH EXAMPLES\n")
    assert begin and end, f"{PAGE.name} has no sections from SCRIPTS to EXAMPLES"
    return begin + text


def released() -> str:
    found = re.search(r"^## (\S+) \((\S+)\)$", text_of(CHANGELOG), re.MULTILINE)
    assert found and found[1] == __version__, f"CHANGELOG.md does not begin with {__version__}"
    return found[2]


def context(command: click.Command, parent: click.Context | None = None) -> click.Context:
    name = command.name if parent else "cardgames"
    made = click.Context(command, parent, name, **command.context_settings)
    command.get_params(made)  # A game is loaded by this.
    return made


def contexts(group: click.Group, parent: click.Context) -> list[click.Context]:
    listed = group.list_commands(parent)
    names = [name for name in NAMES if name in listed]
    names += [name for name in listed if name not in LISTED]
    found = [group.get_command(parent, name) for name in names]
    return [context(command, parent) for command in found if command is not None]


PROGRAM = context(cli)
COMMANDS = contexts(cli, PROGRAM)
PLAYING, TOOLS = COMMANDS[: len(NAMES)], COMMANDS[len(NAMES) :]
"""The commands that play a game, and the others."""


def usage(command: click.Context) -> str:
    pieces = " ".join(command.command.collect_usage_pieces(command))
    return f"{bold(command.command_path)} {marked(pieces)}"


def explained(command: click.Context) -> list[str]:
    return cleandoc(command.command.help or "").split("\n\n")


def examples(command: click.Context) -> list[str]:
    return cleandoc(explained(command)[-1].split(":\n")[1]).splitlines()


def options(command: click.Context) -> list[tuple[str, str]]:
    params = [param for param in command.command.params if isinstance(param, click.Option)]
    found = (param.get_help_record(command) for param in params)
    return [(marked(record[0]), record[1]) for record in found if record]


def shared(commands: Iterable[click.Context]) -> list[tuple[str, str]]:
    first, *others = [{record[0].split()[0]: record for record in options(c)} for c in commands]
    return [record for name, record in first.items() if all(name in other for other in others)]


def section(command: click.Context) -> str:
    about, found = explained(command)[:-1], command.command
    own = options(command)
    if isinstance(found, click.Group):
        own = shared(contexts(found, command))
        about.append("The options of the game follow those of every game:")
    lines = [f".SH {command.command_path.upper()}\n", "\n.PP\n".join(map(filled, about)), "\n"]
    return "".join([*lines, *(entry(*record) for record in own)])


def game_sections() -> Iterator[str]:
    """What games have beside that of every game: once what SEVERAL have, and the rest of each."""
    common, every = shared(PLAYING), COMMON.all
    own = [[one for one in options(game) if one not in common] for game in PLAYING]
    has = {
        "Options": [[entry(*one) for one in found] for found in own],
        "Commands": [
            [move(one) for one in moves(game) if one.name not in every] for game in PLAYING
        ],
    }
    told = {kind: several(chain(*found)) for kind, found in has.items()}
    for kind, entries in told.items():
        yield f".SH {kind.upper()} OF SEVERAL GAMES\n" + "".join(entries)
    for number, name in enumerate(NAMES):
        yield f".SH {name.upper()}\n"
        for kind, found in has.items():
            named = [word_of(one) for one in found[number] if one in told[kind]]
            lines = [one for one in found[number] if one not in told[kind]]
            if named:
                lines.append(f".PP\nAs above:\n{fill(', '.join(named), 76)}\n")
            if lines:
                yield f".SS {kind}\n" + "".join(lines)


def several(entries: Iterable[str]) -> list[str]:
    """What at least SEVERAL games have alike: one of each word, so that its name says which."""
    found = dict[str, str]()
    for one, times in Counter(entries).most_common():
        if times >= SEVERAL:
            found.setdefault(word_of(one), one)
    return [*found.values()]


def word_of(entry: str) -> str:
    return entry.splitlines()[1].split()[0]


def moves(command: click.Context) -> Iterable[Command]:
    name = str(command.command.name)
    return Commands(games.model(name), games.player(name)).all.values()


def move(item: Command) -> str:
    word, *more = signature(item).split(" ")
    return entry(" ".join([bold(word), *map(italic, more)]), item.summary)


def entry(typed: str, meaning: str) -> str:
    return f".TP\n{typed}\n{filled(meaning)}\n"


def marked(typed: str) -> str:
    words = (bold(word) if word.startswith("-") else italic(word) for word in typed.split(" "))
    return " ".join(words)


def bold(word: str) -> str:
    return rf"\fB{escaped(word)}\fR"


def italic(word: str) -> str:
    return rf"\fI{escaped(word)}\fR"


def filled(text: str) -> str:
    return escaped(fill(text, 66, break_on_hyphens=False, break_long_words=False))


def escaped(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    text = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in text)
    return re.sub(r"^(\.)", r"\\&\1", text, flags=re.MULTILINE)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="ascii")
