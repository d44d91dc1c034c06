"""The parts of each game in the list, and checks that find those that are missing.

A game that is being written may lack parts. `test_parts.py` says which; the other tests play the
games in NAMES, which have every part that play needs.
"""

import dataclasses
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from cardgames import games
from cardgames.model.game import Game
from cardgames.model.strategy import Strategy
from cardgames.patience.game import Patience
from cardgames.text.textplayer import TextPlayer
from tests.docs import README, blocks, picture, text_of
from tests.program import ROOT
from tests.samples import sample

LISTED = [listing.name for listing in games.GAMES]
SHELF = [listing.name for listing in games.GAMES if listing.shelf]
"""The names of the patiences that are declared by their piles alone."""

KINDS_OF_SHELF = ("freecell", "yukon", "spider")
"""All cards in view, cards face down, and a stock that is dealt in rows, with two packs."""

FOLDER = Path("cardgames/games")
TRANSCRIPTS = 12


def part_of(file: Path, holds: str) -> None:
    assert (ROOT / file).is_file(), f"{file} is missing: it holds {holds}"


def held(name: str, part: str, what: str, holds: str) -> Any:
    """Return WHAT is called so in a module of a game, which HOLDS describes for the message."""
    file = FOLDER / name / f"{part}.py"
    part_of(file, holds)
    try:
        found = getattr(import_module(f"{games.__name__}.{name}.{part}"), what, None)
    except Exception as error:
        raise AssertionError(f"{file}, which holds {holds}: {error!r}") from error
    assert found, f"{file} does not hold {holds}"
    return found


def class_in(name: str, part: str, title: str, base: type) -> Any:
    holds = f"the class {title}, derived from {base.__module__}.{base.__name__}"
    found = held(name, part, title, holds)
    assert base in getattr(found, "__mro__", ()), f"{title} of {name} is not {holds}"
    return found


def model(name: str) -> None:
    part_of(FOLDER / name / "__init__.py", "one line, which says what the game is")
    listed = games.listing(name)
    game = class_in(name, "game", listed.model, Game)
    deals = game.deal.__func__ is not Game.deal.__func__  # type: ignore[attr-defined]
    for right, wanted in (
        (getattr(game, "name", "") == name, f".name must be {name!r}, as in {FOLDER}/__init__.py"),
        (game.title() == listed.title, f".called must be {listed.called!r}, as in that list"),
        (dataclasses.is_dataclass(game), " must be a frozen dataclass"),
        (game.commands.all, " must have a method for each move, declared with @command"),
        (deals, " must have the class method deal, which makes the first position"),
        (game.outcome is not Game.outcome, " must have outcome, which tells how the game ended"),
    ):
        assert right, f"in {FOLDER / name}/game.py: {game.__name__}{wanted}"


def player(name: str) -> None:
    found = class_in(name, "textplayer", f"{games.listing(name).model}Player", TextPlayer)
    draws = found.whole is not TextPlayer.whole or found.drawn is not TextPlayer.drawn
    assert draws, f"{found.__name__} must have drawn and sentences, a position in text"


def computers(name: str) -> None:
    base = f"{Strategy.__module__}.{Strategy.__name__}"
    holds = f"STRATEGIES, the classes of computer players, derived from {base}, by their names"
    in_game = not (ROOT / FOLDER / name / "strategy.py").is_file()
    found = held(name, "game" if in_game else "strategy", "STRATEGIES", holds)
    listed = games.listing(name).strategies
    assert "hint" in listed and set(listed) <= set(found), (
        f"the list in {FOLDER}/__init__.py names the computers {', '.join(listed)} of {name}: "
        "'hint', who gives the hints, must be one of them, and all must be STRATEGIES"
    )


def rules(name: str) -> None:
    part_of(FOLDER / name / "rules.txt", f"the rules for people, which '{name}' and 'rules' show")


def transcripts(name: str) -> None:
    """Check that there are enough; a game on the shelf needs one."""
    place, least = Path("transcripts") / name, 1 if name in SHELF else TRANSCRIPTS
    found = len([*(ROOT / place).glob("*.in")])
    assert found >= least, (
        f"{place}/ holds {found} transcripts: {least} are needed, scripts TOPIC.in with what the "
        f"program prints in TOPIC.out; 'make accept GAME={name}' writes it"
    )


def tests(name: str) -> None:
    file = Path("tests") / f"test_{name}.py"
    part_of(file, "the tests of the rules, one for each, in positions built by hand")


def declaration(name: str) -> None:
    listed = games.listing(name)
    file = FOLDER / "patiences" / f"{listed.module}.py"
    part_of(file, f"the class {listed.model}, derived from {Patience.__module__}.Patience")
    try:
        game: Any = games.model(name)
        game.deal(game.fresh_deck(game.options_type()), game.options_type())
    except Exception as error:
        raise AssertionError(f"{file} is wrong: {error!r}") from error
    for field, found, wanted in (
        ("name", game.name, name),
        ("called", game.title(), listed.title),
    ):
        assert found == wanted, f"in {file}: {listed.model}.{field} must be {wanted!r}"
    layout = game.laid_out(game.options_type())
    dealt = not layout.stocked or layout.stock
    assert dealt, f"in {file}: {layout.stocked} cards are left over: add a Stock to the piles"


def entry(name: str) -> None:
    heading = f"### {games.listing(name).title}"
    assert f"\n{heading}\n" in text_of(README), f"README.md has no entry '{heading}'"
    assert picture(name), (
        f"README.md has no picture under '{heading}': a block of text that begins with "
        f"'$ cardgames {name} --seed N' and a line '> COMMAND' for each that is typed"
    )
    commands = [line for _, lines in blocks(README) for line in lines]
    tried = any(line.startswith(f"cardgames {name}") for line in commands)
    assert tried, f"README.md has no command to try, such as 'cardgames {name} --seed 3'"


Check = Callable[[str], None]
TO_PLAY: list[Check] = [model, player, computers, rules]
"""Checks of the parts without which a game cannot be played; they raise AssertionError."""
ON_SHELF: list[Check] = [declaration, transcripts]
OTHERS = [*TO_PLAY, transcripts, tests, entry]
PARTS = [(name, check) for name in LISTED for check in (ON_SHELF if name in SHELF else OTHERS)]


def can_be_played(name: str) -> bool:
    try:
        for check in ON_SHELF[:1] if name in SHELF else TO_PLAY:
            check(name)
    except AssertionError:
        return False
    return True


NAMES = [*filter(can_be_played, LISTED)]
SHARE = sample([name for name in NAMES if name not in SHELF or name in KINDS_OF_SHELF], NAMES)
"""The games that dear tests play: of the shelf, one of each kind."""
