"""Playing in text: reads commands, and shows what comes of them.

A game's own text player derives from TextPlayer; it shows positions and may add commands. What
it shows is text made from a position; only the console reads and prints.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import ClassVar, Final

from cardgames.model.errors import CardGameError, IllegalMove, ScriptError, printable
from cardgames.model.game import Move, seat_and_words
from cardgames.play.journal import Recorder
from cardgames.play.script import Scripts
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.look import Look
from cardgames.text.offer import Offer
from cardgames.text.showing import Showing
from cardgames.text.textcommands import Leave
from cardgames.text.wording import fitted

PROMPT: Final = "> "
QUESTION: Final = "Another game? [yn] "
YES: Final = ("y", "yes")
NO: Final = ("n", "no", "q", "quit", "exit", "bye")
"""What is understood at the question."""
LEAVES: Final = "Ctrl-C again leaves the game.\n"
TAKEN_BACK: Final = "The computer stops, and what it did is taken back.\n"
TOLD: Final = 5
"""The number of lines of news that stay on the screen while computers play."""
OTHERWISE: Final = "The script has the computers play otherwise.\n"


class TextPlayer(Showing):
    """Plays a session in text: reads commands and shows what comes of them."""

    offer: ClassVar[Offer | None] = None
    """What is offered at a terminal where no option says how to play."""
    pace: ClassVar[float] = 0.3
    """The time for which a person who watches computers sees each move, in seconds."""

    def __init__(
        self,
        session: Session,
        console: Console,
        look: Look,
        scripts: Scripts,
        strict: bool = False,
        recorders: Sequence[Recorder] = (),
    ) -> None:
        """Read and show at CONSOLE, with cards as LOOK has them; save and load by SCRIPTS.

        STRICT ends at the first error; RECORDERS go along.
        """
        super().__init__(session, console, look, scripts)
        self._strict = strict
        self._recorders = list(recorders)
        self._unrecorded = 0
        """The exit status of a game that is all right, but for what could not be recorded."""
        self._interrupted = False
        self.input_ended = False
        """Has the input ended, so that nothing more can be asked?"""

    def play(self) -> int:
        """Play until the player leaves or the input ends; return the exit status."""
        with self._recorded():
            if self.console.interactive:
                self._welcome()
            status = None
            while status is None:
                status = self._step()
            if self.console.interactive and status == 0:
                self._note(self.parting())
                self._share_if_stuck()
        self.console.flush()
        return status or self._unrecorded

    def finish(self, computer: str) -> int:
        """Let a computer player play the whole deal; return the exit status."""
        with self._recorded():
            if self.seats.people:
                self.let_happen()
                self.session.hand_over(computer)
            for _ in self._happening():
                pass
        self._hear()
        self._show_how_it_stands()
        self._share_if_stuck()
        self.console.flush()
        return self._unrecorded

    def play_on(self, name: str) -> None:
        """Let the computer player called NAME play to the end; Ctrl-C takes that back.

        Raises IllegalMove if the game is over.
        """
        try:
            with self.session.undisturbed():
                self.session.hand_over(name)
                self.seats.forget()
                if self.session.replaying:
                    return  # the next lines may say what the computer did
                self.watch()
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            self.seats.forget()
            self.remarks.append(TAKEN_BACK)
        else:
            self._show_how_it_stands()

    def let_happen(self) -> None:
        """Let happen what happens by itself, until it is a person's turn, or the end."""
        if self.session.alone:
            return
        if self.seats.people:
            for _ in self._happening():
                self.happened()
        elif not (self.session.replaying or self.session.history.computer or self.seats.follows):
            self.watch()

    def catch_up(self) -> None:
        """Let computers play to the end, now that a script says no more of what they do."""
        if self.session.replaying and not self.seats.people and not self.seats.follows:
            self.watch()
            self.seats.follows = True
            if self.session.history.computer:
                self._show_how_it_stands()
            self.settle()

    def watch(self) -> None:
        """Let computers play to the end; a person at a terminal sees each move."""
        if self.session.outcome() is not None:
            return
        told = deque[str](maxlen=TOLD)
        with nullcontext() if self.look.spoken else self.console.scene(self.pace) as show:
            watched = show
            for _ in self._happening():
                if watched:
                    new = fitted("".join(self.take_news()), self.look.columns).splitlines(True)
                    told += new
                    if not watched(self.board(self.game), "".join(told), max(1, len(new))):
                        watched = None
        if show and not watched:
            self._hear(but=1)  # of what a key has skipped, only the last is news

    def happened(self) -> None:
        """Do what must be done after each move, before the next computer moves."""

    def prompt(self) -> str:
        """Return the prompt for the next command."""
        return PROMPT

    def _step(self) -> int | None:
        """Read a command and carry it out; return the exit status if that is the end."""
        try:
            self.go_on()
            line = self._read()
            if line is None:
                self.input_ended = True
                self.catch_up()
                return 0
            self._interrupted = False
            self.do(line)
        except Leave:
            return 0
        except KeyboardInterrupt:
            return self._interrupt()
        except CardGameError as error:
            return self._refuse(error)
        return None

    def go_on(self) -> None:
        """Go on to the next moment at which a person can act, and see whether the game ended."""
        super().go_on()
        self.settle()
        self._record()

    def carry_out(self, line: str) -> None:
        """Carry out the command, or the answer, typed in LINE; raises CardGameError."""
        self._measure()
        if self._asking and line.lower() in NO:
            raise Leave
        if not seat_and_words(line)[0]:
            self.catch_up()
        leaving, self._leaving = self._leaving, False
        try:
            super().carry_out("new" if self._asking and line.lower() in YES else line)
        except CardGameError:
            self._leaving = leaving
            raise

    def make(self, move: Move) -> None:
        """Make MOVE, a person's; raises IllegalMove."""
        super().make(move)
        self.console.mean(self.session.log[-1])

    def follow(self, move: Move) -> None:
        """Make MOVE, which a script says for a computer or for the clock; raises IllegalMove."""
        if self.console.interactive and len(self.session.seats) > 1:
            raise IllegalMove("computers play for themselves: only a script can say their moves")
        if self.seats.follow(move):
            self.remarks.append(OTHERWISE)

    def _happening(self) -> Iterator[Move]:
        """Make and record what happens by itself, move by move."""
        for move in self.seats.happen(self.event):
            self._record()
            yield move

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        """Record all that is played, however that ends; raises ScriptError if it cannot begin."""
        for recorder in self._recorders:
            self.remark(recorder.record(self.session))
        self.console.on_wait = lambda: self._record(and_sync=True)
        left = False
        try:
            yield
            left = True
        finally:
            self._record(and_close=True, left=left)
            self._recorders.clear()

    def _record(
        self, and_sync: bool = False, and_close: bool = False, left: bool = False
    ) -> None:
        """Record what happened; where that is no longer possible, say so once and go on.

        At the end, LEFT tells whether the person left the game, or something else ended it.
        """
        tell = self._note if and_close else self._complain
        for recorder in self._recorders[:]:
            try:
                told = recorder.record(self.session)
                if and_sync:
                    recorder.sync()
                if and_close:
                    told += recorder.close(left)
            except ScriptError as error:
                self._recorders.remove(recorder)
                self._unrecorded = self._unrecorded or recorder.status
                told = self._error_line(error)
            if told:
                tell(told)

    def _read(self) -> str | None:
        """Show the board, and return the next command; with --echo, show that too."""
        prompt = QUESTION if self._asking else self.prompt()
        self._show_position()
        line = self.console.read(prompt, NO[0] if self._asking else self.dialect.enter)
        if self.console.echo and line is not None:
            self.console.note(f"{prompt}{printable(line)}\n")
        return line

    def _refuse(self, error: CardGameError) -> int | None:
        """Show what was wrong; return the exit status if that is the end."""
        console = self.console
        changed = self.game is not self._shown and not self._asking
        if (self.remarks or changed) and not console.by_keys:
            self._show_board()
        numbered = not console.interactive and (self._strict or not console.echo)
        where = f"line {console.number}: " if numbered else ""
        self._complain(self._error_line(error, where))
        return 1 if self._strict and not console.interactive else None

    def _complain(self, line: str) -> None:
        """Show an error; where the screen is painted all the time, with the next picture."""
        if self.console.by_keys:
            self.remarks.append(line)
        else:
            self._note(line)

    def _error_line(self, error: CardGameError, where: str = "") -> str:
        """Say what was wrong, with the cards as they are shown, and WHERE in a script."""
        return f"Error: {where}{printable(error.text(self.look.plain))}\n"

    def _interrupt(self) -> int | None:
        """Drop the line that was being typed; return the exit status if that is the end."""
        if not self.console.interactive:
            return 130
        self.console.end_line()
        if self._interrupted and not self.console.has_begun_line():
            return 130
        self._interrupted = True
        self.console.note(LEAVES)
        return None
