"""The commands that every game has in text, and the texts that a game's text player supplies.

They print at a console; the loop that reads what is typed is in `textplayer.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from cardgames.model.arguments import CommandName, Number, Word
from cardgames.model.commands import Commands, command
from cardgames.model.errors import CardGameError, IllegalMove, ScriptError, printable
from cardgames.model.game import Game, Move, Outcome
from cardgames.play.history import MoveMade
from cardgames.play.player import Player
from cardgames.play.script import Scripts
from cardgames.play.session import Session
from cardgames.text.console import Console
from cardgames.text.files import FileName
from cardgames.text.look import UNICODE, Look
from cardgames.text.wording import (
    command_help,
    counted,
    counts_text,
    deal_text,
    ending_text,
    fitted,
    folded,
    game_text,
    help_text,
    hint_text,
    moves_text,
    played_text,
    rules_text,
    stuck_text,
    wrapped,
)


class Steps(Number):
    """A number of moves, or 'all' of them, which is 0."""

    def __init__(self) -> None:
        """From one move to a hundred."""
        super().__init__("N|all", 1, 100, what="number of moves", optional=True)

    def parse(self, word: str) -> Any:
        """Return the number, or 0 for 'all'; raises InvalidCommand."""
        return 0 if word.lower() == "all" else super().parse(word)

    def _wanted(self) -> str:
        return f"{super()._wanted()}, or 'all'"


class Leave(Exception):
    """The player leaves the game."""


class TextCommands(Player):
    """Plays a session by commands whose answers are text."""

    stuck: ClassVar[str] = "no move is left"
    """Why a game that is stuck cannot go on."""
    loading = False
    """Is it only following a script that is loaded or replayed, and must not touch any file?"""

    def __init__(self, session: Session, console: Console, look: Look, scripts: Scripts) -> None:
        """Show at CONSOLE, with cards as LOOK has them; save and load by SCRIPTS."""
        super().__init__(session)
        self.console = console
        self.look = look
        self.scripts = scripts
        self.remarks: list[str] = []
        """Lines to show with the next board, below the news."""
        self._shown: Game | None = None
        self._leaving = False

    def say(self, text: str) -> None:
        """Show a text, in lines that fit the screen."""
        if self.console.interactive:
            text = folded(text)
        self.console.say(fitted(text, self.look.columns))

    def board(self, game: Any) -> str:
        """Return the picture of a position: lines, each with its end."""
        raise NotImplementedError

    def changes(self, before: Any, after: Any) -> str:
        """Say what is different in the position AFTER: the lines of the board that are new."""
        old = self.board(before).splitlines()
        return "".join(f"{line}\n" for line in self.board(after).splitlines() if line not in old)

    def viewer(self, game: Any) -> int:
        """Return the seat of the person who looks at the screen; 0 if only watchers do."""
        return 1

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        """Return lines that tell the person in SEAT what happened at a table of several players."""
        return []

    def take_news(self) -> list[str]:
        """Return the news for the person who looks, and the remarks; nothing comes twice."""
        news = self.remarks[:]
        self.remarks.clear()
        if not self.session.alone:
            seat = self.viewer(self.game)
            news[:0] = self.news(self.session.history.unheard(seat), seat)
        return news

    def tell(self, move: Move, game: Any) -> str:
        """Say in a few words what MOVE does in this position, without hidden cards."""
        return ""

    def outlook(self, game: Any) -> str:
        """Return what a person should know unasked, that the game is stuck, or ''."""
        return stuck_text(self.stuck) if self.session.is_stuck() else ""

    def parting(self) -> str:
        """Return what a person should know who leaves the game as it is now, or ''."""
        return ""

    def score_text(self, game: Any) -> str:
        """Return the score in words."""
        return f"Score: {game.score()}."

    def short_score(self, game: Any) -> str:
        """Return the score in a word or two, for the line to share; '' if its length tells it."""
        return ""

    def ending(self, outcome: Outcome) -> str:
        """Say how the game ended, and with how many moves, undos and hints."""
        return ending_text(outcome, self.session)

    @command("h", "?", CommandName("COMMAND", optional=True))
    def help(self, name: str | None = None) -> None:
        """List the commands, or explain one."""
        if name is None:
            common, columns = Commands(TextCommands), self.look.columns
            self.say(help_text(self.commands, common, self.dialect, columns))
        else:
            self.say(command_help(self.commands.find(name)))

    @command("ru")
    def rules(self) -> None:
        """Show the options of this game, and its rules."""
        text = rules_text(type(self.game), f"{played_text(self.session)}\n")
        named = self.look.named(text) if self.look.style == UNICODE else text
        self.console.page(fitted(named, self.look.columns))

    @command("op")
    def options(self) -> None:
        """Show the options of this game, and the command that deals it."""
        self.say(played_text(self.session))

    @command("hi", Steps())
    def hint(self, steps: int = 1) -> None:
        """Propose a move and say why, or say that the game is stuck.

        With N it shows the next N moves of the plan, with 'all' the whole plan as it can be typed.
        """
        if self.session.outcome() is not None:
            raise IllegalMove("the game is over: there is no move to propose")
        if self.console.quiet:
            self.session.ask("hint")
            return
        advice = self.session.hint()
        if advice is None:
            self.say(stuck_text(self.stuck))
        elif advice.move is None or steps == 1:
            what = self.tell(advice.move, self.game) if advice.move else ""
            why = self.look.named(advice.why)
            self.say(hint_text(advice._replace(why=why), what))
        else:
            self._say_plan((advice.move, *advice.then), steps)

    def _say_plan(self, plan: Sequence[Move], steps: int) -> None:
        """Show the first STEPS moves of PLAN, each with what it does; with 0, all in one line."""
        if steps == 0:
            self.say(wrapped(f"Plan: {'; '.join(map(str, plan))}"))
            return
        game, lines = self.game.seen_by(self.viewer(self.game)), []
        for number, move in enumerate(plan[:steps]):
            game = game.apply(plan[number - 1]) if number else game
            lines.append((str(move), self.tell(move, game)))
        self.say(moves_text(lines))

    @command("mo")
    def moves(self) -> None:
        """List the legal moves."""
        self.say_moves(self.legal_moves(), "legal move")

    def legal_moves(self) -> Iterator[Move]:
        """Return the moves that can be made now; none when the game is over."""
        return iter(()) if self.session.outcome() is not None else self.game.legal_moves()

    def say_moves(self, moves: Iterable[Move], kind: str) -> None:
        """List MOVES, or say that there is none of the KIND."""
        lines = [(str(move), self.tell(move, self.game)) for move in moves]
        self.say(moves_text(lines) or f"There is no {kind}.\n")

    @command("sh")
    def show(self) -> None:
        """Show the board."""
        self._shown = None

    @command("sc")
    def score(self) -> None:
        """Show the score, the number of moves, and which deal it is."""
        session = self.session
        counts, deal = counts_text(session), deal_text(session)
        special = session.setup.options.words()
        own_line = special or session.day is not None
        played = f"\n{game_text(session)}, {deal}" if own_line else f" {deal.capitalize()}"
        self.say(f"{self.score_text(self.game)} {counts}.{played}.\n")

    @command("sa", FileName("FILE"), Word("overwrite", "overwrite", optional=True))
    def save(self, file: str, overwrite: str | None = None) -> None:
        """Save the game as a script.

        It replaces an older script, but another file only with 'overwrite' after its name. In a
        pipe it replaces only what it has saved itself, unless --allow-overwrite is given.
        """
        if self.loading:
            self.say("A script that is replayed saves nothing.\n")
            return
        self.scripts.write(file, self.session.script(), overwrite is not None)
        self.say(f"Saved {printable(file)}: {counted(self.session.moves_made, 'move')}.\n")

    @command("lo", FileName("FILE"))
    def load(self, file: str) -> None:
        """Continue a saved game; a script with an error is refused."""
        if self.loading:
            raise ScriptError("a script that is loaded or replayed cannot load another")
        loaded = self._played(file)
        if loaded.deal == self.session.deal:
            loaded.day = self.session.day
        self.take_up(loaded)
        self.say(f"Loaded {printable(file)}: {counted(self.session.moves_made, 'move')}.\n")

    @command("q")
    def quit(self) -> None:
        """Leave the game; a script is asked whether it wants another."""
        if self.console.interactive:
            raise Leave
        self._leaving = True

    @command("bye")
    def exit(self) -> None:
        """Leave at once, without a question."""
        raise Leave

    def _played(self, file: str) -> Session:
        """Return the session that a script leads to; raises ScriptError with the faulty line."""
        loaded = self.scripts.read(file)
        if loaded.setup.game is not self.session.setup.game:
            raise ScriptError(f"{file} is a game of {loaded.setup.game.name}: use cardgames replay")
        console = Console(loaded.lines)
        try:
            session = Session(loaded.setup, self.session.computers)
            session.replaying = True
            player = type(self)(session, console, self.look, self.scripts)
            player.loading = True
            player.go_on()
            while (line := console.read("")) is not None:
                player.do(line)
                player.go_on()
            player.catch_up()
        except Leave:
            pass
        except CardGameError as error:
            raise ScriptError(f"{file}, line {max(1, console.number)}: {error}") from None
        player.session.replaying = False
        player.session.history.hear(len(player.session.seats))
        return player.session
