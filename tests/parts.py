"""The parts of each game in the list, and checks that find those that are missing.

A game that is being written may lack parts. `test_parts.py` says which; the other tests play the
games in NAMES, which have every part that play needs.
"""

import dataclasses
from collections.abc import Callable
from importlib import import_module
from inspect import get_annotations
from pathlib import Path
from types import ModuleType
from typing import Any

from cardgames import games
from cardgames.model.game import Game, Options
from cardgames.model.strategy import Strategy
from cardgames.patience.game import Patience
from cardgames.text.textplayer import TextPlayer
from tests.docs import README, blocks, picture, text_of
from tests.program import ROOT
from tests.samples import sample

LISTED = [listing.name for listing in games.GAMES]
"""The names of all games in the list."""
SHELF = [listing.name for listing in games.GAMES if listing.shelf]
"""The names of the patiences that are declared by their piles alone."""

KINDS_OF_SHELF = ("freecell", "yukon", "spider")
"""All cards in view, cards face down, and a stock that is dealt in rows, with two packs."""

FOLDER = Path("cardgames/games")
TRANSCRIPTS = 12
"""The number of transcripts that a game needs at least, unless it is on the shelf."""


class Missing(Exception):
    """A part of a game is missing or wrong."""


def part_of(file: Path, holds: str) -> None:
    """Check that FILE exists; HOLDS describes its contents, for the message."""
    if not (ROOT / file).is_file():
        raise Missing(f"{file} is missing: it holds {holds}")


def module_of(name: str, part: str, holds: str) -> ModuleType:
    """Return a module of a game; HOLDS describes its contents, for the message."""
    file = FOLDER / name / f"{part}.py"
    part_of(file, holds)
    try:
        return import_module(f"{games.__name__}.{name}.{part}")
    except Exception as error:
        raise Missing(
            f"{file} cannot be imported: {type(error).__name__}: {error}; it holds {holds}"
        ) from error


def class_in(name: str, part: str, title: str, base: type) -> Any:
    """Return the class TITLE of a game, which must be derived from BASE."""
    holds = f"the class {title}, derived from {base.__module__}.{base.__name__}"
    found = getattr(module_of(name, part, holds), title, None)
    if not (isinstance(found, type) and issubclass(found, base)):
        raise Missing(f"{FOLDER / name / part}.py does not hold {holds}")
    return found


def folder(name: str) -> None:
    """Check the game's folder."""
    part_of(FOLDER / name / "__init__.py", "one line, which says what the game is")


def model(name: str) -> None:
    """Check the game's model: a frozen dataclass of the game's name that deals, and ends."""
    title = games.listing(name).title
    game = class_in(name, "game", title, Game)
    where = f"in {FOLDER / name}/game.py: {title}"
    if getattr(game, "name", None) != name:
        raise Missing(f"{where}.name must be {name!r}, as in {FOLDER}/__init__.py")
    if not dataclasses.is_dataclass(game) or not game.__dataclass_params__.frozen:
        raise Missing(f"{where} must be a frozen dataclass: put @dataclass(frozen=True) above it")
    options = game.options_type
    if options is not Options and "__dataclass_params__" not in vars(options):
        raise Missing(f"{where}.options_type must be a frozen dataclass derived from Options")
    for option in options.declared():
        if "argument" not in option.metadata:
            raise Missing(f"{where}.options_type: declare {option.name} = option(...)")
    if not game.commands.all:
        raise Missing(f"{where} must have a method for each move, declared with @command")
    if game.deal.__func__ is Game.deal.__func__:  # type: ignore[attr-defined]
        raise Missing(f"{where} must have the class method deal, which makes the first position")
    for base in game.__mro__:
        for field in get_annotations(base):
            if field not in game.__dataclass_fields__ and not hasattr(game, field):
                described = f"which {base.__name__} in {base.__module__} describes"
                raise Missing(f"{where} must have {field}, {described}")
    if game.outcome is Game.outcome:
        raise Missing(f"{where} must have outcome, which tells how the game ended, or None")


def player(name: str) -> None:
    """Check the game's text player."""
    title = f"{games.listing(name).title}Player"
    found = class_in(name, "textplayer", title, TextPlayer)
    if found.board is TextPlayer.board and found.drawn is TextPlayer.drawn:
        file = FOLDER / name / "textplayer.py"
        raise Missing(
            f"in {file}: {title} must have board, which makes the text of a position, or drawn and "
            "sentences, which make its lines"
        )


