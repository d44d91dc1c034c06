"""The commands `play`, `random` and `new`, which play a game, and `new-game`, which makes one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from keyword import iskeyword
from typing import Final

import click

from cardgames import __version__, games
from cardgames.cli import GameCommand, group, look_before, options, playing
from cardgames.cli.options import ArgumentType
from cardgames.games import outside
from cardgames.model.commands import Argument
from cardgames.model.deal import SEEDS, Day, SeedOrDay, seed_of, stream
from cardgames.model.errors import DeclarationError, InvalidCommand, printable, quoted
from cardgames.play.script import check_name, failing

FILES: Final = {
    "{file}": '''\
"""{title}: three cells, and all in view."""

from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Tableau


class {title}(Patience):
    """A position of {title}."""

    name = "{name}"
    piles = (Tableau((7, 7, 7, 7, 6, 6, 6, 6), together="room"), Cells(3), Foundations(4))
''',
    "pyproject.toml": """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "cardgames-{name}"
version = "0.1"
description = "{title}, a patience for the command cardgames"
requires-python = ">=3.10"
dependencies = ["terminal-cardgames>={version}"]

[project.entry-points."cardgames.games"]
{name} = "cardgames_{name}:{title}"

[tool.setuptools]
py-modules = ["cardgames_{name}"]
""",
    "README.md": """\
# {title}

A patience for the command `cardgames`, declared in `{file}`.

    cardgames play ./{file}    play it while you write it
    python -m pip install .                  then: cardgames {name}
    python -m pytest                         check it, once it is installed

When the game changes on purpose, write the transcript anew, and read it:

    cardgames {name} --seed 1 --echo < tests/first-moves.in > tests/first-moves.out

`cardgames help games` says what may stand in a declaration, and what stays as it is.
""",
    "tests/test_{name}.py": '''\
"""{title} goes on as its transcript says, and computers play it to its end."""

import subprocess
import sys
from pathlib import Path

import cardgames

HERE = Path(__file__).parent
COMMAND = "cardgames {name} --seed 1 --echo".split()


def test_the_transcript() -> None:
    script = (HERE / "first-moves.in").read_bytes()
    done = subprocess.run([sys.executable, "-m", *COMMAND], input=script, capture_output=True)
    told = (HERE / "first-moves.out").read_text(encoding="utf-8")
    assert (done.stdout.decode().splitlines(), done.stderr) == (told.splitlines(), b"")


def test_computers_play_it() -> None:
    assert cardgames.simulate("{name}", games=3, strategy="hint").games == 3
''',
    "tests/first-moves.in": """\
# cardgames {name} --seed 1 --echo
hint
1 e
undo
""",
}
"""The files of a package with a game.

