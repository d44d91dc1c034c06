"""The Console of a script or a pipe reads lines and shows text; TerminalConsole derives from it.

Boards and events go to standard output, prompts and errors to standard error. A console writes
each screen in one piece before it reads the next line. If it has to wait for this line, it first
writes the prompt, too, so that a program can answer.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from errno import EFBIG
from io import BufferedReader, BytesIO
from select import select
from threading import Event, Thread
from typing import Any, BinaryIO, Final, TextIO, TypeAlias, cast

from cardgames.model.commands import LONGEST_LINE
from cardgames.model.errors import CardGameError, IllegalMove, KeepingError, ScriptError, printable
from cardgames.play.script import decoded
from cardgames.play.session import Recorder, Session, uninterrupted
from cardgames.screen.look import COLUMNS, Look, fitted, folded

INPUT: Final = "cannot read standard input"
LARGEST_LINE: Final = 1 << 20  # the most bytes of a line of input; a longer one may never end
BLOCK: Final = 1 << 13  # the most bytes of input that are read at a time
HELD: Final = 200  # the number of texts that are written together when the input is a file
Picture: TypeAlias = tuple[str, str]  # A board, and the news below it
Folded: TypeAlias = Callable[[int], str]  # folds the board into a given number of lines, if it can
ROOM: Final = 3  # the number of lines that stay free below a board that can be folded
LEFT: Final = 2  # the number of lines that must stay free below any board
# Shows a board and news for a multiple of the pace; returns False if the person skips to the end
Show: TypeAlias = Callable[[str, str, int], bool]
THINKS: Final = "Looking ahead (Ctrl-C stops)"
UNSEEN: Final = 0.2  # the seconds until a sign of life, and between its dots
PATIENCE: Final = 1.0  # the seconds until a person is told whom the game waits for
END_OF_LINE: Final = "\033[K"  # erases the rest of the line


class News(Exception):
    """Something has happened at another terminal while a line was typed; the line is kept."""


class Console:
    """Reads the lines of a script or a pipe, and shows text on the standard streams."""

    link: Any = None  # the link to other terminals; it is set only while a command is read

    # loads the hand on the screen; None if this console cannot have one
    find_hand: Callable[[], Any] | None = None
    on_text: Callable[[str], object] | None = None  # called with what is typed so far at the board
    mouse: bool | None = None  # may the mouse point at cards? None: only while the hand is out
    at_board = False  # is the next line a command, not the answer to a question?
    interactive = False  # is a person typing?
    watched = False  # are all standard streams the terminal, so that the last board is seen?
    by_keys = False  # is a single key enough for a command?
    timed = False  # can the console stop waiting for a command after a given time?
    in_place = False  # is each board painted over the last one?

    def __init__(
        self,
        lines: Iterable[str] = (),
        quiet: bool = True,
        echo: bool = False,
        held: bool = False,
        at_hand: Callable[[], bool] = lambda: True,
    ) -> None:
        """Read `lines`; if `quiet`, show nothing, for example while a script is loaded.

        `echo` shows the lines and all errors on standard output. `held` writes many texts together.
        `at_hand` says whether the next line can be read without waiting.
        """
        self._lines = iter(lines)
        self._at_hand = at_hand
        self._prompted = False  # is the prompt for the next line already shown?
        self.quiet = quiet
        self.echo = echo
        self.number = 0
        self.on_wait: Callable[[], object] = lambda: None  # called before waiting for a person
        self.on_resize: Callable[[], object] = lambda: None  # called when the screen's size changes
        self._most = HELD if held else 0
        self._said: list[str] = []
        self._noted: list[str] = []
        self._out: TextIO | None = None if quiet else sys.stdout
        self._err: TextIO | None = None if quiet else sys.stderr
        # Do errors go to the same place as boards, so that their order matters?
        self._mixed = echo or _same_file(self._out, self._err)
        self._gap = "\n" if is_terminal(self._out) else ""

    def say(self, text: str) -> None:
        """Show a text with the next screen."""
        self._said.append(text)

    def note(self, text: str) -> None:
        """Show a prompt or an error after all earlier texts."""
        (self._said if self._mixed else self._noted).append(text)
        if not self._most:
            self.flush()

    def show(self, board: str, news: str = "", folded: Folded | None = None) -> None:
        """Show `news` and `board`; at a terminal, `folded` may draw the board in fewer lines."""
        self.say(self._gap + news + board)

    def page(self, text: str) -> None:
        self.say(text)

    def refer(self, text: str) -> None:
        """Show a reference text; a terminal may cut it if several commands were typed together."""
        self.say(text)

    def flush(self) -> None:
        """Write the texts that are held back, in one piece to each stream."""
        for stream, texts in ((self._out, self._said), (self._err, self._noted)):
            if texts and stream is not None:
                stream.write("".join(texts))
                stream.flush()
            texts.clear()

    def end(self) -> None:
        self.flush()

    def read(self, prompt: str, enter: str = "") -> str | None:
        """Read the next line that is not blank or a remark; return None at the end of the input.

        At a terminal, a blank line counts as the command `enter`.
        """
        while (line := self._next_line(prompt)) is not None:
            self.number += 1
            line = line.strip()
            if line and not line.startswith("#"):
                return line
            if enter and not line and self.typed_alone():
                return enter
            if self.echo:
                self.echo_line("", line)
        if self._prompted:
            self.echo_line("", "")
        return None

    def echo_line(self, prompt: str, line: str) -> None:
        """Show `line` as it was typed; if no prompt is shown yet, show `prompt` before it."""
        self.note(f"{'' if self._prompted else prompt}{printable(line)}\n")
        self._prompted = False

    def _next_line(self, prompt: str) -> str | None:
        try:
            if self.echo and not self._at_hand():
                self.say(prompt)
                self._prompted = True
            if len(self._said) + len(self._noted) > self._most:
                self.flush()
            return next(self._lines, None)
        except OSError:
            self.flush()  # so that the error is shown below the game
            raise

    # What only a terminal does.

    def typed_alone(self) -> bool:
        """Did a person type the last line, rather than paste several lines?"""
        return False

    def single_keys(self) -> AbstractContextManager[None]:
        """Read single keys in the block, if the terminal can."""
        return nullcontext()

    def show_aside(self) -> bool:
        """If messages have no room below the board, show them alone; return whether it did so."""
        return False

    def keep(self) -> None:
        """Keep the board of a finished game on the screen."""

    def show_meaning(self, move: str) -> None:
        """Say that the command typed last means `move`."""

    def end_line(self) -> None:
        self.note("\n")

    def warn(self, text: str) -> None:
        """Show `text` as a warning that stays on the screen until the next key."""
        self.note(text)

    def has_begun_line(self) -> bool:
        """Did Ctrl-C drop any typed text?"""
        return False

    def curtain(self, text: str, answer: bool = False) -> str | None:
        """Hide the screen, and show `text` to the next player; return what that player types."""
        return ""

    def read_next(self, line: str) -> None:
        """Make `line` the next line that is read; a person typed it where only Enter was needed."""

    def pause(self, text: str) -> str | None:
        """Show `text`, and wait until the player has read the screen; return the line typed."""
        return None

    def scene(
        self, pace: float, stopped: bool = False, skips: bool = False
    ) -> AbstractContextManager[Show | None]:
        """Begin an animation; yield a function that shows each board for `pace` seconds.

        Yield None if no animation can be shown. If `stopped`, the animation begins with a pause; if
        `skips`, any key ends it.
        """
        return nullcontext()

    def look_through(self, pictures: Iterable[Picture], pace: float, skips: bool = False) -> bool:
        """Let the person step through `pictures`; return False if they cannot be shown.

        With `skips`, the pictures are an animation, which any key ends.
        """
        with self.scene(pace, stopped=not skips, skips=skips) as show:
            if show is None:
                return False
            for board, news in pictures:
                if not show(board, news, 1):
                    break
        return True

    def thinking(self, says: str = THINKS) -> AbstractContextManager[None]:
        """Show `says` as a sign of life during the block, if a person waits for its end."""
        return nullcontext()

    def progress(self, text: str) -> None:
        """Add `text`, such as '34 moves', to the sign of life."""
        self.figure = text

    @contextmanager
    def sign_of_life(
        self, write: Callable[[str], object], moves: bool = True, says: str = THINKS
    ) -> Iterator[None]:
        """If the block takes long, call `write` with its progress; if `moves`, do so repeatedly."""
        self.figure = ""  # how far the work is, such as '34 moves'
        lines, ended = list[str](), Event()

        def show() -> None:
            if says != THINKS and ended.wait(PATIENCE):
                return
            while not ended.wait(UNSEEN) and (moves or not lines):
                so_far = f": {self.figure}" if self.figure else ""
                lines.append(f"{says}{so_far} {'.' * (len(lines) % 3 + 1)}")
                with suppress(OSError):  # the terminal is gone
                    write(f"\r{lines[-1][: screen_size().columns - 1]}{END_OF_LINE}")

        sign = Thread(target=show, daemon=True)
        sign.start()
        try:
            yield
        finally:
            ended.set()
            sign.join()
            if lines:
                write(f"\r{END_OF_LINE}")


def file_of(stream: TextIO | BinaryIO | None) -> int:
    """Return the file descriptor of `stream`; -1, which is invalid, if it has no open file."""
    try:
        return stream.fileno() if stream is not None else -1
    except (AttributeError, OSError, ValueError):
        return -1


def _same_file(one: TextIO | None, other: TextIO | None) -> bool:
    try:
        return os.path.sameopenfile(file_of(one), file_of(other))
    except OSError:
        return False


class Incoming:
    """The lines of standard input, with invalid bytes escaped; long lines are cut.

    A line that seems endless raises OSError; the error names standard input.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = cast(BufferedReader, stream)
        self._file = file_of(stream)
        self._whole = deque[bytes]()  # the lines that are read, but not used yet
        self._begun = bytearray()  # the beginning of the line after them
        self._number = 0  # the number of the last line that is whole
        self._ended = False
        try:
            self._blocks = os.get_blocking(self._file)
        except (AttributeError, OSError):  # Windows, or a stream without a file
            self._blocks = True

    def __iter__(self) -> Iterator[str]:
        first, whole = True, self._whole
        while whole or self._read_on():
            data = whole.popleft()[: 4 * LONGEST_LINE]  # the first line may begin with a mark
            yield decoded(data, INPUT) if first else data.decode("utf-8", "backslashreplace")
            first = False

    def at_hand(self) -> bool:
        """Can the next line, or the end of the input, be read without waiting for it?"""
        while not (self._whole or self._ended):
            if not self._can_read(0):
                return False
            self._read()
        return True

    def _read_on(self) -> bool:
        """Read until a line is whole; return False at the end of the input."""
        while not (self._whole or self._ended):
            self._read()
        return bool(self._whole)

    def _read(self) -> None:
        """Read a block of lines; raises OSError. All earlier lines must have been used."""
        try:
            if not self._blocks:
                self._can_read(None)
            data = self._stream.read1(BLOCK)
        except OSError as error:
            raise OSError(error.errno, error.strerror, INPUT) from None
        self._ended = not data
        self._begun += data
        lines = BytesIO(self._begun).readlines() if not data or b"\n" in data else []
        if len(lines[0] if lines else self._begun) > LARGEST_LINE:
            reason = f"line {self._number + 1} is longer than {LARGEST_LINE >> 20} MiB"
            raise OSError(EFBIG, reason, INPUT)
        if lines:
            self._begun = bytearray(lines.pop() if data and data[-1:] != b"\n" else b"")
            self._number += len(lines)
            self._whole.extend(lines)

    def _can_read(self, seconds: float | None) -> bool:
        """Wait at most `seconds` for input or for its end; return whether one of them has come.

        Return False if the system cannot tell, as on Windows for a pipe.
        """
        try:
            return bool(select([self._file], [], [], seconds)[0])
        except (OSError, ValueError):
            return False


