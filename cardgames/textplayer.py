"""Playing in text: reads commands, and shows what comes of them.

A game's own text player derives from TextPlayer; it shows positions and may add commands. What
it shows is text made from a position; input and output are in the console alone.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from cardgames import games, script
from cardgames.arguments import CommandName, FileName, Word
from cardgames.commands import Commands, command
from cardgames.console import Console
from cardgames.errors import CardGameError, IllegalMove, ScriptError, printable
from cardgames.game import Game, Move
from cardgames.look import Look
from cardgames.player import Player
from cardgames.session import Session
from cardgames.wording import (
    command_help,
    counted,
    counts_text,
    deal_text,
    ending_text,
    help_text,
    hint_text,
    moves_text,
    rules_text,
    stuck_text,
    welcome_text,
)

PROMPT: Final = "> "
REPEATED: Final = "This position has come up before.\n"
ROUND: Final = "The computer stops, as it would go round for ever.\n"
QUESTION: Final = "Another game? [yn] "


class Leave(Exception):
    """The player leaves the game."""


class TextPlayer(Player):
    """Plays a session in text: reads commands and shows what comes of them."""

    boards_only: ClassVar[bool] = False
    """Is the board shown before every command, and nothing else told on standard output?

    Otherwise it is shown when it has changed, and told how the game ended.
    """

    stuck: ClassVar[str] = "no move is left"
    """Why a game is called stuck."""
    loading = False
    """Does it only carry out a script that is loaded, and keep from using files?"""

    def __init__(
        self,
        session: Session,
        console: Console,
        look: Look,
        strict: bool = False,
        record: str | None = None,
    ) -> None:
        """Read and show at CONSOLE, with cards as LOOK has them.

        STRICT ends at the first error; RECORD names a file that becomes the session's script.
        """
        super().__init__(session)
        self.console = console
        self.look = look
        self._strict = strict
        self._recorder = script.Recorder(record) if record else None
        self._shown: Game | None = None
        self._asking = session.outcome() is not None
        self._leaving = False
        self._interrupted = False

    def board(self, game: Any) -> str:
        """The picture of a position: lines, each with its end."""
        raise NotImplementedError

    def tell(self, move: Move, game: Any) -> str:
        """What MOVE does in this position, in a few words that tell nothing hidden."""
        return ""

    def score_text(self, game: Any) -> str:
        """The score in words."""
        return f"Score: {game.score()}."

    def play(self) -> int:
        """Play until the player leaves or the input ends; return the exit status."""
        self._record()
        if self.console.interactive:
            self.console.note(welcome_text(self.session))
        status = None
        while status is None:
            status = self._step()
        self.console.flush()
        return status

    def finish(self, computer: str) -> int:
        """Let a computer player play the whole deal; return the exit status."""
        self._shown = self.game
        try:
            self.play_on(computer)
            self._record()
        except KeyboardInterrupt:
            return 130
        self._show_end()
        self.console.flush()
        return 0

    def play_on(self, name: str) -> None:
        """Let the computer player called NAME play to the end, in a terminal step by step.

        Raises IllegalMove if the game is over.
        """
        if (outcome := self.session.outcome()) is not None:
            raise IllegalMove(f"the game is over: {outcome.reason}")
        computer = games.strategies(self.game.name)[name]()
        watched = True
        with self.console.scene() as show:
            while self.session.outcome() is None:
                hint = self.session.advice(computer)
                if hint is None or hint.move is None:
                    self.console.say(stuck_text(self.stuck))
                    return
                self.session.play(hint.move)
                if self.session.repeated() and self.session.outcome() is None:
                    self.console.say(ROUND)
                    return
                watched = watched and show(self.board(self.game))

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
            tell(ending_text(outcome, self.session))
        elif self.session.repeated():
            self.console.say(REPEATED)

    def _record(self) -> None:
        if self._recorder is not None:
            self._recorder.record(self.session)

    def _read(self) -> str | None:
        """The next command; the board is shown before it, and with --echo the command too."""
        prompt = QUESTION if self._asking else PROMPT
        self._show_position()
        line = self.console.read(prompt)
        if self.console.echo and line is not None:
            self.console.note(f"{prompt}{printable(line)}\n")
        return line

    def _show_position(self) -> None:
        if not self._asking and (self.boards_only or self.game is not self._shown):
            self._show_board()

    def _show_board(self) -> None:
        if not self.console.quiet:
            gap = "\n" if self.look.notes else ""
            self.console.say(gap + self.board(self.game))
        self._shown = self.game

    def _refuse(self, error: CardGameError) -> int | None:
        """Tell what was wrong; return the exit status if that is the end."""
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

    @command("h", "?", CommandName("COMMAND", optional=True))
    def help(self, name: str | None = None) -> None:
        """List the commands, or explain one."""
        if name is None:
            self.console.say(help_text(self.commands, Commands(TextPlayer)))
        else:
            self.console.say(command_help(self.commands.find(name)))

    @command("ru")
    def rules(self) -> None:
        """Show the rules of the game."""
        self.console.page(rules_text(self.game.name))

    @command("hi")
    def hint(self) -> None:
        """Propose a move and say why; tell when the game is stuck."""
        if self.session.outcome() is not None:
            raise IllegalMove("the game is over: there is no move to propose")
        hint = self.session.hint()
        what = self.tell(hint.move, self.game) if hint and hint.move else ""
        self.console.say(stuck_text(self.stuck) if hint is None else hint_text(hint, what))

    @command("mo")
    def moves(self) -> None:
        """List the legal moves."""
        self.say_moves(self.legal_moves(), "legal move")

    def legal_moves(self) -> Iterator[Move]:
        """The moves that can be made now; none when the game is over."""
        return iter(()) if self.session.outcome() is not None else self.game.legal_moves()

    def say_moves(self, moves: Iterable[Move], kind: str) -> None:
        """List MOVES, or say that there is none of the KIND."""
        told = [(str(move), self.tell(move, self.game)) for move in moves]
        self.console.say(moves_text(told) or f"There is no {kind}.\n")

    @command("sh")
    def show(self) -> None:
        """Show the board."""
        self._shown = None

    @command("sc")
    def score(self) -> None:
        """Tell the score, the moves made, and the number of the deal."""
        counts, deal = counts_text(self.session), deal_text(self.session).capitalize()
        self.console.say(f"{self.score_text(self.game)} {counts}. {deal}.\n")

    @command("sa", FileName("FILE"), Word("overwrite", "overwrite", optional=True))
    def save(self, file: str, overwrite: str | None = None) -> None:
        """Save the game as a script.

        An older script is replaced; another file only if 'overwrite' is typed after its name.
        """
        if self.loading:
            return
        script.write(file, self.session.script(), overwrite is not None)
        self.console.say(f"Saved {printable(file)}: {counted(self.session.moves, 'move')}.\n")

    @command("lo", FileName("FILE"))
    def load(self, file: str) -> None:
        """Go on with the game of a script; if it has a mistake, this game stays."""
        if self.loading:
            raise ScriptError("a script that is loaded cannot load another")
        self.session = self._played(file)
        self.console.say(f"Loaded {printable(file)}: {counted(self.session.moves, 'move')}.\n")

    @command("q")
    def quit(self) -> None:
        """Leave the game, or deal another."""
        self._leaving = True

    def _played(self, file: str) -> Session:
        """The session that a script leads to; raises ScriptError naming the line that fails."""
        loaded = script.read(file)
        if loaded.setup.game is not self.session.setup.game:
            raise ScriptError(f"{file} is a game of {loaded.setup.game.name}: use cardgames replay")
        console = Console(loaded.lines)
        try:
            player = type(self)(Session(loaded.setup), console, self.look)
            player.loading = True
            while (line := console.read("")) is not None:
                player.do(line)
        except Leave:
            pass
        except CardGameError as error:
            raise ScriptError(f"{file}, line {max(1, console.number)}: {error}") from None
        return player.session
