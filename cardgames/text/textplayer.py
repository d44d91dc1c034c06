"""The text player: the loop that reads typed lines, carries them out and shows the game.

One line goes through `play`, `_step`, `_read`, `do`, `carry_out`, `_obey`, `read` and `make`, which
stand here in this order. Below them are automatic moves, recording, all texts shown, and commands.

A game's own text player derives from TextPlayer. It makes the texts (`view.py`), and may add
commands to those of every game (`commands.py`).
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, Final

from cardgames.model.commands import Command, Commands, Reading, command
from cardgames.model.errors import CardGameError, IllegalMove, ScriptError, printable
from cardgames.model.game import Move, Outcome, seat_and_words
from cardgames.play.script import Script, Scripts
from cardgames.play.session import Recorder, Recording, Session, Turns
from cardgames.text import commands
from cardgames.text.commands import FileName
from cardgames.text.console import Console
from cardgames.text.look import Look
from cardgames.text.view import Screen, View
from cardgames.text.wording import (
    counted,
    counts_text,
    fitted,
    shared_text,
    stuck_text,
    welcome_text,
)

QUESTION: Final = "Another game? [y/N] "
AFTER_A_WIN: Final = "Another game? [Y/n] "
YES: Final = ("y", "yes")
NO: Final = ("n", "no", "q", "quit", "exit", "bye")
"""The answers to QUESTION that mean yes, and those that mean no."""
LEAVES: Final = "Ctrl-C again leaves the game.\n"
TAKEN_BACK: Final = "The computer stops, and what it did is taken back.\n"
OTHERWISE: Final = "The script has the computers play otherwise.\n"
REPEATED: Final = "This position has come up before.\n"
ROUND: Final = "The computer stops, as it would go round forever.\n"
GIVEN_UP: Final = "The computer gives up, as it finds no way on.\n"
KEPT: Final = "kept"
"""The attribute of an exception that says what is kept of the game that it has ended."""
UNSAVED: Final = "Nothing of the game is kept but what 'save' or --record has written."
DOUBTFUL: Final = "The last moves of the game are perhaps not kept."
TOLD: Final = 5
"""The number of lines of news that stay on the screen while computers play."""


class Leave(Exception):
    """The person leaves the game."""



class TextPlayer(View):
    """Plays a session in text: reads commands, carries them out and shows the game."""

    def __init__(
        self,
        session: Session,
        console: Console,
        look: Look,
        scripts: Scripts,
        strict: bool = False,
        recorders: Sequence[Recorder] = (),
    ) -> None:
        """Play SESSION at CONSOLE, with cards in LOOK; SCRIPTS saves and loads games.

        With STRICT, end at the first error. RECORDERS write down the game.
        """
        super().__init__(session, Screen(console, look, self.narrowest))
        self.console = console
        self.scripts = scripts
        self.commands = Commands(type(session.game), type(self))
        self._reading: Callable[[str, Any], Reading] | None = None
        self._strict = strict
        self._recording = Recording(recorders)
        self._interrupted = False
        """Has Ctrl-C dropped the last line?"""
        self._leaving = False
        """Was `quit` the last command?"""
        self._over = self._asking = session.outcome() is not None
        """Is the game over? Does the next prompt ask for another game?"""
        self.input_ended = False
        """Has the input ended, so that no question can be answered?"""
        self.play_session(session)

    def play_session(self, session: Session) -> None:
        """Play SESSION from now on."""
        if session.deal != self.session.deal:
            self.screen.shown = None
        self.session = session
        self.turns = Turns(session)
        self._outlook = ""
        """The last message about the game's chances."""

    def play(self) -> int:
        """Play until the person leaves or the input ends; return the exit status."""
        with self._recorded():
            if self.console.interactive:
                self.screen.measure()
                self.screen.note(welcome_text(self.greeting()) + self.screen.narrow())
            while (status := self._step()) is None:
                pass
            if self.console.interactive and status == 0:
                self.screen.note(self.parting())
                self._share_if_stuck()
        self.console.end()
        return status or self._recording.status

    def _step(self) -> int | None:
        """Read a line and carry it out; return the exit status at the end, else None."""
        try:
            try:
                self.advance()
                line = self._read()
                if line is None:
                    self.input_ended = True
                    self.catch_up()
                    return 0
                self._interrupted = False
                self.do(line)
            except CardGameError as error:
                return self._refuse(error)
        except Leave:
            return self._leave()
        except KeyboardInterrupt:
            return self._interrupt()
        return None

    def _leave(self) -> int | None:
        """Return the exit status of a person who leaves; None at once if they would lose moves."""
        self._record()
        unkept = self._recording.unkept() if self.console.interactive else ""
        if not unkept:
            return 0
        self.screen.complain(unkept)
        return None

    def advance(self) -> None:
        """Play automatic moves until a person can act; show the end if the game is over."""
        if not self.session.alone:
            self.play_others()
        self.show_end_if_over()
        if self._recording.recorders:
            self._record()

    def _read(self) -> str | None:
        """Show the board, and return the next line; with --echo, repeat the line."""
        prompt, enter = self._asked()
        self._show_position()
        line = self.console.read(prompt, enter)
        if self.console.echo and line is not None:
            self.console.note(f"{prompt}{printable(line)}\n")
        return line

    def _asked(self) -> tuple[str, str]:
        """Return the prompt, and what Enter means there: after a win, another game."""
        if not self._asking:
            return self.prompt(), self.short_forms.enter
        outcome = self.session.outcome()
        won = self.session.alone and outcome is not None and outcome.winner == 1
        return (AFTER_A_WIN, YES[0]) if won and self.console.interactive else (QUESTION, NO[0])

    def do(self, line: str) -> None:
        """Carry out the commands in LINE, which semicolons separate.

        Raises CardGameError at the first one that is refused, which changes nothing.
        """
        if ";" not in line:
            self.carry_out(line)
            return
        from cardgames.play.language import commands_in

        for number, part in enumerate(commands_in(line)):
            if number:
                self.advance()
            self.carry_out(part)

    def carry_out(self, line: str) -> None:
        """Carry out one command, or the answer to 'Another game?'.

        Raises CardGameError, and then changes nothing.
        """
        if self.console.interactive:
            self.screen.measure()
        if self._asking and line.lower() in NO:
            raise Leave
        by_computer = seat_and_words(line)[0]
        if self.session.replaying and not by_computer:
            self.catch_up()
        leaving, self._leaving = self._leaving, False
        try:
            if by_computer:
                self.follow(self.game.parse(line))
            else:
                self._obey("new" if self._asking and line.lower() in YES else line)
        except CardGameError:
            self._leaving = leaving  # a refused answer leaves the question open
            raise

    def _obey(self, line: str) -> None:
        """Carry out a person's command; raises CardGameError."""
        before, history, steps = self.game, self.session.history, self.session.history.steps
        found, arguments = self.read(line)
        if found.name in before.commands.all:
            self.make(Move(found.name, arguments))
        else:
            getattr(self, found.method)(*arguments)
        if not self.session.history.computer and self.game is not before:
            self.turns.forget()
            if self.session.history is history and history.steps > steps and found.name != "redo":
                self.follow_up()

    def read(self, line: str) -> Reading:
        """Return the command that LINE means, and its arguments; raises CardGameError."""
        if self._reading is None:
            from cardgames.play.language import Reader  # not needed before the first line

            known = self.commands, self.game.commands.all.keys(), self.short_forms
            self._reading = Reader(*known, self.spell, self.elsewhere).read
        return self._reading(line, self.game)

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return WORDS, typed after the command FOUND, in full notation; raises CardGameError."""
        if words == ["all"] and found.name in ("undo", "redo"):
            history = self.session.history
            return [str(max(1, history.steps if found.name == "undo" else history.undone))]
        return words

    def make(self, move: Move) -> None:
        """Make a person's MOVE; raises IllegalMove."""
        self.session.make(move)
        self.console.show_meaning(self.session.log[-1])

    def follow(self, move: Move) -> None:
        """Make an automatic MOVE that a script supplies; raises IllegalMove."""
        if self.console.interactive and len(self.session.seats) > 1:
            raise IllegalMove("computers play for themselves: only a script can say their moves")
        if self.turns.follow(move):
            self.screen.remarks.append(OTHERWISE)

    def _refuse(self, error: CardGameError) -> int | None:
        """Show ERROR; return the exit status if it ends the game, else None."""
        console, screen = self.console, self.screen
        changed = self.game is not screen.shown and not self._asking
        if (screen.remarks or changed) and not console.by_keys:
            self._show_board()
        numbered = not console.interactive and (self._strict or not console.echo)
        screen.complain(screen.line(error, f"line {console.number}: " if numbered else ""))
        return 1 if self._strict and not console.interactive else None

    def _interrupt(self) -> int | None:
        """Drop the typed line at Ctrl-C; return the exit status if it ends the game, else None."""
        if not self.console.interactive:
            return 130
        self.console.end_line()
        if self._interrupted and not self.console.has_begun_line():
            return 130
        self._interrupted = True
        self.console.note(LEAVES)
        return None

    def play_others(self) -> None:
        """Play automatic moves until it is a person's turn or the game ends."""
        if self.turns.people:
            for _ in self._automatic_moves():
                self.happened()
        elif not (self.session.replaying or self.session.history.computer or self.turns.follows):
            self.watch()

    def _automatic_moves(self) -> Iterator[Move]:
        """Make and record automatic moves; yield each."""
        for move in self.turns.play(self.event):
            self._record()
            yield move

    def event(self) -> Move | None:
        """Return the next automatic move, with its seat; None until a person acts."""
        return self.session.event()

    def happened(self) -> None:
        """React to an automatic move, before the next one is made."""

    def catch_up(self) -> None:
        """Let computers play to the end in a replayed script that leaves their moves out."""
        if self.session.replaying and not self.turns.people and not self.turns.follows:
            self.watch()
            self.turns.follows = True
            if self.session.history.computer:
                self._show_how_it_stands()
            self.show_end_if_over()

    def watch(self) -> None:
        """Let computers play to the end; show each move to a person at a terminal."""
        if self.session.outcome() is not None:
            return
        told = deque[str](maxlen=TOLD)
        with nullcontext() if self.look.spoken else self.console.scene(self.pace) as show:
            watched = show
            for move in self._automatic_moves():
                if watched:
                    new = fitted("".join(self.take_news()) + self.line_of(move), self.look.columns)
                    if self.session.alone:
                        told.clear()  # the board shows what earlier moves did
                    told += new.splitlines(True)
                    if not watched(self.board(self.game), "".join(told), max(1, new.count("\n"))):
                        watched = None
                elif show:
                    self._tell_progress()
        if show and not watched:
            self._mark_told(but=1)  # of the moves that a key has skipped, report only the last

    def play_on(self, name: str) -> None:
        """Let the computer player called NAME play to the end; Ctrl-C takes its moves back.

        Raises IllegalMove if the game is over.
        """
        try:
            with self.session.undisturbed(or_idle=self.console.interactive):
                self.session.hand_over(name)
                self.turns.forget()
                if self.session.replaying:
                    return  # the script's next lines may supply the computer's moves
                self.watch()
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            self.turns.forget()
            self.session.shown = True
            self.screen.remarks.append(TAKEN_BACK)
        else:
            self._show_how_it_stands()

    def play_deal(self, computer: str) -> int:
        """Let the player called COMPUTER play the whole deal; return the exit status."""
        with self._recorded():
            if self.turns.people:
                self.play_others()
                self.session.hand_over(computer)
            with self.console.thinking():
                for _ in self._automatic_moves():
                    self._tell_progress()
        self._mark_told()
        self._show_how_it_stands()
        self._share_if_stuck()
        self.console.flush()
        return self._recording.status

    def _tell_progress(self) -> None:
        """Tell a person who waits for computers how far they are."""
        if self.console.interactive:
            self.console.progress(counted(self.session.history.made, "move"))

    def _mark_told(self, but: int = 0) -> None:
        """Mark all moves as reported, except the last BUT."""
        self.session.history.mark_told(len(self.session.seats), but)

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        """Record the game during the block, and end recording after it; raises ScriptError.

        A fault of the program gets an attribute that says what is kept of the game.
        """
        for said in self._recording.begin(self.session):
            self.screen.remark(said)
        self.console.on_wait = lambda: self._record(and_sync=True)
        left, fault = False, None
        try:
            yield
            left = True
        except (CardGameError, OSError):
            raise
        except Exception as error:
            left, fault = True, error
        finally:
            lines = self._end_recording(left)
            for line in [] if fault else lines:
                self.screen.note(line)
        if fault:
            if self.console.by_keys:
                self.console.end_line()
            self.console.flush()
            setattr(fault, KEPT, " ".join("".join(lines).split()) or UNSAVED)
            raise fault

    def _end_recording(self, left: bool) -> list[str]:
        """End recording, by somebody who LEFT or not; return the lines to tell."""
        try:
            told = self._recording.end(self.session, left)
        except Exception as error:
            setattr(error, KEPT, DOUBTFUL)
            raise
        return [one if isinstance(one, str) else self.screen.line(one) for one in told]

    def _record(self, and_sync: bool = False) -> None:
        """Record the new moves; with AND_SYNC, make them safe from a power failure. Show errors."""
        for told in self._recording.update(self.session, and_sync):
            self.screen.complain(told if isinstance(told, str) else self.screen.line(told))

    def welcome_back(self) -> None:
        """Greet a person who resumes a game."""
        self.screen.remark(f"You go on after {counted(self.session.moves_made, 'move')}.\n")

    def _show_position(self) -> None:
        """Show the board if it has changed, if there are remarks, or if it is shown every time."""
        changed = self.game is not self.screen.shown or bool(self.screen.remarks)
        every_time = self.boards_only and not self.console.watched
        if not self._asking and (every_time or changed):
            self._show_board()

    def _show_board(self) -> None:
        game = self.game
        if not self.console.quiet:
            if self.console.interactive:
                self.screen.measure()
            news = self.take_news()
            board = self.latest(game, self.screen.shown)
            self.screen.show(game, board, news, partial(self.folded, game))
        self.screen.shown = game

    def show_end_if_over(self) -> None:
        """Show the end of a game that is over; decide whether to ask for another."""
        outcome = self.session.outcome()
        new = self.game is not self.screen.shown
        if new or self._over != (outcome is not None):  # giving up changes no position
            self._over = outcome is not None
            if outcome is not None:
                if new and outcome.winner == 1:
                    self.show_last_moves()
                if new:
                    self._show_board()
                self._show_end(outcome)
            elif self.session.repeated():
                self.screen.say(REPEATED)
            if self.console.interactive or self.console.echo:
                self._remark_outlook()
        self._asking = self._leaving or self._over

    def _remark_outlook(self) -> None:
        """Add a remark on the game's chances, such as that it is stuck, when they change."""
        if self._over or not self.session.history.made:
            return  # at the deal there is no news, and no computer player to load
        before, self._outlook = self._outlook, self.outlook(self.game)
        if self._outlook != before and self._outlook:
            self.screen.remarks.append(self._outlook)

    def _show_how_it_stands(self) -> None:
        """After a computer has played on, show the board, the score, and why play stopped."""
        outcome = self.session.outcome()
        self._show_board()
        if outcome is None:
            why = stuck_text(self.stuck) if self.session.is_stuck() else GIVEN_UP
            self.screen.say(ROUND if self.session.repeated() else why)
            self.screen.say(f"{self.score_text(self.game)} {counts_text(self.session)}.\n")
        else:
            self.screen.say(self.last_score())
            self._over = True
            self._show_end(outcome)

    def _show_end(self, outcome: Outcome) -> None:
        """Say how the game ended, and show the line that people may share."""
        say = self.screen.note if self.boards_only else self.screen.say
        for text in self.endings(outcome):
            say(text)
        self._share(outcome)
        self.console.keep()

    def _share_if_stuck(self) -> None:
        """If a person leaves a stuck game, show the line that people may share."""
        if self.session.day and self.session.outcome() is None and self.session.is_stuck():
            self._share(None)

    def _share(self, outcome: Outcome | None) -> None:
        """Show the line that people may share after a date's deal, unwrapped for copying."""
        if self.session.day is not None:
            say = self.console.note if self.boards_only else self.console.say
            say(shared_text(self.session, outcome, self.short_score(self.game)))

    undo, redo, restart, new = commands.undo, commands.redo, commands.restart, commands.new
    giveup = commands.giveup
    help, rules, options = commands.help, commands.rules, commands.options
    hint, moves = commands.hint, commands.moves
    show, score, save = commands.show, commands.score, commands.save

    def common(self) -> Commands:
        """Return the commands that every game has in text."""
        return Commands(TextPlayer)

    @command("lo", FileName("FILE"))
    def load(self, file: str) -> None:
        """Continue a saved game; a script with an error is refused."""
        if self.loading:
            raise ScriptError("a script that is loaded or replayed cannot load another")
        loaded = self.session_of(self.scripts.read(file), file)
        loaded.from_script = True
        if loaded.deal == self.session.deal:
            loaded.day = self.session.day
        self.play_session(loaded)
        moves = counted(self.session.moves_made, "move")
        self.screen.say(f"Loaded {printable(file)}: {moves}.\n")

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

    def session_of(
        self, script: Script, name: str, see: Callable[[Session], object] = lambda session: None
    ) -> Session:
        """Return the session after SCRIPT, read from NAME; raises ScriptError with a bad line.

        SEE is called with it at the deal, and after each command.
        """
        if script.setup.game is not self.session.setup.game:
            raise ScriptError(f"{name} is a game of {script.setup.game.name}: use cardgames replay")
        console = Console(script.lines)
        try:
            session = Session(script.setup, self.session.computers)
            session.replaying = True
            player = type(self)(session, console, self.look, self.scripts)
            player.loading = True
            player.advance()
            see(session)
            while (line := console.read("")) is not None:
                player.do(line)
                player.advance()
                see(player.session)
            player.catch_up()
        except Leave:
            pass
        except CardGameError as error:
            raise ScriptError(f"{name}, line {max(1, console.number)}: {error}") from None
        player.session.replaying = False
        player.session.history.mark_told(len(player.session.seats))
        return player.session
