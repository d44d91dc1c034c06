"""Scripts: the one file format, for what is piped in, saved, loaded, recorded and replayed.

A script is plain text, one command a line, with blank lines and remarks (#). Its first remark,
if it was saved or recorded, is the shell command that deals its game.
"""

import os
from collections.abc import Callable
from typing import Final, NamedTuple

from cardgames.model.errors import CardGameError, ScriptError
from cardgames.model.game import Setup
from cardgames.play.files import cannot, check_name, is_locked, real_name, replacing

LARGEST: Final = 1 << 26
"""The largest size of a script, in bytes."""


class Script(NamedTuple):
    """The lines of a script, and the setup that its first remark describes."""

    setup: Setup
    lines: list[str]


class Scripts:
    """Reads and writes script files."""

    def __init__(self, read_setup: Callable[[str], Setup], only_own: bool = False) -> None:
        """READ_SETUP reads the first remark of a script and raises CardGameError.

        With ONLY_OWN, no file is replaced that was not written here.
        """
        self._read_setup = read_setup
        self._only_own = only_own
        self._own: dict[str, tuple[int, ...]] = {}
        """The files that were written here, by their paths, as they were left."""

    def read(self, name: str) -> Script:
        """Read the script in the file called NAME; raises ScriptError."""
        lines = _lines(name)
        number = next((i for i, line in enumerate(lines) if line.strip()), 0)
        try:
            return Script(self._read_setup(lines[number].strip()), lines)
        except CardGameError as error:
            raise ScriptError(f"{name}, line {number + 1}: {error}") from None

    def write(self, name: str, text: str, overwrite: bool = False) -> None:
        """Write a script to the file called NAME, whole or not at all; raises ScriptError.

        A file that is not a script is replaced only with OVERWRITE; a folder or device, never; and
        where only own files are replaced, no other.
        """
        check_name(name)
        try:
            target = real_name(name)
            if os.path.exists(target):
                self._check_replaceable(target, name, overwrite)
            with replacing(target, text) as part:
                written = _state(part)
            self._own[target] = written
        except ScriptError:
            raise
        except (OSError, ValueError) as error:
            raise ScriptError(cannot("write", name, error)) from None

    def _check_replaceable(self, target: str, name: str, overwrite: bool) -> None:
        if not os.path.isfile(target):
            raise ScriptError(f"{name} is not a regular file: a script cannot be written there")
        if is_locked(target):
            raise ScriptError(f"a game is being recorded to {name}: choose another file")
        if self._only_own and self._own.get(target) != _state(target):
            own = "a script replaces only what it has written itself"
            raise ScriptError(f"{name} exists: {own}, unless --allow-overwrite is given")
        if not overwrite and os.path.getsize(target) and not self._is_script(target):
            from shlex import quote

            advice = f"save {quote(name)} overwrite"
            raise ScriptError(f"{name} exists and is not a script: '{advice}' replaces it")

    def _is_script(self, name: str) -> bool:
        try:
            self.read(name)
        except ScriptError:
            return False
        return True


def _state(path: str) -> tuple[int, ...]:
    """Return what tells a file from any other, and from itself once it is changed."""
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _lines(name: str) -> list[str]:
    try:
        with open(os.path.expanduser(name), "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise ScriptError(cannot("read", name, error)) from None
    if len(data) > LARGEST:
        raise ScriptError(f"{name} is too large to be a script")
    return data.decode("utf-8-sig", "backslashreplace").removesuffix("\n").split("\n")