{name} is the name of the game, {title} the name of its class, and {file} the name of its file.
"""


@click.command(
    short_help="play a game, or one that a file declares",
    context_settings={"allow_interspersed_args": False},
)
@click.argument("game", metavar="GAME|FILE", shell_complete=options.GameName().shell_complete)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[WORDS]")
@click.pass_context
def play(ctx: click.Context, /, game: str, words: tuple[str, ...]) -> int:
    """Play a game, or the game that a file ending in .py declares.

    The file is read, not run. With --run it runs as a program, and can do everything that you can
    do. Options of the game, such as --seed, follow. 'cardgames help games' tells more.

    \b
    Examples:
      cardgames play ./orchard.py
      cardgames play ./orchard.py --seed 42
      cardgames play ./orchard.py --run
    """
    root = ctx.find_root()
    # in the menu, no option --run has been read yet
    ctx.meta[options.RUN] = ctx.meta.get(options.RUN, False) or "--run" in words
    command = group(root).get_command(root, game)
    if not isinstance(command, GameCommand):
        raise games.unknown(game, otherwise=": name one, or a file ending in .py")
    given = [*look_before(root, command), *words]
    named = game if games.is_file(game) else command.name
    with command.make_context(named, given, parent=root) as chosen:
        status: int = command.invoke(chosen)
    return status


play.params.append(options.run_option())


class Family(Argument):
    """A family of the menu: a word of its name, such as 'runs', or the beginning of a word."""

    def completions(self, start: str) -> Iterable[str]:
        last = [family.lower().split()[-1] for family in games.families(games.every())]
        return [word for word in last if word.startswith(start)]

    def parse(self, word: str) -> list[games.Listing]:
        known, sought = games.families(games.every()), word.lower().strip()
        found = [family for family in known if f" {sought}" in f" {family.lower()}"]
        if len(found) != 1:
            raise InvalidCommand(f"{quoted(word)} names no family, or several: {', '.join(known)}")
        return known[found[0]]


def _by_chance(
    ctx: click.Context,
    /,
    family: list[games.Listing] | None,
    seed: int | Day | None,
    words: tuple[str, ...],
) -> int:
    unplayed = ctx.command.name == "new"
    kept = playing.own_diary() if unplayed else None
    known = [*games.JOINED, *(kept.records() if kept else ())]
    names = [game.name for game in family or games.every() if game.name not in known]
    if not names:
        there = "another family" if family else "'cardgames random' plays one again"
        raise click.UsageError(f"you have finished a game of each: {there}")
    number = seed_of(seed) if isinstance(seed, Day) else seed
    chance = stream(playing.random_seed() if number is None else number)
    given = () if seed is None else ("--seed", str(seed))
    name = names[chance.below(len(names))]
    status: int = ctx.invoke(play, game=name, words=(*given, *words))
    return status


def _chance(name: str, which: str) -> click.Command:
    """Return a command that plays a game chosen at random."""
    sought, number = ArgumentType(Family("FAMILY")), ArgumentType(SeedOrDay("SEED", *SEEDS))
    of = "Choose from a family of the menu, by a word of its name, such as runs."
    deal = "Let this number or date decide on the game and the deal."
    return click.Command(
        name,
        context_settings={"ignore_unknown_options": True},
        callback=click.pass_context(_by_chance),
        short_help=f"play {which}, chosen at random",
        help=f"Play {which}, chosen at random. Games against others are left out.\n\n"
        "Options of the game may follow.\n\n\b\n"
        f"Examples:\n  cardgames {name}\n  cardgames {name} --family runs\n"
        f"  cardgames {name} --family stock --seed 42",
        params=[
            click.Option(["--family"], type=sought, metavar="FAMILY", help=of),
            click.Option(["--seed"], type=number, metavar="N|DATE", help=deal),
            click.Argument(["words"], nargs=-1, type=click.UNPROCESSED, metavar="[WORDS]"),
        ],
    )


random = _chance("random", "any game, or one of a family")
new = _chance("new", "a game that you have not finished")


@click.command("new-game", short_help="make a package with a game of your own")
@click.argument("name")
@click.argument("folder", metavar="[FOLDER]", required=False, type=click.Path())
def new_game(name: str, folder: str | None) -> int:
    """Make a package with a game of your own, in a new folder (default: the name of the game).

    The package holds a declaration to change, a transcript, a test, a README, and what pip needs to
    install it. 'cardgames help games' tells what a declaration may contain.

    \b
    Examples:
      cardgames new-game orchard
      cardgames new-game orchard ~/games/orchard
    """
    fault = outside.fault_of_name(name)
    if not fault and name in outside.registered():
        fault = f"the name {name} is taken by a package that is installed: choose another"
    if fault:
        raise InvalidCommand(fault)
    title = name.capitalize() + "Game" * iskeyword(name.capitalize())
    made = os.path.expanduser(folder or name)
    check_name(made)
    if os.path.lexists(made):
        raise InvalidCommand(f"{printable(made)} exists: name a folder that does not exist yet")
    base = f"cardgames_{name}.py"
    module, tests = os.path.join(made, base), os.path.join(made, "tests")
    words = {"name": name, "title": title, "file": base, "version": __version__}
    with failing("make", made, DeclarationError):
        os.mkdir(made)
        try:
            os.mkdir(tests)
            for file, text in FILES.items():
                path = os.path.join(made, *file.format(**words).split("/"))
                with open(path, "x", encoding="utf-8", newline="\n") as written:
                    written.write(text.format(**words))
            _write_transcript(module, os.path.join(tests, "first-moves"))
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
    click.echo(f"Made {printable(made)}. Try: cardgames play {printable(module)}")
    return 0


def _write_transcript(module: str, name: str) -> None:
    """Play the script `name`.in with the game in a module, and write the output to `name`.out."""
    play = ["-m", "cardgames", "play", os.path.abspath(module), "--seed", "1", "--echo"]
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CARDGAMES")}
    with open(f"{name}.in", "rb") as script, open(f"{name}.out", "xb") as shown:
        subprocess.run(
            [sys.executable, *play], stdin=script, stdout=shown, env=kept, check=True, cwd=os.sep
        )