def computers(name: str) -> None:
    """Check the game's computer players: those that the list names, 'hint' among them."""
    base = f"{Strategy.__module__}.{Strategy.__name__}"
    holds = f"STRATEGIES, the classes of computer players, derived from {base}, by their names"
    in_game = hasattr(module_of(name, "game", "the rules"), "STRATEGIES")
    where = "game" if in_game else "strategy"
    found = getattr(module_of(name, where, holds), "STRATEGIES", None)
    file = FOLDER / name / f"{where}.py"
    if found is None:
        raise Missing(f"{file} does not hold {holds}")
    if "hint" not in found:
        raise Missing(f"STRATEGIES in {file} must have 'hint', the one who gives the hints")
    listed = games.listing(name).strategies
    if "hint" not in listed or not set(listed) <= set(found):
        raise Missing(
            f"the list in {FOLDER}/__init__.py names the computers {', '.join(listed)} of {name}: "
            f"'hint' must be one of them, and all must be STRATEGIES of {file}"
        )


def rules(name: str) -> None:
    """Check the rules that people read."""
    part_of(FOLDER / name / "rules.txt", f"the rules for people, which '{name}' and 'rules' show")


def transcripts(name: str) -> None:
    """Check that there are transcripts."""
    place = Path("transcripts") / name
    found = len(list((ROOT / place).glob("*.in")))
    if found < TRANSCRIPTS:
        raise Missing(
            f"{place}/ holds {found} transcripts: {TRANSCRIPTS} are needed, scripts TOPIC.in with "
            f"what the program prints in TOPIC.out, which 'make accept' writes"
        )


def tests(name: str) -> None:
    """Check that there are tests of the game's rules."""
    file = Path("tests") / f"test_{name}.py"
    part_of(file, "the tests of the rules, one for each, in positions built by hand")
    if "def test_" not in (ROOT / file).read_text(encoding="utf-8"):
        raise Missing(f"{file} holds no test: it must test each rule, in positions built by hand")


def declaration(name: str) -> None:
    """Check that a patience on the shelf is declared, and can be dealt."""
    file = FOLDER / "patiences" / f"{name}.py"
    title = games.listing(name).model
    part_of(file, f"the class {title}, derived from {Patience.__module__}.Patience")
    try:
        game = games.model(name)
        game.deal(game.fresh_deck(game.options_type()), game.options_type())
    except Exception as error:
        raise Missing(f"{file} is wrong: {type(error).__name__}: {error}") from error
    if game.name != name:
        raise Missing(f"in {file}: {title}.name must be {name!r}, as in {FOLDER}/__init__.py")
    assert issubclass(game, Patience)
    layout = game.laid_out(game.options_type())
    if layout.stocked and not layout.stock:
        raise Missing(f"in {file}: {layout.stocked} cards are left over: add a Stock to the piles")


def transcript(name: str) -> None:
    """Check that there is a transcript."""
    if not list((ROOT / "transcripts" / name).glob("*.in")):
        raise Missing(f"transcripts/{name}/ is missing: 'make accept GAME={name}' makes it")


def mention(name: str) -> None:
    """Check that the first list of the README names the game."""
    title = games.listing(name).title
    if f"**{title}**" not in text_of(README).partition("```")[0]:
        raise Missing(f"the first list in README.md does not name **{title}**")


def entry(name: str) -> None:
    """Check the game's entry in the README: a heading, a picture, commands to try."""
    heading = f"### {games.listing(name).title}"
    if f"\n{heading}\n" not in text_of(README):
        raise Missing(f"README.md has no entry '{heading}', with a picture and commands to try")
    if picture(name) is None:
        raise Missing(
            f"README.md has no picture under '{heading}': a block of text that begins with "
            f"'$ cardgames {name} --seed N' and a line '> COMMAND' for each that is typed"
        )
    commands = [line for _, lines in blocks(README) for line in lines]
    if not any(line.startswith(f"cardgames {name}") for line in commands):
        raise Missing(f"README.md has no command to try, such as 'cardgames {name} --seed 3'")


TO_PLAY: list[Callable[[str], None]] = [folder, model, player, computers, rules]
"""Checks of the parts without which a game cannot be played; each raises Missing."""
PARTS = [
    (name, check)
    for name in LISTED
    for check in (
        [declaration, transcript, mention]
        if name in SHELF
        else [*TO_PLAY, transcripts, tests, entry]
    )
]
"""Every game with the checks of its parts."""


def can_be_played(name: str) -> bool:
    """Has the game all parts without which it cannot be played?"""
    return not missing(name, [declaration] if name in SHELF else TO_PLAY)


def missing(name: str, checks: list[Callable[[str], None]]) -> list[str]:
    """Return a message for each of the CHECKS that a game fails."""
    found = []
    for check in checks:
        try:
            check(name)
        except Missing as what:
            found.append(str(what))
    return found


NAMES = list(filter(can_be_played, LISTED))
"""The names of the games that can be played."""
SHARE = sample([name for name in NAMES if name not in SHELF or name in KINDS_OF_SHELF], NAMES)
"""The games that dear tests play: of the shelf, one of each kind."""
