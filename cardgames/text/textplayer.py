"""Playing in text: reads commands, and shows what comes of them.

A game's own text player derives from TextPlayer; it shows positions and may add commands. What
it shows is text made from a position; input and output are in the console alone.
"""

from typing import ClassVar, Final

from cardgames.model.errors import CardGameError, IllegalMove, printable
from cardgames.model.game import Move
from cardgames.model.strategy import Strategy
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


class TextPlayer(TextCommands):
    """Plays a session in text: reads commands and shows what comes of them."""

    boards_only: ClassVar[bool] = False
    """Is the board shown before every command, and nothing else told on standard output?

    Otherwise it is shown when it has changed, and told how the game ended.
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
        """Read and show at CONSOLE, with cards as LOOK has them.

        STRICT ends at the first error; RECORD names a file that becomes the session's script.
        """
        super().__init__(session, console, look, scripts)
        self._strict = strict
        self._recorder = Recorder(record, scripts) if record else None
        self._asking = session.outcome() is not None
        self._interrupted = False

    def play(self) -> int:
        """Play until the player leaves or the input ends; return the exit status."""
        self._record()
        if self.console.interactive:
            self.console.note(welcome_text(self.session, self.console.columns()))
        status = None
        while status is None:
            status = self._step()
        self.console.flush()
        return status

    def finish(self, computer: str) -> int:
        """Let a computer player play the whole deal; return the exit status."""
        self._shown = self.game
        try:
            self.play_on(computer, watched=False)
            self._record()
        except KeyboardInterrupt:
            return 130
        self._show_end()
        self.console.flush()
        return 0

    def play_on(self, name: str, watched: bool = True) -> None:
        """Let the computer player called NAME play to the end, WATCHED in a terminal.

        Raises IllegalMove if the game is over.
        """
        if (outcome := self.session.outcome()) is not None:
            raise IllegalMove(f"the game is over: {outcome.reason}")
        computer = self.session.computers(name)
        with self.console.scene() as show:
            while self.session.outcome() is None:
                move = self.next_move(computer)
                if move is None:
                    self.console.say(stuck_text(self.stuck))
                    return
                self.session.make(move)
                if self.session.repeated() and self.session.outcome() is None:
                    self.console.say(ROUND)
                    return
                watched = watched and show(self.board(self.game))

    def next_move(self, computer: Strategy) -> Move | None:
        """What COMPUTER does now, when it plays the whole game; None if it is stuck."""
        hint = self.session.advice(computer)
        return hint.move if hint is not None else None

    def prompt(self) -> str:
        """What is asked for."""
        return PROMPT

    def _step(self) -> int | None:
        """Read a command and carry it out; return the exit status if that is the end."""
        try:
            line = self._read()
            if line is None:
                return 0
            self._interrupted = False
            self.do(line)
            self._record()
        except Leave:
            return 0
        except KeyboardInterrupt:
            return self._interrupt()
        except CardGameError as error:
            return self._refuse(error)
        return None

    def do(self, line: str) -> None:
        """Carry out the command, or the answer, typed in LINE; raises CardGameError."""
        if self._asking and line.lower() in ("n", "no"):
            raise Leave
        super().do("new" if self._asking and line.lower() in ("y", "yes") else line)
        self.settle()

    def settle(self) -> None:
        """See whether the game has ended, or the player wants to leave."""
        self._show_end()
        self._asking = self._leaving or self.session.outcome() is not None
        self._leaving = False

    def _show_end(self) -> None:
        """Show how the game ended, if it did so just now; tell if it comes round again."""
        if self.game is self._shown:
            return
        outcome = self.session.outcome()
        if outcome is not None:
            self._show_board()
            tell = self.console.note if self.boards_only else self.console.say
            tell(self.ending(outcome))
        elif self.session.repeated():
            self.console.say(REPEATED)

    def _record(self) -> None:
        if self._recorder is not None:
            self._recorder.record(self.session)

    def _read(self) -> str | None:
        """The next command; the board is shown before it, and with --echo the command too."""
        prompt = QUESTION if self._asking else self.prompt()
        self._show_position()
        line = self.console.read(prompt)
        if self.console.echo and line is not None:
            self.console.note(f"{prompt}{printable(line)}\n")
        return line

    def _show_position(self) -> None:
        changed = self.game is not self._shown or bool(self.news)
        if not self._asking and (self.boards_only or changed):
            self._show_board()

    def _show_board(self) -> None:
        if not self.console.quiet:
            gap = "\n" if self.look.notes else ""
            self.console.say(gap + "".join(self.news) + self.board(self.game))
        self.news.clear()
        self._shown = self.game

    def _refuse(self, error: CardGameError) -> int | None:
        """Tell what was wrong; return the exit status if that is the end."""
        if self.news:
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
