"""Playing in text: reads commands, and shows what comes of them.

A game's own text player derives from TextPlayer; it shows positions and may add commands. What
it shows is text made from a position; only the console reads and prints.
"""

from typing import ClassVar, Final

from cardgames.model.errors import CardGameError, IllegalMove, printable
from cardgames.model.game import Move
from cardgames.play.script import Recorder, Scripts
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.look import Look
from cardgames.text.textcommands import Leave, TextCommands
from cardgames.text.wording import stuck_text, welcome_text

PROMPT: Final = "> "
REPEATED: Final = "This position has come up before.\n"
ROUND: Final = "The computer stops, as it would go round for ever.\n"
QUESTION: Final = "Another game? [yn] "
TAKEN_BACK: Final = "The computer stops, and what it did is taken back.\n"
OTHERWISE: Final = "The script has the computers play otherwise.\n"


class TextPlayer(TextCommands):
    """Plays a session in text: reads commands and shows what comes of them."""

    boards_only: ClassVar[bool] = False
    """Does standard output get the board before every command, and not the end of the game?

    Otherwise it gets the board when it has changed, and the end of the game.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        look: Look,
        scripts: Scripts,
        strict: bool = False,
        record: str | None = None,
    ) -> None:
        """Read and show at CONSOLE, with cards as LOOK has them; save and load by SCRIPTS.

        STRICT ends at the first error; RECORD names a file that becomes the session's script.
        """
        super().__init__(session, console, look, scripts)
        self._strict = strict
        self._recorder = Recorder(record, scripts) if record else None
        self._over = self._asking = session.outcome() is not None
        self._interrupted = False

    def play(self) -> int:
        """Play until the player leaves or the input ends; return the exit status."""
        self._record()
        if self.console.interactive:
            self.console.note(welcome_text(self.session, self.console.columns()))
        status = None
        while status is None:
            status = self._step()
        self._record()  # what a line did before the command that ends the game
        self.console.flush()
        return status

    def finish(self, computer: str) -> int:
        """Let a computer player play the whole deal; return the exit status."""
        try:
            self.let_happen()
            if self.seats.people:
                self.session.hand_over(computer)
            for _ in self.seats.happen():
                pass
        except KeyboardInterrupt:
            return 130
        self._record()
        self._hear()
        self._say_why_it_stops()
        self._show_end()
        self.console.flush()
        return 0

    def play_on(self, name: str) -> None:
        """Let the computer player called NAME play to the end; Ctrl-C takes that back.

        Raises IllegalMove if the game is over.
        """
        self.session.hand_over(name)
        self.seats.forget()
        try:
            self.watch()
        except KeyboardInterrupt:
            self.session.take_over()
            self.remarks.append(TAKEN_BACK)
            raise

    def let_happen(self) -> None:
        """Let happen what happens by itself, until it is a person's turn, or the end."""
        if self.session.alone:
            return
        if self.seats.people:
            for _ in self.seats.happen():
                self.happened()
        elif not self.session.history.computer and not self.seats.follows:
            self.watch()

    def watch(self) -> None:
        """Let computers play to the end; a person at a terminal sees each move."""
        if self.session.outcome() is not None:
            return
        with self.console.scene() as show:
            watched = show
            for _ in self.seats.happen():
                if watched and not watched("".join([*self.take_news(), self.board(self.game)])):
                    watched = None
        if show is not None:
            self._hear()  # what a key has skipped needs no telling
        self._say_why_it_stops()

    def happened(self) -> None:
        """Do what must be done after each move, before the next computer moves."""

    def _say_why_it_stops(self) -> None:
        """Say why the computer does not play on, if the game is not over."""
        if self.session.outcome() is None:
            self.console.say(ROUND if self.session.repeated() else stuck_text(self.stuck))

    def _hear(self) -> None:
        """Count everything that happened as told."""
        self.session.history.hear(len(self.session.seats))

    def prompt(self) -> str:
        """Return the prompt for the next command."""
        return PROMPT

    def _step(self) -> int | None:
        """Read a command and carry it out; return the exit status if that is the end."""
        try:
            self.go_on()
            self._record()
            line = self._read()
            if line is None:
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

    def carry_out(self, line: str) -> None:
        """Carry out the command, or the answer, typed in LINE; raises CardGameError."""
        if self._asking and line.lower() in ("n", "no"):
            raise Leave
        leaving, self._leaving = self._leaving, False
        try:
            super().carry_out("new" if self._asking and line.lower() in ("y", "yes") else line)
        except CardGameError:
            self._leaving = leaving
            raise

    def follow(self, move: Move) -> None:
        """Make MOVE, which a script says for a computer or for the clock; raises IllegalMove."""
        if self.console.interactive and len(self.session.seats) > 1:
            raise IllegalMove("computers play for themselves: only a script can say their moves")
        if self.seats.follow(move):
            self.remarks.append(OTHERWISE)

    def settle(self) -> None:
        """Show the end of the game, and ask for another if the player wants to leave this one."""
        if self.game is not self._shown:
            self._over = self._show_end()
        self._asking = self._leaving or self._over

    def _show_end(self) -> bool:
        """Show how the game ended, or that its position has come back; return whether it ended."""
        outcome = self.session.outcome()
        if outcome is not None:
            self._show_board()
            tell = self.console.note if self.boards_only else self.console.say
            tell(self.ending(outcome))
        elif self.session.repeated():
            self.console.say(REPEATED)
        return outcome is not None

    def _record(self) -> None:
        """Record what happened; after an error, recording stops."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.record(self.session)
            self._recorder = recorder

    def _read(self) -> str | None:
        """Show the board, and return the next command; with --echo, show that too."""
        prompt = QUESTION if self._asking else self.prompt()
        self._show_position()
        line = self.console.read(prompt, "" if self._asking else self.dialect.enter)
        if self.console.echo and line is not None:
            self.console.note(f"{prompt}{printable(line)}\n")
        return line

    def _show_position(self) -> None:
        changed = self.game is not self._shown or bool(self.remarks)
        if not self._asking and (self.boards_only or changed):
            self._show_board()

    def _show_board(self) -> None:
        if not self.console.quiet:
            gap = "\n" if self.look.notes else ""
            self.console.say("".join([gap, *self.take_news(), self.board(self.game)]))
        self._shown = self.game

    def _refuse(self, error: CardGameError) -> int | None:
        """Show what was wrong; return the exit status if that is the end."""
        if self.remarks or self.game is not self._shown and not self._asking:
            self._show_board()
        console = self.console
        numbered = not console.interactive and (self._strict or not console.echo)
        where = f"line {console.number}: " if numbered else ""
        console.note(f"Error: {where}{printable(error.told(self.look.plain))}\n")
        return 1 if self._strict and not console.interactive else None

    def _interrupt(self) -> int | None:
        """Drop the line that was being typed; return the exit status if that is the end."""
        if not self.console.interactive:
            return 130
        self.console.note("\n" if self._interrupted else "\nCtrl-C again leaves the game.\n")
        status = 130 if self._interrupted else None
        self._interrupted = True
        return status
