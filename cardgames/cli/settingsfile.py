"""The file of settings: plain text, a setting a line, with remarks (#) and blank lines.

A person may edit it. A line that makes no sense is named, and ignored; a change by the program
leaves all other lines as they are.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from stat import S_ISREG
from typing import Final, NamedTuple

from cardgames import games
from cardgames.cli.folders import config_folder
from cardgames.cli.settings import Setting, chosen, divided, parse, subject
from cardgames.model.cards import DECK
from cardgames.model.commands import check_length, split
from cardgames.model.errors import CardGameError, InvalidCommand, KeepingError
from cardgames.play.files import cannot, lock, real_name, replacing

LARGEST: Final = 1 << 16
"""The largest size of the file, in bytes."""
_BEFORE_REMARK: Final = re.compile(r"""(?:[^'"#]|"[^"]*"|'[^']*'|(?<=\S)#)*(?=(?<!\S)#)""")
"""What stands in a line before its remark: a # at the beginning of a word, outside quotes."""


class Line(NamedTuple):
    """A line of the file."""

    text: str
    game: str | None = None
    """The game that it is about, '' for every game; None if it is not looked at."""
    option: str = ""
    """The option that it sets, if it names one."""
    setting: Setting | None = None
    fault: str = ""


class Settings(NamedTuple):
    """What the file says."""

    all: list[Setting]
    faults: list[str]
    """What is wrong in the file, a line for each."""

    def of(self, game: str) -> list[Setting]:
        """Return the settings of GAME, or with '' those of every game."""
        return [setting for setting in self.all if setting.game == game]


def file_name() -> str:
    """Return the name of the file."""
    return os.path.join(config_folder(), "settings")


def settings(*about: str) -> Settings:
    """Return the settings of the games that it is ABOUT, by default all, and of every game."""
    try:
        lines = _lines(about)
    except KeepingError as error:
        return Settings([], [str(error)])
    told = [(f"line {number}: {line.fault}", line) for number, line in enumerate(lines, 1)]
    return Settings(_found(lines), [f"{file_name()}, {text}" for text, line in told if line.fault])


def check(game: str, found: Iterable[Setting]) -> None:
    """Check that the settings of GAME agree with each other; raises InvalidCommand."""
    try:
        games.model(game).deal(DECK, chosen(game, found))
    except CardGameError as error:
        raise InvalidCommand(f"the settings of {game} do not agree: {error}") from None


def keep(setting: Setting) -> None:
    """Write SETTING to the file, in the place of what it says now; raises CardGameError."""
    with _changing(setting.game) as lines:
        old = _about(setting.key, lines)
        for line in old[:-1]:
            lines.remove(line)
        if old:
            _, remark = _parted(old[-1].text)
            lines[lines.index(old[-1])] = Line(f"{setting}{remark}", *setting.key, setting)
        else:
            lines.append(Line(str(setting), *setting.key, setting))
        if setting.game:
            check(setting.game, _found(lines))


def drop(words: list[str]) -> int:
    """Take the setting that WORDS name out of the file, or all those of a game.

    Return the number of lines; raises CardGameError if there is none.
    """
    game, rest = divided(words)
    option = str(subject(words)[1].name) if rest else ""
    with _changing(game) as lines:
        old = _about((game, option), lines)
        if not old:
            raise InvalidCommand(f"{' '.join(words)} is not set, so it cannot be unset")
        for line in old:
            lines.remove(line)
    return len(old)


def _about(key: tuple[str, str], lines: Iterable[Line]) -> list[Line]:
    """Return the lines that set the option of KEY, or with '' for the option all of the game."""
    game, option = key
    return [line for line in lines if line.game == game and option in ("", line.option)]


def _found(lines: Iterable[Line]) -> list[Setting]:
    """Return the settings in LINES; of two for the same, the later one."""
    return list({line.setting.key: line.setting for line in lines if line.setting}.values())


def _lines(about: tuple[str, ...]) -> list[Line]:
    """Return the lines of the file, read if they are ABOUT these games; raises KeepingError."""
    return [_line(text, about) for text in _texts()]


def _line(text: str, about: tuple[str, ...]) -> Line:
    """Read a line of the file; with names of games, only if it is ABOUT them, or every game."""
    line = Line(text)
    try:
        check_length(text)
        typed, _ = _parted(text)
        if not typed:
            return line
        game, _ = divided(words := split(typed))
        if about and game not in ("", *about):
            return line
        line = line._replace(game=game)
        line = line._replace(option=str(subject(words)[1].name))
        return line._replace(setting=parse(words))
    except InvalidCommand as error:
        return line._replace(fault=str(error))


def _parted(text: str) -> tuple[str, str]:
    """Divide a line into its words, and the remark with the blanks before it."""
    before = _BEFORE_REMARK.match(text)
    typed = (before[0] if before else text).rstrip()
    return typed.strip(), text[len(typed) :] if before else ""


def _texts() -> list[str]:
    """Return the lines of the file, none if there is no file; raises KeepingError."""
    name = file_name()
    try:
        if not S_ISREG(os.stat(name).st_mode):
            raise KeepingError(f"{name} is not a regular file")
        with open(name, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise KeepingError(f"{name} is too large to hold settings")
        text = data.decode("utf-8-sig")
        if "\0" in text:
            raise KeepingError(f"{name} is not text")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise KeepingError(cannot("read", name, error)) from None
    except UnicodeDecodeError:
        raise KeepingError(f"{name} is not text in UTF-8") from None
    return text.removesuffix("\n").split("\n") if text else []


@contextmanager
def _changing(game: str) -> Iterator[list[Line]]:
    """Let the lines of the file be changed, those about GAME read; then write them.

    Nothing is written if they are refused. Raises KeepingError.
    """
    name = file_name()
    try:
        os.makedirs(config_folder(), 0o700, exist_ok=True)
        with _alone(config_folder()):
            lines = _lines((game,))
            yield lines
            with replacing(real_name(name), "".join(f"{line.text}\n" for line in lines)):
                pass
    except CardGameError:
        raise
    except (OSError, ValueError) as error:
        raise KeepingError(cannot("write", name, error)) from None


@contextmanager
def _alone(folder: str) -> Iterator[None]:
    """Wait until no other program is changing files of FOLDER, and have others wait meanwhile."""
    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError:  # a system on which folders cannot be opened
        yield
        return
    try:
        lock(held, wait=True)
        yield
    finally:
        os.close(held)
