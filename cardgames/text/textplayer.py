"""The text player: the loop that reads typed lines, carries them out and shows the game.

A typed line goes through `play`, `_step`, `_next_line`, `do`, `carry_out`, `read` and `make`, in
this order. The board and the words of a game are declared in `view.py`; the commands that every
game has are in `commands.py`. A game's own text player derives from TextPlayer.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from cardgames.model.commands import Command, Commands, Reading, commands_in
from cardgames.model.errors import CardGameError, IllegalMove, counted
from cardgames.model.game import Move, Outcome, Position, Setup, name_of, seat_and_words
from cardgames.play.script import Scripts
from cardgames.play.session import Recorder, Session
from cardgames.screen.console import LEFT, ROOM, Console, News, Recording, Screen
from cardgames.screen.look import (
    COLUMNS, WORDS, Look, fitted, folded, moves_text, sentence, wrapped
)  # fmt: skip
from cardgames.text import commands, wording
from cardgames.text.view import Shown, View

if TYPE_CHECKING:
    from cardgames.play.language import Reader

PROMPT: Final = "> "
INTERRUPTED: Final = 130  # the exit status of a program that Ctrl-C has ended
QUESTION: Final = "Another game? [y/N] "
YES: Final = ("y", "yes")
NO: Final = ("n", "no", "q", "quit", "exit", "bye")


@dataclass
class Wishes:
    """What a person wishes for a game, in addition to its options."""

    points: bool = False  # are the points for moves shown?
    clock: Callable[[], int] | None = None  # returns the seconds of the game, if they are shown
    may_undo: bool = True
    tell_lost: bool = False  # if the solver finds that the game is lost, is the person told so?
    safe_go_up: bool = False  # do safe cards go to their foundations by themselves?
    own_keys: Sequence[str] = ()  # the keys that the person chose, if the game has keys


class TextPlayer(View[Position]):
    """Plays a session in text: reads commands, carries them out and shows the game."""

    # Fields that may be set by the code that makes a player.

    next_seed: Callable[[Setup], int] | None = None  # finds the seed of a winnable deal
    # Returns the seconds that an ended game took (None if the game does not count), and a line.
    # The line compares the game with others, or says why it does not count. None without a diary
    account: Callable[[Session], tuple[int | None, str]] | None = None
    # says where to type words that are unknown in a game, or returns ''
    elsewhere: Callable[[Sequence[str]], str] = staticmethod(lambda words: "")
    # the position to which `review N` went back, and the move that was made there
    retried: tuple[Position, Move] | None = None
    unasked: Sequence[Move] = ()  # the last automatic moves: a script may repeat them

    def __init__(
        self,
        session: Session,
        console: Console,
        look: Look,
        scripts: Scripts,
        strict: bool = False,
        recorders: Sequence[Recorder] = (),
    ) -> None:
        """Play `session` at `console`, with cards in `look`; `scripts` saves and loads games.

        With `strict`, end at the first error. `recorders` write down the game.
        """
        self.session = session
        self.look = look
        self.wishes = Wishes()
        self.screen = Screen(console, look)
        self.console = console
        self.scripts = scripts
        self.commands = Commands(type(session.game), type(self))
        self._strict = strict
        self.recording = Recording(recorders, self.screen)
        self._interrupted = False  # has Ctrl-C dropped the last line?
        self.leaving = False  # was `quit` the last command?
        self._over = self._asking = session.outcome() is not None  # does the prompt ask QUESTION?
        self.input_ended = False
        console.on_resize = self._show_board
        self.switch_to(session)

    @property
    def game(self) -> Position:
        return cast(Position, self.session.history.now)

    def switch_to(self, session: Session) -> None:
        if session.deal != self.session.deal:
            self.screen.shown = None
        self.session = session
        session.forget_automatic()
        self._outlook = ""  # the last message about the chances

    def play(self) -> int:
        with self.recording.going(lambda: self.session):
            if self.console.interactive:
                self.screen.measure()
                helps = "'help' lists the commands, 'rules' the rules.\n"
                self.screen.note(f"{self.greeting().rstrip()} {helps}")
            while (status := self._step()) is None:
                pass
            if self.console.interactive and status == 0:
                self.screen.note(self.parting())
                self._share(None)
        self.console.end()
        return status or self.recording.status

    def _step(self) -> int | None:
        """Read a line and carry it out; return the exit status at the end, else None."""
        console = self.console
        try:
            try:
                self.advance()
                line = self._next_line()
                if line is None:
                    self.input_ended = True
                    self.catch_up()
                    return 0
                self._interrupted = False
                self.do(line)
            except CardGameError as error:
                return self._refuse(error)
        except News:
            console.end_line()
        except commands.Leave:
            self.recording.update(self.session)
            unkept = self.recording.unkept() if console.interactive else ""
            if not unkept:
                return 0
            self.screen.complain(unkept)  # a single warning: leaving again loses the moves
        except KeyboardInterrupt:  # Ctrl-C drops the typed line; pressed twice in a row it leaves
            if not console.interactive:
                return INTERRUPTED
            console.end_line()
            if self._interrupted and not console.has_begun_line():
                return INTERRUPTED
            self._interrupted = True
            console.warn(fitted(wording.LEAVES, self.look.columns))
        return None

    def advance(self) -> None:
        """Play automatic moves until a person can act, announce any end, and record the session."""
        if self.console.interactive:
            self.session.away = ()  # a person does not wait for the moves of a script
        if link := self.session.link:
            self.screen.remarks += link.happened()
        if not self.session.alone or self.session.guests:
            self.play_others()
        if link:
            self.screen.remarks += link.happened()
            if link.closed:
                self.screen.note(fitted(sentence(link.closed), self.look.columns))
                raise commands.Leave
        self.announce()
        self.recording.update(self.session)
        if self.session.guests or link:
            self.session.tell()

    def record(self) -> None:
        """Write down what has happened, and only then tell the guests."""
        self.recording.update(self.session)
        self.session.tell()

    def _next_line(self) -> str | None:
        prompt, enter = QUESTION, NO[0]
        if not self._asking:
            prompt, enter = self.prompt(), self.short_forms.enter
        elif self.console.interactive and self.session.alone:
            outcome = self.session.outcome()
            if outcome is not None and outcome.winner == 1:
                prompt, enter = "Another game? [Y/n] ", YES[0]
        self._show_position()
        self.console.link, self.console.at_board = self.session.link, not self._asking
        try:
            line = self.console.read(prompt, enter)
        finally:
            self.console.link, self.console.at_board = None, False
        if self.console.echo and line is not None:
            if seat_and_words(line)[0]:
                prompt = self.prompt()  # a computer's move does not answer QUESTION
            self.console.echo_line(prompt, line)
        return line

    def do(self, line: str) -> None:
        """Carry out the commands of a line; raises CardGameError at the first that is refused."""
        if ";" not in line:
            self.carry_out(line)
            return
        for number, part in enumerate(commands_in(line)):
            if number:
                self.advance()
            self.carry_out(part)

    def carry_out(self, line: str) -> None:
        """Carry out one command, or the answer to QUESTION; raises CardGameError."""
        self.screen.measure()
        if self._asking and line.lower() in NO:
            raise commands.Leave
        if ":" in line and seat_and_words(line)[0]:  # a computer's move
            self.follow(self.game.parse(line))
            self.leaving = False
            return
        if self.session.replaying:
            self.catch_up()
        line = "new" if self._asking and line.lower() in YES else line
        history = self.session.history
        before, steps = history.now, history.steps
        found, arguments = self.read(line)
        if found.name in before.commands.all:
            self.make(Move(found.name, arguments))
        else:
            getattr(self, found.method)(*arguments)
        self.leaving = found.name == "quit"  # unchanged if a command is refused
        current = self.session.history
        if current.now is not before and not current.computer:
            self.session.forget_automatic()
            if current is history and current.steps > steps and found.name != "redo":
                self.follow_up()

    def read(self, line: str) -> Reading:
        try:
            return self._reader.read(line, self.game)
        except CardGameError as error:
            return self._reader.plainly(line, self.game, error)

    @cached_property
    def _reader(self) -> "Reader":
        from cardgames.play.language import Reader  # not needed before the first line

        known = self.commands, self.game.commands.all.keys(), self.short_forms
        return Reader(*known, self._spelled, self.elsewhere)

    def typed(self, move: Move) -> str:
        """Return a short line to type for `move` now, or its notation if no short line fits."""
        wanted = self.game.canonical(move)
        for line in self._reader.forms(move):
            with suppress(CardGameError):
                found, arguments = self.read(line)
                read = Move(found.name, arguments)
                if found.name == move.name and self.game.canonical(read) == wanted:
                    return line
        return str(move)

    def _spelled(self, found: Command, words: list[str]) -> list[str]:
        if words == ["all"] and found.name in ("undo", "redo"):
            history = self.session.history
            return [str(max(1, history.steps if found.name == "undo" else history.undone))]
        return self.spell(found, words)

    def make(self, move: Move) -> None:
        """Make a person's `move`. In a script, skip a move that was just made automatically."""
        if move in self.unasked[:1] and not self.console.interactive:
            self.unasked = self.unasked[1:]
        else:
            self.session.make(move)
            self.console.show_meaning(self.session.log[-1])

    def follow(self, move: Move) -> None:
        if self.console.interactive and len(self.session.seats) > 1:
            raise IllegalMove("computers play for themselves: only a script can say their moves")
        if self.session.follow(move):
            self.screen.remarks.append("The script has the computers play otherwise.\n")

    def _refuse(self, error: CardGameError) -> int | None:
        """Show `error`; return the exit status if it ends the game, else None."""
        console, screen = self.console, self.screen
        changed = self.session.history.now is not screen.shown and not self._asking
        if (screen.remarks or changed) and not console.by_keys:
            self._show_board()
        numbered = not console.interactive and (self._strict or not console.echo)
        screen.complain(screen.line(error, f"line {console.number}: " if numbered else ""))
        if self._asking and console.by_keys:  # only this shows the board, and the error with it
            self._show_board()
        return 1 if self._strict and not console.interactive else None

    # Automatic moves.

    def play_others(self) -> None:
        """Make automatic moves until a person can act; if only computers play, play to the end."""
        session = self.session
        if session.game.clockwork and (session.has_people or self.console.timed):
            return  # the computers wait for a person's move, or for the clock
        if session.has_people:
            for _ in self._automatic_moves():
                self.happened()
        elif not (session.replaying or session.history.computer or session.follows):
            self.watch()

    def _automatic_moves(self) -> Iterator[Move]:
        for move in self.session.play(self.event):
            self.record()
            yield move

    def event(self) -> Move | None:
        """Return the next automatic move, with its seat; None if a person must act first."""
        session, seat = self.session, self.game.player()
        if session.link or seat not in session.guests:
            return session.event()
        with self.waiting_for(seat):
            return session.event()

    def waiting_for(self, seat: int) -> AbstractContextManager[None]:
        who = "the program" if self.session.alone else name_of(self.session.setup.options, seat)
        return self.console.thinking(f"Waiting for {who}")

    def happened(self) -> None:
        """React to an automatic move, before the next one is made."""

    def follow_up(self) -> None:
        """React to a person's move."""

    def catch_up(self) -> None:
        """Let computers play to the end if a replayed script leaves out their moves."""
        if self.session.replaying and not self.session.has_people and not self.session.follows:
            self.watch()
            self.session.follows = True
            if self.session.history.computer:
                self.show_how_it_stands()
            self.announce()

    def watch(self) -> None:
        if self.session.outcome() is not None:
            return
        told = deque[str](maxlen=wording.TOLD)
        with nullcontext() if self.look.spoken else self.console.scene(self.pace) as show:
            watched = show
            for move in self._automatic_moves():
                if watched:
                    news = self.take_news()
                    if self.session.alone:  # the board shows earlier moves
                        told.clear()
                        name = str(move._replace(seat=0))
                        what = self.tell(move, cast(Position, self.session.history.before))
                        news.append(f"{name}: {what}\n" if what else f"{name}\n")
                    new = fitted("".join(news), self.look.columns)
                    told += new.splitlines(True)
                    if not watched(self.board(self.game), "".join(told), max(1, new.count("\n"))):
                        watched = None
                elif show:
                    self.console.progress(counted(self.session.history.made, "move"))
        if show and not watched:
            self.session.mark_told(but=1)  # report only the last of the skipped moves

    def play_deal(self, computer: str) -> int:
        with self.recording.going(lambda: self.session):
            if self.session.has_people:
                self.play_others()
                self.session.hand_over(computer)
            with self.console.thinking():
                for _ in self._automatic_moves():
                    self.console.progress(counted(self.session.history.made, "move"))
        self.session.mark_told()
        self.show_how_it_stands()
        self._share(None)
        self.console.flush()
        return self.recording.status

    # How positions are shown.

    def board(self, game: Position) -> str:
        text = self.whole(game)
        return self.in_room(text) if self.look.notes and not self.look.spoken else text

    def in_room(self, text: str) -> str:
        """Return the board `text`; if it does not fit, return a line that says what it needs.

        If the screen is too narrow but high enough, return the board in sentences and this line.
        """
        look = self.look
        room, needs = max(LEFT, look.lines - LEFT), ""
        if look.columns < self.narrowest:
            needs = f"The board needs {self.narrowest} columns, not {look.columns}.\n"
            text, needs = folded(text, look.columns - 1), fitted(needs, look.columns)
        elif (height := text.count("\n")) > room:
            needs = f"The board needs {height + LEFT} lines, not {look.lines}.\n"
        return needs if needs and text.count("\n") + needs.count("\n") > room else text + needs

    def whole(self, game: Position) -> str:
        """Return the board.

        It is in sentences if the person wants words, or if the screen is too narrow.
        """
        in_words = self.look.style == WORDS or self.look.columns < self.narrowest
        if in_words:
            lines = self.sentences(game, self.viewer(game))
        else:
            lines = self.drawn(game, self.beside(game))
        return "\n".join(lines) + "\n"

    def beside(self, game: Position) -> Shown:
        """Return the person for whom a board is drawn, and the texts beside it."""
        return Shown(self.viewer(game))

    def latest(self, game: Position, before: Position | None) -> str:
        """Return the board of `game`, or its changes since `before` if the screen is read aloud."""
        if not self.look.spoken:
            if not self.look.notes:
                return self.whole(game)
            board, footer = self.board(game), self.footer()
            room = self.look.lines - ROOM - board.count("\n")
            return board + footer * (room >= footer.count("\n"))
        if before is game:
            return ""
        heard = before if self.session.history.made else None
        text = self.board(game) if heard is None else self.changes(heard, game, self.viewer(game))
        return folded(text, min(self.look.columns, COLUMNS) - 1)

    def footer(self) -> str:
        """Return the line below the board: the variant or unusual options; '' if there are none."""
        seated = self.console.interactive
        if not self.session.setup.options.words(at_terminal=seated):
            return ""
        footer = self.look.dim(wording.game_text(self.session, seated)) + "\n"
        return fitted(footer, min(self.look.columns, COLUMNS - 1))

    def greeting(self) -> str:
        """Return a line with the game and its deal, without the game if the footer names it."""
        dealt = f"{'winnable deal, ' * self.session.winnable}{wording.deal_text(self.session)}.\n"
        if not (self.look.notes and self.footer()) or self.look.spoken:
            return f"{wording.game_text(self.session, self.console.interactive)}, {dealt}"
        return dealt.capitalize()

    def take_news(self) -> list[str]:
        """Return the news and remarks that the viewer has not been shown yet."""
        news, self.screen.remarks = self.screen.remarks, []
        if not self.session.alone:
            seat = self.viewer(self.game)
            news[:0] = self.news(self.session.history.untold(seat), seat)
        return news

    def prompt(self) -> str:
        return PROMPT

    def legal_moves(self) -> Iterator[Move]:
        return iter(()) if self.session.outcome() is not None else self.game.legal_moves()

    def say_moves(self, moves: Iterable[Move], kind: str) -> None:
        lines = [(self.typed(move), self.tell(move, self.game)) for move in moves]
        self.screen.say(moves_text(lines) or f"There is no {kind}.\n")

    def steps_of_one(self, forth: bool) -> int:
        """Return how many steps a plain 'undo' takes back; if `forth`, how many 'redo' repeats."""
        return 1

    def check_undo(self, steps: int) -> None:
        """Check that `steps` steps can be taken back, and ask the other players to agree.

        If `steps` is negative, the steps are made again.
        """
        self.check_together("take moves back")
        if steps >= 0 and not self.wishes.may_undo:
            raise IllegalMove("undo is off, by --no-undo: nothing is taken back in this game")
        self.session.history.check_undo(steps)
        if self.shared:
            asker = self.asker("asks to undo")
            if act := commands.stepping(self.session, asker, steps):
                commands.settle(act, self.session, asker, self)

    # Several people at this terminal; `text/commands.py` says when they are asked.

    @property
    def shared(self) -> bool:
        """Do several people play at a terminal, so that nobody may decide for the others?"""
        return self.console.interactive and len(self.session.setup.options.people()) > 1

    def agree(self, asked: str, done: str, asker: int = 0) -> None:
        """Unless the game is over, ask the others at this table to agree; raises IllegalMove."""
        if self.session.outcome() is None:
            self.check_together(asked)
            if self.shared:
                asker, act = asker or self.asker("asks for this"), commands.Act(asked, done)
                commands.settle(act, self.session, asker, self)

    def check_together(self, what: str) -> None:
        """Raise IllegalMove if people also play at other terminals, where they cannot be asked."""
        if self.session.elsewhere:
            raise IllegalMove(f"nobody can {what} while people play at several terminals")

    def asker(self, what: str) -> int:
        """Return the seat of the person who typed the last line.

        `what` says what this person does, such as 'gives up'.
        """
        return self.viewer(self.game)

    def ask(self, seat: int, question: str) -> bool:
        """Ask the person in `seat` a `question`; return whether the answer was yes."""
        return (self.console.read(f"{question} [y/N] ", NO[0]) or "").lower() in YES

    def inform(self, seat: int, news: str) -> None:
        """Show the `news` to the person in `seat`; here, all people look at the same screen."""
        if (told := wrapped(news.rstrip())) not in self.screen.remarks:
            self.screen.remarks.append(told)

    def outlook(self, game: Position) -> str:
        """Return a message about the chances, such as that the game is stuck; '' for none."""
        return wording.stuck_text(self.stuck) if self.session.is_stuck() else ""

    def score_now(self) -> str:
        return self.score_text(self.game)

    def last_score(self) -> str:
        """Return the score to show above the ending after a computer has played to the end."""
        return f"{self.score_now()}\n"

    def show_last_moves(self) -> None:
        """Show the winning moves since the last board; by default nothing is shown."""

    def welcome_back(self) -> None:
        self.screen.remark(f"You go on after {counted(self.session.moves_made, 'move')}.\n")

    def _show_position(self) -> None:
        shown = self.session.history.now is self.screen.shown
        new = not shown or self.boards_only and not self.console.watched
        if not self._asking and (new or self.screen.remarks):
            self._show_board()

    def _show_board(self) -> None:
        game, look, screen = self.game, self.look, self.screen

        def in_lines(lines: int) -> str:
            before, look.lines = look.lines, lines + ROOM
            try:
                return self.whole(game)
            finally:
                look.lines = before

        if not self.console.quiet:
            screen.measure()
            news = "".join(self.take_news())
            news = fitted(news, look.columns) if news else ""
            self.console.show(self.latest(game, screen.shown), news, in_lines)
        screen.shown = game

    def announce(self) -> None:
        """Show the end of the game, or a message about its chances, unless already shown."""
        session, outcome, game = self.session, self.session.outcome(), self.game
        new, was_over = game is not self.screen.shown, self._over
        self._over = outcome is not None
        if outcome is not None and (new or not was_over):  # giving up changes no position
            if new and outcome.winner == 1:
                self.show_last_moves()
            if new:
                self._show_board()
            self._show_end(outcome)
        elif outcome is None and (new or was_over):
            if session.history.earlier is not None:
                self.screen.say("This position has come up before.\n")
            # At the deal there is no outlook, so that no computer player needs to be loaded.
            if session.history.made and (self.console.interactive or self.console.echo):
                before, self._outlook = self._outlook, self.outlook(game)
                if self._outlook not in ("", before):
                    self.screen.remarks.append(self._outlook)
        self._asking = self.leaving or self._over and session.hosts

    def show_how_it_stands(self) -> None:
        """After a computer has played on, show the board, the score, and why play stopped."""
        outcome = self.session.outcome()
        self._show_board()
        if outcome is None:
            why = wording.stuck_text(self.stuck) if self.session.is_stuck() else wording.GIVEN_UP
            self.screen.say(wording.ROUND if self.session.history.earlier is not None else why)
            self.screen.say(f"{self.score_now()} {wording.counts_text(self.session)}.\n")
        else:
            self.screen.say(self.last_score())
            self._over = True
            self._show_end(outcome)

    def _show_end(self, outcome: Outcome) -> None:
        session = self.session
        say = self.screen.note if self.boards_only else self.screen.say
        if self.account is None or not session.alone or session.history.computer:
            say(self.ending(outcome))
        else:
            seconds, standing = self.account(session)
            if seconds is not None:
                for text in wording.account_texts(outcome, session, seconds, self.look.columns):
                    say(text)
            say(standing)
        reviewed = self.console.interactive and "review" in self.commands.all
        if reviewed and (offer := self.review_offer(outcome)):
            say(offer)
        self._share(outcome)
        self.console.keep()

    def _share(self, outcome: Outcome | None) -> None:
        """If the deal is that of a date and the game is over or stuck, show the line to share."""
        left = outcome is None and self.session.outcome() is None and self.session.is_stuck()
        if self.session.day and (outcome is not None or left):
            say = self.console.note if self.boards_only else self.console.say
            say(wording.shared_text(self.session, outcome, self.short_score(self.game)))

    # Commands.

    undo, redo, restart = commands.undo, commands.redo, commands.restart
    new, giveup = commands.new, commands.giveup
    help, rules, options = commands.help, commands.rules, commands.options
    hint, moves = commands.hint, commands.moves
    show, score, save, load = commands.show, commands.score, commands.save, commands.load
    quit, exit = commands.quit, commands.exit

    def common(self) -> Commands:
        return Commands(TextPlayer)