def screen_size() -> os.terminal_size:
    """Return the columns and lines of the terminal (default: 80 and 24).

    The variables COLUMNS and LINES have priority, as in `shutil`, which takes longer to load.
    """
    try:
        size = os.get_terminal_size(1)
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    named = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    columns, lines = [int(word) if word.isdecimal() and len(word) < 6 else 0 for word in named]
    return os.terminal_size((columns or size.columns or 80, lines or size.lines or 24))


def columns() -> int:
    return screen_size().columns


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def at_terminal() -> bool:
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def capable() -> bool:
    return os.environ.get("TERM", "") not in ("", "dumb")


def encodes(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


KEPT: Final = "kept"  # the attribute of an exception that says what is kept of the game
UNSAVED: Final = "Nothing of the game is kept but what 'save' or --record has written."


class Screen:
    """Shows texts and errors at a console, in lines that fit its width, and collects remarks."""

    def __init__(self, console: Console, look: Look) -> None:
        self.console = console
        self.look = look
        self.shown: Any = None  # the last position shown; None to show the board again
        self.remarks: list[str] = []  # lines to show with the next board, below the news

    def say(self, text: str) -> None:
        self.console.say(self._fitted(text))

    def refer(self, text: str) -> None:
        self.console.refer(self._fitted(text))

    def _fitted(self, text: str) -> str:
        return fitted(folded(text) if self.console.interactive else text, self.look.columns)

    def note(self, text: str) -> None:
        if self.console.interactive:  # error lines may exceed 80 columns
            text = fitted(text, COLUMNS - 1)
        self.console.note(fitted(text, self.look.columns))

    def remark(self, text: str) -> None:
        """At a terminal, show `text` with the next board; elsewhere, show it among the errors."""
        if text and self.console.interactive:
            self.remarks.append(text)
        elif text:
            self.note(text)

    def complain(self, line: str) -> None:
        """Show the error `line` at once; after a single key, show it with the next picture."""
        if self.console.by_keys and self.console.typed_alone():
            self.remarks.append(line)
        else:
            self.note(line)

    def line(self, error: CardGameError, where: str = "") -> str:
        """Return `error`, found at `where` in a script, as a line with cards in this look."""
        return f"Error: {where}{printable(error.text(self.look.plain))}\n"

    def measure(self) -> None:
        """At a terminal, note the present size of the screen."""
        if self.console.interactive:
            self.look.columns, self.look.lines = screen_size()

    @contextmanager
    def breakable(self, stopped: str) -> Iterator[None]:
        """Show a sign of life during the block; Ctrl-C ends it with IllegalMove(`stopped`)."""
        try:
            with self.console.thinking():
                yield
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            raise IllegalMove(stopped) from None


class Recording:
    """The recorders of a game. A failing recorder is dropped with a message; the game goes on."""

    def __init__(self, recorders: Iterable[Recorder], screen: Screen) -> None:
        self.recorders = list(recorders)
        self.status = 0  # the exit status of the game: 2 if a recorder has failed
        self._screen = screen

    @contextmanager
    def going(self, session: Callable[[], Session]) -> Iterator[None]:
        """Record the game during the block, and end recording after it; raises ScriptError."""
        for recorder in self.recorders:
            with uninterrupted():
                told = recorder.record(session())
            self._screen.remark(told)
        console = self._screen.console
        console.on_wait = self.sync
        left, fault = False, None
        try:
            yield
            left = True
        except Exception as error:
            if not isinstance(error, (CardGameError, OSError)):
                left, fault = True, error
            raise
        finally:
            try:
                lines = self._told(lambda one: one.record(session()) + one.close(left))
            except Exception as error:
                lines = ["The last moves of the game are perhaps not kept.\n"]
                lines += self._told(lambda one: one.close(left))
                setattr(error, KEPT, " ".join("".join(lines).split()))
                raise
            self.recorders.clear()
            if fault is None:
                for line in lines:
                    self._screen.note(line)
            else:
                if console.by_keys:
                    console.end_line()
                console.flush()
                setattr(fault, KEPT, " ".join("".join(lines).split()) or UNSAVED)

    def update(self, session: Session) -> None:
        for line in self._told(lambda one: one.record(session)):
            self._screen.complain(line)

    def sync(self) -> None:
        """Make the records safe from a power failure."""
        for line in self._told(lambda one: one.sync()):
            self._screen.complain(line)

    def unkept(self) -> str:
        return "".join(recorder.unkept() for recorder in self.recorders)

    def _told(self, write: Callable[[Recorder], str | None]) -> list[str]:
        """Call `write` with each recorder, and return the messages; drop recorders that fail."""
        told = []
        for recorder in self.recorders[:]:
            try:
                with uninterrupted():
                    told.append(write(recorder))
            except KeyboardInterrupt:  # Ctrl-C came while the recorder wrote.
                self._screen.remarks += filter(None, told)
                raise
            except (ScriptError, KeepingError) as error:
                self.recorders.remove(recorder)
                self.status = 2
                told.append(self._screen.line(error))
        return [line for line in told if line]
