"""Files: written whole or not at all, by one program at a time.

What is written, and what may be replaced, is the business of `script.py` and `journal.py`.
"""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Final

from cardgames.model.errors import ScriptError, printable

CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
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
    if found := CONTROLS.search(name):
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
