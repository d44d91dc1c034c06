"""Lines edited by readline, with history and completion; half a line survives Ctrl-Z."""

import readline
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from cardgames.text.keyboard import Completer

INSERT_ALL: Final = ord("*")
"""The kind of completion that readline asks for when its `insert-completions` is called."""


class Editor:
    """Reads lines that a person edits."""

    def __init__(self, complete: Completer, on_return: Callable[[], object]) -> None:
        """Complete words with COMPLETE; ON_RETURN shows the screen after a stop."""
        self._complete = complete
        self._on_return = on_return
        self._prompt = ""
        self._modes: Any = None
        """The settings of the terminal while a line is edited."""
        readline.set_completer(self._word)
        readline.set_completer_delims(" \t")
        readline.set_pre_input_hook(self._keep_modes)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        if not libedit:  # which another editor may have changed
            readline.parse_and_bind(r'"\C-l": clear-screen')

    def show_by_key(self) -> None:
        """Let Ctrl-L show the screen again, and keep the line that was begun.

        Only its completions call a program from within a line, so it is bound to a kind of them.
        """
        if "libedit" not in (readline.__doc__ or ""):
            readline.parse_and_bind(r'"\C-l": insert-completions')

    def read(self, prompt: str) -> str:
        """Return the next line; raises EOFError at the end of the input."""
        self._prompt = prompt
        if not hasattr(signal, "SIGCONT"):
            return input(prompt)
        before = signal.signal(signal.SIGCONT, self._go_on)
        try:
            return input(prompt)
        finally:
            signal.signal(signal.SIGCONT, before)

    def has_begun_line(self) -> bool:
        """Does the line hold something, that Ctrl-C has dropped perhaps?"""
        return bool(readline.get_line_buffer())

    def forget(self) -> None:
        """Forget the lines that were typed."""
        readline.clear_history()

    def _word(self, start: str, index: int) -> str | None:
        if readline.get_completion_type() == INSERT_ALL:
            self._show_again(readline.get_endidx())
            return None
        before = readline.get_line_buffer()[: readline.get_begidx()]
        words = self._complete(before, start)
        if len(words) == 1 and not words[0].endswith("/"):
            words = [f"{words[0]} "]
        return words[index] if index < len(words) else None

    def _keep_modes(self) -> None:
        with suppress(ImportError):
            import termios

            self._modes = termios.tcgetattr(sys.stdin)

    def _go_on(self, number: int, frame: object) -> None:
        """Go on with the line after a stop, in which the shell had the terminal for itself."""
        if self._modes is None:
            return
        import termios

        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)
        self._show_again(len(readline.get_line_buffer()))

    def _show_again(self, point: int) -> None:
        """Show the screen, and the line that is being edited with the cursor at POINT."""
        self._on_return()
        line = readline.get_line_buffer()
        back = "\b" * (len(line) - point)
        sys.stdout.write(f"{self._prompt}{line}{back}")
        sys.stdout.flush()
