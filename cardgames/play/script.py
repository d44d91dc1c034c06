"""Scripts: the one file format, for what is piped in, saved, loaded, recorded and replayed.

A script is plain text, one command a line, with blank lines and remarks (#). Its first remark,
if it was saved or recorded, is the shell command that deals its game.
"""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Final, NamedTuple

from cardgames.model.errors import CardGameError, ScriptError, printable
from cardgames.model.game import Setup

CONTROLS: Final = "[\x00-\x1f\x7f-\x9f\u2028\u2029]"
"""The characters that steer a terminal or end a line. A name with one of them would be made by a
mistake or by malice: whoever lists the folder could be shown anything."""
HELD_BACK: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
"""The signals that a program ends by, which wait until a file is as it should be."""

LOOKS: Final = 3
"""How often a file is tried to lock, as others look for a moment whether it is."""


def real_name(name: str) -> str:
    """Return the path of the file that a person calls NAME, whatever links lead to it."""
    return os.path.realpath(os.path.expanduser(name))


def check_name(name: str) -> None:
    """Check that a file can be given this NAME; raises ScriptError."""
    if found := re.search(CONTROLS, name):
        reason = f"a name may hold no control character such as {printable(found[0])}"
        raise ScriptError(f"cannot write {name}: {reason}")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back the signals that would end the program halfway; they come at the end of this."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ends = {getattr(signal, name) for name in HELD_BACK}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def replacing(target: str, text: str) -> Iterator[str]:
    """Let a new file that holds TEXT take the place of the file TARGET; raises OSError.

    Yield the name that the new file has before. It keeps the permissions of the old one.
    """
    folder, name = os.path.split(target)
    part = os.path.join(folder, f".{name[:40]}.{os.urandom(4).hex()}")
    with uninterrupted():
        try:
            with open(part, "xb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                os.chmod(part, os.stat(target).st_mode & 0o777)
            yield part
            os.replace(part, target)
        except BaseException:
            with suppress(OSError):  # the folder may be gone
                os.unlink(part)
            raise


def lock(file: int, wait: bool = False) -> bool:
    """Lock an open file until it is closed; return whether no other program had locked it.

    With WAIT, wait until it is free; without, only for one that looks whether it is locked. On a
    system, or a file system, that knows no locks, none is ever found.
    """
    for _ in range(LOOKS):
        if _is_locked_for(file, "LOCK_EX", wait):
            return True
        sleep(0.01)
    return False


def is_locked(name: str) -> bool:
    """Has another program, or this one, locked the file called NAME?"""
    try:
        with open(name, "rb") as file:
            return not _is_locked_for(file.fileno(), "LOCK_SH")
    except OSError:
        return False


def _is_locked_for(file: int, kind: str, wait: bool = False) -> bool:
    """Lock an open file, for this program alone or also for others that only look; did it work?"""
    try:
        import fcntl

        fcntl.flock(file, getattr(fcntl, kind) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True


def cannot(what: str, name: str, error: Exception) -> str:
    """Say that the program cannot do WHAT to the file called NAME, and why."""
    reason = getattr(error, "strerror", None) or str(error)
    return f"cannot {what} {name}: {reason}"


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
