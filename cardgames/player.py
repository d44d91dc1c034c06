"""Players: whoever plays a session by commands, and the one who does so in text.

A game's own text player derives from TextPlayer; it shows positions and may add commands. What
it shows is text made from a position; input and output are in the console alone.
"""

from typing import Any, ClassVar, Final

from cardgames import script
from cardgames.commands import CommandName, Commands, FileName, Number, Word, command
from cardgames.console import Console
from cardgames.deal import SEEDS
from cardgames.errors import CardGameError, IllegalMove, ScriptError, printable
from cardgames.game import Game, Move
from cardgames.look import Look
from cardgames.session import Session
from cardgames.wording import (
    command_help,
    counted,
    counts_text,
    ending_text,
    help_text,
    rules_text,
    welcome_text,
)

PROMPT: Final = "> "
STUCK: Final = "The game is stuck: no card can come into play any more. Try undo, or new.\n"
QUESTION: Final = "Another game? [yn] "

COUNT: Final = Number("N", 1, 999_999, optional=True)
SEED: Final = Number("SEED", *SEEDS, what="seed", optional=True)


class Leave(Exception):
    """The player leaves the game."""


class Player:
    """Plays a session by commands: the moves of its game, and what every game can do."""

    def __init__(self, session: Session) -> None:
        """Play SESSION."""
        self.session = session
        self.commands = Commands(type(session.game), type(self))

    @property
    def game(self) -> Any:
        """The position now, of the type that the player is made for."""
        return self.session.game

    def do(self, line: str) -> None:
        """Carry out the command typed in LINE; raises CardGameError, and then changes nothing."""
        found, arguments = self.commands.parse(line)
        if found.name in self.game.moves.all:
            self.session.play(Move(found.name, arguments))
        else:
            getattr(self, found.name)(*arguments)

    @command("u", COUNT)
    def undo(self, n: int = 1) -> None:
        """Take back the last move, or the last N moves."""
        self.session.undo(n)

    @command("r", COUNT)
    def redo(self, n: int = 1) -> None:
        """Make a move again that was taken back, or N moves."""
        self.session.redo(n)

    @command("re")
    def restart(self) -> None:
        """Go back to the deal and begin again; redo makes the moves again."""
        self.session.restart()

    @command("ne", SEED)
    def new(self, seed: int | None = None) -> None:
        """Deal a new game: the next one, or the one with number SEED."""
        self.session.new(seed)


class TextPlayer(Player):
    """Plays a session in text: reads commands and shows what comes of them."""

    board_always: ClassVar[bool] = False
    """Is the board shown before every command, or only when it has changed?"""

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
        self._asking = self.game.outcome() is not None
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
        outcome = self.game.outcome()
        if outcome is not None and self.game is not self._shown:
            self._show_board()
            self.console.note(ending_text(outcome, self.session))
        self._asking = self._leaving or outcome is not None
        self._leaving = False

    def _record(self) -> None:
        if self._recorder is not None:
            self._recorder.record(self.session)

    def _read(self) -> str | None:
        """The next command; the board is shown before it, and with --echo the command too."""
        prompt = QUESTION if self._asking else PROMPT
        if not self.console.echo:
            self._show_position()
            return self.console.read(prompt)
        line = self.console.read(prompt)
        self._show_position()
        self.console.note("" if line is None else f"{prompt}{printable(line)}\n")
        return line

    def _show_position(self) -> None:
        if not self._asking and (self.board_always or self.game is not self._shown):
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
        if self.game.outcome() is not None:
            raise IllegalMove("the game is over: there is no move to propose")
        hint = self.session.hint()
        if hint is None:
            self.console.say(STUCK)
        elif hint.move is None:
            self.console.say(f"Hint: undo ({hint.why}).\n")
        else:
            what = self.tell(hint.move, self.game)
            self.console.say(f"Hint: {hint.move} ({what}): {hint.why}.\n")

    @command("mo")
    def moves(self) -> None:
        """List the legal moves."""
        told = [(str(move), self.tell(move, self.game)) for move in self.game.legal_moves()]
        width = max((len(text) for text, _ in told), default=0)
        lines = [f"  {text:<{width}}  {what}".rstrip() + "\n" for text, what in told]
        self.console.say("".join(lines) or "There is no legal move.\n")

    @command("sh")
    def show(self) -> None:
        """Show the board."""
        self._shown = None

    @command("sc")
    def score(self) -> None:
        """Tell the score, the moves made, and the number of the deal."""
        session = self.session
        deal = f"Seed {session.seed}" + (f", game {session.deals}" if session.deals > 1 else "")
        self.console.say(f"{self.score_text(self.game)} {counts_text(session)}. {deal}.\n")

    @command("sa", FileName("FILE"), Word("overwrite", "overwrite", optional=True))
    def save(self, file: str, overwrite: str | None = None) -> None:
        """Save the game as a script.

        An older script is replaced; another file only if 'overwrite' is typed after its name.
        """
        if self.console.quiet:
            return
        script.write(file, self.session.script(), overwrite is not None)
        self.console.say(f"Saved {printable(file)}: {counted(self.session.moves, 'move')}.\n")

    @command("lo", FileName("FILE"))
    def load(self, file: str) -> None:
        """Go on with the game of a script; if it has a mistake, this game stays."""
        if self.console.quiet:
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
            while (line := console.read("")) is not None:
                player.do(line)
        except Leave:
            pass
        except CardGameError as error:
            raise ScriptError(f"{file}, line {max(1, console.number)}: {error}") from None
        return player.session
